// Each fault that is planted into a rail of the house makes its group fail.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isLong } from '../../../test/support/budget.ts';
import { testDatabase } from '../../../test/support/database.ts';
import { houseParts } from '../../cli/built-in-rails.ts';
import type { Rail } from '../../core/rails.ts';
import { randomUuid } from '../../kernel/random.ts';
import type { GroupNumber } from '../report.ts';
import type { Stage } from '../stage.ts';
import { checkHouseRail, houseNames } from './check.ts';
import type { InvestecStage } from './investec-stage.ts';

/** Spoils the transfers of a rail, and of each that is made anew. */
function spoiled(change: (own: NonNullable<Rail['transfers']>) => Partial<Rail['transfers']>) {
  return (stage: Stage) => {
    const around = (rail: Rail): Rail => {
      const own = rail.transfers!;
      return { ...rail, transfers: { ...own, ...change(own) } };
    };
    let now = around(stage.rail);
    Object.defineProperty(stage, 'rail', {
      get: () => now,
      set: (rail: Rail) => {
        now = around(rail);
      },
    });
  };
}

const faults: [GroupNumber, string, (stage: Stage) => void][] = [
  [
    1,
    'orders under an id of its own',
    spoiled(({ transfer }) => ({ transfer: (order) => transfer({ ...order, id: randomUuid() }) })),
  ],
  [
    2,
    'hears no outcome',
    spoiled(({ enquire }) => ({
      enquire: async (order) => ({ ...(await enquire(order)), outcome: 'pending' }),
    })),
  ],
  [
    3,
    'pays a cent more',
    spoiled(({ transfer }) => ({
      transfer: (order) => transfer({ ...order, amount: order.amount + 1n }),
    })),
  ],
  [
    4,
    'tells a cent less than was paid in',
    ({ counterpart }) => {
      const deposit = counterpart.deposit!;
      counterpart.deposit = (paid) => deposit({ ...paid, amount: paid.amount + 1n });
    },
  ],
  [
    5,
    'tells the date of the machine',
    spoiled(({ transfer }) => ({
      transfer: async (order) => ({ ...(await transfer(order)), reason: new Date().toISOString() }),
    })),
  ],
  [
    6,
    'takes returned for paid',
    spoiled(({ enquire }) => ({
      enquire: async (order) => {
        const answer = await enquire(order);
        return answer.outcome === 'returned' ? { ...answer, outcome: 'paid' } : answer;
      },
    })),
  ],
  [
    7,
    'remembers in its process what it has ordered',
    spoiled(({ transfer, enquire }) => {
      const known = new Set<string>();
      return {
        transfer: (order) => {
          known.add(order.id);
          return transfer(order);
        },
        enquire: async (at) => (known.has(at.id) ? enquire(at) : { outcome: 'unknown', reason: null }),
      };
    }),
  ],
];

test('the rail investec does not keep group 4 where it forgets what it told in a process that is gone', async () => {
  const database = await testDatabase();
  after(() => database.drop());
  const spoil = (any: Stage) => {
    const stage = any as InvestecStage;
    const { pollCutShort, heard } = stage;
    stage.pollCutShort = async () => {
      const before = heard.deposits.length;
      const places = await pollCutShort(Number.POSITIVE_INFINITY);
      heard.deposits.length = before;
      return places;
    };
  };
  const { rules } = await checkHouseRail('investec', await houseParts(database.url), { groups: [4], spoil });
  const broken = rules.filter(({ ok }) => !ok);
  assert.deepEqual(
    broken.map(({ rule, detail }) => `${rule}: ${detail}`),
    [
      'a poll that is gone at any await loses nothing, and tells nothing twice: ' +
        'two deposits were to be told after a poll gone at Infinity, and 0 were',
    ],
  );
});

// With `npm test` each fault is in one of the rails, in turns; with `npm run test:all` in all.
for (const [turn, name] of houseNames.entries())
  for (const [index, [group, what, spoil]] of faults.entries()) {
    if (!isLong && index % houseNames.length !== turn) continue;
    test(`the rail ${name} does not keep group ${group} where it ${what}`, async () => {
      const database = await testDatabase();
      after(() => database.drop());
      const options = { groups: [group], spoil, endsAtFault: true };
      const { ok, rules } = await checkHouseRail(name, await houseParts(database.url), options);
      assert.ok(
        rules.some((one) => one.group === group && !one.ok),
        JSON.stringify(rules, null, 1),
      );
      assert.equal(ok, false);
    });
  }
