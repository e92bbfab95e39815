// Statements of bank accounts: imported, booked, explained by users, and compared with the ledger.
import type { Cents } from '../../kernel/money.ts';
import { firstOf, lastOf } from '../../kernel/required.ts';
import {
  addAccount,
  type BankAccount,
  findAccount,
  lockAccount,
  type NewAccount,
  setRemoved,
} from '../accounts/actions.ts';
import type { AnyContext, Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { countUnderWay } from '../payment-files/orders.ts';
import { countWaiting } from '../transfers/actions.ts';
import { inWork } from '../unit-of-work.ts';
import { bookNew } from './booking.ts';
import type { SkippedStatement } from './parsed-statement.ts';
import { maskedNumber, postOpening, type StatementFile, takeStatement } from './statement-import.ts';
import * as store from './store.ts';

export type { StatementFile } from './statement-import.ts';
export {
  countOpen,
  findClosing,
  type LineMeaning,
  meanings,
  readLines,
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
  ctx: Context,
  account: string,
  file: StatementFile,
  by: string,
): Promise<Imported> {
  const taken = await takeStatement(ctx, account, file, by);
  await bookNew(ctx, account);
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

/** Adds a bank account; where its opening balance is named, its books begin with it. Throws what addAccount throws. */
export function openAccount(ctx: Context, input: NewAccount): Promise<BankAccount> {
  return inWork(ctx, async (work) => {
    const account = await addAccount(work, input);
    if (input.opening !== null) await postOpening(work, account, input.opening);
    return account;
  });
}

/**
 * Removes an account: nothing new goes through it. Throws BankAccountNotFound, and BankAccountInUse while payments are
 * under way or lines are open. Its bookings stay.
 */
export function removeAccount(ctx: Context, id: string): Promise<BankAccount> {
  return inWork(ctx, async (work) => {
    const account = await lockAccount(work.tx, id);
    if (!account || account.removedAt) throw noAccount(id);
    const underWay = (await countUnderWay(work.tx, id)) + (await countWaiting(work.tx, id));
    if (underWay > 0)
      throw new DomainError('BankAccountInUse', {
        detail: `${underWay} payments of the account ${id} are under way`,
      });
    const open = await store.countOpen(work.tx, id);
    if (open > 0)
      throw new DomainError('BankAccountInUse', {
        detail: `${open} lines of the account ${id} wait for a person: tefo statement lines --open`,
      });
    account.removedAt = work.clock.now();
    await setRemoved(work.tx, id, account.removedAt);
    return account;
  });
}

const noAccount = (id: string) =>
  new DomainError('BankAccountNotFound', { detail: `there is no account ${id}` });

/** Returns an account that is not removed. Throws BankAccountNotFound. */
export async function requireAccount(ctx: AnyContext, id: string): Promise<BankAccount> {
  const account = await findAccount(ctx.db, id);
  if (account && !account.removedAt) return account;
  throw noAccount(id);
}
