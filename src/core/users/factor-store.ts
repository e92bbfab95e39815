// All SQL of second factors.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { anyRow, execute, firstRow, rowCount } from '../../kernel/db/rows.ts';

export interface Totp {
  id: string;
  secretSealed: string;
  /** The 30 seconds whose code was used last. */
  lastStep: bigint | null;
}

/** The condition that `users` has a second factor in use. */
export const ownsFactor = (db: Db) =>
  db`(exists (select from console.passkeys where user_id = users.id) or exists (
    select from console.factors where user_id = users.id and kind = 'totp' and confirmed_at is not null
  ))`;

/** True if a user has a second factor in use. */
export const hasFactor = (db: Db, userId: string) =>
  anyRow(db`select from console.users users where id = ${userId} and ${ownsFactor(db)}`);

/** Returns a user's authenticator app: the one in use, or the one being set up. */
export const findTotp = (tx: Tx, userId: string, isConfirmed: boolean) =>
  firstRow(tx<Totp[]>`
    select id, secret_sealed, last_step from console.factors
    where user_id = ${userId} and kind = 'totp' and (confirmed_at is not null) = ${isConfirmed}
    for update`);

/** Stores an authenticator app that is to be confirmed, in place of an earlier one that was not. */
export async function putPendingTotp(
  tx: Tx,
  one: { id: string; userId: string; secretSealed: string; at: Date },
): Promise<void> {
  // Two that are sent at once would both find none to delete.
  await tx`select from console.users where id = ${one.userId} for no key update`;
  await tx`delete from console.factors where user_id = ${one.userId} and kind = 'totp' and confirmed_at is null`;
  await tx`
    insert into console.factors (id, user_id, kind, secret_sealed, created_at)
    values (${one.id}, ${one.userId}, 'totp', ${one.secretSealed}, ${one.at})`;
}

/** Takes an authenticator app into use, in place of another and of the recovery codes. Passkeys stay. */
export async function confirmTotp(tx: Tx, userId: string, id: string, step: bigint, at: Date): Promise<void> {
  await tx`delete from console.factors where user_id = ${userId} and id <> ${id}`;
  await tx`update console.factors set confirmed_at = ${at}, last_step = ${step} where id = ${id}`;
}

export const insertRecoveryCodes = (
  tx: Tx,
  userId: string,
  codes: { id: string; hash: string }[],
  at: Date,
) =>
  execute(tx`
    insert into console.factors (id, user_id, kind, code_hash, created_at, confirmed_at)
    select id, ${userId}, 'recovery', hash, ${at}, ${at}
    from unnest(${codes.map(({ id }) => id)}::uuid[], ${codes.map(({ hash }) => hash)}::text[]) as code (id, hash)`);

/** Notes that a code was used. Returns false if it or a later one was used before. */
export const useStep = (tx: Tx, id: string, step: bigint) =>
  anyRow(tx`
    update console.factors set last_step = ${step} where id = ${id} and (last_step is null or last_step < ${step})`);

/** Uses up a recovery code. Returns false if no unused code has the hash. */
export const useRecoveryCode = (tx: Tx, userId: string, hash: string) =>
  anyRow(tx`
    delete from console.factors where user_id = ${userId} and kind = 'recovery' and code_hash = ${hash}`);

export const countRecoveryCodes = (db: Db, userId: string) =>
  rowCount(db`select from console.factors where user_id = ${userId} and kind = 'recovery'`);

/** Removes all factors of a user. Returns false if they had none. */
export async function deleteFactors(tx: Tx, userId: string): Promise<boolean> {
  const { count } = await tx`delete from console.factors where user_id = ${userId}`;
  const { count: passkeys } = await tx`delete from console.passkeys where user_id = ${userId}`;
  return count + passkeys > 0;
}

/** Removes a user's authenticator app, also one that is being set up. */
export const deleteApp = (tx: Tx, userId: string) =>
  execute(tx`delete from console.factors where user_id = ${userId} and kind = 'totp'`);

export const forgetRecoveryCodes = (tx: Tx, userId: string) =>
  execute(tx`delete from console.factors where user_id = ${userId} and kind = 'recovery'`);

/** True if a user has an authenticator app in use. */
export const hasApp = (db: Db, userId: string) =>
  anyRow(db`
    select from console.factors where user_id = ${userId} and kind = 'totp' and confirmed_at is not null`);
