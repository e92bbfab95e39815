// A busy merchant at the console, and the addresses of every page with things that are there.
import type { Sql } from '../../../src/kernel/db/db.ts';
import { consolePages } from '../../../src/pages/console/routes.ts';
import { type Busy, openBusy } from '../../support/busy.ts';

export type World = Busy;
export const openWorld = openBusy;

/** Where the things of a room are kept. */
const tables: Record<string, string> = {
  payments: 'payments',
  refunds: 'refunds',
  payouts: 'payouts',
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

/** Returns the addresses of all pages: of those of things, one for each of the newest `most`, and of each state one. */
export async function addressesOf(db: Sql, most: number): Promise<Address[]> {
  const found: Address[] = [];
  for (const { path: route, isExport = false } of consolePages)
    for (const address of await fill(db, route, most)) found.push({ route, address, isExport });
  return found;
}

async function fill(db: Sql, route: string, most: number): Promise<string[]> {
  const [, name] = /:(\w+)/.exec(route) ?? [];
  if (name === undefined) return [route];
  return (await valuesOf(db, name, route.split('/')[2]!, most)).map((value) =>
    route.replace(`:${name}`, encodeURIComponent(value)),
  );
}

/** Returns what stands for a parameter of a route. */
export async function valuesOf(db: Sql, name: string, room: string, most: number): Promise<string[]> {
  if (name === 'day') return ['2026-11-20', '2026-12-04'].slice(0, most);
  if (name === 'site')
    return (await db<{ code: string }[]>`select code from sites order by created_at limit ${most}`).map(
      ({ code }) => code,
    );
  const table = tables[room]!;
  const rows = await db.unsafe<{ id: string }[]>(
    `select id from ${table} order by ${hasState.has(table) ? 'row_number() over (partition by state order by id desc),' : ''} id desc limit ${most}`,
  );
  return rows.map(({ id }) => id);
}

const hasState = new Set(['payments', 'refunds', 'payouts', 'subscriptions', 'bulk_jobs', 'deposits']);
