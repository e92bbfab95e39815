// Banks' reports about transfers. Concurrent reports are recorded together: those about transfers of one purpose share
// their locks, their statements and their commit, and each caller returns only after it.
import { batch } from '../../kernel/db/batch.ts';
import type { AnyContext, Work } from '../context.ts';
import type { TransferAnswer } from '../rails.ts';
import { inWork, workOf } from '../unit-of-work.ts';
import { type Move, moveTransfers } from './actions.ts';
import type { TransferVerb } from './state.ts';
import * as store from './store.ts';

const verbs: Record<TransferAnswer['outcome'], TransferVerb | undefined> = {
  unknown: undefined,
  pending: undefined,
  paid: 'pay',
  failed: 'fail',
  returned: 'return',
};

interface Said {
  ctx: AnyContext;
  id: string;
  answer: TransferAnswer;
  verb: TransferVerb;
}

const recordBatch = () => batch<Said, void>((_, set) => recordSet(set));

/** Records reports of one purpose; only for purposes whose outcomes are locked in one order, however many they are. */
const batches: Partial<Record<store.Purpose, ReturnType<typeof recordBatch>>> = {
  refund: recordBatch(),
  payout: recordBatch(),
};

const findPurpose = batch(async (db, ids: readonly string[]) => {
  const purposes = await store.findPurposes(db, ids);
  return ids.map((id) => purposes.get(id));
});

/**
 * Records a bank's report about a transfer, and its effects. A report that comes twice or out of order, or about an
 * unknown transfer, changes nothing.
 */
export async function recordTransferAnswer(
  ctx: AnyContext,
  id: string,
  answer: TransferAnswer,
): Promise<void> {
  const verb = verbs[answer.outcome];
  if (!verb) return;
  const said = { ctx, id, answer, verb };
  if ('tx' in ctx) return recordSet([said]);
  const purpose = await findPurpose(ctx.db, id);
  if (!purpose) return;
  await (batches[purpose]?.(ctx.db, said) ?? recordSet([said]));
}

function recordSet(set: readonly Said[]): Promise<void> {
  const { ctx } = set[0]!;
  return inWork(ctx, async (work) => {
    const transfers = await store.lockTransfers(
      work.tx,
      set.map(({ id }) => id),
    );
    const known = set.filter(({ id }) => transfers.has(id));
    const moves = known.map((said) => toMove(work, transfers.get(said.id)!, said));
    const taken = await moveTransfers(work, moves);
    known.forEach((said, index) => {
      if (!taken[index]) noteContradiction(moves[index]!, said);
    });
  });
}

const toMove = ({ tx, unwritten }: Work, transfer: store.Transfer, { ctx, answer, verb }: Said): Move => ({
  work: workOf(ctx, tx, unwritten),
  transfer,
  step: { verb, reason: answer.reason, failure: answer.failure },
});

// Money that left after its transfer was abandoned, or did not leave after it was booked: an operator must look, and
// `tefo check` shows it until then.
function noteContradiction({ work, transfer: { id: transferId, state } }: Move, { answer }: Said): void {
  const { outcome: said } = answer;
  const contradicts = (state === 'failed' && said === 'paid') || (state === 'paid' && said === 'failed');
  if (contradicts)
    work.log.error({ transferId, state, said }, "a bank's report contradicts the booked state");
}
