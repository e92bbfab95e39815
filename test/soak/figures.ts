// The sums of a soak's samples.

/** One minute of a soak. */
export interface Minute {
  /** Resident memory of the service's process. */
  megabytes: number;
  p50Ms: number;
  p99Ms: number;
  /** Deliveries that wait. */
  backlog: number;
}

/** By how much values grow from one to the next, by least squares. */
export function slopeOf(values: number[]): number {
  const mean = (list: number[]): number => list.reduce((sum, each) => sum + each, 0) / list.length;
  const [middle, level] = [(values.length - 1) / 2, mean(values)];
  const spread = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return spread === 0
    ? 0
    : values.reduce((sum, value, at) => sum + (at - middle) * (value - level), 0) / spread;
}

/** The median of the last quarter of values through that of the first. */
export function driftOf(values: number[]): number {
  const quarter = Math.max(1, Math.floor(values.length / 4));
  return percentile(values.slice(-quarter), 50) / percentile(values.slice(0, quarter), 50);
}

export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
