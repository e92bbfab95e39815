// Measures how far this machine's clock is from the database's. Many machines set the times of tokens, leases and due
// work: a machine whose clock is ahead refuses tokens of others and takes over work they still hold.

/** How many samples are kept: the quickest one is the most exact. */
const mostSamples = 8;

export interface Skew {
  /**
   * Adds a sample, all in milliseconds: when the query left, the time of the database's clock, and the query's
   * duration.
   */
  note(leftAt: number, shown: number, tookMs: number): void;
  /**
   * How many milliseconds this machine is ahead of the database at least; negative when it is behind, 0 when a
   * difference is not certain.
   */
  ms(): number;
}

export function createSkew(): Skew {
  let samples: { tookMs: number; aheadMs: number }[] = [];
  return {
    note: (leftAt, shown, tookMs) => {
      samples = [...samples, { tookMs, aheadMs: leftAt + tookMs / 2 - shown }].slice(-mostSamples);
    },
    ms: () => {
      if (samples.length === 0) return 0;
      const { tookMs, aheadMs } = samples.reduce((best, next) => (next.tookMs <= best.tookMs ? next : best));
      // The database read its clock at an unknown moment of the round trip.
      const certainMs = Math.abs(aheadMs) - tookMs / 2;
      return certainMs > 0 ? Math.sign(aheadMs) * certainMs : 0;
    },
  };
}
