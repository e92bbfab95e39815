// A client ends one of its tokens early (RFC 7009) because it leaked or is no longer needed.
import Type from 'typebox';
import { revokeToken } from '../../core/merchants/revocation.ts';
import { operation } from '../operation.ts';
import type { Call } from './deps.ts';
import { type Reply, replyOf } from './keyed.ts';
import { clientMembers, type Form, findClient, TokenRefused } from './oauth.ts';

const RevocationRequest = Type.Object(
  {
    token: Type.String(),
    token_type_hint: Type.Optional(Type.String()),
    ...clientMembers,
  },
  { title: 'RevocationRequest' },
);

export const revocationOperation = operation({
  method: 'POST',
  path: '/revoke',
  name: 'revokeToken',
  summary: 'Revoke authentication token',
  description:
    'Revokes a token of the client (RFC 7009), within five seconds in all processes. An expired or unknown token also returns 200.',
  access: 'client',
  isForm: true,
  body: RevocationRequest,
  responses: { 200: null },
  meanings: {
    200: 'The token is not valid, or is revoked.',
    400: '`BadRequest`: token is missing, or was issued to another client.',
  },
  handle: revoke,
});

async function revoke({ deps, ctx, request, body }: Call<unknown, Form>): Promise<Reply> {
  const { client } = await findClient(deps, request, body);
  if (!body.token) throw new TokenRefused('invalid_request', 'token', 'token is required');
  const token = await deps.tokens.verify(body.token, deps.config.oneUrl);
  if (!token) return replyOf(200);
  if (token.subject !== client.id)
    throw new TokenRefused('invalid_grant', 'token', 'the token was issued to another client');
  await revokeToken({ ...ctx, actor: `client:${client.id}` }, client.merchantId, token);
  deps.directory.forgetToken(token);
  return replyOf(200);
}
