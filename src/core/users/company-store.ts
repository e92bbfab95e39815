// All SQL of sign-ins by a company's accounts.
// all merchants: a person signs in before anybody knows whose they are.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { allRows, anyRow, execute, firstRow, firstValue } from '../../kernel/db/rows.ts';
import type { Held } from './permissions.ts';

/** A sign-in that has gone to the company: the values to check its response, and the page it leads to then. */
export interface Pending {
  state: string;
  nonce: string;
  /** Of PKCE. */
  verifier: string;
  back: string;
}

export const insertRequest = (db: Db, one: Pending & { keyHash: string; at: Date }) =>
  execute(db`
    insert into console.company_requests (key_hash, state, nonce, verifier, back, created_at)
    values (${one.keyHash}, ${one.state}, ${one.nonce}, ${one.verifier}, ${one.back}, ${one.at})`);

/** Takes a sign-in away, so that it has one response. */
export const takeRequest = (db: Db, one: { keyHash: string; state: string; madeAfter: Date }) =>
  firstRow(db<Pending[]>`
    delete from console.company_requests
    where key_hash = ${one.keyHash} and state = ${one.state} and created_at > ${one.madeAfter}
    returning state, nonce, verifier, back`);

export const findIdentity = (tx: Tx, issuer: string, subject: string) =>
  firstValue(tx<{ userId: string }[]>`
    select user_id from console.identities where issuer = ${issuer} and subject = ${subject}`);

/** True if another account of the issuer is linked to the user. */
export const hasIdentity = (tx: Tx, issuer: string, userId: string) =>
  anyRow(tx`
    select from console.identities where issuer = ${issuer} and user_id = ${userId} limit 1`);

/** Returns false if a concurrent sign-in linked the account first. */
export const insertIdentity = (tx: Tx, one: { issuer: string; subject: string; userId: string; at: Date }) =>
  anyRow(tx`
    insert into console.identities (issuer, subject, user_id, created_at)
    values (${one.issuer}, ${one.subject}, ${one.userId}, ${one.at}) on conflict do nothing`);

export interface HeldBy extends Held {
  /** Given by groups, and not by a person. */
  isOfCompany: boolean;
}

/** all merchants: a person's roles at each. */
export const listHeldBy = (tx: Tx, userId: string) =>
  allRows(tx<HeldBy[]>`
    select role, merchant_id, is_of_company from console.held
    where user_id = ${userId} order by merchant_id nulls first`);
