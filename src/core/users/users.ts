// Access: operators create users, admins assign roles at their merchants, and no user assigns or changes more than they
// hold. Each action returns the change, for the audit log.
import type { Db } from '../../kernel/db/db.ts';
import { readEmail } from '../../kernel/formats/contact.ts';
import { isUuid } from '../../kernel/ids.ts';
import { firstOf } from '../../kernel/required.ts';
import { hashPassword, randomCost } from '../../kernel/security/passwords.ts';
import { unseededId, unseededSecret } from '../../kernel/security/secure-random.ts';
import type { AnyContext, Work } from '../context.ts';
import { assertMayEmail, isMailOn } from '../emails/actions.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { action, inWork } from '../unit-of-work.ts';
import type { Viewer } from '../viewer.ts';
import { deleteFactors } from './factor-store.ts';
import { noteLogin, noteReset, noteRole } from './grants.ts';
import { type Action, type Held, may, mayGive, type Role, roles } from './permissions.ts';
import { createReset } from './resets.ts';
import { endSessions } from './session-store.ts';
import { unlockAccount } from './sign-in-limits.ts';
import type { UserActor } from './signed-in-user.ts';
import * as store from './user-store.ts';
import { assertCanHold, assertMayOccupy, isOperator, originFor } from './verified.ts';

export { type ListedUser, listUsers } from './user-store.ts';

/** A change to a user, as the audit log shows it. */
export interface UserChange {
  userId: string;
  email: string;
  /** The merchant of the change; null for an operator's action. */
  merchantId: string | null;
  before: object | null;
  after: object | null;
}

/** Returns one of them. Throws UserNotFound. */
export async function requireUser(db: Db, viewer: Viewer, id: string): Promise<store.ListedUser> {
  const user = isUuid(id) ? (await store.listUsers(db, viewer, id))[0] : undefined;
  if (!user) throw new DomainError('UserNotFound');
  return user;
}

/** Returns a user's id by their address, for operators at the command line. Throws UserNotFound. */
export async function userIdOf(db: Db, email: string): Promise<string> {
  const user = await store.findUserByEmail(db, email.trim().toLowerCase());
  if (!user) throw new DomainError('UserNotFound', { detail: `no user has the address ${email}` });
  return user.id;
}

/** Returns whom a name means: an address however it is typed, or a user's id, with or without "user:" before it. */
export async function findLogin(
  db: Db,
  name: string,
): Promise<{ id: string; email: string; isDisabled: boolean } | undefined> {
  const word = name
    .trim()
    .toLowerCase()
    .replace(/^user:/, '');
  const user = isUuid(word) ? await store.findUser(db, word) : await store.findUserByEmail(db, word);
  return user && { id: user.id, email: user.email, isDisabled: user.disabledAt !== null };
}

/** Reads an address as users type it. Throws InvalidField. */
export function readUserEmail(given: string): string {
  try {
    return readEmail(given.trim().toLowerCase());
  } catch {
    throw invalidField('email', 'email must be an address like naledi@shop.example');
  }
}

/** Reads a role as users type it. Throws InvalidField. */
export function readRole(given: string): Role {
  const role = roles.find((one) => one === given);
  if (role) return role;
  throw invalidField('role', `role must be one of ${roles.join(', ')}`);
}

/**
 * Throws RightsExceeded unless a user can assign a role there, and InvalidField for a role that does not exist there.
 */
export function assertMayGive({ rights }: UserActor, role: Role, merchantId: string | null): void {
  if (role.startsWith('operator-') !== (merchantId === null))
    throw invalidField(
      'role',
      merchantId === null ? `${role} is a role at a merchant` : `${role} is not a role at a merchant`,
    );
  if (!mayGive(rights, role, merchantId)) throw new DomainError('RightsExceeded');
}

/** Creates a user with a role. The password is random, and readable only here. */
export async function createUser(
  scope: AnyContext,
  doer: UserActor,
  given: { email: string; role: Role; merchantId: string | null; name?: string | null },
): Promise<UserChange & { password: string }> {
  const { role, merchantId, name = null } = given;
  const email = readUserEmail(given.email);
  assertMayGive(doer, role, merchantId);
  assertMayOccupy(scope, doer, email);
  const { password, passwordHash } = await newPassword();
  return inWork(scope, async (work) => {
    const { tx } = work;
    const [id, origin] = [unseededId(scope.realClock), originFor(doer, merchantId)];
    const user = { id, email, name, passwordHash, createdAt: scope.realClock.now(), origin };
    const isNew = await store.insertUser(tx, user);
    if (!isNew) throw invalidField('email', `${email} already has a login`);
    await store.putHeld(tx, id, merchantId, role);
    await noteLogin(work, { userId: id, by: doer.id });
    await noteRole(work, { userId: id, merchantId, role, by: doer.id });
    return { userId: id, email, merchantId, before: null, after: { email, role }, password };
  });
}

export async function newPassword(): Promise<{ password: string; passwordHash: string }> {
  const password = unseededSecret(12);
  return { password, passwordHash: await hashPassword(password, randomCost) };
}

/**
 * Changes a user's role at a merchant, or as an operator; null removes it. Ends their sessions and their invitations.
 * `seen`: the role that was shown. Throws AddressNotVerified if the login belongs to another merchant and its address
 * is not verified.
 */
export function changeRole(
  scope: AnyContext,
  doer: UserActor,
  wanted: { userId: string; merchantId: string | null; role: Role | null; seen?: Role | null },
): Promise<UserChange> {
  const { userId, merchantId, role, seen } = wanted;
  return inWork(scope, async (work) => {
    const { user, held } = await lockTarget(work, doer, userId);
    if (role !== null) assertMayGive(doer, role, merchantId);
    if (!may(doer.rights, 'user.role', merchantId)) throw new DomainError('RightsExceeded');
    const before = held.find((one) => one.merchantId === merchantId)?.role ?? null;
    if (seen !== undefined && seen !== before) throw changed('role', seen ?? 'none', before ?? 'none');
    if (role !== null) assertCanHold(user, merchantId);
    await store.putHeld(work.tx, userId, merchantId, role);
    await noteRole(work, { userId, merchantId, role, by: doer.id });
    await endAccess(work, userId);
    return { userId, email: user.email, merchantId, before: { role: before }, after: { role } };
  });
}

/**
 * Prevents a user from signing in, and ends their sessions. If the doer is an operator, only operators can enable the user. Throws
 * RightsExceeded if the user has roles elsewhere.
 */
export function disableUser(scope: AnyContext, doer: UserActor, userId: string): Promise<UserChange> {
  return inWork(scope, async (work) => {
    const { user, held } = await lockTarget(work, doer, userId, 'user.disable');
    const isByOperator = user.isDisabledByOperator || isOperator(doer);
    await store.updateDisabled(work.tx, userId, user.disabledAt ?? scope.realClock.now(), isByOperator);
    await endAccess(work, userId);
    return changeOf(user, held, { isDisabled: user.disabledAt !== null }, { isDisabled: true });
  });
}

/**
 * Lets a disabled user sign in again, with the password and the factors of before. It counts as granting: the user cannot approve
 * payouts of the doer. Throws RightsExceeded if they have roles elsewhere, and, unless the doer is an operator, if an operator
 * disabled them.
 */
export const enableUser = action(async (work, doer: UserActor, userId: string): Promise<UserChange> => {
  const { user, held } = await lockTarget(work, doer, userId, 'user.disable');
  if (user.disabledAt === null) return changeOf(user, held, { isDisabled: false }, { isDisabled: false });
  assertMayEnable(doer, user);
  await store.updateDisabled(work.tx, userId, null, false);
  await noteReset(work, { userId, by: doer.id, isNewStart: false });
  return changeOf(user, held, { isDisabled: true }, { isDisabled: false });
});

/** Ends all sessions of a user. Throws RightsExceeded if they have roles elsewhere. */
export function endSessionsOf(scope: AnyContext, doer: UserActor, userId: string): Promise<UserChange> {
  return inWork(scope, async (work) => {
    const { user, held } = await lockTarget(work, doer, userId, 'user.disable');
    const sessions = await endSessions(work.tx, userId, scope.realClock.now());
    return changeOf(user, held, { sessions }, { sessions: 0 });
  });
}

/**
 * Forgets the wrong attempts that slow a user's sign-in down or lock it. Their password, factors and sessions stay. Throws
 * RightsExceeded if they have roles elsewhere.
 */
export const unlockUser = action(async (work, doer: UserActor, userId: string): Promise<UserChange> => {
  const { user, held } = await lockTarget(work, doer, userId, 'user.disable');
  const wrongAttempts = await unlockAccount(work, user.email);
  return changeOf(user, held, { wrongAttempts }, { wrongAttempts: 0 });
});

/**
 * Gives a user a new random password, readable only here, removes their factors, and enables a disabled or locked
 * login. Ends their sessions. The address counts as verified after a reset by the operator, and as unverified after one
 * by a merchant's admin. Throws RightsExceeded as `enableUser` does.
 */
export async function resetUser(
  scope: AnyContext,
  doer: UserActor,
  userId: string,
): Promise<UserChange & { password: string }> {
  const { password, passwordHash } = await newPassword();
  return inWork(scope, async (work) => {
    const { user, held } = await lockTarget(work, doer, userId, 'user.disable');
    assertMayEnable(doer, user);
    await store.updatePassword(work.tx, userId, passwordHash, scope.realClock.now());
    await store.updateDisabled(work.tx, userId, null, false);
    const hadFactor = await deleteFactors(work.tx, userId);
    await endSessions(work.tx, userId, scope.realClock.now());
    await followReset(work, doer, user, held);
    await unlockAccount(work, user.email);
    const before = { isDisabled: user.disabledAt !== null, hasFactor: hadFactor };
    const after = { isDisabled: false, hasFactor: false, isReset: true };
    return { ...changeOf(user, held, before, after), password };
  });
}

/**
 * Sends a user a link to choose a new password, or returns it for the doer to send where e-mail is off. Throws RightsExceeded if they
 * have roles elsewhere, and InvalidField for a disabled user. A merchant's admin who may read the link unverifies the address.
 */
export const sendReset = action(async (work, doer: UserActor & { email: string }, userId: string) => {
  const { user, held } = await lockTarget(work, doer, userId, 'user.disable');
  if (user.disabledAt !== null)
    throw invalidField('do', 'a disabled user has no use for a link; enable the user first');
  const change = changeOf(user, held, { resetLink: 'none' }, {});
  if (isMailOn(work)) await assertMayEmail(work, { merchantId: change.merchantId, recipient: user.email });
  const created = await createReset(work, user, doer.email);
  const isRead = !created.isEmailed || work.policy.mail !== 'smtp';
  if (isRead && !isOperator(doer)) await followReset(work, doer, user, held);
  else await noteReset(work, { userId, by: doer.id, isNewStart: false });
  const after = { resetLink: created.isEmailed ? 'e-mailed' : 'shown' };
  return { ...change, after, ...created };
});

/**
 * Removes a user's second factors, and ends their sessions. The password stays. Throws RightsExceeded if they have roles elsewhere.
 */
export function resetFactor(scope: AnyContext, doer: UserActor, userId: string): Promise<UserChange> {
  return inWork(scope, async (work) => {
    const { user, held } = await lockTarget(work, doer, userId, 'user.disable');
    const hasFactor = await deleteFactors(work.tx, userId);
    await endSessions(work.tx, userId, scope.realClock.now());
    await noteReset(work, { userId, by: doer.id, isNewStart: false });
    return changeOf(user, held, { hasFactor }, { hasFactor: false });
  });
}

/** A user who resets a login knows its password: the operator proves the address by that, and a merchant's admin proves nothing. */
async function followReset(work: Work, doer: UserActor, user: store.User, held: Held[]) {
  const isNewStart = isOperator(doer);
  await noteReset(work, { userId: user.id, by: doer.id, isNewStart });
  const merchantId = held[0]?.merchantId ?? null;
  if (isNewStart ? user.emailVerifiedBy !== null : merchantId === null) return;
  await store.updateOrigin(work.tx, user.id, originFor(doer, merchantId), work.realClock.now());
  await store.endInvitationsBy(work.tx, user.id, work.realClock.now());
}

/**
 * Locks a user whom the actor can see. With an action, the actor must have the right to it wherever the user has a
 * role, because the change applies everywhere.
 */
async function lockTarget(
  { tx }: Work,
  doer: UserActor,
  userId: string,
  action?: Action,
): Promise<{ user: store.User; held: Held[] }> {
  const user = isUuid(userId) ? await store.lockUser(tx, userId) : undefined;
  const held = user ? await store.listHeld(tx, user.id) : [];
  const isSeen =
    may(doer.rights, 'user.see', null) ||
    held.some(({ merchantId }) => may(doer.rights, 'user.see', merchantId));
  if (!user || !isSeen) throw new DomainError('UserNotFound');
  const everywhere = held.length > 0 ? held.map(({ merchantId }) => merchantId) : [null];
  if (action && !everywhere.every((merchantId) => may(doer.rights, action, merchantId)))
    throw new DomainError('RightsExceeded', {
      detail: 'the user has roles elsewhere, which other admins manage; remove their role here instead',
    });
  return { user, held };
}

/** True if a doer who manages a disabled user may enable them. */
export const mayEnable = (
  doer: Pick<UserActor, 'rights'>,
  { isDisabledByOperator }: Pick<store.User, 'isDisabledByOperator'>,
): boolean => !isDisabledByOperator || isOperator(doer);

function assertMayEnable(doer: UserActor, user: store.User): void {
  if (!mayEnable(doer, user))
    throw new DomainError('RightsExceeded', {
      detail: 'an operator disabled the user, so only an operator can enable them',
    });
}

async function endAccess({ tx, realClock }: Work, userId: string): Promise<void> {
  await endSessions(tx, userId, realClock.now());
  await store.endInvitationsBy(tx, userId, realClock.now());
}

function changeOf(user: store.User, held: Held[], before: object, after: object): UserChange {
  const merchants = new Set(held.map(({ merchantId }) => merchantId));
  // Only the operator reads the entry if the user has roles at several merchants.
  const merchantId = merchants.size === 1 ? firstOf(held).merchantId : null;
  return { userId: user.id, email: user.email, merchantId, before, after };
}

function changed(name: string, seen: string, now: string): DomainError {
  const detail = `the ${name} was ${seen} when you opened the page, and is ${now} now`;
  return new DomainError('ChangedSinceSeen', { detail, changes: [{ name, seen, now }] });
}
