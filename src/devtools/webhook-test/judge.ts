// Judges a receiver's responses: accepted, refused, or neither.
import type { Answer } from './send.ts';

/** The problem of a response, as a sentence; undefined without one. */
export type Problem = string | undefined;

const isTaken = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300;

/** Checks the rules for every response, accepted or refused. */
function broken({ status, error }: Answer): Problem {
  if (status === null) return `the request failed: ${error}`;
  if (status >= 500)
    return `the response was ${status}: the receiver failed, and the message is retried for three days`;
  if (status === 410) return 'the response was 410, which disables notifications permanently';
  if (status >= 300 && status < 400) return `the response was ${status}: redirects are not followed`;
  return undefined;
}

/** The response must be a 2xx. */
export function taken(answer: Answer, what = 'it'): Problem {
  if (isTaken(answer)) return undefined;
  return broken(answer) ?? `${what} got a ${answer.status}, but must be accepted with a 2xx`;
}

/** The response must be a 4xx. */
export function refused(answer: Answer, what = 'it'): Problem {
  if (isTaken(answer)) return `${what} was accepted with a ${answer.status}, but must be refused with a 4xx`;
  return broken(answer);
}

/** The message can be accepted or refused, but must not cause a failure. */
export const unbroken = (answer: Answer): Problem => broken(answer);

/** "Not yet": the message is retried soon, and does not count as failed. */
export const isPostponed = ({ status }: Answer): boolean => status === 409 || status === 425;

export const problems = (...found: Problem[]): string[] => [
  ...new Set(found.filter((one) => one !== undefined)),
];
