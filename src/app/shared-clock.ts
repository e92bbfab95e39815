// The clock of a sandbox, shared by all processes and later starts over its database. Usually it is the machine's time
// plus a shift; a clock that was stopped stands still until it is moved. A database whose clock was moved remains a
// sandbox's permanently.
import { type Clock, type MovableClock, manualClock, shiftedClock, systemClock } from '../kernel/clock.ts';
import type { Db, Sql } from '../kernel/db/db.ts';
import { execute } from '../kernel/db/rows.ts';

const channel = 'tefo_clock';

export interface SharedClock {
  clock: Clock;
  /** Moves the clock of every process forward to an instant, unless another has already moved it further. */
  moveTo(to: Date): Promise<void>;
  /** Stops following other processes. */
  close(): Promise<void>;
}

interface Kept {
  shiftMs: number;
  /** Null when the clock runs. */
  standsAt: Date | null;
}

async function readKept(db: Db): Promise<Kept> {
  const [row] = await db<{ shiftMs: bigint; standsAt: Date | null }[]>`
    select shift_ms, stands_at from sandbox_clock`;
  return { shiftMs: Number(row?.shiftMs ?? 0n), standsAt: row?.standsAt ?? null };
}

/**
 * Returns how many milliseconds this database's clock is ahead of the machine's; 0 when it was never moved. A clock
 * that stands still may be behind; the value is for this moment.
 */
export async function clockShift(db: Db): Promise<number> {
  const { shiftMs, standsAt } = await readKept(db);
  return standsAt ? standsAt.getTime() - systemClock().now().getTime() : shiftMs;
}

/** Returns the stored clock for short tasks: it does not follow later moves by others. */
export async function presentClock(db: Db): Promise<MovableClock> {
  const { shiftMs, standsAt } = await readKept(db);
  return standsAt ? manualClock(standsAt) : shiftedClock(shiftMs);
}

/** Stops the clock of an unused database. */
export const stopClockAt = (db: Db, standsAt: Date) =>
  execute(db`insert into sandbox_clock (shift_ms, stands_at) values (0, ${standsAt})`);

/** Opens the clock that all processes over this database share. */
export async function openSharedClock(db: Sql): Promise<SharedClock> {
  const kept = await readKept(db);
  const { clock, follow, keep } = kept.standsAt ? standing(db, kept.standsAt) : running(db, kept.shiftMs);
  const look = () => void readKept(db).then(follow, () => {});
  // Also after a lost connection, to read missed changes from the table.
  const subscription = await db.listen(channel, look, look);
  return {
    clock,
    moveTo: async (to) => {
      if (to > clock.now()) clock.set(to);
      await keep();
      await db.notify(channel, '');
    },
    close: () => subscription.unlisten(),
  };
}

interface Kind {
  clock: MovableClock;
  /** Adopts the state that another process has stored. */
  follow(kept: Kept): void;
  keep(): Promise<unknown>;
}

function running(db: Sql, atFirst: number): Kind {
  const clock = shiftedClock(atFirst);
  return {
    clock,
    follow: ({ shiftMs }) => clock.advance(Math.max(0, shiftMs - clock.shiftMs())),
    keep: () => db`
      insert into sandbox_clock (shift_ms) values (${Math.round(clock.shiftMs())})
      on conflict (is_only) do update set shift_ms = greatest(sandbox_clock.shift_ms, excluded.shift_ms)`,
  };
}

function standing(db: Sql, atFirst: Date): Kind {
  const clock = manualClock(atFirst);
  return {
    // Its stopwatch shows no duration, so the speed of the machine has no effect.
    clock: { ...clock, stopwatch: () => 0 },
    follow: ({ standsAt }) => {
      if (standsAt && standsAt > clock.now()) clock.set(standsAt);
    },
    keep: () => db`update sandbox_clock set stands_at = greatest(stands_at, ${clock.now()})`,
  };
}
