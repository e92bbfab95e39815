// Signed requests that browsers bring. The payer carries them, and may cut the fields under one hash differently: the cut
// that came first counts.
import { plus } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import type { Context } from '../context.ts';
import type { Site } from '../merchants/actions.ts';
import * as store from './browser-store.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/**
 * A request without an expiry can be brought for ever. After a year its order is closed and compared with its money, and all
 * that another cut of it could still change is how one reference is told from the next.
 */
const keptDays = 366;
const countedDays = 30;

/**
 * Keeps that a request came. Returns whether its fields are those that came first with its hash: the same ones as often as
 * they like, others never. Only what is otherwise taken is to be kept, so that no stranger can fill the table and no wrong
 * cut can take the right one's place.
 */
export async function isFirstCut(
  ctx: Context,
  site: Pick<Site, 'id' | 'merchantId'>,
  given: { digest: string; fields: object; ambiguousEnds: readonly string[] },
): Promise<boolean> {
  const cut = sha256Of(JSON.stringify(given.fields));
  const kept = await store.keepFirst(ctx.db, {
    siteId: site.id,
    merchantId: site.merchantId,
    digest: sha256Of(given.digest),
    cut,
    ambiguousEnds: given.ambiguousEnds.length > 0 ? [...given.ambiguousEnds] : null,
    firstSeenAt: ctx.clock.now(),
  });
  return cut.equals(kept);
}

const sha256Of = (text: string): Buffer => Buffer.from(sha256Hex(text), 'hex');

/** The requests that a site's payers have brought in the last thirty days, and which the hash does not tell all of. */
export async function countBrowserRequests(ctx: Context, site: Pick<Site, 'id' | 'merchantId'>) {
  const since = plus(ctx.clock.now(), -countedDays * dayMs);
  const of = { merchantId: site.merchantId, siteId: site.id };
  return { days: countedDays, ...(await store.countSince(ctx.db, of, since)) };
}

/** Forgets them after a year. */
export function createBrowserRequestSweep(ctx: Context): Sweep {
  return {
    name: 'payments.forget',
    intervalMs: hourMs,
    run: () => store.deleteOlder(ctx.db, plus(ctx.clock.now(), -keptDays * dayMs), 1_000),
  };
}
