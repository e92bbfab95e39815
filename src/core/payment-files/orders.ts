// Orders to pay: each is taken once, and waits for its account's next file or leaves by itself.
import { dayOf } from '../../kernel/business-days.ts';
import { drawChecked } from '../../kernel/check-digits.ts';
import { findAccount, maskNumber } from '../accounts/actions.ts';
import type { AnyContext, Context } from '../context.ts';
import { OrderConflict, type TransferAnswer, type TransferOrder } from '../rails.ts';
import { findObjects, findTransferOf } from '../transfers/actions.ts';
import * as store from './store.ts';

export {
  countUnderWay,
  findOrder,
  findOrdersByReference,
  isOrdered,
  markInSum,
  type PaymentOrder,
} from './store.ts';

/** The prefixes of this service's references at banks: of one payment, and of a file. */
export const bankPrefixes = { payment: 'PAY', file: 'TEFO' } as const;

/**
 * Takes an order to pay, to leave with the account's next file; again with the same id, it returns the status of the
 * first. Throws OrderConflict if that is an order for another amount or account.
 */
export async function takeOrder(ctx: Context, order: TransferOrder): Promise<TransferAnswer> {
  return answerOf(await keepOrder(ctx, order, 'in a file'));
}

/** Takes an order that its rail lets leave by itself, as takeOrder does, and returns it. No file will hold it. */
export function takeSingleOrder(ctx: Context, order: TransferOrder): Promise<store.PaymentOrder> {
  return keepOrder(ctx, order, 'by itself');
}

async function keepOrder(
  ctx: Context,
  order: TransferOrder,
  leaves: 'in a file' | 'by itself',
): Promise<store.PaymentOrder> {
  const known = await store.findOrder(ctx.db, order.id);
  if (known) return sameOrder(ctx, known, order);
  const account = await findAccount(ctx.db, order.account);
  if (!account?.paymentProfile) throw new Error(`the account ${order.account} makes no payments`);
  const now = ctx.clock.now();
  const closesAt = ctx.policy.calendar.nextTimeOnBusinessDay(now, [account.cutOff]);
  const row: store.PaymentOrder = {
    id: order.id,
    bankAccount: account.id,
    bankReference: bankPrefixes.payment + drawChecked(),
    merchantId: order.merchantId,
    purpose: order.purpose,
    amountCents: order.amount,
    bankId: order.bankId,
    branchCode: order.branchCode,
    account: maskNumber(order.accountNumber),
    accountSealed: ctx.keyring.seal(order.accountNumber),
    accountHolder: order.accountHolder,
    reference: order.reference,
    orderedAt: now,
    ...(leaves === 'in a file'
      ? { closesAt, paysOn: null }
      : { closesAt: null, paysOn: dayOf(closesAt).toString() }),
    fileId: null,
    meaning: null,
    said: null,
    reason: null,
    wasPaid: false,
    inSum: false,
  };
  await store.insertOrder(ctx.db, row);
  const kept = await store.findOrder(ctx.db, order.id);
  // Two equal draws of ten thousand million.
  if (!kept) throw new Error(`the bank reference ${row.bankReference} was drawn twice`);
  return sameOrder(ctx, kept, order);
}

function sameOrder(ctx: Context, kept: store.PaymentOrder, order: TransferOrder): store.PaymentOrder {
  const isSame =
    kept.bankAccount === order.account &&
    kept.amountCents === order.amount &&
    kept.branchCode === order.branchCode &&
    ctx.keyring.open(kept.accountSealed) === order.accountNumber;
  if (!isSame)
    throw new OrderConflict(`transfer ${order.id} is ordered already with another amount or account`);
  return kept;
}

/** Returns the status of an order as a rail reports it. */
export async function enquireOrder(ctx: AnyContext, id: string): Promise<TransferAnswer> {
  const order = await store.findOrder(ctx.db, id);
  return order ? answerOf(order) : { outcome: 'unknown', reason: null };
}

/** Returns the status of an order as a rail reports it. */
export const answerOf = ({ meaning, reason }: store.PaymentOrder): TransferAnswer => ({
  outcome: meaning ?? 'pending',
  reason,
});

/** Returns the newest order of an account for a refund, payout or settlement, or for a deposit that goes back. */
export async function findOrderOf(
  ctx: AnyContext,
  accountId: string,
  objectId: string,
): Promise<store.PaymentOrder | undefined> {
  const transfer = await findTransferOf(ctx.db, objectId);
  const order = transfer && (await store.findOrder(ctx.db, transfer.id));
  return order?.bankAccount === accountId ? order : undefined;
}

/** Returns the object that each order pays: a refund, payout, settlement, or part of a deposit. */
export async function objectsOf(
  ctx: AnyContext,
  orders: readonly store.PaymentOrder[],
): Promise<Map<string, string>> {
  return findObjects(
    ctx.db,
    orders.map(({ id }) => id),
  );
}
