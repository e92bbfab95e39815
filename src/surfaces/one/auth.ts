// Who is calling: the bearer token, its client, and the scopes of both.
import type { FastifyRequest } from 'fastify';
import { allScopes, type Scope } from '../../core/merchants/actions.ts';
import { mayCallFrom } from '../../core/merchants/clients.ts';
import type { OneDeps, Operation } from './deps.ts';
import { OneError } from './errors.ts';

const source = { header: 'Authorization' };
const bearer = /^bearer +([\w.~+/-]+=*) *$/i;

/**
 * Notes the caller if both the token and its client have the scope `access`; at the token endpoints, the client shows
 * its secret later. A client that was disabled or lost a scope is refused within a second, the time that the directory
 * remembers it.
 */
export async function authenticate(
  deps: OneDeps,
  request: FastifyRequest,
  access: Operation['access'],
): Promise<void> {
  if (access === 'client') return;
  const { authorization } = request.headers;
  if (authorization === undefined) throw unauthorized('the Authorization header is missing', 'Bearer');
  const token = bearer.exec(authorization)?.[1];
  if (!token)
    throw unauthorized('the Authorization header is not "Bearer <token>"', 'Bearer error="invalid_request"');
  const found = await deps.tokens.verify(token, deps.config.oneUrl);
  const client = found && (await deps.directory.clientById(found.subject));
  if (!client) {
    throw unauthorized('the access token is not valid or has expired', 'Bearer error="invalid_token"');
  }
  if (!mayCallFrom(client, request.ip))
    throw new OneError('Forbidden', `the client does not allow calls from the address ${request.ip}`, {
      source,
    });
  if (await deps.directory.isSuspended(client.merchantId))
    throw new OneError('Forbidden', 'the operator has suspended the merchant', { source });
  const granted = found.claims.scope!.split(' ');
  const scope = allScopes.find((one) => one === access);
  const isGranted = scope !== undefined && granted.includes(scope) && client.scopes.includes(scope);
  if (access !== 'any' && !isGranted) {
    throw new OneError('Forbidden', `the access token lacks the scope ${access}`, {
      source,
      headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${access}"` },
    });
  }
  request.caller = { merchantId: client.merchantId, actor: `client:${client.id}` };
  request.acceptKey?.(authorization, client.merchantId);
  await deps.directory.noteUse(client.id);
}

function unauthorized(detail: string, challenge: string): OneError {
  return new OneError('Unauthorized', detail, { source, headers: { 'www-authenticate': challenge } });
}

/** The names that older integrations use for scopes. */
const formerNames = new Map<string, Scope>([
  ['payment', 'payments'],
  ['payout', 'payouts'],
  ['refund', 'refunds'],
]);

/** Reads a space-delimited list of scopes, with older names. Returns undefined when one of them does not exist. */
export function readScopes(text: string): Scope[] | undefined {
  const asked = text.split(' ').filter((name) => name !== '');
  const scopes = asked.map((name) => formerNames.get(name) ?? allScopes.find((scope) => scope === name));
  return scopes.includes(undefined) ? undefined : [...new Set(scopes as Scope[])];
}
