// Where a request comes from: whoever connects, or, behind proxies that a setting names, whom they name.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Proxies {
  /** Whether an address is one of theirs. */
  include(address: string): boolean;
  /**
   * The address of a request's sender, in its usual spelling: the last one of X-Forwarded-For that is no proxy's, as long
   * as every address after it is. Whatever stands before it the sender may have made up. "" where nobody is connected.
   */
  senderOf(request: IncomingMessage): string;
}

/** A chain longer than this is nobody's, and reading on would only cost. */
const mostHops = 16;

/** The proxies of these CIDR networks. */
export function createProxies(networks: readonly string[]): Proxies {
  const parsed = networks.map((network) => ipaddr.parseCIDR(network));
  const include = (address: string): boolean => {
    if (parsed.length === 0 || !isIP(address)) return false;
    const ip = ipaddr.process(address);
    return parsed.some(
      ([network, bits]) => network.kind() === ip.kind() && ip.match([network, bits] as never),
    );
  };
  return {
    include,
    senderOf: ({ socket, headers }) => {
      let sender = readAddress(socket?.remoteAddress ?? '') ?? '';
      if (!include(sender)) return sender;
      const hops = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').slice(-mostHops);
      for (const hop of hops.reverse()) {
        const named = readAddress(hop);
        // What cannot be read says nothing, and neither does what stands before it.
        if (named === undefined) break;
        sender = named;
        if (!include(named)) break;
      }
      return sender;
    },
  };
}

/** Reads a network of proxies. Throws where it is none, or everybody's: who believes everybody is told lies. */
export function parseProxies(network: string): void {
  const [, bits] = ipaddr.parseCIDR(network);
  if (bits === 0) throw new Error('everybody is no proxy');
}

/** An address as proxies write it: with a port, in brackets, IPv4 within IPv6. Undefined where it is none. */
function readAddress(given: string): string | undefined {
  const text = given.trim();
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const kind = isIP(bare);
  if (kind === 0) return undefined;
  return kind === 4 ? bare : ipaddr.process(bare.split('%')[0]!).toString();
}
