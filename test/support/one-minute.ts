// Limits count per minute of the machine's clock.
import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs } from '../../src/kernel/clock.ts';

/** Repeats a test that failed while the minute changed, at the start of the next one: its counts had restarted. */
export async function inOneMinute(work: () => Promise<void>): Promise<void> {
  const minute = () => Math.floor(Date.now() / minuteMs);
  for (;;) {
    const began = minute();
    try {
      return await work();
    } catch (error) {
      if (minute() === began) throw error;
      // This minute has counted a part of the failed try.
      await sleep(minuteMs - (Date.now() % minuteMs));
    }
  }
}
