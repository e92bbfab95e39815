// Only this file reads the machine's time. All other code uses the clock it was given, so that the sandbox can move
// time and a test can stop it.

/** Milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export interface Clock {
  /** The current instant, to the millisecond. */
  now(): Date;
  /**
   * Measures how long something takes, in milliseconds since some start. Moves of the clock do not change it; default:
   * the machine's time.
   */
  stopwatch?(): number;
}

/** Returns a clock's stopwatch, in milliseconds since some start. */
export const stopwatchOf = ({ stopwatch }: Clock): (() => number) => stopwatch ?? (() => performance.now());

export interface MovableClock extends Clock {
  /** Moves the clock forward by `ms` milliseconds; throws RangeError on a move back. */
  advance(ms: number): void;
  /** Moves the clock to an instant; throws RangeError on a move back, which would make recorded times wrong. */
  set(to: Date): void;
}

export function systemClock(): Clock {
  return { now: () => new Date() };
}

/** The machine's time, `shiftMs` milliseconds ahead: a sandbox's clock, which keeps running after a move. */
export function shiftedClock(shiftMs: number): MovableClock & { shiftMs(): number } {
  const machine = () => systemClock().now().getTime();
  let shift = shiftMs;
  const moveTo = (shiftToBe: number) => {
    if (shiftToBe < shift) throw new RangeError('the clock can only move forward');
    shift = shiftToBe;
  };
  return {
    now: () => new Date(machine() + shift),
    advance: (ms) => moveTo(shift + ms),
    set: (to) => moveTo(to.getTime() - machine()),
    shiftMs: () => shift,
  };
}

/** A clock that stops until it is moved. */
export function manualClock(start: string | Date): MovableClock {
  let at = new Date(start).getTime();
  return {
    now: () => new Date(at),
    advance: (ms) => {
      if (ms < 0) throw new RangeError('the clock can only move forward');
      at += ms;
    },
    set: (to) => {
      if (to.getTime() < at) throw new RangeError('the clock can only move forward');
      at = to.getTime();
    },
  };
}

const toleranceMs = minuteMs;

/**
 * Returns the current time in words, for a caller that sent a time in the past. It mentions a moved clock, which only a
 * sandbox has.
 */
export function timeHere(now: Date): string {
  const isMoved = Math.abs(now.getTime() - systemClock().now().getTime()) > toleranceMs;
  const time = `it is ${now.toISOString()} here`;
  return isMoved ? `${time}, because the sandbox’s clock was moved (GET /sandbox/clock reads it)` : time;
}

/** `instant` moved by `ms` milliseconds. */
export function plus(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}
