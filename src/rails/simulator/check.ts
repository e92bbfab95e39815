// The simulated bank's statement held against the books, to the cent: each movement on it is booked in bank clearing,
// and nothing else is. What the bank did a moment ago and nobody has been told of yet is under way, not wrong, so the
// check is exact at any time.
import { type Finding, findBroken, findingsPerRule, type Rule } from '../../core/findings.ts';
import type { Db } from '../../kernel/db.ts';

/** Where bank and books differ; nothing, if all is well. Only where the simulated bank is the bank. */
export function checkStatement(db: Db): Promise<Finding[]> {
  return findBroken(db, rules);
}

const rules: Rule[] = [
  {
    rule: 'bank-clearing-is-the-statement',
    find: (db) => db`
      with at_bank as (
        select coalesce(line.order_id, line.transfer_id, line.deposit_id) as id, sum(line.amount_cents) as cents,
          count(*) as lines
        from bank.statement_lines line
        join bank.accounts account on account.number = line.account and account.kind in ('collection', 'operating')
        group by 1
      ), booked as (
        -- Refunds and payouts have one transfer each; a settlement is booked for the transfer that pays it. What a deposit
        -- paid counts with the deposit, and so does what left suspense for that.
        select coalesce(transfer.id, part.deposit_id, paying.deposit_id, journal.object_id) as id,
          sum(entry.amount_cents) as cents, count(*) as lines
        from ledger_accounts account
        join ledger_entries entry on entry.account_id = account.id
        join ledger_journals journal on journal.id = entry.journal_id
        left join transfers transfer on transfer.object_id = journal.object_id and transfer.purpose = journal.object
        left join deposit_parts part on part.id = journal.object_id and part.purpose <> 'return'
        left join deposit_parts paying on paying.transaction_id = journal.object_id
        where account.kind = 'bank_clearing'
        group by 1
      ), under_way as (
        select id from transfers where state in ('sent', 'paid') and due_at is not null
        union select id from transactions where enquire_at is not null
        union select coalesce(order_id, transfer_id, deposit_id) from bank.callbacks where delivered_at is null
      )
      select coalesce(at_bank.id, booked.id) as object,
        format('%s cents on the statement, %s cents booked', coalesce(at_bank.cents, 0), coalesce(booked.cents, 0))
          as detail
      from at_bank full join booked on booked.id = at_bank.id
      where coalesce(at_bank.cents, 0) <> coalesce(booked.cents, 0)
        and not (coalesce(at_bank.lines, 0) > coalesce(booked.lines, 0)
          and coalesce(at_bank.id, booked.id) in (select id from under_way))
      limit ${findingsPerRule}`,
  },
];
