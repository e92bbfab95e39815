// Compares deposits with their bookings, the payments they made and the transfers that return them. all merchants: a
// check compares the whole database with itself.
import { depositMachine } from '../../core/deposits/state.ts';
import { checkOf, type Rules } from '../../core/findings.ts';
import { depositType } from '../../core/transactions/actions.ts';
import { pathRules } from './transactions.ts';

const rules: Rules = {
  // The parts of a finished deposit add up to it. A waiting deposit has none.
  'deposit-is-in-one-place': (db) => db`
    with parts as (
      select deposit_id, coalesce(sum(amount_cents) filter (where purpose <> 'return'), 0) as placed,
        coalesce(sum(amount_cents) filter (where purpose = 'return'), 0) as sent_back
      from deposit_parts where undone_at is null group by deposit_id
    )
    select deposit.id as object,
      format('is %s with %s cents: %s allocated, %s sent back', deposit.state, deposit.amount_cents,
        coalesce(parts.placed, 0), coalesce(parts.sent_back, 0)) as detail
    from deposits deposit left join parts on parts.deposit_id = deposit.id
    where coalesce(parts.placed, 0) <> case when deposit.state = 'allocated' then deposit.amount_cents else 0 end
      or coalesce(parts.sent_back, 0) <>
        case when deposit.state in ('returning', 'returned') then deposit.amount_cents else 0 end`,
  // The bookings of a deposit and of its parts match what became of them, each with the whole amount.
  'deposit-is-booked': (db) => db`
    with posted as (
      select journal.object_id, journal.template, sum(abs(entry.amount_cents)) / 2 as cents,
        max(account.site_id::text)::uuid as site_id
      from ledger_journals journal
      join ledger_entries entry on entry.journal_id = journal.id
      join ledger_accounts account on account.id = entry.account_id
      where journal.object = 'deposit'
      group by journal.object_id, journal.template
    ), books as (
      select object_id, string_agg(template, ' ' order by template) as templates, min(cents) as least,
        max(cents) as most, max(site_id::text)::uuid as site_id
      from posted group by object_id
    ), owed as (
      select id, amount_cents, site_id, array[templates] as templates
      from (
        -- The deposit itself, with the part that was never in suspense and has its id.
        select deposit.id, deposit.amount_cents, case when own.purpose = 'float' then own.site_id end as site_id,
          concat_ws(' ', case when own.undone_by is not null then 'deposit_reopened' end,
            case when deposit.state = 'reversed' and not exists (
                select from deposit_parts
                where deposit_id = deposit.id and purpose <> 'return' and undone_by is null)
              then 'deposit_reversed' end,
            case when own.id is null then 'deposit_unmatched' end,
            case when own.purpose = 'float' and own.undone_at is not null then 'float_reversed' end,
            case when own.purpose = 'float' then 'float_topped_up' end) as templates
        from deposits deposit
        left join deposit_parts own on own.deposit_id = deposit.id and not own.from_suspense
      ) whole where templates <> ''
      union all
      select part.id, part.amount_cents, case when part.purpose = 'float' then part.site_id end,
        case
          when part.purpose <> 'return' then array[concat_ws(' ', 'deposit_allocated',
            case when part.undone_by is not null then 'deposit_reopened' end,
            case when part.purpose = 'float' and part.undone_at is not null then 'float_reversed' end,
            case when part.purpose = 'float' then 'float_topped_up' end)]
          when part.undone_at is not null then array['deposit_return_ordered deposit_return_undone',
            'deposit_return_ordered deposit_return_paid deposit_return_returned']
          when deposit.state = 'returned' then array['deposit_return_ordered deposit_return_paid']
          else array['deposit_return_ordered'] end
      from deposit_parts part join deposits deposit on deposit.id = part.deposit_id
      where part.from_suspense
    )
    select coalesce(owed.id, books.object_id) as object,
      format('%s cents, to be booked as %s, booked %s of %s to %s', owed.amount_cents,
        coalesce(array_to_string(owed.templates, ' or '), 'nothing'), coalesce(books.templates, 'nothing'), books.least,
        books.most) as detail
    from owed full join books on books.object_id = owed.id
    where books.templates is null or owed.templates is null or books.templates <> all (owed.templates)
      or books.least <> owed.amount_cents or books.most <> owed.amount_cents
      or books.site_id is distinct from owed.site_id`,
  'suspense-is-what-waits': (db) => db`
    with held as (
      select account.kind, -coalesce(sum(entry.amount_cents), 0) as cents
      from ledger_accounts account join ledger_entries entry on entry.account_id = account.id
      where account.kind in ('suspense', 'deposits_in_flight') group by account.kind
    ), expected as (
      select case when state = 'returning' then 'deposits_in_flight' else 'suspense' end as kind,
        sum(amount_cents) as cents
      from deposits where state in ('waiting', 'parked', 'returning') group by 1
    )
    select kind as object,
      format('holds %s cents, its deposits are %s cents', coalesce(held.cents, 0), coalesce(expected.cents, 0)) as detail
    from held full join expected using (kind)
    where coalesce(held.cents, 0) <> coalesce(expected.cents, 0)`,
  // A deposit paid each transaction that is paid by deposit, once, with its amount.
  'deposit-paid-its-transaction': (db) => db`
    with paid as (
      select id, site_id, amount_cents from transactions
      where payment_type = ${depositType} and state in ('successful', 'refunded', 'reversed')
    ), parts as (
      select transaction_id, min(site_id::text)::uuid as site_id, sum(amount_cents) as cents, count(*) as number
      from deposit_parts where transaction_id is not null group by transaction_id
    )
    select coalesce(paid.id, parts.transaction_id) as object,
      format('%s cents paid, %s cents of %s deposits', coalesce(paid.amount_cents, 0), coalesce(parts.cents, 0),
        coalesce(parts.number, 0)) as detail
    from paid full join parts on parts.transaction_id = paid.id
    where parts.number is distinct from 1 or paid.amount_cents is distinct from parts.cents
      or paid.site_id is distinct from parts.site_id`,
  // No transaction waits for a missing deposit, and a waiting one is notified when the deposit goes elsewhere. A
  // returned deposit that came back waits with a transaction that has ended.
  'held-transaction-has-its-deposit': (db) => db`
    select coalesce(transaction.id, deposit.id) as object,
      format('%s with %s cents, its deposit is %s with %s cents', coalesce(transaction.state, 'no transaction'),
        transaction.amount_cents, coalesce(deposit.state, 'nowhere'), deposit.amount_cents) as detail
    from (select * from transactions where payment_type = ${depositType}) transaction
    full join (
      select * from deposits where transaction_id is not null and state in ('waiting', 'parked', 'returning')
    ) deposit on deposit.transaction_id = transaction.id
    where case
      when deposit.id is null then transaction.state = 'pending'
      when transaction.state = 'pending' then transaction.amount_cents <> deposit.amount_cents
      else transaction.state is distinct from 'failed'
        or not exists (select from deposit_parts where deposit_id = deposit.id and undone_at is not null) end`,
  // A returned part has one transfer, whose outcome is the deposit's.
  'return-has-its-transfer': (db) => db`
    with ordered as (
      select object_id, count(*) as number, max(state) as state from transfers where purpose = 'deposit' group by object_id
    ), returns as (
      select part.id, part.undone_at, deposit.state
      from deposit_parts part join deposits deposit on deposit.id = part.deposit_id where part.purpose = 'return'
    )
    select coalesce(returns.id, ordered.object_id) as object,
      format('a deposit that is %s%s, its %s transfers are %s', returns.state,
        case when returns.undone_at is not null then ' again' end, coalesce(ordered.number, 0),
        coalesce(ordered.state, 'none')) as detail
    from returns full join ordered on ordered.object_id = returns.id
    where returns.id is null or ordered.number is distinct from 1
      or ordered.state <> all (case
        when returns.undone_at is not null then array['failed', 'returned']
        when returns.state = 'returned' then array['paid']
        else array['ready', 'sent'] end)`,
};

export const checkDeposits = checkOf({ ...rules, ...pathRules(depositMachine) });
