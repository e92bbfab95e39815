// Timed work of payment links: their expiry, and payments that a single link does not need any more.
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { findOpenOfLink } from '../payments/actions.ts';
import type { Rails } from '../rails.ts';
import { cancelPayment } from '../transactions/cancellation.ts';
import { advance, change } from '../transitions.ts';
import { action } from '../unit-of-work.ts';
import { linkMachine } from './state.ts';
import { findDue, type Link, lockLink, paymentLinks } from './store.ts';

const batch = 100;

/** Ends links whose time has run out, and cancels the open payments of links that were paid by another. */
export function createLinkSweep(ctx: Context, rails: Rails): Sweep {
  return {
    name: 'links.end',
    intervalMs: 1_000,
    nextDue: (after) => firstDue(ctx.db, 'payment_links', 'due_at', after),
    run: async () => {
      let done = 0;
      for (const link of await findDue(ctx.db, ctx.clock.now(), batch))
        if (await work(ctx, rails, link)) done += 1;
      return done;
    },
  };
}

/** A link that cannot be ended does not keep the others from their end. */
async function work(ctx: Context, rails: Rails, link: Link): Promise<boolean> {
  try {
    if (link.state === 'paid') await cancelOthers(ctx, rails, link);
    await end(ctx, link);
    return true;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    ctx.log.error({ error, linkId: link.id }, 'a payment link could not be ended; the sweep retries it');
    return false;
  }
}

/** Payments that a bank has already are left to it: their money counts, as for any payment. */
async function cancelOthers(ctx: Context, rails: Rails, link: Link): Promise<void> {
  for (const payment of await findOpenOfLink(ctx.db, link)) {
    try {
      await cancelPayment(ctx, rails, payment, 'the payment link was paid');
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
    }
  }
}

/** Nothing is due any more, unless it was given another time in the meantime. */
const end = action(async (work, { id }: Link): Promise<void> => {
  const link = await lockLink(work.tx, id);
  if (!link?.dueAt || link.dueAt > work.clock.now()) return;
  if (link.state === 'active') advance(work, linkMachine, link, 'expire', 'the time to pay ran out');
  change(work, paymentLinks, link, { dueAt: null });
});
