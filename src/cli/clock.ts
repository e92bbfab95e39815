// tefo clock: reads and advances the sandbox clock.

import type { Session } from '../devtools/session.ts';
import { localTime } from '../kernel/calendar.ts';
import { firstOf } from '../kernel/required.ts';
import { UsageError, type Values, type Work } from './command.ts';
import { print } from './output.ts';
import { withProgress } from './progress.ts';
import { withSession } from './session.ts';

export const clockCommand: Work = ({ values }) =>
  withClock(values, (session) => session.sandbox('GET', '/clock'));

export const clockAdvance: Work = ({ values, positionals }) => move(values, 'advance', firstOf(positionals));

export const clockTo: Work = ({ values, positionals }) => move(values, 'to', firstOf(positionals));

type Read = (session: Session) => Promise<{ now: string }>;

function withClock(values: Values, read: Read): Promise<void> {
  return withSession({ site: values.site, command: 'clock', isDecided: true }, async (session) => {
    const { now } = await read(session);
    print(values.json, { now }, () => [`${localTime(new Date(now))} in South Africa, ${now}`]);
  });
}

async function move(values: Values, verb: 'advance' | 'to', target: string): Promise<void> {
  assertReadable(verb, target);
  const asked = verb === 'to' ? { to: target } : { advance: target };
  await withClock(values, (session) => moved(session, asked, values.json === true));
}

function assertReadable(verb: 'advance' | 'to', target: string): void {
  if (verb === 'advance') {
    assertDuration('DURATION', target);
    return;
  }
  try {
    Temporal.Instant.from(target);
  } catch {
    throw new UsageError(`TIME must be an instant such as 2027-04-27T16:01:00+02:00, not ${target}`);
  }
}

/** Throws UsageError, with the name of the argument, unless the text is a duration. */
export function assertDuration(name: string, text: string): void {
  try {
    Temporal.Duration.from(text);
  } catch {
    throw new UsageError(`${name} must be ISO 8601, such as P40D or PT90M, not ${text}`);
  }
}

/** Advances the clock and shows its progress. */
export function moved(
  session: Session,
  move: { advance: string } | { to: string },
  isQuiet: boolean,
): Promise<{ now: string }> {
  const { clock } = session.ctx;
  const began = clock.now().getTime();
  const target = targetOf(clock.now(), move);
  const state = async () => {
    const now = new Date((await session.sandbox('GET', '/clock')).now);
    const what = `the clock is advancing: ${localTime(now).slice(0, 19).replace('T', ' ')}`;
    return { what, done: now.getTime() - began, of: target - began };
  };
  return withProgress(isQuiet, state, () => session.sandbox('POST', '/clock', move));
}

/** Returns the target time, in milliseconds. */
function targetOf(now: Date, move: { advance: string } | { to: string }): number {
  if ('to' in move) return Temporal.Instant.from(move.to).epochMilliseconds;
  const from = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC');
  return from.add(move.advance).epochMilliseconds;
}
