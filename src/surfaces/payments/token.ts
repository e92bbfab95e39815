// POST /token: a form with grant_type and SiteCode returns a bearer token for the operations under /secure.
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { transportStatus } from '../../kernel/http/server.ts';
import { tokenLifetimeSeconds } from '../../kernel/security/access-tokens.ts';
import { hasTriedBasic } from '../basic.ts';
import { requireSite } from '../dialect/auth.ts';
import { answerError, Refusal } from '../dialect/errors.ts';
import { givenOnce } from '../dialect/given.ts';
import { operation } from '../operation.ts';
import { audience } from './auth.ts';
import type { SurfaceCall } from './deps.ts';

const TokenRequest = Type.Object(
  {
    grant_type: Type.String({ maxLength: 50, pattern: '^[Pp][Aa][Ss][Ss][Ww][Oo][Rr][Dd]$' }),
    SiteCode: Type.String({ minLength: 1, maxLength: 50 }),
  },
  { title: 'TokenRequest' },
);

const Token = Type.Object(
  {
    access_token: Type.String({ maxLength: 500 }),
    token_type: Type.Enum(['bearer']),
    expires_in: Type.String({ maxLength: 50 }),
  },
  { title: 'Token' },
);

export const tokenOperations = [
  operation({
    method: 'POST',
    path: '/token',
    name: 'postToken',
    summary: 'Get API token',
    description:
      'A token for all paths under /secure, for all sites of the merchant. Every error returns 401.',
    isForm: true,
    body: TokenRequest,
    responses: { 200: Token },
    xml: { response: ['Token'] },
    handle: postToken,
  }),
];

/** Issues a token for the site's merchant that is valid for an hour. */
async function postToken(call: SurfaceCall) {
  const { deps, request } = call;
  const { body } = request;
  if (body === null || typeof body !== 'object') throw new Refusal(401, 'The body must be a form');
  const fields = givenOnce(body as Record<string, unknown>);
  const siteCode = fields.get('sitecode');
  if (fields.get('grant_type')?.text.toLowerCase() !== 'password')
    throw new Refusal(401, 'grant_type must be password');
  if (siteCode?.kind !== 'text') throw new Refusal(401, 'SiteCode is required');
  const site = await requireSite(call, siteCode.text);
  const grantId = await deps.directory.grantOfApiKey(String(request.headers.apikey));
  if (grantId === undefined) throw new Refusal(401, 'The ApiKey is not valid');
  const token = await deps.tokens.issue({
    audience,
    subject: site.id,
    grantId,
    claims: { merchantId: site.merchantId },
    lifetimeSeconds: tokenLifetimeSeconds,
  });
  return { access_token: token, token_type: 'bearer', expires_in: String(tokenLifetimeSeconds) };
}

/** Makes every refusal of a form the 401. */
export function prepareForms(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply) => {
    if (!hasTriedBasic(request)) reply.removeHeader('www-authenticate');
  });
  server.setErrorHandler((error, request, reply) => {
    const early = error instanceof Refusal ? { ...error, detail: error.message } : transportStatus(error);
    const isRefusal = early?.status === 400 || early?.status === 415;
    return answerError(isRefusal ? new Refusal(401, early.detail) : error, request, reply);
  });
}
