// Sign-in: a password, then a code if a second factor is set up. A refused client learns nothing about who has a login,
// neither from the response nor from its time.
import { chosenCost, hashPassword, judgePassword, type Line } from '../../kernel/security/passwords.ts';
import type { AnyContext, Context, Work } from '../context.ts';
import { invalidField } from '../invalid-field.ts';
import { inWork } from '../unit-of-work.ts';
import { knownDevice, rememberDevice } from './devices.ts';
import { useCode } from './factors.ts';
import { inHashQueue, placeOf, type Slowed } from './hash-queue.ts';
import { askToShow, type Place, usePasskey } from './passkeys.ts';
import { assertPassword } from './passwords.ts';
import { endSession, endSessions, type FoundSession, findSession, noteFactorShown } from './session-store.ts';
import { type From, horizonAt, openSession, sessionOf } from './sessions.ts';
import { forgetTries, type Trier, takeTry } from './sign-in-limits.ts';
import type { SignedInUser } from './signed-in-user.ts';
import { findUser, findUserByEmail, lockUser, updatePassword } from './user-store.ts';

interface In {
  kind: 'in';
  /** Goes into the cookie of the session. */
  token: string;
  /** Goes into the cookie of the browser, which is a known device of the account from now on. */
  device: string;
}

export type SignedIn =
  | In
  /** The token goes into the cookie; `showCode` is next. */
  | { kind: 'code'; token: string }
  | { kind: 'refused' }
  | Slowed;

interface Given extends From {
  email: string;
  password: string;
  /** The cookie of the browser. */
  device?: string | undefined;
}

/** Signs a user in with their password. Beyond the sign-ins that can wait for their hash, none reads the database. */
export async function signIn(ctx: Context, given: Given): Promise<SignedIn> {
  const email = given.email.slice(0, 300).trim().toLowerCase();
  const { network } = given;
  const device = knownDevice(ctx, given.device, email, ctx.realClock.now());
  const trier = { email, network, device };
  return inHashQueue(placeOf(trier), (line) => signInNow(ctx, given, { ...trier, line }));
}

async function signInNow(
  ctx: Context,
  given: Given,
  { line, ...trier }: Trier & { line: Line },
): Promise<SignedIn> {
  const { email } = trier;
  const waitSeconds = await takeTry(ctx, trier, ctx.realClock.now());
  if (waitSeconds !== undefined) return { kind: 'slowed', retryAfterSeconds: waitSeconds };
  const found = await findUserByEmail(ctx.db, email);
  const user = found?.disabledAt === null ? found : undefined;
  const { isRight, isOld } = await judgePassword(given.password, user?.passwordHash, line);
  if (!user || !isRight) return refused(ctx, given.network);
  const rehashed = isOld ? await hashPassword(given.password, chosenCost, line) : undefined;
  return inWork(ctx, async (work): Promise<SignedIn> => {
    const { tx } = work;
    // The user can have been disabled, or their password changed, while the password was hashed.
    const locked = await lockUser(tx, user.id);
    if (locked?.disabledAt !== null || locked.passwordHash !== user.passwordHash) return { kind: 'refused' };
    if (rehashed !== undefined) await updatePassword(tx, user.id, rehashed);
    await forgetTries(work, trier);
    const at = ctx.realClock.now();
    const pending = await openSession(tx, user.id, given, { at, isWaiting: true });
    const session = await sessionOf(tx, pending, true, at);
    // A device is known once both factors were right.
    if (session!.hasFactor) return { kind: 'code', token: pending };
    await endSession(tx, user.id, session!.id, at);
    const token = await openSession(tx, user.id, given, { at });
    return { kind: 'in', token, device: rememberDevice(work, given.device, email) };
  });
}

// Without the address: users type their password there, now and then.
function refused({ log, correlationId }: Context, network: string | null): SignedIn {
  log.warn({ security: true, correlationId, network }, 'a sign-in was refused');
  return { kind: 'refused' };
}

/** The cookies of a browser: the token of its session, and the accounts that it is a known device of. */
export interface Holder {
  token: string;
  device?: string | undefined;
}

/** What comes of a second factor. The token goes into the cookie; `device` is absent if the session was open before. */
export type Shown = (Omit<In, 'device'> & Partial<In>) | { kind: 'refused' } | Slowed;

/** Takes a code of the authenticator app, or a recovery code, from the holder of the token. */
export function showCode(ctx: Context, holder: Holder, code: string): Promise<Shown> {
  return show(ctx, holder, (work, { userId }) => useCode(work, userId, code, ctx.realClock.now()));
}

/** Takes a passkey's response from the holder of the token, to the challenge of `askPasskey`. */
export function showPasskey(ctx: Context, holder: Holder, answer: string, place: Place): Promise<Shown> {
  return show(ctx, holder, (work, { userId, id: sessionId }) =>
    usePasskey(work, { userId, sessionId }, answer, place),
  );
}

/** Returns a challenge for the passkeys of the token's holder; undefined if they have none. */
export async function askPasskey(ctx: Context, token: string, place: Place): Promise<object | undefined> {
  const session = await eitherSession(ctx, token, ctx.realClock.now());
  return session && askToShow(ctx, { userId: session.userId, sessionId: session.id }, place);
}

const eitherSession = async ({ db }: Context, token: string, at: Date) =>
  (await sessionOf(db, token, true, at)) ?? (await sessionOf(db, token, false, at));

/**
 * A session that waited for a factor is replaced by one with another token; one that is open has a fresh factor from then on,
 * and keeps its own.
 */
async function show(
  ctx: Context,
  { token, device: cookie }: Holder,
  prove: (work: Work, session: FoundSession) => Promise<boolean>,
): Promise<Shown> {
  const at = ctx.realClock.now();
  const session = await eitherSession(ctx, token, at);
  if (!session) return { kind: 'refused' };
  const { email, network, userId } = session;
  const trier: Trier = { what: 'code', email, network, device: knownDevice(ctx, cookie, email, at) };
  const waitSeconds = await takeTry(ctx, trier, at);
  if (waitSeconds !== undefined) return { kind: 'slowed', retryAfterSeconds: waitSeconds };
  return inWork(ctx, async (work): Promise<Shown> => {
    const { tx } = work;
    await lockUser(tx, userId);
    const isOpen = (await findSession(tx, session.id, horizonAt(at))) !== undefined;
    if (!isOpen || !(await prove(work, session))) return { kind: 'refused' };
    await forgetTries(work, trier);
    if (!session.isWaiting) {
      await noteFactorShown(tx, session.id, at);
      return { kind: 'in', token };
    }
    await endSession(tx, userId, session.id, at);
    const opened = await openSession(tx, userId, session, { at, factorAt: at });
    return { kind: 'in', token: opened, device: rememberDevice(work, cookie, email) };
  });
}

/** A change of password that was proven: the hash that it replaces, and the new one. */
export interface PasswordChange {
  from: string;
  to: string;
}

/**
 * Judges a person's present password, and hashes the new one where it is right: for `changePassword`, which holds a transaction.
 * It commits by itself: a wrong attempt counts whatever follows. Throws InvalidField if the new password breaks the rules.
 */
export async function provePassword(
  ctx: Context,
  person: SignedInUser,
  given: { current: string; password: string },
): Promise<{ kind: 'right'; change: PasswordChange } | { kind: 'refused' } | Slowed> {
  const { email, sessionId: session } = person;
  return inHashQueue({ key: email, line: 'known' }, async (line) => {
    const trier: Trier = { what: 'present password', email, network: null, session };
    const waitSeconds = await takeTry(ctx, trier, ctx.realClock.now());
    if (waitSeconds !== undefined) return { kind: 'slowed', retryAfterSeconds: waitSeconds };
    const user = await findUser(ctx.db, person.id);
    const { isRight } = await judgePassword(given.current, user?.passwordHash, line);
    if (!user || !isRight) return { kind: 'refused' };
    await forgetTries(ctx, trier);
    assertPassword(given.password, email);
    const to = await hashPassword(given.password, chosenCost, line);
    return { kind: 'right', change: { from: user.passwordHash, to } };
  });
}

/** Changes a person's own password, and ends their other sessions. Throws InvalidField if it changed since it was proven. */
export async function changePassword(
  scope: AnyContext,
  person: SignedInUser,
  change: PasswordChange,
): Promise<void> {
  await inWork(scope, async ({ tx }) => {
    const user = await lockUser(tx, person.id);
    if (user?.passwordHash !== change.from)
      throw invalidField('current', 'your current password is not correct');
    await updatePassword(tx, person.id, change.to, scope.realClock.now());
    await endSessions(tx, person.id, scope.realClock.now(), person.sessionId);
  });
}
