// Choices that a seed repeats: the kills' times, and each customer's actions.

export interface Random {
  /** A whole number from `least` up to and without `limit`. */
  between(least: number, limit: number): number;
  /** True in `share` of all cases, a number from 0 to 1. */
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** Choices that follow from the seed and the name alone: each party of a storm draws from its own. */
export function seeded(seed: number, name: string): Random {
  let state = seed;
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);
  // Mulberry32: 32 bits of state are plenty for a storm.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    between: (least, limit) => least + Math.floor(next() * (limit - least)),
    chance: (share) => next() < share,
    pick: (from) => from[Math.floor(next() * from.length)]!,
  };
}
