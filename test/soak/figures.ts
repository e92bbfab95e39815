// The sums of a soak's samples.
import { mean, median } from '../support/figures.ts';

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
  const [middle, level] = [(values.length - 1) / 2, mean(values)];
  const spread = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return spread === 0
    ? 0
    : values.reduce((sum, value, at) => sum + (at - middle) * (value - level), 0) / spread;
}

/** The median of the last quarter of values through that of the first. */
export function driftOf(values: number[]): number {
  const quarter = Math.max(1, Math.floor(values.length / 4));
  return median(values.slice(-quarter)) / median(values.slice(0, quarter));
}
