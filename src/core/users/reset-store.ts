// All SQL of password resets. all merchants: a user has one login.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { allValues, execute, firstRow, firstValue, onlyRow } from '../../kernel/db/rows.ts';
import { insertRows, type NewRowOf, t, table } from '../../kernel/db/table.ts';

/** Requests whose address was not looked up yet. */
export const resetRequests = table('console.reset_requests', {
  id: t.uuid(),
  email: t.text('blank'),
  requestedAt: t.timestamptz().unread(),
});

/** Links that were created. */
const resets = table('console.resets', {
  id: t.uuid(),
  userId: t.uuid(),
  tokenHash: t.code().unread(),
  createdAt: t.timestamptz().unread(),
  expiresAt: t.timestamptz().unread(),
  usedAt: t.timestamptz().nullable().later().unread(),
});

export const insertRequest = (tx: Tx, row: NewRowOf<typeof resetRequests>) =>
  execute(insertRows(tx, resetRequests, [row]));

/** Returns the ids of requests, oldest first. all merchants: a user has one login. */
export const findRequests = (db: Sql, limit: number) =>
  allValues(db<{ id: string }[]>`select id from console.reset_requests order by id limit ${limit}`);

/** Takes a request, and returns its address; undefined if another process has it. all merchants: a user has one login. */
export const takeRequest = (tx: Tx, id: string) =>
  firstValue(tx<{ email: string }[]>`
    delete from console.reset_requests where id = (
      select id from console.reset_requests where id = ${id} for update skip locked)
    returning email`);

export const insertReset = (tx: Tx, row: NewRowOf<typeof resets>) => execute(insertRows(tx, resets, [row]));

/** Returns how many links a login was sent since a time. all merchants: a user has one login. */
export async function countSince(db: Db, userId: string, since: Date): Promise<number> {
  const { number } = await onlyRow(db<{ number: number }[]>`
    select count(*)::integer as number from console.resets where user_id = ${userId} and created_at > ${since}`);
  return number;
}

/** Returns the login of a link that can be used. all merchants: the token identifies the link. */
export const findReset = (db: Db, tokenHash: string, now: Date) =>
  firstRow(db<{ userId: string; email: string }[]>`
    select resets.user_id, users.email from console.resets resets join console.users users on users.id = resets.user_id
    where resets.token_hash = ${tokenHash} and resets.used_at is null and resets.expires_at > ${now}
      and users.disabled_at is null`);

/** Ends all links of a login. all merchants: a user has one login. */
export const endResets = (tx: Tx, userId: string, at: Date) =>
  execute(tx`update console.resets set used_at = ${at} where user_id = ${userId} and used_at is null`);
