// The addresses that the service may call: no private network, no metadata service of a cloud, unless a setting allows it.
import dns from 'node:dns';
import type net from 'node:net';
import { withoutEnd } from '../formats/text.ts';
import { firstOf } from '../required.ts';
import { rangeOf } from './address-ranges.ts';
import { networksOf, readIp } from './networks.ts';

// Addresses where clouds serve credentials, outside the link-local range: only naming a network allows them.
const metadata = ['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16', '192.0.0.192'];

/** Which addresses may be called. `privateAllowed`: loopback and private ones too, for use on a laptop. */
export interface OutboundPolicy {
  privateAllowed: boolean;
  /** CIDR networks that are always allowed. */
  allowedNetworks: string[];
}

/** True if the policy allows calls to an IP address, and the reason. */
export function judgeAddress(address: string, policy: OutboundPolicy): { allowed: boolean; reason: string } {
  const ip = readIp(address);
  if (!ip) return { allowed: false, reason: `${address} is not an IP address` };
  if (networksOf(policy.allowedNetworks).include(ip)) return { allowed: true, reason: 'named by a setting' };
  if (metadata.includes(ip.text)) return { allowed: false, reason: `${ip.text} is a metadata address` };
  const range = rangeOf(ip);
  const isInHouse = ['loopback', 'private', 'unique-local'].includes(range);
  const allowed = range === 'unicast' || (policy.privateAllowed && isInHouse);
  return { allowed, reason: `${ip.text} is a ${range} address` };
}

const metadataNames =
  /^(?:metadata|metadata\.(?:.+\.)?internal|metadata\.(?:goog|tencentyun\.com|platformequinix\.com)|instance-data(?:\..+)?)$/;

/** True if a host has the name of a cloud's metadata service, in any letter case, with or without a final dot. */
export function isMetadataName(host: string): boolean {
  return metadataNames.test(withoutEnd(host.toLowerCase(), '.'));
}

/** True if an IP address is this machine: loopback, or the unspecified address. */
export function isLoopback(address: string): boolean {
  const ip = readIp(address);
  return ip !== undefined && ['loopback', 'unspecified'].includes(rangeOf(ip));
}

export class AddressRefused extends Error {}

/** Returns a DNS lookup that yields only addresses the policy allows. Literal addresses never pass through it. */
export function guardedLookup(policy: OutboundPolicy): net.LookupFunction {
  return (hostname, options, done) => {
    if (isMetadataName(hostname)) return done(new AddressRefused(`${hostname} is a metadata address`), []);
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      for (const { address } of addresses) {
        const { allowed, reason } = judgeAddress(address, policy);
        if (!allowed)
          return done(new AddressRefused(`${hostname} resolves to a refused address: ${reason}`), []);
      }
      if (options.all) return done(null, addresses);
      done(null, firstOf(addresses).address, firstOf(addresses).family);
    });
  };
}
