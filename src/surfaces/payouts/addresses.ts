// Which of a merchant's addresses we take: those we may call.
import { judgeAddress } from '../../kernel/outbound.ts';
import type { PayoutsDeps } from './deps.ts';

/** Whether a text is a whole http or https address. */
export function isWebAddress(given: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(given) && URL.canParse(given);
}

/**
 * What a web address has against it because of where it leads, or undefined. Judged is what it names itself, an IP
 * address in any spelling or localhost; other names are judged when they are resolved.
 */
export function judgeDestination(address: string, config: PayoutsDeps['config']): string | undefined {
  // The parser has brought every spelling of an IPv4 address into its four decimal numbers.
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  if (!isLocal && !host.includes(':') && !/^\d+\.\d+\.\d+\.\d+$/.test(host)) return undefined;
  const policy = { privateAllowed: config.mode === 'staging', allowedNetworks: config.allowedNetworks };
  const { allowed, reason } = judgeAddress(isLocal ? '127.0.0.1' : host, policy);
  return allowed ? undefined : reason;
}
