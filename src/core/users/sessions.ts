// Sessions: who is signed in, since when, from where. They run on the machine's time, which a sandbox does not move.
import { hourMs, minuteMs, plus } from '../../kernel/clock.ts';
import type { Db, Tx } from '../../kernel/db/db.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import { unseededSecret } from '../../kernel/security/secure-random.ts';
import type { AnyContext, Work } from '../context.ts';
import type { Held } from './permissions.ts';
import * as store from './session-store.ts';
import type { SignedInUser } from './signed-in-user.ts';

export type { Session } from './session-store.ts';

const longestMs = 12 * hourMs;
const idleMs = 30 * minuteMs;
/** How long a session waits for its second factor. */
const waitingMs = 10 * minuteMs;
/** `seen_at` is written at most this often. */
const seenEveryMs = minuteMs;

/** From when on a session must have been made and seen to be open. */
export const horizonAt = (now: Date): store.Horizon => ({
  madeAfter: plus(now, -longestMs),
  seenAfter: plus(now, -idleMs),
});

/** The address and browser of a sign-in. */
export interface From {
  network: string | null;
  agent: string | null;
}

/** Makes a session. Returns its token, which goes into the cookie; only its hash is stored. */
export async function openSession(
  tx: Tx,
  userId: string,
  { network, agent }: From,
  {
    at,
    isWaiting = false,
    factorAt = null,
    isStrong = false,
  }: { at: Date; isWaiting?: boolean; factorAt?: Date | null; isStrong?: boolean },
): Promise<string> {
  const token = unseededSecret(32);
  const from = { network: network?.slice(0, 100) ?? null, agent: agent?.slice(0, 300) ?? null };
  const times = { createdAt: at, seenAt: at, factorAt };
  await store.insertSession(tx, { ...from, ...times, id: sha256Hex(token), userId, isWaiting, isStrong });
  return token;
}

/** Returns an open session by its cookie's token: a signed-in one, or one that waits for its second factor. */
export async function sessionOf(
  db: Db,
  token: string,
  isWaiting: boolean,
  now: Date,
): Promise<store.FoundSession | undefined> {
  if (token.length > 100) return undefined;
  const found = await store.findSession(db, sha256Hex(token), horizonAt(now));
  if (found?.isWaiting !== isWaiting) return undefined;
  if (isWaiting && now.getTime() - found.createdAt.getTime() > waitingMs) return undefined;
  return found;
}

/** Returns the user who is signed in with a cookie's token, or undefined. */
export async function findSession(
  { db, realClock }: AnyContext,
  token: string,
  isStaging: boolean,
): Promise<SignedInUser | undefined> {
  const now = realClock.now();
  const found = await sessionOf(db, token, false, now);
  if (!found) return undefined;
  if (now.getTime() - found.seenAt.getTime() >= seenEveryMs) await store.touchSession(db, found.id, now);
  const { id: sessionId, userId: id, held, email, name, factorAt, hasFactor, isStrong, said } = found;
  const rights = { held, isStaging };
  return { id, email, name, rights, sessionId, factorAt, hasFactor, isStrong, said };
}

/**
 * Returns the rights of the users of some sessions, by session, for the open ones. Does not count as activity of the
 * user.
 */
export async function heldBySessions(
  { db, realClock }: AnyContext,
  ids: readonly string[],
): Promise<Map<string, readonly Held[]>> {
  const open = await store.findOpenSessions(db, ids, horizonAt(realClock.now()));
  return new Map(open.map(({ id, held }) => [id, held]));
}

/** True if a cookie's token is of a session that waits for its second factor. */
export async function isWaitingForCode({ db, realClock }: AnyContext, token: string): Promise<boolean> {
  return (await sessionOf(db, token, true, realClock.now())) !== undefined;
}

/** Ends the session of a cookie's token, if it is open. */
export async function signOut({ db, realClock }: AnyContext, token: string): Promise<void> {
  const found = await store.findSession(db, sha256Hex(token), horizonAt(realClock.now()));
  if (found) await store.endSession(db, found.userId, found.id, realClock.now());
}

/** Returns a user's open sessions, the one used last first. */
export function listSessions({ db, realClock }: AnyContext, userId: string): Promise<store.Session[]> {
  return store.listSessions(db, userId, horizonAt(realClock.now()));
}

/** Ends one of a person's own sessions. Returns false if they have no such one. */
export function endOwnSession(
  { db, realClock }: AnyContext,
  user: SignedInUser,
  sessionId: string,
): Promise<boolean> {
  return store.endSession(db, user.id, sessionId, realClock.now());
}

/** Ends all of a person's sessions but the one they are in. Returns how many. */
export function endOtherSessions(work: Work, user: SignedInUser): Promise<number> {
  return store.endSessions(work.tx, user.id, work.realClock.now(), user.sessionId);
}

/** Shows a sentence on the next page of a session, once. */
export function say({ db }: AnyContext, sessionId: string, sentence: string): Promise<void> {
  return store.updateSaid(db, sessionId, sentence);
}

/** Deletes the sentence that a page has shown. */
export async function takeSaid({ db }: AnyContext, { sessionId, said }: SignedInUser): Promise<void> {
  if (said !== null) await store.updateSaid(db, sessionId, null);
}
