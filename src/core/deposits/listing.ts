// The work list: deposits that wait for somebody, each with what it was probably meant for.
import type { Context } from '../context.ts';
import { findAnyTransaction, type Transaction } from '../transactions/actions.ts';
import { type Candidate, findCandidates } from './candidates.ts';
import * as store from './store.ts';

export interface OpenDeposit {
  deposit: store.Deposit;
  /** The transaction that it waits in, where it carried a known reference. */
  held: Transaction | undefined;
  /** What it was probably meant for, the likeliest first. */
  candidates: Candidate[];
}

/** Deposits that wait for somebody, oldest first; those that were parked too if `parked`. */
export async function listOpenDeposits(
  ctx: Context,
  { parked, limit }: { parked: boolean; limit: number },
): Promise<OpenDeposit[]> {
  const db = ctx.db;
  const listed: OpenDeposit[] = [];
  for (const deposit of await store.findOpen(db, parked, limit)) {
    const { transactionId } = deposit;
    const held = transactionId === null ? undefined : await findAnyTransaction(ctx, transactionId);
    listed.push({ deposit, held, candidates: await findCandidates(db, deposit) });
  }
  return listed;
}
