// A timeline as people read it: one entry for each fact, with the internals as details. All attempts of one delivery are one
// entry, and the hash and the idempotency key of a request belong to the object that it created.
import { formatRand } from '../../kernel/money.ts';
import { firstOf, lastOf } from '../../kernel/required.ts';
import { changeText } from './change-texts.ts';
import type { Step } from './timeline.ts';

export interface Entry {
  /** The step that gives its time, kind and actor: the newest attempt of a delivery. */
  step: Step;
  /** A past-tense fact. */
  title: string;
  /** The reason; null without one. */
  why: string | null;
  /** Internals: identifiers, state names and postings. */
  details: string[];
  /** The time of the next attempt to deliver; null if there is none. */
  retryAt: Date | null;
  /** The attempts of a delivery, the oldest first; empty for other entries. */
  attempts: Step[];
}

/** Returns the entries of steps. Without `ledger`, bookings are left out. */
export function entriesOf(steps: readonly Step[], { ledger }: { ledger: boolean }): Entry[] {
  const deliveries = Map.groupBy(
    steps.filter(({ delivery }) => delivery),
    ({ delivery }) => delivery!.id,
  );
  const requests = Map.groupBy(steps.filter(isInternal), ({ objectId }) => objectId);
  const begun = new Set(steps.filter(({ kind }) => kind === 'begin').map(({ objectId }) => objectId));
  return steps.flatMap((step) => {
    if (step.delivery) {
      const own = deliveries.get(step.delivery.id) ?? [];
      return step === firstOf(own) ? [deliveryEntry(own)] : [];
    }
    if (isInternal(step) && begun.has(step.objectId)) return [];
    if (step.kind === 'ledger' && !ledger) return [];
    const more = step.kind === 'begin' ? (requests.get(step.objectId) ?? []) : [];
    return [entryOf(step, more)];
  });
}

/** A right hash and an idempotency key are internals of a request. */
const isInternal = ({ kind, what }: Step): boolean =>
  kind === 'key' || (kind === 'hash' && what === 'request signature valid');

function entryOf(step: Step, requests: readonly Step[]): Entry {
  const { object, what, why, change, event, journal } = step;
  const of = (title: string, details: string[], reason = why): Entry => ({
    step,
    title,
    why: reason,
    details,
    retryAt: null,
    attempts: [],
  });
  if (change) {
    const details = [`${object.replaceAll('_', ' ')}: ${change.from} to ${change.to} (${change.verb})`];
    return of(changeText(object, change.verb) ?? capital(what), details);
  }
  if (event) {
    const title =
      event.recipients === 0
        ? `No recipient for ${event.type}`
        : `Event ${event.type} queued for ${event.recipients} ${event.recipients === 1 ? 'recipient' : 'recipients'}`;
    return of(title, [what]);
  }
  if (journal) {
    const cents = journal.rows.reduce(
      (sum, { amountCents }) => (amountCents > 0n ? sum + amountCents : sum),
      0n,
    );
    return of(`Ledger: ${journal.template.replaceAll('_', ' ')}, ${formatRand(cents)}`, []);
  }
  return of(
    capital(what),
    requests.map((one) => [one.what, one.why].filter((text) => text !== null).join('; ')),
  );
}

function deliveryEntry(steps: readonly Step[]): Entry {
  const attempts = steps.filter(({ delivery }) => delivery?.attempt !== null);
  const end = steps.find(
    ({ delivery }) => delivery?.result === 'abandoned' || delivery?.result === 'skipped',
  );
  const step = attempts.at(-1) ?? lastOf(steps);
  const { recipient, isDelivered, result, attempt, dueAt } = step.delivery!;
  const count = attempt ?? 0;
  const tries = count === 1 ? '' : `, attempt ${count}`;
  const title = isDelivered
    ? `Notification delivered to ${recipient} (${result}${tries})`
    : attempts.length === 0
      ? `Notification to ${recipient} skipped`
      : `Notification ${end ? 'abandoned' : 'failed'} (${count} ${count === 1 ? 'attempt' : 'attempts'}): ${result} from ${recipient}`;
  return {
    step,
    title,
    why: end?.why ?? step.why,
    details: [],
    retryAt: isDelivered ? null : dueAt,
    attempts,
  };
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
