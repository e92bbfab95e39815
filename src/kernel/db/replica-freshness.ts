// How old a standby's data is at most. A standby that has replayed as far as the primary had written at an instant knows
// all that was committed up to then.

export interface Sample {
  /** When the primary was queried, on this machine's clock, in milliseconds. It is queried after the standby. */
  at: number;
  /** How far the primary had written, in bytes of its log. */
  written: bigint;
  /** How far the standby had replayed. */
  replayed: bigint;
}

export interface Freshness {
  note(sample: Sample): void;
  /** Returns the age at an instant, in seconds; infinite where it is older than anything remembered. */
  ageSeconds(now: number): number;
  /** True if the standby has what its primary has not written: it is another's. */
  isAhead(): boolean;
}

/** More than the oldest data that is shown. */
const mostSamples = 60;

export function createFreshness(): Freshness {
  let samples: Sample[] = [];
  let knownAt = Number.NEGATIVE_INFINITY;
  return {
    note: (sample) => {
      samples = [...samples, sample].slice(-mostSamples);
      const known = samples.findLast(({ written }) => written <= sample.replayed);
      knownAt = known?.at ?? Number.NEGATIVE_INFINITY;
    },
    ageSeconds: (now) => (now - knownAt) / 1000,
    isAhead: () => {
      const last = samples.at(-1);
      return last !== undefined && last.replayed > last.written;
    },
  };
}
