// Finds a request's sender: the connected address or, behind trusted proxies, the one they name.
import type { IncomingMessage } from 'node:http';
import { networksOf, parseNetwork, readIp } from './networks.ts';

export interface Proxies {
  /** True if an address is a trusted proxy's. */
  include(address: string): boolean;
  /**
   * Returns the normalised address of a request's sender: the last one in X-Forwarded-For that is not a proxy's, if
   * every address after it is. The sender can have invented earlier ones. "" without a connection.
   */
  senderOf(request: IncomingMessage): string;
}

/** No real chain is longer, and reading on would only cost time. */
const mostHops = 16;

/** Trusts the proxies of these CIDR networks. */
export function createProxies(networks: readonly string[]): Proxies {
  const proxies = networksOf(networks);
  const include = (address: string): boolean => {
    if (networks.length === 0) return false;
    const ip = readIp(address);
    return ip !== undefined && proxies.include(ip);
  };
  return {
    include,
    senderOf: ({ socket, headers }) => {
      let sender = readAddress(socket?.remoteAddress ?? '') ?? '';
      if (!include(sender)) return sender;
      const hops = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').slice(-mostHops);
      for (const hop of hops.reverse()) {
        const named = readAddress(hop);
        // An unreadable entry invalidates everything before it.
        if (named === undefined) break;
        sender = named;
        if (!include(named)) break;
      }
      return sender;
    },
  };
}

/** Checks a network of proxies. Throws when it is invalid or includes every address: anybody could forge the header. */
export function parseProxies(network: string): void {
  if (parseNetwork(network).bits === 0) throw new Error('a network of all addresses cannot be a proxy');
}

/** Reads an address as proxies write it: with a port, in brackets, IPv4 within IPv6. Undefined for any other text. */
function readAddress(given: string): string | undefined {
  const text = given.trim();
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return readIp(bare)?.text;
}
