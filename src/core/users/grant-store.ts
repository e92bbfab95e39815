// All SQL of grants: from whom a user's login and roles come.
// all merchants: a user's login is one, and the caller names the merchant whose roles count.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { execute } from '../../kernel/db/rows.ts';
import { insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';

const grants = table('console.grants', {
  id: t.uuid(),
  userId: t.uuid(),
  kind: t.code<'login' | 'role' | 'reset'>(),
  /** Of a role; null for a role of the operator, and for the other kinds. */
  merchantId: t.uuid().nullable(),
  /** The id of the user who granted it. */
  grantedBy: t.uuid(),
  grantedAt: t.timestamptz(),
  endedAt: t.timestamptz().nullable().later().unread(),
});

export type Grant = RowOf<typeof grants>;

export const insertGrant = (tx: Tx, one: Grant) => execute(insertRows(tx, grants, [one]));

/** Ends the grant of a user's role at a merchant; null: of the operator's role. */
export const endRoleGrant = (tx: Tx, userId: string, merchantId: string | null, at: Date) =>
  execute(tx`
    update console.grants set ended_at = greatest(granted_at, ${at})
    where user_id = ${userId} and kind = 'role' and ended_at is null and merchant_id is not distinct from ${merchantId}`);

/** all merchants: a login is one. Ends the grants of a user's login: who created it or reset it earlier has no part in it any more. */
export const endLoginGrants = (tx: Tx, userId: string, at: Date) =>
  execute(tx`
    update console.grants set ended_at = greatest(granted_at, ${at})
    where user_id = ${userId} and kind <> 'role' and ended_at is null`);

/**
 * Returns the ids of the users from whom a user's login and role come, directly or through others, the user among them; at most
 * `limit`. A grant counts together with those that its granter had when it was made, although the granter may have
 * lost that right since. Time only goes back along a path, and a pair that was found is not followed twice: so circles end.
 * all merchants: roles count at `merchantId`; null: as an operator; absent: anywhere.
 */
export async function listSources(
  db: Db,
  userId: string,
  merchantId: string | null | undefined,
  limit: number,
): Promise<string[]> {
  const isInScope =
    merchantId === undefined
      ? db`true`
      : db`(edge.merchant_id is null or edge.merchant_id = ${merchantId}::uuid)`;
  const rows = await db<{ userId: string }[]>`
    with recursive source (user_id, at) as (
      select ${userId}::uuid, 'infinity'::timestamptz
      union
      select edge.granted_by, edge.granted_at
      from source join console.grants edge on edge.user_id = source.user_id and edge.granted_at <= source.at
        and (edge.ended_at is null or edge.ended_at >= source.at) and ${isInScope}
    )
    select user_id from source limit ${limit}`;
  return rows.map((row) => row.userId);
}
