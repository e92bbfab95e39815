// Access tokens by client credentials (RFC 6749, section 4.4) and where they are had (RFC 8414). Errors here carry
// the members of both worlds, so that stock OAuth libraries read them.
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { allScopes, type Client, type Scope } from '../../core/merchants/actions.ts';
import { acceptForms } from '../../kernel/bodies.ts';
import { isStorable } from '../../kernel/json.ts';
import { form, json } from '../described.ts';
import type { DocumentedOperation } from '../openapi.ts';
import { readScopes } from './auth.ts';
import type { OneDeps } from './deps.ts';
import { describeError, logFailure, OneError, sendFailure } from './errors.ts';
import { ErrorObject } from './wire.ts';

const lifetimeSeconds = 3600;
/** In bytes: several times what the longest names and secrets take. */
const longestForm = 8 * 1024;

/** Where RFC 8414 looks for the metadata below the base address. */
export const discoveryPath = '/.well-known/oauth-authorization-server';

const oauthCodes = [
  'invalid_request',
  'invalid_client',
  'invalid_scope',
  'unsupported_grant_type',
  'server_error',
] as const;
type OAuthCode = (typeof oauthCodes)[number];

class TokenRefused extends OneError {
  readonly oauth: OAuthCode;
  constructor(oauth: OAuthCode, field: string, detail: string) {
    super('BadRequest', detail, { source: { pointer: `/${field}` } });
    this.oauth = oauth;
  }
}

class ClientRefused extends OneError {
  readonly oauth = 'invalid_client';
  constructor(detail: string) {
    super('Unauthorized', detail, {
      source: { header: 'Authorization' },
      headers: { 'www-authenticate': 'Basic realm="tefo"' },
    });
  }
}

const grantType = 'client_credentials';

const TokenRequest = Type.Object(
  {
    grant_type: Type.Enum([grantType]),
    client_id: Type.Optional(Type.String({ description: 'Here, or as HTTP Basic.' })),
    client_secret: Type.Optional(Type.String({ description: 'Here, or as HTTP Basic.' })),
    scope: Type.Optional(
      Type.String({ description: 'Scopes with spaces between them; absent, all that the client may have.' }),
    ),
  },
  { title: 'TokenRequest' },
);

const Token = Type.Object(
  {
    access_token: Type.String({ maxLength: 500 }),
    token_type: Type.Enum(['bearer']),
    expires_in: Type.String({ description: 'The lifetime in seconds, as text.' }),
    scope: Type.String(),
  },
  { title: 'Token' },
);

/** The error object, with what stock OAuth libraries read. */
const TokenError = Type.Object(
  { ...ErrorObject.properties, error: Type.Enum([...oauthCodes]), error_description: Type.String() },
  { title: 'TokenError' },
);

const refused = (description: string, ...headers: string[]) => ({
  description,
  forms: json(TokenError),
  headers: ['X-Correlation-ID', ...headers],
});

/** POST /token as documents describe it. */
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
    400: refused('`BadRequest`: another grant, or an unknown or disallowed scope.'),
    401: refused('`Unauthorized`: the client is not known, or its secret is wrong.', 'WWW-Authenticate'),
    413: refused('`PayloadTooLarge`: The body is too large.'),
    415: refused('`UnsupportedMediaType`: the body is no form.'),
    500: refused('`InternalServerError`: The service failed.'),
    503: refused('`ServiceUnavailable`: The service is not available at the moment.', 'Retry-After'),
  },
};

type Form = Record<string, string | undefined>;

/** POST /token, to be registered on its own: it alone takes forms. */
export function tokenRoute(deps: OneDeps): FastifyPluginAsync {
  return async (server: FastifyInstance) => {
    server.removeAllContentTypeParsers();
    acceptForms(server, longestForm);
    server.setErrorHandler((error, request, reply) => {
      const failure = describeError(error);
      logFailure(failure, error, request);
      const ours = failure.status >= 500 ? 'server_error' : 'invalid_request';
      const oauth: OAuthCode =
        error instanceof TokenRefused || error instanceof ClientRefused ? error.oauth : ours;
      reply.header('cache-control', 'no-store');
      return sendFailure(deps, failure, request, reply, { error: oauth, error_description: failure.detail });
    });
    server.post('/token', async (request, reply) => {
      const given = (request.body ?? {}) as Form;
      if (given.grant_type === undefined)
        throw new TokenRefused('invalid_request', 'grant_type', 'grant_type is required');
      if (given.grant_type !== grantType) {
        throw new TokenRefused(
          'unsupported_grant_type',
          'grant_type',
          'grant_type must be client_credentials',
        );
      }
      const client = await findClient(deps, request, given);
      const scope = grantedScopes(client, given.scope).join(' ');
      const token = await deps.tokens.issue({
        audience: deps.config.oneUrl,
        subject: client.id,
        claims: { scope },
        lifetimeSeconds,
      });
      const body = { access_token: token, token_type: 'bearer', expires_in: String(lifetimeSeconds), scope };
      return reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(body));
    });
  };
}

async function findClient(deps: OneDeps, request: FastifyRequest, given: Form): Promise<Client> {
  const [id, secret] = credentialsOf(request.headers.authorization, given);
  if (!id || !secret)
    throw new ClientRefused('client_id and client_secret are required, in the form or as HTTP Basic');
  const client = await deps.directory.clientBySecret(id, secret);
  if (!client) throw new ClientRefused('the client is not known, or its secret is wrong');
  return client;
}

function credentialsOf(authorization: string | undefined, given: Form): (string | undefined)[] {
  if (authorization === undefined) return [given.client_id, given.client_secret];
  const basic = readBasic(authorization);
  if (!basic)
    throw new ClientRefused('the Authorization header is not HTTP Basic with a client id and secret');
  if (given.client_secret !== undefined || (given.client_id !== undefined && given.client_id !== basic[0])) {
    throw new TokenRefused(
      'invalid_request',
      'client_id',
      'the client must be named either in the form or as HTTP Basic',
    );
  }
  return basic;
}

function readBasic(authorization: string): string[] | undefined {
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(authorization)?.[1];
  const pair = encoded && /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8'));
  if (!pair || !isStorable(pair[0])) return undefined;
  return [formDecoded(pair[1]!), formDecoded(pair[2]!)];
}

// RFC 6749 has both parts form-encoded before they are joined; what cannot be decoded was not.
function formDecoded(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return isStorable(decoded) ? decoded : text;
  } catch {
    return text;
  }
}

function grantedScopes(client: Client, asked: string | undefined): Scope[] {
  const allowed = allScopes.filter((scope) => client.scopes.includes(scope));
  if (asked === undefined || asked.trim() === '') return allowed;
  const scopes = readScopes(asked);
  if (!scopes) throw new TokenRefused('invalid_scope', 'scope', `scope is some of ${allScopes.join(', ')}`);
  const beyond = scopes.find((scope) => !allowed.includes(scope));
  if (beyond) throw new TokenRefused('invalid_scope', 'scope', `the client may not have the scope ${beyond}`);
  return scopes;
}

/** The metadata of the authorization server. */
export function discoveryDocument({ config }: OneDeps) {
  return {
    issuer: config.oneUrl,
    token_endpoint: `${config.oneUrl}/token`,
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: allScopes,
    service_documentation: `${config.publicUrl}/docs`,
  };
}
