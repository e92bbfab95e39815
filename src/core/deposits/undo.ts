// Undoes the match of a deposit: whatever it paid is reversed, and its money waits in suspense again. The books keep both
// postings. It is refused if the money has moved on.
import { formatRand } from '../../kernel/money.ts';
import { getOrThrow } from '../../kernel/required.ts';
import type { AnyContext, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import * as ledger from '../ledger/actions.ts';
import { lowerFloat } from '../payouts/actions.ts';
import { assertAsSeen, type Seen } from '../seen.ts';
import { closePayment } from '../transactions/closing.ts';
import { type Both, lockTransactions } from '../transactions/decisions.ts';
import { moveTransaction } from '../transactions/transitions.ts';
import { advance, stateBefore } from '../transitions.ts';
import { action, flush } from '../unit-of-work.ts';
import type { Viewer } from '../viewer.ts';
import { bookingOf } from './parts.ts';
import { depositMachine } from './state.ts';
import * as store from './store.ts';

/** The facts of a match that a user saw: the id of its first part, null without one. */
export type MatchFacts = { match: string | null };

/**
 * Undoes the match of a deposit: a payment that it paid is open again, unless it has expired, was cancelled before, or was
 * created for the deposit; its merchant is notified. Throws DepositNotFound, ChangedSinceSeen, and StepNotAllowed if there
 * is no match, or its money was refunded, settled or paid out.
 */
export const undoDeposit = action(
  async (work, viewer: Viewer, id: string, reason: string, seen?: Seen<MatchFacts>) => {
    const deposit = await store.lockDeposit(work.tx, id, viewer);
    if (!deposit) throw new DomainError('DepositNotFound');
    const parts = await store.findParts(work.tx, id);
    assertAsSeen<MatchFacts>(seen, { match: matchOf(deposit, parts) });
    if (deposit.state !== 'allocated')
      throw refused(`the deposit is ${deposit.state}: there is no match to undo`);
    await undoPayments(work, deposit, parts, reason);
    // Floats come last and in a fixed order: every payout of their sites waits for them.
    const floats = parts.filter(({ transactionId }) => transactionId === null);
    for (const part of floats.toSorted((one, other) => one.siteId!.localeCompare(other.siteId!)))
      await undoFloat(work, deposit, part);
    for (const part of parts) {
      ledger.post(work, 'deposit_reopened', bookingOf(part.id, deposit.bankAccount, part.amountCents));
      await store.setUndone(work.tx, part.id, work.clock.now(), work.actor);
    }
    advance(work, depositMachine, deposit, 'undo', reason);
    deposit.stateReason = reason;
    return deposit;
  },
);

const refused = (detail: string) => new DomainError('StepNotAllowed', { detail });

const matchOf = ({ state }: store.Deposit, [first]: readonly store.Part[]): string | null =>
  state === 'allocated' && first ? first.id : null;

/** Returns what identifies the present match of an allocated deposit, which the caller has found. */
export async function findMatch({ db }: AnyContext, id: string): Promise<string | null> {
  const [first] = await store.findParts(db, id);
  return first?.id ?? null;
}

async function undoPayments(
  work: Work,
  deposit: store.Deposit,
  parts: readonly store.Part[],
  reason: string,
): Promise<void> {
  const ids = parts.flatMap(({ transactionId }) => transactionId ?? []);
  const all = await lockTransactions(work.tx, ids);
  for (const both of all.values()) assertUntouched(both);
  await assertFunds(work, [...all.values()]);
  for (const id of ids) {
    const both = getOrThrow(all, id);
    const isOwn = await isForDeposit(work, deposit, both);
    const before = await stateBefore(work.tx, both.payment.id, 'complete');
    await moveTransaction(work, both.payment, both.transaction, 'reverse', reason, { reopens: !isOwn });
    if (deposit.transactionId === id) await store.setTransaction(work.tx, deposit.id, null);
    await closeAgain(work, both, before);
  }
}

/** Throws StepNotAllowed if anything was refunded, or the bank reversed the payment. */
function assertUntouched({ transaction }: Both): void {
  const { state, refundedCents, merchantReference } = transaction;
  if (refundedCents > 0n)
    throw refused(
      `${formatRand(refundedCents)} of the payment ${merchantReference} is refunded, or is being refunded`,
    );
  if (state !== 'successful') throw refused(`the payment ${merchantReference} is ${state}`);
}

/**
 * Throws StepNotAllowed if a site's balance no longer has the money. Takes the spending locks of the sites, as whatever else
 * spends their balances does.
 */
async function assertFunds(work: Work, all: readonly Both[]): Promise<void> {
  const due = new Map<string, bigint>();
  for (const { transaction } of all.filter((one) => !one.transaction.isTest)) {
    const { id, siteId, amountCents } = transaction;
    const { fee } = await ledger.feeBooked(work.tx, id);
    due.set(siteId, (due.get(siteId) ?? 0n) + amountCents - fee);
  }
  if (due.size === 0) return;
  const siteIds = [...due.keys()];
  const balances = await ledger.spendableOf(work.tx, siteIds);
  if ((await ledger.findUnsettled(work, siteIds)).size > 0)
    throw refused('the settlement of the last business day is not complete: try again in a few minutes');
  for (const [siteId, needed] of due) {
    const balance = getOrThrow(balances, siteId);
    if (balance < needed)
      throw refused(
        `the money was settled or spent: the balance of the site is ${formatRand(balance)}, and ${formatRand(needed)} would be taken`,
      );
  }
}

/** True for a payment that exists for a deposit alone: of a lasting reference, or because one came on top of another. */
async function isForDeposit(
  { tx }: Work,
  { transactionId }: store.Deposit,
  { payment, transaction }: Both,
): Promise<boolean> {
  const reference = payment.bankReference && (await store.findReference(tx, payment.bankReference));
  if (reference && reference.purpose === 'multiple') return true;
  return transactionId === transaction.id && !(await store.findReferenceOf(tx, payment.id));
}

/** Ends a payment that is open again as it had ended before its deposit came. */
async function closeAgain(work: Work, { payment }: Both, before: string | undefined): Promise<void> {
  if (payment.state !== 'created') return;
  await flush(work);
  if (before === 'cancelled')
    await closePayment(work, payment, 'cancel', 'cancelled before its deposit came');
  else if (payment.expiresAt <= work.clock.now())
    await closePayment(work, payment, 'expire', 'the time to pay ran out');
}

async function undoFloat(work: Work, { bankAccount }: store.Deposit, part: store.Part): Promise<void> {
  const { id, merchantId, siteId, amountCents: amount } = part;
  await lowerFloat(work, { merchantId: merchantId!, siteId: siteId! }, { id, bankAccount, amount });
}
