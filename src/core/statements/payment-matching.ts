// Lines of statements that are payments of this service, or their return. The bank's statement counts: a payment that
// it shows is paid, whatever the bank's earlier responses.
import type { Cents } from '../../kernel/money.ts';
import { firstOf, required } from '../../kernel/required.ts';
import type { AnyContext, Work } from '../context.ts';
import { findDepositOfPart } from '../deposits/parts.ts';
import { findFileOrders } from '../payment-files/actions.ts';
import { hear } from '../payment-files/answers.ts';
import {
  bankPrefixes,
  findOrdersByReference,
  markInSum,
  type PaymentOrder,
} from '../payment-files/orders.ts';
import { findTransfer } from '../transfers/actions.ts';
import { inWork } from '../unit-of-work.ts';
import { postLine } from './lines.ts';
import * as store from './store.ts';

/** Explains a line by the reference of a payment or of a file in it. Returns false if it is neither. */
export async function explainByReference(ctx: AnyContext, line: store.StatementLine): Promise<boolean> {
  const paid = line.amountCents < 0n ? -line.amountCents : line.amountCents;
  const orders = await findOrdersByReference(ctx.db, line.bankAccount, line.refs);
  const [order] = orders;
  if (order && orders.length === 1 && order.amountCents === paid)
    return explainPayment(ctx, line, order, `the bank reference ${order.bankReference} and its amount`);
  return line.amountCents < 0n && explainSum(ctx, line);
}

/** Explains a line by the reference of a file and the sum of what did not fail of it. Returns false if it is not that. */
async function explainSum(ctx: AnyContext, line: store.StatementLine): Promise<boolean> {
  const messageId = line.refs.find((ref) => ref.startsWith(bankPrefixes.file));
  const all = messageId === undefined ? [] : await findFileOrders(ctx, line.bankAccount, messageId);
  const left = all.filter(({ meaning }) => meaning !== 'failed');
  if (left.length === 0 || sumOf(left) !== -line.amountCents) return false;
  // The bank has shown one of them already: this is another movement.
  for (const { id } of left) if (await store.isExplained(ctx.db, id, 'payment')) return false;
  const after: PaymentOrder[] = [];
  for (const one of left) after.push(await settle(ctx, one, 'payment'));
  await inWork(ctx, async (work) => {
    const locked = await store.lockLine(work.tx, line.id);
    if (locked?.status !== 'new' && locked?.status !== 'open') return;
    const anyway = sumOf(after.filter(({ wasPaid }) => !wasPaid));
    if (anyway > 0n) postLine(work, { ...line, amountCents: -anyway }, 'payment_shown_anyway');
    await markInSum(
      work.tx,
      left.map(({ id }) => id),
    );
    const rule = `the file ${messageId} and the sum of what did not fail`;
    const said = { status: 'booked', meaning: 'payment', objectId: null, orderId: null, rule } as const;
    await store.setBooked(work.tx, [{ id: line.id, ...said }]);
  });
  return true;
}

const sumOf = (orders: readonly PaymentOrder[]): Cents =>
  orders.reduce((sum, { amountCents }) => sum + amountCents, 0n);

/**
 * Explains a line as the payment of an order, or, where money came in, as its return. Returns false if another line
 * explains that already: then the bank has paid twice.
 */
export async function explainPayment(
  ctx: AnyContext,
  line: store.StatementLine,
  order: PaymentOrder,
  rule: string,
): Promise<boolean> {
  const meaning = line.amountCents < 0n ? 'payment' : 'return';
  if (await store.isExplained(ctx.db, order.id, meaning)) return false;
  const after = await settle(ctx, order, meaning);
  return inWork(ctx, async (work) => {
    const locked = await store.lockLine(work.tx, line.id);
    if (locked?.status !== 'new' && locked?.status !== 'open') return true;
    if (await store.isExplained(work.tx, order.id, meaning)) return false;
    const isBooked = meaning === 'payment' ? after.wasPaid : after.wasPaid && after.meaning === 'returned';
    if (!isBooked)
      postLine(work, line, meaning === 'payment' ? 'payment_shown_anyway' : 'payment_given_back');
    const objectId = await objectOf(work, order);
    await store.setBooked(work.tx, [
      { id: line.id, status: 'booked', meaning, objectId, orderId: order.id, rule },
    ]);
    return true;
  });
}

/** Makes an order paid, or returned, according to the statement. Returns the order as it then is. */
async function settle(
  ctx: AnyContext,
  { id, bankAccount, bankReference }: PaymentOrder,
  meaning: 'payment' | 'return',
): Promise<PaymentOrder> {
  const said = 'the statement';
  await hear(ctx, id, { said, meaning: 'paid', reason: null });
  if (meaning === 'return')
    await hear(ctx, id, {
      said,
      meaning: 'returned',
      reason: 'the money is on the statement again',
    });
  return firstOf(await findOrdersByReference(ctx.db, bankAccount, [bankReference]));
}

/** Returns the refund, payout, settlement or deposit that an order pays. */
export async function objectOf({ tx }: Work, { id, purpose }: PaymentOrder): Promise<string> {
  const { objectId } = required(await findTransfer(tx, id), 'transfer');
  return purpose === 'deposit' ? ((await findDepositOfPart(tx, objectId)) ?? objectId) : objectId;
}
