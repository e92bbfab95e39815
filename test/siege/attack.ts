// One attack on the service under siege. Each attacker has a separate loopback address, as attackers on the internet
// have: the limits that count by address then hold the attacker back, and not the honest merchant.
import { Pool } from 'undici';
import type { Credentials } from '../../src/app/credentials.ts';

export interface Siege {
  /** Which attacks: those of clients from outside, or those of a user, a bank's folder and a receiver. */
  part: 'outside' | 'inside';
  /** The only attack that runs; undefined: all of the part. */
  only: string | undefined;
  base: string;
  hostile: Credentials;
  /** A user of the hostile merchant who can write notes. */
  login: { email: string; password: string };
  /** The folder `in` of a bank account. */
  inbox: string;
  seed: number;
  slowClients: number;
  requestsPerSecond: number;
  /** Connections that flood the sign-in. */
  signIns: number;
}

/** Runs while `isOn` returns true, then ends by itself. */
export type Attack = (siege: Siege, isOn: () => boolean) => Promise<void>;

/** Returns connections to the service from one address of this machine. */
export function poolFrom({ base }: Siege, localAddress: string, connections: number): Pool {
  return new Pool(base, {
    connections,
    localAddress,
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
  });
}
