// A payment request: the same fields and rules whether a merchant's server posts it with its ApiKey or a customer's
// browser brings it to the checkout. A signed one creates a payment and the address of its checkout.
import Type, { type Static } from 'typebox';
import { judgeDestination, judgePosted } from '../../core/addresses.ts';
import { banks } from '../../core/banks.ts';
import type { Context } from '../../core/context.ts';
import { hashRefusal } from '../../core/hash-mismatches/actions.ts';
import type { Site } from '../../core/merchants/actions.ts';
import { createPayment, type NewPayment, type PaymentDetails } from '../../core/payments/actions.ts';
import { timeHere } from '../../kernel/clock.ts';
import { isSouthAfricanId } from '../../kernel/formats/identity.ts';
import { type Cents, parseDecimal } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import { operation } from '../operation.ts';
import { contextOf, requireSite } from './auth.ts';
import type { DialectCall, JudgingDeps } from './deps.ts';
import { refusalText } from './errors.ts';
import {
  type FieldName,
  isLonger,
  PaymentRequest,
  readBoolean,
  readCellphone,
  readFields,
  readInstant,
} from './fields.ts';
import { bareNumber, type GivenFields, readRecord } from './given.ts';
import { type HashedField, type RequestTexts, signedWriting } from './hash.ts';
import { keepPaymentRequest } from './mismatch.ts';
import { nullable, uuid } from './shapes.ts';

const PaymentResponse = Type.Object(
  {
    paymentRequestId: nullable(uuid),
    url: nullable(Type.String({ format: 'uri' })),
    errorMessage: nullable(Type.String()),
  },
  { title: 'PaymentResponse' },
);

export const paymentRequestOperation = operation({
  method: 'POST',
  path: '/PostPaymentRequest',
  name: 'postPaymentRequest',
  summary: 'Create payment request',
  description:
    'A request that is rejected for its content (an invalid field, a wrong hash, an unknown bank, a duplicate reference) returns 200 with errorMessage.',
  body: PaymentRequest,
  responses: { 200: PaymentResponse },
  xml: { body: ['PaymentRequest'], response: ['PaymentResponse'] },
  handle: requestPayment,
});

/** Creates a payment from the request's body. A refusal of its content has only errorMessage. */
async function requestPayment(call: DialectCall): Promise<Static<typeof PaymentResponse>> {
  const { deps, request } = call;
  const answer = await answerTo(call, readRecord(request, 'PaymentRequest'));
  const refusal = 'refused' in answer ? answer.refused : null;
  if (refusal !== null) request.refused = { ...request.refused, code: codeOf(refusal), text: refusal };
  const id = 'paymentId' in answer ? answer.paymentId : null;
  return {
    paymentRequestId: id,
    url: id && `${deps.config.publicUrl}/pay/${id}`,
    errorMessage: refusal,
  };
}

/** The response is a 200 with our own text, which usually starts with the field: the field is counted. */
const codeOf = (refusal: string): string => `BadRequest (${refusal.split(/\W/, 1)[0]})`;

async function answerTo(call: DialectCall, given: GivenFields) {
  const siteCode = given.get('sitecode');
  if (!siteCode || siteCode.text.trim() === '') return { refused: 'siteCode is required' };
  if (siteCode.kind !== 'text') return { refused: 'siteCode must be text' };
  const site = await requireSite(call, siteCode.text);
  return openPayment(call.deps, contextOf(call, site), site, given);
}

export const addressFields = ['cancelUrl', 'errorUrl', 'successUrl', 'notifyUrl'] as const;

/** `isSigned`: the merchant wrote it, whatever else is wrong with it. */
type Refused = { refused: string; isSigned: boolean; texts: RequestTexts };
export type Opened = { paymentId: string } | Refused;
/** `hashed`: the texts as they were written for the hash. */
export type Good = { payment: NewPayment; texts: RequestTexts; hashed: RequestTexts };
export type Judged = Good | Refused;

/** Decides whether a valid request is admitted on the way it came. Returns the payment to make, or why not. */
export type Door = (good: Good) => Promise<{ payment: NewPayment } | { refused: string }>;

/**
 * Creates a payment from a site's request. Refuses it, with words for the merchant's developer, when a field breaks its
 * rule, the hash is wrong, the bank is unknown, the door refuses it, or the reference was used before and the site
 * forbids that.
 */
export async function openPayment(
  deps: JudgingDeps,
  ctx: Context,
  site: Site,
  given: GivenFields,
  door: Door = async (good) => good,
): Promise<Opened> {
  const judged = await judgePayment(deps, site, given);
  const admitted = 'payment' in judged ? await door(judged) : judged;
  const opened = 'payment' in admitted ? await create(ctx, admitted.payment) : admitted;
  if ('paymentId' in opened) return opened;
  ctx.log.info({ siteCode: site.code, reason: opened.refused }, 'a payment request was refused');
  if (opened.refused === hashRefusal) await keepPaymentRequest(ctx, site, 'payments', given, judged.texts);
  // The entry point can refuse fields that a third party cut from the merchant's text.
  return { isSigned: 'payment' in admitted, texts: judged.texts, ...opened };
}

/** Reads a site's request, regardless of other payments. Rejects it as `openPayment` does. */
export async function judgePayment(deps: JudgingDeps, site: Site, given: GivenFields): Promise<Judged> {
  const { privateKeys } = await deps.directory.secretsOf(site.id);
  const { texts, problem } = readFields(given, (name) => hasDefault(site, name));
  const hashCheck = given.get('hashcheck')?.text ?? '';
  const hashed = signedWriting(texts, hashCheck, privateKeys, bareNumber(given, 'amount'));
  const refused =
    problem ??
    judgeTogether(deps, texts) ??
    (hashed ? undefined : hashRefusal) ??
    (await judgeBank(deps, site, texts));
  return hashed && refused === undefined
    ? { payment: newPayment(site, texts), texts, hashed }
    : { refused: refused ?? hashRefusal, isSigned: hashed !== undefined, texts };
}

async function create(
  ctx: Context,
  payment: NewPayment,
): Promise<{ paymentId: string } | { refused: string }> {
  try {
    const made = await createPayment(ctx, payment);
    if (made.kind !== 'made') throw new Error('a payment without a key was not made');
    return { paymentId: made.payment.id };
  } catch (error) {
    const refused = refusalText(error);
    if (refused === undefined) throw error;
    return { refused };
  }
}

function hasDefault(site: Site, name: FieldName): boolean {
  return (addressFields as readonly string[]).includes(name) && Boolean(site.addresses[name as 'notifyUrl']);
}

/** Checks rules about several fields, the clock and the settings. Each field has passed its own rule already. */
function judgeTogether({ ctx, config }: JudgingDeps, texts: RequestTexts): string | undefined {
  for (const name of addressFields) {
    const judge = name === 'notifyUrl' ? judgePosted : judgeDestination;
    const reason = texts[name] && judge(texts[name], config);
    if (reason) return `${name} is not allowed: ${reason}`;
  }
  if (texts.expiryDateUtc && required(readInstant(texts.expiryDateUtc), 'instant') <= ctx.clock.now()) {
    return `expiryDateUtc must be in the future; ${timeHere(ctx.clock.now())}`;
  }
  if (readBoolean(texts.allowVariableAmount ?? '') !== true) return undefined;
  for (const name of ['variableAmountMin', 'variableAmountMax'] as const) {
    if (!texts[name]) return `${name} is required where allowVariableAmount is true`;
  }
  const variable = band(texts);
  return variable && variable.minimum > variable.maximum
    ? 'variableAmountMin must not be more than variableAmountMax'
    : undefined;
}

/** The text of a field that was judged to be there. */
const textOf = (texts: RequestTexts, name: HashedField): string => required(texts[name], name);

/** The amount in a field that was judged to be one. */
const centsOf = (texts: RequestTexts, name: HashedField): Cents =>
  required(parseDecimal(textOf(texts, name)), name);

function band(texts: RequestTexts): NewPayment['variable'] {
  if (readBoolean(texts.allowVariableAmount ?? '') !== true) return undefined;
  return {
    minimum: centsOf(texts, 'variableAmountMin'),
    maximum: centsOf(texts, 'variableAmountMax'),
  };
}

async function judgeBank(
  { rails }: JudgingDeps,
  { merchantId }: Site,
  { selectedBankId }: RequestTexts,
): Promise<string | undefined> {
  if (!selectedBankId) return undefined;
  // Shops name a bank also where payers are sent to none: it is a wish, and the checkout offers what there is.
  const known = [...(await rails.banks(merchantId)), ...banks];
  return known.some((bank) => bank.id === selectedBankId.toLowerCase())
    ? undefined
    : 'selectedBankId is not a known bank';
}

function newPayment(site: Site, texts: RequestTexts): NewPayment {
  return {
    site,
    contract: 'payments',
    amount: centsOf(texts, 'amount'),
    variable: band(texts),
    merchantReference: textOf(texts, 'transactionReference'),
    // Banks do not accept underscores.
    bankReference: texts.bankReference?.replaceAll('_', '-'),
    isTest: readBoolean(textOf(texts, 'isTest')),
    selectedBankId: texts.selectedBankId?.toLowerCase(),
    notifyUrl: texts.notifyUrl,
    expiresAt: texts.expiryDateUtc ? readInstant(texts.expiryDateUtc) : undefined,
    details: detailsOf(site, texts),
  };
}

function detailsOf(site: Site, texts: RequestTexts): PaymentDetails {
  const { optional1, optional2, optional3, optional4, optional5 } = texts;
  const optional = [optional1, optional2, optional3, optional4, optional5].map((text) => text ?? null);
  return {
    successUrl: texts.successUrl ?? site.addresses.successUrl,
    cancelUrl: texts.cancelUrl ?? site.addresses.cancelUrl,
    errorUrl: texts.errorUrl ?? site.addresses.errorUrl,
    optional: optional.some((text) => text !== null) ? optional : undefined,
    customer: texts.customer,
    payeeDisplayName: texts.payeeDisplayName,
    ...identifierOf(texts),
    customerCellphoneNumber: readCellphone(texts.customerCellphoneNumber ?? ''),
  };
}

const longestIdentifier = 13;

function identifierOf({
  customerIdentifier: given = '',
}: RequestTexts): Pick<PaymentDetails, 'customerIdentifier' | 'isIdentifierUnchecked'> {
  if (given === '' || isLonger(given, longestIdentifier)) return {};
  return {
    customerIdentifier: given,
    ...(!isSouthAfricanId(given) && { isIdentifierUnchecked: true as const }),
  };
}
