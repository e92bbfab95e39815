// All SQL of changes of settlement accounts.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { allValues, execute, firstRow } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { Actor } from '../context.ts';
import { seenBy, type Viewer } from '../viewer.ts';
import type { SettlementAccount } from './store.ts';

export const accountChanges = table('account_changes', {
  id: t.uuid(),
  merchantId: t.uuid(),
  siteId: t.uuid(),
  was: t.jsonb<SettlementAccount>('keep'),
  /** Null: settlements are to wait. */
  account: t.jsonb<SettlementAccount>('keep').nullable(),
  askedBy: t.code<Actor>(),
  askedAt: t.timestamptz(),
  /** When it is used; null when it has ended. */
  dueAt: t.timestamptz().nullable(),
  outcome: t.code<'used' | 'stopped'>().nullable().later().unread(),
  stoppedBy: t.code<Actor>().nullable().later().unread(),
  endedAt: t.timestamptz().nullable().later().unread(),
});

/** A change that waits. */
export type AccountChange = RowOf<typeof accountChanges> & { siteCode: string; dueAt: Date };

const own = columnsOf(accountChanges, 'change');
const columns = (db: Db) => db`${own(db)}, sites.code as site_code`;

/** Adds a change; returns false if another of the site waits. */
export async function insertChange(tx: Tx, change: AccountChange): Promise<boolean> {
  const rest = tx`on conflict (site_id) where due_at is not null do nothing`;
  return (await insertRows(tx, accountChanges, [change], rest)).count > 0;
}

/** Returns the changes that wait and that a viewer sees, the soonest first; `siteId`: of one site. */
export const listAccountChanges = (db: Db, viewer: Viewer, siteId?: string) => db<AccountChange[]>`
    select ${columns(db)} from account_changes change join sites on sites.id = change.site_id
    where change.due_at is not null and ${seenBy(db, viewer, 'change.merchant_id')}
      ${siteId === undefined ? db`` : db`and change.site_id = ${siteId}`}
    order by change.due_at, change.id limit 50`;

/** Locks a change that waits and that a viewer sees. */
export const lockWaiting = (tx: Tx, viewer: Viewer, id: string) =>
  firstRow(tx<AccountChange[]>`
    select ${columns(tx)} from account_changes change join sites on sites.id = change.site_id
    where change.id = ${id} and change.due_at is not null and ${seenBy(tx, viewer, 'change.merchant_id')}
    for update of change`);

/** Returns the changes that are due, the oldest first. all merchants: the sweep's. */
export const findDue = (db: Db, now: Date) =>
  allValues(db<{ id: string }[]>`
    select id from account_changes where due_at <= ${now} order by due_at, id limit 100`);

/** Locks a change that is due. all merchants: the sweep's. */
export const lockDue = (tx: Tx, id: string, now: Date) =>
  firstRow(tx<AccountChange[]>`
    select ${columns(tx)} from account_changes change join sites on sites.id = change.site_id
    where change.id = ${id} and change.due_at <= ${now} for update of change skip locked`);

/** all merchants: the caller has locked it. */
export const endChange = (
  tx: Tx,
  id: string,
  { outcome, by, at }: { outcome: 'used' | 'stopped'; by: Actor | null; at: Date },
) =>
  execute(tx`
    update account_changes set due_at = null, outcome = ${outcome}, stopped_by = ${by}, ended_at = ${at} where id = ${id}`);
