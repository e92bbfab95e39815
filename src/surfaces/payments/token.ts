// POST /token: a form with grant_type and SiteCode becomes a bearer token for what stands under /secure.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptForms, transportStatus } from '../../kernel/http.ts';
import { requireSite } from '../dialect/auth.ts';
import { answerError, Refusal } from '../dialect/errors.ts';
import { givenOnce } from '../dialect/given.ts';
import { audience } from './auth.ts';
import type { SurfaceDeps } from './deps.ts';
import { sendRecord } from './wire.ts';

const lifetimeSeconds = 3600;

/** Issues a token that is good for the site's merchant for an hour. */
export async function postToken(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = request.body;
  if (form === null || typeof form !== 'object') throw new Refusal(401, 'The body must be a form');
  const fields = givenOnce(form as Record<string, unknown>);
  const siteCode = fields.get('sitecode');
  if (fields.get('grant_type')?.text.toLowerCase() !== 'password')
    throw new Refusal(401, 'grant_type must be password');
  if (siteCode?.kind !== 'text') throw new Refusal(401, 'SiteCode is required');
  const site = await requireSite(deps, request, siteCode.text);
  const token = await deps.tokens.issue({
    audience,
    subject: site.id,
    claims: { merchantId: site.merchantId },
    lifetimeSeconds,
  });
  reply.header('cache-control', 'no-store');
  return sendRecord(request, reply, 'Token', {
    access_token: token,
    token_type: 'bearer',
    expires_in: String(lifetimeSeconds),
  });
}

/** Lets the operation read forms alone, and know no refusal but the 401. */
export function acceptTokenForms(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  acceptForms(server);
  server.setErrorHandler((error, request, reply) => {
    const early = error instanceof Refusal ? { ...error, detail: error.message } : transportStatus(error);
    const isRefusal = early?.status === 400 || early?.status === 415;
    return answerError(isRefusal ? new Refusal(401, early.detail) : error, request, reply);
  });
}
