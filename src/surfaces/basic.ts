// HTTP Basic, as clients of OAuth try it.
import type { FastifyRequest } from 'fastify';

/**
 * Whether a request came with HTTP Basic. A token's refusal asks for credentials again only then (RFC 6749, section 5.2):
 * stock clients read a challenge that they did not cause as another failure, and browsers ask their user.
 */
export function hasTriedBasic({ headers }: FastifyRequest): boolean {
  return /^basic(?: |$)/i.test(headers.authorization ?? '');
}
