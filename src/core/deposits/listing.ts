// The work list: waiting deposits; and one of them with its likely targets, which take long to find.
import { findAccount } from '../accounts/actions.ts';
import type { AnyContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { findAnyTransaction, type Transaction } from '../transactions/actions.ts';
import type { Viewer } from '../viewer.ts';
import { type Candidate, findCandidates } from './candidates.ts';
import { isOpen } from './state.ts';
import * as store from './store.ts';

export { type Candidate, findCandidates } from './candidates.ts';

export interface OpenDeposit {
  deposit: store.Deposit;
  /** The transaction that it waits in, if its reference was known. */
  held: Transaction | undefined;
}

/** Returns waiting deposits that a viewer sees, the oldest first. */
export async function listOpenDeposits(
  ctx: AnyContext,
  viewer: Viewer,
  filter: store.OpenFilter,
): Promise<OpenDeposit[]> {
  const listed: OpenDeposit[] = [];
  for (const deposit of await store.findOpen(ctx.db, viewer, filter))
    listed.push({ deposit, held: await heldOf(ctx, deposit) });
  return listed;
}

/** A deposit with its likely targets. */
export interface FoundDeposit extends OpenDeposit {
  candidates: Candidate[];
  /** The merchant of the account on which it arrived, or of its reference; null: the operator. */
  ownerId: string | null;
}

/** Returns a deposit that a viewer sees and, while it waits, its likely targets, the most likely first. Throws DepositNotFound. */
export async function readDeposit(ctx: AnyContext, viewer: Viewer, id: string): Promise<FoundDeposit> {
  const deposit = await store.findDeposit(ctx.db, viewer, id);
  if (!deposit) throw new DomainError('DepositNotFound');
  const candidates = isOpen(deposit.state) ? await findCandidates(ctx, deposit, viewer) : [];
  const account = await findAccount(ctx.db, deposit.bankAccount);
  const ownerId = account?.merchantId ?? deposit.merchantId;
  return { deposit, held: await heldOf(ctx, deposit), candidates, ownerId };
}

async function heldOf(ctx: AnyContext, { transactionId }: store.Deposit): Promise<Transaction | undefined> {
  return transactionId === null ? undefined : findAnyTransaction(ctx.db, transactionId);
}
