// Events, what they owe, and what became of it held against each other.
// all merchants: a check holds the whole database against itself.
import { type Finding, findBroken, type Rule } from '../../core/findings.ts';
import type { Db } from '../../kernel/db/db.ts';

/** What is wrong with notifications; nothing, if all is well. */
export function checkNotifications(db: Db): Promise<Finding[]> {
  return findBroken(db, rules);
}

const rules: Rule[] = [
  {
    // A delivery keeps its event's object and place among the object's events: they decide what waits for what.
    rule: 'delivery-is-of-its-event',
    find: (db) => db`
      select delivery.id as object,
        format('number %s of %s, its event is number %s of %s', delivery.sequence, delivery.object_id, event.sequence,
          event.object_id) as detail
      from deliveries delivery join events event on event.id = delivery.event_id
      where delivery.object_id <> event.object_id or delivery.sequence <> event.sequence
        or delivery.merchant_id <> event.merchant_id`,
  },
  {
    // Delivered is what a receiver has answered with a 2xx.
    rule: 'delivered-was-answered',
    find: (db) => db`
      select delivery.id as object, format('delivered, and no attempt of %s was answered 2xx', delivery.attempts) as detail
      from deliveries delivery
      where delivery.status = 'delivered' and not exists (
        select 1 from delivery_attempts attempt
        where attempt.delivery_id = delivery.id and attempt.status_code between 200 and 299)`,
  },
  {
    // Nothing that has ended without being told hides its reason: it has an attempt, or a note.
    rule: 'undelivered-has-its-reason',
    find: (db) => db`
      select delivery.id as object, format('%s without an attempt and without a note', delivery.status) as detail
      from deliveries delivery
      where delivery.status in ('failed', 'skipped') and delivery.note is null and not exists (
        select 1 from delivery_attempts attempt where attempt.delivery_id = delivery.id)`,
  },
  {
    // Whom nobody was told of is not owed to anybody, and the other way round for what webhooks could hear of.
    rule: 'unheard-is-not-owed',
    find: (db) => db`
      select event.id as object, format('%s, said to be unheard', event.type) as detail
      from events event
      where event.unheard and exists (select 1 from deliveries delivery where delivery.event_id = event.id)`,
  },
  {
    // The numbers of an object's events have no gap.
    rule: 'events-are-numbered',
    find: (db) => db`
      select object_id as object, format('%s events, the last is number %s', count(*), max(sequence)) as detail
      from events group by object_id having count(*) <> max(sequence)`,
  },
];
