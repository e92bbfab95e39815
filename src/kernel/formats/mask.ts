// Masks long numbers in free text: identity numbers, card numbers, accounts and telephone numbers keep their last four digits.

const word = /[0-9A-Za-z-]+/g;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const date = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T\d\d)?$/;
/** A hash or another key of a machine has at least so many letters and digits. */
const shortestKey = 24;

/** True if a word is an identifier or a date, which stay as they are. */
const isKept = (text: string): boolean =>
  date.test(text) ||
  uuid.test(text.slice(-36)) ||
  (text.length >= shortestKey && /[A-Za-z]/.test(text) && !text.includes('-'));

/** Digits of any script, with at most three blanks, dashes or invisible characters between two of them. */
const run = /\p{Nd}(?:[\p{Zs}\p{Pd}\p{Cf}]{0,3}\p{Nd})*/gu;

/** A number with so many digits or more is an identity or a card number, wherever it occurs. */
const longest = 13;

/**
 * Returns a text in which long numbers keep their last four digits. Of 13 digits and more every number is masked; of 7 to 12, one
 * that is not part of a word, an amount or a date, and that has 9 digits at least where they are separated. The length stays.
 */
export function maskNumbers(text: string): string {
  return maskWhere(text, isPrivate);
}

/** Masks numbers of 13 digits and more: for records, whose amounts, codes and shorter numbers are facts. */
export function maskLongest(text: string): string {
  return maskWhere(text, ({ digits }) => digits >= longest);
}

interface Run {
  found: string;
  digits: number;
  before: string;
  after: string;
}

function maskWhere(text: string, isMasked: (one: Run) => boolean): string {
  let [out, from] = ['', 0];
  for (const { 0: one, index } of text.matchAll(word)) {
    if (!isKept(one)) continue;
    out += maskPart(text.slice(from, index), isMasked) + one;
    from = index + one.length;
  }
  return out + maskPart(text.slice(from), isMasked);
}

function maskPart(text: string, isMasked: (one: Run) => boolean): string {
  return text.replace(run, (found, at: number) => {
    const digits = (found.match(/\p{Nd}/gu) ?? []).length;
    const [before, end] = [text.slice(Math.max(0, at - 1), at), at + found.length];
    const after = text.slice(end, end + 4);
    return isMasked({ found, digits, before, after }) ? masked(found, digits - 4) : found;
  });
}

function isPrivate({ found, digits, before, after }: Run): boolean {
  if (digits >= longest) return true;
  const isPartOfWord = /^[\p{L}_-]/u.test(before) || /^[\p{L}_-]/u.test(after);
  const isAmount = /^[.,]\d{1,2}(?!\d)/.test(after) || /^\d{1,3}(?:\p{Zs}\d{3})+$/u.test(found);
  if (isPartOfWord || isAmount) return false;
  return digits >= (/^\p{Nd}+$/u.test(found) ? 7 : 9);
}

function masked(found: string, count: number): string {
  let left = count;
  return found.replace(/\p{Nd}/gu, (digit) => (left-- > 0 ? '*' : digit));
}
