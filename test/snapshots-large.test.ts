// The time of a snapshot of 100 000 rows.
// long: 100 000 rows; test/snapshots.test.ts saves and restores some of every table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restoreSnapshot, saveSnapshot } from '../src/sandbox/snapshots/snapshot-store.ts';
import { openDatabase } from './support/database.ts';

const payments = 7_200;

/** Paid payments with all that hangs on one. */
const rows = `
  set local session_replication_role = replica;
  insert into merchants (id, code, name, created_at) values (gen_random_uuid(), 'LARGE001', 'Large', now());
  insert into sites (id, merchant_id, code, name, created_at)
    select gen_random_uuid(), id, 'LARGE001', 'Large', now() from merchants;
  insert into ledger_accounts (id, merchant_id, site_id, kind, currency, created_at)
    select gen_random_uuid(), merchant_id, id, kind, 'ZAR', now() from sites, unnest(array['a', 'b', 'c']) kind;
  create temp table one on commit drop as
    select merchant_id, id as site_id, uuidv7() as payment, uuidv7() as transaction, uuidv7() as event,
      uuidv7() as journal, 'ORDER-' || number as reference
    from sites, generate_series(1, ${payments}) number;
  insert into payments (id, merchant_id, site_id, contract, state, amount_cents, currency, merchant_reference,
      correlation_id, created_at, expires_at, completed_at, details)
    select payment, merchant_id, site_id, 'one', 'complete', 10000, 'ZAR', reference, 'c', now(), now(), now(),
      '{"returnUrl": "https://shop.example/return"}' from one;
  insert into transactions (id, merchant_id, site_id, payment_id, state, payment_type, amount_cents, currency,
      merchant_reference, is_test, correlation_id, created_at, completed_at)
    select transaction, merchant_id, site_id, payment, 'successful', 'redirect', 10000, 'ZAR', reference, false, 'c',
      now(), now() from one;
  insert into transitions (merchant_id, object, object_id, from_state, verb, to_state, actor, correlation_id, at)
    select merchant_id, 'transaction', transaction, 'created', 'v', 's', 'bank', 'c', now()
    from one, generate_series(1, 3);
  insert into ledger_journals (id, merchant_id, template, object, object_id, booked_at)
    select journal, merchant_id, 't', 'transaction', transaction, now() from one;
  insert into ledger_entries (journal_id, account_id, amount_cents, booked_at)
    select journal, id, case kind when 'a' then -2 else 1 end, now() from one, ledger_accounts;
  insert into events (id, merchant_id, site_id, type, object, object_id, sequence, data, correlation_id, occurred_at)
    select event, merchant_id, site_id, 'transaction.complete', 'transaction', transaction, 1,
      '{"state": "successful"}', 'c', now() from one;
  insert into bank.orders (id, bank_id, amount_cents, payee, reference, return_url, created_at, expires_at, state,
      payer_account, decided_at)
    select transaction, transaction, 10000, 'Large', reference, 'http://localhost', now(), now(), 'paid',
      '1234567890', now() from one;
  insert into bank.statement_lines (account, order_id, amount_cents, reference, counterpart, booked_at)
    select '12345678' || side, transaction, 1, 'r', 'c', now() from one, generate_series(1, 2) side;
  insert into bank.callbacks (order_id, outcome, created_at, due_at, delivered_at, attempts)
    select transaction, 'paid', now(), now(), now(), 1 from one`;

test('a snapshot of 100 000 rows is saved and restored', async (t) => {
  const { db } = await openDatabase();
  await db.begin((tx) => tx.unsafe(rows).simple());
  const times = { save: Number.POSITIVE_INFINITY, restore: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 3; round++) {
    const began = performance.now();
    const saved = await saveSnapshot(db, 'large', new Date(0));
    assert.ok(saved.rows >= 100_000, `${saved.rows} rows`);
    const isSaved = performance.now();
    await db`delete from events`;
    const deleted = performance.now();
    await restoreSnapshot(db, 'large');
    times.save = Math.min(times.save, isSaved - began);
    times.restore = Math.min(times.restore, performance.now() - deleted);
    assert.equal((await db`select from events`).count, payments);
  }
  t.diagnostic(`saved in ${Math.round(times.save)} ms, restored in ${Math.round(times.restore)} ms`);
});
