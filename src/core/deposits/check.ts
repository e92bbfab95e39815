// Deposits held against their books. Its SQL stands here and not in store.ts, because no action ever runs it.
import type { Db } from '../../kernel/db.ts';
import { type Finding, findBroken, findingsPerRule, type Rule } from '../findings.ts';

/** What is wrong with deposits; nothing, if all is well. */
export function checkDeposits(db: Db): Promise<Finding[]> {
  return findBroken(db, rules);
}

const rules: Rule[] = [
  {
    // Each deposit is booked once, to the float of its site or to suspense, with its whole amount.
    rule: 'deposit-is-booked',
    find: (db) => db`
      with booked as (
        select journal.object_id, string_agg(distinct journal.template, ' ') as templates,
          -sum(entry.amount_cents) filter (where account.kind in ('float', 'suspense')) as cents,
          max(account.site_id::text)::uuid as site_id
        from ledger_journals journal
        join ledger_entries entry on entry.journal_id = journal.id
        join ledger_accounts account on account.id = entry.account_id
        where journal.object = 'deposit'
        group by journal.object_id
      )
      select coalesce(deposit.id, booked.object_id) as object,
        format('%s of %s cents, booked %s of %s', coalesce(deposit.outcome, 'no deposit'), deposit.amount_cents,
          coalesce(booked.templates, 'nothing'), booked.cents) as detail
      from deposits deposit full join booked on booked.object_id = deposit.id
      where booked.cents is distinct from deposit.amount_cents or booked.site_id is distinct from deposit.site_id
        or booked.templates is distinct from
          case deposit.outcome when 'float' then 'float_topped_up' when 'suspense' then 'deposit_unmatched' end
      limit ${findingsPerRule}`,
  },
];
