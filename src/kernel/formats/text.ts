// What is done to texts: those of any length in one pass, short ones compared.

/** A text without the letters that it ends with, as often as they stand there: "a//" without "/" is "a". */
export function withoutEnd(text: string, letter: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === letter) end -= 1;
  return text.slice(0, end);
}

/** Digits in groups of three from their end, with `by` between them. */
export function inThousands(digits: string, by: string): string {
  const first = digits.length % 3;
  const groups = first > 0 ? [digits.slice(0, first)] : [];
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return groups.join(by);
}

/** How many letters of one text make the other: changed, added, left out, or exchanged with the next; each once at most. */
export function distanceOf(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let least = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && isExchanged) least = Math.min(least, beforeLast[column - 2]! + 1);
      next.push(least);
    }
    [beforeLast, last] = [last, next];
  }
  return last[other.length]!;
}

/** What is nearest to a text that may be a slip of it: two letters wrong at most. */
export function nearest(text: string, known: readonly string[]): string | undefined {
  const near = known
    .map((one) => ({ one, distance: distanceOf(text, one) }))
    .filter(({ distance }) => distance <= 2);
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.one;
}
