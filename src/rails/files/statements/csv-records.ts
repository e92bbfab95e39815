// FNB's statement: each line begins with the number of its kind. 2 names the account, 3 the statement, 5 is a movement.
import { BadStatement } from '../../../core/statements/parsed-statement.ts';
import { readAmount } from './amounts.ts';
import type { Fit } from './csv-fit.ts';
import type { Row } from './csv-rows.ts';
import type { Table } from './csv-table.ts';
import { dayWithin } from './days.ts';
import { assertNoNull, quoted } from './text.ts';

const isNumber = /^\d{1,20}$/;

/** Takes the quotation marks off that the library does not know. */
const bare = (cell: string): string => cell.replace(/^'/, '').replace(/'$/, '').trim();

export class Records {
  readonly #table: Table;
  readonly #fit: Fit;
  readonly #today: string;
  #hasStatement = false;

  constructor(table: Table, fit: Fit, today: string) {
    this.#table = table;
    this.#fit = fit;
    this.#today = today;
  }

  row(row: Row): void {
    const [kind] = row.cells;
    if (row.cells.every((cell) => cell === '')) return;
    const cells = row.cells.map(bare);
    if (kind === undefined || !/^[1-9]$/.test(kind))
      throw new BadStatement(`${quoted(row.cells.join(','))} begins with no number of a kind`, row.at);
    if (kind === '2') this.#account(cells, row.at);
    else if (kind === '3') this.#statement(cells, row.at);
    // A row of titles has words where the others have numbers.
    else if (kind === '5' && isNumber.test(cells[1] ?? '')) this.#movement({ ...row, cells });
    else if (kind === '5' && /\d/.test(cells[1] ?? ''))
      throw new BadStatement(`${quoted(cells[1]!)} is not the number of a movement`, row.at);
  }

  end(): void {
    if (!this.#hasStatement) throw new BadStatement('the record of the statement, 3, is missing', null);
    this.#table.end();
  }

  #account(cells: string[], at: number): void {
    const account = (cells[1] ?? '').replace(/[ -]/g, '');
    assertNoNull(account, at, 'the account');
    if (isNumber.test(account)) this.#table.facts.account = account;
  }

  #statement(cells: string[], at: number): void {
    const [, number = '', from = '', to = '', opening = '', closing = ''] = cells;
    if (!/\d/.test(number)) return;
    if (this.#hasStatement) throw new BadStatement('there is a second record of the statement, 3', at);
    for (const cell of cells) assertNoNull(cell, at, 'the record of the statement');
    this.#hasStatement = true;
    const facts = this.#table.facts;
    facts.number = number;
    const { days } = this.#table.rows;
    facts.from = days.day(from, { at, field: 'the first day', latest: this.#today });
    facts.to = days.day(to, { at, field: 'the last day', latest: this.#today });
    if (facts.to < facts.from) throw new BadStatement('the statement ends before it begins', at);
    [facts.opening, facts.closing] = [opening, closing].map((text) => {
      const cents = readAmount(text, this.#fit.profile.decimals);
      if (cents === undefined) throw new BadStatement(`${quoted(text)} is not an amount`, at);
      return cents;
    }) as [bigint, bigint];
    this.#table.begin(facts.opening, at);
  }

  #movement(row: Row): void {
    const { from, to } = this.#table.facts;
    if (from === null || to === null)
      throw new BadStatement('a movement comes before the record of the statement, 3', row.at);
    // The year is that of the statement, and turns with it. The last cell counts charges that are not booked yet.
    const cells = row.cells.slice(0, 8);
    this.#table.row({ at: row.at, cells }, (text) => {
      const day = dayWithin(text, from);
      return day !== undefined && day <= to ? day : undefined;
    });
  }
}
