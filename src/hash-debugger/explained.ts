// A refused request as shown to its developer: the known findings and the hashed text. No search runs here, because
// clients control the input and pages are rendered in the service's main thread.
import type { Context } from '../core/context.ts';
import { findMismatch, openEvidence } from '../core/hash-mismatches/actions.ts';
import type { Viewer } from '../core/viewer.ts';
import type { KeptEvidence } from './diagnose.ts';
import { explainKept, type KeptExplanation } from './kept.ts';

export interface Explained extends KeptExplanation {
  /** The search for the mistake has ended. */
  isExamined: boolean;
}

/** Returns the findings about a refused request in the viewer's scope; undefined for any other. */
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
