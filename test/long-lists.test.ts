// Lists cost what they show, however many rows a merchant has: counted in the rows that PostgreSQL reads, not in time.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createSite, findSiteByCode } from '../src/core/merchants/actions.ts';
import { listPayments } from '../src/core/payments/actions.ts';
import { findPayouts } from '../src/core/payouts/actions.ts';
import { listRefunds } from '../src/core/refunds/actions.ts';
import { listTransactions } from '../src/core/transactions/actions.ts';
import { openPool } from '../src/kernel/db/db.ts';
import { transactionStatus } from '../src/surfaces/one/transaction-wire.ts';
import { addPayments, addRefunds } from './support/many-rows.ts';
import { openWorld } from './support/world.ts';

const rows = 12_000;
const page = { limit: 10, offset: 0 };

describe('lists of a merchant with many rows', async () => {
  const world = await openWorld();
  // One session, whose counts of rows read are reported before any query.
  const db = openPool(world.url, { max: 1 });
  const ctx = { ...world.ctx, db };
  const now = world.clock.now();
  const { site } = world;
  const everything = {
    merchantId: site.merchantId,
    from: new Date('2020-01-01'),
    to: new Date('2030-01-01'),
  };

  before(async () => {
    // So that the merchant has sites that a query without one has to think of.
    for (const name of ['Second', 'Third']) await createSite(world.ctx, world.merchant.merchant, name);
    await addPayments(db, { site, from: 0, to: rows, now });
    await addRefunds(db, { site, from: 0, to: rows, now });
    await addPayouts();
    await db`analyze`;
  });
  after(() => db.end());

  async function addPayouts(): Promise<void> {
    await db`
      insert into payouts (id, merchant_id, site_id, state, amount_cents, currency, merchant_reference,
        customer_bank_reference, is_rtc, bank_group_id, branch_code, account_sent_sealed, hash_check, correlation_id,
        created_at, completed_at)
      select uuidv7(), ${site.merchantId}, ${site.id}, 'complete', 100, 'ZAR', 'out-' || n, 'bank-' || n, false,
        gen_random_uuid(), '051001', 'sealed', 'hash', 'test', ${now}, ${now}
      from generate_series(1, ${rows}) n`;
  }

  /**
   * The number of a table's rows that a list reads, after enough requests for its statement to have its
   * lasting plan.
   */
  async function readsOf(table: string, list: () => Promise<unknown>): Promise<number> {
    for (let asked = 0; asked < 8; asked += 1) await list();
    const before = await readSoFar(table);
    await list();
    return (await readSoFar(table)) - before;
  }

  async function readSoFar(table: string): Promise<number> {
    await db`select pg_stat_force_next_flush()`;
    // Of the index too: a range of it that is read whole before rows are chosen fetches few of them.
    const [row] = await db<{ read: bigint }[]>`
      select seq_tup_read + idx_tup_fetch + (
        select sum(idx_tup_read)::bigint from pg_stat_user_indexes where relname = ${table}) as read
      from pg_stat_user_tables where relname = ${table}`;
    return Number(row!.read);
  }

  // A state's list may go through all rows of its kind, and their entries in an index: 20 for each state, up to 40 that are open.
  const most = 100;

  for (const state of ['created', 'cancelled', 'expired', 'complete'] as const) {
    test(`payments that are ${state}`, async () => {
      const list = () => listPayments(ctx, { ...everything, state }, page);
      assert.equal((await list()).rows.length, page.limit);
      assert.ok((await readsOf('payments', list)) <= most);
    });
  }

  for (const status of ['Incomplete', 'Pending', 'Error', 'Refunded', 'Successful'] as const) {
    test(`transactions that are ${status}`, async () => {
      const all = Object.entries(transactionStatus) as [keyof typeof transactionStatus, string][];
      const states = all.filter(([, shown]) => shown === status).map(([state]) => state);
      const list = () => listTransactions(ctx, { ...everything, states }, page);
      assert.equal((await list()).rows.length, page.limit);
      assert.ok((await readsOf('transactions', list)) <= most);
    });
  }

  for (const state of ['pending', 'submitted', 'failed', 'cancelled', 'returned', 'complete'] as const) {
    test(`refunds that are ${state}`, async () => {
      const list = () => listRefunds(ctx, { ...everything, states: [state] }, page);
      assert.equal((await list()).rows.length, page.limit);
      assert.ok((await readsOf('refunds', list)) <= most);
    });
  }

  test('payments, transactions and refunds of one site, and of one that has none', async () => {
    const { siteCode } = await createSite(world.ctx, world.merchant.merchant, 'Fourth');
    const other = (await findSiteByCode(db, siteCode))!;
    for (const { id: siteId } of [site, other]) {
      const filter = { ...everything, siteId };
      assert.ok((await readsOf('payments', () => listPayments(ctx, filter, page))) <= most);
      assert.ok((await readsOf('transactions', () => listTransactions(ctx, filter, page))) <= most);
      assert.ok((await readsOf('refunds', () => listRefunds(ctx, filter, page))) <= most);
    }
  });

  test('payments and transactions with a reference, at every site', async () => {
    const filter = { ...everything, merchantReference: 'order-77' };
    assert.equal((await listPayments(ctx, filter, page)).rows.length, 1);
    assert.equal((await listTransactions(ctx, filter, page)).rows.length, 1);
    assert.ok((await readsOf('payments', () => listPayments(ctx, filter, page))) <= most);
    assert.ok((await readsOf('transactions', () => listTransactions(ctx, filter, page))) <= most);
  });

  test('no reference finds another merchant’s objects', async () => {
    const filter = { ...everything, merchantId: world.site.id, merchantReference: 'order-77' };
    assert.deepEqual((await listPayments(ctx, filter, page)).rows, []);
  });

  test('payouts with one of their references', async () => {
    for (const within of [
      ['merchantReference'],
      ['customerBankReference'],
      ['merchantReference', 'customerBankReference'],
    ] as const) {
      const reference = within.includes('merchantReference' as never) ? 'out-77' : 'bank-77';
      const list = () => findPayouts(ctx, site, { reference, within, limit: 10, offset: 0 });
      assert.equal((await list()).length, 1);
      assert.ok((await readsOf('payouts', list)) <= most, within.join());
    }
  });
});
