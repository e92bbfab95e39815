// The circuit breaker of a receiver: when it pauses deliveries, and when it disables the receiver.
const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** After so many failures in a row nothing is sent to a receiver for a while. Then one message probes it. */
export const failuresToOpen = 20;

const shortestPauseMs = 30 * seconds;
/** The longest pause, in milliseconds; also the longest that a receiver can request with Retry-After. */
export const longestPauseMs = 5 * minutes;

/** Returns how long to wait before the next probe: a tenth of the time for which the receiver has failed. */
export function pauseMs(failingForMs: number): number {
  return Math.min(Math.max(Math.floor(failingForMs / 10), shortestPauseMs), longestPauseMs);
}

/** A receiver that has only failed for this long is disabled. */
export const disableAfterMs = 5 * 24 * hours;

/** The users who can change a webhook are warned once it has only failed for this long. */
export const warnAfterMs = 24 * hours;

/** After this time without an attempt, failures count from zero. No two attempts of a schedule are that far apart. */
export const silenceMs = 48 * hours;

/** The meaning of a response for its receiver. */
export interface Health {
  kind: 'good' | 'bad' | 'neither';
  /** Sends nothing before this time: the receiver requested a pause, or a probe failed. */
  openUntil: Date | null;
}

/** The sum of several responses of one receiver, in the order in which they came. */
export interface Trouble {
  /** A success was among them: earlier failures do not count any more. */
  isBroken: boolean;
  /** Failures since the last success. */
  failures: number;
  openUntil: Date | null;
}

/** Sums up the responses of one receiver. */
export function sumUp(answers: readonly Health[]): Trouble {
  let trouble: Trouble = { isBroken: false, failures: 0, openUntil: null };
  for (const { kind, openUntil } of answers) {
    if (kind === 'good') trouble = { isBroken: true, failures: 0, openUntil: null };
    if (kind === 'bad') {
      const latest =
        openUntil && (!trouble.openUntil || openUntil > trouble.openUntil) ? openUntil : trouble.openUntil;
      trouble = { ...trouble, failures: trouble.failures + 1, openUntil: latest };
    }
  }
  return trouble;
}
