// A payment's row lock orders everything that happens to its attempts. Concurrent decisions about many payments share
// their locks, their statements and their commit; each caller receives its result only after it.
import { batch } from '../../kernel/db/batch.ts';
import type { Tx } from '../../kernel/db/db.ts';
import { sendInOrder } from '../../kernel/db/send-order.ts';
import { firstOf, getOrThrow, itemAt } from '../../kernel/required.ts';
import type { AnyContext, Context, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { lockPayments, type Payment } from '../payments/actions.ts';
import { flush, inWork, part } from '../unit-of-work.ts';
import { isLive } from './state.ts';
import * as store from './store.ts';

/** A transaction with its payment, both locked by the payment's row. */
export interface Both {
  payment: Payment;
  transaction: store.Transaction;
}

/** A payment with its attempt that is under way, both locked by the payment's row. */
export interface Live {
  payment: Payment;
  live: store.Transaction | undefined;
}

/** Locks a transaction's payment and reads both as they are now. */
export async function lockBoth(tx: Tx, transactionId: string): Promise<Both | undefined> {
  const { payments, transactions } = await lock(tx, [transactionId], []);
  const transaction = transactions.get(transactionId);
  return transaction && { payment: getOrThrow(payments, transaction.paymentId), transaction };
}

/** Does the same for several of a merchant's transactions, by their ids. */
export async function lockAll(
  tx: Tx,
  merchantId: string,
  transactionIds: readonly string[],
): Promise<Map<string, Both>> {
  const found = await lockTransactions(tx, transactionIds);
  return new Map([...found].filter(([, { transaction }]) => transaction.merchantId === merchantId));
}

/** Does the same for several transactions of any merchants. */
export async function lockTransactions(
  tx: Tx,
  transactionIds: readonly string[],
): Promise<Map<string, Both>> {
  if (transactionIds.length === 0) return new Map();
  const { payments, transactions } = await lock(tx, [...new Set(transactionIds)], []);
  const both = (transaction: store.Transaction): Both => ({
    payment: getOrThrow(payments, transaction.paymentId),
    transaction,
  });
  return new Map([...transactions.values()].map((transaction) => [transaction.id, both(transaction)]));
}

interface Locked {
  payments: Map<string, Payment>;
  transactions: Map<string, store.Transaction>;
}

/**
 * Locks payments in the order of their ids, which avoids deadlocks; then reads the transactions, and the attempts under
 * way of payments that were named themselves. The second statement is sent at once, and sees all that was committed
 * before the first had its locks.
 */
async function lock(
  tx: Tx,
  transactionIds: readonly string[],
  paymentIds: readonly string[],
): Promise<Locked> {
  const [payments, transactions] = await sendInOrder(
    lockPayments(tx, store.paymentsOf(tx, transactionIds, paymentIds)),
    store.findForSteps(tx, transactionIds, paymentIds),
  );
  return {
    payments: new Map(payments.map((payment) => [payment.id, payment])),
    transactions: new Map(transactions.map((transaction) => [transaction.id, transaction])),
  };
}

/**
 * Decides about a transaction while its payment is locked, together with what else is decided just now. Returns what
 * `decision` returns, after the commit; undefined when there is no such transaction. A decision reads and calls nothing
 * outside of the database, and where it throws a DomainError it has written nothing by itself.
 */
export function decide<T>(
  scope: AnyContext,
  transactionId: string,
  decision: (work: Work, both: Both) => Promise<T>,
): Promise<T | undefined> {
  if ('tx' in scope) return lockBoth(scope.tx, transactionId).then((both) => both && decision(scope, both));
  const about = ({ payments, transactions }: Locked): Both | undefined => {
    const transaction = transactions.get(transactionId);
    return transaction && { payment: getOrThrow(payments, transaction.paymentId), transaction };
  };
  return ask({ ctx: scope, transactionId, about, decision: decision as Decision }) as Promise<T | undefined>;
}

/** Does the same about a payment and its attempt that is under way. */
export async function decidePayment<T>(
  scope: AnyContext,
  paymentId: string,
  decision: (work: Work, about: Live) => Promise<T>,
): Promise<T | undefined> {
  const about = ({ payments, transactions }: Locked): Live | undefined => {
    const payment = payments.get(paymentId);
    const attempts = [...transactions.values()];
    return (
      payment && { payment, live: attempts.find((one) => one.paymentId === paymentId && isLive(one.state)) }
    );
  };
  if ('tx' in scope)
    return inWork(scope, async (work) => {
      const found = about(await lock(work.tx, [], [paymentId]));
      return found && decision(work, found);
    });
  return ask({ ctx: scope, paymentId, about, decision: decision as Decision }) as Promise<T | undefined>;
}

type Decision = (work: Work, about: unknown) => Promise<unknown>;

interface Asked {
  ctx: Context;
  transactionId?: string;
  paymentId?: string;
  about: (locked: Locked) => { payment: Payment } | undefined;
  decision: Decision;
}

type Decided = { value: unknown } | { refusal: DomainError };

const decideBatch = batch((_, all: readonly Asked[]) => decideAll(all));

async function ask(asked: Asked): Promise<unknown> {
  const decided = await decideBatch(asked.ctx.db, asked);
  if ('refusal' in decided) throw decided.refusal;
  return decided.value;
}

function decideAll(all: readonly Asked[]): Promise<Decided[]> {
  return inWork(firstOf(all).ctx, async (work) => {
    const locked = await lock(work.tx, ...namedBy(all));
    const decided: Decided[] = [];
    const seen = new Set<string>();
    for (const index of inOrder(all, locked)) {
      const asked = itemAt(all, index);
      const paymentId = asked.about(locked)?.payment.id ?? '';
      const now = seen.has(paymentId) ? await readAgain(work, asked) : locked;
      decided[index] = await decideOne(work, asked, now);
      seen.add(paymentId);
    }
    return decided;
  });
}

const namedBy = (all: readonly Asked[]): [transactionIds: string[], paymentIds: string[]] => [
  [...new Set(all.flatMap(({ transactionId }) => transactionId ?? []))],
  [...new Set(all.flatMap(({ paymentId }) => paymentId ?? []))],
];

// An earlier decision of this batch was about the same payment.
async function readAgain(work: Work, asked: Asked): Promise<Locked> {
  await flush(work);
  return lock(work.tx, ...namedBy([asked]));
}

// Following the end of a charge locks its subscription, so all must do so in one order.
function inOrder(all: readonly Asked[], locked: Locked): number[] {
  const places = all.map((asked, index) => ({
    index,
    subscription: asked.about(locked)?.payment.details.subscriptionId ?? '',
  }));
  places.sort((one, other) => one.subscription.localeCompare(other.subscription) || one.index - other.index);
  return places.map(({ index }) => index);
}

async function decideOne(work: Work, { ctx, about, decision }: Asked, locked: Locked): Promise<Decided> {
  const found = about(locked);
  if (!found) return { value: undefined };
  try {
    return { value: await part(work, ctx, (own) => decision(own, found)) };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error };
    throw error;
  }
}
