// Group 7: a rail's operation as part of a service. Its output and its timeouts are recorded during all rules.
import { inspect } from 'node:util';
import { type Ability, abilities } from '../../core/rails.ts';
import { firstOf } from '../../kernel/required.ts';
import { hold } from '../broken.ts';
import type { Rule } from '../report.ts';
import { counterpartWith, enquire, newOrder, paidOnce, part, secrets, transfer } from '../stage.ts';

/** In milliseconds. */
const mostLingering = 5_000;

const methods: Record<Ability, readonly string[]> = {
  deposits: ['details'],
  transfers: ['transfer', 'enquire'],
  orders: ['banks', 'start', 'step', 'enquire'],
  mandates: ['authorise', 'enquire', 'revoke', 'collect'],
  verification: ['verify'],
};

export const operationRules: Rule[] = [
  {
    group: 7,
    rule: 'an ability has all of its methods, or is absent',
    run: async (stage) => {
      hold(stage.abilities.length > 0, 'the rail has no ability');
      for (const ability of abilities) {
        const own = stage.rail[ability] as Record<string, unknown> | undefined;
        if (own === undefined) continue;
        const missing = methods[ability].find((name) => typeof own?.[name] !== 'function');
        hold(missing === undefined, `${ability} has no method ${missing}`);
      }
      const absent = abilities.filter((ability) => !stage.abilities.includes(ability));
      return absent.length === 0 ? 'all five' : `absent: ${absent.join(', ')}`;
    },
  },
  {
    group: 7,
    ability: 'transfers',
    needs: ['payments', 'decide'],
    rule: 'a restarted rail resumes its work',
    run: async (stage) => {
      const orders = [newOrder(stage), newOrder(stage), newOrder(stage)];
      for (const order of orders) {
        await transfer(stage, order);
        await stage.restart();
      }
      await counterpartWith(stage, 'decide').decide(firstOf(orders).id, 'paid');
      await stage.restart();
      const said = [];
      for (const order of orders) said.push(await enquire(stage, order));
      hold(said.join() === 'paid,pending,pending', `after restarts it returns ${said.join(', ')}`);
      await paidOnce(stage, orders);
      return 'three orders, with a restart after each';
    },
  },
  {
    group: 7,
    ability: 'transfers',
    needs: ['fail'],
    rule: 'errors contain no secret',
    run: async (stage) => {
      const order = newOrder(stage);
      await transfer(stage, order);
      const thrown: string[] = [];
      const keep = (error: unknown) => void thrown.push(inspect(error));
      await part(stage, 'transfers')
        .transfer({ ...order, amount: 1n })
        .catch(keep);
      for (const how of ['down', 'lost'] as const) {
        await counterpartWith(stage, 'fail').fail(how);
        await part(stage, 'transfers').transfer(newOrder(stage)).catch(keep);
        await part(stage, 'transfers').enquire(order).catch(keep);
      }
      const found = Object.values(secrets).find((secret) => thrown.some((text) => text.includes(secret)));
      hold(found === undefined, 'an error contains a secret or a full account number');
      return `${thrown.length} errors`;
    },
  },
  {
    group: 7,
    rule: 'the rail stops within five seconds',
    seconds: 30,
    run: async (stage) => {
      const ms = await stage.lingers(newOrder(stage));
      hold(ms < mostLingering - 100, 'the rail still keeps the process alive five seconds after close()');
      return ms < 1_000 ? 'within a second' : `after ${Math.round(ms / 1000)} seconds`;
    },
  },
];
