// A signed-in user, and the actors that manage users.
import { minuteMs } from '../../kernel/clock.ts';
import type { Viewer } from '../viewer.ts';
import { type Action, merchantsFor, type Rights } from './permissions.ts';

/** The actor that changes permissions: a user, or `cli:NAME`, which has every right. */
export interface UserActor {
  /** A user's id, or cli:NAME. */
  id: string;
  rights: Rights;
}

export interface SignedInUser extends UserActor {
  email: string;
  name: string | null;
  sessionId: string;
  /** When this session was last shown a second factor. */
  factorAt: Date | null;
  /** Has set up an authenticator app, or a passkey. */
  hasFactor: boolean;
  /** The user's company required two factors at sign-in, so they can look around without a local one. */
  isStrong: boolean;
  /** A sentence that the next page shows once: `takeSaid` takes it away. */
  said: string | null;
}

export function atCommandLine(name: string, isStaging: boolean): UserActor {
  return { id: `cli:${name}`, rights: { held: [{ role: 'operator-admin', merchantId: null }], isStaging } };
}

/**
 * True if a user must set up a second factor before any action: in production, unless their company required one. A
 * grave action requires a local factor in any case.
 */
export function needsFactor({ hasFactor, isStrong }: SignedInUser, isStaging: boolean): boolean {
  return !isStaging && !hasFactor && !isStrong;
}

/** The time for which a second factor permits grave actions, in milliseconds: five minutes. */
export const freshMs = 5 * minuteMs;

/** True if a user can do a grave action: they have just shown a second factor or, in staging, have none. */
export function isFresh({ hasFactor, factorAt, rights }: SignedInUser, now: Date): boolean {
  if (!hasFactor) return rights.isStaging;
  return factorAt !== null && now.getTime() - factorAt.getTime() <= freshMs;
}

/** Returns whose rows a user sees on the pages of an action. */
export function viewerOf({ rights }: UserActor, action: Action): Viewer {
  return { merchants: merchantsFor(rights, action) };
}
