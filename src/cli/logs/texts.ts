// The text of an entry of `tefo logs`.

import type { LogEntry } from '../../devtools/logs/log-file.ts';
import { localTime } from '../../kernel/calendar.ts';
import { type Line, type Painted, paint } from '../../kernel/process/terminal.ts';
import type { Entry } from '../../reports/history/actions.ts';
import { paintState, table } from '../output.ts';

export type Shown = Entry | LogEntry;

/** Returns how an entry ended: an HTTP status, "none" for no response, or a state. */
export function statusOf(entry: Shown): string {
  switch (entry.kind) {
    case 'request':
      return String(entry.status);
    case 'delivery':
      return String(entry.statusCode ?? 'none');
    case 'event':
      return entry.state ?? '';
    case 'mismatch':
      return 'mismatch';
    case 'problem':
      return 'problem';
  }
}

/** Returns the entry as text, in South African time. */
export function textOf(entry: Shown): Line[] {
  const time = localTime(entry.at).slice(0, 23).replace('T', ' ');
  return table([[paint('faint', time), kindOf(entry), wordsOf(entry)]]);
}

function kindOf(entry: Shown): Painted {
  const status = statusOf(entry);
  const isNumber = /^\d/.test(status);
  const kind = entry.kind.padEnd(8);
  return isNumber ? paint(status < '400' ? 'good' : 'bad', kind) : paintState(status, kind);
}

function wordsOf(entry: Shown): string {
  switch (entry.kind) {
    case 'request':
      return requestWords(entry);
    case 'problem':
      return `${entry.message}  ${entry.correlationId ?? ''}`;
    case 'event': {
      const { type, sequence, state, reason, reference, object, objectId } = entry;
      const why = reason === null ? '' : ` (${reason})`;
      return `${type} #${sequence}  ${state ?? ''}${why}  ${reference ?? ''}  ${object} ${objectId}`;
    }
    case 'delivery': {
      const { statusCode, error, answer, type, url, number, durationMs, eventId } = entry;
      const status =
        statusCode === null ? `no response: ${error}` : [statusCode, error ?? []].flat().join(', ');
      // --json has all of it; the responses of successful deliveries are rarely read.
      const isTaken = statusCode !== null && statusCode >= 200 && statusCode < 300;
      const said =
        isTaken || answer === null ? '' : `  response: ${answer.replace(/\s+/g, ' ').slice(0, 100)}`;
      return `${status}  ${type} -> ${url}  attempt ${number}, ${durationMs} ms  event ${eventId}${said}`;
    }
    case 'mismatch':
      return `wrong hash: ${entry.surface} ${entry.reference ?? ''}  ${explained(entry)}${notKept(entry)}`;
  }
}

function requestWords({ status, method, route, durationMs, correlationId, reason }: LogEntry): string {
  const why = reason === undefined ? '' : `  ${reason}`;
  return `${status}  ${method} ${route}  ${durationMs} ms  ${correlationId ?? ''}${why}`;
}

type Mismatch = Extract<Shown, { kind: 'mismatch' }>;

const notKept = ({ dropped }: Mismatch): string =>
  dropped > 0 ? `  (${dropped} of its fields not stored)` : '';

function explained({ findings, isGivenUp }: Mismatch): string {
  if (isGivenUp) return 'the search for the error was stopped';
  if (findings === null) return 'not checked yet';
  if (findings.length === 0) return 'no known error explains it';
  return findings.map(({ mistake, cause, cure }) => `${mistake}: ${cause} ${cure}`).join(' ');
}
