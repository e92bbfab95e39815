// The JSON of a payment: the request to create one, and its representation.
import Type from 'typebox';
import type { Site } from '../../core/merchants/actions.ts';
import type { NewPayment, Payment, PaymentState } from '../../core/payments/actions.ts';
import { timeHere } from '../../kernel/clock.ts';
import { isSouthAfricanId } from '../../kernel/formats/identity.ts';
import { formed } from '../../kernel/formats/validate.ts';
import { band, readBand } from './band.ts';
import type { OneConfig } from './deps.ts';
import { invalid } from './errors.ts';
import {
  Amount,
  cellphone,
  checkAddress,
  email,
  fieldName,
  links,
  moment,
  nullable,
  readAmount,
  readMoment,
  text,
  uuid,
  webAddress,
  writeAmount,
} from './wire.ts';

const optional = Type.Optional;

export const NewPaymentBody = Type.Object(
  {
    siteCode: text(50),
    region: optional(Type.Enum(['ZA'])),
    amount: Amount,
    variableAmount: optional(band('VariableAmount')),
    merchantReference: text(50),
    beneficiaryReference: optional(text(20)),
    payerReference: optional(text(20)),
    payer: optional(
      Type.Object({
        id: optional(text(50)),
        name: optional(text(100)),
        identity: optional(
          Type.Object({
            type: Type.Enum(['said', 'passport', 'registration']),
            country: optional(formed('^[A-Z]{2}$', 'must be two capital letters, as in ISO 3166 alpha-2')),
            identifier: text(30),
          }),
        ),
        cellphone: optional(cellphone),
        email: optional(email),
      }),
    ),
    returnUrl: optional(webAddress),
    notifyUrl: optional(webAddress),
    expireAt: Type.String({ format: 'date-time', maxLength: 40 }),
  },
  { title: 'PaymentRequest' },
);
export type NewPaymentBody = Type.Static<typeof NewPaymentBody>;

export const publicPaymentStates = ['Created', 'Complete', 'Cancelled', 'Expired'] as const;

export const paymentStatus: Record<PaymentState, (typeof publicPaymentStates)[number]> = {
  created: 'Created',
  complete: 'Complete',
  cancelled: 'Cancelled',
  expired: 'Expired',
};

export const PaymentRecord = Type.Object(
  {
    links: links('self', 'cancel', 'transactions'),
    id: uuid,
    status: Type.Enum([...publicPaymentStates]),
    reason: nullable(Type.String()),
    redirectUrl: Type.String({ format: 'uri' }),
    siteCode: Type.String(),
    amount: Amount,
    merchantReference: Type.String(),
    createdDate: moment,
    expireAt: moment,
  },
  { title: 'Payment' },
);

export function paymentUrl({ oneUrl }: OneConfig, id: string): string {
  return `${oneUrl}/payments/${id}`;
}

export function checkoutUrl({ publicUrl }: OneConfig, paymentId: string): string {
  return `${publicUrl}/pay/${paymentId}`;
}

export function writePayment(
  config: OneConfig,
  payment: Payment,
  siteCode: string,
): Type.Static<typeof PaymentRecord> {
  const self = paymentUrl(config, payment.id);
  return {
    links: { self, cancel: `${self}/cancel`, transactions: `${self}/transactions` },
    id: payment.id,
    status: paymentStatus[payment.state],
    reason: payment.stateReason,
    redirectUrl: checkoutUrl(config, payment.id),
    siteCode,
    amount: writeAmount(payment.amountCents) as Type.Static<typeof Amount>,
    merchantReference: payment.merchantReference,
    createdDate: payment.createdAt.toISOString(),
    expireAt: payment.expiresAt.toISOString(),
  };
}

/**
 * Converts a validated body to the core's input. `at` is the body's place in the sent document ("" or a pointer).
 * Throws a 400 with the pointer of the first value that breaks a rule that its schema cannot express.
 */
export function readNewPayment(
  config: OneConfig,
  body: NewPaymentBody,
  site: Site,
  now: Date,
  at: string,
): NewPayment {
  const amount = readAmount(body.amount.value, `${at}/amount/value`);
  const places = { band: `${at}/variableAmount`, amount: `${at}/amount/value` };
  const variable = body.variableAmount && readBand(body.variableAmount, amount, places);
  checkIdentity(body.payer?.identity, `${at}/payer/identity/identifier`);
  if (body.returnUrl !== undefined) checkAddress(body.returnUrl, `${at}/returnUrl`, config, false);
  if (body.notifyUrl !== undefined) checkAddress(body.notifyUrl, `${at}/notifyUrl`, config, true);
  const expiresAt = readMoment(body.expireAt, `${at}/expireAt`);
  if (expiresAt <= now)
    throw invalid(
      { pointer: `${at}/expireAt` },
      `${fieldName(`${at}/expireAt`)} must be in the future; ${timeHere(now)}`,
    );
  return {
    site,
    contract: 'one',
    amount,
    variable,
    merchantReference: body.merchantReference,
    bankReference: body.beneficiaryReference,
    notifyUrl: body.notifyUrl,
    expiresAt,
    details: {
      returnUrl: body.returnUrl ?? site.addresses.returnUrl,
      payer: body.payer,
      payerReference: body.payerReference,
      region: body.region ?? 'ZA',
    },
  };
}

type Identity = NonNullable<NonNullable<NewPaymentBody['payer']>['identity']>;

function checkIdentity(identity: Identity | undefined, pointer: string): void {
  if (identity?.type !== 'said' || isSouthAfricanId(identity.identifier)) return;
  throw invalid(
    { pointer },
    `${fieldName(pointer)} must be a South African identity number: 13 digits with a valid check digit`,
  );
}
