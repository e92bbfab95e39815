/**
 * Splits items into rounds: no two items of a round have the same key, and those of one key keep their order. What is
 * decided about a row that the round before has changed is decided in a round of its own.
 */
export function inRounds<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const rounds: Item[][] = [];
  const seen = new Map<string, number>();
  for (const item of items) {
    const number = seen.get(keyOf(item)) ?? 0;
    seen.set(keyOf(item), number + 1);
    rounds[number] ??= [];
    rounds[number].push(item);
  }
  return rounds;
}
