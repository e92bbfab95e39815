// Group 1: a transfer is paid once, whatever happens on the way.
import { BankTimeout, BankUnavailable, OrderConflict, type TransferOrder } from '../../core/rails.ts';
import { firstOf } from '../../kernel/required.ts';
import { hold } from '../broken.ts';
import type { Rule } from '../report.ts';
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

const base = { group: 1, ability: 'transfers' } as const;

/** So many places of a crash are tried at most, evenly spread. */
const mostCrashes = 40;

export const transferRules: Rule[] = [
  {
    ...base,
    rule: 'the same id twice is one payment',
    needs: ['payments'],
    run: async (stage) => {
      const order = newOrder(stage);
      for (let time = 0; time < 3; time += 1) await transfer(stage, order);
      await paidOnce(stage, [order]);
      return 'ordered three times, paid once';
    },
  },
  {
    ...base,
    rule: 'the same id at the same time is one payment',
    needs: ['payments'],
    run: async (stage) => {
      const order = newOrder(stage);
      // One that loses the race may be told to ask again.
      const all = await Promise.allSettled([1, 2, 3, 4].map(() => transfer(stage, order)));
      hold(
        all.some(({ status }) => status === 'fulfilled'),
        'none of four calls at the same time was answered',
      );
      await transfer(stage, order);
      await paidOnce(stage, [order]);
      return 'four calls at the same time, paid once';
    },
  },
  {
    ...base,
    rule: 'different ids are different payments',
    needs: ['payments'],
    run: async (stage) => {
      const orders = [newOrder(stage), newOrder(stage)];
      for (const order of orders) await transfer(stage, order);
      await paidOnce(stage, orders);
      return 'two equal orders with two ids, paid twice';
    },
  },
  {
    ...base,
    rule: 'the same id after a restart is one payment',
    needs: ['payments'],
    run: async (stage) => {
      const order = newOrder(stage);
      await transfer(stage, order);
      await stage.restart();
      const known = await enquire(stage, order);
      hold(known !== 'unknown', 'after a restart it had never heard of what it had ordered');
      await transfer(stage, order);
      await paidOnce(stage, [order]);
      return 'ordered, made anew, ordered again, paid once';
    },
  },
  {
    ...base,
    rule: 'the same id after a crash at any await is one payment',
    needs: ['payments'],
    seconds: 60,
    run: crashEverywhere,
  },
  {
    ...base,
    rule: 'an answer that is lost is BankTimeout, and an enquiry knows of it',
    needs: ['payments', 'fail'],
    run: async (stage) => {
      const order = newOrder(stage);
      await counterpartWith(stage, 'fail').fail('lost');
      await throws(BankTimeout, 'BankTimeout', () => part(stage, 'transfers').transfer(order));
      await counterpartWith(stage, 'fail').fail('none');
      hold((await enquire(stage, order)) !== 'unknown', 'an enquiry has never heard of it');
      await transfer(stage, order);
      await paidOnce(stage, [order]);
      return 'BankTimeout, then known, then paid once';
    },
  },
  {
    ...base,
    rule: 'what the bank never heard of is unknown',
    needs: ['payments'],
    run: async (stage) => {
      const said = await enquire(stage, newOrder(stage));
      hold(said === 'unknown', `it answered ${said} about an id that was never ordered`);
      await paidOnce(stage, []);
      return 'unknown, and nothing was paid';
    },
  },
  {
    ...base,
    rule: 'a bank that cannot be reached is BankUnavailable, and nothing is there',
    needs: ['payments', 'fail'],
    run: async (stage) => {
      const [taken, order] = [newOrder(stage), newOrder(stage)];
      await transfer(stage, taken);
      await counterpartWith(stage, 'fail').fail('down');
      const isAway = (work: () => Promise<unknown>) => throws(BankUnavailable, 'BankUnavailable', work);
      await isAway(() => part(stage, 'transfers').transfer(order));
      await isAway(() => part(stage, 'transfers').enquire(taken));
      // A rail that notes what it sends knows without the bank that this never left.
      const { outcome } = await part(stage, 'transfers').enquire(order).catch(unknownIfAway);
      hold(outcome === 'unknown', `while the bank is away it answers ${outcome}`);
      await counterpartWith(stage, 'fail').fail('none');
      await paidOnce(stage, [taken]);
      const said = await enquire(stage, order);
      hold(said === 'unknown', `afterwards it answers ${said}`);
      await transfer(stage, order);
      await paidOnce(stage, [taken, order]);
      return 'BankUnavailable, unknown afterwards, and then paid once';
    },
  },
  {
    ...base,
    rule: 'another amount or account under the same id is OrderConflict',
    needs: ['payments'],
    run: async (stage) => {
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
      return 'OrderConflict, and the first stands';
    },
  },
];

function unknownIfAway(error: unknown): { outcome: 'unknown' } {
  if (error instanceof BankUnavailable) return { outcome: 'unknown' };
  throw error;
}

/** Orders in processes that are gone at each await in turn, and again in one that lives. */
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
    hold(found === 1, `gone at await ${nth} of ${awaits}, and ordered again: the bank has ${found} payments`);
  }
  await paidOnce(stage, orders);
  return `gone at ${crashes} of ${awaits} awaits, ordered again: each paid once`;
}
