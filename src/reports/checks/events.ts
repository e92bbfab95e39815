// Events as checks read them: also those whose rows went to the archive, of which their number and type stay.
// all merchants: a check compares the whole database with itself.
import type { Db } from '../../kernel/db/db.ts';

/** Every event that there has been, as a table in parentheses. Of one in the archive `id` and `state` are null. */
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
