// Authentication of operations that need a bearer token instead of the ApiKey.
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../dialect/auth.ts';
import { Refusal } from '../dialect/errors.ts';
import type { SurfaceDeps } from './deps.ts';

/** The audience of this surface's tokens. */
export const audience = 'payments';

const bearer = /^bearer +([\w.~+/-]+=*) *$/i;

/**
 * Notes which merchant the bearer token belongs to. The token alone is enough, but an ApiKey must belong to the same
 * merchant. Throws the 401 when the token is missing, expired or not ours, and when the two differ.
 */
export async function authenticateBearer(deps: SurfaceDeps, request: FastifyRequest): Promise<void> {
  const { authorization, apikey } = request.headers;
  if (authorization === undefined) throw new Refusal(401, 'The Authorization header is missing');
  const token = bearer.exec(authorization)?.[1];
  if (!token) throw new Refusal(401, 'The Authorization header is not "Bearer <token>"');
  const found = await deps.tokens.verify(token, audience);
  if (!found) throw new Refusal(401, 'The access token is not valid or has expired');
  const { merchantId } = found.claims;
  request.caller = callerOf(merchantId!);
  request.acceptKey?.(authorization, merchantId!);
  if (apikey === undefined || apikey === '') return;
  const owner = typeof apikey === 'string' ? await deps.directory.merchantByApiKey(apikey) : undefined;
  if (owner !== merchantId) throw new Refusal(401, 'The ApiKey does not match the access token');
}
