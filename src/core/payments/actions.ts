// Payments: made, read, listed and moved along their life.
// Cancellation and expiry are in core/transactions, because they also end an attempt at a bank.
import { plus, timeHere } from '../../kernel/clock.ts';
import { planned, type Tx } from '../../kernel/db/db.ts';
import {
  type Answer,
  type KeyedResult,
  type KeyUse,
  onceByKey,
  replayKey,
} from '../../kernel/http/idempotency.ts';
import type { Page, PageRequest } from '../../kernel/http/paging.ts';
import { newIdAt } from '../../kernel/ids.ts';
import type { Cents } from '../../kernel/money.ts';
import { readPayability } from '../accounts/actions.ts';
import type { AnyContext, Context, Work, Writer } from '../context.ts';
import { type Given, type Identified, identify, saveCustomer } from '../customers/actions.ts';
import type { NamedSource } from '../customers/jobs.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import type { Site } from '../merchants/actions.ts';
import { assertNotSuspended } from '../merchants/suspension.ts';
import { correlated } from '../traces.ts';
import { change } from '../transitions.ts';
import { save } from '../unit-of-work.ts';
import { paymentMachine } from './state.ts';
import * as store from './store.ts';

export { type PaymentState, paymentMachine, paymentStates } from './state.ts';
export {
  type Contract,
  countPaidOfLinks,
  findExpired,
  findNewestOfLink,
  findOpenOfLink,
  findPaymentForCustomer,
  findPayments,
  findPaymentsByReference,
  firstExpiry,
  isOpen,
  lockPayment,
  lockPayments,
  type Payment,
  type PaymentDetails,
  paymentIds,
  payments,
} from './store.ts';

/** The default expiry, in milliseconds: seven days. */
const defaultExpiryMs = 7 * 24 * 60 * 60 * 1000;

export interface NewPayment {
  site: Site;
  contract: store.Contract;
  amount: Cents;
  /** The band in which the payer may choose; absent if the amount is fixed. */
  variable?: { minimum: Cents; maximum: Cents };
  merchantReference: string;
  bankReference?: string;
  isTest?: boolean;
  selectedBankId?: string;
  notifyUrl?: string;
  /** Seven days from now where absent. */
  expiresAt?: Date;
  details: store.PaymentDetails;
  /** The fields whose end the hash leaves open; absent without any. */
  ambiguousEnds?: readonly string[];
  /** The payment link that creates it. */
  linkId?: string;
  /** The customer, if the details do not name them. */
  customerId?: string | null;
}

/** A key under which the payment is created at most once, and the response that is stored with it. */
export interface Keyed {
  use: KeyUse;
  answer: (payment: store.Payment) => Answer;
}

export type Made = { kind: 'made'; payment: store.Payment } | KeyedResult;

/**
 * Creates a payment. With a key, payment, key and response commit together, and a repeat gets the first response.
 * Throws DuplicateReference if the site forbids a reference it has seen, InvalidField for an amount outside its band or
 * an expiry that is not in the future, PaymentMethodUnavailable if it could not be paid.
 */
export async function createPayment(ctx: Context, input: NewPayment, keyed?: Keyed): Promise<Made> {
  const payment = askedPayment(ctx, input, await readPayability(ctx));
  const customer = customerOf(payment);
  // Where references must be unique a payment can be refused after its key was taken, so both need a transaction.
  if (!input.site.allowDuplicateReferences) return createUnique(ctx, { payment, customer }, keyed);
  const row = {
    payment,
    customer,
    uniqueReference: false,
    createdBy: ctx.actor,
    ...(keyed && { keyed: { use: keyed.use, answer: keyed.answer(payment) } }),
  };
  if (await store.insertPaymentSoon(ctx.db, row)) return { kind: 'made', payment };
  return replayKey(ctx.db, keyed!.use);
}

/**
 * Creates several payments in the caller's transaction, with one statement. Returns for each, in order, the payment or
 * the error: DuplicateReference, InvalidField or PaymentMethodUnavailable, as `createPayment` throws them.
 */
export async function createPayments(
  work: Work,
  inputs: readonly NewPayment[],
): Promise<(store.Payment | DomainError)[]> {
  const isPayable = await readPayability(work);
  const results = inputs.map((input) => paymentOrRefusal(work, input, isPayable));
  const rows = results.flatMap((payment, index) =>
    payment instanceof DomainError
      ? []
      : [
          {
            index,
            payment,
            customer: customerOf(payment),
            uniqueReference: !inputs[index]!.site.allowDuplicateReferences,
            createdBy: work.actor,
          },
        ],
  );
  // One order for all, so that two statements with the same references wait for each other in one direction only.
  rows.sort((one, other) => compare(one.payment.merchantReference, other.payment.merchantReference));
  const added = await store.insertPayments(work.tx, rows);
  rows.forEach(({ index, payment }, place) => {
    if (!added[place]) results[index] = duplicateReference(payment);
  });
  return results;
}

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);

type IsPayable = (merchantId: string) => boolean;

function paymentOrRefusal(
  ctx: AnyContext,
  input: NewPayment,
  isPayable: IsPayable,
): store.Payment | DomainError {
  try {
    return askedPayment(ctx, input, isPayable);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

function duplicateReference({ merchantReference }: store.Payment): DomainError {
  const detail = `the site already has a payment with the reference ${merchantReference}`;
  return new DomainError('DuplicateReference', { field: 'merchantReference', detail });
}

async function createUnique(
  ctx: Context,
  { payment, customer }: Pick<store.NewRow, 'payment' | 'customer'>,
  keyed?: Keyed,
): Promise<Made> {
  const row = { payment, customer, uniqueReference: true, createdBy: ctx.actor };
  if (keyed) {
    const result = await onceByKey(ctx.db, keyed.use, async (tx) => {
      await insertPayment(tx, row);
      return keyed.answer(payment);
    });
    return result.kind === 'answered' && !result.replayed ? { kind: 'made', payment } : result;
  }
  await insertPayment(ctx.db as Context['db'], row);
  return { kind: 'made', payment };
}

/**
 * Creates a payment in the caller's transaction. `mayRepeat`: whatever the site's setting, its reference can have been
 * used before, because money has come for it. Throws as createPayment does.
 */
export async function makePayment(
  work: Work,
  input: NewPayment,
  { mayRepeat = false } = {},
): Promise<store.Payment> {
  const payment = newPayment(work, input);
  const uniqueReference = !mayRepeat && !input.site.allowDuplicateReferences;
  await insertPayment(work.tx, {
    payment,
    customer: customerOf(payment),
    uniqueReference,
    createdBy: work.actor,
  });
  return payment;
}

async function insertPayment(db: Context['db'] | Tx, row: store.NewRow): Promise<void> {
  const [isAdded] = await store.insertPayments(db, [row]);
  if (!isAdded) throw duplicateReference(row.payment);
}

/** Returns the row of a new payment. No bank is queried about a test payment. */
function askedPayment(ctx: AnyContext, input: NewPayment, isPayable: IsPayable): store.Payment {
  assertNotSuspended(input.site);
  const payment = newPayment(ctx, input);
  if (!payment.isTest && !isPayable(payment.merchantId)) throw new DomainError('PaymentMethodUnavailable');
  return payment;
}

function newPayment(ctx: AnyContext, input: NewPayment): store.Payment {
  const createdAt = ctx.clock.now();
  const expiresAt = input.expiresAt ?? plus(createdAt, defaultExpiryMs);
  if (expiresAt <= createdAt) {
    const detail = `the expiry must be in the future; ${timeHere(createdAt)}`;
    throw invalidField('expiresAt', detail);
  }
  const { variable, site } = input;
  if (variable) assertInBand(input.amount, variable);
  return {
    id: newIdAt(createdAt),
    merchantId: site.merchantId,
    siteId: site.id,
    contract: input.contract,
    state: paymentMachine.initial,
    stateReason: null,
    amountCents: input.amount,
    currency: 'ZAR',
    minimumCents: variable?.minimum ?? null,
    maximumCents: variable?.maximum ?? null,
    merchantReference: input.merchantReference,
    bankReference: input.bankReference ?? null,
    isTest: input.isTest ?? false,
    selectedBankId: input.selectedBankId ?? null,
    notifyUrl: input.notifyUrl ?? site.addresses.notifyUrl ?? null,
    details: input.details,
    ambiguousEnds: input.ambiguousEnds?.length ? [...input.ambiguousEnds] : null,
    correlationId: correlated(ctx, site.merchantId),
    createdAt,
    expiresAt,
    completedAt: null,
    linkId: input.linkId ?? null,
    customerId: input.customerId ?? identify(site.merchantId, givenIn(input.details))?.id ?? null,
  };
}

const customerOf = ({ merchantId, details }: store.Payment): Identified | undefined =>
  identify(merchantId, givenIn(details));

function givenIn({ customer, customerCellphoneNumber, payer }: store.PaymentDetails): Given {
  const { id, name, email, cellphone } = (payer ?? {}) as Partial<
    Record<'id' | 'name' | 'email' | 'cellphone', string>
  >;
  return {
    name: customer ?? name,
    email,
    phone: customerCellphoneNumber ?? cellphone,
    reference: id,
    otherName: customer === undefined ? undefined : name,
  };
}

/** Adds the name on the payer's account to the payment's customer, or makes it the customer. The caller holds the payment. */
export function namePayer(work: Work, payment: store.Payment, holder: string): void {
  const known = identify(payment.merchantId, { ...givenIn(payment.details), otherName: holder });
  if (!known) return;
  saveCustomer(work, { ...known, id: payment.customerId ?? known.id });
  if (payment.customerId === null) change(work, store.payments, payment, { customerId: known.id });
}

/** How the sweep of customers reads payments. */
export const customersOfPayments: NamedSource = {
  table: 'payments',
  column: 'details',
  customerOf: (details) => givenIn(details),
};

function assertInBand(amount: Cents, band: { minimum: Cents; maximum: Cents }): void {
  if (band.minimum > band.maximum) {
    throw invalidField('variable', 'the minimum must not exceed the maximum');
  }
  if (amount < band.minimum || amount > band.maximum) {
    throw invalidField('amount', 'the amount must be between its minimum and its maximum');
  }
}

/**
 * Creates a payment that is written with the rest of the transaction. Its reference can repeat: the charges of a
 * subscription share one. It causes no notification by itself.
 */
export function addChargePayment(work: Work, input: Omit<NewPayment, 'notifyUrl'>): store.Payment {
  const payment = { ...newPayment(work, input), notifyUrl: null };
  save(work, chargePayments, { payment, uniqueReference: false, createdBy: work.actor });
  return payment;
}

const chargePayments: Writer<store.NewRow> = {
  place: 'payments',
  idOf: ({ payment }) => payment.id,
  statements: ({ tx }, rows) => [{ query: store.addingPayments(tx, rows) }],
};

/** A merchant's payment; throws PaymentNotFound for anybody else's. */
export async function getPayment(ctx: Context, merchantId: string, id: string): Promise<store.Payment> {
  const payment = await store.findPayment(ctx.db, merchantId, id);
  if (!payment) throw new DomainError('PaymentNotFound');
  return payment;
}

/** A page of a merchant's payments, newest first. */
export function listPayments(
  ctx: Context,
  filter: store.PaymentFilter,
  page: PageRequest,
): Promise<Page<store.Payment>> {
  return planned(ctx.db, 'for its values, row by row', (tx) => store.pagePayments(tx, filter, page));
}
