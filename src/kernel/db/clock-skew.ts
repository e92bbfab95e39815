// How far this machine's clock is from the database's. Tokens, leases and due times are dated by many machines: one that
// is ahead refuses what the others issue, and takes over work that is still theirs.

/** How many questions are remembered: the quickest of them tells the most. */
const remembered = 8;

export interface Skew {
  /** Takes in one question: when it left, what the database's clock showed, how long it took. In milliseconds. */
  note(leftAt: number, shown: number, tookMs: number): void;
  /**
   * By how many milliseconds this machine is ahead of the database at least; negative where it is behind, 0 where a
   * difference is not certain.
   */
  ms(): number;
}

export function createSkew(): Skew {
  let samples: { tookMs: number; aheadMs: number }[] = [];
  return {
    note: (leftAt, shown, tookMs) => {
      samples = [...samples, { tookMs, aheadMs: leftAt + tookMs / 2 - shown }].slice(-remembered);
    },
    ms: () => {
      if (samples.length === 0) return 0;
      const { tookMs, aheadMs } = samples.reduce((best, next) => (next.tookMs <= best.tookMs ? next : best));
      // The clock was read at some moment of the way there and back.
      const certainMs = Math.abs(aheadMs) - tookMs / 2;
      return certainMs > 0 ? Math.sign(aheadMs) * certainMs : 0;
    },
  };
}
