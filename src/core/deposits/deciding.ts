// Decisions of a person about a waiting deposit: whose it is, in one part or several, or that it stays. The first
// decision wins; later ones find it decided.
import type { Tx } from '../../kernel/db/db.ts';
import { type Cents, formatDecimal } from '../../kernel/money.ts';
import { type Context, inWork, type Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { findSiteByCode } from '../merchants/actions.ts';
import { findPaymentForCustomer, lockPayment, lockPayments, paymentIds } from '../payments/actions.ts';
import { advance } from '../steps.ts';
import { findAnyTransaction, type Transaction } from '../transactions/actions.ts';
import { attemptToPay } from '../transactions/depositing.ts';
import { lockBoth } from '../transactions/together.ts';
import { endHeld, givePart, type Use } from './parts.ts';
import { referencesIn } from './reading.ts';
import { comparable } from './references.ts';
import { type DepositVerb, depositMachine, isOpen } from './state.ts';
import * as store from './store.ts';

/** What a deposit, or a part of it, is meant for. */
export type Target =
  /** A deposit reference of any kind, as typed. */
  | { reference: string }
  | { paymentId: string }
  /** The float of the site with this code. */
  | { floatOf: string };

export interface Portion {
  to: Target;
  amount: Cents;
}

/** Locks a deposit that is still undecided. Throws DepositNotFound, DepositDecided. */
export async function lockOpen(tx: Tx, id: string): Promise<store.Deposit> {
  const deposit = await store.lockDeposit(tx, id);
  if (!deposit) throw new DomainError('DepositNotFound');
  if (isOpen(deposit.state)) return deposit;
  throw new DomainError('DepositDecided', { detail: `the deposit is ${deposit.state} already` });
}

/**
 * Gives a whole deposit to its target: a waiting transaction becomes successful with the amount that came. Throws
 * DepositNotFound, DepositDecided, DepositReferenceNotFound, PaymentNotFound, SiteNotFound, PaymentAlreadyComplete,
 * PaymentInProgress and StepNotAllowed (a test payment, a charge of a subscription).
 */
export function allocateDeposit(
  ctx: Context,
  id: string,
  to: Target,
  note: string | null,
): Promise<store.Deposit> {
  return inWork(ctx, async (work) => {
    const deposit = await lockOpen(work.tx, id);
    await spread(work, deposit, {
      verb: 'allocate',
      portions: [{ to, amount: deposit.amountCents }],
      note,
    });
    return deposit;
  });
}

/**
 * Splits a deposit between several targets. Throws InvalidField when the parts do not add up to it, one is zero, or two
 * have the same target; and what allocateDeposit throws.
 */
export function splitDeposit(
  ctx: Context,
  id: string,
  portions: readonly Portion[],
  note: string | null,
): Promise<store.Deposit> {
  return inWork(ctx, async (work) => {
    const deposit = await lockOpen(work.tx, id);
    assertWhole(deposit, portions);
    await spread(work, deposit, { verb: 'split', portions, note });
    return deposit;
  });
}

function assertWhole({ amountCents }: store.Deposit, portions: readonly Portion[]): void {
  const refuse = (detail: string) => new DomainError('InvalidField', { field: 'portions', detail });
  if (portions.length < 2) throw refuse('a split has at least two parts');
  if (portions.some(({ amount }) => amount <= 0n)) throw refuse('each part must be more than zero');
  const sum = portions.reduce((total, { amount }) => total + amount, 0n);
  if (sum === amountCents) return;
  throw refuse(`the parts add up to ${formatDecimal(sum)}, the deposit is ${formatDecimal(amountCents)}`);
}

/** Leaves a deposit in suspense and takes it off the list, with a note. Throws DepositNotFound, DepositDecided. */
export function parkDeposit(ctx: Context, id: string, note: string): Promise<store.Deposit> {
  return inWork(ctx, async (work) => {
    const deposit = await lockOpen(work.tx, id);
    await advance(work, depositMachine, deposit, 'park', note);
    deposit.stateReason = note;
    return deposit;
  });
}

async function spread(
  work: Work,
  deposit: store.Deposit,
  { verb, portions, note }: { verb: DepositVerb; portions: readonly Portion[]; note: string | null },
): Promise<void> {
  const held =
    deposit.transactionId === null ? undefined : await findAnyTransaction(work, deposit.transactionId);
  const shares: Share[] = [];
  for (const { to, amount } of portions) {
    shares.push({ amount, destination: await find(work, deposit, held, to) });
  }
  // Floats come last and in a fixed order: every payout of their sites waits for them.
  shares.sort((one, other) => keyOf(one).localeCompare(keyOf(other)));
  if (new Set(shares.map(keyOf)).size < shares.length) {
    throw new DomainError('InvalidField', { field: 'portions', detail: 'two parts are meant for the same' });
  }
  const payments = shares.flatMap(({ destination: to }) => (to.kind === 'payment' ? [to.paymentId] : []));
  await lockPayments(work.tx, paymentIds(work.tx, held ? [...payments, held.paymentId] : payments));
  for (const { destination, amount } of shares) {
    const use = await useOf(work, destination, amount);
    await givePart(work, deposit, { use, amount, fromSuspense: true });
  }
  await advance(work, depositMachine, deposit, verb, note);
  deposit.stateReason = note;
  const isHeldPaid = shares.some(({ destination }) => destination.kind === 'held');
  if (!isHeldPaid) await endHeld(work, deposit, 'the deposit was meant for something else');
}

/** The resolved target, before anything is locked. */
type Destination =
  | Extract<Use, { kind: 'float' | 'multiple' }>
  | { kind: 'payment'; paymentId: string }
  /** The transaction that the deposit waits in. */
  | { kind: 'held'; transactionId: string };

interface Share {
  destination: Destination;
  amount: Cents;
}

function keyOf({ destination: to }: Share): string {
  switch (to.kind) {
    case 'held':
      return `1 ${to.transactionId}`;
    case 'payment':
      return `1 ${to.paymentId}`;
    case 'multiple':
      return `1 ${to.reference.reference}`;
    case 'float':
      return `2 ${to.siteId}`;
  }
}

async function find(
  work: Work,
  deposit: store.Deposit,
  held: Transaction | undefined,
  target: Target,
): Promise<Destination> {
  if ('floatOf' in target) {
    const site = await findSiteByCode(work.tx, target.floatOf);
    if (!site) throw new DomainError('SiteNotFound', { detail: `there is no site ${target.floatOf}` });
    return { kind: 'float', merchantId: site.merchantId, siteId: site.id };
  }
  if ('paymentId' in target) {
    if (target.paymentId === held?.paymentId) return { kind: 'held', transactionId: held.id };
    if (await findPaymentForCustomer(work, target.paymentId)) return { kind: 'payment', ...target };
    throw new DomainError('PaymentNotFound', { detail: `there is no payment ${target.paymentId}` });
  }
  const typed = comparable(target.reference);
  // The deposit's own reference is what the payer meant, for any amount and any number of deposits.
  if (held && isCarried(deposit, typed)) return { kind: 'held', transactionId: held.id };
  const reference = await store.findReference(work.tx, typed);
  if (!reference) {
    const detail = `there is no deposit reference ${target.reference}`;
    throw new DomainError('DepositReferenceNotFound', { detail });
  }
  const { purpose, merchantId, siteId, paymentId } = reference;
  if (paymentId !== null) return { kind: 'payment', paymentId };
  return purpose === 'float' ? { kind: 'float', merchantId, siteId } : { kind: 'multiple', reference };
}

/** Whether a deposit carries a reference: alone, or inside the bank's text. */
const isCarried = ({ reference: text }: store.Deposit, reference: string): boolean =>
  comparable(text) === reference || referencesIn(text).includes(reference);

async function useOf(work: Work, destination: Destination, amount: Cents): Promise<Use> {
  if (destination.kind === 'held') {
    return { kind: 'transaction', ...(await lockBoth(work.tx, destination.transactionId))! };
  }
  if (destination.kind !== 'payment') return destination;
  const payment = (await lockPayment(work.tx, destination.paymentId))!;
  if (payment.state === 'complete') throw new DomainError('PaymentAlreadyComplete');
  const isCharge = payment.details.subscriptionId !== undefined;
  if (payment.isTest || isCharge) {
    const detail = isCharge
      ? 'a charge of a subscription is for its bank alone'
      : 'a test payment takes no money';
    throw new DomainError('StepNotAllowed', { detail });
  }
  const transaction = await attemptToPay(work, payment, amount, (id) => store.hadDeposit(work.tx, id));
  if (!transaction) throw new DomainError('PaymentInProgress');
  return { kind: 'transaction', payment, transaction };
}
