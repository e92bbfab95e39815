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
 * A request without an expiry can be repeated for ever. After a year its order is closed and compared with its money,
 * and another cut of it could only change how one reference differs from the next.
 */
const keptDays = 366;
const countedDays = 30;

/**
 * Records that a request came. Returns whether its fields are those that came first with its hash: the same ones are
 * accepted as often as they come, others never. Callers record only requests that are otherwise accepted, so that no
 * client can fill the table and no wrong cut can take the right one's place.
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

/**
 * Counts the requests that a site's payers have carried in the last thirty days, and those whose hash leaves a field's
 * end open.
 */
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
