// A person explains a line that no rule explains: once.
import { maskNumbers } from '../../kernel/formats/mask.ts';
import type { Cents } from '../../kernel/money.ts';
import { firstOf, required } from '../../kernel/required.ts';
import { findSeenAccount } from '../accounts/actions.ts';
import type { AnyContext, Work } from '../context.ts';
import { findReturn } from '../deposits/parts.ts';
import { isArrivedAt, reverseDeposit } from '../deposits/reversals.ts';
import { DomainError } from '../errors.ts';
import { findOrderOf } from '../payment-files/orders.ts';
import { assertAsSeen, type Seen } from '../seen.ts';
import { inWork } from '../unit-of-work.ts';
import type { Viewer } from '../viewer.ts';
import { bookDeposits } from './booking.ts';
import { bookAs, booking, reversalReason } from './lines.ts';
import { explainPayment } from './payment-matching.ts';
import * as store from './store.ts';

export interface Explanation {
  meaning: store.LineMeaning;
  /** The deposit, refund, payout or settlement; null for what needs none. */
  objectId: string | null;
  note: string | null;
  by: string;
}

/** The facts of a line that a user saw: its amount is in cents, negative for money that left. */
export type LineFacts = { amount: Cents; text: string };

/**
 * Books an open line by a user's explanation. Throws StatementLineNotFound, StatementLineExplained if it is not open
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
  const line = await inWork(ctx, (work) => lockOpenLine(work, viewer, id));
  assertAsSeen<LineFacts>(seen, { amount: line.amountCents, text: line.text });
  if (given.meaning === 'payment' || given.meaning === 'return') await explainOrder(ctx, line, given);
  else await inWork(ctx, async (work) => bookExplained(work, await lockOpenLine(work, viewer, id), given));
  return inWork(ctx, async (work) => {
    await store.setNote(work.tx, id, given.note && maskNumbers(given.note));
    return required(await store.lockLine(work.tx, id), 'line');
  });
}

async function lockOpenLine(work: Work, viewer: Viewer, id: string): Promise<store.StatementLine> {
  const line = await store.lockLine(work.tx, id);
  const account = line && (await findSeenAccount(work.tx, viewer, line.bankAccount));
  if (!account) throw new DomainError('StatementLineNotFound', { detail: `there is no line ${id}` });
  if (line.status === 'open') return line;
  const detail = `the line is ${line.status}${line.meaning ? ` as ${line.meaning}` : ''}, so there is nothing to explain`;
  throw new DomainError('StatementLineExplained', { detail });
}

const refused = (field: 'meaning' | 'object', detail: string) =>
  new DomainError('InvalidField', { field, detail });

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
  switch (meaning) {
    case 'charge':
    case 'interest':
    case 'own':
      return bookAs(work, line, meaning, rule);
    case 'deposit': {
      if (line.amountCents < 0n) throw refused('meaning', 'the line is money that left, so it is no deposit');
      return firstOf(await bookDeposits(work, [line]));
    }
    case 'reversal': {
      if (objectId === null)
        throw refused('object', 'a reversal needs the id of the deposit that it takes back');
      if (line.amountCents > 0n)
        throw refused('meaning', 'the line is money that came in, so it takes no deposit back');
      // Checked first: a user who sees this account must not learn the state of a deposit on another.
      if (!(await isArrivedAt(work, objectId, line.bankAccount))) throw new DomainError('DepositNotFound');
      const { amountCents, bankAccount } = await reverseDeposit(work, objectId, reversalReason(line));
      if (amountCents !== -line.amountCents || bankAccount !== line.bankAccount)
        throw refused('object', 'the deposit has another amount, or is on another account');
      return booking(line, 'reversal', objectId, rule);
    }
    default:
      throw refused('meaning', `a line cannot be explained as ${meaning}`);
  }
}

async function explainOrder(
  ctx: AnyContext,
  line: store.StatementLine,
  { meaning, objectId, by }: Explanation,
): Promise<void> {
  if (objectId === null)
    throw refused('object', `a ${meaning} needs the id of the refund, payout, settlement or deposit`);
  const isOut = line.amountCents < 0n;
  if (isOut !== (meaning === 'payment'))
    throw refused('meaning', `money that ${isOut ? 'left' : 'came in'} is no ${meaning}`);
  const paid = (await findReturn(ctx.db, objectId)) ?? objectId;
  const order = await findOrderOf(ctx, line.bankAccount, paid);
  if (!order) throw refused('object', `the account ${line.bankAccount} pays nothing for ${objectId}`);
  const amount = isOut ? -line.amountCents : line.amountCents;
  if (order.amountCents !== amount) throw refused('object', 'the payment has another amount than the line');
  if (!(await explainPayment(ctx, line, order, `explained by ${by}`)))
    throw refused('object', `another line explains the ${meaning} of ${objectId} already`);
}
