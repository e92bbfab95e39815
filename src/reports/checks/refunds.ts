// Compares refunds with their books, their transfers and the transactions that they refund.
// all merchants: a check compares the whole database with itself.
import { checkOf, type Rules } from '../../core/findings.ts';
import { refundMachine } from '../../core/refunds/state.ts';
import { booksOf, endRule } from './events.ts';
import { pathRules, stepRule } from './transactions.ts';

const rules: Rules = {
  // The bookings of a refund match its state, each with its whole amount and on its own site.
  'refund-is-booked': (db) => db`
    with ${booksOf(db, refundMachine)}
    select coalesce(refund.id, books.object_id) as object,
      format('%s of %s cents, booked %s of %s to %s', coalesce(refund.state, 'no refund'), refund.amount_cents,
        coalesce(books.templates, 'nothing'), books.least, books.most) as detail
    from refunds refund full join books on books.object_id = refund.id
    where refund.id is null
      or coalesce(books.least, refund.amount_cents) <> refund.amount_cents
      or coalesce(books.most, refund.amount_cents) <> refund.amount_cents
      or (books.object_id is not null and books.is_own_site is distinct from true)
      or coalesce(books.templates, '') <> all (case refund.state
        when 'submitted' then array['refund_submitted']
        when 'complete' then array['refund_paid refund_submitted']
        when 'failed' then array['refund_submitted refund_undone']
        when 'returned' then array['refund_submitted refund_undone', 'refund_paid refund_returned refund_submitted']
        else array[''] end)`,
  // A transaction's refunded amount is the sum of its refunds, never more than its amount. If it is all: refunded.
  'refunds-add-up': (db) => db`
    with summed as (
      select transaction_id,
        coalesce(sum(amount_cents) filter (where state in ('pending', 'payee_check', 'approval', 'approved', 'submitted', 'complete')), 0) as claimed,
        coalesce(sum(amount_cents) filter (where state = 'complete'), 0) as repaid
      from refunds group by transaction_id
    )
    select transaction.id as object,
      format('%s of %s cents, claimed %s and repaid %s, its refunds claim %s and have repaid %s', transaction.state,
        transaction.amount_cents, transaction.refunded_cents, transaction.repaid_cents, coalesce(summed.claimed, 0),
        coalesce(summed.repaid, 0)) as detail
    from transactions transaction left join summed on summed.transaction_id = transaction.id
    where transaction.refunded_cents <> coalesce(summed.claimed, 0)
      or transaction.repaid_cents <> coalesce(summed.repaid, 0)
      or transaction.refunded_cents > transaction.amount_cents
      or (transaction.state <> 'reversed'
        and (transaction.state = 'refunded') <> (coalesce(summed.repaid, 0) = transaction.amount_cents))`,
  'refund-is-of-its-transaction': (db) => db`
    select refund.id as object,
      format('of %s of site %s, whose state is %s', transaction.id, transaction.site_id, transaction.state) as detail
    from refunds refund join transactions transaction on transaction.id = refund.transaction_id
    where refund.merchant_id <> transaction.merchant_id or refund.site_id <> transaction.site_id
      or refund.currency <> transaction.currency or transaction.is_test
      or transaction.state not in ('successful', 'refunded', 'reversed')`,
  // Exactly the submitted refunds have one transfer each, whose outcome is the refund's.
  'refund-has-its-transfer': (db) => db`
    with ordered as (
      select object_id, count(*) as number, max(state) as state, min(amount_cents) as cents,
        bool_and(refund_of is not null) as is_of_something, max(refund_of::text)::uuid as refund_of
      from transfers where purpose = 'refund' group by object_id
    )
    select coalesce(refund.id, ordered.object_id) as object,
      format('is %s, its %s transfers are %s', coalesce(refund.state, 'no refund'), coalesce(ordered.number, 0),
        coalesce(ordered.state, 'none')) as detail
    from refunds refund full join ordered on ordered.object_id = refund.id
    where refund.id is null or coalesce(ordered.number, 0) > 1 or ordered.cents <> refund.amount_cents
      or not ordered.is_of_something or ordered.refund_of <> refund.transaction_id
      or coalesce(ordered.state, 'none') <> all (case refund.state
        when 'submitted' then array['ready', 'sent']
        when 'complete' then array['paid']
        when 'failed' then array['failed']
        when 'returned' then array['returned']
        else array['none'] end)`,
  // Nothing leaves for an account other than the payer's unless a user approved it who is not the requester.
  'refund-elsewhere-is-approved': (db) => db`
    select id as object, format('%s, requested by %s, approved by %s', state, created_by, coalesce(approved_by, 'nobody')) as detail
    from refunds
    where (account_sealed is not null and state in ('approved', 'submitted', 'complete', 'failed', 'returned')
        and (approved_by is null or approved_by = created_by or approved_by not like 'user:%'))
      or (account_sealed is null and (approved_by is not null or state in ('payee_check', 'approval', 'approved', 'refused')))`,
  ...endRule('refund-end-is-told', refundMachine),
};

export const checkRefunds = checkOf({ ...rules, ...pathRules(refundMachine), ...stepRule(refundMachine) });
