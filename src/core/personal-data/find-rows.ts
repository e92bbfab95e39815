// Rows that contain a person: found page by page, so that no statement reads a whole table.
import type { Db, Sql } from '../../kernel/db/db.ts';
import { onlyValue } from '../../kernel/db/rows.ts';
import { itemAt } from '../../kernel/required.ts';
import type { Keyring } from '../../kernel/security/crypto.ts';
import { type Described, isSealed, quoted } from './catalog.ts';
import { expressionOf, type Sought } from './identifier.ts';
import { matches } from './redact.ts';

export interface Row {
  table: Described;
  /** The values of its key, as text. */
  key: readonly string[];
  /** The ids that it shares with rows of the same matter. */
  ids: readonly string[];
  /** Its personal columns, as text; sealed columns are opened. */
  texts: ReadonlyMap<string, string | null>;
  /** All of it, as JSON. */
  json: string;
  /** It is still needed, and perhaps until when it is. */
  isOpen: boolean;
  until: string | null;
}

/** How many pages of a table one statement covers. */
const pagesPerStep = 256;

/** Yields the rows that contain a value, a few pages of one table at a time. Calls `onPages` after each. */
export async function* findRows(
  db: Sql,
  keyring: Keyring,
  tables: readonly Described[],
  sought: Sought,
  now: Date,
  onPages: (pages: number, of: number) => void,
): AsyncGenerator<Row[]> {
  const sizes = await Promise.all(
    tables.flatMap(({ relations }) => relations.map((one) => pagesOf(db, one))),
  );
  const all = sizes.reduce((sum, size) => sum + size, 0);
  let done = 0;
  for (const table of tables) {
    const condition = conditionOf(table, sought);
    if (condition === undefined) continue;
    for (const relation of table.relations) {
      const pages = await pagesOf(db, relation);
      for (let page = 0; page < pages; page += pagesPerStep) {
        const found = await readRows(db, keyring, table, {
          from: relation,
          where: `ctid >= $2::tid and ctid < $3::tid and (${condition})`,
          values: [`(${page},0)`, `(${page + pagesPerStep},0)`, ...valuesOf(condition, sought)],
          now,
        });
        const expression = expressionOf(sought);
        yield found.filter(({ texts }) =>
          [...texts.values()].some((text) => text !== null && matches(text, expression)),
        );
        done += Math.min(pagesPerStep, pages - page);
        onPages(done, all);
      }
    }
  }
}

const pagesOf = (db: Db, relation: string) =>
  onlyValue(db<{ pages: number }[]>`
    select (pg_relation_size(${relation}::text::regclass) / current_setting('block_size')::bigint)::integer as pages`);

/**
 * Returns the condition of rows that can contain a value. Sealed texts are opened to be searched; of accounts
 * only those whose last digits, stored with them in the clear, are the value's.
 */
function conditionOf({ columns, types }: Described, { isNumber }: Sought): string | undefined {
  const parts = Object.keys(columns).flatMap((column) => {
    // An id contains no person's value; groups of its digits can look like one.
    if (types.get(column) === 'uuid') return [];
    if (!isSealed(column)) return `${quoted(column)}::text ~* $4`;
    const shown = column.replace(/_(sent_)?sealed$/, '');
    if (!shown.endsWith('account') && shown !== 'number') return `${quoted(column)} is not null`;
    if (!isNumber) return [];
    const isShown = types.has(shown) && column !== 'account_sent_sealed';
    return isShown
      ? `(${quoted(column)} is not null and right(${quoted(shown)}, 4) = $5)`
      : `${quoted(column)} is not null`;
  });
  return parts.length === 0 ? undefined : parts.join(' or ');
}

/** Returns the parameters of a condition, in the order of its places. */
function valuesOf(condition: string, { pattern, tail }: Sought): string[] {
  if (condition.includes('$5')) return [pattern, tail!];
  return condition.includes('$4') ? [pattern] : [];
}

interface Reading {
  from: string;
  /** Its places begin with $2. */
  where: string;
  values: readonly (string | readonly string[])[];
  now: Date;
  /** Locks them until the transaction ends; throws at once if another transaction holds one. */
  isLocking?: boolean;
}

/** Reads rows of a table. all merchants: a person is looked for everywhere. */
export async function readRows(db: Db, keyring: Keyring, table: Described, reading: Reading): Promise<Row[]> {
  const { key, links, upward = [], columns, open } = table;
  const texts = (names: readonly string[]) =>
    names.length === 0 ? "'{}'::text[]" : `array[${names.map((name) => `${quoted(name)}::text`).join(', ')}]`;
  const rows = await db.unsafe<Found[]>(
    `select ${texts(key)} as key, ${texts([...links, ...upward])} as ids, ${texts(Object.keys(columns))} as texts,
       to_jsonb(own)::text as json, coalesce(${(open?.when ?? 'false').replace('$now', '$1::timestamptz')}, false) as is_open,
       ${open?.until ?? 'null'}::text as until, $1::timestamptz as now
     from ${reading.from} own where ${reading.where} ${reading.isLocking ? 'for no key update nowait' : ''}`,
    [reading.now.toISOString(), ...reading.values],
  );
  return rows.map(({ key: values, ids, texts: found, ...rest }) => ({
    ...{ table, key: values, ...rest },
    ids: table.isShared ? [] : ids.filter((id) => id !== null),
    texts: new Map(
      Object.keys(columns).map((column, index) => [column, opened(keyring, column, itemAt(found, index))]),
    ),
  }));
}

interface Found {
  key: string[];
  ids: (string | null)[];
  texts: (string | null)[];
  json: string;
  isOpen: boolean;
  until: string | null;
}

const opened = (keyring: Keyring, column: string, text: string | null): string | null =>
  text !== null && isSealed(column) ? keyring.open(text) : text;
