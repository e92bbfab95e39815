// Access tokens by client credentials (RFC 6749, section 4.4) and where they are had (RFC 8414). Errors here carry
// the members of both worlds, so that stock OAuth libraries read them.
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { allScopes, type Client, type Scope } from '../../core/merchants/actions.ts';
import { acceptForms } from '../../kernel/http.ts';
import { isStorable } from '../../kernel/json.ts';
import { readScopes } from './auth.ts';
import type { OneDeps } from './deps.ts';
import { describeError, logFailure, OneError, sendFailure } from './errors.ts';

const lifetimeSeconds = 3600;

type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'server_error';

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

type Form = Record<string, string | undefined>;

/** POST /token, to be registered on its own: it alone takes forms. */
export function tokenRoute(deps: OneDeps): FastifyPluginAsync {
  return async (server: FastifyInstance) => {
    server.removeAllContentTypeParsers();
    acceptForms(server);
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
      const form = (request.body ?? {}) as Form;
      if (form.grant_type === undefined)
        throw new TokenRefused('invalid_request', 'grant_type', 'grant_type is required');
      if (form.grant_type !== 'client_credentials') {
        throw new TokenRefused(
          'unsupported_grant_type',
          'grant_type',
          'grant_type must be client_credentials',
        );
      }
      const client = await findClient(deps, request, form);
      const scope = grantedScopes(client, form.scope).join(' ');
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

async function findClient(deps: OneDeps, request: FastifyRequest, form: Form): Promise<Client> {
  const [id, secret] = credentialsOf(request.headers.authorization, form);
  if (!id || !secret)
    throw new ClientRefused('client_id and client_secret are required, in the form or as HTTP Basic');
  const client = await deps.directory.clientBySecret(id, secret);
  if (!client) throw new ClientRefused('the client is not known, or its secret is wrong');
  return client;
}

function credentialsOf(authorization: string | undefined, form: Form): (string | undefined)[] {
  if (authorization === undefined) return [form.client_id, form.client_secret];
  const basic = readBasic(authorization);
  if (!basic)
    throw new ClientRefused('the Authorization header is not HTTP Basic with a client id and secret');
  if (form.client_secret !== undefined || (form.client_id !== undefined && form.client_id !== basic[0])) {
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
