// tefo clock: the sandbox's time, read and moved.
import { localTime } from '../kernel/calendar.ts';
import { type Command, print, readArgs, UsageError } from './command.ts';
import { withProgress } from './progress.ts';
import { type Session, withSession } from './session.ts';

export const clockCommand: Command = {
  usage: 'clock [advance DURATION | to TIME] [--site CODE]',
  about: 'What the sandbox’s clock shows; or move it forward, and do all that falls due on the way.',
  more: 'DURATION is ISO 8601, like P40D or PT90M; TIME an instant, like 2027-04-27T16:01:00+02:00. The clock is everybody’s: of all sites and all processes. It moves forward only, and goes on from there by itself.',
  choices: { '[advance': ['advance', 'to'] },
  run: async (args) => {
    const { values, positionals } = readArgs(args, [], { site: { type: 'string' } }, 2);
    const move = readMove(positionals);
    return withSession({ site: values.site, command: 'clock', isDecided: true }, async (session) => {
      const { now } = await (move
        ? moved(session, move, values.json === true)
        : session.sandbox('GET', '/clock'));
      print(values.json, { now }, () => [`${localTime(new Date(now))} in South Africa, ${now}`]);
    });
  },
};

function readMove(positionals: string[]): { advance: string } | { to: string } | undefined {
  const [verb, target] = positionals;
  if (verb === undefined) return undefined;
  if (verb !== 'advance' && verb !== 'to')
    throw new UsageError(`tefo clock takes advance or to, not ${verb}`);
  if (target === undefined) throw new UsageError(`missing: ${verb === 'to' ? 'TIME' : 'DURATION'}`);
  assertReadable(verb, target);
  return verb === 'to' ? { to: target } : { advance: target };
}

function assertReadable(verb: 'advance' | 'to', target: string): void {
  try {
    if (verb === 'to') Temporal.Instant.from(target);
    else Temporal.Duration.from(target);
  } catch {
    throw new UsageError(
      verb === 'to'
        ? `TIME is an instant like 2027-04-27T16:01:00+02:00, not ${target}`
        : `DURATION is ISO 8601, like P40D or PT90M, not ${target}`,
    );
  }
}

/** Moves the clock, and shows how far it has come meanwhile. */
export function moved(
  session: Session,
  move: { advance: string } | { to: string },
  isQuiet: boolean,
): Promise<{ now: string }> {
  const state = async () =>
    `the clock is moving: ${localTime(new Date((await session.sandbox('GET', '/clock')).now))}`;
  return withProgress(isQuiet, state, () => session.sandbox('POST', '/clock', move));
}
