// Holds a bank account's books against its statement, to the cent, at the end of a day.
import { dayOf } from '../../kernel/business-days.ts';
import type { Cents } from '../../kernel/money.ts';
import { type BankAccount, findSeenAccount } from '../accounts/actions.ts';
import type { AnyContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import * as store from './store.ts';

/** What makes a difference: a line that waits for a person, one that the bank dropped, a payment that it does not show. */
export interface Difference {
  kind: 'open' | 'dropped' | 'missing';
  lineId: string | null;
  /** The bank's day; of a payment, that on which it was to be paid. */
  date: string;
  /** In cents. */
  amount: Cents;
  text: string;
}

export interface Reconciliation {
  account: string;
  /** The day of the bank's last balance, or the requested day without one. */
  day: string;
  opening: Cents | null;
  /** The bank's last balance; null without one. */
  statement: Cents | null;
  books: Cents;
  /** The statement's balance minus the ledger's. */
  difference: Cents;
  rows: Difference[];
}

/** Returns the ledger's balance of an account against its last statement up to a day, "2026-12-01", or up to today. */
export async function reconcile(
  ctx: AnyContext,
  account: BankAccount,
  day = dayOf(ctx.clock.now()).toString(),
): Promise<Reconciliation> {
  const last = await store.findClosing(ctx.db, account.id, day);
  const until = last?.toOn ?? day;
  const findings = await store.findFindings(ctx.db, account.id, until);
  const opening = account.openingCents;
  const missing = (await store.findUnshown(ctx.db, account.id, until)).map(
    ({ bankReference, amountCents, day: date }): Difference => ({
      kind: 'missing',
      lineId: null,
      date,
      amount: amountCents,
      text: `${bankReference} was answered as paid, and the statement does not show it`,
    }),
  );
  const lines = findings.map(
    ({ id, status, bookedOn, amountCents, text }): Difference => ({
      kind: status === 'open' ? 'open' : 'dropped',
      lineId: id,
      date: bookedOn,
      amount: amountCents,
      text,
    }),
  );
  const booked = await store.sumBooked(ctx.db, account.id, until);
  const books = missing.reduce((sum, { amount }) => sum + amount, (opening ?? 0n) + booked);
  const statement = last?.closingCents ?? null;
  const rows = [...lines, ...missing];
  return {
    account: account.id,
    day: until,
    opening,
    statement,
    books,
    difference: (statement ?? books) - books,
    rows,
  };
}

/** Does the same for an account that a viewer sees, by its name. Throws BankAccountNotFound. */
export async function reconcileSeen(
  ctx: AnyContext,
  viewer: Viewer,
  id: string,
  day?: string,
): Promise<Reconciliation> {
  const account = await findSeenAccount(ctx.db, viewer, id);
  if (!account) throw new DomainError('BankAccountNotFound', { detail: `there is no account ${id}` });
  return reconcile(ctx, account, day);
}
