// Group 1: a transfer is paid exactly once, despite restarts, crashes and failures of the bank.
import { BankTimeout, BankUnavailable, OrderConflict, type TransferOrder } from '../../core/rails.ts';
import { firstOf } from '../../kernel/required.ts';
import { hold } from '../broken.ts';
import { type Rule, rulesOf } from '../report.ts';
import {
  counterpartWith,
  enquire,
  newOrder,
  paidOnce,
  part,
  payments,
  type Stage,
  secrets,
  throws,
  transfer,
} from '../stage.ts';

const rule = rulesOf({ group: 1, ability: 'transfers', needs: ['payments'] });
const failing = rulesOf({ group: 1, ability: 'transfers', needs: ['payments', 'fail'] });

/** The most crash points to test, evenly spread over all. */
const mostCrashes = 40;

export const transferRules: Rule[] = [
  rule('the same id twice is one payment', async (stage) => {
    const order = newOrder(stage);
    for (let time = 0; time < 3; time += 1) await transfer(stage, order);
    await paidOnce(stage, [order]);
    return 'ordered three times, paid once';
  }),
  rule('concurrent orders with the same id are one payment', async (stage) => {
    const order = newOrder(stage);
    // A call that loses the race can be refused with a request to retry.
    const all = await Promise.allSettled([1, 2, 3, 4].map(() => transfer(stage, order)));
    hold(
      all.some(({ status }) => status === 'fulfilled'),
      'none of four concurrent calls succeeded',
    );
    await transfer(stage, order);
    await paidOnce(stage, [order]);
    return 'four concurrent calls, paid once';
  }),
  rule('different ids are different payments', async (stage) => {
    const orders = [newOrder(stage), newOrder(stage)];
    for (const order of orders) await transfer(stage, order);
    await paidOnce(stage, orders);
    return 'two equal orders with two ids, paid twice';
  }),
  rule('the same id after a restart is one payment', async (stage) => {
    const order = newOrder(stage);
    await transfer(stage, order);
    await stage.restart();
    const known = await enquire(stage, order);
    hold(known !== 'unknown', 'after a restart, the rail does not know its order');
    await transfer(stage, order);
    await paidOnce(stage, [order]);
    return 'ordered, restarted, ordered again, paid once';
  }),
  { ...rule('the same id after a crash at any await is one payment', crashEverywhere), seconds: 60 },
  failing('a lost response is BankTimeout, and an enquiry finds the transfer', async (stage) => {
    const order = newOrder(stage);
    await counterpartWith(stage, 'fail').fail('lost');
    await throws(BankTimeout, 'BankTimeout', () => part(stage, 'transfers').transfer(order));
    await counterpartWith(stage, 'fail').fail('none');
    hold((await enquire(stage, order)) !== 'unknown', 'an enquiry does not find the transfer');
    await transfer(stage, order);
    await paidOnce(stage, [order]);
    return 'BankTimeout, then known, then paid once';
  }),
  rule('a transfer that was never ordered is unknown', async (stage) => {
    const said = await enquire(stage, newOrder(stage));
    hold(said === 'unknown', `it returned ${said} for an id that was never ordered`);
    await paidOnce(stage, []);
    return 'unknown, and nothing was paid';
  }),
  failing('an unreachable bank is BankUnavailable, and nothing is ordered', async (stage) => {
    const [taken, order] = [newOrder(stage), newOrder(stage)];
    await transfer(stage, taken);
    await counterpartWith(stage, 'fail').fail('down');
    const isAway = (work: () => Promise<unknown>) => throws(BankUnavailable, 'BankUnavailable', work);
    await isAway(() => part(stage, 'transfers').transfer(order));
    await isAway(() => part(stage, 'transfers').enquire(taken));
    // A rail that stores its requests knows without the bank that this one was never sent.
    const { outcome } = await part(stage, 'transfers').enquire(order).catch(unknownIfAway);
    hold(outcome === 'unknown', `while the bank is unreachable, it returns ${outcome}`);
    await counterpartWith(stage, 'fail').fail('none');
    await paidOnce(stage, [taken]);
    const said = await enquire(stage, order);
    hold(said === 'unknown', `afterwards it returns ${said}`);
    await transfer(stage, order);
    await paidOnce(stage, [taken, order]);
    return 'BankUnavailable, unknown afterwards, then paid once';
  }),
  rule('another amount or account under the same id is OrderConflict', async (stage) => {
    const order = newOrder(stage);
    await transfer(stage, order);
    const others: Partial<TransferOrder>[] = [
      { amount: order.amount + 1n },
      { accountNumber: secrets.otherPayee },
      { branchCode: '470010' },
    ];
    for (const other of others) {
      const name = firstOf(Object.keys(other));
      await throws(OrderConflict, `OrderConflict for another ${name}`, () =>
        part(stage, 'transfers').transfer({ ...order, ...other }),
      );
    }
    await stage.restart();
    await throws(OrderConflict, 'OrderConflict after a restart', () =>
      part(stage, 'transfers').transfer({ ...order, amount: order.amount + 1n }),
    );
    await paidOnce(stage, [order]);
    return 'OrderConflict, and the first order is unchanged';
  }),
];

function unknownIfAway(error: unknown): { outcome: 'unknown' } {
  if (error instanceof BankUnavailable) return { outcome: 'unknown' };
  throw error;
}

/** Orders in processes that are killed at each await in turn, then again in one that survives. */
async function crashEverywhere(stage: Stage): Promise<string> {
  const orders = [newOrder(stage)];
  const awaits = await stage.cutShort(firstOf(orders), Number.POSITIVE_INFINITY);
  await transfer(stage, firstOf(orders));
  await paidOnce(stage, orders);
  const crashes = Math.min(awaits, mostCrashes);
  for (let crash = 1; crash <= crashes; crash += 1) {
    const nth = Math.round((crash * awaits) / crashes);
    const order = newOrder(stage);
    orders.push(order);
    await stage.cutShort(order, nth);
    await stage.restart();
    await transfer(stage, order);
    const found = (await payments(stage)).filter(({ id }) => id === order.id).length;
    hold(
      found === 1,
      `killed at await ${nth} of ${awaits} and ordered again: the bank has ${found} payments`,
    );
  }
  await paidOnce(stage, orders);
  return `killed at ${crashes} of ${awaits} awaits and ordered again: each paid once`;
}
