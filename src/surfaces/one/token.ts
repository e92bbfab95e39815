// Access tokens by client credentials (RFC 6749, section 4.4), and their metadata (RFC 8414).
import Type from 'typebox';
import { allScopes, type Client, type Scope } from '../../core/merchants/actions.ts';
import { tokenLifetimeSeconds } from '../../kernel/security/access-tokens.ts';
import { operation } from '../operation.ts';
import { readScopes } from './auth.ts';
import type { Call, OneDeps } from './deps.ts';
import { type Reply, replyOf } from './keyed.ts';
import { clientMembers, type Form, findClient, TokenRefused } from './oauth.ts';

/** The path of the metadata by RFC 8414, relative to the base address. */
export const discoveryPath = '/.well-known/oauth-authorization-server';

const grantType = 'client_credentials';

const TokenRequest = Type.Object(
  {
    grant_type: Type.Enum([grantType]),
    ...clientMembers,
    scope: Type.Optional(Type.String()),
  },
  { title: 'TokenRequest' },
);

const Token = Type.Object(
  {
    access_token: Type.String({ maxLength: 500 }),
    token_type: Type.Enum(['bearer']),
    expires_in: Type.String(),
    scope: Type.String(),
  },
  { title: 'Token' },
);

export const tokenOperation = operation({
  method: 'POST',
  path: '/token',
  name: 'createToken',
  summary: 'Generate authentication token',
  description: 'Client credentials (RFC 6749, section 4.4).',
  access: 'client',
  isForm: true,
  body: TokenRequest,
  responses: { 200: Token },
  meanings: { 200: 'A token.', 400: '`BadRequest`: another grant, or an unknown or disallowed scope.' },
  handle: createToken,
});

async function createToken({ deps, request, body }: Call<unknown, Form>): Promise<Reply> {
  const { grant_type } = body;
  if (grant_type === undefined)
    throw new TokenRefused('invalid_request', 'grant_type', 'grant_type is required');
  if (grant_type !== grantType) {
    throw new TokenRefused('unsupported_grant_type', 'grant_type', 'grant_type must be client_credentials');
  }
  const { client, grantId } = await findClient(deps, request, body);
  const scope = grantedScopes(client, body.scope).join(' ');
  const token = await deps.tokens.issue({
    audience: deps.config.oneUrl,
    subject: client.id,
    grantId,
    claims: { scope },
    lifetimeSeconds: tokenLifetimeSeconds,
  });
  const expires_in = String(tokenLifetimeSeconds);
  return replyOf(200, { access_token: token, token_type: 'bearer', expires_in, scope });
}

function grantedScopes(client: Client, asked: string | undefined): Scope[] {
  const allowed = allScopes.filter((scope) => client.scopes.includes(scope));
  if (asked === undefined || asked.trim() === '') return allowed;
  const scopes = readScopes(asked);
  if (!scopes) throw new TokenRefused('invalid_scope', 'scope', `scope is some of ${allScopes.join(', ')}`);
  const beyond = scopes.find((scope) => !allowed.includes(scope));
  if (beyond)
    throw new TokenRefused('invalid_scope', 'scope', `the client is not allowed the scope ${beyond}`);
  return scopes;
}

const authMethods = ['client_secret_basic', 'client_secret_post'];

/** Returns the metadata of the authorization server. */
export function discoveryDocument({ config }: OneDeps) {
  return {
    issuer: config.oneUrl,
    token_endpoint: `${config.oneUrl}/token`,
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint: `${config.oneUrl}/revoke`,
    revocation_endpoint_auth_methods_supported: authMethods,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: allScopes,
    service_documentation: `${config.publicUrl}/docs`,
  };
}
