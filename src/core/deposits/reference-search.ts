// Finds references in what banks print: cut into lines, spaced, and run together with names, numbers and dates.
import { isChecked } from '../../kernel/check-digits.ts';

/** The prefixes of references: those that pay, and those that raise a float. */
export const prefixes = { payment: 'DEP', float: 'TOPUP' } as const;

const wholeDigits = 12;
/** A match of fewer digits than this at the beginning of a longer number counts as a coincidence. */
const leastOfNumber = 4;

/**
 * Returns the distinct references in a text, in capitals: a prefix and the twelve digits after it, whose check digits
 * hold. Only letters and digits count: other characters are allowed between them, and any before and after them.
 */
export function referencesIn(
  text: string,
  among: readonly string[] = Object.values(prefixes),
): readonly string[] {
  // Most texts have too few digits, and a statement has a million of them.
  if (!hasDigits(text, wholeDigits)) return [];
  const { kept, isBroken } = withoutSeparators(text);
  const found = new Set<string>();
  for (const prefix of among) {
    for (let at = kept.indexOf(prefix); at >= 0; at = kept.indexOf(prefix, at + 1)) {
      const end = at + prefix.length + wholeDigits;
      const reference = kept.slice(at, end);
      if (isChecked(reference.slice(prefix.length)) && !isCutShort(kept, isBroken, end)) found.add(reference);
    }
  }
  return [...found];
}

function hasDigits(text: string, least: number): boolean {
  let count = 0;
  for (let at = 0; at < text.length && count < least; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) count += 1;
  }
  return count >= least;
}

interface Kept {
  /** The letters and digits, in capitals. */
  kept: string;
  /** 1 if another character was before the one at that index. */
  isBroken: Uint8Array;
}

function withoutSeparators(text: string): Kept {
  // Some banks print null bytes between all characters: they break nothing.
  const parts = text.replaceAll('\0', '').split(/[^\p{L}\p{N}]+/u);
  // Some letters have capitals of two letters, so the parts are measured afterwards.
  const capitals = parts.map((part) => part.toUpperCase());
  const kept = capitals.join('');
  const isBroken = new Uint8Array(kept.length + 1);
  let at = 0;
  for (const part of capitals) {
    isBroken[at] = 1;
    at += part.length;
  }
  isBroken[at] = 1;
  return { kept, isBroken };
}

/**
 * True if the last digits before `end` are the beginning of another, longer number: a bank that cuts a reference
 * prints a date or an amount after it, whose first digit is the missing one in one case of ten.
 */
function isCutShort(kept: string, isBroken: Uint8Array, end: number): boolean {
  const goesOn = isBroken[end] === 0 && /^\d/.test(kept.slice(end, end + 1));
  return goesOn && isBroken.subarray(end - leastOfNumber + 1, end).includes(1);
}
