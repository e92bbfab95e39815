// All SQL of sign-ins by a company's accounts.
// all merchants: a person signs in before anybody knows whose they are.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { firstRow } from '../../kernel/db/table.ts';
import type { Held } from './permissions.ts';

/** A sign-in that has gone to the company: what its answer is held against, and where it leads to then. */
export interface Pending {
  state: string;
  nonce: string;
  /** Of PKCE. */
  verifier: string;
  back: string;
}

export async function insertRequest(db: Db, one: Pending & { keyHash: string; at: Date }): Promise<void> {
  await db`
    insert into console.company_requests (key_hash, state, nonce, verifier, back, created_at)
    values (${one.keyHash}, ${one.state}, ${one.nonce}, ${one.verifier}, ${one.back}, ${one.at})`;
}

/** Takes a sign-in away, so that it has one answer. */
export const takeRequest = (db: Db, one: { keyHash: string; state: string; madeAfter: Date }) =>
  firstRow(db<Pending[]>`
    delete from console.company_requests
    where key_hash = ${one.keyHash} and state = ${one.state} and created_at > ${one.madeAfter}
    returning state, nonce, verifier, back`);

export async function findIdentity(tx: Tx, issuer: string, subject: string): Promise<string | undefined> {
  const [row] = await tx<{ userId: string }[]>`
    select user_id from console.identities where issuer = ${issuer} and subject = ${subject}`;
  return row?.userId;
}

/** Whether somebody is known by another account of the issuer. */
export async function hasIdentity(tx: Tx, issuer: string, userId: string): Promise<boolean> {
  const { count } = await tx`
    select from console.identities where issuer = ${issuer} and user_id = ${userId} limit 1`;
  return count > 0;
}

/** Returns false where somebody else was faster. */
export async function insertIdentity(
  tx: Tx,
  one: { issuer: string; subject: string; userId: string; at: Date },
): Promise<boolean> {
  const { count } = await tx`
    insert into console.identities (issuer, subject, user_id, created_at)
    values (${one.issuer}, ${one.subject}, ${one.userId}, ${one.at}) on conflict do nothing`;
  return count > 0;
}

export interface HeldBy extends Held {
  /** Given by groups, and not by a person. */
  isOfCompany: boolean;
}

/** all merchants: a person's roles at each. */
export async function listHeldBy(tx: Tx, userId: string): Promise<HeldBy[]> {
  return [
    ...(await tx<HeldBy[]>`
      select role, merchant_id, is_of_company from console.held
      where user_id = ${userId} order by merchant_id nulls first`),
  ];
}
