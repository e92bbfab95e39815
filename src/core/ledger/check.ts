// The books held against their own rules. Its SQL stands here and not in store.ts, because no action ever runs it.
import type { Db } from '../../kernel/db.ts';
import { type Finding, findBroken, findingsPerRule, type Rule } from '../findings.ts';
import { templates } from './templates.ts';

/** What is wrong with the books; nothing, if all is well. */
export function checkLedger(db: Db): Promise<Finding[]> {
  return findBroken(db, rules);
}

const lines = Object.entries(templates).flatMap(([template, its]) =>
  its.map((line) => ({ template, ...line })),
);

const rules: Rule[] = [
  {
    rule: 'journal-balances',
    find: (db) => db`
      select journal.id as object,
        format('sums to %s cents over %s lines', coalesce(sum(entry.amount_cents), 0), count(entry.id)) as detail
      from ledger_journals journal left join ledger_entries entry on entry.journal_id = journal.id
      group by journal.id
      having coalesce(sum(entry.amount_cents), 0) <> 0 or count(entry.id) < 2
      limit ${findingsPerRule}`,
  },
  {
    // Each line of the template at most once (lines of zero are left out), on its side, one amount for one name.
    rule: 'posting-follows-template',
    find: (db) => db`
      with line as materialized (
        select * from unnest(
          ${lines.map((line) => line.template)}::text[],
          ${lines.map((line) => line.account)}::text[],
          ${lines.map((line) => (line.side === 'debit' ? 1 : -1))}::integer[],
          ${lines.map((line) => line.amount)}::text[]
        ) as line (template, kind, side, amount)
      )
      select journal.id as object,
        format('%s: %s', journal.template,
          string_agg(format('%s %s', account.kind, entry.amount_cents), ', ' order by entry.id)) as detail
      from ledger_journals journal
      join ledger_entries entry on entry.journal_id = journal.id
      join ledger_accounts account on account.id = entry.account_id
      left join line on line.template = journal.template and line.kind = account.kind
        and line.side = sign(entry.amount_cents)
      group by journal.id
      having bool_or(line.kind is null)
        or count(*) <> count(distinct (line.kind, line.side))
        or count(distinct line.amount) <> count(distinct (line.amount, abs(entry.amount_cents)))
      limit ${findingsPerRule}`,
  },
  {
    rule: 'entry-belongs-to-its-journal',
    find: (db) => db`
      select entry.id::text as object, format('of journal %s, on an account of kind %s', journal.id, account.kind) as detail
      from ledger_entries entry
      join ledger_journals journal on journal.id = entry.journal_id
      join ledger_accounts account on account.id = entry.account_id
      where account.merchant_id <> journal.merchant_id or entry.booked_at <> journal.booked_at
      limit ${findingsPerRule}`,
  },
];
