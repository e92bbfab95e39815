// Statements of bank accounts: imported, booked, explained by users, and compared with the ledger.
import type { Cents } from '../../kernel/money.ts';
import { firstOf, lastOf } from '../../kernel/required.ts';
import type { AnyContext } from '../context.ts';
import { alertDifference } from './alerts.ts';
import { bookNew } from './booking.ts';
import type { SkippedStatement } from './parsed-statement.ts';
import { maskedNumber, type StatementFile, takeStatement } from './statement-import.ts';
import * as store from './store.ts';

export { openAccount, removeAccount, requireAccount } from './bank-accounts.ts';
export { addCategory, type Category, listCategories, readCategory, removeCategory } from './categories.ts';
export type { StatementFile } from './statement-import.ts';
export {
  type CategoryKind,
  categoryKinds,
  countOpen,
  findClosing,
  type LineMeaning,
  meanings,
  readLines,
  type Statement,
  type StatementLine,
  statementLines,
} from './store.ts';

/** What became of a file. */
export interface Imported {
  status: 'imported' | 'duplicate';
  format: string;
  kind: store.Statement['kind'];
  from: string | null;
  to: string | null;
  /** In cents. */
  opening: Cents | null;
  closing: Cents | null;
  /** How many lines it has, and how many of them were new, and known. */
  lines: number;
  new: number;
  known: number;
  /** New lines that wait for an explanation. */
  pending: number;
  matched: number;
  waiting: number;
  charges: number;
  explained: number;
  reversals: number;
  open: number;
  /** Statements of the file that were not taken; none for a duplicate, which is not read. */
  skipped: Skipped[];
}

/** A statement that was not taken. */
export interface Skipped {
  /** "*1234"; null if the file does not name it. */
  account: string | null;
  reason: string;
}

export const skippedOf = ({ account, reason }: SkippedStatement): Skipped => ({
  account: account === null ? null : maskedNumber(account),
  reason,
});

/**
 * Takes a statement of an account and books its lines. The same bytes again only finish an interrupted import. Throws
 * BadStatement if it is refused: then nothing of it is booked.
 */
export async function importStatement(
  ctx: AnyContext,
  account: string,
  file: StatementFile,
  by: string,
): Promise<Imported> {
  const taken = await takeStatement(ctx, account, file, by);
  await bookNew(ctx, account);
  if (taken.status === 'imported') await alertDifference(ctx, account, lastOf(taken.statements).id);
  const { status, statements, known } = taken;
  const ids = statements.map(({ id }) => id);
  const counted = status === 'duplicate' ? [] : await store.countLines(ctx.db, ids);
  const count = (is: (one: store.Counted) => boolean): number =>
    counted.filter(is).reduce((sum, one) => sum + one.count, 0);
  const [first, last] = [firstOf(statements), lastOf(statements)];
  const lines = statements.reduce((sum, one) => sum + one.lines, 0);
  return {
    status,
    format: first.format,
    kind: first.kind,
    from: first.fromOn,
    to: last.toOn,
    opening: first.openingCents,
    closing: last.closingCents,
    lines,
    new: count(() => true),
    known: status === 'duplicate' ? lines : known,
    pending: count((one) => one.status === 'pending'),
    matched: count((one) => one.meaning === 'deposit' && one.hasRule),
    waiting: count((one) => one.meaning === 'deposit' && !one.hasRule),
    charges: count((one) => one.meaning === 'charge' || one.meaning === 'interest'),
    explained: count((one) => one.meaning === 'payment' || one.meaning === 'return'),
    reversals: count((one) => one.meaning === 'reversal'),
    open: count((one) => one.status === 'open'),
    skipped: taken.others.map(skippedOf),
  };
}
