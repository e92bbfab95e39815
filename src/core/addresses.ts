// The destination of a merchant's web address, as far as the address itself shows it.

import { withoutEnd } from '../kernel/formats/text.ts';
import { isLoopback, isMetadataName, judgeAddress } from '../kernel/http/allowed-addresses.ts';

export interface AddressRules {
  mode: 'staging' | 'production';
  /** CIDR networks that merchants' addresses may be in, whatever they are. */
  allowedNetworks: string[];
  /** True if posts can go unencrypted. */
  httpAllowed: boolean;
}

/** Returns why the service cannot post to an address (it is not https, or its destination is refused), or undefined. */
export function judgePosted(address: string, rules: AddressRules): string | undefined {
  if (!rules.httpAllowed && URL.parse(address)?.protocol !== 'https:') return 'it must be https';
  return judgeDestination(address, rules);
}

/**
 * Returns why a web address is refused for its destination, or undefined. It judges the address itself: an IP address
 * in any spelling, localhost, or the address at which clouds keep credentials. Other names are judged when they are
 * resolved. In staging, loopback and private addresses are fine, so that a laptop works.
 */
export function judgeDestination(address: string, rules: AddressRules): string | undefined {
  const host = hostOf(new URL(address));
  if (isMetadataName(host)) return `${host} is a metadata address`;
  const literal = localNames.test(host) ? '127.0.0.1' : host;
  if (!isLiteral(literal)) return undefined;
  const policy = { privateAllowed: rules.mode === 'staging', allowedNetworks: rules.allowedNetworks };
  const { allowed, reason } = judgeAddress(literal, policy);
  return allowed ? undefined : reason;
}

/**
 * Returns why a webhook's endpoint is refused for its destination, in every mode, or undefined: this machine whatever
 * the settings, private and link-local addresses, and the addresses at which clouds keep credentials.
 */
export function judgeEndpoint(address: string, allowedNetworks: string[]): string | undefined {
  const url = URL.parse(address);
  if (!url) return undefined;
  const host = hostOf(url);
  if (localNames.test(host)) return `${host} is this machine`;
  if (isMetadataName(host)) return `${host} is a metadata address`;
  if (!isLiteral(host)) return undefined;
  if (isLoopback(host)) return `${host} is this machine`;
  const { allowed, reason } = judgeAddress(host, { privateAllowed: false, allowedNetworks });
  return allowed ? undefined : reason;
}

/** As the parser of addresses leaves it, which has brought every spelling of an IPv4 address into four numbers. */
function hostOf(url: URL): string {
  return withoutEnd(url.hostname.replace(/^\[|\]$/g, ''), '.');
}

const isLiteral = (host: string): boolean => host.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(host);

// Names that every machine has for itself.
const localNames =
  /^(?:(?:.+\.)?localhost|(?:.+\.)?localdomain|localhost[46]|ip6-(?:localhost|loopback)|loopback)$/;

/** Returns why a text is no web address, to follow the field's name: that it contains a space, or else `rule`. */
export const addressRule = (given: string, rule: string): string =>
  given.includes(' ') ? 'contains a space: an address has %20 in its place' : rule;
