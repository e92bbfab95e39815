// What a transaction writes is gathered while it decides, and written together at its end: so many rows of one kind take
// as many statements as one. Who reads back what the transaction has written asks for the writing first.
import type { Work } from './context.ts';

/** Rows that are written together, in a number of statements that does not grow with them. */
export interface Write<Row> {
  /** What has a lower place is written first. */
  place: number;
  all(work: Work, rows: readonly Row[]): Promise<void>;
}

/** What a transaction has yet to write. */
export type Gathered = Map<Write<never>, unknown[]>;

/** Has a row written at the end of the transaction, or with the next `writeGathered`. */
export function gather<Row>({ gathered }: Work, write: Write<Row>, row: Row): void {
  const rows = gathered.get(write);
  if (rows) rows.push(row);
  else gathered.set(write, [row]);
}

/** Writes what was gathered so far. The statements are sent one behind the other, without waiting in between. */
export async function writeGathered(work: Work): Promise<void> {
  while (work.gathered.size > 0) {
    const writes = [...work.gathered].sort(([one], [other]) => one.place - other.place);
    work.gathered.clear();
    await Promise.all(writes.map(([write, rows]) => write.all(work, rows as never[])));
  }
}

/** Has everything written that a part of the transaction has gathered on its own. */
export function gatherAll(work: Work, { gathered }: Pick<Work, 'gathered'>): void {
  for (const [write, rows] of gathered) for (const row of rows) gather(work, write, row as never);
}
