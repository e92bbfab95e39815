// Exports as CSV: the columns of the list, of all its pages, in constant memory.
import { stringify } from 'csv/sync';
import type { Viewer } from '../../core/viewer.ts';
import { localTime } from '../../kernel/calendar.ts';
import type { Reader } from '../../kernel/db/replica.ts';
import { inThousands } from '../../kernel/formats/text.ts';
import { createTextBytes } from '../../kernel/formats/text-bytes.ts';
import { type Cents, formatDecimal, formatRand } from '../../kernel/money.ts';
import { type Outcome, outcomeLabel } from '../outcomes.ts';
import {
  type Column,
  type Filters,
  type Gathering,
  type List,
  mostCounted,
  type Row,
  type Value,
} from './list.ts';

/**
 * Yields an export as bytes: the names of its columns at once, and some thousand rows at a time. The last line states
 * the number of rows and their sum; an export that fails on the way ends without it.
 */
export async function* exportCsv(
  reader: Reader,
  list: List,
  viewer: Viewer,
  filters: Filters,
): AsyncGenerator<Buffer, void, void> {
  yield Buffer.from(`${list.columns.map(({ key }) => key).join(',')}\n`);
  const total = { count: 0, cents: 0n };
  const line = (row: Row) => csvRow(list.columns, row);
  for await (const part of list.rows(reader, viewer, filters, gatherText(list, line))) {
    addTo(total, part);
    yield* part.pieces;
  }
  const sum = list.sum ? `, ${plainRand(total.cents)}` : '';
  yield Buffer.from(`# ${grouped(total.count)} ${total.count === 1 ? 'row' : 'rows'}${sum}\n`);
}

interface Total {
  count: number;
  cents: Cents;
}

interface TextPart extends Total {
  pieces: Buffer[];
}

/** Collects the text of each row as bytes. */
export function gatherText({ sum }: List, textOf: (row: Row) => string): () => Gathering<TextPart> {
  return () => {
    const bytes = createTextBytes();
    const total: Total = { count: 0, cents: 0n };
    return {
      add: (row) => {
        bytes.add(textOf(row));
        addTo(total, { count: 1, cents: sum?.(row) ?? 0n });
      },
      end: () => ({ ...total, pieces: bytes.take() }),
    };
  };
}

export function addTo(total: Total, { count, cents }: Total): void {
  total.count += count;
  total.cents += cents;
}

/** Returns the name of an export's file without its extension: the list and its filters. */
export function exportName(list: Pick<List, 'name'>, { words }: Filters): string {
  const filtered = Object.entries(words).map(([name, text]) => `${name}-${text}`);
  const plain = [list.name, ...filtered].join('_').replace(/[^A-Za-z0-9_.-]/g, '-');
  return plain.slice(0, 120);
}

/** Returns how many there are, in words: "57 payments"; unless it is exact, "more than 10 000 payments". */
export function countWords(
  { nouns: [one, many] }: Pick<List, 'nouns'>,
  count: number,
  isExact = false,
): string {
  if (count > mostCounted && !isExact) return `more than ${grouped(mostCounted)} ${many}`;
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/**
 * A spreadsheet takes a text that begins with "=" and the like for a formula: it gets an apostrophe. Amounts, which may be
 * negative, are numbers and get none. A reader may take a lone return for the end of a line.
 */
export const writing = {
  escape_formulas: true,
  quoted_match: '\r',
  cast: { bigint: formatDecimal, boolean: String },
} as const;

const csvRow = (columns: readonly Column[], row: Row): string =>
  `${columns.map((column) => written(cellOf(column, row))).join(',')}\n`;

/** Matches cells that need no quoting. Most cells are such, and the library takes five times as long for each. */
const plain = /^[A-Za-z0-9*][A-Za-z0-9*._: +-]*$/;

function written(cell: Exclude<Value, Date>): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'bigint') return formatDecimal(cell);
  const text = String(cell);
  return typeof cell !== 'string' || plain.test(text)
    ? text
    : stringify([[text]], { ...writing, eof: false });
}

/** Times with their offset, outcomes in words; the rest as it is written above. */
export function cellOf({ kind, value }: Column, row: Row): Exclude<Value, Date> {
  const cell = value(row);
  if (kind === 'outcome' && cell !== null) return outcomeLabel(cell as Outcome);
  if (!(cell instanceof Date)) return cell;
  return kind === 'utc' ? cell.toISOString() : localTime(cell);
}

export const grouped = (count: number): string => inThousands(String(count), ' ');
/** Uses plain spaces: programs read the line too. */
export const plainRand = (cents: bigint): string =>
  formatRand(cents).replaceAll('\u00a0', ' ').replace('\u2212', '-');
