// Examines a request pasted by a developer like a refused one. Nothing is stored.
import type { Context } from '../core/context.ts';
import type { HashSurface, StoredFinding } from '../core/hash-mismatches/actions.ts';
import type { Diagnose } from '../core/hash-mismatches/jobs.ts';
import { withinLimits } from '../core/hash-mismatches/limits.ts';
import { findSiteByCode } from '../core/merchants/actions.ts';
import { sees, type Viewer } from '../core/viewer.ts';
import { readers } from './bodies.ts';
import { isRightHash, type KeptEvidence } from './diagnose.ts';
import { explainKept, type KeptExplanation } from './kept.ts';
import { keysFor } from './keys.ts';

export interface Tried extends KeptExplanation {
  /** The request has a hash. */
  isSent: boolean;
}

/** Why a request was not examined. */
export interface Untried {
  field: 'site' | 'surface' | 'body';
  problem: string;
}

/** Examines a request. `diagnose` searches in its own thread, and rejects if it gives up. */
export async function tryRequest(
  ctx: Context,
  viewer: Viewer,
  given: { site: string; surface: string; body: string },
  diagnose: Diagnose,
): Promise<Tried | Untried> {
  const site = await findSiteByCode(ctx.db, given.site);
  if (!site || !sees(viewer, site.merchantId))
    return { field: 'site', problem: `There is no site ${given.site} here.` };
  if (!Object.hasOwn(readers, given.surface))
    return { field: 'surface', problem: `A request is one of ${Object.keys(readers).join(', ')}.` };
  const surface = given.surface as HashSurface;
  const evidence = read(surface, given.body);
  if (typeof evidence === 'string') return { field: 'body', problem: evidence };
  const keys = await keysFor(ctx, { siteId: site.id, surface });
  const isSent = evidence.digest !== '';
  const isRight = isSent && isRightHash({ ...evidence, ...keys });
  const found = isSent && !isRight ? await search(diagnose, site.id, surface, evidence) : [];
  // Without the hash that was sent, no search begins in this thread.
  const kept = { siteId: site.id, surface, evidence: { ...evidence, digest: '' } };
  const explained = await explainKept(ctx, kept, { found: found ?? [] });
  return { ...explained, isSent, isRight, isGivenUp: found === undefined };
}

/** Returns the fields of a body, or the reason why it cannot be read. */
function read(surface: HashSurface, body: string): KeptEvidence | string {
  try {
    return withinLimits(readers[surface](body));
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it cannot be read';
    return `The request cannot be read: ${why}`;
  }
}

/** Returns undefined if the search was aborted. */
async function search(
  diagnose: Diagnose,
  siteId: string,
  surface: HashSurface,
  evidence: KeptEvidence,
): Promise<StoredFinding[] | undefined> {
  try {
    return await diagnose(siteId, surface, JSON.stringify(evidence));
  } catch {
    return undefined;
  }
}
