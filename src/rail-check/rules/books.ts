// Group 6: after a random history, the bank's payments and the rail's reports agree.

import type { BankPayment } from '../../core/rail-modules.ts';
import type { TransferOrder } from '../../core/rails.ts';
import { hourMs } from '../../kernel/clock.ts';
import type { Cents } from '../../kernel/money.ts';
import { randomBelow, randomItem } from '../../kernel/random.ts';
import { hold } from '../broken.ts';
import type { Rule } from '../report.ts';
import { counterpartWith, enquire, newOrder, paidOnce, part, type Stage, transfer } from '../stage.ts';

const steps = 60;

const chance = (percent: number): boolean => randomBelow(100) < percent;

const next: Record<BankPayment['outcome'], readonly BankPayment['outcome'][]> = {
  pending: ['paid', 'failed', 'returned'],
  paid: ['returned'],
  failed: [],
  returned: [],
};

/**
 * Plays random orders, outcomes and faults. At the end, the bank has received every order,
 * and whatever the random choices were, one was paid, one failed and one was returned.
 */
async function live(stage: Stage, orders: TransferOrder[]): Promise<void> {
  const { counterpart } = stage;
  const sent = new Set<string>();
  for (let step = 0; step < steps; step += 1) {
    await disturb(stage);
    if (orders.length === 0 || chance(45))
      orders.push(newOrder(stage, { amount: BigInt(1 + randomBelow(10 ** 9)) }));
    const order = randomItem(orders);
    if (chance(70))
      await transfer(stage, order).then(
        () => sent.add(order.id),
        () => {},
      );
    if (sent.has(order.id) && chance(50)) await decideOne(stage, order);
  }
  await counterpart.fail?.('none');
  for (const order of orders) await transfer(stage, order);
  for (const outcome of next.pending) {
    const order = newOrder(stage, {});
    orders.push(order);
    await transfer(stage, order);
    await counterpartWith(stage, 'decide').decide(order.id, outcome);
  }
}

async function disturb(stage: Stage): Promise<void> {
  if (chance(15)) await stage.counterpart.fail?.(randomItem(['down', 'lost', 'none', 'none']));
  if (chance(5)) await stage.restart();
  if (chance(10)) stage.clock.advance(randomBelow(hourMs));
}

async function decideOne(stage: Stage, { id }: TransferOrder): Promise<void> {
  const has = (await counterpartWith(stage, 'payments').payments(stage.account)).find((one) => one.id === id);
  const may = has ? next[has.outcome] : [];
  if (may.length > 0) await counterpartWith(stage, 'decide').decide(id, randomItem(may));
}

const sumOf = (all: readonly { amount: Cents }[]): Cents => all.reduce((sum, { amount }) => sum + amount, 0n);

export const bookRules: Rule[] = [
  {
    group: 6,
    ability: 'transfers',
    needs: ['payments', 'decide'],
    rule: 'the money paid out by the bank equals the transfers reported as paid',
    seconds: 60,
    run: async (stage) => {
      const orders: TransferOrder[] = [];
      await live(stage, orders);
      const found = await paidOnce(stage, orders);
      const said = new Map<string, string>();
      for (const order of orders) said.set(order.id, await enquire(stage, order));
      for (const { id, outcome } of found)
        hold(
          said.get(id) === outcome,
          `the bank has a payment as ${outcome}, but the rail reports ${said.get(id)}`,
        );
      const atBank = sumOf(found.filter(({ outcome }) => outcome === 'paid'));
      const ours = sumOf(orders.filter(({ id }) => said.get(id) === 'paid'));
      hold(atBank === ours, `the bank paid out ${atBank} cents, but the rail reports ${ours} as paid`);
      hold(
        sumOf(found) === sumOf(orders),
        `${sumOf(orders)} cents were ordered, but the bank has ${sumOf(found)}`,
      );
      return `${orders.length} orders in ${steps} steps with faults and restarts: ${ours} cents on both sides`;
    },
  },
  {
    group: 6,
    ability: 'deposits',
    needs: ['deposit'],
    rule: 'the reported deposits equal the money paid in',
    run: async (stage) => {
      const at = { account: stage.account, id: stage.account };
      let paid = 0n;
      for (let count = 0; count < 20; count += 1) {
        const amount = BigInt(1 + randomBelow(10 ** 9));
        await counterpartWith(stage, 'deposit').deposit({
          ...at,
          id: crypto.randomUUID(),
          amount,
          reference: 'BOOKS',
        });
        paid += amount;
        if (chance(30)) await stage.restart();
      }
      await part(stage, 'deposits').poll?.(at);
      const end = performance.now() + 3_000;
      const reported = () => new Map(stage.received.deposits.map((one) => [one.id, one]));
      while (reported().size < 20 && performance.now() < end)
        await new Promise((resolve) => setTimeout(resolve, 20));
      const sum = sumOf([...reported().values()]);
      hold(sum === paid, `${paid} cents were paid in, and ${sum} reported`);
      return `20 deposits, ${paid} cents on both sides`;
    },
  },
];
