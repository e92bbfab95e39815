// Shows a row to a person: all of it, sealed columns opened, without columns that only serve the database.
import { isSealed } from './catalog.ts';
import type { Row } from './find-rows.ts';
import { type Known, matches } from './redact.ts';

const inner = /(?:_hash|_sealed|hash|sha256|_key|credential_id|told_below|written_in)$/;

/** Returns a row as an object; undefined for a shared text that does not contain this person. */
export function shownRow({ table, key, texts, json }: Row, known: Known): object | undefined {
  const lines = table.isShared ? linesOf([...texts.values()], known) : [];
  if (table.isShared && lines.length === 0) return undefined;
  const row = JSON.parse(json, exactly) as Record<string, unknown>;
  const shown = Object.entries(row).filter(([name]) => !inner.test(name));
  if (table.isShared) {
    // The other fields belong to other people.
    const own = shown.filter(([name]) => !texts.has(name));
    return named([...own, ['lines', lines]]);
  }
  const opened = [...texts].filter(([name, text]) => isSealed(name) && text !== null);
  return named(
    [...shown, ...opened.map(([name, text]) => [name.replace(/_sealed$/, ''), text] as const)],
    key,
  );
}

/** Returns the lines of texts that contain a person. */
function linesOf(texts: readonly (string | null)[], { sought, texts: known }: Known): string[] {
  return texts
    .flatMap((text) => text?.split(/[\r\n]+/) ?? [])
    .filter((line) => matches(line, sought) || known.some((one) => one.length >= 4 && line.includes(one)))
    .map((line) => (line.length > longest ? `${excerptOf(line, sought)}` : line));
}

const longest = 500;

/** Returns the surroundings of the value in a line with much other content. */
function excerptOf(line: string, sought: RegExp): string {
  sought.lastIndex = 0;
  const at = sought.exec(line)?.index ?? 0;
  return line.slice(Math.max(0, at - longest / 2), at + longest / 2);
}

function named(entries: readonly (readonly [string, unknown])[], key: readonly string[] = []): object {
  const found = entries.map(([name, value]) => [camelCase(name), value] as const);
  const row = Object.fromEntries(found.filter(([, value]) => value !== null));
  return 'id' in row ? row : { id: key.join(' '), ...row };
}

const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Keeps the digits of a number that JavaScript cannot hold. */
function exactly(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? context?.source
    : value;
}
