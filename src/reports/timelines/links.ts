// The records that precede an object: no refund before its transaction was paid, no transfer before it was
// ordered. Times in the same millisecond do not show the order.

import { firstOf, itemAt, lastOf } from '../../kernel/required.ts';
import { beginningOf } from './beginnings.ts';
import type { Family } from './family.ts';
import type { TransitionRow } from './record-store.ts';
import { stepName } from './steps.ts';
import type { Note } from './timeline.ts';

/** Returns the beginnings, each with the steps that made it possible. */
export function linked(beginnings: Note[], family: Family, transitions: TransitionRow[]): Note[] {
  const causes = new Map<string, string[]>();
  const comesAfter = (id: string, step: TransitionRow | undefined) => {
    if (step) causes.set(beginningOf(id), [...(causes.get(beginningOf(id)) ?? []), stepName(step.id)]);
  };
  const steps = Map.groupBy(transitions, ({ objectId }) => objectId);
  const stepsOf = (id: string, ...verbs: string[]) =>
    (steps.get(id) ?? []).filter(({ verb }) => verbs.includes(verb));

  for (const { id, transactionId } of family.refunds)
    comesAfter(id, stepsOf(transactionId, 'pay', 'payLate')[0]);
  for (const { id, subscriptionId } of family.charges) comesAfter(id, stepsOf(subscriptionId, 'approve')[0]);
  for (const { id, purpose, objectId } of family.transfers) {
    const part = family.parts.find((one) => one.id === objectId);
    // Each return of a deposit has its part and a transfer.
    const returns = family.parts.filter(
      (one) => one.depositId === part?.depositId && one.purpose === 'return',
    );
    const ordering = part
      ? stepsOf(part.depositId, 'return')[returns.indexOf(part)]
      : stepsOf(objectId, 'submit')[0];
    if (purpose !== 'settlement') comesAfter(id, ordering);
  }
  for (const payment of family.payments) {
    const attempts = family.transactions.filter(({ paymentId }) => paymentId === payment.id);
    for (const [before, next] of inTurn(attempts, steps)) comesAfter(next, before);
  }
  return beginnings.map((note) => ({
    ...note,
    after: [...(note.after ?? []), ...(causes.get(note.record) ?? [])],
  }));
}

/** Only one attempt is open at a time: each begins after the previous one has ended. */
function inTurn(
  attempts: { id: string }[],
  steps: Map<string, TransitionRow[]>,
): [before: TransitionRow, next: string][] {
  const moved = attempts
    .flatMap(({ id }) => {
      const own = steps.get(id);
      return own ? [{ id, steps: own }] : [];
    })
    .toSorted((one, other) => Number(firstOf(one.steps).id - firstOf(other.steps).id));
  return moved.slice(1).map(({ id, steps: own }, index) => {
    const before = itemAt(moved, index).steps.filter((step) => step.id < firstOf(own).id);
    return [lastOf(before), id];
  });
}
