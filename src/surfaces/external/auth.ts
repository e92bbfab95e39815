// Checks before a request is read: its version, and its site.
import type { FastifyRequest } from 'fastify';
import { listSites, type Site } from '../../core/merchants/actions.ts';
import { firstOf } from '../../kernel/required.ts';
import { requireSite } from '../dialect/auth.ts';
import type { DialectDeps } from '../dialect/deps.ts';
import { Refusal } from '../dialect/errors.ts';
import { givenOnce } from '../dialect/given.ts';

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

/** Returns the site in the query, else the merchant's first. Throws the 401 for a site of another merchant. */
export async function siteOf(deps: DialectDeps, request: FastifyRequest): Promise<Site> {
  const siteCode = givenOnce(request.query as Record<string, unknown>).get('sitecode');
  if (siteCode?.kind === 'broken') throw new Refusal(400, 'siteCode has characters that are not allowed');
  if (siteCode) return requireSite(deps, request, siteCode.text);
  return firstOf(await listSites(deps.ctx.db, request.apiKeyOwner));
}
