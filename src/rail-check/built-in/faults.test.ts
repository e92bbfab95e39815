// Each fault injected into a built-in rail makes its group fail.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isLong } from '../../../test/support/budget.ts';
import { testDatabase } from '../../../test/support/database.ts';
import { serviceParts } from '../../cli/built-in-rails.ts';
import type { Rail } from '../../core/rails.ts';
import { randomUuid } from '../../kernel/random.ts';
import type { GroupNumber } from '../report.ts';
import type { Stage } from '../stage.ts';
import { builtInNames, checkBuiltInRail } from './check.ts';
import type { InvestecStage } from './investec-stage.ts';

/** Injects a fault into the transfers of the rail, and of each rail created by a restart. */
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
    'orders under a different id',
    spoiled(({ transfer }) => ({ transfer: (order) => transfer({ ...order, id: randomUuid() }) })),
  ],
  [
    2,
    'ignores all outcomes',
    spoiled(({ enquire }) => ({
      enquire: async (order) => ({ ...(await enquire(order)), outcome: 'pending' }),
    })),
  ],
  [
    3,
    'pays a cent too much',
    spoiled(({ transfer }) => ({
      transfer: (order) => transfer({ ...order, amount: order.amount + 1n }),
    })),
  ],
  [
    4,
    'reports a wrong deposit amount',
    ({ counterpart }) => {
      const deposit = counterpart.deposit!;
      counterpart.deposit = (paid) => deposit({ ...paid, amount: paid.amount + 1n });
    },
  ],
  [
    5,
    'uses the machine’s date',
    spoiled(({ transfer }) => ({
      transfer: async (order) => ({ ...(await transfer(order)), reason: new Date().toISOString() }),
    })),
  ],
  [
    6,
    'reports returned transfers as paid',
    spoiled(({ enquire }) => ({
      enquire: async (order) => {
        const answer = await enquire(order);
        return answer.outcome === 'returned' ? { ...answer, outcome: 'paid' } : answer;
      },
    })),
  ],
  [
    7,
    'keeps its orders only in memory',
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

test('group 4 fails for the rail investec if it loses its reports when the process is killed', async () => {
  const database = await testDatabase();
  after(() => database.drop());
  const spoil = (any: Stage) => {
    const stage = any as InvestecStage;
    const { pollCutShort, received } = stage;
    stage.pollCutShort = async () => {
      const before = received.deposits.length;
      const places = await pollCutShort(Number.POSITIVE_INFINITY);
      received.deposits.length = before;
      return places;
    };
  };
  const { rules } = await checkBuiltInRail('investec', await serviceParts(database.url), {
    groups: [4],
    spoil,
  });
  const broken = rules.filter(({ ok }) => !ok);
  assert.deepEqual(
    broken.map(({ rule, detail }) => `${rule}: ${detail}`),
    [
      'a poll killed at any await loses no deposit and repeats none: ' +
        'two deposits were expected after a poll killed at Infinity, and 0 were reported',
    ],
  );
});

// With `npm test` each fault is injected into one of the rails, in turn; with `npm run test:all` into all.
for (const [turn, name] of builtInNames.entries())
  for (const [index, [group, what, spoil]] of faults.entries()) {
    if (!isLong && index % builtInNames.length !== turn) continue;
    test(`group ${group} fails for the rail ${name} if it ${what}`, async () => {
      const database = await testDatabase();
      after(() => database.drop());
      const options = { groups: [group], spoil, endsAtFault: true };
      const { ok, rules } = await checkBuiltInRail(name, await serviceParts(database.url), options);
      assert.ok(
        rules.some((one) => one.group === group && !one.ok),
        JSON.stringify(rules, null, 1),
      );
      assert.equal(ok, false);
    });
  }
