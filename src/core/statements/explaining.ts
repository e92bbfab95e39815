// A person explains a line that no rule explains: once.
import { type Context, inWork, type Work } from '../context.ts';
import { findReturn } from '../deposits/parts.ts';
import { reverseDeposit } from '../deposits/reversing.ts';
import { findOrderOf } from '../payment-files/orders.ts';
import type { TransferHandlers } from '../transfers/actions.ts';
import { bookDeposits } from './booking.ts';
import { bookAs, booking, reversalReason } from './lines.ts';
import { explainPayment } from './payments.ts';
import * as store from './store.ts';

export interface Explanation {
  meaning: store.LineMeaning;
  /** The deposit, refund, payout or settlement; null for what needs none. */
  objectId: string | null;
  note: string | null;
  by: string;
}

/**
 * Books an open line as what a person says. Throws where there is no such line, it is not open any more, or it cannot be
 * that: a credit is no payment, and a payment has its amount.
 */
export async function explainLine(
  ctx: Context,
  handlers: TransferHandlers,
  id: string,
  given: Explanation,
): Promise<store.StatementLine> {
  const line = await inWork(ctx, (work) => lockOpenLine(work, id));
  if (given.meaning === 'payment' || given.meaning === 'return')
    await explainOrder(ctx, handlers, line, given);
  else await inWork(ctx, async (work) => bookExplained(work, await lockOpenLine(work, id), given));
  return inWork(ctx, async (work) => {
    await store.setNote(work.tx, id, given.note);
    return (await store.lockLine(work.tx, id))!;
  });
}

async function lockOpenLine(work: Work, id: string): Promise<store.StatementLine> {
  const line = await store.lockLine(work.tx, id);
  if (!line) throw new Error(`there is no line ${id}`);
  if (line.status === 'open') return line;
  throw new Error(
    `the line is ${line.status}${line.meaning ? ` as ${line.meaning}` : ''}, so there is nothing to explain`,
  );
}

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
      if (line.amountCents < 0n) throw new Error('the line is money that left, so it is no deposit');
      return (await bookDeposits(work, [line]))[0]!;
    }
    case 'reversal': {
      if (objectId === null) throw new Error('a reversal needs the id of the deposit that it takes back');
      if (line.amountCents > 0n)
        throw new Error('the line is money that came in, so it takes no deposit back');
      const { amountCents, bankAccount } = await reverseDeposit(work, objectId, reversalReason(line));
      if (amountCents !== -line.amountCents || bankAccount !== line.bankAccount)
        throw new Error('the deposit has another amount, or is on another account');
      return booking(line, 'reversal', objectId, rule);
    }
    default:
      throw new Error(`a line cannot be explained as ${meaning}`);
  }
}

async function explainOrder(
  ctx: Context,
  handlers: TransferHandlers,
  line: store.StatementLine,
  { meaning, objectId, by }: Explanation,
): Promise<void> {
  if (objectId === null)
    throw new Error(`a ${meaning} needs the id of the refund, payout, settlement or deposit`);
  const isOut = line.amountCents < 0n;
  if (isOut !== (meaning === 'payment'))
    throw new Error(`money that ${isOut ? 'left' : 'came in'} is no ${meaning}`);
  const paid = (await findReturn(ctx, objectId)) ?? objectId;
  const order = await findOrderOf(ctx, line.bankAccount, paid);
  if (!order) throw new Error(`the account ${line.bankAccount} pays nothing for ${objectId}`);
  const amount = isOut ? -line.amountCents : line.amountCents;
  if (order.amountCents !== amount) throw new Error('the payment has another amount than the line');
  if (!(await explainPayment(ctx, handlers, line, order, `explained by ${by}`)))
    throw new Error(`another line explains the ${meaning} of ${objectId} already`);
}
