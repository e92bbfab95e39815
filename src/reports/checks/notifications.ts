// Compares events with their deliveries and the outcome of these.
// all merchants: a check compares the whole database with itself.
import { checkOf, type Rules } from '../../core/findings.ts';
import { everyEvent } from './events.ts';

const rules: Rules = {
  // A delivery has its event's object and its place among the object's events: they decide what waits for what.
  'delivery-is-of-its-event': (db) => db`
    select delivery.id as object,
      format('number %s of %s, its event is number %s of %s', delivery.sequence, delivery.object_id, event.sequence,
        event.object_id) as detail
    from deliveries delivery join events event on event.id = delivery.event_id
    where delivery.object_id <> event.object_id or delivery.sequence <> event.sequence
      or delivery.merchant_id <> event.merchant_id`,
  // A delivered message got a 2xx response.
  'delivered-was-answered': (db) => db`
    select delivery.id as object, format('delivered, and no attempt of %s was answered 2xx', delivery.attempts) as detail
    from deliveries delivery
    where delivery.status = 'delivered' and not exists (
      select 1 from delivery_attempts attempt
      where attempt.delivery_id = delivery.id and attempt.status_code between 200 and 299)`,
  // A message that ended undelivered has its reason: an attempt or a note.
  'undelivered-has-its-reason': (db) => db`
    select delivery.id as object, format('%s without an attempt and without a note', delivery.status) as detail
    from deliveries delivery
    where delivery.status in ('failed', 'skipped') and delivery.note is null and not exists (
      select 1 from delivery_attempts attempt where attempt.delivery_id = delivery.id)`,
  // An event without a recipient has no delivery.
  'unheard-is-not-owed': (db) => db`
    select event.id as object, format('%s, marked as without a recipient', event.type) as detail
    from events event
    where event.unheard and exists (select 1 from deliveries delivery where delivery.event_id = event.id)`,
  // The numbers of an object's events have no gap.
  'events-are-numbered': (db) => db`
    select object_id as object, format('%s events, the last is number %s', count(*), max(sequence)) as detail
    from ${everyEvent(db)} event group by object_id
    having min(sequence) <> 1 or count(*) <> max(sequence)`,
};

export const checkNotifications = checkOf(rules);
