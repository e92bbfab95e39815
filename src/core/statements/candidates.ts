// One line of a statement as a person looks at it: what it says, and what it may be.
import { type BankAccount, findSeenAccount } from '../accounts/actions.ts';
import type { AnyContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { findDeposits, findPayments, type LineCandidate } from './candidate-store.ts';
import * as store from './store.ts';

export type { LineCandidate } from './candidate-store.ts';

export interface SeenLine {
  line: store.StatementLine;
  account: BankAccount;
  /** Of an open line: what it may be, the newest first. */
  candidates: LineCandidate[];
}

const mostCandidates = 20;

/** Returns a line of an account that a viewer sees. Throws StatementLineNotFound. */
export async function readLine(ctx: AnyContext, viewer: Viewer, id: string): Promise<SeenLine> {
  const line = await store.findLine(ctx.db, id);
  const account = line && (await findSeenAccount(ctx.db, viewer, line.bankAccount));
  if (!account) throw new DomainError('StatementLineNotFound', { detail: `there is no line ${id}` });
  return { line, account, candidates: line.status === 'open' ? await candidatesOf(ctx, line) : [] };
}

async function candidatesOf({ db }: AnyContext, line: store.StatementLine): Promise<LineCandidate[]> {
  const { bankAccount, amountCents, bookedOn: until } = line;
  const limit = mostCandidates;
  if (amountCents > 0n)
    return findPayments(db, { bankAccount, amount: amountCents, meaning: 'return', limit });
  const amount = -amountCents;
  const paid = await findPayments(db, { bankAccount, amount, meaning: 'payment', limit });
  return [...paid, ...(await findDeposits(db, { bankAccount, amount, until, limit }))];
}
