// The rows of a CSV file with the numbers of their lines.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { BadStatement } from '../../../core/statements/told.ts';

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

/** Yields rows. Throws BadStatement for what is no CSV. */
export async function* csvRows(pieces: AsyncIterable<Buffer>, delimiter: string): AsyncGenerator<Row> {
  const parser = parse({
    delimiter,
    encoding: 'latin1',
    info: true,
    max_record_size: longestRow,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // People write marks for inches into references. The running balance tells what was read wrongly.
    relax_quotes: true,
    skip_empty_lines: true,
    // Its own trimming takes brackets for blanks, and so the sign from "(12.00)".
    trim: false,
  });
  // What goes wrong reaches the loop below through the parser.
  const feeding = pipeline(Readable.from(pieces), parser).catch(() => {});
  let twice = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      let inner = 0;
      for (const cell of record) if (/[\r\n]/.test(cell)) inner += cell.split(/\r\n|\r|\n/).length - 1;
      // The library counts a return and a line feed within quotation marks as two lines.
      if (inner > 0) for (const cell of record) twice += cell.split('\r\n').length - 1;
      yield { at: info.lines - twice - inner, cells: record.map(bare) };
    }
    await feeding;
  } catch (error) {
    throw error instanceof CsvError ? refusalOf(error) : error;
  }
}

function refusalOf(error: CsvError): BadStatement {
  const at = Number((error as { lines?: unknown }).lines) || null;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new BadStatement('the file is cut off: a quotation mark is not closed', at);
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new BadStatement(
      `a row is longer than ${longestRow / 1024} KB, or a quotation mark is not closed`,
      at,
    );
  return new BadStatement(`it is not CSV: ${error.message}`, at);
}

const isBlank = (letter: string | undefined): boolean =>
  letter === ' ' || letter === '\t' || letter === '\n' || letter === '\r';

/** Returns a cell without blanks around it, and without quotation marks that the library left because of those. */
function bare(cell: string): string {
  let [from, to] = [0, cell.length];
  while (from < to && isBlank(cell[from])) from += 1;
  while (to > from && isBlank(cell[to - 1])) to -= 1;
  const isQuoted = from > 0 && to - from >= 2 && cell[from] === '"' && cell[to - 1] === '"';
  return isQuoted ? cell.slice(from + 1, to - 1) : cell.slice(from, to);
}
