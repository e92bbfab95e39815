// Figures of measurements.

export function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

export function mean(values: readonly number[]): number {
  return sumOf(values, (value) => value) / values.length;
}

/** The value below which so many percent of the values are (the nearest measured one); NaN without values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** With two decimals. */
export function rounded(value: number): number {
  return Number(value.toFixed(2));
}
