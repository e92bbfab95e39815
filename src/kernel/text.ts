// What texts of any length are done to, in one pass.

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
