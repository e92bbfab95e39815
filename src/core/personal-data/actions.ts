// Requests of a person to see or erase their data. No index of persons exists beforehand: the tables are read, a few
// pages at a time, while the service runs. So there is no such index to protect, and no key of it to rotate.
import { setTimeout as sleep } from 'node:timers/promises';
import { isLockTimeout } from '../../kernel/db/db.ts';
import type { Context, Work } from '../context.ts';
import { inWork } from '../unit-of-work.ts';
import { record, recordErasure } from '../users/audit.ts';
import { describeTables, kindOf } from './catalog.ts';
import { changesOf, isKept, knownOf, writeRow } from './erase-row.ts';
import { findRows, type Row } from './find-rows.ts';
import { expressionOf, fingerprint, type Sought } from './identifier.ts';
import { matterOf, nameOf, type Scope } from './related-rows.ts';
import { shownRow } from './show-row.ts';
import { personalTables } from './tables.ts';

/** The requester, as the audit log names them, and a callback for the progress. */
export interface Asking {
  who: string;
  onPages?: (pages: number, of: number) => void;
}

/** A row that is not erased yet, or not at all. */
export interface KeptRow {
  kind: string;
  id: string;
  why: string;
  /** Until when at most, where that is known. */
  until: string | null;
}

export interface Erased {
  /** How many rows of each kind were emptied or deleted. */
  counts: Record<string, number>;
  kept: KeptRow[];
}

/** Returns all stored data of a person, by kind, and records the request in the audit log. */
export async function exportPerson(
  ctx: Context,
  sought: Sought,
  { who, onPages = () => {} }: Asking,
): Promise<Record<string, object[]>> {
  const shown = new Map<string, { kind: string; row: object }>();
  await eachFound(ctx, sought, onPages, async (scope, found) => {
    if (shown.has(nameOf(found))) return;
    const matter = await matterOf(scope, found, false);
    const known = { sought: expressionOf(sought), texts: knownOf(matter) };
    for (const row of matter) {
      const isBare = Object.keys(row.table.columns).length === 0;
      const content = isBare ? undefined : shownRow(row, known);
      if (content) shown.set(nameOf(row), { kind: kindOf(row.table), row: content });
    }
  });
  const kinds = Object.groupBy(shown.values(), ({ kind }) => kind);
  const rows = Object.fromEntries(
    Object.entries(kinds).map(([kind, all]) => [kind, all!.map(({ row }) => row)]),
  );
  await note(ctx, 'person.export', sought, who, countsOf(rows));
  return rows;
}

const countsOf = (rows: Record<string, object[]>): Record<string, number> =>
  Object.fromEntries(Object.entries(rows).map(([kind, all]) => [kind, all.length]));

/**
 * Erases all stored data of a person, except amounts, references and payments in flight. Each matter is one
 * transaction, so that it can be stopped at any time: a repetition goes on with the rest.
 */
export async function erasePerson(
  ctx: Context,
  sought: Sought,
  { who, onPages = () => {} }: Asking,
): Promise<Erased> {
  const counts: Record<string, number> = {};
  const kept = new Map<string, KeptRow>();
  const done = new Set<string>();
  await note(ctx, 'person.erase', sought, who, { state: 'begun' });
  await eachFound(ctx, sought, onPages, async (scope, found) => {
    if (done.has(nameOf(found))) return;
    const { rows, changed, open } = await eraseMatter(ctx, scope, found, sought, who);
    for (const row of rows) {
      if (!row.table.isShared) done.add(nameOf(row));
      if (isKept(row, expressionOf(sought))) keep(kept, row, row.table.kept!, null);
    }
    for (const row of open) keep(kept, row, row.table.open!.why, row.until);
    for (const { table } of changed) counts[kindOf(table)] = (counts[kindOf(table)] ?? 0) + 1;
  });
  const snapshots = await keptInSnapshots(ctx);
  const all = [...kept.values(), ...snapshots];
  await note(ctx, 'person.erase', sought, who, { state: 'ended', counts, kept: all.length });
  return { counts, kept: all };
}

function keep(kept: Map<string, KeptRow>, row: Row, why: string, until: string | null): void {
  kept.set(nameOf(row), { kind: kindOf(row.table), id: row.key.join(' '), why, until });
}

async function eachFound(
  { db, keyring, clock }: Context,
  sought: Sought,
  onPages: (pages: number, of: number) => void,
  take: (scope: Scope, row: Row) => Promise<void>,
): Promise<void> {
  const tables = await describeTables(db, personalTables);
  const now = clock.now();
  const scope = { db, keyring, tables, now };
  for await (const rows of findRows(db, keyring, tables, sought, now, onPages))
    for (const row of rows) await take(scope, row);
}

interface ErasedMatter {
  rows: Row[];
  changed: Row[];
  open: Row[];
}

/** The number of attempts at a matter that another transaction holds, and the delay between them, in milliseconds. */
const tries = 50;
const againMs = 100;

/**
 * Erases a matter. It does not wait while another transaction holds its rows, so that neither side blocks the other.
 */
async function eraseMatter(
  ctx: Context,
  scope: Scope,
  found: Row,
  sought: Sought,
  who: string,
): Promise<ErasedMatter> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await inWork(ctx, (work) => eraseIn(work, { ...scope, db: work.tx }, found, sought, who));
    } catch (error) {
      if (!isLockTimeout(error) || tried === tries) throw error;
      await sleep(againMs);
    }
  }
}

async function eraseIn(
  work: Work,
  scope: Scope,
  found: Row,
  sought: Sought,
  who: string,
): Promise<ErasedMatter> {
  const { tx, keyring } = work;
  const rows = await matterOf(scope, found, true);
  const open = rows.filter(({ isOpen }) => isOpen);
  if (open.length > 0) return { rows, changed: [], open };
  // Rows that only grow let nothing but this through.
  await tx`select set_config('tefo.erasing', 'yes', true)`;
  const known = { sought: expressionOf(sought), texts: knownOf(rows) };
  const changed: Row[] = [];
  for (const row of rows) {
    const changes = changesOf(row, known);
    if (changes.size === 0) continue;
    await writeRow(tx, keyring, row, changes);
    changed.push(row);
  }
  const positions = changed
    .filter(({ table }) => table.name === 'console.audit')
    .map(({ key }) => Number(key[0]));
  if (positions.length > 0) await recordErasure(work, deedOf(work, 'person.erase', sought, who), positions);
  return { rows, changed, open };
}

/** Copies of a sandbox are whole: they are thrown away, not changed. */
async function keptInSnapshots({ db }: Context): Promise<KeptRow[]> {
  const schemas = await db<{ name: string }[]>`
    select nspname as name from pg_namespace where nspname ~ '^snapshot_[0-9]+$' order by 1`;
  const why = 'a snapshot of the sandbox, which was not looked through: `tefo snapshot delete`';
  return schemas.map(({ name }) => ({ kind: 'snapshots', id: name, why, until: null }));
}

const deedOf = (
  { keyring }: Pick<Context, 'keyring'>,
  action: 'person.export' | 'person.erase',
  sought: Sought,
  who: string,
) => ({
  who,
  merchantId: null,
  action,
  subject: `person ${fingerprint(keyring, sought)}`,
});

function note(
  ctx: Context,
  action: 'person.export' | 'person.erase',
  sought: Sought,
  who: string,
  after: object,
): Promise<number> {
  return inWork(ctx, (work) => record(work, { ...deedOf(ctx, action, sought, who), after }));
}
