// Sandbox controls for its operator only: `tefo` proves with a token that it has the service's keys.
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { createTokens, type Tokens } from '../kernel/security/access-tokens.ts';
import type { Keyring } from '../kernel/security/crypto.ts';

const audience = 'tefo:sandbox-operator';
const tokenSeconds = 600;

/** Returns the header that identifies an operator's command. */
export async function operatorHeader(keyring: Keyring, clock: Clock): Promise<{ Authorization: string }> {
  const grantId = newId(clock);
  const request = { audience, subject: 'tefo', grantId, claims: {}, lifetimeSeconds: tokenSeconds };
  return { Authorization: `Bearer ${await createTokens(keyring, clock).issue(request)}` };
}

/** Returns whether a request is the operator's. */
export async function isOperators(
  tokens: Tokens,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<boolean> {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return token !== undefined && (await tokens.verify(token, audience)) !== undefined;
}
