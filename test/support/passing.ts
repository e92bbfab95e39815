// Time that passes in leaps, as a sandbox's clock does: from one moment at which something falls due to the next.
import { type MovableClock, plus } from '../../src/kernel/clock.ts';
import type { Jobs } from '../../src/kernel/concurrency/jobs.ts';

/** Moves the clock on by milliseconds, and does the work of `jobs` whenever some of it falls due. */
export async function passTime(
  clock: MovableClock,
  jobs: Pick<Jobs, 'nextDue' | 'drain'>,
  ms: number,
): Promise<void> {
  const end = plus(clock.now(), ms);
  while (clock.now() < end) {
    const due = await jobs.nextDue(clock.now());
    clock.set(due && due < end ? due : end);
    await jobs.drain();
  }
}
