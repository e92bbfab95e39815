// What one process needs to send: the service's own sender over a database, with a clock that is ahead by a shift.
import { createDirectory } from '../../src/core/merchants/directory.ts';
import { createDeliverySweep } from '../../src/core/notifications/jobs.ts';
import { createReplaySweep } from '../../src/core/notifications/replays.ts';
import { shiftedClock } from '../../src/kernel/clock.ts';
import { createJobs, listenForWakes } from '../../src/kernel/concurrency/jobs.ts';
import { openPool } from '../../src/kernel/db/db.ts';
import { createOutbound } from '../../src/kernel/http/outbound.ts';
import { renderNotification } from '../../src/surfaces/one/notification.ts';
import { renderFullMessage } from '../../src/surfaces/one/webhook-message.ts';
import { contextOn } from '../support/policy.ts';

/** The core over a database. `shiftMs`: how far its clock is ahead. */
export function openDesk(url: string, shiftMs = 0) {
  const db = openPool(url, { max: 8, plans: 'once' });
  return { db, ctx: contextOn(db, shiftedClock(shiftMs), 'outbox') };
}

/**
 * Sends due deliveries until stopped. Receivers have `timeoutMs` to respond: less than in production, so that the test
 * ends.
 */
export async function startSending(url: string, shiftMs: number, timeoutMs: number) {
  const { db, ctx } = openDesk(url, shiftMs);
  const outbound = createOutbound({ privateAllowed: true, allowedNetworks: ['127.0.0.0/8'] });
  const jobs = createJobs(
    [
      createDeliverySweep({
        ctx,
        post: (request) => outbound.post({ ...request, timeoutMs, graceMs: timeoutMs }),
        formats: { 'webhook.thin': renderNotification, 'webhook.full': renderFullMessage },
        secretsOf: createDirectory(ctx).secretsOf,
      }),
      createReplaySweep(ctx),
    ],
    ctx.log,
  );
  await listenForWakes(db, jobs);
  jobs.start();
}
