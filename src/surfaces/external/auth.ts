// Checks before a request is read: its version, and its site.
import type { FastifyRequest } from 'fastify';
import { listSites, type Site } from '../../core/merchants/actions.ts';
import { firstOf } from '../../kernel/required.ts';
import { requireSite } from '../dialect/auth.ts';
import type { DialectCall } from '../dialect/deps.ts';
import { Refusal } from '../dialect/errors.ts';

/** The only version so far. */
export const version = '1.0';

const versionOfType = /;\s*x-api-version\s*=\s*"?([^";\s]*)/i;

/** Throws the 400 for a version that is not ours, in its header or in the content type. Without one, ours applies. */
export function assertVersion(request: FastifyRequest): void {
  const { 'x-api-version': asked, 'content-type': type = '' } = request.headers;
  if (asked !== undefined && asked !== version) throw new Refusal(400, `x-api-version must be ${version}`);
  const [, ofType] = versionOfType.exec(type) ?? [];
  if (ofType !== undefined && ofType !== version)
    throw new Refusal(400, `x-api-version in the content type must be ${version}`);
}

export type SiteCall = DialectCall<{ siteCode?: string }>;

/** Returns the site in the query, else the merchant's first. Throws the 401 for a site of another merchant. */
export async function siteOf(call: SiteCall): Promise<Site> {
  const { siteCode } = call.query;
  if (siteCode !== undefined) return requireSite(call, siteCode);
  return firstOf(await listSites(call.deps.ctx.db, call.merchantId));
}
