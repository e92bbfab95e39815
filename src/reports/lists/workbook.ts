// Exports as workbooks of spreadsheets: the rows of an export as CSV, with typed cells, in constant memory.
import type { Viewer } from '../../core/viewer.ts';
import type { Reader } from '../../kernel/db/replica.ts';
import { type Cell, type CellKind, xlsx } from '../../kernel/formats/xlsx.ts';
import { formatDecimal } from '../../kernel/money.ts';
import { addTo, cellOf, gatherText, grouped, plainRand } from './csv.ts';
import type { Column, Filters, Kind, List, Row } from './list.ts';

/** Yields a workbook of two sheets: the rows, and their sums with the filters. */
export function exportXlsx(
  reader: Reader,
  list: List,
  viewer: Viewer,
  filters: Filters,
): AsyncGenerator<Buffer, void, void> {
  const total = { count: 0, cents: 0n };
  const textOf = (row: Row) => list.columns.map((column) => written(column, row) + ending).join('');
  async function* rows() {
    for await (const part of list.rows(reader, viewer, filters, gatherText(list, textOf))) {
      addTo(total, part);
      for (const piece of part.pieces) yield rowsIn(piece, list.columns.length);
    }
  }
  async function* summary() {
    yield [
      ['Rows', grouped(total.count)],
      ...(list.sum ? [['Sum', plainRand(total.cents)]] : []),
      ...Object.entries(filters.words).map(([name, text]) => [`Filter: ${name}`, text]),
    ];
  }
  return xlsx([
    {
      name: list.caption,
      columns: list.columns.map(({ heading, kind }) => ({ heading, kind: kinds[kind] ?? 'text' })),
      rows: rows(),
    },
    { name: 'Summary', columns: [said('What'), said('Value')], rows: summary() },
  ]);
}

const said = (heading: string) => ({ heading, kind: 'text' as const });

const kinds: Partial<Record<Kind, CellKind>> = {
  money: 'amount',
  number: 'number',
  time: 'time',
  utc: 'time',
  day: 'day',
};

/** Rows that wait are text: this character ends each cell, and appears in none. */
const ending = '\0';

/** Each row becomes texts again when it is written: those of all of them would be in the way of a collection. */
function* rowsIn(piece: Buffer, columns: number): Generator<Cell[]> {
  for (let start = 0, end = 0; start < piece.length; start = end) {
    for (let cell = 0; cell < columns; cell += 1) end = piece.indexOf(0, end) + 1;
    yield piece.toString('utf8', start, end - 1).split(ending);
  }
}

function written(column: Column, row: Row): string {
  const cell = cellOf(column, row);
  if (cell === null) return '';
  return typeof cell === 'bigint' ? formatDecimal(cell) : String(cell).replaceAll(ending, '\ufffd');
}
