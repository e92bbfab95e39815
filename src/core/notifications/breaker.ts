// When a receiver is held back for its own good and ours, and when it is given up.
const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** So many failures in a row, and nothing is sent to a receiver for a while; then one message tries it. */
export const failuresToOpen = 20;

const shortestPauseMs = 30 * seconds;
/** The longest pause, in milliseconds; also of one that a receiver asks for with Retry-After. */
export const longestPauseMs = 5 * minutes;

/** How long a receiver is left alone before one message tries it again: a tenth of the time for which it has failed. */
export function pauseMs(failingForMs: number): number {
  return Math.min(Math.max(Math.floor(failingForMs / 10), shortestPauseMs), longestPauseMs);
}

/** A receiver that has done nothing but fail for so long is disabled. */
export const disableAfterMs = 5 * 24 * hours;

/** After so long without a try, failures are a row of their own: longer than any two tries of a schedule are apart. */
export const silenceMs = 48 * hours;

/** What an answer says of its receiver. */
export interface Health {
  kind: 'good' | 'bad' | 'neither';
  /** Until when nothing more is to be sent to it: it has asked for that, or a probe has failed. */
  openUntil: Date | null;
}

/** What several answers of one receiver come to, in the order in which they came. */
export interface Trouble {
  /** A good answer was among them: what was bad before it is over. */
  isBroken: boolean;
  /** Bad ones since the last good one. */
  failures: number;
  openUntil: Date | null;
}

/** Sums up the answers of one receiver. */
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
