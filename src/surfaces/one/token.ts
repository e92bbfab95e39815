// Access tokens by client credentials (RFC 6749, section 4.4), and their metadata (RFC 8414).
import type { FastifyPluginAsync } from 'fastify';
import Type from 'typebox';
import { allScopes, type Client, type Scope } from '../../core/merchants/actions.ts';
import { tokenLifetimeSeconds } from '../../kernel/security/access-tokens.ts';
import { form, json } from '../described.ts';
import type { DocumentedOperation } from '../openapi.ts';
import { readScopes } from './auth.ts';
import type { OneDeps } from './deps.ts';
import { clientMembers, findClient, formRefusals, formRoute, refusedAs, TokenRefused } from './oauth.ts';

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

/** POST /token for documents. */
export const tokenOperation: DocumentedOperation = {
  method: 'POST',
  path: '/token',
  name: 'createToken',
  summary: 'Generate authentication token',
  description: 'Client credentials (RFC 6749, section 4.4).',
  tag: 'Token',
  security: [{ client: [] }, {}],
  headers: ['X-Correlation-ID'],
  body: form(TokenRequest),
  answers: {
    200: { description: 'A token.', forms: json(Token), headers: ['X-Correlation-ID'] },
    400: refusedAs('`BadRequest`: another grant, or an unknown or disallowed scope.'),
    ...formRefusals,
  },
};

export function tokenRoute(deps: OneDeps): FastifyPluginAsync {
  return formRoute(deps, { path: '/token', operation: 'createToken' }, async (given, request, reply) => {
    if (given.grant_type === undefined)
      throw new TokenRefused('invalid_request', 'grant_type', 'grant_type is required');
    if (given.grant_type !== grantType) {
      throw new TokenRefused('unsupported_grant_type', 'grant_type', 'grant_type must be client_credentials');
    }
    const { client, grantId } = await findClient(deps, request, given);
    const scope = grantedScopes(client, given.scope).join(' ');
    const token = await deps.tokens.issue({
      audience: deps.config.oneUrl,
      subject: client.id,
      grantId,
      claims: { scope },
      lifetimeSeconds: tokenLifetimeSeconds,
    });
    const expires_in = String(tokenLifetimeSeconds);
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ access_token: token, token_type: 'bearer', expires_in, scope }));
  });
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
