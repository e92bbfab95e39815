// Compares payments and transactions with their books and their events.
// all merchants: a check compares the whole database with itself.
import { checkOf, type Rules } from '../../core/findings.ts';
import { paymentMachine } from '../../core/payments/actions.ts';
import { depositType, liveStates, transactionMachine } from '../../core/transactions/state.ts';
import type { Db } from '../../kernel/db/db.ts';
import { legalSteps, type Machine } from '../../kernel/state-machine.ts';
import { everyEvent, newestEvents } from './events.ts';

const bookRules: Rules = {
  // A paid transaction that is not a test is booked once, with its amount, even if refunded. Any other is not booked.
  'transaction-is-booked': (db) => db`
    with booked as (
      select journal.object_id,
        sum(entry.amount_cents) filter (where account.kind = 'bank_clearing') as gross,
        -sum(entry.amount_cents) filter (where account.kind in ('merchant', 'fees', 'vat')) as split,
        -sum(entry.amount_cents) filter (where account.kind in ('fees', 'vat')) as fee,
        bool_and(account.site_id is null or account.site_id = owner.site_id) as is_own_site
      from ledger_journals journal
      join ledger_entries entry on entry.journal_id = journal.id
      join ledger_accounts account on account.id = entry.account_id
      left join transactions owner on owner.id = journal.object_id
      where journal.template = 'payment_received'
      group by journal.object_id
    )
    select coalesce(transaction.id, booked.object_id) as object,
      format('%s of %s cents%s, booked gross %s, net and fee %s, of it the fee %s',
        coalesce(transaction.state, 'no transaction'), transaction.amount_cents,
        case when transaction.is_test then ' (test)' end, coalesce(booked.gross::text, 'nothing'),
        coalesce(booked.split::text, 'nothing'), coalesce(booked.fee, 0)) as detail
    from transactions transaction full join booked on booked.object_id = transaction.id
    where case when transaction.state in ('successful', 'refunded', 'reversed') and not transaction.is_test
      then booked.gross is distinct from transaction.amount_cents
        or booked.split is distinct from transaction.amount_cents
        or booked.fee > transaction.amount_cents
        or booked.is_own_site is distinct from true
      else booked.object_id is not null end`,
  'complete-payment-is-paid': (db) => db`
    with paid as (select distinct payment_id from transactions where state in ('successful', 'refunded'))
    select payment.id as object,
      format('%s, %s', payment.state,
        case when paid.payment_id is null then 'without a successful transaction' else 'with one' end) as detail
    from payments payment left join paid on paid.payment_id = payment.id
    where (payment.state = 'complete') <> (paid.payment_id is not null)`,
  // Lists find a payment by the attempt that counts: the newest that was paid, or else the newest.
  'one-counting-transaction': (db) => db`
    select payment_id as object,
      format('%s counting transactions, %s of them the right one', count(*) filter (where counts),
        count(*) filter (where counts and place = 1)) as detail
    from (
      select payment_id, counts, row_number() over (
        partition by payment_id
        order by state in ('successful', 'refunded', 'reversed') desc, created_at desc, id desc) as place
      from transactions) placed
    group by payment_id having bool_or(counts <> (place = 1))`,
  'one-live-transaction': (db) => db`
    select payment_id as object, format('%s live transactions', count(*)) as detail
    from transactions where state = any (${[...liveStates]})
    group by payment_id having count(*) > 1`,
};

/** Returns rules that every object went from the initial state to its present one by connected steps of its machine. */
export function pathRules(machine: Machine): Rules {
  const { object, table, initial } = machine;
  return {
    [`${object}-path-is-legal`]: (db) => db`
      with step as (
        select object_id, from_state, verb, to_state,
          lag(to_state, 1, ${initial}) over (partition by object_id order by id) as before
        from transitions where object = ${object}
      )
      select object_id as object, format('%s %s %s, after %s', from_state, verb, to_state, before) as detail
      from step
      where from_state <> before
        or concat_ws(' ', from_state, verb, to_state) <> all (${[...legalSteps(machine)]})`,
    [`${object}-state-was-reached`]: (db) => db`
      with reached as (
        select distinct on (object_id) object_id, to_state
        from transitions where object = ${object}
        order by object_id, id desc
      )
      select coalesce(present.id, reached.object_id) as object,
        format('is %s, its path ends in %s', coalesce(present.state, 'nowhere'), coalesce(reached.to_state, ${initial}))
          as detail
      from ${db(table)} present full join reached on reached.object_id = present.id
      where present.state is distinct from coalesce(reached.to_state, ${initial})`,
  };
}

/** Events that can occur once without a step, as `object_id` and `type`. */
type Stepless = (db: Db) => ReturnType<Db>;

/** A choice to pay by deposit is announced, and the state stays: another way can still be chosen. */
const announcements: Stepless = (db) => db`
  select id as object_id, 'transaction.pending' as type from transactions where payment_type = ${depositType}`;

const none: Stepless = (db) => db`select null::uuid as object_id, null as type where false`;

/** Returns the steps of machines that publish an event, with the event. */
export function tellingSteps(db: Db, ...machines: readonly Machine[]) {
  const steps = machines.flatMap(({ object, edges }) =>
    edges.flatMap(({ from, verb, to, event }) =>
      event ? from.map((state) => ({ step: `${object} ${state} ${verb} ${to}`, event })) : [],
    ),
  );
  return db`telling as materialized (
    select * from unnest(
      ${steps.map(({ step }) => step)}::text[], ${steps.map(({ event }) => event)}::text[]
    ) as telling (step, event)
  )`;
}

/** Returns the rule that each step that publishes an event has done so, and nothing else has, except for `stepless`. */
export function stepRule(machine: Machine, stepless = none): Rules {
  const { object } = machine;
  return {
    'step-has-its-event': (db) => db`
      with ${tellingSteps(db, machine)}, owed as (
        select taken.object_id, telling.event as type, count(*) as number
        from transitions taken
        join telling on telling.step = concat_ws(' ', taken.object, taken.from_state, taken.verb, taken.to_state)
        where taken.object = ${object}
        group by taken.object_id, telling.event
      ), told as (
        select object_id, type, count(*) as number from ${everyEvent(db)} event where object = ${object}
        group by object_id, type
      ), compared as (
        select object_id, type, coalesce(owed.number, 0) as owed, coalesce(told.number, 0) as told
        from owed full join told using (object_id, type)
        where owed.number is distinct from told.number
      )
      select object_id as object, format('%s: %s steps, %s events', type, owed, told) as detail
      from compared
      where told <> owed + 1
        or not exists (select from (${stepless(db)}) one where (one.object_id, one.type) = (compared.object_id, compared.type))`,
  };
}

const eventRules: Rules = {
  // The newest event of an ended transaction has its state, or for a refunded one that it was paid, and a delivery to
  // every receiver that is notified at once.
  'end-is-told': (db) => db`
    with newest as (${newestEvents(db, 'transaction')})
    select transaction.id as object,
      format('is %s, its newest event is %s %s%s', transaction.state, coalesce(newest.type, 'none'), newest.state,
        case when delivery.id is null and payment.notify_url is not null then ', without a delivery' end) as detail
    from transactions transaction
    join payments payment on payment.id = transaction.payment_id
    left join newest on newest.object_id = transaction.id
    left join deliveries delivery on delivery.event_id = newest.id and delivery.url = payment.notify_url
    where transaction.state = any (${[...transactionMachine.ended]})
      and (newest.type is distinct from 'transaction.complete'
        or (newest.is_archived is not true
          and newest.state is distinct from case transaction.state when 'refunded' then 'successful' else transaction.state end)
        or (delivery.id is null and payment.notify_url is not null and newest.is_told_in_archive is not true
          and (payment.contract = 'one' or transaction.state in ('successful', 'refunded'))))`,
};

export const checkTransactions = checkOf({
  ...bookRules,
  ...pathRules(transactionMachine),
  ...pathRules(paymentMachine),
  ...stepRule(transactionMachine, announcements),
  ...eventRules,
});
