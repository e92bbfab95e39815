// Compares subscriptions and their charges with the payments, attempts and books of these.
// all merchants: a check compares the whole database with itself.
import { checkOf, type Rules } from '../../core/findings.ts';
import { awaitingStates, chargeMachine, subscriptionMachine } from '../../core/subscriptions/state.ts';
import { debitType, heldStates, liveStates } from '../../core/transactions/state.ts';
import { everyEvent } from './events.ts';
import { pathRules, tellingSteps } from './transactions.ts';

const scheduleRules: Rules = {
  // From the first due date to the newest one there is one charge each, on the day for its number.
  'one-charge-per-occurrence': (db) => db`
    with charge as (
      select subscription_id, count(*) as number, count(distinct occurrence) as different, min(occurrence) as first,
        max(occurrence) as last
      from subscription_charges where type = 'scheduled' group by subscription_id
    )
    select subscription.id as object,
      format('is %s, authorised %s, has %s charges, numbered %s to %s of %s', subscription.state,
        coalesce(subscription.authorized_at::text, 'never'), coalesce(charge.number, 0), charge.first, charge.last,
        subscription.occurrences) as detail
    from subscriptions subscription left join charge on charge.subscription_id = subscription.id
    where (charge.number is null) <> (subscription.authorized_at is null)
      or charge.number <> charge.different or charge.first <> 1 or charge.last <> charge.number
      or charge.last > subscription.occurrences`,
  'charge-is-on-its-day': (db) => db`
    select charge.id as object,
      format('%s, number %s, is due on %s and charged on %s', subscription.frequency, charge.occurrence,
        charge.due_date, charge.charge_date) as detail
    from subscription_charges charge join subscriptions subscription on subscription.id = charge.subscription_id
    where charge.type = 'scheduled' and (
      charge.due_date <> (subscription.first_payment_date + (charge.occurrence - 1) * case subscription.frequency
        when 'Daily' then interval '1 day'
        when 'Weekly' then interval '7 days'
        when 'Fortnightly' then interval '14 days'
        when 'Monthly' then interval '1 month'
        when 'Biannually' then interval '6 months'
        when 'Annually' then interval '12 months' end)::date
      or (subscription.frequency = 'Daily' and charge.charge_date <> charge.due_date))`,
  // An active subscription has its next charge ahead until the last one. Any other has none ahead.
  'subscription-has-its-charges': (db) => db`
    with charge as (
      select subscription_id,
        count(*) filter (where state in ('scheduled', 'retrying')) as ahead,
        count(*) filter (where type = 'scheduled' and state = 'scheduled') as upcoming,
        max(occurrence) as newest,
        max(occurrence) filter (where state = 'scheduled') as next,
        count(*) filter (where type = 'scheduled' and state in ('successful', 'failed')) as ended,
        count(*) filter (where state in ('scheduled', 'charging', 'retrying')) as open
      from subscription_charges group by subscription_id
    )
    select subscription.id as object,
      format('is %s, has %s charges ahead and %s not ended; %s of %s due dates are over, the newest is %s, the next %s',
        subscription.state, coalesce(charge.ahead, 0), coalesce(charge.open, 0), coalesce(charge.ended, 0),
        subscription.occurrences, charge.newest, charge.next) as detail
    from subscriptions subscription left join charge on charge.subscription_id = subscription.id
    where case subscription.state
      when 'active' then charge.upcoming > 1
        or (charge.newest < subscription.occurrences and charge.next is distinct from charge.newest)
        or charge.open = 0
      when 'completed' then charge.ended <> subscription.occurrences or charge.open > 0
      else charge.ahead > 0 end`,
  // Every pending step has a due time.
  'subscription-is-not-forgotten': (db) => db`
    select id as object, format('a subscription that is %s is never due', state) as detail
    from subscriptions where state = any (${[...awaitingStates]}) and due_at is null
    union all
    select charge.id, format('a charge that is %s, its attempt %s, is never due', charge.state, attempt.state)
    from subscription_charges charge left join transactions attempt on attempt.id = charge.transaction_id
    where charge.due_at is null and (charge.state in ('scheduled', 'retrying')
      or (charge.state = 'charging' and attempt.state <> all (${[...heldStates]})))`,
};

const attemptRules: Rules = {
  // A charge has one payment, with the attempts: as many as it counts, and each of its amount.
  'charge-has-its-attempts': (db) => db`
    with attempt as (
      select transaction.payment_id, count(*) as number,
        bool_and(transaction.payment_type = ${debitType} and transaction.amount_cents = payment.amount_cents) as is_debit,
        count(*) filter (where transaction.state = any (${[...liveStates]})) as live,
        count(*) filter (where transaction.state in ('successful', 'refunded')) as paid,
        max(transaction.id::text) filter (where transaction.state in ('successful', 'refunded')) as paid_id
      from transactions transaction join payments payment on payment.id = transaction.payment_id
      where payment.details ? 'subscriptionId'
      group by transaction.payment_id
    )
    select coalesce(charge.id, payment.id) as object,
      format('is %s after %s attempts; its payment has %s: %s under way, %s paid', coalesce(charge.state, 'no charge'),
        charge.attempts, coalesce(attempt.number, 0), coalesce(attempt.live, 0), coalesce(attempt.paid, 0)) as detail
    from subscription_charges charge
    full join (select * from payments where details ? 'subscriptionId') payment on payment.id = charge.payment_id
    left join attempt on attempt.payment_id = payment.id
    where charge.id is null
      or charge.attempts <> coalesce(attempt.number, 0)
      or not attempt.is_debit
      or payment.amount_cents <> charge.amount_cents
      or payment.details->>'subscriptionId' <> charge.subscription_id::text
      or payment.site_id <> charge.site_id or payment.merchant_id <> charge.merchant_id
      or coalesce(attempt.paid, 0) <> (charge.state = 'successful')::integer
      or (charge.state = 'successful' and attempt.paid_id <> charge.transaction_id::text)
      or (charge.state in ('scheduled', 'cancelled') and attempt.number > 0)
      or (charge.state = 'charging' and attempt.live <> 1)
      or (charge.state in ('retrying', 'failed', 'successful') and attempt.live > 0)`,
  'paid-charge-is-booked': (db) => db`
    select charge.id as object, format('is %s, its money is not in the books', charge.state) as detail
    from subscription_charges charge
    left join ledger_journals journal on journal.object_id = charge.transaction_id
      and journal.template = 'payment_received'
    where charge.state = 'successful' and journal.id is null`,
  'charge-is-of-its-subscription': (db) => db`
    select charge.id as object,
      format('%s of %s cents, of a subscription of %s', charge.type, charge.amount_cents, subscription.amount_cents)
        as detail
    from subscription_charges charge join subscriptions subscription on subscription.id = charge.subscription_id
    where charge.merchant_id <> subscription.merchant_id or charge.site_id <> subscription.site_id
      or charge.currency <> subscription.currency
      or charge.amount_cents > case charge.type
        when 'scheduled' then subscription.amount_cents
        when 'signup' then coalesce(subscription.payable_now_cents, 0)
        else coalesce(subscription.maximum_cents, subscription.amount_cents) end
      or (charge.type = 'adhoc' and charge.amount_cents < subscription.minimum_cents)`,
};

const limitRules: Rules = {
  // All single charges together keep the customer's limits.
  'adhoc-charges-are-within-limits': (db) => db`
    select subscription.id as object,
      format('%s single charges of %s cents in all; allowed are %s of %s', count(*), sum(charge.amount_cents),
        coalesce(subscription.max_adhoc_charges::text, 'any number'),
        coalesce(subscription.max_adhoc_total_cents || ' cents', 'any sum')) as detail
    from subscriptions subscription join subscription_charges charge on charge.subscription_id = subscription.id
    where charge.type = 'adhoc'
      and (subscription.max_adhoc_charges is not null or subscription.max_adhoc_total_cents is not null)
    group by subscription.id
    having count(*) > subscription.max_adhoc_charges
      or sum(charge.amount_cents) > subscription.max_adhoc_total_cents`,
};

/** Each step of a subscription or of its charges that publishes an event has done so, and nothing else has. */
const notifiedRule: Rules = {
  'subscription-step-has-its-event': (db) => db`
    with ${tellingSteps(db, subscriptionMachine, chargeMachine)}, owed as (
      select coalesce(charge.subscription_id, taken.object_id) as object_id, telling.event as type, count(*) as number
      from transitions taken
      join telling on telling.step = concat_ws(' ', taken.object, taken.from_state, taken.verb, taken.to_state)
      left join subscription_charges charge on charge.id = taken.object_id
      where taken.object in (${subscriptionMachine.object}, ${chargeMachine.object})
      group by 1, 2
    ), told as (
      select object_id, type, count(*) as number from ${everyEvent(db)} event
      where object = ${subscriptionMachine.object} group by 1, 2
    )
    select object_id as object,
      format('%s: %s steps, %s events', type, coalesce(owed.number, 0), coalesce(told.number, 0)) as detail
    from owed full join told using (object_id, type)
    where owed.number is distinct from told.number`,
};

export const checkSubscriptions = checkOf({
  ...scheduleRules,
  ...attemptRules,
  ...limitRules,
  ...pathRules(subscriptionMachine),
  ...pathRules(chargeMachine),
  ...notifiedRule,
});
