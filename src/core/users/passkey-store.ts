// All SQL of passkeys, and of the challenges that their devices sign.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { allRows, anyRow, execute, firstRow, firstValue } from '../../kernel/db/rows.ts';

/** A passkey as its owner sees it. */
export interface Passkey {
  id: string;
  name: string;
  createdAt: Date;
  usedAt: Date | null;
}

export interface StoredPasskey extends Passkey {
  credentialId: string;
  publicKey: Buffer;
  counter: bigint;
  transports: string[];
}

const columns = (db: Db) => db`id, name, created_at, used_at, credential_id, public_key, counter, transports`;

/** Returns a user's passkeys, the oldest first. */
export const listPasskeys = (db: Db, userId: string) =>
  allRows(db<StoredPasskey[]>`
    select ${columns(db)} from console.passkeys where user_id = ${userId} order by created_at, id`);

/** Returns one of a user's passkeys, locked until the transaction ends. */
export const lockPasskey = (tx: Tx, userId: string, credentialId: string) =>
  firstRow(tx<StoredPasskey[]>`
    select ${columns(tx)} from console.passkeys
    where user_id = ${userId} and credential_id = ${credentialId} for update`);

/** Returns false if the device is already registered, for any user. */
export const insertPasskey = (tx: Tx, one: Omit<StoredPasskey, 'usedAt'> & { userId: string }) =>
  anyRow(tx`
    insert into console.passkeys
      (id, user_id, name, credential_id, public_key, counter, transports, created_at)
    values (${one.id}, ${one.userId}, ${one.name}, ${one.credentialId}, ${one.publicKey}, ${one.counter},
      ${one.transports}, ${one.createdAt})
    on conflict (credential_id) do nothing`);

export const notePasskeyUsed = (tx: Tx, id: string, counter: bigint, at: Date) =>
  execute(tx`update console.passkeys set counter = ${counter}, used_at = ${at} where id = ${id}`);

/** Returns its name; undefined if the user has no such passkey. */
export const deletePasskey = (tx: Tx, userId: string, id: string) =>
  firstValue(tx<{ name: string }[]>`
    delete from console.passkeys where user_id = ${userId} and id = ${id} returning name`);

type Purpose = 'register' | 'show';

export const insertChallenge = (
  db: Db,
  one: { challenge: string; sessionId: string; purpose: Purpose; at: Date },
) =>
  execute(db`
    insert into console.challenges (challenge, session_id, purpose, created_at)
    values (${one.challenge}, ${one.sessionId}, ${one.purpose}, ${one.at})`);

/** Deletes a challenge, so that it is used once. Returns false if the session has none. */
export const takeChallenge = (
  tx: Tx,
  one: { challenge: string; sessionId: string; purpose: Purpose; madeAfter: Date },
) =>
  anyRow(tx`
    delete from console.challenges
    where challenge = ${one.challenge} and session_id = ${one.sessionId} and purpose = ${one.purpose}
      and created_at > ${one.madeAfter}`);
