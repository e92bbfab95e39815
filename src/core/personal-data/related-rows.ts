// The rows of one matter: a payment with its transactions, refunds and notifications, or a payout with its transfer. They
// share ids, and are erased together or not at all.
import type { Db } from '../../kernel/db/db.ts';
import { itemAt } from '../../kernel/required.ts';
import type { Keyring } from '../../kernel/security/crypto.ts';
import { type Described, quoted } from './catalog.ts';
import { type Row, readRows } from './find-rows.ts';

export interface Scope {
  db: Db;
  keyring: Keyring;
  tables: readonly Described[];
  now: Date;
}

/** Returns a row with all rows of the same matter; where `isLocking`, locked. */
export async function matterOf(scope: Scope, first: Row, isLocking: boolean): Promise<Row[]> {
  const found = new Map<string, Row>();
  const asked = new Set<string>();
  for (const row of await reread(scope, first, isLocking)) found.set(nameOf(row), row);
  for (let ids = [...found.values()].flatMap((row) => row.ids); ids.length > 0; ) {
    for (const id of ids) asked.add(id);
    const next: Row[] = [];
    for (const row of await linkedRows(scope, ids, isLocking)) {
      if (found.has(nameOf(row))) continue;
      found.set(nameOf(row), row);
      next.push(row);
    }
    ids = [...new Set(next.flatMap((row) => row.ids))].filter((id) => !asked.has(id));
  }
  return [...found.values()];
}

export const nameOf = ({ table, key }: Row): string => `${table.name} ${key.join(' ')}`;

/** A condition that finds a row by its key again; its places begin with `$first`. */
export const byKey = ({ key, types }: Described, first: number): string =>
  key.map((name, index) => `${quoted(name)} = $${index + first}::text::${types.get(name)}`).join(' and ');

function reread({ db, keyring, now }: Scope, { table, key }: Row, isLocking: boolean): Promise<Row[]> {
  return readRows(db, keyring, table, {
    ...{ from: table.sql, where: byKey(table, 2), values: key, now, isLocking },
  });
}

/** Returns the rows of all tables that have one of the ids. Where they are locked, it is in the order of the tables. */
async function linkedRows(scope: Scope, ids: readonly string[], isLocking: boolean): Promise<Row[]> {
  const { db, keyring, now } = scope;
  const subjects = subjectWords.flatMap((word) => ids.map((id) => `${word} ${id}`));
  const linked = scope.tables.filter(({ links }) => links.length > 0);
  const asked = linked.map(
    (table, index) =>
      `select ${index} as place where exists (select from ${table.sql} where ${linkedTo(table, 1)})`,
  );
  const there = await db.unsafe<{ place: number }[]>(
    `select place from (${asked.join(' union all ')}) there order by place`,
    [ids, subjects],
  );
  const rows = await Promise.all(
    there.map(({ place }) => {
      const table = itemAt(linked, place);
      const values = table.isBySubject ? [subjects] : [ids];
      const where = linkedTo(table, table.isBySubject ? 1 : 2);
      return readRows(db, keyring, table, { from: table.sql, where, values, now, isLocking });
    }),
  );
  return rows.flat();
}

/**
 * Returns the condition that a row has one of the ids, which are at a place; the subjects derived from them are at the
 * next.
 */
function linkedTo({ links, isBySubject }: Described, place: number): string {
  const column = (link: string) =>
    isBySubject
      ? `${quoted(link)} collate "C" = any ($${place + 1}::text[])`
      : `${quoted(link)} = any ($${place}::text[]::uuid[])`;
  return links.map(column).join(' or ');
}

/** The kinds of records that the audit log names. */
const subjectWords = [
  'payment',
  'payment_link',
  'transaction',
  'refund',
  'payout',
  'subscription',
  'deposit',
];
