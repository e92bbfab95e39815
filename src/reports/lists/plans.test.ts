// How lists are read, by their plans: no table is read whole, and nothing large is sorted. The tests judge the
// statement that the list sends.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fillConsole } from '../../../test/support/console-rows.ts';
import { testDatabase } from '../../../test/support/database.ts';
import { everything, type Viewer } from '../../core/viewer.ts';
import { openPool, planned, type Sql } from '../../kernel/db/db.ts';
import { findNewest, readCustomerText } from '../customers.ts';
import { lists } from './all.ts';
import type { Filters, List } from './list.ts';

const now = new Date('2026-11-20T10:00:00Z');
// Half of them are of the month that is read. With fewer, a plan that reads the month is the cheapest.
const payments = 30_000;
const bidvest = '69f05c2b-e813-4b7d-8d50-34c9a1e6f072';
const nobody = '00000000-0000-0000-0000-000000000000';
const fnb = '4816019c-3314-4c80-8b6b-b2cd16dcc4ec';

/** Tables that have as many rows as there are merchants, or users of a merchant. */
const small = new Set(['sites', 'merchants', 'webhooks', 'receivers', 'users']);

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

describe('the plans of lists', async () => {
  const database = await testDatabase();
  // As the service's own pool: a table is read whole only where no index leads to its rows.
  const db = openPool(database.url, { max: 1, plans: 'by index' });
  let big: Viewer;
  let little: Viewer;
  let settlementId: string;
  const sites = { common: '', rare: '' };

  before(async () => {
    await fillConsole(db, { payments, days: 60, now });
    const found = await db<{ id: string }[]>`
      select merchant_id as id from payments group by merchant_id order by count(*) desc`;
    big = { merchants: [found[0]!.id] };
    little = { merchants: [found[1]!.id] };
    const bySize = await db<{ id: string }[]>`
      select site_id as id from payments where merchant_id = ${found[0]!.id} group by site_id order by count(*) desc`;
    Object.assign(sites, { common: bySize[0]!.id, rare: bySize.at(-1)!.id });
    const [settlement] = await db<{ id: string }[]>`
      select id from settlements where merchant_id = ${found[0]!.id} limit 1`;
    settlementId = settlement!.id;
  });
  after(async () => {
    await db.end();
    await database.drop();
  });

  const month = { from: new Date('2026-10-21T22:00:00Z'), to: new Date('2026-11-20T22:00:00Z') };
  const cases: [what: string, list: List, filters: Omit<Filters, 'words'>, viewers?: 'all'][] = [
    ['payments', lists.payments, month],
    ['payments by state', lists.payments, { ...month, state: 'expired' }],
    ['open payments', lists.payments, { ...month, state: 'created' }],
    ['payments of an amount', lists.payments, { ...month, minCents: 543_21n, maxCents: 543_21n }],
    ['payments at a bank that few use', lists.payments, { ...month, bankId: bidvest }],
    ['payments at a bank that many use', lists.payments, { ...month, bankId: fnb }],
    ['payments of a customer', lists.payments, { ...month, customer: 'mokoena' }],
    ['payments of an unknown customer', lists.payments, { ...month, customer: 'xxxxxxxx' }],
    ['payments of a mistyped name', lists.payments, { ...month, customer: 'prettorius' }],
    ['customers', lists.customers, {}],
    ['customers by a part of the name', lists.customers, { q: 'bongani zulu' }],
    ...(
      [
        'open',
        'paid',
        'paid-late',
        'declined',
        'failed',
        'abandoned',
        'expired',
        'cancelled',
        'refunded',
        'reversed',
      ] as const
    ).map((outcome): [string, List, Omit<Filters, 'words'>] => [
      `payments that are ${outcome}`,
      lists.payments,
      { ...month, outcome },
    ]),
    ['payments by reference', lists.payments, { ...month, reference: 'ORDER-2999' }],
    ['refunds', lists.refunds, month],
    ['failed refunds', lists.refunds, { ...month, state: 'failed' }],
    ['payouts', lists.payouts, month],
    ['payouts that wait', lists.payouts, { ...month, state: 'approval' }],
    ['notices', lists.notices, month],
    ['payments of a site', lists.payments, { ...month, siteId: 'common' }],
    ['payments of a site that few pay', lists.payments, { ...month, siteId: 'rare' }],
    ['complete payments of a site', lists.payments, { ...month, siteId: 'common', state: 'complete' }],
    ['notifications of a site', lists.notices, { ...month, siteId: 'rare' }],
    ['notifications of an event', lists.notices, { ...month, event: 'transaction.complete' }],
    ['notifications of a rarer event', lists.notices, { ...month, event: 'refund.complete' }],
    ['notifications of an event that never was', lists.notices, { ...month, event: 'subscription.expired' }],
    ['notifications to a receiver without any', lists.notices, { ...month, receiver: nobody }],
    ['failed notifications', lists.notices, { ...month, state: 'failed' }],
    ['settlements', lists.settlements, month],
    ['refused requests', lists.refusals, month],
    ['deposits', lists.deposits, month, 'all'],
    ['deposits that wait', lists.deposits, { ...month, state: 'waiting' }, 'all'],
  ];

  const siteOf = ({ siteId }: Omit<Filters, 'words'>) =>
    siteId === undefined ? {} : { siteId: sites[siteId as keyof typeof sites] };

  for (const [what, list, filters, viewers] of cases) {
    test(what, async () => {
      // Others see no such site.
      // For all merchants, all cancelled payments of the days are read: no index has them in the order of the list.
      const isOfOne = filters.outcome === 'cancelled';
      const whose = isOfOne
        ? [big, little]
        : filters.siteId === undefined
          ? [everything, big, little]
          : [everything, big];
      for (const viewer of viewers === 'all' ? [everything] : whose)
        await judge(db, list, viewer, { ...filters, ...siteOf(filters), words: {} });
    });
  }

  // They lie all over the table: to look each up takes a block of it.
  for (const state of ['failed', 'skipped'])
    test(`notifications that ${state} are counted without the table`, async () => {
      for (const viewer of [everything, big]) {
        const plans: Plan[] = [];
        await lists.notices.count(explaining(db, plans), viewer, { ...month, state, words: {} });
        const scans = nodesOf(plans[0]!).filter((node) => node['Relation Name'] === 'deliveries_0');
        assert.deepEqual(
          scans.map((node) => [node['Node Type'], node['Index Name']]),
          [['Index Only Scan', viewer === everything ? 'deliveries_0_missed_of_all' : 'deliveries_0_missed']],
        );
      }
    });

  // The search is planned for any text.
  test('a search for a name reads no other customers', async () => {
    const [customers] = await db<{ n: number }[]>`select count(*)::integer as n from customers`;
    for (const [text, share] of [
      ['xxxxxxxx', 0],
      ['0820000017', 0.05],
      ['mokoena', 0.2],
    ] as const)
      for (const viewer of [everything, big]) {
        const read = await planned(db, 'for any values', async (tx) => {
          const parts = await readCustomerText(tx, text, { viewer });
          await findNewest(tx, parts, { viewer }, 50);
          const [row] = await tx<{ read: number }[]>`
            select (idx_tup_fetch + seq_tup_read)::integer as read from pg_stat_xact_user_tables where relname = 'customers'`;
          return row!.read;
        });
        assert.ok(read <= share * customers!.n, `${read} of ${customers!.n} customers are read for ${text}`);
      }
  });

  test('lines of a settlement', () => judge(db, lists.settlementLines, big, { of: settlementId, words: {} }));
});

async function judge(db: Sql, list: List, viewer: Viewer, filters: Filters): Promise<void> {
  const plans: Plan[] = [];
  await list.page(explaining(db, plans), viewer, filters, { limit: 50, offset: 0 });
  const [page] = plans;
  for (const node of judgeReading(page)) {
    const rows = node['Actual Rows'] * node['Actual Loops'];
    assert.ok(rows <= 3_000, `${rows} rows are read:\n${reported(page!)}`);
    const passedOver = (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'];
    assert.ok(passedOver <= 6_000, `${passedOver} rows are passed over:\n${reported(page!)}`);
  }
  await list.count(explaining(db, plans), viewer, filters);
  judgeReading(plans[1]);
}

/** No table is read whole, and nothing large is sorted. Returns the plan's parts. */
function judgeReading(plan: Plan | undefined): Plan[] {
  assert.ok(plan);
  const nodes = nodesOf(plan);
  for (const node of nodes) {
    const isWhole = node['Node Type'] === 'Seq Scan' && !small.has(node['Relation Name']!);
    assert.ok(!isWhole, `${node['Relation Name']} is read whole:\n${reported(plan)}`);
    const sorted = node['Node Type'].includes('Sort') ? node.Plans![0]!['Actual Rows'] : 0;
    // The candidates of a filter by outcome or customer, for users who see all merchants: a twelfth of the month.
    assert.ok(sorted <= 1_250, `${sorted} rows are sorted:\n${reported(plan)}`);
  }
  return nodes;
}

const reported = (plan: Plan): string =>
  JSON.stringify(
    nodesOf(plan).map((node) => ({ ...node, Plans: undefined })),
    null,
    1,
  );

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Returns a database that explains the statement of a page or a count in place of answering it. */
function explaining(db: Sql, plans: Plan[]): Sql {
  const explained = (tx: Sql): unknown =>
    new Proxy(tx, {
      apply: (target, self, [strings, ...values]) => {
        if (!strings.raw || !/^\s*select (?:page\.|count)/.test(strings[0])) {
          return Reflect.apply(target as never, self, [strings, ...values]);
        }
        const texts = [`explain (analyze, format json) ${strings[0]}`, ...strings.slice(1)];
        const asked = Reflect.apply(target as never, self, [
          Object.assign(texts, { raw: texts }),
          ...values,
        ]) as Promise<Record<string, [{ Plan: Plan }]>[]>;
        const answer = asked.then(([row]) => {
          plans.push(Object.values(row!)[0]![0].Plan);
          return [{ n: 0 }];
        });
        // The rows of a page are taken one by one.
        return Object.assign(answer, { forEach: () => answer });
      },
    });
  return new Proxy(db, {
    get: (target, name) =>
      name === 'begin'
        ? (work: (tx: unknown) => unknown) => target.begin((tx) => work(explained(tx as never)) as never)
        : Reflect.get(target, name),
  });
}
