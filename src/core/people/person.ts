// Somebody who is signed in, and whoever acts upon people.
import { minuteMs } from '../../kernel/clock.ts';
import type { Viewer } from '../viewer.ts';
import { type Action, merchantsFor, type Rights } from './permissions.ts';

/** Whoever changes who may what: a person, or `cli:NAME`, whom the machine lets do everything. */
export interface Doer {
  /** A user's id, or cli:NAME. */
  id: string;
  rights: Rights;
}

/** Somebody who is signed in. */
export interface Person extends Doer {
  email: string;
  name: string | null;
  sessionId: string;
  /** When this session was last shown a second factor. */
  factorAt: Date | null;
  /** Has set up an authenticator app, or a passkey. */
  hasFactor: boolean;
  /** The company by whose account they are in has asked for two factors: ours need not be set up to look around. */
  isStrong: boolean;
  /** A sentence that the next page shows once: `takeSaid` takes it away. */
  said: string | null;
}

/** Somebody at the command line. */
export function atCommandLine(name: string, isStaging: boolean): Doer {
  return { id: `cli:${name}`, rights: { held: [{ role: 'operator-admin', merchantId: null }], isStaging } };
}

/**
 * True where somebody must set up a second factor before they may do anything: in production, unless their company has asked
 * for one. What is grave asks for our own in any case.
 */
export function needsFactor({ hasFactor, isStrong }: Person, isStaging: boolean): boolean {
  return !isStaging && !hasFactor && !isStrong;
}

/** How long a second factor stays good for what is grave, in milliseconds: five minutes. */
export const freshMs = 5 * minuteMs;

/** True where somebody may do what is grave: they have just shown a second factor or, in staging, have none. */
export function isFresh({ hasFactor, factorAt, rights }: Person, now: Date): boolean {
  if (!hasFactor) return rights.isStaging;
  return factorAt !== null && now.getTime() - factorAt.getTime() <= freshMs;
}

/** Whose rows somebody sees on the pages of an action. */
export function viewerOf({ rights }: Doer, action: Action): Viewer {
  return { merchants: merchantsFor(rights, action) };
}
