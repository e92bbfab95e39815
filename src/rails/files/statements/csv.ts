// CSV by profiles: the file is held against each, or against the one that is named.
import { BadStatement, type Told } from '../../../core/statements/told.ts';
import { readAmount } from './amounts.ts';
import { type Fit, fitOrRefuse, mostPreamble, onlyFit, titleOf } from './csv-fit.ts';
import { accountIn } from './csv-preamble.ts';
import { Records } from './csv-records.ts';
import { csvRows, type Row } from './csv-rows.ts';
import { Table } from './csv-table.ts';
import type { Profile } from './profile.ts';
import { profiles } from './profiles.ts';
import { type Reading, Telling } from './telling.ts';

/** Yields what a CSV file tells. Throws BadStatement. */
export async function* readCsv(
  pieces: AsyncIterable<Buffer>,
  profile: Profile | 'auto',
  { today }: Reading,
): AsyncGenerator<Told[]> {
  const telling = new Telling();
  let first: Row[] | undefined = [];
  let lines: { row(row: Row): void; end(): void } | undefined;
  const begin = () => {
    lines = linesOf(fitFor(profile, first!), first!, telling, today);
    first = undefined;
  };
  for await (const row of csvRows(pieces, profile === 'auto' ? ',' : profile.delimiter)) {
    if (lines) lines.row(row);
    else if (first!.push(row) === mostPreamble) begin();
    yield* telling.batch();
  }
  if (!lines) begin();
  lines!.end();
  if (!telling.hasStatement) throw new BadStatement('there is no statement in the file', null);
  yield* telling.batch(true);
}

function fitFor(profile: Profile | 'auto', rows: readonly Row[]): Fit {
  return profile === 'auto' ? onlyFit(profiles, rows) : fitOrRefuse(profile, profiles, rows);
}

/** Begins with the rows that are there already. */
function linesOf(fit: Fit, rows: Row[], telling: Telling, today: string) {
  const table = new Table(fit, telling, today);
  if (fit.profile.untitled?.kind === 'records') {
    const records = new Records(table, fit, today);
    for (const row of rows) records.row(row);
    return records;
  }
  const titled = fit.profile.untitled ? rows.findIndex((row) => table.rows.hasDate(row)) : fit.preamble;
  const preamble = titled < 0 ? rows.length : titled;
  takePreamble(rows.slice(0, preamble), table, fit.profile);
  for (const row of rows.slice(preamble)) table.row(row);
  return table;
}

function takePreamble(rows: readonly Row[], table: Table, profile: Profile): void {
  table.facts.account = accountIn(rows);
  for (const { cells, at } of rows) {
    const isBalance = profile.bounds?.opening.test(titleOf(cells[0] ?? ''));
    const amounts = cells.slice(1).filter((cell) => cell !== '');
    if (!isBalance) continue;
    const balance = readAmount(amounts[0] ?? '', profile.decimals);
    if (balance === undefined) throw new BadStatement('the balance brought forward is not an amount', at);
    table.begin(balance, at);
  }
}
