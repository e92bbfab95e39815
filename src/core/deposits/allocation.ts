// Decisions of a person about a waiting deposit: whose it is, in one part or several, or that it stays. The first
// decision wins; later ones find it decided.
import { maskNumbers } from '../../kernel/formats/mask.ts';
import { type Cents, formatDecimal } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import type { AnyContext, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { findSiteByCode } from '../merchants/actions.ts';
import {
  findPaymentForCustomer,
  lockPayment,
  lockPayments,
  type Payment,
  type PaymentState,
  paymentIds,
} from '../payments/actions.ts';
import { assertAsSeen, type Seen } from '../seen.ts';
import { findAnyTransaction, isFailed, type Transaction } from '../transactions/actions.ts';
import { lockBoth } from '../transactions/decisions.ts';
import { dropUnstarted } from '../transactions/deposits.ts';
import { advance } from '../transitions.ts';
import { action, inWork } from '../unit-of-work.ts';
import { sees, type Viewer } from '../viewer.ts';
import { findNamed, findNewestOpen, type OpenPayment } from './candidate-store.ts';
import { attemptToPay, endHeld, givePart, type Use } from './parts.ts';
import { bare } from './payment-candidates.ts';
import { referencesIn } from './reference-search.ts';
import { comparable } from './references.ts';
import { type DepositState, type DepositVerb, depositMachine, isOpen } from './state.ts';
import * as store from './store.ts';

/** The target of a deposit, or of a part of it. */
export type Target =
  /** A deposit reference of any kind, a merchant's reference, or a payment's reference at the bank, as typed. */
  | { reference: string }
  | { paymentId: string }
  /** The float of the site with this code. */
  | { floatOf: string };

export interface Portion {
  to: Target;
  amount: Cents;
  seen?: Seen<TargetFacts> | undefined;
}

/** The facts of a deposit that a user saw: its amount is in cents. */
export type DepositFacts = { state: DepositState; amount: Cents };

/** The facts of a target that a user saw: its payment, the payment's state, and the requested amount in cents. */
export type TargetFacts = { payment: string | null; state: PaymentState | null; asked: Cents | null };

/** Locks a deposit that is still undecided. Throws DepositNotFound, DepositDecided, ChangedSinceSeen. */
export async function lockOpen(
  { tx }: Work,
  viewer: Viewer,
  id: string,
  seen?: Seen<DepositFacts>,
): Promise<store.Deposit> {
  const deposit = await store.lockDeposit(tx, id, viewer);
  if (!deposit) throw new DomainError('DepositNotFound');
  if (!isOpen(deposit.state))
    throw new DomainError('DepositDecided', { detail: `the deposit is already ${deposit.state}` });
  assertAsSeen<DepositFacts>(seen, { state: deposit.state, amount: deposit.amountCents });
  return deposit;
}

/**
 * Gives a whole deposit to its target: a waiting transaction becomes successful with the amount that came. Throws
 * DepositNotFound, DepositDecided, ChangedSinceSeen, DepositReferenceNotFound, PaymentNotFound, SiteNotFound, PaymentAlreadyComplete,
 * PaymentInProgress and StepNotAllowed (a test payment, a charge of a subscription). Long numbers of the note are masked.
 */
export function allocateDeposit(
  scope: AnyContext,
  viewer: Viewer,
  id: string,
  to: Target,
  note: string | null,
  seen?: Seen<DepositFacts> & { target?: Seen<TargetFacts> },
): Promise<store.Deposit> {
  return inWork(scope, async (work) => {
    const deposit = await lockOpen(work, viewer, id, seen);
    await spread(work, viewer, deposit, {
      verb: 'allocate',
      portions: [{ to, amount: deposit.amountCents, seen: seen?.target }],
      note: note && maskNumbers(note),
    });
    return deposit;
  });
}

/**
 * Splits a deposit between several targets. Throws InvalidField when the parts do not add up to it, one is zero, or two
 * have the same target; and what allocateDeposit throws.
 */
export function splitDeposit(
  scope: AnyContext,
  viewer: Viewer,
  id: string,
  portions: readonly Portion[],
  note: string | null,
  seen?: Seen<DepositFacts>,
): Promise<store.Deposit> {
  return inWork(scope, async (work) => {
    const deposit = await lockOpen(work, viewer, id, seen);
    assertWhole(deposit, portions);
    await spread(work, viewer, deposit, { verb: 'split', portions, note: note && maskNumbers(note) });
    return deposit;
  });
}

function assertWhole({ amountCents }: store.Deposit, portions: readonly Portion[]): void {
  const refuse = (detail: string) => invalidField('portions', detail);
  if (portions.length < 2) throw refuse('a split must have at least two parts');
  if (portions.some(({ amount }) => amount <= 0n)) throw refuse('each part must be more than zero');
  const sum = portions.reduce((total, { amount }) => total + amount, 0n);
  if (sum === amountCents) return;
  throw refuse(`the parts add up to ${formatDecimal(sum)}, and the deposit is ${formatDecimal(amountCents)}`);
}

/**
 * Leaves a deposit in suspense and takes it off the list, with a note of 1 to 500 characters. Throws DepositNotFound,
 * DepositDecided, ChangedSinceSeen, InvalidField (note).
 */
export const parkDeposit = action(
  async (work, viewer: Viewer, id: string, note: string, seen?: Seen<DepositFacts>) => {
    if (note.trim().length < 1 || note.length > 500)
      throw invalidField('note', 'note must have 1 to 500 characters');
    const deposit = await lockOpen(work, viewer, id, seen);
    const kept = maskNumbers(note);
    advance(work, depositMachine, deposit, 'park', kept);
    deposit.stateReason = kept;
    return deposit;
  },
);

async function spread(
  work: Work,
  viewer: Viewer,
  deposit: store.Deposit,
  { verb, portions, note }: { verb: DepositVerb; portions: readonly Portion[]; note: string | null },
): Promise<void> {
  const held =
    deposit.transactionId === null ? undefined : await findAnyTransaction(work.db, deposit.transactionId);
  const shares: Share[] = [];
  for (const { to, amount, seen } of portions) {
    shares.push({ amount, seen, destination: await find(work, viewer, deposit, held, to) });
  }
  // Floats come last and in a fixed order: every payout of their sites waits for them.
  shares.sort((one, other) => keyOf(one).localeCompare(keyOf(other)));
  if (new Set(shares.map(keyOf)).size < shares.length) {
    throw invalidField('portions', 'two parts have the same target');
  }
  const payments = shares.flatMap(({ destination: to }) => (to.kind === 'payment' ? [to.paymentId] : []));
  await lockPayments(work.tx, paymentIds(work.tx, held ? [...payments, held.paymentId] : payments));
  for (const { destination, amount, seen } of shares) {
    if (seen) assertAsSeen<TargetFacts>(seen, await factsOf(work, held, destination));
    const use = await useOf(work, destination, amount);
    await givePart(work, deposit, { use, amount, fromSuspense: true });
  }
  advance(work, depositMachine, deposit, verb, note);
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
  seen: Seen<TargetFacts> | undefined;
}

async function factsOf(work: Work, held: Transaction | undefined, to: Destination): Promise<TargetFacts> {
  const id = to.kind === 'payment' ? to.paymentId : to.kind === 'held' ? held!.paymentId : null;
  if (id === null) return { payment: null, state: null, asked: null };
  const { state, amountCents: asked } = required(await lockPayment(work.tx, id), 'payment');
  return { payment: id, state, asked };
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
  viewer: Viewer,
  deposit: store.Deposit,
  held: Transaction | undefined,
  target: Target,
): Promise<Destination> {
  if ('floatOf' in target) {
    const site = await findSiteByCode(work.tx, target.floatOf);
    if (!site || !sees(viewer, site.merchantId))
      throw new DomainError('SiteNotFound', { detail: `there is no site ${target.floatOf}` });
    return { kind: 'float', merchantId: site.merchantId, siteId: site.id };
  }
  if ('paymentId' in target) {
    if (target.paymentId === held?.paymentId) return { kind: 'held', transactionId: held.id };
    const payment = await findPaymentForCustomer(work.db, target.paymentId);
    if (payment && sees(viewer, payment.merchantId)) return { kind: 'payment', ...target };
    throw new DomainError('PaymentNotFound', { detail: `there is no payment ${target.paymentId}` });
  }
  // The deposit's own reference is the payer's intention, for any amount and any number of deposits.
  if (held && isCarried(deposit, comparable(target.reference)))
    return { kind: 'held', transactionId: held.id };
  return findByReference(work, viewer, target.reference);
}

async function findByReference(work: Work, viewer: Viewer, given: string): Promise<Destination> {
  const reference = await store.findReference(work.tx, comparable(given));
  if (!reference || !sees(viewer, reference.merchantId)) return findByName(work, viewer, given);
  const { purpose, merchantId, siteId, paymentId } = reference;
  if (paymentId !== null) return { kind: 'payment', paymentId };
  return purpose === 'float' ? { kind: 'float', merchantId, siteId } : { kind: 'multiple', reference };
}

/** Finds the only open payment with a merchant's reference, or with a reference at the bank. */
async function findByName({ tx }: Work, viewer: Viewer, given: string): Promise<Destination> {
  const exact = await findNamed(tx, viewer, given.trim());
  const named = exact.length > 0 ? exact : await findSimilar(tx, viewer, given);
  const open = named.filter(({ state }) => state !== 'complete');
  const own = open.filter(({ state }) => state === 'created');
  const [only, ...others] = own.length > 0 ? own : open;
  if (only && others.length === 0) return { kind: 'payment', paymentId: only.paymentId };
  if (only)
    throw invalidField(
      'to',
      `${others.length + 1} open payments have the reference ${given}: name one by its id`,
    );
  if (named.length > 0) throw new DomainError('PaymentAlreadyComplete');
  const detail = `there is no deposit reference ${given}, and no payment with this reference`;
  throw new DomainError('DepositReferenceNotFound', { detail });
}

/** Returns open payments whose reference has the same letters and digits, in any letter case. */
async function findSimilar(tx: Work['tx'], viewer: Viewer, given: string): Promise<OpenPayment[]> {
  const wanted = bare(given);
  const open = await findNewestOpen(tx, viewer, null);
  return open.filter(
    ({ merchantReference, bankReference }) =>
      bare(merchantReference) === wanted || (bankReference !== null && bare(bankReference) === wanted),
  );
}

/** True if a deposit carries a reference: alone, or inside the bank's text. */
const isCarried = ({ reference: text }: store.Deposit, reference: string): boolean =>
  comparable(text) === reference || referencesIn(text).includes(reference);

async function useOf(work: Work, destination: Destination, amount: Cents): Promise<Use> {
  if (destination.kind === 'held') {
    const both = required(await lockBoth(work.tx, destination.transactionId), 'transaction');
    // It has ended if the deposit was sent back before, and came back: another may pay the payment by now.
    if (isFailed(both.transaction.state)) await assertFree(work, both.payment);
    return { kind: 'transaction', ...both };
  }
  if (destination.kind !== 'payment') return destination;
  const payment = required(await lockPayment(work.tx, destination.paymentId), 'payment');
  if (payment.state === 'complete') throw new DomainError('PaymentAlreadyComplete');
  const isCharge = payment.details.subscriptionId !== undefined;
  if (payment.isTest || isCharge) {
    const detail = isCharge
      ? 'only the bank can pay a charge of a subscription'
      : 'a test payment cannot receive money';
    throw new DomainError('StepNotAllowed', { detail });
  }
  const transaction = await attemptToPay(work, payment, amount);
  if (!transaction) throw new DomainError('PaymentInProgress');
  return { kind: 'transaction', payment, transaction };
}

/** Throws PaymentAlreadyComplete, and PaymentInProgress while another attempt is at a bank or waits for another deposit. */
async function assertFree(work: Work, payment: Payment): Promise<void> {
  if (payment.state === 'complete') throw new DomainError('PaymentAlreadyComplete');
  if (!(await dropUnstarted(work, payment))) throw new DomainError('PaymentInProgress');
}
