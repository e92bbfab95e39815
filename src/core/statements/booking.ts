// Books the lines of statements: each is a deposit, a payment of this service or its return, a charge or interest of
// the bank, or it stays open until a user explains it. Lines are booked in small transactions, and a service that is
// killed continues with the next.
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { firstOf } from '../../kernel/required.ts';
import { bankOfBranch } from '../account-numbers.ts';
import type { AnyContext, Work } from '../context.ts';
import { receiveDeposits } from '../deposits/actions.ts';
import { isAllocated, reverseDeposit } from '../deposits/reversals.ts';
import { DomainError } from '../errors.ts';
import { bankPrefixes, isOrdered } from '../payment-files/orders.ts';
import type { ArrivedDeposit, DepositPayer } from '../rails.ts';
import { flush, inWork, within } from '../unit-of-work.ts';
import { bookAs, booking, bookingIdOf, reversalReason, stillOpen } from './lines.ts';
import type { ReportedPayer } from './parsed-statement.ts';
import { explainByReference } from './payment-matching.ts';
import * as store from './store.ts';

/** Plain lines share their statements; those with references lock payments, so they are fewer. */
const sizes = { plain: 1_000, withReference: 25 };

/** Lines that could not be booked, with the errors. */
type Failed = Map<string, unknown>;

/**
 * Books what is new on an account. Returns how many lines there were. A line that cannot be booked stops none behind it: it
 * stays new, is tried again with the next statement, and its error is thrown at the end.
 */
export async function bookNew(ctx: AnyContext, account: string): Promise<number> {
  const failed: Failed = new Map();
  let booked = 0;
  for (;;) {
    const plain = await bookPlain(ctx, account, failed);
    const others = await bookWithReferences(ctx, account, failed);
    if (plain + others === 0) break;
    booked += plain + others;
  }
  for (const error of failed.values()) throw error;
  return booked;
}

/** Books lines together, and each by itself where that fails. */
async function bookApart(
  ctx: AnyContext,
  failed: Failed,
  lines: readonly store.StatementLine[],
  book: (some: readonly store.StatementLine[]) => Promise<unknown>,
): Promise<void> {
  try {
    if (lines.length > 0) await book(lines);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const [line] = lines;
    if (lines.length > 1) for (const one of lines) await bookApart(ctx, failed, [one], book);
    else if (line) {
      failed.set(line.id, error);
      const named = { account: line.bankAccount, line: line.id };
      ctx.log.error({ ...named, error }, 'a line of a statement could not be booked');
    }
  }
}

async function bookPlain(ctx: AnyContext, account: string, failed: Failed): Promise<number> {
  const taken = { limit: sizes.plain, except: [...failed.keys()] };
  let lines: store.StatementLine[] = [];
  try {
    await inWork(ctx, async (work) => {
      lines = await store.lockNew(work.tx, account, false, taken);
      await bookLines(work, lines);
    });
  } catch (error) {
    if (isDatabaseAway(error) || lines.length === 0) throw error;
    for (const line of lines)
      await bookApart(ctx, failed, [line], (some) =>
        inWork(ctx, async (work) => bookLines(work, await stillNew(work, some))),
      );
  }
  return lines.length;
}

/** Books lines without references of this service, of one account. */
async function bookLines(work: Work, lines: readonly store.StatementLine[]): Promise<void> {
  const [first] = lines;
  if (!first) return;
  const isCredit = (line: store.StatementLine) => line.amountCents > 0n && line.hint === null;
  await store.setBooked(work.tx, await bookDeposits(work, lines.filter(isCredit)));
  const others = lines.filter((line) => !isCredit(line));
  const outgoing = others.filter(({ hint }) => hint === null);
  const reversible = await findReversible(work, first.bankAccount, outgoing);
  const bookings: store.Booking[] = [];
  for (const line of others) bookings.push(await bookOther(work, line, reversible.get(line.id) ?? []));
  await store.setBooked(work.tx, bookings);
}

/** Locks lines again; returns those that no other process has booked. */
async function stillNew(work: Work, lines: readonly store.StatementLine[]): Promise<store.StatementLine[]> {
  const found: store.StatementLine[] = [];
  for (const { id } of lines) {
    const line = await store.lockLine(work.tx, id);
    if (line?.status === 'new') found.push(line);
  }
  return found;
}

/** Books credits as deposits; those that are not matched wait for a person. */
export async function bookDeposits(
  work: Work,
  lines: readonly store.StatementLine[],
): Promise<store.Booking[]> {
  const received = await receiveDeposits(
    work,
    lines.map((line) => arrivedOf(work, line)),
  );
  const rules = new Map(received.map(({ id, rule }) => [id, rule]));
  return lines.map((line) => {
    const id = bookingIdOf(line);
    return booking(line, 'deposit', id, rules.get(id) ?? null);
  });
}

function arrivedOf(work: Work, line: store.StatementLine): ArrivedDeposit {
  const { text, reference } = line;
  return {
    account: line.bankAccount,
    id: bookingIdOf(line),
    amount: line.amountCents,
    reference: text.includes(reference) ? text : `${text} ${reference}`.trim(),
    receivedAt: work.clock.now(),
    bookedOn: line.bookedOn,
    payer: payerOf(work, line.payerSealed),
  };
}

function payerOf(work: Work, sealed: string | null): DepositPayer | null {
  if (sealed === null) return null;
  const { branchCode, accountNumber, holder } = JSON.parse(work.keyring.open(sealed)) as ReportedPayer;
  const bankId = bankOfBranch(work.policy.accountRules, branchCode);
  return bankId === undefined ? null : { bankId, branchCode, accountNumber, holder };
}

/**
 * Books a line that is not a deposit and names no payment of this service. `reversible`: the deposits of its text and
 * amount.
 */
async function bookOther(
  work: Work,
  line: store.StatementLine,
  reversible: readonly string[],
): Promise<store.Booking> {
  if (line.hint !== null) return bookAs(work, line, line.hint, "the profile's rule");
  const [only] = reversible;
  if (only === undefined || reversible.length > 1) return stillOpen(line);
  // Only the bank's own mark reverses a deposit that has paid something.
  if (!line.isReversal && (await isAllocated(work, only))) return stillOpen(line);
  return (await bookReversal(work, line, only)) ?? stillOpen(line);
}

/** Returns for each line the deposits that it may take back; those that this transaction has booked count. */
async function findReversible(
  work: Work,
  account: string,
  lines: readonly store.StatementLine[],
): Promise<Map<string, string[]>> {
  const found = await store.findReversible(
    work.tx,
    account,
    lines.map(({ id }) => id),
  );
  if (found.size > 0) await flush(work);
  return found;
}

/** Takes a deposit back, if that can be done; undefined if it cannot. */
async function bookReversal(
  work: Work,
  line: store.StatementLine,
  depositId: string,
): Promise<store.Booking | undefined> {
  await flush(work);
  try {
    // What cannot be taken back whole is not taken back in part.
    await work.tx.savepoint((tx) =>
      within(work, tx, (own) => reverseDeposit(own, depositId, reversalReason(line))),
    );
    // Another line of the same words finds it taken back.
    await flush(work);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
  return booking(line, 'reversal', depositId, 'the bank took the only such deposit back');
}

async function bookWithReferences(ctx: AnyContext, account: string, failed: Failed): Promise<number> {
  const taken = { limit: sizes.withReference, except: [...failed.keys()] };
  const waiting = await inWork(ctx, (work) => store.lockNew(work.tx, account, true, taken));
  const bookOf = (lines: readonly store.StatementLine[]) => inWork(ctx, (work) => bookOthers(work, lines));
  for (const line of waiting.filter(namesPayment))
    await bookApart(ctx, failed, [line], async () => {
      if (!(await explainByReference(ctx, line))) await bookOf([line]);
    });
  const others = waiting.filter((line) => !namesPayment(line));
  await bookApart(ctx, failed, others, bookOf);
  return waiting.length;
}

const namesPayment = ({ refs }: store.StatementLine): boolean =>
  refs.some((ref) => Object.values(bankPrefixes).some((prefix) => ref.startsWith(prefix)));

/**
 * True if money arrived that is not a return. A payer can mistype a reference into one of a payment that was never
 * ordered.
 */
async function isDeposit({ tx }: Work, line: store.StatementLine): Promise<boolean> {
  if (line.amountCents < 0n || line.isReversal) return false;
  if (line.refs.some((ref) => ref.startsWith(bankPrefixes.file))) return false;
  return !namesPayment(line) || !(await isOrdered(tx, line.refs));
}

/** Books lines whose references explain no payment of this service. */
async function bookOthers(work: Work, given: readonly store.StatementLine[]): Promise<void> {
  const lines = await stillNew(work, given);
  const deposits = new Set<store.StatementLine>();
  for (const line of lines) if (await isDeposit(work, line)) deposits.add(line);
  await store.setBooked(work.tx, await bookDeposits(work, [...deposits]));
  const others = lines.filter((line) => !deposits.has(line));
  if (others.length === 0) return;
  const reversible = await findReversible(work, firstOf(others).bankAccount, others);
  const bookings: store.Booking[] = [];
  for (const line of others) {
    const isOut = line.amountCents < 0n;
    bookings.push(isOut ? await bookOther(work, line, reversible.get(line.id) ?? []) : stillOpen(line));
  }
  await store.setBooked(work.tx, bookings);
}
