// The output of `tefo listen`: lines for users, or one JSON object per line for programs.

import type { Delivery } from '../../devtools/listen/relay.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { Note } from './loop.ts';

interface Addresses {
  forwardTo: string;
  publicUrl: string;
}

const clock = systemClock();

/** Returns a note for a program, with the machine's time. */
export function record(note: Note): object {
  const at = clock.now().toISOString();
  if (note.kind !== 'delivery') return { at, ...note };
  const { event, kind, ...how } = note;
  const { id, type, object, objectId, sequence } = event;
  return { at, kind, type, id, object, objectId, sequence, ...how };
}

/** Returns a note as text of one line, or several if needed. */
export function textLine(note: Note, addresses: Addresses): string {
  return `${clock.now().toTimeString().slice(0, 8)}  ${wordsOf(note, addresses)}`;
}

function wordsOf(note: Note, addresses: Addresses): string {
  switch (note.kind) {
    case 'listening':
      return begun(note, addresses);
    case 'delivery':
      return delivered(note);
    case 'heartbeat':
      return beating(note);
    case 'receiver':
      return note.isAway
        ? `!! THE RECEIVER IS UNAVAILABLE: ${addresses.forwardTo} (${note.reason}). Nothing is lost; retrying until it is back.`
        : `the receiver is back: ${addresses.forwardTo}`;
    case 'service':
      return note.isAway
        ? `!! THE SERVICE IS UNAVAILABLE: ${addresses.publicUrl} (${note.reason}). Waiting until it is back.`
        : `the service is available: ${addresses.publicUrl}`;
    case 'stopped':
      return note.why === 'asked'
        ? 'stopped; the same command resumes from here'
        : 'stopped: another tefo listen with this name has taken over';
  }
}

function begun(note: Extract<Note, { kind: 'listening' }>, { forwardTo }: Addresses): string {
  const { siteName, siteCode, begins, lastEventId, waiting } = note;
  const from = begins
    ? 'from now on'
    : lastEventId
      ? `from where it stopped, after ${lastEventId}`
      : 'from where it stopped';
  const also = waiting > 0 ? `; ${several(waiting)} first` : '';
  return `${siteName} (${siteCode}) -> ${forwardTo}, ${from}${also}. Signed with the site’s webhookSecret. Ctrl-C ends it.`;
}

function delivered(delivery: Delivery): string {
  const { event, attempt, statusCode, error, durationMs, outcome, retryInMs, isAgain, answer } = delivery;
  const status = String(statusCode ?? 'none').padEnd(4);
  const facts = `${status} ${String(durationMs).padStart(5)} ms  ${event.type} #${event.sequence}  ${event.object} ${event.objectId}  event ${event.id}`;
  if (outcome === 'delivered')
    return `${facts}${isAgain ? '  (resent)' : ''}${error === null ? '' : `  (${error})`}`;
  const said = error ?? (answer === '' ? '' : JSON.stringify(answer));
  const next =
    outcome === 'again'
      ? `attempt ${attempt}, retry in ${retryInMs! / 1_000} s`
      : `!! ABANDONED after ${attempt} attempts; \`tefo resend ${event.objectId}\` sends it again`;
  return `${facts}  ${next}${said === '' ? '' : `: ${said}`}`;
}

function beating({ last, waiting, lagMs, isReceiverAway }: Extract<Note, { kind: 'heartbeat' }>): string {
  const newest = last ? `last event ${last.id} of ${last.occurredAt.toISOString()}` : 'no event yet';
  const behind =
    waiting === 0 ? 'nothing pending' : `${several(waiting)}, for ${Math.round(lagMs / 1_000)} s`;
  return `listening: ${newest}, ${behind}${isReceiverAway ? '; THE RECEIVER IS UNAVAILABLE' : ''}`;
}

const several = (waiting: number): string =>
  waiting >= 10_000
    ? '10 000 or more events pending'
    : waiting === 1
      ? '1 event pending'
      : `${waiting} events pending`;
