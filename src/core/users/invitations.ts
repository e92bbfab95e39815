// Invitations: the owner of the address can use one once, within a day, to create a login or to gain one more role.
import { hourMs, plus } from '../../kernel/clock.ts';
import { isUuid } from '../../kernel/ids.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import { chosenCost, hashPassword, judgePassword, type Line } from '../../kernel/security/passwords.ts';
import { unseededId, unseededSecret } from '../../kernel/security/secure-random.ts';
import type { AnyContext, Context, Work } from '../context.ts';
import { assertMayEmail, isMailOn, queueEmail } from '../emails/actions.ts';
import { findMerchantById } from '../merchants/actions.ts';
import { inWork } from '../unit-of-work.ts';
import type { Viewer } from '../viewer.ts';
import { knownDevice } from './devices.ts';
import { noteLogin, noteRole } from './grants.ts';
import { inHashQueue, placeOf, type Slowed } from './hash-queue.ts';
import { assertPassword } from './passwords.ts';
import type { Role } from './permissions.ts';
import { endSessions } from './session-store.ts';
import { forgetTries, type Trier, takeTry } from './sign-in-limits.ts';
import type { UserActor } from './signed-in-user.ts';
import * as store from './user-store.ts';
import { assertMayGive, readUserEmail, type UserChange } from './users.ts';
import { assertMayOccupy, canHold, isOperatorAddress, originFor } from './verified.ts';

const lastsMs = 24 * hourMs;

/** An invitation that was made. The token is readable only here. */
export interface Invited extends Omit<UserChange, 'userId'> {
  invitationId: string;
  token: string;
  expiresAt: Date;
  /** False where e-mail is off. */
  isEmailed: boolean;
}

/**
 * Invites a user to a role that the doer can assign. Throws RightsExceeded, and InvalidField (email) where a
 * merchant's admin names an address at one of the operator's domains.
 */
export async function invite(
  scope: AnyContext,
  doer: UserActor,
  given: { email: string; role: Role; merchantId: string | null },
): Promise<Invited> {
  const { role, merchantId } = given;
  const email = readUserEmail(given.email);
  assertMayGive(doer, role, merchantId);
  assertMayOccupy(scope, doer, email);
  return inWork(scope, async (work) => {
    const [token, createdAt] = [unseededSecret(32), scope.realClock.now()];
    const one = { id: unseededId(scope.realClock), email, role, merchantId, invitedBy: doer.id, createdAt };
    const expiresAt = plus(createdAt, lastsMs);
    await store.insertInvitation(work.tx, { ...one, expiresAt, tokenHash: sha256Hex(token) });
    const isEmailed = await sendInvitation(work, doer, { ...one, token });
    return {
      invitationId: one.id,
      email,
      merchantId,
      before: null,
      after: { email, role },
      token,
      expiresAt,
      isEmailed,
    };
  });
}

/** Sends an invitation to its address; false where e-mail is off. Throws InvalidField (email) after too many within an hour. */
async function sendInvitation(
  work: Work,
  doer: UserActor,
  { email, role, merchantId, token }: { email: string; role: Role; merchantId: string | null; token: string },
): Promise<boolean> {
  if (!isMailOn(work)) return false;
  await assertMayEmail(work, { merchantId, recipient: email });
  const merchant = merchantId === null ? undefined : await findMerchantById(work.tx, merchantId);
  const inviter = isUuid(doer.id) ? await store.findUser(work.tx, doer.id) : undefined;
  const facts = {
    role,
    token,
    ...(merchant && { place: merchant.name }),
    ...(inviter && { by: inviter.email }),
  };
  return queueEmail(work, { kind: 'invitation', merchantId, recipient: email, facts });
}

/** Returns the invitations that can be used, where the viewer sees, the newest first. */
export function listInvitations({ db, realClock }: AnyContext, viewer: Viewer): Promise<store.Invitation[]> {
  return store.listInvitations(db, viewer, realClock.now());
}

/** Returns the invitation of a token; undefined if it was used, is over, or never was. */
export async function findInvitation(
  { db, realClock }: AnyContext,
  token: string,
): Promise<store.Invitation | undefined> {
  return token.length > 100 ? undefined : store.findInvitation(db, sha256Hex(token), realClock.now());
}

export type Accepted =
  | { kind: 'accepted'; userId: string; email: string }
  /** It was used, is over, or never was. */
  | { kind: 'gone' }
  /** The address has a login, and the password is not that login's. */
  | { kind: 'refused' }
  /** The address has a login that another merchant's admin created, and its address is not verified. */
  | { kind: 'unverified' }
  | Slowed;

/**
 * Accepts an invitation. An address without a login gets one with the password. Throws InvalidField if the password
 * breaks the rules. The owner of an existing login must give its password: the sender of an invitation must not get
 * into the owner's other roles.
 */
export async function acceptInvitation(
  ctx: Context,
  given: { token: string; password: string; network: string | null; device?: string | undefined },
): Promise<Accepted> {
  const { token, password, network } = given;
  const invitation = await findInvitation(ctx, token);
  if (!invitation) return { kind: 'gone' };
  const { email } = invitation;
  const device = knownDevice(ctx, given.device, email, ctx.realClock.now());
  const trier = { email, network, device };
  return inHashQueue(placeOf(trier), (line) => acceptNow(ctx, { token, password, trier, line }));
}

async function acceptNow(
  ctx: Context,
  { token, password, trier, line }: { token: string; password: string; trier: Trier; line: Line },
): Promise<Accepted> {
  const { email } = trier;
  const user = await store.findUserByEmail(ctx.db, email);
  if (user) {
    // An attempt to sign in: an invitation is no way around their limit.
    const waitSeconds = await takeTry(ctx, trier, ctx.realClock.now());
    if (waitSeconds !== undefined) return { kind: 'slowed', retryAfterSeconds: waitSeconds };
    const { isRight } = await judgePassword(password, user.passwordHash, line);
    if (!isRight || user.disabledAt !== null) return { kind: 'refused' };
  } else assertPassword(password, email);
  const passwordHash = user?.passwordHash ?? (await hashPassword(password, chosenCost, line));
  return inWork(ctx, async (work): Promise<Accepted> => {
    // The login is locked before the invitation, in the order of `takeOver`.
    const present = user && (await store.lockUser(work.tx, user.id));
    const locked = await store.findInvitation(work.tx, sha256Hex(token), ctx.realClock.now(), {
      isLocked: true,
    });
    if (!locked) return { kind: 'gone' };
    const userId = user?.id ?? unseededId(ctx.realClock);
    const judged = user
      ? judgeLogin(present, passwordHash, locked)
      : await createLogin(work, locked, { userId, passwordHash });
    if (judged !== 'good') return { kind: judged };
    await attach(work, locked, userId);
    if (user) await forgetTries(work, trier);
    return { kind: 'accepted', userId, email };
  });
}

function judgeLogin(
  user: store.User | undefined,
  passwordHash: string,
  { merchantId }: store.Invitation,
): 'good' | 'refused' | 'unverified' {
  if (user?.disabledAt !== null || user.passwordHash !== passwordHash) return 'refused';
  return canHold(user, merchantId) ? 'good' : 'unverified';
}

async function attach(
  work: Work,
  { id, merchantId, role, invitedBy: by }: store.Invitation,
  userId: string,
): Promise<void> {
  await endSessions(work.tx, userId, work.realClock.now());
  await store.putHeld(work.tx, userId, merchantId, role);
  await noteRole(work, { userId, merchantId, role, by });
  await store.useInvitation(work.tx, id, work.realClock.now());
}

/** Creates the login of an address that has none. "gone": the address is the operator's, and a merchant's admin invited it. */
async function createLogin(
  work: Work,
  { email, merchantId, invitedBy: by }: store.Invitation,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<'good' | 'refused' | 'gone'> {
  const held = isUuid(by) ? await store.listHeld(work.tx, by) : [];
  const origin = originFor({ rights: { held, isStaging: false } }, merchantId);
  if ('merchantId' in origin && isOperatorAddress(work, email)) return 'gone';
  const user = { id: userId, email, name: null, passwordHash, createdAt: work.realClock.now(), origin };
  if (!(await store.insertUser(work.tx, user))) return 'refused';
  await noteLogin(work, { userId, by });
  return 'good';
}
