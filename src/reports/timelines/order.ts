// The order of a timeline: by time, but never an effect before its cause, even if the clocks disagree.
import type { Note, Step, StepKind } from './timeline.ts';

/** The order of steps with the same time and no known cause. */
const ranks: Record<StepKind, number> = {
  refused: 0,
  begin: 1,
  hash: 2,
  key: 3,
  consent: 4,
  part: 5,
  bank: 6,
  state: 7,
  ledger: 8,
  event: 9,
  attempt: 10,
  settled: 11,
  note: 12,
};

/** Returns steps in the order of cause and effect. A step's consequences follow it directly, unless they came later. */
export function inOrder(notes: Note[]): Step[] {
  const byName = new Map(notes.map((note) => [note.record, note]));
  const seen = new Set<string>();
  const steps: Step[] = [];
  const consequences = Map.groupBy(
    notes.filter(({ cause, at }) => cause !== undefined && byName.get(cause)?.at.getTime() === at.getTime()),
    ({ cause }) => cause!,
  );

  function tell(note: Note): void {
    if (seen.has(note.record)) return;
    seen.add(note.record);
    const { cause, after = [], ...step } = note;
    for (const name of cause === undefined ? after : [cause, ...after]) {
      const before = byName.get(name);
      if (before) tell(before);
    }
    const before = steps.at(-1);
    const sinceMs = before ? Math.max(0, step.at.getTime() - before.at.getTime()) : null;
    steps.push({ ...step, sinceMs });
    for (const consequence of consequences.get(note.record) ?? []) tell(consequence);
  }

  // Sorting is stable: steps with the same time and rank keep the order in which they were read.
  for (const note of notes.toSorted(
    (one, other) => one.at.getTime() - other.at.getTime() || ranks[one.kind] - ranks[other.kind],
  )) {
    tell(note);
  }
  return steps;
}
