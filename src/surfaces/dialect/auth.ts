// Who is calling: the merchant of the ApiKey header, and the site of the request, which must be the merchant's.
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../core/context.ts';
import type { Site } from '../../core/merchants/actions.ts';
import type { Caller } from '../operation.ts';
import type { DialectCall, DialectDeps } from './deps.ts';
import { Refusal } from './errors.ts';

/** Notes which merchant the ApiKey belongs to. Throws the 401 when it is missing or unknown. */
export async function authenticate(deps: DialectDeps, request: FastifyRequest): Promise<void> {
  const { apikey } = request.headers;
  if (typeof apikey !== 'string' || apikey === '') throw new Refusal(401, 'The ApiKey header is missing');
  const owner = await deps.directory.merchantByApiKey(apikey);
  if (owner === undefined) throw new Refusal(401, 'The ApiKey is not valid');
  if (await deps.directory.isSuspended(owner)) throw new Refusal(401, 'The merchant is suspended');
  request.acceptKey?.(apikey, owner);
  request.caller = callerOf(owner);
}

export const callerOf = (merchantId: string): Caller => ({ merchantId, actor: `merchant:${merchantId}` });

/** Returns the site with this code. Throws the same 401 when it is unknown and when it belongs to another merchant. */
export async function requireSite({ deps, merchantId, request }: DialectCall, code: string): Promise<Site> {
  const site = await deps.directory.siteByCode(code);
  if (site?.merchantId !== merchantId) throw new Refusal(401, 'The ApiKey does not belong to the siteCode');
  request.refused = { siteId: site.id };
  return site;
}

/** The context of a request about a site. */
export const contextOf = ({ ctx }: DialectCall, site: Site): Context => ({
  ...ctx,
  actor: `site:${site.code}`,
});
