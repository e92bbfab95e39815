// Waits for a condition. The limit ends a test that would hang; it is far beyond the time on a slow machine.
import { setTimeout as sleep } from 'node:timers/promises';

/** The first pause, and the longest: slow conditions are polled rarely. */
const [shortestMs, longestMs] = [5, 200];
const usualLimitMs = 120_000;

type Found<Result> = Exclude<Awaited<Result>, false | null | undefined>;

/**
 * Resolves with the result of `ask` when it is neither false, null nor undefined. Throws when that never happens. `pauseMs` is the
 * longest pause between two questions.
 */
export async function until<Result>(
  ask: () => Result,
  { pauseMs: mostMs = longestMs, limitMs = usualLimitMs } = {},
): Promise<Found<Result>> {
  const deadline = performance.now() + limitMs;
  for (let pauseMs = shortestMs; ; pauseMs = Math.min(pauseMs * 1.2, mostMs)) {
    const found = await ask();
    if (found !== false && found !== null && found !== undefined) return found as Found<Result>;
    if (performance.now() > deadline) throw new Error(`it never happened: ${ask}`);
    await sleep(pauseMs);
  }
}
