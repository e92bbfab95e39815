// Requests whose hash was not theirs: kept for their merchant's developer, with the mistake that explains them.
import { plus } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { wakeAfterCommit } from '../../kernel/jobs.ts';
import { type Context, reader } from '../context.ts';
import type { Site } from '../merchants/actions.ts';
import * as store from './store.ts';

export type { HashSurface, StoredFinding } from './store.ts';

export const diagnosisSweep = 'mismatches.diagnose';

const hourMs = 60 * 60_000;
const mostAnHour = 200;

/**
 * Keeps a request whose hash is not its own, for diagnosis. `evidence` is what was sent, without any key; it is sealed,
 * and kept for thirty days. Of each site 200 an hour are kept.
 */
export async function recordMismatch(
  ctx: Context,
  site: Pick<Site, 'id' | 'merchantId'>,
  given: { surface: store.HashSurface; reference: string | undefined; evidence: object },
): Promise<void> {
  const now = ctx.clock.now();
  const row = {
    id: newId(ctx.clock),
    merchantId: site.merchantId,
    siteId: site.id,
    surface: given.surface,
    reference: given.reference ?? null,
    evidenceSealed: ctx.keyring.seal(JSON.stringify(given.evidence)),
    correlationId: ctx.correlationId,
    createdAt: now,
  };
  await store.insertMismatch(reader(ctx), row, { since: plus(now, -hourMs), most: mostAnHour });
  await wakeAfterCommit(reader(ctx), diagnosisSweep);
}

/** The newest mismatches of a site, with what was found. */
export function listMismatches(
  ctx: Context,
  site: Pick<Site, 'id' | 'merchantId'>,
): Promise<store.Mismatch[]> {
  return store.listMismatches(reader(ctx), { merchantId: site.merchantId, siteId: site.id }, 20);
}
