// All SQL of users, their roles and invitations. all merchants: a user signs in before their merchant is known; actions
// check each user's permissions.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { allRows, execute, firstRow } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type NewRowOf, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { Viewer } from '../viewer.ts';
import { seenBy } from '../viewer.ts';
import { ownsFactor } from './factor-store.ts';
import type { Held, Role } from './permissions.ts';

export const users = table('console.users', {
  id: t.uuid(),
  /** In lower case. */
  email: t.text('blank'),
  name: t.text('clear').nullable(),
  passwordHash: t.code(),
  passwordChangedAt: t.timestamptz().unread(),
  createdAt: t.timestamptz().unread(),
  disabledAt: t.timestamptz().nullable().later(),
  isDisabledByOperator: t.boolean().later(),
  emailVerifiedAt: t.timestamptz().nullable().unread(),
  /** Who has proven that the address is the user's; null: it is not verified. */
  emailVerifiedBy: t.code<Verifier>().nullable(),
  /** The merchant whose admin created the login, as long as the address is not verified. */
  originMerchantId: t.uuid().nullable(),
});

export type User = RowOf<typeof users>;

/** A user's company account, or the operator who created or reset the login. */
export type Verifier = 'company' | 'operator';

/** The verifier of a login's address, or the merchant whose admin created the login. */
export type Origin = { verifiedBy: Verifier } | { merchantId: string };

/** A user, with the data that the viewer can see. */
export interface ListedUser {
  id: string;
  email: string;
  name: string | null;
  createdAt: Date;
  disabledAt: Date | null;
  isDisabledByOperator: boolean;
  /** When one of their sessions was used last. */
  seenAt: Date | null;
  hasFactor: boolean;
  emailVerifiedBy: Verifier | null;
  emailVerifiedAt: Date | null;
  /** Their roles where the viewer sees them. */
  held: Held[];
}

const columns = columnsOf(users);

export const findUserByEmail = (db: Db, email: string) =>
  firstRow(db<User[]>`select ${columns(db)} from console.users where email = ${email}`);

export const findUser = (db: Db, id: string) =>
  firstRow(db<User[]>`select ${columns(db)} from console.users where id = ${id}`);

/** Returns a user, locked until the transaction ends. */
export const lockUser = (tx: Tx, id: string) =>
  firstRow(tx<User[]>`select ${columns(tx)} from console.users where id = ${id} for update`);

/** Returns false, and does nothing, if the address has a login. */
export async function insertUser(
  tx: Tx,
  {
    origin,
    ...user
  }: Pick<User, 'id' | 'email' | 'name' | 'passwordHash'> & { createdAt: Date; origin: Origin },
): Promise<boolean> {
  const { verifiedBy, verifiedAt, merchantId } = proofOf(origin, user.createdAt);
  const proof = { emailVerifiedBy: verifiedBy, emailVerifiedAt: verifiedAt, originMerchantId: merchantId };
  const row = { ...user, ...proof, passwordChangedAt: user.createdAt };
  return (await insertRows(tx, users, [row], tx`on conflict (email) do nothing`)).count > 0;
}

const proofOf = (origin: Origin, at: Date) =>
  'verifiedBy' in origin
    ? { verifiedBy: origin.verifiedBy, verifiedAt: at, merchantId: null }
    : { verifiedBy: null, verifiedAt: null, merchantId: origin.merchantId };

/** Stores who has proven a user's address, or that it is not verified. */
export async function updateOrigin(tx: Tx, id: string, origin: Origin, at: Date): Promise<void> {
  const { verifiedBy, verifiedAt, merchantId } = proofOf(origin, at);
  await tx`
    update console.users set email_verified_by = ${verifiedBy}, email_verified_at = ${verifiedAt},
      origin_merchant_id = ${merchantId}
    where id = ${id}`;
}

/** Stores a password's hash. `changedAt`: absent if only the hash is new. */
export const updatePassword = (tx: Tx, id: string, passwordHash: string, changedAt?: Date) =>
  execute(tx`
    update console.users
    set password_hash = ${passwordHash}, password_changed_at = coalesce(${changedAt ?? null}, password_changed_at)
    where id = ${id}`);

/** `disabledAt`: null enables the user. */
export const updateDisabled = (tx: Tx, id: string, disabledAt: Date | null, isByOperator: boolean) =>
  execute(tx`
    update console.users set disabled_at = ${disabledAt}, is_disabled_by_operator = ${isByOperator} where id = ${id}`);

/** Lists a user's roles. all merchants: the roles a user holds everywhere decide who can change them. */
export const listHeld = (db: Db, userId: string) =>
  allRows(db<Held[]>`
    select role, merchant_id from console.held where user_id = ${userId} order by merchant_id nulls first`);

/**
 * Assigns a user a role at a merchant, or as an operator, in place of the one they had there; null removes it.
 * `isOfCompany`: a group assigns it, not a user.
 */
export async function putHeld(
  tx: Tx,
  userId: string,
  merchantId: string | null,
  role: Role | null,
  isOfCompany = false,
): Promise<void> {
  await tx`
    delete from console.held where user_id = ${userId} and merchant_id is not distinct from ${merchantId}`;
  if (role !== null)
    await tx`
      insert into console.held (user_id, role, merchant_id, is_of_company)
      values (${userId}, ${role}, ${merchantId}, ${isOfCompany})`;
}

/** Returns every user with a role that the viewer can see, by address. `id`: only this one. */
export async function listUsers(db: Db, viewer: Viewer, id?: string): Promise<ListedUser[]> {
  return [
    ...(await db<ListedUser[]>`
      select users.id, users.email, users.name, users.created_at, users.disabled_at,
        users.is_disabled_by_operator, seen.held,
        users.email_verified_by, users.email_verified_at,
        (select max(seen_at) from console.sessions where user_id = users.id) as seen_at,
        ${ownsFactor(db)} as has_factor
      from console.users users
      left join lateral (
        select jsonb_agg(jsonb_build_object('role', role, 'merchantId', merchant_id) order by merchant_id nulls first) as held
        from console.held where user_id = users.id and ${seenBy(db, viewer)}
      ) seen on true
      where ${viewer.merchants === 'all' ? db`true` : db`seen.held is not null`}
        ${id === undefined ? db`` : db`and users.id = ${id}`}
      order by users.email`),
  ].map((user) => ({ ...user, held: user.held ?? [] }));
}

/** Returns the active users with one of several roles at a merchant, or as an operator (null), by address. */
export const listEmailsOfRoles = (db: Db, roles: readonly Role[], merchantId: string | null, limit: number) =>
  allRows(db<{ id: string; email: string }[]>`
    select users.id, users.email from console.held held join console.users users on users.id = held.user_id
    where held.merchant_id is not distinct from ${merchantId} and held.role = any (${[...roles]}::text[])
      and users.disabled_at is null
    order by users.email limit ${limit}`);

export const invitations = table('console.invitations', {
  id: t.uuid(),
  tokenHash: t.code().unread(),
  email: t.text('clear'),
  role: t.code<Role>(),
  merchantId: t.uuid().nullable(),
  invitedBy: t.code(),
  createdAt: t.timestamptz(),
  expiresAt: t.timestamptz(),
  usedAt: t.timestamptz().nullable().later().unread(),
});

export type Invitation = RowOf<typeof invitations>;

const invitationColumns = columnsOf(invitations);

export const insertInvitation = (tx: Tx, one: NewRowOf<typeof invitations>) =>
  execute(insertRows(tx, invitations, [one]));

/** Returns a usable invitation. all merchants: the token identifies the invitation. */
export const findInvitation = (db: Db, tokenHash: string, now: Date, { isLocked = false } = {}) =>
  firstRow(db<Invitation[]>`
    select ${invitationColumns(db)} from console.invitations
    where token_hash = ${tokenHash} and used_at is null and expires_at > ${now}
    ${isLocked ? db`for update` : db``}`);

/** Returns the invitations that can be used, where the viewer sees, the newest first. */
export const listInvitations = (db: Db, viewer: Viewer, now: Date) =>
  allRows(db<Invitation[]>`
    select ${invitationColumns(db)} from console.invitations
    where used_at is null and expires_at > ${now} and ${seenBy(db, viewer)}
    order by created_at desc, id desc`);

/** Marks an invitation as used. all merchants: the token identifies the invitation. */
export const useInvitation = (tx: Tx, id: string, at: Date) =>
  execute(tx`update console.invitations set used_at = ${at} where id = ${id}`);

/** all merchants: an address is one user's. Ends the invitations to an address that are not used. */
export const endInvitationsTo = (tx: Tx, email: string, at: Date) =>
  execute(tx`update console.invitations set used_at = ${at} where email = ${email} and used_at is null`);

/** Ends the invitations that a user sent. all merchants: they end with the user's own right to invite. */
export const endInvitationsBy = (tx: Tx, invitedBy: string, at: Date) =>
  execute(tx`
    update console.invitations set used_at = ${at} where invited_by = ${invitedBy} and used_at is null`);
