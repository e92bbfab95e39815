// The codes of merchants and sites: letters of the name, then digits.
import { randomBelow } from '../../kernel/random.ts';

/** Returns the letters of a code: three of the name. Codes are read aloud. */
export function letters(name: string): string {
  return name
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .padEnd(3, 'X')
    .slice(0, 3);
}

/** Draws codes until `take` finds a free one. Each has one more digit than the last, so a few draws are enough. */
export async function takeCode(
  prefix: string,
  digits: number,
  take: (code: string) => Promise<boolean>,
): Promise<string> {
  const code = prefix + String(randomBelow(10 ** digits)).padStart(digits, '0');
  return (await take(code)) ? code : takeCode(prefix, digits + 1, take);
}
