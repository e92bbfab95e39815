// What the ranges of IP addresses are for, from IANA's registries of special-purpose addresses (RFC 6890 and what
// updates it).
import { type IpAddress, networksOf } from './networks.ts';

/** The ranges in which a name and an address can belong to a host on the internet or in the operator's network. */
export type AddressRange = 'unicast' | 'loopback' | 'private' | 'unique-local' | 'unspecified' | Special;

type Special =
  | 'multicast'
  | 'broadcast'
  | 'link-local'
  | 'carrier-grade-nat'
  | 'relay'
  | 'ipv4-in-ipv6'
  | 'reserved';

// The first range that contains an address is its range.
// biome-ignore format: a table
const table: [AddressRange, string[]][] = [
  ['unspecified', ['0.0.0.0/8', '::/128']],
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']],
  ['unique-local', ['fc00::/7']],
  ['link-local', ['169.254.0.0/16', 'fe80::/10']],
  ['carrier-grade-nat', ['100.64.0.0/10']],
  ['broadcast', ['255.255.255.255/32']],
  ['multicast', ['224.0.0.0/4', 'ff00::/8']],
  // 6to4's and AMT's relays, and those of the DNS for private addresses (AS112).
  ['relay', ['192.88.99.0/24', '192.52.193.0/24', '192.31.196.0/24', '192.175.48.0/24', '2001:3::/32', '2001:4:112::/48', '2620:4f:8000::/48']],
  // Translated (RFC 6052, 6145, 8215), tunnelled (6to4, Teredo) and compatible: they lead to an IPv4 address unseen.
  ['ipv4-in-ipv6', ['64:ff9b::/96', '64:ff9b:1::/48', '::ffff:0:0:0/96', '2002::/16', '2001::/32', '::/96']],
  // Protocols, documents, tests, and all of IPv6 except the assigned part (2000::/3).
  ['reserved', [
    '192.0.0.0/24', '192.0.2.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '240.0.0.0/4',
    '2001::/23', '2001:db8::/32', '3fff::/20', '::/3', '4000::/2', '8000::/1',
  ]],
];

const ranges = table.map(([range, networks]) => ({ range, networks: networksOf(networks) }));

/** Returns the purpose of an address's range. */
export function rangeOf(address: IpAddress): AddressRange {
  return ranges.find(({ networks }) => networks.include(address))?.range ?? 'unicast';
}
