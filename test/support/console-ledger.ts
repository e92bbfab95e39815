// Books the postings of filled rows by set-based SQL: journals and entries by the ledger's own templates, their links, a
// snapshot of each account for each day, and the transitions of payments. The hashes of the links are synthetic.

import { type AccountKind, accountKinds, type Posting, templates } from '../../src/core/ledger/actions.ts';
import type { Fragment, Sql, Tx } from '../../src/kernel/db/db.ts';
import { firstIdAt } from '../../src/kernel/ids.ts';
import { type Filling, feeCents, journalOf, withoutTriggers } from './console-rows.ts';

/** The bookings of a table's rows: times and amounts. */
interface Booking {
  posting: Posting;
  object: string;
  table: string;
  at: string;
  cents: string;
  where: string;
}

const bookings: Booking[] = [
  {
    ...{ posting: 'payment_received', object: 'transaction', table: 'transactions' },
    ...{ at: 'completed_at', cents: 'amount_cents', where: "state in ('successful', 'refunded')" },
  },
  ...(['refund_submitted', 'refund_paid'] as const).map((posting) => ({
    ...{ posting, object: 'refund', table: 'refunds' },
    ...{ at: 'created_at', cents: 'amount_cents', where: "state = 'complete'" },
  })),
  // Each payout finds its float funded.
  ...(['float_topped_up', 'payout_accepted', 'payout_paid'] as const).map((posting) => ({
    ...{ posting, object: 'payout', table: 'payouts' },
    ...{ at: 'created_at', cents: 'amount_cents', where: "state = 'complete'" },
  })),
  ...(['settlement_made', 'settlement_paid'] as const).map((posting) => ({
    ...{ posting, object: 'settlement', table: 'settlements' },
    ...{ at: 'created_at', cents: 'total_cents', where: "state = 'paid'" },
  })),
];

const kinds = [
  ...new Set(bookings.flatMap(({ posting }) => templates[posting].map(({ account }) => account))),
];

const vatCents = 20;

/** So many payments' days are booked in one transaction. */
const paymentsAtOnce = 200_000;

/** Books what `fillConsole` has filled of the newest `days` days; `payments`: how many there are of them. */
export async function fillLedger(db: Sql, { days, now, report, payments }: Filling): Promise<void> {
  await withoutTriggers(db, addAccounts);
  const parts = Math.ceil(payments / paymentsAtOnce);
  // A day more on each side: some rows are a moment older or younger than their payment.
  const [first, span] = [now.getTime() - (days + 1) * 86_400_000, (days + 2) * 86_400_000];
  const at = (part: number) => new Date(Math.round(first + (span * part) / parts));
  const bounds = Array.from({ length: parts }, (_, part) => ({ from: at(part), to: at(part + 1) })).values();
  const lane = async () => {
    for (const { from, to } of bounds) {
      await withoutTriggers(db, async (tx) => {
        for (const booking of bookings) await book(tx, booking, from, to);
        await addTransitions(tx, from, to);
      });
      report?.(`booked up to ${to.toISOString()}`);
    }
  };
  await Promise.all([lane(), lane(), lane()]);
  await Promise.all([withoutTriggers(db, (tx) => addSnapshots(tx, now)), withoutTriggers(db, addLinks)]);
  // Roll-ups restart, and do not process all steps one by one.
  await db`delete from totals_progress`;
  await db`vacuum analyze ledger_journals, ledger_entries, ledger_links, ledger_snapshots, transitions`;
}

async function addAccounts(db: Tx): Promise<void> {
  const of = (owner: string) => kinds.filter((kind) => accountKinds[kind].owner === owner);
  await db`
    insert into ledger_accounts (id, merchant_id, site_id, kind, currency, created_at)
    select gen_random_uuid(), merchant_id, id, kind, 'ZAR', created_at from sites, unnest(${of('site')}::text[]) kind
    on conflict do nothing`;
  await db`
    insert into ledger_accounts (id, kind, bank_account, currency, created_at)
    select gen_random_uuid(), kind, bank_account, 'ZAR', (select min(created_at) from sites)
    from (select kind, '' as bank_account from unnest(${of('service')}::text[]) kind
      union all select kind, 'simulator' from unnest(${of('bank')}::text[]) kind) own
    on conflict do nothing`;
}

/** Books a posting of all rows created between two instants, found by the instant that begins their ids. */
async function book(db: Tx, { posting, object, table, at, cents, where }: Booking, from: Date, to: Date) {
  const lines = templates[posting] as readonly { account: AccountKind; side: string; amount: string }[];
  await db`
    with row as materialized (
      select ${journalOf(db, db`id`, posting)} as journal_id, id, merchant_id, site_id, ${db(at)} as at, ${db(cents)} as cents
      from ${db(table)} where id >= ${firstIdAt(from)} and id < ${firstIdAt(to)} and ${db.unsafe(where) as Fragment}
    ), journal as (
      insert into ledger_journals (id, merchant_id, template, object, object_id, booked_at)
      select journal_id, merchant_id, ${posting}, ${object}, id, at from row order by at
    ), line as materialized (
      select site.id as site_id, account.id as account_id, sign, amount
      from sites site cross join unnest(
        ${lines.map(({ account }) => account)}::text[], ${lines.map(({ side }) => (side === 'debit' ? 1 : -1))}::integer[],
        ${lines.map(({ amount }) => amount)}::text[]
      ) as line (kind, sign, amount)
      join ledger_accounts account on account.kind = line.kind
        and case when account.site_id is null then account.bank_account in ('', 'simulator') else account.site_id = site.id end
    )
    insert into ledger_entries (journal_id, account_id, amount_cents, booked_at)
    select journal_id, account_id, sign * case amount when 'fee' then ${feeCents}::bigint when 'vat' then ${vatCents}::bigint else cents end, at
    from row join line using (site_id)`;
}

/** Each payment was created, attempted at a bank, and ended, as its states say. */
async function addTransitions(db: Tx, from: Date, to: Date): Promise<void> {
  await db`
    insert into transitions (merchant_id, object, object_id, from_state, verb, to_state, actor, correlation_id, at)
    select attempt.merchant_id, step.object, case step.object when 'payment' then payment_id else id end,
      step.from_state, step.verb, step.to_state, step.actor, correlation_id, attempt.created_at + step.after
    from transactions attempt
    cross join lateral (values
      ('transaction', 'created', 'start', 'started', 'customer', interval '1 second', 'successful refunded declined failed abandoned cancelled expired started'),
      ('transaction', 'started', 'authenticate', 'authenticated', 'customer', interval '30 seconds', 'successful refunded declined failed'),
      ('transaction', 'authenticated', 'pay', 'successful', 'bank', interval '70 seconds', 'successful refunded'),
      ('payment', 'created', 'complete', 'complete', 'bank', interval '70 seconds', 'successful refunded'),
      ('transaction', 'authenticated', 'decline', 'declined', 'bank', interval '70 seconds', 'declined'),
      ('transaction', 'authenticated', 'fail', 'failed', 'bank', interval '70 seconds', 'failed'),
      ('transaction', 'started', 'abandon', 'abandoned', 'bank', interval '70 seconds', 'abandoned'),
      ('transaction', 'started', 'cancel', 'cancelled', 'customer', interval '70 seconds', 'cancelled'),
      ('payment', 'created', 'cancel', 'cancelled', 'customer', interval '70 seconds', 'cancelled'),
      ('transaction', 'started', 'expire', 'expired', 'system', interval '1 day', 'expired'),
      ('payment', 'created', 'expire', 'expired', 'system', interval '1 day', 'expired declined failed abandoned')
    ) step (object, from_state, verb, to_state, actor, after, of)
    where attempt.id >= ${firstIdAt(from)} and attempt.id < ${firstIdAt(to)}
      and state = any (string_to_array(step.of, ' '))`;
}

/** The balance of each account at the end of each day on which it moved. */
async function addSnapshots(db: Tx, now: Date): Promise<void> {
  await db`
    insert into ledger_snapshots (account_id, at, balance_cents)
    select account_id, at, (sum(cents) over (partition by account_id order by at))::bigint
    from (
      select account_id, date_trunc('day', booked_at - interval '1 microsecond') + interval '1 day' as at, sum(amount_cents) as cents
      from ledger_entries group by 1, 2
    ) moved
    where at < ${now}::timestamptz - interval '1 hour'
    on conflict do nothing`;
}

async function addLinks(db: Tx): Promise<void> {
  await db`
    insert into ledger_links (position, journal_id, hash, linked_at)
    select coalesce((select max(position) from ledger_links), 0) + row_number() over (order by id), id,
      sha256(id::text::bytea), booked_at
    from ledger_journals journal
    where not exists (select from ledger_links link where link.journal_id = journal.id)`;
}
