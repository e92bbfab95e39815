// The retries of e-mails, and the meaning of a mail server's response.
import { minuteMs } from '../../kernel/clock.ts';

/** The wait before each attempt after the first, in milliseconds; the last one repeats until the e-mail's time has run out. */
export const retryDelaysMs = [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * minuteMs);

/** Returns the wait after so many attempts, in milliseconds. */
export const delayAfter = (attempts: number): number =>
  retryDelaysMs[Math.min(Math.max(attempts, 1), retryDelaysMs.length) - 1]!;

export type MailOutcome =
  | { kind: 'sent' }
  /** The e-mail was rejected for good, such as for an address that does not exist. */
  | { kind: 'rejected'; error: string }
  /** Everything else: the server may have it or not. The next attempt has the same Message-ID. */
  | { kind: 'failed'; error: string };
