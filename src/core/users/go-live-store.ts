// All SQL of going live.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { anyRow, execute, firstRow } from '../../kernel/db/rows.ts';
import type { Actor } from '../context.ts';

/** A merchant's request for production: who requested it, and who agreed. Actors, such as "user:…". */
export interface GoLive {
  merchantId: string;
  askedBy: Actor;
  askedAt: Date;
  firstBy: Actor | null;
  firstAt: Date | null;
  secondBy: Actor | null;
  secondAt: Date | null;
}

/** all merchants: the caller has looked whose it is. */
export const findGoLive = (db: Db, merchantId: string) =>
  firstRow(db<GoLive[]>`
    select merchant_id, asked_by, asked_at, first_by, first_at, second_by, second_at
    from console.go_live where merchant_id = ${merchantId}`);

/** Locks the request until the end of the transaction. */
export async function lockGoLive(tx: Tx, merchantId: string): Promise<GoLive | undefined> {
  await tx`select from console.go_live where merchant_id = ${merchantId} for update`;
  return findGoLive(tx, merchantId);
}

/** Returns false if it was requested before. */
export const insertAsked = (tx: Tx, { merchantId, by, at }: { merchantId: string; by: string; at: Date }) =>
  anyRow(tx`
    insert into console.go_live (merchant_id, asked_by, asked_at) values (${merchantId}, ${by}, ${at})
    on conflict do nothing`);

export const setAgreed = (tx: Tx, { merchantId, by, at }: { merchantId: string; by: string; at: Date }) =>
  execute(tx`
    update console.go_live
    set first_by = coalesce(first_by, ${by}), first_at = coalesce(first_at, ${at}),
      second_by = case when first_by is null then null else ${by} end,
      second_at = case when first_by is null then null else ${at}::timestamptz end
    where merchant_id = ${merchantId}`);

export const deleteAsked = (tx: Tx, merchantId: string) =>
  execute(tx`delete from console.go_live where merchant_id = ${merchantId}`);

/** Notes that the receiver of a site passed the whole receiver test. all merchants: the caller has the site. */
export const putExam = (db: Db, siteId: string, at: Date) =>
  execute(db`
    insert into console.exams (site_id, passed_at) values (${siteId}, ${at})
    on conflict (site_id) do update set passed_at = excluded.passed_at`);
