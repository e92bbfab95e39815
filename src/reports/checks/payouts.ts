// Compares payouts and floats with their books and their events.
// all merchants: a check compares the whole database with itself.
import { checkOf, type Rules } from '../../core/findings.ts';
import { payoutMachine } from '../../core/payouts/state.ts';
import type { Machine } from '../../kernel/state-machine.ts';
import { booksOf, endRule } from './events.ts';
import { pathRules, stepRule } from './transactions.ts';

const pending = payoutMachine.states.filter((state) => !payoutMachine.ended.includes(state));

const rules: Rules = {
  // The bookings of a payout match its state, each with its whole amount.
  'payout-is-booked': (db) => db`
    with ${booksOf(db, payoutMachine)}
    select coalesce(payout.id, books.object_id) as object,
      format('%s of %s cents, booked %s of %s to %s', coalesce(payout.state, 'no payout'), payout.amount_cents,
        coalesce(books.templates, 'nothing'), books.least, books.most) as detail
    from payouts payout full join books on books.object_id = payout.id
    where books.least is distinct from payout.amount_cents or books.most is distinct from payout.amount_cents
      or books.is_own_site is distinct from true
      or coalesce(books.templates, '') <> all (case
        when payout.state = any (${pending}) then array['payout_accepted']
        when payout.state = 'complete' then array['payout_accepted payout_paid']
        when payout.state = 'returned'
          then array['payout_accepted payout_undone', 'payout_accepted payout_paid payout_returned']
        else array['payout_accepted payout_undone'] end)`,
  'float-is-its-ledger': (db) => db`
    with held as (
      select account.site_id,
        -coalesce(sum(entry.amount_cents) filter (where account.kind = 'float'), 0) as available,
        -coalesce(sum(entry.amount_cents) filter (where account.kind = 'payouts_in_flight'), 0) as in_flight
      from ledger_accounts account join ledger_entries entry on entry.account_id = account.id
      where account.kind in ('float', 'payouts_in_flight')
      group by account.site_id
    ), waiting as (
      select site_id, sum(amount_cents) as cents from payouts where state = any (${pending}) group by site_id
    )
    select coalesce(float.site_id, held.site_id, waiting.site_id) as object,
      format('available %s, booked %s; pending %s, booked %s, of payouts under way %s', float.available_cents,
        held.available, float.pending_cents, held.in_flight, coalesce(waiting.cents, 0)) as detail
    from floats float
    full join held on held.site_id = float.site_id
    full join waiting on waiting.site_id = coalesce(float.site_id, held.site_id)
    where coalesce(float.available_cents, 0) <> coalesce(held.available, 0)
      or coalesce(float.pending_cents, 0) <> coalesce(held.in_flight, 0)
      or coalesce(float.pending_cents, 0) <> coalesce(waiting.cents, 0)`,
  // Exactly the payouts that were ordered at a bank have transfers, whose outcome is the payout's.
  'payout-has-its-transfer': (db) => db`
    with ordered as (
      select object_id, count(*) as number, max(state) as state, min(amount_cents) as cents
      from transfers where purpose = 'payout' group by object_id
    )
    select coalesce(payout.id, ordered.object_id) as object,
      format('is %s, its %s transfers are %s', coalesce(payout.state, 'no payout'), coalesce(ordered.number, 0),
        coalesce(ordered.state, 'none')) as detail
    from payouts payout full join ordered on ordered.object_id = payout.id
    where payout.id is null or coalesce(ordered.number, 0) > 1 or ordered.cents <> payout.amount_cents
      or coalesce(ordered.state, 'none') <> all (case payout.state
        when 'submitted' then array['ready', 'sent']
        when 'complete' then array['paid']
        when 'returned' then array['returned']
        when 'processing_error' then array['failed']
        when 'cancelled' then array['none', 'failed']
        else array['none'] end)`,
  ...endRule('payout-end-is-told', payoutMachine),
};

const machine = payoutMachine as unknown as Machine;

export const checkPayouts = checkOf({ ...rules, ...pathRules(machine), ...stepRule(machine) });
