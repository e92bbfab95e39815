// Events as checks read them: also those whose rows went to the archive, of which their number and type stay.
// all merchants: a check compares the whole database with itself.
import type { Rules } from '../../core/findings.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Machine } from '../../kernel/state-machine.ts';

/** Every event that there has been, as a table in parentheses. An archived one has neither `id` nor `state`. */
export const everyEvent = (db: Db) => db`(
  select id, merchant_id, object, object_id, sequence, type, data->>'state' as state, occurred_at, false as is_archived
  from events
  union all
  select null, merchant_id, object, object_id, sequence, type, null, occurred_at, true from archived_events)`;

/**
 * Selects the newest event of each object of a kind. `is_archived`: its state is not known. `is_told_in_archive`: its
 * deliveries are not known either, because deliveries of its merchant as young have gone to the archive.
 */
export const newestEvents = (db: Db, object: string) => db`
  select newest.*, is_archived or exists (
    select from archived_deliveries gone
    where gone.merchant_id = newest.merchant_id and gone.hour >= date_trunc('hour', newest.occurred_at)
  ) as is_told_in_archive
  from (
    select distinct on (object_id) object_id, id, merchant_id, type, state, occurred_at, is_archived
    from ${everyEvent(db)} told where object = ${object}
    order by object_id, sequence desc
  ) newest`;

/** Returns the rule that the newest event of an ended object has its state, and is due to its notifyUrl. */
export const endRule = (
  rule: string,
  { object, table, ended }: Pick<Machine, 'object' | 'table' | 'ended'>,
): Rules => ({
  [rule]: (db) => db`
    with newest as (${newestEvents(db, object)})
    select present.id as object,
      format('is %s, its newest event reports %s%s', present.state, coalesce(newest.state, 'nothing'),
        case when delivery.id is null and present.notify_url is not null then ', without a delivery' end) as detail
    from ${db(table)} present
    left join newest on newest.object_id = present.id
    left join deliveries delivery on delivery.event_id = newest.id and delivery.url = present.notify_url
    where present.state = any (${[...ended]})
      and ((newest.state is distinct from present.state and newest.is_archived is not true)
        or (delivery.id is null and present.notify_url is not null and newest.is_told_in_archive is not true))`,
});

/** Returns `books` of each object of a kind: the templates of its journals in order, the least and most that one moved. */
export const booksOf = (db: Db, { object, table }: Pick<Machine, 'object' | 'table'>) => db`
  booked as (
    select journal.object_id, journal.template, sum(abs(entry.amount_cents)) / 2 as cents,
      bool_and(account.site_id is null or account.site_id = owner.site_id) as is_own_site
    from ledger_journals journal
    join ledger_entries entry on entry.journal_id = journal.id
    join ledger_accounts account on account.id = entry.account_id
    left join ${db(table)} owner on owner.id = journal.object_id
    where journal.object = ${object}
    group by journal.object_id, journal.template
  ), books as (
    select object_id, string_agg(template, ' ' order by template) as templates, min(cents) as least,
      max(cents) as most, bool_and(is_own_site) as is_own_site
    from booked group by object_id
  )`;
