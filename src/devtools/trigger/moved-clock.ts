// The sandbox's clock is shared: another process may move it by days between two steps of a recipe. Then objects that
// were just made have expired, and times that were computed from it are in the past.
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../kernel/clock.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';
import { serviceTime } from './recipe.ts';

const mostTries = 5;
/** An unmoved clock keeps step with the machine's, within this many milliseconds. */
const stepMs = 5_000;
const lookMs = 500;
const mostLooks = 240;

/** Does `work`, and repeats it from the start if it was refused while the clock moved, as soon as the move is over. */
export async function despiteMoves<T>(session: Session, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const before = await shiftOf(session);
    try {
      return await work();
    } catch (error) {
      const isMoved = (await shiftOf(session)) - before > stepMs;
      if (!(error instanceof Refused) || !isMoved || tries === mostTries) throw error;
      await untilStill(session);
    }
  }
}

/** Returns by how many milliseconds the sandbox's clock is ahead of the machine's. */
async function shiftOf(session: Session): Promise<number> {
  return (await serviceTime(session)).getTime() - systemClock().now().getTime();
}

async function untilStill(session: Session): Promise<void> {
  let before = await shiftOf(session);
  for (let looks = 0; looks < mostLooks; looks++) {
    await sleep(lookMs);
    const now = await shiftOf(session);
    if (now - before <= stepMs) return;
    before = now;
  }
}
