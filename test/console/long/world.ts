// A busy merchant at the console, and the addresses of every page with existing objects.
import { startBulkAction } from '../../../src/core/bulk-actions/actions.ts';
import { only } from '../../../src/core/viewer.ts';
import type { Sql } from '../../../src/kernel/db/db.ts';
import { consolePages } from '../../../src/pages/console/routes.ts';
import { type Busy, openBusy } from '../../support/busy.ts';
import { day, tellLines } from '../told-lines.ts';

export type World = Busy;

/** Adds to the busy objects: a task, a saved view of the team, and two unallocated lines of a merchant's account. */
export async function openWorld(): Promise<World> {
  const world = await openBusy();
  const { ctx, db, merchant } = world;
  const { id: merchantId } = merchant.merchant;
  const viewer = only(merchantId);
  const payments = await db<{ paymentId: string; reference: string; amountCents: bigint }[]>`
    select id as payment_id, merchant_reference as reference, amount_cents from payments
    where merchant_id = ${merchantId} order by id limit 3`;
  const items = payments.map((one) => ({ ...one, merchantId }));
  await startBulkAction(ctx, viewer, { kind: 'resend', filters: 'state=complete', payments: items });
  await db`
    insert into console.views (id, user_id, merchant_id, room, name, query, created_at)
    select gen_random_uuid(), id, ${merchantId}, 'payments', 'Large', 'min=500', now() from console.users limit 1`;
  const moved = [
    [day, -5_000n, 'SOMETHING ELSE'],
    [day, 700n, 'WHO KNOWS'],
  ] as const;
  await tellLines(world, 'own', moved, merchantId);
  await world.drain();
  return world;
}

/** The tables of a page, or of a part of it. */
const tables: Record<string, string> = {
  'payments/tasks': 'tasks',
  'reconcile/lines': 'statement_lines',
  views: 'console.views',
  charges: 'subscription_charges',
  verifications: 'verifications',
  payments: 'payments',
  refunds: 'refunds',
  payouts: 'payouts',
  links: 'payment_links',
  linkPayments: 'payments',
  subscriptions: 'subscriptions',
  bulk: 'bulk_jobs',
  settlements: 'settlements',
  deposits: 'deposits',
  notices: 'deliveries',
  developers: 'hash_mismatches',
  webhooks: 'webhooks',
  users: 'console.users',
  merchants: 'merchants',
};

export interface Address {
  /** Of the route. */
  route: string;
  address: string;
  isExport: boolean;
}

/** Returns the addresses of all pages: for objects, one for each of the newest `most`, and one of each state. */
export async function addressesOf(db: Sql, most: number): Promise<Address[]> {
  const found: Address[] = [];
  for (const { path: route, isExport = false } of consolePages)
    for (const address of await fill(db, route, most)) found.push({ route, address, isExport });
  return found;
}

async function fill(db: Sql, route: string, most: number): Promise<string[]> {
  const [, name] = /:(\w+)/.exec(route) ?? [];
  if (name === undefined) return [route];
  return (await valuesOf(db, route, most)).map((value) =>
    route.replace(`:${name}`, encodeURIComponent(value)),
  );
}

/** Returns the value of a route's parameter: one empty text without a parameter. */
export async function valuesOf(db: Sql, route: string, most: number): Promise<string[]> {
  const [, room = '', name] = /^\/console\/([^:]*)\/:(\w+)/.exec(route) ?? [];
  if (name === undefined) return [''];
  if (name === 'day') return ['2026-11-20', '2026-12-04'].slice(0, most);
  if (name === 'site')
    return (await db<{ code: string }[]>`select code from sites order by created_at limit ${most}`).map(
      ({ code }) => code,
    );
  const table = tables[room];
  if (table === undefined) throw new Error(`no objects for ${route}`);
  const rows = await db.unsafe<{ id: string }[]>(
    `select id from ${table} order by ${hasState.has(table) ? 'row_number() over (partition by state order by id desc),' : ''} id desc limit ${most}`,
  );
  return rows.map(({ id }) => id);
}

const hasState = new Set(['payments', 'refunds', 'payouts', 'subscriptions', 'bulk_jobs', 'deposits']);
