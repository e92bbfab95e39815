// The clock of a sandbox: the machine's time and a shift that stands in the database, so that every process and every
// later start has the same time. A database whose clock was moved is a sandbox's for ever.
import { type Clock, shiftedClock } from './clock.ts';
import type { Db, Sql } from './db.ts';

const channel = 'tefo_clock';

export interface SharedClock {
  clock: Clock;
  /** Moves the clock of every process forward to an instant. Throws RangeError for one that has passed. */
  moveTo(to: Date): Promise<void>;
  /** Stops following what other processes do. */
  close(): Promise<void>;
}

/** By how many milliseconds the clock of this database is ahead of the machine's; 0 where it was never moved. */
export async function clockShift(db: Db): Promise<number> {
  const [row] = await db<{ shiftMs: bigint }[]>`select shift_ms from sandbox_clock`;
  return Number(row?.shiftMs ?? 0n);
}

/** The clock that all processes over this database share. */
export async function openSharedClock(db: Sql): Promise<SharedClock> {
  const clock = shiftedClock(await clockShift(db));
  const follow = (shiftMs: number) => clock.advance(Math.max(0, shiftMs - clock.shiftMs()));
  const subscription = await db.listen(
    channel,
    (shiftMs) => follow(Number(shiftMs)),
    // After a lost connection too: what was said meanwhile is in the table.
    () => void clockShift(db).then(follow, () => {}),
  );
  return {
    clock,
    moveTo: async (to) => {
      // Another process may have moved it further meanwhile.
      follow(clock.shiftMs() + to.getTime() - clock.now().getTime());
      const shiftMs = Math.round(clock.shiftMs());
      await db`
        insert into sandbox_clock (shift_ms) values (${shiftMs})
        on conflict (is_only) do update set shift_ms = greatest(sandbox_clock.shift_ms, excluded.shift_ms)`;
      await db.notify(channel, String(shiftMs));
    },
    close: () => subscription.unlisten(),
  };
}
