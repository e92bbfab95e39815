// Checks the books against their own rules.
// all merchants: a check compares the whole database with itself.
import { checkOf, type Finding, type Rules } from '../../core/findings.ts';
import { checkChain } from '../../core/ledger/chain-check.ts';
import { templates } from '../../core/ledger/postings.ts';
import type { Db } from '../../kernel/db/db.ts';

export async function checkLedger(db: Db): Promise<Finding[]> {
  return [...(await checkOf(rules)(db)), ...(await checkChain(db)).findings];
}

const lines = Object.entries(templates).flatMap(([template, its]) =>
  its.map((line) => ({ template, ...line })),
);

// The postings of a payment in books from the time when fees were kept back instead of charged to the site's account.
const netPayment = 'bank_clearing 1, fees -1, merchant -1';

const rules: Rules = {
  'journal-balances': (db) => db`
    select journal.id as object,
      format('sums to %s cents over %s lines', coalesce(sum(entry.amount_cents), 0), count(entry.id)) as detail
    from ledger_journals journal left join ledger_entries entry on entry.journal_id = journal.id
    group by journal.id
    having coalesce(sum(entry.amount_cents), 0) <> 0 or count(entry.id) < 2`,
  // Lines follow the template, none twice, and each amount has both lines: the debit has its credit of the same name.
  'posting-follows-template': (db) => db`
    with line as materialized (
      select * from unnest(
        ${lines.map((line) => line.template)}::text[],
        ${lines.map((line) => line.account)}::text[],
        ${lines.map((line) => (line.side === 'debit' ? 1 : -1))}::integer[],
        ${lines.map((line) => line.amount)}::text[]
      ) as line (template, kind, side, amount)
    ), booked as (
      select journal.id, journal.template,
        string_agg(format('%s %s', account.kind, entry.amount_cents), ', ' order by entry.id) as entries,
        string_agg(format('%s %s', account.kind, sign(entry.amount_cents)), ', ' order by account.kind) as sides,
        count(*) as number, count(distinct (line.kind, line.side)) filter (where line.kind is not null) as known,
        string_agg(format('%s %s', line.amount, entry.amount_cents), ', ' order by line.amount)
          filter (where entry.amount_cents > 0) as debits,
        string_agg(format('%s %s', line.amount, -entry.amount_cents), ', ' order by line.amount)
          filter (where entry.amount_cents < 0) as credits
      from ledger_journals journal
      join ledger_entries entry on entry.journal_id = journal.id
      join ledger_accounts account on account.id = entry.account_id
      left join line on line.template = journal.template and line.kind = account.kind
        and line.side = sign(entry.amount_cents)
      group by journal.id
    )
    select id as object, format('%s: %s', template, entries) as detail
    from booked
    where (known <> number or debits is distinct from credits)
      and not (template = 'payment_received' and sides = ${netPayment})`,
  'entry-belongs-to-its-journal': (db) => db`
    select entry.id::text as object,
      format('entry of journal %s, on an account of kind %s', entry.journal_id, account.kind) as detail
    from ledger_entries entry
    left join ledger_journals journal on journal.id = entry.journal_id
    left join ledger_accounts account on account.id = entry.account_id
    where journal.id is null or account.id is null
      or account.merchant_id <> journal.merchant_id or entry.booked_at <> journal.booked_at`,
  // Between two snapshots of an account, the balance changes by the bookings in between.
  'snapshot-is-its-entries': (db) => db`
    with step as (
      select account_id, at, balance_cents,
        lag(at, 1, '-infinity') over each as before, lag(balance_cents, 1, 0::bigint) over each as balance_before
      from ledger_snapshots
      window each as (partition by account_id order by at)
    )
    select step.account_id as object,
      format('%s cents at %s, after %s cents at %s and %s cents booked between', step.balance_cents, step.at,
        step.balance_before, step.before, moved.cents) as detail
    from step cross join lateral (
      select coalesce(sum(entry.amount_cents), 0) as cents from ledger_entries entry
      where entry.account_id = step.account_id and entry.booked_at > step.before and entry.booked_at <= step.at
    ) moved
    where step.balance_cents - step.balance_before <> moved.cents`,
};
