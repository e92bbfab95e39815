// CSV by profiles: the file is compared with each, or with the named one.
import { BadStatement, type Reported } from '../../../core/statements/parsed-statement.ts';
import { readAmount } from './amounts.ts';
import { type Fit, fitOf, fitOrRefuse, mostPreamble, onlyFit, titleOf } from './csv-fit.ts';
import { accountIn } from './csv-preamble.ts';
import { Records } from './csv-records.ts';
import { csvRows, firstRows, type Row } from './csv-rows.ts';
import { Table } from './csv-table.ts';
import { type Reading, Telling } from './line-batches.ts';
import type { Profile } from './profile.ts';
import { profiles } from './profiles.ts';

/** Yields the contents of a CSV file that begins with `head`. Throws BadStatement. */
export async function* readCsv(
  pieces: AsyncIterable<Buffer>,
  head: Buffer,
  profile: Profile | 'auto',
  { today }: Reading,
): AsyncGenerator<Reported[]> {
  const { delimiter, first } = await beginningOf(head, profile);
  const telling = new Telling();
  const fit = fitFor(profile, first);
  const lines = readerOf(fit, first, telling, today);
  const ending = new Ending();
  let last: Row | undefined;
  for await (const rows of csvRows(ending.watch(pieces), delimiter, widthOf(first))) {
    for (const row of rows) lines.row(row);
    last = rows.at(-1) ?? last;
    yield* telling.batch();
  }
  if (ending.isInAmount(last, fit))
    throw new BadStatement('the file is cut off: its last line does not end', last!.at);
  lines.end();
  telling.assertAny();
  yield* telling.batch(true);
}

/**
 * Returns the first rows, by the delimiter with which a profile fits and most rows have its columns: spreadsheets write
 * another one than the bank.
 */
async function beginningOf(
  head: Buffer,
  profile: Profile | 'auto',
): Promise<{ delimiter: string; first: Row[] }> {
  const own = profile === 'auto' ? ',' : profile.delimiter;
  const among = profile === 'auto' ? profiles : [profile];
  const found: { delimiter: string; first: Row[]; whole: number }[] = [];
  for (const delimiter of new Set([own, ';', '\t'])) {
    const first = await firstRows(head, delimiter, mostPreamble);
    found.push({ delimiter, first, whole: Math.max(...among.map((one) => wholeRows(one, first))) });
  }
  return found.reduce((best, one) => (one.whole > best.whole ? one : best));
}

/** Returns how many rows have all columns of a profile, and -1 where it does not fit. */
function wholeRows(profile: Profile, rows: readonly Row[]): number {
  const fit = fitOf(profile, rows);
  return fit ? rows.filter(({ cells }) => cells.length >= fit.layout.header.length).length : -1;
}

/** Returns how many cells most rows have. */
function widthOf(rows: readonly Row[]): number {
  const widths = Map.groupBy(rows, ({ cells }) => cells.length);
  return [...widths].toSorted((one, other) => other[1].length - one[1].length)[0]?.[0] ?? 1;
}

function fitFor(profile: Profile | 'auto', rows: readonly Row[]): Fit {
  return profile === 'auto' ? onlyFit(profiles, rows) : fitOrRefuse(profile, profiles, rows);
}

function readerOf(fit: Fit, first: readonly Row[], telling: Telling, today: string) {
  const table = new Table(fit, telling, today);
  if (fit.profile.untitled?.kind === 'records') return new Records(table, fit, today);
  const isLine = (row: Row) => table.rows.hasDate(row);
  // Without titles, lines begin with the first date.
  const titles = fit.profile.untitled ? undefined : first[fit.preamble - 1]!.at;
  const end = first.findIndex((row) => (titles === undefined ? isLine(row) : row.at >= titles));
  takePreamble(end < 0 ? first : first.slice(0, end), table, fit.profile);
  let hasBegun = false;
  return {
    row: (row: Row) => {
      if (hasBegun) table.row(row);
      else if (titles !== undefined) {
        table.rows.assertNoMovement(row);
        hasBegun = row.at === titles;
      } else if (isLine(row)) {
        hasBegun = true;
        table.row(row);
      }
    },
    end: () => table.end(),
  };
}

function takePreamble(rows: readonly Row[], table: Table, profile: Profile): void {
  table.facts.account = accountIn(rows);
  for (const { cells, at } of rows) {
    const label = cells.findIndex((cell) => profile.bounds?.opening.test(titleOf(cell)));
    if (label < 0) continue;
    const found = [cells[label]!.slice(cells[label]!.indexOf(':') + 1), ...cells.slice(label + 1)]
      .map((cell) => readAmount(cell.trim(), profile.decimals))
      .find((amount) => amount !== undefined);
    if (found === undefined) throw new BadStatement('the balance brought forward is not an amount', at);
    table.begin(found, at);
  }
}

/** Passes pieces on and notes how they end. */
class Ending {
  #last = 10;

  async *watch(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      this.#last = piece.at(-1) ?? this.#last;
      yield piece;
    }
  }

  /** Returns whether the last row ends in an amount that may lack digits: no balance would show it. */
  isInAmount(row: Row | undefined, { layout, profile }: Fit): boolean {
    if (this.#last === 10 || this.#last === 13 || layout.columns.balance !== undefined) return false;
    const title = titleOf(layout.header[(row?.cells.length ?? 0) - 1] ?? '');
    const { amount, in: into, out, fee } = layout.columns;
    const isMoney = [amount, into, out, fee].some((one) => one !== undefined && titleOf(one) === title);
    const cell = row?.cells.at(-1) ?? '';
    return isMoney && cell !== '' && cell.at(-3) !== profile.decimals;
  }
}
