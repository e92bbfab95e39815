// Requests with a wrong hash: kept for the merchant's developer, with the mistake that explains them.

import { hourMs, plus } from '../../kernel/clock.ts';
import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { isUuid, newId } from '../../kernel/ids.ts';
import type { Context } from '../context.ts';
import type { Site } from '../merchants/actions.ts';
import type { HashedSurface } from '../meter.ts';
import type { Viewer } from '../viewer.ts';
import * as store from './store.ts';

export type { HashSurface, StoredFinding } from './store.ts';
export { mismatchShelf, mostAttempts } from './store.ts';

/** The response to a wrong hash. */
export const hashRefusal = 'HashCheck value has failed';

export const diagnosisSweep = 'mismatches.diagnose';

const surfaceOf: Record<store.HashSurface, HashedSurface> = {
  payments: 'payments',
  refunds: 'payments',
  payouts: 'payouts',
  bulk: 'external',
  banktransfer: 'external',
};

const mostKeptAnHour = 200;
/** Together with the limit of each, strangers who know a site's code can fill 32 megabytes. */
const mostKept = 1_000;
const mostEvidenceBytes = 32 * 1024;

/**
 * Stores a request with a wrong hash for diagnosis. `evidence` is the request without any key, and the number of fields
 * it leaves out; it is sealed and kept for thirty days. Keeps at most 200 of a site within an hour and 1 000 in all,
 * the newest: a broken program repeats the same request, and its developer needs the last one. Throws if the evidence
 * is larger than a surface can give, which is a mistake in the surface.
 */
export async function recordMismatch(
  ctx: Context,
  site: Pick<Site, 'id' | 'merchantId'>,
  given: {
    surface: store.HashSurface;
    reference: string | undefined;
    evidence: { dropped?: number };
    /** The surface that refused it, for hashes that two surfaces have. */
    at?: 'payments' | 'external';
  },
): Promise<void> {
  const now = ctx.clock.now();
  const evidence = JSON.stringify(given.evidence);
  if (Buffer.byteLength(evidence) > mostEvidenceBytes)
    throw new Error('a surface keeps too much of a request');
  const row = {
    id: newId(ctx.clock),
    merchantId: site.merchantId,
    siteId: site.id,
    surface: given.surface,
    reference: given.reference ?? null,
    evidenceSealed: ctx.keyring.seal(evidence),
    dropped: given.evidence.dropped ?? 0,
    correlationId: ctx.correlationId,
    createdAt: now,
  };
  const limit = { since: plus(now, -hourMs), lately: mostKeptAnHour, most: mostKept };
  ctx.meter?.wrongHash(given.at ?? surfaceOf[given.surface]);
  await store.insertMismatch(ctx.db, row, limit);
  await wakeAfterCommit(ctx.db, diagnosisSweep);
}

/**
 * Returns a site's newest mismatches with their findings. `about` limits them to one reference of the merchant's, to a
 * mismatch's id or to a correlation id.
 */
export function listMismatches(
  ctx: Context,
  site: Pick<Site, 'id' | 'merchantId'>,
  { about, limit }: { about?: string; limit: number } = { limit: 20 },
): Promise<store.Mismatch[]> {
  const of = { merchantId: site.merchantId, siteId: site.id };
  const named = about === undefined ? undefined : { text: about, id: isUuid(about) ? about : null };
  return store.listMismatches(ctx.db, of, { named, limit });
}

/** Returns a mismatch that a viewer sees; undefined for any other. */
export const findMismatch = (ctx: Context, viewer: Viewer, id: string): Promise<store.Mismatch | undefined> =>
  store.findMismatch(ctx.db, viewer, id);

export function openEvidence(ctx: Context, { evidenceSealed }: store.Mismatch): string {
  return ctx.keyring.open(evidenceSealed);
}
