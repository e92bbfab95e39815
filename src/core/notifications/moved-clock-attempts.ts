// Attempts that are recorded but not made: while a sandbox's clock is moved, nothing is posted to a receiver that refused
// twice in a row. Its messages go through their schedule all the same, each attempt on record at its time.
import { plus } from '../../kernel/clock.ts';
import { firstDue } from '../../kernel/concurrency/jobs.ts';
import { planned, type Sql } from '../../kernel/db/db.ts';
import type { OutboundAnswer } from '../../kernel/http/outbound.ts';
import type { Context } from '../context.ts';
import { recordAttempts } from './attempt-store.ts';
import { claimRefused, firstDueElsewhere } from './moved-clock-attempt-store.ts';
import type { Refusing } from './moved-clock-receivers.ts';
import { judge, recordReceivers } from './recording.ts';

const datedAtOnce = 1_000;

/** How often the clock stops for attempts that are only recorded, in milliseconds. */
const strideMs = 60 * 60 * 1000;

const notPosted: OutboundAnswer = {
  statusCode: null,
  error: 'not posted: its receiver refused twice in a row while the clock was moved',
  body: '',
  retryAfter: null,
};

/** Records the next attempt of messages that are due to refusing receivers, at most a thousand. Returns how many. */
export async function dateRefused(ctx: Context, refusing: Refusing | undefined, now: Date): Promise<number> {
  if (!refusing) return 0;
  const outcomes = await planned(ctx.db, 'once', async (tx) => {
    const claimed = await claimRefused(tx, refusing, now, datedAtOnce);
    const dated = claimed.map(({ at, ...delivery }) =>
      judge(ctx, delivery, notPosted, { at, durationMs: 0, now: at }),
    );
    const attempts = dated.map(({ attempt }) => attempt);
    if (attempts.length > 0) await recordAttempts(tx, attempts, now);
    return dated;
  });
  await recordReceivers(ctx, outcomes);
  return outcomes.length;
}

/** Returns where the clock stops next for deliveries: at the first that is posted, and now and then for the others. */
export async function nextStop(
  db: Sql,
  refusing: Refusing | undefined,
  after: Date,
): Promise<Date | undefined> {
  const first = await firstDue(db, 'deliveries', 'due_at', after);
  if (!refusing || !first) return first;
  const posted = await firstDueElsewhere(db, refusing, after);
  const dated = new Date(Math.max(first.getTime(), plus(after, strideMs).getTime()));
  return posted && posted < dated ? posted : dated;
}
