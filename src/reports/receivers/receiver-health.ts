// The health of webhooks' endpoints: since when they fail, the last error, and their newest deliveries.
import { warnAfterMs } from '../../core/notifications/breaker.ts';
import type { DeliveryState } from '../../core/notifications/state.ts';
import { seenBy, type Viewer } from '../../core/viewer.ts';
import { plus } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/db/db.ts';

/** An endpoint whose last attempt failed. */
export interface FailingReceiver {
  id: string;
  url: string;
  /** Failures since the last success. */
  failures: number;
  failingSince: Date;
  /** Nothing is sent before this time. */
  openUntil: Date | null;
  disabledAt: Date | null;
  disabledReason: string | null;
}

const columns = (db: Db) => db`id, url, failures, failing_since, open_until, disabled_at, disabled_reason`;

/** Returns the failures of a receiver; undefined if its last attempt succeeded. */
export async function findFailing(
  db: Db,
  viewer: Viewer,
  receiverId: string,
): Promise<FailingReceiver | undefined> {
  const [found] = await db<FailingReceiver[]>`
    select ${columns(db)} from receivers where id = ${receiverId} and ${seenBy(db, viewer)}`;
  return found;
}

/** Returns the webhooks that are disabled, or have failed long enough for a warning; at most five, the oldest first. */
export const listAlarming = (db: Db, viewer: Viewer, now: Date) => db<FailingReceiver[]>`
    select ${columns(db)} from receivers
    where webhook_id is not null and ${seenBy(db, viewer)}
      and (disabled_at is not null or (failing_since <= ${plus(now, -warnAfterMs)} and last_failed_at >= ${plus(now, -warnAfterMs)}))
    order by failing_since, id limit 5`;

export interface LastError {
  deliveryId: string;
  at: Date;
  /** Null without a response. */
  statusCode: number | null;
  error: string | null;
}

/** Returns the last failed attempt among the newest failed deliveries and some pending ones of a receiver. */
export async function findLastError(
  db: Db,
  viewer: Viewer,
  receiverId: string,
): Promise<LastError | undefined> {
  const [found] = await db<LastError[]>`
    with tried as (
      (select id from deliveries where receiver_id = ${receiverId} and status in ('failed', 'skipped')
        and ${seenBy(db, viewer)} order by created_at desc limit 50)
      union all
      (select id from deliveries where receiver_id = ${receiverId} and status = 'pending' and attempts > 0
        and ${seenBy(db, viewer)} limit 200)
    )
    select tried.id as delivery_id, last.at, last.status_code, last.error from tried
    cross join lateral (
      select at, status_code, error from delivery_attempts where delivery_id = tried.id order by number desc limit 1
    ) last
    order by last.at desc limit 1`;
  return found;
}

export interface RecentDelivery {
  id: string;
  eventType: string;
  status: DeliveryState;
  createdAt: Date;
  attempts: number;
  /** Of the last attempt. */
  statusCode: number | null;
  error: string | null;
}

/** Returns the newest deliveries to a receiver since an instant, in one state or in all. */
export const listRecentDeliveries = (
  db: Db,
  viewer: Viewer,
  receiverId: string,
  { since, state, most }: { since: Date; state: DeliveryState | undefined; most: number },
) => db<RecentDelivery[]>`
    select recent.*, last.status_code, last.error from (
      select id, event_type, status, created_at, attempts from deliveries
      where receiver_id = ${receiverId} and created_at >= ${since} and ${seenBy(db, viewer)}
        and ${state === undefined ? db`true` : db`status = ${state}`}
      order by created_at desc, id desc limit ${most}
    ) recent
    left join lateral (
      select status_code, error from delivery_attempts where delivery_id = recent.id order by number desc limit 1
    ) last on true
    order by recent.created_at desc, recent.id desc`;
