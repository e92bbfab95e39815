// Who is calling: the merchant of the ApiKey header, and the site of the request, which must be the merchant's.
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../core/context.ts';
import type { Site } from '../../core/merchants/actions.ts';
import type { DialectDeps } from './deps.ts';
import { Refusal } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation needs a bearer token instead of the ApiKey. */
    bearer?: boolean | undefined;
  }
  interface FastifyRequest {
    /** The merchant whose ApiKey or bearer token the request carries; set before a body is read. */
    apiKeyOwner: string;
  }
}

/** Notes which merchant the ApiKey belongs to. Throws the 401 when it is missing or unknown. */
export async function authenticate(deps: DialectDeps, request: FastifyRequest): Promise<void> {
  const { apikey } = request.headers;
  if (typeof apikey !== 'string' || apikey === '') throw new Refusal(401, 'The ApiKey header is missing');
  const owner = await deps.directory.merchantByApiKey(apikey);
  if (owner === undefined) throw new Refusal(401, 'The ApiKey is not valid');
  request.acceptKey?.(apikey, owner);
  request.apiKeyOwner = owner;
}

/** Returns the site with this code. Throws the same 401 when it is unknown and when it belongs to another merchant. */
export async function requireSite(deps: DialectDeps, request: FastifyRequest, code: string): Promise<Site> {
  const site = await deps.directory.siteByCode(code);
  if (site?.merchantId !== request.apiKeyOwner)
    throw new Refusal(401, 'The ApiKey does not belong to the siteCode');
  request.refused = { siteId: site.id };
  return site;
}

/** The context of a request about a site. */
export function contextOf({ ctx }: DialectDeps, request: FastifyRequest, site: Site): Context {
  return { ...ctx, correlationId: request.id, actor: `site:${site.code}` };
}
