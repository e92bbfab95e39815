// Deletes expired rows by the machine's time, so that moving a sandbox's clock deletes nothing.
import { dayMs, hourMs, plus } from '../../kernel/clock.ts';
import { eachApart } from '../../kernel/concurrency/independent-work.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import type { Context } from '../context.ts';
import { deleteOld, tables } from './forget-store.ts';

const batch = 1_000;

/** How long each kind is kept, in milliseconds. */
export const keptMs = {
  /** Since a session was used last: the list of users shows that time. */
  sessions: 90 * dayMs,
  /** Since a form was carried out: a copy that was kept is refused for this long. */
  forms: 366 * dayMs,
  /** Since an invitation was over. */
  invitations: 30 * dayMs,
  /** Since the link of a password reset was over. */
  resets: dayMs,
  /** Since the last wrong attempt. A lockout never lasts longer than an hour. */
  tries: dayMs,
  /** A pending challenge of a device or a company is refused long before. */
  waiting: hourMs,
} as const;

/** Deletes rows that are no longer used, in batches. */
export function createUsersSweep({ db, realClock }: Context): Sweep {
  return {
    name: 'users.forget',
    intervalMs: hourMs,
    run: () =>
      eachApart(tables, (one) => deleteOld(db, one, plus(realClock.now(), -keptMs[one.kind]), batch)),
  };
}
