// Who is calling: the merchant of the ApiKey header or of the bearer token, and the site the request is about, which
// must be the merchant's.
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../core/context.ts';
import type { Site } from '../../core/merchants/actions.ts';
import type { SurfaceDeps } from './deps.ts';
import { Refusal } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The merchant whose ApiKey or bearer token the request carries; set before a body is read. */
    apiKeyOwner: string;
  }
}

/** The audience of this surface's tokens. */
export const audience = 'payments';

const bearer = /^bearer +([\w.~+/-]+=*) *$/i;

/**
 * Notes whose bearer token the request carries. The token alone is enough, but an ApiKey that is sent must be the same
 * merchant's. Throws the 401 when the token is missing, expired or no token of ours, and when they differ.
 */
export async function authenticateBearer(deps: SurfaceDeps, request: FastifyRequest): Promise<void> {
  const { authorization, apikey } = request.headers;
  if (authorization === undefined) throw new Refusal(401, 'The Authorization header is missing');
  const token = bearer.exec(authorization)?.[1];
  if (!token) throw new Refusal(401, 'The Authorization header is not "Bearer <token>"');
  const found = await deps.tokens.verify(token, audience);
  if (!found) throw new Refusal(401, 'The access token is not valid or has expired');
  request.apiKeyOwner = found.claims.merchantId!;
  if (apikey === undefined || apikey === '') return;
  const owner = typeof apikey === 'string' ? await deps.directory.merchantByApiKey(apikey) : undefined;
  if (owner !== request.apiKeyOwner) throw new Refusal(401, 'The ApiKey does not match the access token');
}

/** Notes whose ApiKey the request carries. Throws the 401 when it is missing or nobody's. */
export async function authenticate(deps: SurfaceDeps, request: FastifyRequest): Promise<void> {
  const { apikey } = request.headers;
  if (typeof apikey !== 'string' || apikey === '') throw new Refusal(401, 'The ApiKey header is missing');
  const owner = await deps.directory.merchantByApiKey(apikey);
  if (owner === undefined) throw new Refusal(401, 'The ApiKey is not valid');
  request.apiKeyOwner = owner;
}

/** The site with this code. Throws the 401 when it is unknown or another merchant's, which look the same. */
export async function requireSite(deps: SurfaceDeps, request: FastifyRequest, code: string): Promise<Site> {
  const site = await deps.directory.siteByCode(code);
  if (site?.merchantId !== request.apiKeyOwner)
    throw new Refusal(401, 'The ApiKey does not belong to the siteCode');
  return site;
}

/** The context of a request about a site. */
export function contextOf({ ctx }: SurfaceDeps, request: FastifyRequest, site: Site): Context {
  return { ...ctx, correlationId: request.id, actor: `site:${site.code}` };
}
