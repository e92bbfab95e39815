// How a receiver responded: attempts, responses and their durations, by hour, and the pending deliveries.
import { seenBy, type Viewer } from '../../core/viewer.ts';
import type { Db } from '../../kernel/db/db.ts';
import { onlyRow } from '../../kernel/db/rows.ts';

export interface ReceiverHour {
  hour: Date;
  tries: number;
  /** Responses with 2xx. */
  taken: number;
  /** Milliseconds until the response, or until the end of the wait for one. */
  medianMs: number;
  slowMs: number;
}

/** Returns the hours since an instant in which a receiver was tried, the newest first; of what happened since then. */
export function listReceiverHours(
  db: Db,
  viewer: Viewer,
  receiverId: string,
  since: Date,
): Promise<ReceiverHour[]> {
  return db<ReceiverHour[]>`
    select date_trunc('hour', attempt.at) as hour, count(*)::integer as tries,
      count(*) filter (where attempt.status_code between 200 and 299)::integer as taken,
      percentile_disc(0.5) within group (order by attempt.duration_ms) as median_ms,
      percentile_disc(0.95) within group (order by attempt.duration_ms) as slow_ms
    from deliveries join delivery_attempts attempt on attempt.delivery_id = deliveries.id
    where deliveries.receiver_id = ${receiverId} and deliveries.created_at >= ${since}
      and ${seenBy(db, viewer, 'deliveries.merchant_id')}
    group by 1 order by 1 desc limit 48`;
}

/** What waits for a receiver: exact up to 10 000, and one more where there is more. */
export interface Backlog {
  count: number;
  oldest: Date | null;
}

export const findBacklog = (db: Db, viewer: Viewer, receiverId: string) =>
  onlyRow(db<Backlog[]>`
    select count(*)::integer as count, min(created_at) as oldest from (
      select created_at from deliveries
      where receiver_id = ${receiverId} and status = 'pending' and ${seenBy(db, viewer)} limit 10001) waiting`);
