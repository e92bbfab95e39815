// Who is calling: the bearer token, its client, and the scopes of both.
import { allScopes, type Scope } from '../../core/merchants/actions.ts';
import type { OneDeps } from './deps.ts';
import { OneError } from './errors.ts';

export interface Caller {
  clientId: string;
  merchantId: string;
}

const source = { header: 'Authorization' };
const bearer = /^bearer +([\w.~+/-]+=*) *$/i;

/**
 * Returns the caller of an Authorization header if both the token and its client have `scope`. A client that was
 * disabled or lost a scope is refused within a second, the time that the directory remembers it.
 */
export async function authenticate(
  deps: OneDeps,
  authorization: string | undefined,
  scope: Scope | 'any',
): Promise<Caller> {
  if (authorization === undefined) throw unauthorized('the Authorization header is missing', 'Bearer');
  const token = bearer.exec(authorization)?.[1];
  if (!token)
    throw unauthorized('the Authorization header is not "Bearer <token>"', 'Bearer error="invalid_request"');
  const found = await deps.tokens.verify(token, deps.config.oneUrl);
  const client = found && (await deps.directory.clientById(found.subject));
  if (!client) {
    throw unauthorized('the access token is not valid or has expired', 'Bearer error="invalid_token"');
  }
  const granted = found.claims.scope!.split(' ');
  if (scope !== 'any' && !(granted.includes(scope) && client.scopes.includes(scope))) {
    throw new OneError('Forbidden', `the access token lacks the scope ${scope}`, {
      source,
      headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    });
  }
  return { clientId: client.id, merchantId: client.merchantId };
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
