// Exports as workbooks of spreadsheets: the rows of an export as CSV, with typed cells, in constant memory.
import type { Viewer } from '../../core/viewer.ts';
import type { Reader } from '../../kernel/db/replica.ts';
import { type Cell, type CellKind, xlsx } from '../../kernel/formats/xlsx.ts';
import { formatDecimal } from '../../kernel/money.ts';
import { cellOf, grouped, plainRand } from './csv.ts';
import type { Column, Filters, Kind, List, Row } from './list.ts';

/** Yields a workbook of two sheets: the rows, and what they come to with what they are filtered by. */
export function exportXlsx(
  reader: Reader,
  list: List,
  viewer: Viewer,
  filters: Filters,
): AsyncGenerator<Buffer, void, void> {
  let count = 0;
  let cents = 0n;
  const made = (row: Row) => ({
    cells: list.columns.map((column) => written(column, row)),
    cents: list.sum?.(row) ?? 0n,
  });
  async function* rows() {
    for await (const some of list.rows(reader, viewer, filters, made)) {
      count += some.length;
      for (const one of some) cents += one.cents;
      yield some.map(({ cells }) => cells);
    }
  }
  async function* summary() {
    yield [
      ['Rows', grouped(count)],
      ...(list.sum ? [['Sum', plainRand(cents)]] : []),
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

function written(column: Column, row: Row): Cell {
  const cell = cellOf(column, row);
  if (cell === null) return null;
  return typeof cell === 'bigint' ? formatDecimal(cell) : String(cell);
}
