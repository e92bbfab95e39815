// Deletes idempotency keys with their stored responses once they are too old to be repeated.
import { type Clock, dayMs, hourMs, plus } from '../clock.ts';
import type { Sweep } from '../concurrency/jobs.ts';
import type { Sql } from '../db/db.ts';
import { rowCount } from '../db/rows.ts';

/** Returns the sweep that expires keys that were used more than `days` days ago. */
export const createKeyExpiry = (db: Sql, clock: Clock, days: number): Sweep => ({
  name: 'idempotency.expire',
  intervalMs: hourMs,
  run: () => expireKeys(db, plus(clock.now(), -days * dayMs), 10_000),
});

/**
 * Deletes keys used before `before`, at most `limit` of them; returns how many. all merchants: keys of every merchant
 * expire at the same age.
 */
export const expireKeys = (db: Sql, before: Date, limit: number) =>
  rowCount(db`
    delete from idempotency_keys
    where ctid in (select ctid from idempotency_keys where created_at < ${before} limit ${limit})`);
