// Queries the database all the time on a separate connection: whether it is there and takes writes, and whether its
// clock agrees with this machine's. Readiness follows within a second or two. The pool's gate is closed while the
// database is away, so that requests fail at once instead of queueing.
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../clock.ts';
import { createSkew } from './clock-skew.ts';
import { type ConnectionGate, createConnectionGate } from './connection-gate.ts';
import { isDatabaseAway, openPool, reasonOf } from './db.ts';
import { onlyRow } from './rows.ts';

export interface Heartbeat {
  /** True if the database has replied recently. */
  isThere(): boolean;
  /** How many milliseconds this machine's clock is ahead of the database's; negative when it is behind. */
  skewMs(): number;
  /** True if the clocks agree well enough for work that other processes share. */
  isTimely(): boolean;
  /** Queries now. Throws the failure. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** How often it queries, in milliseconds. */
const beatMs = 250;
/** After this long without a reply, the database counts as away. */
const quietMs = 1_250;
/** After this long without a reply, every connection is cut: a running statement fails within this time. */
const hungMs = 3_000;
/** A difference above the first is logged as a warning; above the second, this machine does not do shared work. */
const skewWarningMs = 1_000;
const skewLimitMs = 10_000;

/**
 * Watches the database at `url`, and closes and opens the pool's gate accordingly. Calls `onSkew` when the clocks drift
 * more than a second apart, and when they agree again.
 */
export function startHeartbeat(url: string, gate: ConnectionGate, onSkew = (_ms: number) => {}): Heartbeat {
  const ownGate = createConnectionGate();
  const sql = openPool(url, { max: 1, name: 'tefo pulse', gate: ownGate, connectSeconds: 2 });
  const skew = createSkew();
  // The machine's own time: a sandbox's clock may have been moved.
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
      const row = await onlyRow(sql<{ at: Date; takesWrites: boolean }[]>`
        select clock_timestamp() as at, current_setting('transaction_read_only') = 'off' as takes_writes`);
      skew.note(leftAt, row.at.getTime(), performance.now() - askedAt);
      if (!row.takesWrites) throw new IsStandby();
      note(undefined);
    } catch (error) {
      note(error);
      // Whatever led here may lead to the primary the next time: another host, or a proxy that has noticed.
      if (error instanceof IsStandby) cutAll();
      throw error;
    }
    const isFar = Math.abs(skew.ms()) > skewWarningMs;
    if (isFar !== isSkewed) onSkew(skew.ms());
    isSkewed = isFar;
  }

  function cutAll(): void {
    gate.cut();
    ownGate.cut();
  }

  async function beat(): Promise<void> {
    while (!isStopped) {
      await look().catch(() => {});
      await sleep(beatMs, undefined, { ref: false });
    }
  }

  const looking = setInterval(() => {
    const now = performance.now();
    // While this process was blocked, it could not read a reply.
    answeredAt += Math.max(0, now - lookedAt - 2 * beatMs);
    lookedAt = now;
    if (isHung || now - answeredAt < hungMs) return;
    isHung = true;
    gate.close('the database does not respond');
    cutAll();
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

/** The server takes no writes: it is a standby, and was perhaps the primary before. */
class IsStandby extends Error {
  readonly code = '25006';
  constructor() {
    super('the server takes no writes: it is a standby, or read-only');
  }
}

// A server without room for another connection still serves the open ones.
function isFull(error: unknown): boolean {
  return (error as { code?: string }).code === '53300';
}
