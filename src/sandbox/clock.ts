// The sandbox's time: reading it, and moving it forward through everything that falls due on the way.
import { PassThrough, type Readable } from 'node:stream';
import { plus } from '../kernel/clock.ts';
import { SandboxRefusal } from './body.ts';
import type { SandboxDeps } from './deps.ts';
import { durationBetween, readDuration, readInstant } from './moments.ts';

/** Work within this many milliseconds is done at one stop: a sweep that runs once a second is just as late. */
const strideMs = 1_000;

type ClockDeps = Pick<SandboxDeps, 'ctx' | 'jobs' | 'moveClock'>;

export function readClock({ ctx }: Pick<ClockDeps, 'ctx'>): { now: string } {
  return { now: ctx.clock.now().toISOString() };
}

interface Progress {
  now: string;
  /** The time since the start of the move, as an ISO 8601 duration. */
  moved: string;
  done: boolean;
}

/**
 * Moves the whole service's clock by `advance` (an ISO 8601 duration) or to the instant `to`. Resolves when all work
 * that fell due is done, each at its own time, with its notifications. Stops between two instants when `isGone` says
 * that the caller has left.
 */
export async function moveClock(
  deps: ClockDeps,
  body: unknown,
  isGone: () => boolean,
): Promise<{ now: string }> {
  const target = readTarget(deps.ctx.clock.now(), body);
  await deps.jobs.passTime(() => passTime(deps, target, isGone, () => {}));
  return readClock(deps);
}

/** The same, as a stream: a line of progress for each stop of the clock, the last one with `done`. */
export function followClock(deps: ClockDeps, body: unknown, isGone: () => boolean): Readable {
  const from = deps.ctx.clock.now();
  const target = readTarget(from, body);
  const lines = new PassThrough();
  const say = (done: boolean) => {
    const now = deps.ctx.clock.now();
    const progress: Progress = { now: now.toISOString(), moved: durationBetween(from, now), done };
    lines.write(`${JSON.stringify(progress)}\n`);
  };
  say(false);
  const passing = deps.jobs.passTime(() => passTime(deps, target, isGone, () => say(false)));
  void passing.then(
    () => {
      if (!isGone()) say(true);
      lines.end();
    },
    // Without a last line with `done`, the reader knows that it failed.
    (error) => lines.destroy(error),
  );
  return lines;
}

async function passTime(
  { ctx, jobs, moveClock: moveTo }: ClockDeps,
  target: Date,
  isGone: () => boolean,
  onStop: () => void,
): Promise<void> {
  while (!isGone()) {
    await jobs.drain();
    const now = ctx.clock.now();
    if (now >= target) return;
    const due = (await jobs.nextDue(now)) ?? target;
    const stop = new Date(Math.max(due.getTime(), plus(now, strideMs).getTime()));
    await moveTo(stop < target ? stop : target);
    onStop();
  }
}

function readTarget(now: Date, body: unknown): Date {
  const { advance, to, ...more } = (body ?? {}) as { advance?: unknown; to?: unknown };
  const [unknown] = Object.keys(more);
  if (unknown !== undefined) throw new SandboxRefusal(400, `${unknown} is not a known field`);
  if ((advance === undefined) === (to === undefined)) {
    throw new SandboxRefusal(400, 'give either advance, a duration like "P40D", or to, an instant');
  }
  const target = advance === undefined ? instantOf(to) : instantAfter(now, advance);
  if (target < now)
    throw new SandboxRefusal(400, `the clock only moves forward, and now shows ${now.toISOString()}`);
  return target;
}

function instantOf(given: unknown): Date {
  const instant = readInstant(given);
  if (instant) return instant;
  throw new SandboxRefusal(400, 'to must be an instant like "2027-04-27T16:01:00+02:00"');
}

function instantAfter(now: Date, given: unknown): Date {
  const instant = readDuration(now, given);
  if (instant) return instant;
  throw new SandboxRefusal(400, 'advance must be an ISO 8601 duration like "P40D" or "PT90M"');
}
