// How one bank writes its statements as CSV: data, of which the reader of CSV knows no bank.
import type { DecimalMark } from './amounts.ts';

/** True if a description is of a sort. A RegExp is one. */
export interface Matcher {
  test(text: string): boolean;
}

/** Titles of columns by their content. An amount is in one column, or in two. */
export interface Columns {
  date: string;
  valueDate?: string;
  /** Joined one after the other. */
  description: readonly string[];
  reference?: string;
  amount?: string;
  in?: string;
  out?: string;
  /** Money that leaves in addition to the amount. */
  fee?: string;
  balance?: string;
  account?: string;
}

/** One layout of a profile's files. */
export interface Layout {
  /** The titles in their order. */
  header: readonly string[];
  columns: Columns;
}

export interface Profile {
  name: string;
  /** One character. */
  delimiter: string;
  decimals: DecimalMark;
  /** Layouts are tried in their order. */
  layouts: readonly Layout[];
  /**
   * How files without titles are known: by the first cell of their first line. "records": each line begins with the
   * number of its kind, and the layout is that of kind 5.
   */
  untitled?: { begins: Matcher; kind: 'lines' | 'records' };
  /** Forms of dates, such as "dd/MM/yyyy". */
  date: readonly string[];
  files: 'cumulative' | 'incremental';
  order: 'oldest-first' | 'newest-first' | 'auto';
  /** Descriptions of rows that are no lines. */
  skip?: Matcher;
  /** Descriptions of rows with only a balance. */
  balances?: Matcher;
  /** Where a row of the first sort has come, one of the second must come too: else the file is cut off. */
  bounds?: { opening: Matcher; closing: Matcher };
  pending?: Matcher;
  charges?: Matcher;
  interest?: Matcher;
}
