// Whether the database is there, asked all the time on a connection of its own. Readiness follows it within a second or
// two; and the pool's line is closed while nobody answers, so that requests fail at once instead of standing in a queue.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway, openPool } from './db.ts';
import { createLine, type Line } from './line.ts';

export interface Pulse {
  /** Whether the database has answered just now. */
  isThere(): boolean;
  stop(): Promise<void>;
}

/** How often it is asked, in milliseconds. */
const beatMs = 250;
/** Silence for so long is absence. */
const quietMs = 1_250;
/** Silence for so long, and every connection is given up: a statement under way fails within this time. */
const hungMs = 3_000;

/** Watches the database at `url`, and closes and opens the line of a pool with it. */
export function watchDatabase(url: string, line: Line): Pulse {
  const own = createLine();
  const sql = openPool(url, { max: 1, name: 'tefo pulse', line: own, connectSeconds: 2 });
  let answeredAt = performance.now();
  let lookedAt = answeredAt;
  let isLost = false;
  let isHung = false;
  let isStopped = false;

  function note(failure: unknown): void {
    isLost = failure !== undefined && isDatabaseAway(failure) && !isFull(failure);
    if (isLost) {
      line.close(reasonOf(failure));
    } else {
      answeredAt = performance.now();
      isHung = false;
      line.open();
    }
  }

  async function beat(): Promise<void> {
    while (!isStopped) {
      await sql`select 1`.then(() => note(undefined), note);
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
    line.close('the database does not answer');
    line.cut();
    own.cut();
  }, beatMs);
  looking.unref();
  void beat();

  return {
    isThere: () => !isLost && performance.now() - answeredAt < quietMs,
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

function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || String(code);
}
