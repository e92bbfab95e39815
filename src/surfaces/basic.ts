// HTTP Basic, as OAuth clients use it.
import type { FastifyRequest } from 'fastify';

/**
 * Returns whether a request used HTTP Basic. Only then can the error of a token challenge for credentials (RFC 6749, section
 * 5.2): stock clients take a challenge that they did not cause for another failure, and browsers prompt their user.
 */
export function hasTriedBasic({ headers }: FastifyRequest): boolean {
  return /^basic(?: |$)/i.test(headers.authorization ?? '');
}
