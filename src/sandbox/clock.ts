// The sandbox's time: read, and moved forward through everything that falls due on the way.
import { plus } from '../kernel/clock.ts';
import type { Jobs } from '../kernel/jobs.ts';
import { SandboxRefusal } from './body.ts';
import type { SandboxDeps } from './deps.ts';
import { readDuration, readInstant } from './moments.ts';

/** How close together work is done at one stop, in milliseconds: as late as a sweep that looks once a second. */
const strideMs = 1_000;

type ClockDeps = Pick<SandboxDeps, 'ctx' | 'jobs' | 'moveClock'>;

/** What the clock shows. */
export function readClock({ ctx }: Pick<ClockDeps, 'ctx'>): { now: string } {
  return { now: ctx.clock.now().toISOString() };
}

/**
 * Moves the whole service's clock by `advance` (an ISO 8601 duration) or to the instant `to`, and answers when all work
 * that fell due on the way is done, each at its own time, notifications included.
 */
export async function moveClock(deps: ClockDeps, body: unknown): Promise<{ now: string }> {
  const target = readTarget(deps.ctx.clock.now(), body);
  await deps.jobs.alone(() => passTime(deps.jobs, deps, target));
  return readClock(deps);
}

async function passTime(jobs: Jobs, { ctx, moveClock: moveTo }: ClockDeps, target: Date): Promise<void> {
  for (;;) {
    await jobs.drain();
    const now = ctx.clock.now();
    if (now >= target) return;
    const due = (await jobs.nextDue(now)) ?? target;
    const stop = new Date(Math.max(due.getTime(), plus(now, strideMs).getTime()));
    await moveTo(stop < target ? stop : target);
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
    throw new SandboxRefusal(400, `the clock moves forward only, and shows ${now.toISOString()}`);
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
