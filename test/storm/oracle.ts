// Judges the state after a storm against the journal: the merchants' API, the books, the bank, and the receiver's
// notifications. Returns every broken rule in words.
import { type Books, isPaid, judgeBooks } from './books.ts';
import type { Asked, Journal, OnePayment } from './journal.ts';
import { judgeMoneyOut } from './money-out.ts';
import { nothingTold, type Reported } from './receiver.ts';

export interface OneTransaction {
  id: string;
  status: string;
  merchantReference: string;
  amount: { value: number };
  links: { payment: string };
}

/** What can be seen from outside once all is quiet. */
export interface Seen {
  payments: OnePayment[];
  transactions: OneTransaction[];
  told: Map<string, Reported>;
}

export type Say = (text: string) => void;

/** Every rule that the remains break. */
export async function judge(journal: Journal, seen: Seen, books: Books): Promise<string[]> {
  const violations: string[] = [];
  const say: Say = (text) => void violations.push(text);
  const attempts = Map.groupBy(seen.transactions, (one) => one.merchantReference);
  judgePayments(journal, seen, say);
  for (const asked of journal.asked) judgeOutcome(asked, attempts.get(asked.reference) ?? [], say);
  const contracts = new Map(journal.asked.map(({ reference, contract }) => [reference, contract]));
  for (const transaction of seen.transactions) {
    const { id, merchantReference: reference } = transaction;
    // A Payments API merchant gets no notification of an attempt that failed before another one paid.
    const isPassedOver =
      contracts.get(reference) === 'payments' &&
      attempts.get(reference)!.some(({ status }) => isPaid(status));
    judgeNotification(transaction, seen.told.get(id) ?? nothingTold(), isPassedOver, say);
  }
  judgeUnknownNotifications(seen, say);
  await judgeBooks(seen.transactions, books, say);
  await judgeMoneyOut(journal, books, say);
  return violations;
}

/** Every acknowledged payment exists as it was acknowledged, and no customer has two, or one without a request. */
function judgePayments(journal: Journal, seen: Seen, say: Say): void {
  const byReference = Map.groupBy(seen.payments, (payment) => payment.merchantReference);
  for (const asked of journal.asked) {
    const found = byReference.get(asked.reference) ?? [];
    byReference.delete(asked.reference);
    if (found.length > 1) say(`${asked.reference} was requested once and exists ${found.length} times`);
    if (asked.ids.size > 1) say(`${asked.reference} was acknowledged under ${asked.ids.size} ids`);
    for (const id of asked.ids) {
      const payment = found.find((one) => one.id === id);
      if (payment) judgeFields(asked, payment, say);
      else say(`the acknowledged payment ${asked.reference} (${id}) is lost`);
    }
  }
  for (const reference of byReference.keys()) say(`no one requested the payment ${reference}`);
}

const lasting = ['siteCode', 'createdDate', 'expireAt', 'redirectUrl'] as const;

function judgeFields(asked: Asked, payment: OnePayment, say: Say): void {
  const { reference, record, cents } = asked;
  if (Math.round(payment.amount.value * 100) !== cents)
    say(`${reference} has another amount: ${payment.amount.value}`);
  for (const field of record ? lasting : []) {
    if (payment[field] !== record![field]) say(`${reference} has another ${field}: ${payment[field]}`);
  }
  if (asked.outcome?.by && asked.outcome.wanted === 'Successful' && payment.status !== 'Complete') {
    say(`${reference} was acknowledged as paid (by the ${asked.outcome.by}) and is ${payment.status}`);
  }
}

/** Every acknowledged outcome exists, once. */
function judgeOutcome({ reference, outcome }: Asked, attempts: OneTransaction[], say: Say): void {
  const paid = attempts.filter((attempt) => isPaid(attempt.status));
  if (paid.length > 1) say(`${reference} is paid ${paid.length} times`);
  if (outcome?.wanted !== 'Successful' && paid.length > 0)
    say(`${reference} is Successful without a payment`);
  if (outcome?.by && !attempts.some((attempt) => isWanted(attempt.status, outcome.wanted))) {
    const states = attempts.map((attempt) => attempt.status).join(', ') || 'no transaction';
    say(`${reference} was acknowledged as ${outcome.wanted} (by the ${outcome.by}) and has ${states}`);
  }
}

// A paid transaction stays paid when it is refunded.
const isWanted = (status: string, wanted: string): boolean =>
  status === wanted || (wanted === 'Successful' && isPaid(status));

/** Every ended transaction was notified, and every repeat was marked as a repeat. */
function judgeNotification(
  { id, status, merchantReference }: OneTransaction,
  { ids, statuses, pendingIds }: Reported,
  isPassedOver: boolean,
  say: Say,
): void {
  if (status === 'Refunded') return;
  if (status !== 'Successful' && status !== 'Error') return;
  const name = `the ${status} transaction ${id} (${merchantReference})`;
  if (pendingIds.size > 1) say(`${name} was notified as pending ${pendingIds.size} times`);
  if (status === 'Error' && isPassedOver && ids.size === 0) return;
  if (ids.size === 0) say(`${name} was never notified`);
  else if (ids.size > 1) say(`${name} was notified as ${ids.size} different events`);
  else if (statuses.size > 1 || !statuses.has(status))
    say(`${name} was notified as ${[...statuses].join(', ')}`);
}

function judgeUnknownNotifications({ told: reported, transactions }: Seen, say: Say): void {
  const known = new Set(transactions.map((transaction) => transaction.id));
  for (const id of reported.keys())
    if (!known.has(id)) say(`a notification names ${id}, which does not exist`);
}
