// Whether the database is there and its clock is ours, asked all the time on a connection of its own. Readiness follows
// it within a second or two; and the pool's gate is closed while nobody answers, so that requests fail at once instead
// of standing in a queue.
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../clock.ts';
import { createSkew } from './clock-skew.ts';
import { type ConnectionGate, createConnectionGate } from './connection-gate.ts';
import { isDatabaseAway, openPool, reasonOf } from './db.ts';

export interface Heartbeat {
  /** Whether the database has answered just now. */
  isThere(): boolean;
  /** By how many milliseconds this machine's clock is ahead of the database's; negative where it is behind. */
  skewMs(): number;
  /** Whether the two clocks are near enough for work that others do as well. */
  isTimely(): boolean;
  /** Asks now. Throws what is wrong. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** How often it is asked, in milliseconds. */
const beatMs = 250;
/** Silence for so long is absence. */
const quietMs = 1_250;
/** Silence for so long, and every connection is given up: a statement under way fails within this time. */
const hungMs = 3_000;
/** Clocks that are further apart are worth a warning; beyond the second, this machine's is not to be worked by. */
const skewWarningMs = 1_000;
const skewLimitMs = 10_000;

/**
 * Watches the database at `url`, and closes and opens the gate of a pool with it. `onSkew` hears when the clocks have
 * come apart by more than a second, and when they are together again.
 */
export function startHeartbeat(
  url: string,
  gate: ConnectionGate,
  onSkew: (ms: number) => void = () => {},
): Heartbeat {
  const own = createConnectionGate();
  const sql = openPool(url, { max: 1, name: 'tefo pulse', gate: own, connectSeconds: 2 });
  const skew = createSkew();
  // The machine's own time, not that of a sandbox, which may have been moved.
  const wall = () => systemClock().now().getTime();
  let answeredAt = performance.now();
  let lookedAt = answeredAt;
  let isLost = false;
  let isHung = false;
  let isStopped = false;
  let isSkewed = false;

  function note(failure: unknown): void {
    isLost = failure !== undefined && isDatabaseAway(failure) && !isFull(failure);
    if (isLost) {
      gate.close(reasonOf(failure));
    } else {
      answeredAt = performance.now();
      isHung = false;
      gate.open();
    }
  }

  async function look(): Promise<void> {
    try {
      const leftAt = wall();
      const askedAt = performance.now();
      const [row] = await sql<{ at: Date }[]>`select clock_timestamp() as at`;
      skew.note(leftAt, row!.at.getTime(), performance.now() - askedAt);
      note(undefined);
    } catch (error) {
      note(error);
      throw error;
    }
    const isFar = Math.abs(skew.ms()) > skewWarningMs;
    if (isFar !== isSkewed) onSkew(skew.ms());
    isSkewed = isFar;
  }

  async function beat(): Promise<void> {
    while (!isStopped) {
      await look().catch(() => {});
      await sleep(beatMs, undefined, { ref: false });
    }
  }

  const looking = setInterval(() => {
    const now = performance.now();
    // While this process itself was held up, it could not hear an answer.
    answeredAt += Math.max(0, now - lookedAt - 2 * beatMs);
    lookedAt = now;
    if (isHung || now - answeredAt < hungMs) return;
    isHung = true;
    gate.close('the database does not answer');
    gate.cut();
    own.cut();
  }, beatMs);
  looking.unref();
  void beat();

  return {
    isThere: () => !isLost && performance.now() - answeredAt < quietMs,
    skewMs: skew.ms,
    isTimely: () => Math.abs(skew.ms()) <= skewLimitMs,
    look,
    stop: async () => {
      isStopped = true;
      clearInterval(looking);
      await sql.end({ timeout: 0 });
    },
  };
}

// A server that has no room for one more connection answers those it has.
function isFull(error: unknown): boolean {
  return (error as { code?: string }).code === '53300';
}
