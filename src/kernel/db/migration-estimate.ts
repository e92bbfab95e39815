// What a migration will lock, and about how long it will take: read from its text and from PostgreSQL's own estimate of how many
// rows its tables have. Nothing is changed, and no table is read.
import type { Db } from './db.ts';

export interface MigrationEstimate {
  name: string;
  /** The strongest lock that it takes on a table that there is already, by PostgreSQL's name; "none" where it takes none. */
  lock: string;
  /** About how long, rounded up. */
  seconds: number;
  /** How many rows of those tables it reads or writes, by PostgreSQL's estimate. */
  rows: number;
}

/** From the weakest to the strongest. */
const locks = [
  'none',
  'ROW EXCLUSIVE',
  'SHARE UPDATE EXCLUSIVE',
  'SHARE',
  'SHARE ROW EXCLUSIVE',
  'ACCESS EXCLUSIVE',
];

/** How many rows a second are read, put into an index, or written, on a small machine. */
const paces = { none: Number.POSITIVE_INFINITY, read: 1_000_000, index: 300_000, write: 30_000 };

interface Kind {
  begins: RegExp;
  lock: string;
  pace: keyof typeof paces;
}

const table = String.raw`(?:only )?(?:public\.)?((?:\w+\.)?\w+)`;
// The first that matches a statement gives its effect, and its group names the table.
const kinds: Kind[] = [
  kind(
    `create (?:unique )?index concurrently (?:if not exists )?(?:\\w+ )?on ${table}`,
    'SHARE UPDATE EXCLUSIVE',
    'index',
  ),
  kind(`create (?:unique )?index (?:if not exists )?(?:\\w+ )?on ${table}`, 'SHARE', 'index'),
  kind(
    `create (?:or replace )?(?:constraint )?trigger \\w+ [^;]* on ${table}`,
    'SHARE ROW EXCLUSIVE',
    'none',
  ),
  kind(`alter table (?:if exists )?${table} validate constraint`, 'SHARE UPDATE EXCLUSIVE', 'read'),
  kind(`alter table (?:if exists )?${table} [^;]*not valid`, 'ACCESS EXCLUSIVE', 'none'),
  kind(
    `alter table (?:if exists )?${table} [^;]*(?:type|unique|primary key|exclude)\\b`,
    'ACCESS EXCLUSIVE',
    'index',
  ),
  kind(
    `alter table (?:if exists )?${table} [^;]*(?:check|references|set not null)\\b`,
    'ACCESS EXCLUSIVE',
    'read',
  ),
  kind(`alter table (?:if exists )?${table}`, 'ACCESS EXCLUSIVE', 'none'),
  kind(`drop table (?:if exists )?${table}`, 'ACCESS EXCLUSIVE', 'none'),
  kind(`(?:update|insert into|delete from) ${table}`, 'ROW EXCLUSIVE', 'write'),
  kind(`with\\b.*\\b(?:update|insert into|delete from) ${table}`, 'ROW EXCLUSIVE', 'write'),
  kind(`drop index concurrently (?:if exists )?${table}`, 'SHARE UPDATE EXCLUSIVE', 'none'),
  kind(`drop index (?:if exists )?${table}`, 'ACCESS EXCLUSIVE', 'none'),
];

function kind(begins: string, lock: string, pace: keyof typeof paces): Kind {
  return { begins: new RegExp(`^${begins}`, 's'), lock, pace };
}

/** Returns what a migration does to tables, statement by statement; those that it makes itself are left out. */
export function readMigration(sql: string): { table: string; lock: string; pace: keyof typeof paces }[] {
  const statements = sql
    .replaceAll(/--[^\n]*/g, '')
    // A function's statements run later.
    .replaceAll(/\$\w*\$[^$]*\$\w*\$/g, "''")
    .split(';')
    .map((text) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase());
  const made = new Set(
    statements.flatMap((text) => /^create table (?:if not exists )?([\w.]+)/.exec(text)?.[1] ?? []),
  );
  return statements.flatMap((text) => {
    for (const { begins, lock, pace } of kinds) {
      const name = begins.exec(text)?.[1];
      if (name !== undefined) return made.has(name) ? [] : [{ table: name, lock, pace }];
    }
    return [];
  });
}

/** Estimates migrations that a database lacks. */
export async function estimateMigrations(
  db: Db,
  migrations: readonly { name: string; sql: string }[],
): Promise<MigrationEstimate[]> {
  const known = await db<{ name: string; rows: bigint }[]>`
    select case when space.nspname = 'public' then relname else space.nspname || '.' || relname end as name,
      greatest(0, reltuples)::bigint as rows
    from pg_class join pg_namespace space on space.oid = relnamespace where relkind in ('r', 'p')`;
  const rowsOf = new Map(known.map(({ name, rows }) => [name, Number(rows)]));
  // Later ones call a table by the name that an earlier one has given it.
  for (const { sql } of migrations)
    for (const [, old, name] of sql.matchAll(/^alter table (\w+) rename to (\w+);/gm))
      rowsOf.set(name!, rowsOf.get(old!) ?? 0);
  return migrations.map(({ name, sql }) => {
    const steps = readMigration(sql).map((step) => ({ ...step, rows: rowsOf.get(step.table) ?? 0 }));
    const strongest = Math.max(0, ...steps.map(({ lock }) => locks.indexOf(lock)));
    const touched = steps.filter(({ pace }) => pace !== 'none');
    const seconds = touched.reduce((sum, { rows, pace }) => sum + rows / paces[pace], 0);
    const rows = touched.reduce((sum, step) => sum + step.rows, 0);
    return { name, lock: locks[strongest]!, seconds: Math.ceil(seconds), rows };
  });
}
