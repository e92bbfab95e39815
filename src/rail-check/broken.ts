// The error for a violated rule, and the assertion that throws it.

/** The violation of a rule; the message describes it for the report. */
export class Broken extends Error {}

export function hold(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Broken(otherwise);
}
