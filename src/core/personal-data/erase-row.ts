// What becomes of a row of a person who is erased.
import type { Tx } from '../../kernel/db/db.ts';
import type { Treatment } from '../../kernel/db/table.ts';
import { getOrThrow, memberOf } from '../../kernel/required.ts';
import type { Keyring } from '../../kernel/security/crypto.ts';
import { isSealed } from './catalog.ts';
import type { Row } from './find-rows.ts';
import {
  erased,
  isJson,
  type Known,
  matches,
  personalTexts,
  redactJson,
  redactText,
  withoutMembers,
} from './redact.ts';
import { byKey } from './related-rows.ts';

/** Returns the known values of a person in the rows of a matter, except the requested one. */
export function knownOf(rows: readonly Row[]): string[] {
  const all = rows.flatMap(({ table, texts }) =>
    table.isShared
      ? []
      : [...texts].flatMap(([column, text]) =>
          text === null || isAnything.test(column) ? [] : reported(memberOf(table.columns, column), text),
        ),
  );
  // The longest first: a name may be part of an address.
  return [...new Set(all)]
    .filter((text) => !/^\**$/.test(text) && text !== erased)
    .sort((one, other) => other.length - one.length);
}

/** Columns whose values also appear in unrelated rows: internet addresses, browsers, whole narratives. */
const isAnything = /^(?:address|user_agent|network|agent|said|text)$/;

function reported(treatment: Treatment, text: string): string[] {
  if (treatment === 'keep') return [];
  if (isJson(text)) return personalTexts(text);
  return treatment === 'redact' ? [] : [text];
}

/** Returns the changed columns of a row, with their new values; sealed ones are open. */
export function changesOf({ table, texts }: Row, known: Known): Map<string, string | null> {
  const changed = new Map<string, string | null>();
  for (const [column, text] of texts) {
    if (text === null) continue;
    const becomes = treated(memberOf(table.columns, column), text, known, {
      column,
      isTheirs: !table.isShared,
    });
    if (becomes !== text) changed.set(column, becomes);
  }
  return changed;
}

function treated(
  treatment: Treatment,
  text: string,
  known: Known,
  { column, isTheirs }: { column: string; isTheirs: boolean },
): string | null {
  if (treatment === 'keep') return text;
  if (treatment === 'clear') return null;
  if (treatment === 'mask') return '*'.repeat(text.length);
  if (treatment === 'blank') return isSealed(column) ? '' : erased;
  if (treatment === 'without') return redactJson(withoutMembers(text), known, false);
  if (isJson(text)) return redactJson(text, known, isTheirs);
  // An address of the web is still called: only the value itself goes from it.
  return redactText(text, column.endsWith('url') ? { ...known, texts: [] } : known);
}

/** True if a kept row contains the requested value in a column. */
export function isKept({ table, texts }: Row, sought: RegExp): boolean {
  return [...texts].some(
    ([column, text]) => table.columns[column] === 'keep' && text !== null && matches(text, sought),
  );
}

/** Writes a row's changes, or deletes it. all merchants: a person is erased everywhere. */
export async function writeRow(
  tx: Tx,
  keyring: Keyring,
  row: Row,
  changed: ReadonlyMap<string, string | null>,
): Promise<void> {
  const { table, key } = row;
  if (table.isDeleted) {
    await tx.unsafe(`delete from ${table.sql} where ${byKey(table, 1)}`, [...key]);
    return;
  }
  const names = [...changed.keys()];
  const sets = names.map((name, index) => `"${name}" = $${index + 1}::text::${table.types.get(name)}`);
  const values = names.map((name) => {
    const text = getOrThrow(changed, name);
    return text !== null && isSealed(name) ? keyring.seal(text) : text;
  });
  await tx.unsafe(`update ${table.sql} set ${sets.join(', ')} where ${byKey(table, names.length + 1)}`, [
    ...values,
    ...key,
  ]);
}
