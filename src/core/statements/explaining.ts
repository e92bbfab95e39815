// A user books a line that no rule books: in a category, or as a record of this service.
import { maskNumbers } from '../../kernel/formats/mask.ts';
import type { Cents } from '../../kernel/money.ts';
import { firstOf, required } from '../../kernel/required.ts';
import { findSeenAccount } from '../accounts/actions.ts';
import type { AnyContext, Work } from '../context.ts';
import { findReturn } from '../deposits/parts.ts';
import { isArrivedAt, reverseDeposit, withdrawDeposit } from '../deposits/reversals.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { findOrderOf } from '../payment-files/orders.ts';
import { assertAsSeen, type Seen } from '../seen.ts';
import { inWork } from '../unit-of-work.ts';
import type { Viewer } from '../viewer.ts';
import { bookDeposits } from './booking.ts';
import { bookAs, booking, isCategory, reversalReason } from './lines.ts';
import { explainPayment } from './payment-matching.ts';
import * as store from './store.ts';

export interface Explanation {
  meaning: store.LineMeaning;
  /** The name of a category of that kind that the account's owner has added; absent or null for a built-in one. */
  category?: string | null;
  /** The deposit, refund, payout or settlement; null for what needs none. */
  objectId: string | null;
  note: string | null;
  by: string;
}

/** The facts of a line that a user saw: its amount is in cents, negative for money that left. */
export type LineFacts = { amount: Cents; text: string };

/**
 * Books an open line by a user's explanation; a category also books a line whose deposit waits for a decision. Throws StatementLineNotFound, StatementLineExplained if it is not open
 * any more, ChangedSinceSeen, and InvalidField for an impossible explanation: a credit is not a payment, and a payment
 * has its amount.
 */
export async function explainLine(
  ctx: AnyContext,
  viewer: Viewer,
  id: string,
  given: Explanation,
  seen?: Seen<LineFacts>,
): Promise<store.StatementLine> {
  const line = await inWork(ctx, (work) => lockOpenLine(work, viewer, id, given.meaning));
  assertAsSeen<LineFacts>(seen, { amount: line.amountCents, text: line.text });
  if (given.meaning === 'payment' || given.meaning === 'return') await explainOrder(ctx, line, given);
  else
    await inWork(ctx, async (work) =>
      bookExplained(work, await lockOpenLine(work, viewer, id, given.meaning), given),
    );
  return inWork(ctx, async (work) => {
    await store.setNote(work.tx, id, given.note && maskNumbers(given.note), given.category ?? null);
    return required(await store.lockLine(work.tx, id), 'line');
  });
}

async function lockOpenLine(
  work: Work,
  viewer: Viewer,
  id: string,
  as: store.LineMeaning,
): Promise<store.StatementLine> {
  const line = await store.lockLine(work.tx, id);
  const account = line && (await findSeenAccount(work.tx, viewer, line.bankAccount));
  if (!account) throw new DomainError('StatementLineNotFound', { detail: `there is no line ${id}` });
  if (line.status === 'open') return line;
  // Money that came in waits as a deposit first.
  if (line.status === 'booked' && line.meaning === 'deposit' && isCategory(as)) return line;
  const detail = `the line is ${line.status}${line.meaning ? ` as ${line.meaning}` : ''}, so it cannot be matched again`;
  throw new DomainError('StatementLineExplained', { detail });
}

const refused = (field: 'meaning' | 'object', detail: string) => invalidField(field, detail);

async function bookExplained(work: Work, line: store.StatementLine, given: Explanation): Promise<void> {
  const rule = `explained by ${given.by}`;
  const booked = await bookingOf(work, line, given, rule);
  await store.setBooked(work.tx, [{ ...booked, rule }]);
}

async function bookingOf(
  work: Work,
  line: store.StatementLine,
  { meaning, objectId }: Explanation,
  rule: string,
): Promise<store.Booking> {
  if (isCategory(meaning)) {
    if (line.meaning === 'deposit')
      await withdrawDeposit(work, required(line.objectId, 'deposit'), `the line is booked as ${meaning}`);
    return bookAs(work, line, meaning, rule);
  }
  switch (meaning) {
    case 'deposit': {
      if (line.amountCents < 0n) throw refused('meaning', 'the line is a debit, so it cannot be a deposit');
      return firstOf(await bookDeposits(work, [line]));
    }
    case 'reversal': {
      if (objectId === null) throw refused('object', 'a reversal requires the id of the reversed deposit');
      if (line.amountCents > 0n)
        throw refused('meaning', 'the line is a credit, so it cannot reverse a deposit');
      // Checked first: a user who sees this account must not learn the state of a deposit on another.
      if (!(await isArrivedAt(work, objectId, line.bankAccount))) throw new DomainError('DepositNotFound');
      const { amountCents, bankAccount } = await reverseDeposit(work, objectId, reversalReason(line));
      if (amountCents !== -line.amountCents || bankAccount !== line.bankAccount)
        throw refused('object', 'the amount or the account of the deposit differs');
      return booking(line, 'reversal', objectId, rule);
    }
    default:
      throw refused('meaning', `a line cannot be matched as ${meaning}`);
  }
}

async function explainOrder(
  ctx: AnyContext,
  line: store.StatementLine,
  { meaning, objectId, by }: Explanation,
): Promise<void> {
  if (objectId === null)
    throw refused('object', `a ${meaning} requires the id of the refund, payout, settlement or deposit`);
  const isOut = line.amountCents < 0n;
  if (isOut !== (meaning === 'payment'))
    throw refused('meaning', `a ${isOut ? 'debit' : 'credit'} cannot be a ${meaning}`);
  const paid = (await findReturn(ctx.db, objectId)) ?? objectId;
  const order = await findOrderOf(ctx, line.bankAccount, paid);
  if (!order) throw refused('object', `the account ${line.bankAccount} has no payment for ${objectId}`);
  const amount = isOut ? -line.amountCents : line.amountCents;
  if (order.amountCents !== amount)
    throw refused('object', 'the amount of the payment differs from the line');
  if (!(await explainPayment(ctx, line, order, `explained by ${by}`)))
    throw refused('object', `another line is already matched to the ${meaning} of ${objectId}`);
}
