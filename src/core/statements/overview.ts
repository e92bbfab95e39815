// A bank account at a glance: its balances, its last statements, and what waits for a user.
import { dayOf } from '../../kernel/business-days.ts';
import type { BankAccount } from '../accounts/actions.ts';
import type { AnyContext } from '../context.ts';
import { countWaiting } from '../deposits/actions.ts';
import { findWaitingFiles, type StoredFile } from '../payment-files/actions.ts';
import { type Reconciliation, reconcile } from './reconciliation.ts';
import * as store from './store.ts';

export interface Overview {
  account: BankAccount;
  balances: Reconciliation;
  /** The day of the bank's last balance; null without one. */
  lastDay: string | null;
  ageDays: number | null;
  openLines: number;
  unmatched: number;
  /** Payment files that have not left. */
  files: StoredFile[];
}

export async function overviewOf(ctx: AnyContext, account: BankAccount): Promise<Overview> {
  const { db } = ctx;
  const { id } = account;
  const balances = await reconcile(ctx, account);
  const lastDay = balances.statement === null ? null : balances.day;
  const today = dayOf(ctx.clock.now());
  return {
    ...{ account, balances, lastDay },
    ageDays: lastDay === null ? null : today.since(Temporal.PlainDate.from(lastDay)).days,
    openLines: await store.countOpen(db, id),
    unmatched: await countWaiting(db, id),
    files: await findWaitingFiles(db, id),
  };
}

const mostStatements = 10;
const mostLines = 50;

/** Returns the newest statements of an account, and the oldest lines that wait for a decision. */
export async function recentOf(
  { db }: AnyContext,
  { id }: BankAccount,
): Promise<{ statements: store.Statement[]; lines: store.StatementLine[] }> {
  return {
    statements: await store.findNewest(db, id, mostStatements),
    lines: await store.findOpenLines(db, id, mostLines),
  };
}
