// Text functions: single-pass ones for long texts, and comparisons of short ones.

/** Returns a text without any `letter` at its end: "a//" without "/" is "a". */
export function withoutEnd(text: string, letter: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === letter) end -= 1;
  return text.slice(0, end);
}

/** Returns digits in groups of three from their end, separated by `by`. */
export function inThousands(digits: string, by: string): string {
  const first = digits.length % 3;
  const groups = first > 0 ? [digits.slice(0, first)] : [];
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return groups.join(by);
}

/** Returns the edit distance of two texts: changed, added, removed or swapped letters, each once at most. */
export function distanceOf(one: string, other: string): number {
  return distances(one, other, false).at(-1)!;
}

/**
 * Returns the least edit distance of a text from any part of another: text before and after the part does not count.
 */
export function distanceWithin(whole: string, text: string): number {
  return Math.min(...distances(whole, text, true));
}

/** Returns the distances of the beginnings of a text, or of what ends them, from another one. */
function distances(one: string, other: string, isEndOnly: boolean): number[] {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  const found = [other.length];
  for (let row = 1; row <= one.length; row += 1) {
    const next = [isEndOnly ? 0 : row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let least = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && isExchanged) least = Math.min(least, beforeLast[column - 2]! + 1);
      next.push(least);
    }
    [beforeLast, last] = [last, next];
    found.push(last[other.length]!);
  }
  return found;
}

/** Returns the known text that is nearest, if `text` may be a typing error of it: at most two letters differ. */
export function nearest(text: string, known: readonly string[]): string | undefined {
  const near = known
    .map((one) => ({ one, distance: distanceOf(text, one) }))
    .filter(({ distance }) => distance <= 2);
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.one;
}
