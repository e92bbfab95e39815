// Shared by the tests of the terminal: texts that move cursors, and every text of a database filled with them.
import assert from 'node:assert/strict';
import { inTransaction, type Sql, type Tx } from '../../src/kernel/db/db.ts';

/** A window title, a cleared screen in both notations, an extra line, and letters that run backwards. */
export const evil = '\u001b]0;pwned\u0007\r\nPWNED \u001b[2J\u009b31m\u202eoof\u2028\u0085\u{e0041}';
// Columns with a shorter limit.
const evils = [evil, '\u001b[2J\r\n\u202e', '\u001b[A', '\u202e'];

/**
 * Columns that the program itself reads: its names, sealed texts, compared values. A hostile value would only make a
 * command fail.
 */
const ours =
  /^(id|role|code|type|kind|state|status|format|object|contract|surface|event_type|message_type|subject|scopes|mode|lane|template)$|sealed|hash|digest|checksum|secret|verb|_state$|currency|language|branch|_type$|url_kind|outcome|unit|frequency|owner/;
const ourTables =
  /^(migrations|master_keys|service_mode|sandbox_.*|snapshot_.*|idempotency.*|settings|instances|writers)$/;

/**
 * Appends hostile text to every text of every table of the service and the bank; returns the columns that hold it
 * now.
 */
export async function poison(db: Sql): Promise<string[]> {
  const columns = await db<{ schema: string; tableName: string; name: string; type: string }[]>`
    select table_schema as schema, table_name, column_name as name, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'bank', 'console') and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and data_type in ('text', 'jsonb')
    order by 1, 2, 3`;
  const poisoned: string[] = [];
  await inTransaction(db, async (tx) => {
    // Changes that no interface allows.
    await tx`set local session_replication_role = replica`;
    for (const column of columns) {
      if (ours.test(column.name) || ourTables.test(column.tableName)) continue;
      const place = `${column.schema}.${column.tableName}`;
      const done =
        column.type === 'text'
          ? await poisonText(tx, place, column.name)
          : await poisonJson(tx, place, column.name);
      if (done) poisoned.push(`${place.replace(/^public\./, '')}.${column.name}`);
    }
  });
  return poisoned;
}

async function poisonText(tx: Tx, place: string, name: string): Promise<boolean> {
  for (const text of evils) {
    for (const value of [`"${name}" || $1`, '$1']) {
      try {
        const { count } = await tx.savepoint((within) =>
          within.unsafe(`update ${place} set "${name}" = ${value} where "${name}" is not null`, [text]),
        );
        return count > 0;
      } catch {
        // Too long, or one of a few words.
      }
    }
  }
  return false;
}

async function poisonJson(tx: Tx, place: string, name: string): Promise<boolean> {
  const rows = await tx.unsafe(
    `select ctid::text as at, "${name}" as value from ${place} where "${name}" is not null`,
  );
  for (const { at, value } of rows)
    await tx.unsafe(`update ${place} set "${name}" = $1::text::jsonb where ctid = $2::tid`, [
      JSON.stringify(withEvil(value)),
      at,
    ]);
  return rows.length > 0;
}

function withEvil(value: unknown): unknown {
  // Values that the program compares stay unchanged: one or two fixed words, an id, an amount.
  if (typeof value === 'string') return /^[a-z_]{1,24}$|^[\d.]*$/.test(value) ? value : `${value}${evil}`;
  if (Array.isArray(value)) return value.map(withEvil);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withEvil(member)]));
}

// Controls, and characters without width or with another direction; a line's end belongs to the program.
const isObeyed = (character: string): boolean => character !== '\n' && /[\p{C}\p{Zl}\p{Zp}]/u.test(character);

/**
 * Checks that the output cannot control a terminal. A line that a client's text began would look like the program's
 * line.
 */
export function assertHarmless(said: string, what: string): void {
  const characters = Array.from(said);
  const at = characters.findIndex(isObeyed);
  assert.equal(
    at,
    -1,
    `${what}: ${JSON.stringify(characters.slice(Math.max(0, at - 80), at + 20).join(''))}`,
  );
  assert.doesNotMatch(said, /^PWNED/m, what);
}
