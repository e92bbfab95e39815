/**
 * Splits items into rounds: no two items of a round share a key, and items with one key keep their order. A decision
 * about a row that the previous round changed belongs in its own round.
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
