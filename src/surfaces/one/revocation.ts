// A client ends one of its tokens early (RFC 7009) because it leaked or is no longer needed.

import type { FastifyPluginAsync } from 'fastify';
import Type from 'typebox';
import type { Context } from '../../core/context.ts';
import { revokeToken } from '../../core/merchants/revocation.ts';
import { form } from '../described.ts';
import type { DocumentedOperation } from '../openapi.ts';
import type { OneDeps } from './deps.ts';
import { clientMembers, findClient, formRefusals, formRoute, refusedAs, TokenRefused } from './oauth.ts';

const RevocationRequest = Type.Object(
  {
    token: Type.String(),
    token_type_hint: Type.Optional(Type.String()),
    ...clientMembers,
  },
  { title: 'RevocationRequest' },
);

/** POST /revoke for documents. */
export const revocationOperation: DocumentedOperation = {
  method: 'POST',
  path: '/revoke',
  name: 'revokeToken',
  summary: 'Revoke authentication token',
  description:
    'Revokes a token of the client (RFC 7009), within five seconds in all processes. An expired or unknown token is a 200 too.',
  tag: 'Token',
  security: [{ client: [] }, {}],
  headers: ['X-Correlation-ID'],
  body: form(RevocationRequest),
  answers: {
    200: { description: 'The token is not valid, or is revoked.', headers: ['X-Correlation-ID'] },
    400: refusedAs('`BadRequest`: token is missing, or was issued to another client.'),
    ...formRefusals,
  },
};

export function revocationRoute(deps: OneDeps): FastifyPluginAsync {
  return formRoute(deps, { path: '/revoke', operation: 'revokeToken' }, async (given, request, reply) => {
    const { client } = await findClient(deps, request, given);
    if (!given.token) throw new TokenRefused('invalid_request', 'token', 'token is required');
    const token = await deps.tokens.verify(given.token, deps.config.oneUrl);
    if (!token) return reply.send();
    if (token.subject !== client.id)
      throw new TokenRefused('invalid_grant', 'token', 'the token was issued to another client');
    const ctx: Context = { ...deps.ctx, correlationId: request.id, actor: `client:${client.id}` };
    await revokeToken(ctx, client.merchantId, token);
    deps.directory.forgetToken(token);
    return reply.send();
  });
}
