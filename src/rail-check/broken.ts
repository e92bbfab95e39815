// How a rule says that it does not hold.

/** A rule that does not hold, in words. */
export class Broken extends Error {}

export function hold(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Broken(otherwise);
}
