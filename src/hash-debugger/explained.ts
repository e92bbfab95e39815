// A refused request as its developer is shown it: what was found already, and what was hashed. Nothing is searched here:
// strangers decide what is examined, and pages are made in the service's own thread.
import type { Context } from '../core/context.ts';
import { findMismatch, openEvidence } from '../core/hash-mismatches/actions.ts';
import type { Viewer } from '../core/viewer.ts';
import type { KeptEvidence } from './diagnose.ts';
import { explainKept, type KeptExplanation } from './kept.ts';

export interface Explained extends KeptExplanation {
  /** The search for the mistake has ended. */
  isExamined: boolean;
}

/** Returns what is known of a refused request that the viewer sees; undefined for any other. */
export async function explainRefused(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<Explained | undefined> {
  const mismatch = await findMismatch(ctx, viewer, id);
  if (!mismatch) return undefined;
  const { siteId, surface, findings, isGivenUp } = mismatch;
  const evidence = JSON.parse(openEvidence(ctx, mismatch)) as KeptEvidence;
  // Without the hash that was sent, no search begins.
  const kept = { siteId, surface, evidence: { ...evidence, digest: '' } };
  const explained = await explainKept(ctx, kept, { found: findings ?? [] });
  return { ...explained, isGivenUp, isExamined: findings !== null || isGivenUp };
}
