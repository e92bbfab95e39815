// SQL of the suspension of merchants.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { anyRow, execute, firstRow } from '../../kernel/db/rows.ts';
import type { Actor } from '../context.ts';

/** The suspension of a merchant; null values if it is not suspended. */
export interface Suspension {
  suspendedAt: Date | null;
  suspendedBy: Actor | null;
  suspendedWhy: string | null;
}

export const findSuspension = (db: Db, merchantId: string) =>
  firstRow(db<Suspension[]>`
    select suspended_at, suspended_by, suspended_why from merchants where id = ${merchantId}`);

export const lockSuspension = (tx: Tx, merchantId: string) =>
  firstRow(tx<Suspension[]>`
    select suspended_at, suspended_by, suspended_why from merchants where id = ${merchantId} for no key update`);

export const isSuspended = (db: Db, merchantId: string) =>
  anyRow(db`select from merchants where id = ${merchantId} and suspended_at is not null`);

export const setSuspension = (
  tx: Tx,
  merchantId: string,
  { suspendedAt, suspendedBy, suspendedWhy }: Suspension,
) =>
  execute(tx`
    update merchants
    set suspended_at = ${suspendedAt}, suspended_by = ${suspendedBy}, suspended_why = ${suspendedWhy}
    where id = ${merchantId}`);
