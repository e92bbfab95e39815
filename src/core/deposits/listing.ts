// The work list: waiting deposits, each with its likely targets.
import type { Context } from '../context.ts';
import { findAnyTransaction, type Transaction } from '../transactions/actions.ts';
import { type Candidate, findCandidates } from './candidates.ts';
import * as store from './store.ts';

export interface OpenDeposit {
  deposit: store.Deposit;
  /** The transaction that it waits in, if its reference was known. */
  held: Transaction | undefined;
  /** The likely targets, the most likely first. */
  candidates: Candidate[];
}

/** Returns waiting deposits, oldest first; parked ones too if `parked`. */
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
