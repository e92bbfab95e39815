// A bank's own records of the objects in a timeline.
import type { Recall } from '../../core/rails.ts';
import { getOrThrow } from '../../kernel/required.ts';
import { beginningOf } from './beginnings.ts';
import type { Family } from './family.ts';
import type { TransitionRow } from './record-store.ts';
import { isOperator, type ReadScope } from './scope.ts';
import { stepName } from './steps.ts';
import type { Note } from './timeline.ts';
import { redact } from './words.ts';

/** The objects that a bank knows. */
const known = {
  transaction: 'transactions',
  transfer: 'transfers',
  subscription: 'subscriptions',
  deposit: 'deposits',
} as const;

/** The steps after which a bank has something to decide. */
const asked = ['start', 'send'];

/**
 * Returns the bank's records of the transactions, transfers, mandates and deposits of a family. Only operators see
 * them.
 */
export async function tellBank(
  scope: ReadScope,
  family: Family,
  transitions: TransitionRow[],
  recall: Recall | undefined,
): Promise<Note[]> {
  if (!recall || !isOperator(scope)) return [];
  const objects = new Map(
    Object.entries(known).flatMap(([object, rows]) =>
      family[rows as (typeof known)[keyof typeof known]].map(({ id }) => [id, object] as const),
    ),
  );
  const records = await recall(scope.db, [...objects.keys()]);
  const sendingOf = (id: string) =>
    transitions
      .filter(({ objectId, verb }) => objectId === id && asked.includes(verb))
      .map((step) => stepName(step.id));
  return records.map(({ id, record, at, what, why, isFirst }) => ({
    record,
    at,
    kind: 'bank',
    object: getOrThrow(objects, id),
    objectId: id,
    what,
    why: why === null ? null : redact(why),
    by: 'bank',
    correlationId: null,
    after: [beginningOf(id), ...(isFirst ? [] : sendingOf(id))],
  }));
}
