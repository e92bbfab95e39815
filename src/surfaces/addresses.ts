// Where a merchant's web address leads, as far as the address itself tells.
import { judgeAddress } from '../kernel/outbound.ts';

interface AddressRules {
  mode: 'staging' | 'production';
  /** CIDR networks that merchants' addresses may be in, whatever they are. */
  allowedNetworks: string[];
}

/**
 * What a web address has against it because of where it leads, or undefined. Judged is what it names itself: an IP
 * address in any spelling, or localhost. Other names are judged when they are resolved. In staging, loopback and
 * private addresses are fine, so that a laptop works.
 */
export function judgeDestination(address: string, rules: AddressRules): string | undefined {
  // The parser has brought every spelling of an IPv4 address into its four decimal numbers.
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  if (!isLocal && !host.includes(':') && !/^\d+\.\d+\.\d+\.\d+$/.test(host)) return undefined;
  const policy = { privateAllowed: rules.mode === 'staging', allowedNetworks: rules.allowedNetworks };
  const { allowed, reason } = judgeAddress(isLocal ? '127.0.0.1' : host, policy);
  return allowed ? undefined : reason;
}
