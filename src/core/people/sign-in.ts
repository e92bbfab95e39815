// Signing in: a password, then a code where a second factor is set up. Whoever is not let in learns nothing about who has a
// login: neither from the answer nor from its time.
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { clientNetworkOf } from '../../kernel/http/networks.ts';
import { hashPassword, judgePassword } from '../../kernel/security/passwords.ts';
import { type AnyContext, type Context, inWork, type Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { useCode } from './factors.ts';
import { askToShow, type Place, usePasskey } from './passkeys.ts';
import { assertPassword } from './passwords.ts';
import type { Person } from './person.ts';
import { endSession, endSessions, type FoundSession, findSession, noteFactorShown } from './session-store.ts';
import { type From, horizonAt, openSession, sessionOf } from './sessions.ts';
import { forgetTries, giveTryBack, takeTry } from './tries.ts';
import { findUser, findUserByEmail, lockUser, updatePassword } from './user-store.ts';

interface Slowed {
  kind: 'slowed';
  retryAfterSeconds: number;
}

export type SignedIn =
  /** The token goes into the cookie. */
  | { kind: 'in'; token: string }
  /** The token goes into the cookie; `showCode` is next. */
  | { kind: 'code'; token: string }
  | { kind: 'refused' }
  | Slowed;

/** Sign-ins of one network, and of all, that can wait for their hash at one time: hashing is slow on purpose. */
const mostWaiting = { network: 16, all: 128 };
const waiting = new Map<string, number>();
let waitingInAll = 0;

/** Signs a user in with their password. Beyond the sign-ins that can wait, none reads the database or hashes. */
export async function signIn(
  ctx: Context,
  given: { email: string; password: string } & From,
  clock: Clock = systemClock(),
): Promise<SignedIn> {
  const network = clientNetworkOf(given.network ?? '');
  const before = waiting.get(network) ?? 0;
  if (before >= mostWaiting.network || waitingInAll >= mostWaiting.all)
    return { kind: 'slowed', retryAfterSeconds: 5 };
  waiting.set(network, before + 1);
  waitingInAll += 1;
  try {
    return await signInNow(ctx, given, clock);
  } finally {
    waitingInAll -= 1;
    const left = waiting.get(network)! - 1;
    if (left > 0) waiting.set(network, left);
    else waiting.delete(network);
  }
}

async function signInNow(
  ctx: Context,
  given: { email: string; password: string } & From,
  clock: Clock,
): Promise<SignedIn> {
  const email = given.email.slice(0, 300).trim().toLowerCase();
  const trier = { email, network: given.network };
  const waitSeconds = await takeTry(ctx, trier, clock.now());
  if (waitSeconds !== undefined) return { kind: 'slowed', retryAfterSeconds: waitSeconds };
  const found = await findUserByEmail(ctx.db, email);
  const user = found?.disabledAt === null ? found : undefined;
  const { isRight, isOld } = await judgePassword(given.password, user?.passwordHash);
  if (!user || !isRight) return refused(ctx, given.network);
  const rehashed = isOld ? await hashPassword(given.password) : undefined;
  return inWork(ctx, async (work): Promise<SignedIn> => {
    const { tx } = work;
    // Somebody may have disabled them, or changed the password, while it was hashed.
    const locked = await lockUser(tx, user.id);
    if (locked?.disabledAt !== null || locked.passwordHash !== user.passwordHash) return { kind: 'refused' };
    if (rehashed !== undefined) await updatePassword(tx, user.id, rehashed);
    const at = clock.now();
    const pending = await openSession(tx, user.id, given, { at, isWaiting: true });
    const session = await sessionOf(tx, pending, true, at);
    if (session!.hasFactor) {
      // Not forgotten: who has the password alone must not try codes for ever.
      await giveTryBack(work, trier);
      return { kind: 'code', token: pending };
    }
    await endSession(tx, user.id, session!.id, at);
    await forgetTries(work, trier);
    return { kind: 'in', token: await openSession(tx, user.id, given, { at }) };
  });
}

// Without the address: people type their password there, now and then.
function refused({ log, correlationId }: Context, network: string | null): SignedIn {
  log.warn({ security: true, correlationId, network }, 'a sign-in was refused');
  return { kind: 'refused' };
}

/** What comes of a second factor. The token goes into the cookie. */
export type Shown = { kind: 'in'; token: string } | { kind: 'refused' } | Slowed;

/** Takes a code of the authenticator app, or a recovery code, of whoever has the token. */
export function showCode(
  ctx: Context,
  token: string,
  code: string,
  clock: Clock = systemClock(),
): Promise<Shown> {
  return show(ctx, token, clock, (work, { userId }) => useCode(work, userId, code, clock.now()));
}

/** Takes the answer of a passkey of whoever has the token: what `askPasskey` has asked for. */
export function showPasskey(
  ctx: Context,
  token: string,
  answer: string,
  place: Place,
  clock: Clock = systemClock(),
): Promise<Shown> {
  return show(ctx, token, clock, (work, { userId, id: sessionId }) =>
    usePasskey(work, { userId, sessionId }, answer, place, clock),
  );
}

/** Returns what the passkeys of whoever has the token are asked; undefined where they have none. */
export async function askPasskey(
  ctx: Context,
  token: string,
  place: Place,
  clock: Clock = systemClock(),
): Promise<object | undefined> {
  const session = await eitherSession(ctx, token, clock.now());
  return session && askToShow(ctx, { userId: session.userId, sessionId: session.id }, place, clock);
}

const eitherSession = async ({ db }: Context, token: string, at: Date) =>
  (await sessionOf(db, token, true, at)) ?? (await sessionOf(db, token, false, at));

/**
 * A session that waited for a factor is replaced by one with another token; one that is open has a fresh factor from then on,
 * and keeps its own.
 */
async function show(
  ctx: Context,
  token: string,
  clock: Clock,
  prove: (work: Work, session: FoundSession) => Promise<boolean>,
): Promise<Shown> {
  const at = clock.now();
  const session = await eitherSession(ctx, token, at);
  if (!session) return { kind: 'refused' };
  const trier = { email: session.email, network: session.network };
  const waitSeconds = await takeTry(ctx, trier, at);
  if (waitSeconds !== undefined) return { kind: 'slowed', retryAfterSeconds: waitSeconds };
  return inWork(ctx, async (work) => {
    const { tx } = work;
    await lockUser(tx, session.userId);
    const isOpen = (await findSession(tx, session.id, horizonAt(at))) !== undefined;
    if (!isOpen || !(await prove(work, session))) return { kind: 'refused' as const };
    await forgetTries(work, trier);
    if (!session.isWaiting) {
      await noteFactorShown(tx, session.id, at);
      return { kind: 'in' as const, token };
    }
    await endSession(tx, session.userId, session.id, at);
    return {
      kind: 'in' as const,
      token: await openSession(tx, session.userId, session, { at, factorAt: at }),
    };
  });
}

/** Whether a password is a person's own. It commits by itself: a wrong try counts whatever follows. */
export async function provePassword(
  ctx: Context,
  person: Person,
  given: { password: string; network: string | null },
  clock: Clock = systemClock(),
): Promise<{ kind: 'right' } | { kind: 'refused' } | Slowed> {
  const trier = { email: person.email, network: given.network };
  const waitSeconds = await takeTry(ctx, trier, clock.now());
  if (waitSeconds !== undefined) return { kind: 'slowed', retryAfterSeconds: waitSeconds };
  const user = await findUser(ctx.db, person.id);
  const { isRight } = await judgePassword(given.password, user?.passwordHash);
  if (!isRight) return { kind: 'refused' };
  await forgetTries(ctx, trier);
  return { kind: 'right' };
}

/**
 * Changes a person's own password, which `provePassword` has judged before, and ends their other sessions. Throws
 * InvalidField where the new one breaks the rules, or `current` is their password no more.
 */
export async function changePassword(
  scope: AnyContext,
  person: Person,
  given: { current: string; password: string },
  clock: Clock = systemClock(),
): Promise<void> {
  assertPassword(given.password, person.email);
  await inWork(scope, async ({ tx }) => {
    const user = await lockUser(tx, person.id);
    const { isRight } = await judgePassword(given.current, user?.passwordHash);
    if (!isRight)
      throw new DomainError('InvalidField', {
        field: 'current',
        detail: 'your present password is another one',
      });
    await updatePassword(tx, person.id, await hashPassword(given.password), clock.now());
    await endSessions(tx, person.id, clock.now(), person.sessionId);
  });
}
