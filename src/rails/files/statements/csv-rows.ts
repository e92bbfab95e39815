// The rows of a CSV file with the numbers of their lines.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type parser as csvParser, parse } from 'csv';
import { BadStatement } from '../../../core/statements/parsed-statement.ts';

export interface Row {
  /** The number of its first line in the file, from 1. */
  at: number;
  /** As Latin-1, without blanks around them. */
  cells: string[];
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

/** In bytes; no row of a bank is longer. A quotation mark that is never closed would take the rest of the file. */
const longestRow = 64 * 1024;

/** Rows that are parsed before they are taken. */
const ahead = 1_000;

/** In bytes. The library parses a piece to its end: of a hostile one, many rows after the one that ends the reading. */
const longestPiece = 4 * 1024;

/**
 * Yields rows, many at once. `width` is how many cells most of them have: for each other one the library creates an
 * error, which takes longer than the row. Throws BadStatement for a file that is not CSV.
 */
export async function* csvRows(
  pieces: AsyncIterable<Buffer>,
  delimiter: string,
  width: number,
): AsyncGenerator<Row[]> {
  const options: csvParser.Options & { readableHighWaterMark: number } = {
    delimiter,
    encoding: 'latin1',
    info: true,
    max_record_size: longestRow,
    readableHighWaterMark: ahead,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Payers write inch marks into references. The running balance shows wrongly read rows.
    relax_quotes: true,
    skip_empty_lines: true,
    // Its own trimming takes brackets for blanks, and so the sign from "(12.00)".
    trim: false,
  };
  const parser = parse(options);
  // What goes wrong reaches the loop below through the parser.
  const feeding = pipeline(Readable.from(headed(pieces, delimiter, width)), parser).catch(() => {});
  const lines = new LineCount(delimiter);
  try {
    for await (const one of parser as AsyncIterable<Parsed>) {
      const rows = [lines.row(one)];
      for (let more = parser.read(); more !== null; more = parser.read()) rows.push(lines.row(more));
      if (rows[0]!.at === 0) rows.shift();
      if (rows[0]?.at === 1 && isSeparatorRow(rows[0])) rows.shift();
      yield rows;
    }
    await feeding;
  } catch (error) {
    throw isCsvError(error) ? refusalOf(error) : error;
  }
}

/** Puts a row of empty cells first, by which the library learns the width. It skips an empty line. */
async function* headed(pieces: AsyncIterable<Buffer>, delimiter: string, width: number) {
  yield Buffer.from(`""${delimiter.repeat(width - 1)}\n`);
  for await (const piece of pieces) {
    for (let from = 0; from < piece.length; from += longestPiece)
      yield piece.subarray(from, from + longestPiece);
  }
}

/** Counts the lines of a file; the row that was put first is line 0. */
class LineCount {
  /** The library counts a return and a line feed within quotation marks as two lines. */
  #twice = 0;
  readonly #delimiter: string;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  row({ record, info }: Parsed): Row {
    let inner = 0;
    for (const cell of record) if (/[\r\n]/.test(cell)) inner += cell.split(/\r\n|\r|\n/).length - 1;
    if (inner > 0) for (const cell of record) this.#twice += cell.split('\r\n').length - 1;
    const at = info.lines - 1 - this.#twice - inner;
    if (inner > 0 && record.some((cell) => this.#holdsRow(cell)))
      throw new BadStatement('a quotation mark is not closed: what follows is read as part of it', at);
    return { at, cells: record.map(bare) };
  }

  /** True for a text of several lines, of which one looks like a row. */
  #holdsRow(cell: string): boolean {
    const [, ...others] = cell.split(/[\r\n]+/);
    return others.some((line) => line.split(this.#delimiter).length > 2);
  }
}

/** Returns the first rows of a file, of which the last may be cut off. */
export async function firstRows(head: Buffer, delimiter: string, most: number): Promise<Row[]> {
  const found: Row[] = [];
  try {
    for await (const rows of csvRows(Readable.from([head]), delimiter, 1)) {
      found.push(...rows);
      if (found.length >= most) break;
    }
  } catch (error) {
    // The reading reports errors of the file.
    if (!(error instanceof BadStatement)) throw error;
  }
  return found.slice(0, most);
}

/** The library does not export this class. */
const isCsvError = (error: unknown): error is csvParser.CsvError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');

function refusalOf(error: csvParser.CsvError): BadStatement {
  // Less the row that was put first.
  const at = Number((error as { lines?: unknown }).lines) - 1 || null;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new BadStatement('the file is cut off: a quotation mark is not closed', at);
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new BadStatement(
      `a row is longer than ${longestRow / 1024} KB, or a quotation mark is not closed`,
      at,
    );
  return new BadStatement(`it is not CSV: ${error.message}`, at);
}

/** The first line can name the separator for a spreadsheet: "sep=;". */
const isSeparatorRow = ({ cells }: Row): boolean =>
  /^sep=[,;|]?$/i.test(cells[0] ?? '') && cells.slice(1).every((cell) => cell === '');

const isBlank = (letter: string | undefined): boolean =>
  letter === ' ' || letter === '\t' || letter === '\n' || letter === '\r';

/** Returns a cell without blanks around it, and without quotation marks that the library left because of those. */
function bare(cell: string): string {
  let [from, to] = [0, cell.length];
  while (from < to && isBlank(cell[from])) from += 1;
  while (to > from && isBlank(cell[to - 1])) to -= 1;
  const isQuoted = from > 0 && to - from >= 2 && cell[from] === '"' && cell[to - 1] === '"';
  if (isQuoted) return cell.slice(from + 1, to - 1);
  // A formula that keeps the zeros of a number: ="0012".
  const isFormula = to - from >= 3 && cell.startsWith('="', from) && cell[to - 1] === '"';
  return isFormula ? cell.slice(from + 2, to - 1) : cell.slice(from, to);
}
