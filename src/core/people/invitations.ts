// Invitations: whoever has the address may use it once, within a day, to have a login, or one more role.
import { type Clock, hourMs, plus, systemClock } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/db/db.ts';
import { unseededId, unseededSecret } from '../../kernel/security/chance.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import { hashPassword, judgePassword } from '../../kernel/security/passwords.ts';
import { type AnyContext, type Context, inWork } from '../context.ts';
import type { Viewer } from '../viewer.ts';
import { assertPassword } from './passwords.ts';
import type { Role } from './permissions.ts';
import type { Doer } from './person.ts';
import { endSessions } from './session-store.ts';
import { forgetTries, takeTry } from './tries.ts';
import * as store from './user-store.ts';
import { assertMayGive, readUserEmail, type UserChange } from './users.ts';

const lastsMs = 24 * hourMs;

/** An invitation that was made. The token is readable only here. */
export interface Invited extends Omit<UserChange, 'userId'> {
  invitationId: string;
  token: string;
  expiresAt: Date;
}

/** Invites somebody to a role, to no more than the doer may give. Throws RightsExceeded. */
export async function invite(
  scope: AnyContext,
  doer: Doer,
  given: { email: string; role: Role; merchantId: string | null },
  clock: Clock = systemClock(),
): Promise<Invited> {
  const { role, merchantId } = given;
  const email = readUserEmail(given.email);
  assertMayGive(doer, role, merchantId);
  return inWork(scope, async ({ tx }) => {
    const [token, createdAt] = [unseededSecret(32), clock.now()];
    const one = { id: unseededId(clock), email, role, merchantId, invitedBy: doer.id, createdAt };
    const expiresAt = plus(createdAt, lastsMs);
    await store.insertInvitation(tx, { ...one, expiresAt, tokenHash: sha256Hex(token) });
    return {
      invitationId: one.id,
      email,
      merchantId,
      before: null,
      after: { email, role },
      token,
      expiresAt,
    };
  });
}

/** Returns the invitations that can be used, where the viewer sees, the newest first. */
export function listInvitations(
  db: Db,
  viewer: Viewer,
  clock: Clock = systemClock(),
): Promise<store.Invitation[]> {
  return store.listInvitations(db, viewer, clock.now());
}

/** Returns the invitation of a token; undefined where it was used, is over, or never was. */
export async function findInvitation(
  { db }: AnyContext,
  token: string,
  clock: Clock = systemClock(),
): Promise<store.Invitation | undefined> {
  return token.length > 100 ? undefined : store.findInvitation(db, sha256Hex(token), clock.now());
}

export type Accepted =
  | { kind: 'accepted'; userId: string; email: string }
  /** It was used, is over, or never was. */
  | { kind: 'gone' }
  /** The address has a login, and the password is not that login's. */
  | { kind: 'refused' }
  | { kind: 'slowed'; retryAfterSeconds: number };

/**
 * Accepts an invitation. An address without a login gets one with the password; Throws InvalidField where that breaks the
 * rules. One that has a login must give its password: who has invited somebody must not get into what they have elsewhere.
 */
export async function acceptInvitation(
  ctx: Context,
  given: { token: string; password: string; network: string | null },
  clock: Clock = systemClock(),
): Promise<Accepted> {
  const { token, password, network } = given;
  const invitation = await findInvitation(ctx, token, clock);
  if (!invitation) return { kind: 'gone' };
  const { email } = invitation;
  const user = await store.findUserByEmail(ctx.db, email);
  if (user) {
    const waitSeconds = await takeTry(ctx, { email, network }, clock.now());
    if (waitSeconds !== undefined) return { kind: 'slowed', retryAfterSeconds: waitSeconds };
    const { isRight } = await judgePassword(password, user.passwordHash);
    if (!isRight || user.disabledAt !== null) return { kind: 'refused' };
  } else assertPassword(password, email);
  const passwordHash = user?.passwordHash ?? (await hashPassword(password));
  return inWork(ctx, async (work): Promise<Accepted> => {
    const { tx } = work;
    const now = clock.now();
    const locked = await store.findInvitation(tx, sha256Hex(token), now, { isLocked: true });
    if (!locked) return { kind: 'gone' };
    const id = user?.id ?? unseededId(clock);
    const isNew = user === undefined;
    if (isNew && !(await store.insertUser(tx, { id, email, name: null, passwordHash, createdAt: now })))
      return { kind: 'refused' };
    if (user) {
      const present = await store.lockUser(tx, user.id);
      if (present?.disabledAt !== null || present.passwordHash !== passwordHash) return { kind: 'refused' };
      await endSessions(tx, user.id, now);
      await forgetTries(work, { email, network });
    }
    await store.putHeld(tx, id, locked.merchantId, locked.role);
    await store.useInvitation(tx, locked.id, now);
    return { kind: 'accepted', userId: id, email };
  });
}
