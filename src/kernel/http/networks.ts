// IP addresses, and the networks that they are in. Node knows the forms of addresses (net.isIP, SocketAddress) and the
// contents of a network (BlockList); this module adds the rest: an IPv4 address that is written as IPv6 is an IPv4
// address, and a network of one family never includes an address of the other.
import { BlockList, isIP, SocketAddress } from 'node:net';

export interface IpAddress {
  /** As it is usually written: without zone, IPv4 within IPv6 as IPv4. */
  text: string;
  family: 'ipv4' | 'ipv6';
}

const zone = /%[0-9a-z]+$/i;
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/** Reads an IP address in its full form, which for IPv4 is four decimal numbers. Undefined for any other text. */
export function readIp(given: string): IpAddress | undefined {
  const bare = given.replace(zone, '');
  // The remainder of a zone that no machine has.
  if (isIP(bare) === 0 || bare.includes('%')) return undefined;
  if (isIP(bare) === 4) return { text: bare, family: 'ipv4' };
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  const within = mapped.exec(address)?.[1];
  return within === undefined ? { text: address, family: 'ipv6' } : { text: within, family: 'ipv4' };
}

/**
 * Returns the network that counts as one client: an IPv4 address, or the /64 network of an IPv6 address, since one
 * client usually has all of it. Returns any other text unchanged.
 */
export function clientNetworkOf(address: string): string {
  if (!address.includes(':')) return address;
  const ip = readIp(address);
  if (ip?.family !== 'ipv6') return ip?.text ?? address;
  const [before = [], after] = ip.text
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = after ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0') : [];
  const groups = [...before, ...zeros, ...(after ?? [])];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

export interface Network {
  address: string;
  /** The number of leading bits that addresses of the network share. */
  bits: number;
  family: 'ipv4' | 'ipv6';
}

/** Reads a network like `10.1.0.0/16`. Throws for any other text. */
export function parseNetwork(given: string): Network {
  const [address = '', written = '', ...more] = given.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  const bits = /^(?:0|[1-9]\d{0,2})$/.test(written) ? Number(written) : Number.POSITIVE_INFINITY;
  if (version === 0 || more.length > 0 || bits > (version === 4 ? 32 : 128))
    throw new Error(`${given} is not a network`);
  return { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' };
}

export interface Networks {
  include(address: IpAddress): boolean;
}

/** Combines networks. Throws if one of them is invalid. */
export function networksOf(given: readonly string[]): Networks {
  // One list for each family: a list that has both matches across them.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const one of given) {
    const { address, bits, family } = parseNetwork(one);
    lists[family].addSubnet(address, bits, family);
  }
  return { include: ({ text, family }) => lists[family].check(text, family) };
}
