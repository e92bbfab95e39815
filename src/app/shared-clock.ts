// The clock of a sandbox, which every process over its database and every later start share. Usually it is the machine's
// time and a shift; where a run comes from a seed, it stands still until it is moved. A database whose clock was moved
// is a sandbox's for ever.
import { type Clock, type MovableClock, manualClock, shiftedClock, systemClock } from '../kernel/clock.ts';
import type { Db, Sql } from '../kernel/db/db.ts';

const channel = 'tefo_clock';

export interface SharedClock {
  clock: Clock;
  /** Moves the clock of every process forward to an instant. One that another process has passed already changes nothing. */
  moveTo(to: Date): Promise<void>;
  /** Stops following what other processes do. */
  close(): Promise<void>;
}

interface Kept {
  shiftMs: number;
  /** Null where the clock goes on by itself. */
  standsAt: Date | null;
}

async function readKept(db: Db): Promise<Kept> {
  const [row] = await db<{ shiftMs: bigint; standsAt: Date | null }[]>`
    select shift_ms, stands_at from sandbox_clock`;
  return { shiftMs: Number(row?.shiftMs ?? 0n), standsAt: row?.standsAt ?? null };
}

/**
 * By how many milliseconds the clock of this database is ahead of the machine's; 0 where it was never moved. Of one that
 * stands still, at this moment: it may be behind.
 */
export async function clockShift(db: Db): Promise<number> {
  const { shiftMs, standsAt } = await readKept(db);
  return standsAt ? standsAt.getTime() - systemClock().now().getTime() : shiftMs;
}

/** The clock as it is kept at this moment, for what ends soon: moves that others make later do not reach it. */
export async function presentClock(db: Db): Promise<MovableClock> {
  const { shiftMs, standsAt } = await readKept(db);
  return standsAt ? manualClock(standsAt) : shiftedClock(shiftMs);
}

/** Makes the clock of a database that nobody uses yet stand still. */
export async function stopClockAt(db: Db, standsAt: Date): Promise<void> {
  await db`insert into sandbox_clock (shift_ms, stands_at) values (0, ${standsAt})`;
}

/** The clock that all processes over this database share. */
export async function openSharedClock(db: Sql): Promise<SharedClock> {
  const kept = await readKept(db);
  const { clock, follow, keep } = kept.standsAt ? standing(db, kept.standsAt) : running(db, kept.shiftMs);
  const look = () => void readKept(db).then(follow, () => {});
  // After a lost connection too: what was said meanwhile is in the table.
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
  /** Takes over what another process has kept. */
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
    clock,
    follow: ({ standsAt }) => {
      if (standsAt && standsAt > clock.now()) clock.set(standsAt);
    },
    keep: () => db`update sandbox_clock set stands_at = greatest(stands_at, ${clock.now()})`,
  };
}
