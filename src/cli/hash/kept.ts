// Requests rejected for their hash, as shown to their merchant's developer.
import type { Config } from '../../app/config.ts';
import { presentCredentials } from '../../app/credentials.ts';
import type { Context } from '../../core/context.ts';
import { type HashSurface, listMismatches, openEvidence } from '../../core/hash-mismatches/actions.ts';
import type { Site } from '../../core/merchants/actions.ts';
import type { KeptEvidence, NamedKey } from '../../hash-debugger/diagnose.ts';
import { explainKept, type KeptExplanation } from '../../hash-debugger/kept.ts';

/** A rejected request with the full explanation of its hash. */
export interface Refused extends KeptExplanation {
  id: string;
  at: string;
  siteCode: string;
  surface: HashSurface;
  reference: string | null;
  correlationId: string;
}

/**
 * Returns the newest rejected requests of a site, or those with a reference or an id. Diagnoses those that have no
 * diagnosis or no result yet.
 */
export async function readRefused(
  ctx: Context,
  config: Config,
  site: Site,
  filter: { about?: string; limit: number },
): Promise<Refused[]> {
  const alsoTried = await keysBeside(ctx, config, site);
  const refused: Refused[] = [];
  for (const mismatch of await listMismatches(ctx, site, filter)) {
    const { id, createdAt, surface, reference, correlationId, findings, isGivenUp } = mismatch;
    const evidence = JSON.parse(openEvidence(ctx, mismatch)) as KeptEvidence;
    const kept = { siteId: site.id, surface, evidence };
    const explained = await explainKept(ctx, kept, { found: findings ?? [], isGivenUp, alsoTried });
    refused.push({
      id,
      at: createdAt.toISOString(),
      siteCode: site.code,
      surface,
      reference,
      correlationId,
      ...explained,
    });
  }
  return refused;
}

/** The database has only the hash of a client secret; the demo merchant's is also in a file, for its developer. */
export async function keysBeside(ctx: Context, config: Config, site: Site): Promise<NamedKey[]> {
  const { siteCode, clientSecret = null } = (await presentCredentials(ctx, config)) ?? {};
  const isDemo = siteCode === site.code && clientSecret !== null;
  return isDemo ? [{ name: 'the clientSecret of the One API', text: clientSecret }] : [];
}
