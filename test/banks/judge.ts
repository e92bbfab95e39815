// At the end: every cent is where the banks' books have it, every order was executed once, and every merchant was
// notified.
import { balanceAt } from '../../src/core/ledger/actions.ts';
import { findSiteByCode } from '../../src/core/merchants/actions.ts';
import { sum } from '../races/merchant.ts';
import { sumOf } from '../support/figures.ts';
import type { Notified } from '../support/inbox.ts';
import type { Order } from './bank.ts';
import type { Party, Stage } from './stage.ts';

export async function judge(stage: Stage, end: string): Promise<void> {
  const say = (what: string): void => void stage.violations.push(`at the end: ${what}`);
  judgeOne(stage, say);
  judgeForms(stage, say);
  for (const party of stage.parties) {
    judgeOrders(stage, party, say);
    await judgeMoney(stage, party, end, say);
  }
  judgeRefunds(stage, say);
  judgePayouts(stage, say);
  const [row] = await stage.db<{ left: number }[]>`
    select count(*)::integer as left from deliveries where status in ('pending', 'failed')`;
  if (row!.left > 0) say(`${row!.left} notifications were not delivered`);
}

type Say = (what: string) => void;

/** The notifications of transactions, refunds or payouts. */
const reportedOf = (stage: Stage, object: string): Notified[] =>
  stage.reported.filter(({ type }) => type.split('.')[0] === object);

const sumOfCents = (list: readonly { cents: number }[]): number => sumOf(list, ({ cents }) => cents);

function acceptedOf(stage: Stage, account: string): number[] {
  return stage.sales
    .filter((sale) => sale.account === account)
    .flatMap(({ deposits }) =>
      deposits.filter(({ end }) => end === 'accepted').map(({ entry }) => entry.cents),
    );
}

/** Each merchant was notified of the outcome of each payment of the One API: paid once, or not at all. */
function judgeOne(stage: Stage, say: Say): void {
  const transactions = reportedOf(stage, 'transaction');
  for (const { ordered, kind, deposits } of stage.sales.filter(({ surface }) => surface === 'one')) {
    const seenEvents = transactions
      .filter(({ id }) => id === ordered.transactionId)
      .map(({ status }) => status);
    const wants = deposits.at(-1)?.end === 'accepted' ? 'Successful' : 'Error';
    const what = `${ordered.merchantReference} (${kind})`;
    if (seenEvents.at(-1) !== wants)
      say(`${what} should have been notified as ${wants}, and was as ${seenEvents.join(', ')}`);
    const successes = seenEvents.filter((status) => status === 'Successful').length;
    if (successes > 1) say(`${what} was notified ${successes} times as Successful`);
  }
}

/** Under each reference of the Payments API the notified payments equal the received money. */
function judgeForms(stage: Stage, say: Say): void {
  const forms = reportedOf(stage, 'transaction').filter(({ reference }) => reference !== '');
  const sold = stage.sales.filter(({ surface }) => surface !== 'one');
  for (const [reference, sales] of Map.groupBy(sold, ({ ordered }) => ordered.merchantReference)) {
    const own = forms.filter((one) => one.reference === reference);
    // The last notification of each transaction.
    const last = new Map(own.map((one) => [one.id, one]));
    const got = [...last.values()].filter(({ status }) => status === 'Complete').map(({ cents }) => cents!);
    const deposits = sales.flatMap((sale) => sale.deposits);
    const wants = deposits.filter(({ end }) => end === 'accepted').map(({ entry }) => entry.cents);
    if (inOrder(got) !== inOrder(wants))
      say(
        `${reference} (${sales[0]!.kind}) was notified as paid ${inOrder(got)}, and was paid ${inOrder(wants)}`,
      );
  }
}

const inOrder = (list: number[]): string => list.toSorted((one, other) => one - other).join(' ');

const isPaid = ({ executedOn, returnedOn }: Order): boolean => executedOn !== null && returnedOn === null;

/** A merchant requested every order, and no account was paid twice. */
function judgeOrders(stage: Stage, party: Party, say: Say): void {
  const { account, bank, settlementNumber } = party;
  const asked = askedOf(stage, party);
  const orders = bank.orders.filter(({ number }) => number !== settlementNumber);
  for (const [number, own] of Map.groupBy(orders, (order) => order.number)) {
    const paid = own.filter(isPaid);
    if (paid.length > 1) say(`${account}: ${number} was paid ${paid.length} times`);
  }
  for (const { number, cents, bankReference } of orders)
    if (!asked(number, cents))
      say(`${account}: no merchant requested ${bankReference}, ${cents} to ${number}`);
  const undecided = bank.orders.filter(({ fate, executedOn }) => fate !== 'rejected' && executedOn === null);
  if (undecided.length > 0) say(`${account}: ${undecided.length} orders were never carried out`);
  stage.count('orders', bank.orders.length);
  stage.count('orders rejected', bank.orders.filter(({ fate }) => fate === 'rejected').length);
  stage.count('orders returned', bank.orders.filter(({ returnedOn }) => returnedOn !== null).length);
}

/** Whether a refund, a payout or a returned deposit was to pay this amount to an account. */
function askedOf(stage: Stage, { account }: Party): (number: string, cents: number) => boolean {
  const moneyOut = [...stage.refunds, ...stage.payouts].filter((one) => one.account === account);
  const byNumber = new Map(moneyOut.map(({ number, cents }) => [number, cents]));
  const deposits = stage.sales.filter((sale) => sale.account === account).flatMap((sale) => sale.deposits);
  const back = new Set(deposits.filter(({ end }) => end === 'returned').map(({ entry }) => entry.cents));
  return (number, cents) => (byNumber.has(number) ? byNumber.get(number) === cents : back.has(cents));
}

/** The merchant's balance, the settlements, and the bank's balance agree. */
async function judgeMoney(stage: Stage, party: Party, end: string, say: Say): Promise<void> {
  const { account, bank, shop, feeBps, settlementNumber } = party;
  const shown = await stage.command(['bank', 'show', account]);
  if (Number(shown.balance.replace('.', '')) !== bank.balance(end))
    say(`${account}: the books have ${shown.balance}, the bank ${bank.balance(end)}`);
  if (shown.open > 0) say(`${account}: ${shown.open} lines are open`);
  const path = `/settlements?fromDate=${stage.from}&toDate=${end}&siteCode=${shop.site}&limit=100`;
  const settlements = await shop.readAll(path);
  stage.count('settlements', settlements.length);
  const settled = sumOf(settlements, ({ totalSettlement }) => Math.round(totalSettlement.value * 100));
  stage.count('settled, cents', settled);
  if (settlementNumber !== null) {
    const paid = bank.orders.filter((order) => order.number === settlementNumber && isPaid(order));
    const left = sumOfCents(paid);
    const open = settlements.filter(({ status }) => status !== 'Complete');
    if (left !== settled)
      say(
        `${account}: ${settled} was settled, ${left} was paid, ${open.length} settlements are not complete`,
      );
  }
  const accepted = acceptedOf(stage, account);
  const fees = sumOf(accepted, (cents) => Math.floor((cents * feeBps + 5_000) / 10_000));
  const refunded = paidOf(party, stage.refunds);
  const site = (await findSiteByCode(stage.db, shop.site))!;
  const left = Number(await balanceAt(stage.db, 'merchant', site.id, stage.clock.now()));
  const expected = sum(accepted) - fees - refunded - settled;
  if (left !== expected) say(`${account}: the merchant has ${left} cents left, and should have ${expected}`);
  const topUps = sumOfCents(bank.entries.filter(({ kind }) => kind === 'topUp'));
  const { available, pendingPayouts } = await shop.float();
  const float = topUps - paidOf(party, stage.payouts);
  if (Math.round(available * 100) !== float || pendingPayouts !== 0)
    say(
      `${account}: the float is ${available} and ${pendingPayouts} under way, and should be ${float} cents`,
    );
}

function paidOf({ account, bank }: Party, of: { account: string; number: string }[]): number {
  const numbers = new Set(of.filter((one) => one.account === account).map(({ number }) => number));
  return sumOfCents(bank.orders.filter((order) => numbers.has(order.number) && isPaid(order)));
}

function orderOf(stage: Stage, number: string): Order | undefined {
  return stage.parties.flatMap(({ bank }) => bank.orders).findLast((order) => order.number === number);
}

const ends = { paid: 'Complete', rejected: 'Failed', returned: 'Returned' };

function judgeRefunds(stage: Stage, say: Say): void {
  const reported = reportedOf(stage, 'refund');
  for (const { id, number, account } of stage.refunds) {
    const order = orderOf(stage, number);
    const wants = order ? ends[order.fate] : 'an order';
    const seenEvents = reported.filter((one) => one.id === id).map(({ status }) => status);
    stage.count(`refunds ${wants}`);
    if (seenEvents.at(-1) !== wants)
      say(`${account}: the refund ${id} should be ${wants}, and was notified as ${seenEvents.join(', ')}`);
    if (new Set(seenEvents).size < seenEvents.length)
      say(`the refund ${id} was notified twice as the same: ${seenEvents.join(', ')}`);
  }
}

function judgePayouts(stage: Stage, say: Say): void {
  const reported = reportedOf(stage, 'payout');
  for (const { reference, number, account } of stage.payouts) {
    const order = orderOf(stage, number);
    const seenEvents = reported.filter((one) => one.reference === reference).map(({ status }) => status);
    stage.count(`payouts ${order?.fate}`);
    // 5 is paid; 90 and 99 are not.
    const isRight =
      order?.fate === 'paid' ? seenEvents.at(-1) === '5' : seenEvents.length > 0 && seenEvents.at(-1) !== '5';
    if (!order || !isRight)
      say(`${account}: the payout ${reference} was ${order?.fate}, and notified as ${seenEvents.join(', ')}`);
  }
}
