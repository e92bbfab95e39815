// The possible meanings of a text in the search box. The user does not choose a kind: every meaning is tried.
import { referencesIn } from '../../core/deposits/reference-search.ts';
import { isUuid } from '../../kernel/ids.ts';
import { type Cents, parseDecimal } from '../../kernel/money.ts';
import { itemAt } from '../../kernel/required.ts';

export interface Reading {
  /** As it was typed, without what surrounds it: a correlation id, a reference or its beginning, a site's code. */
  text: string;
  /** Ids, in small letters. */
  ids: string[];
  /** References for deposits that this service has drawn. */
  ours: string[];
  /** What may be a whole reference: the text itself, also in capitals and in small letters, and words of a pasted line. */
  words: string[];
  /** The text as a part of a reference that was read aloud (`spoken`); null for a line, or if it is too short. */
  spoken: string | null;
  /** How a reference may begin: the text, likewise. None for a line, or for less than two characters. */
  beginnings: string[];
  amounts: Cents[];
  /** The last four digits of an account number. */
  lastFour: string | null;
  /** A line copied from a bank statement, rather than one value. */
  isLine: boolean;
}

/** More than a line of any bank has. The rest is not read. */
const longest = 500;
const mostWords = 16;
const leastWord = 3;
const mostAmounts = 4;

/** Reads a text. Never throws, and takes time that grows with its length alone. */
export function readText(typed: string): Reading {
  const text = typed.slice(0, longest).replaceAll('\0', '').toWellFormed().trim();
  const parts = text.split(/\s+/).filter((part) => part !== '');
  const whole = readAmount(text);
  const isLine = parts.length > 1 && whole === undefined;
  return {
    text,
    ids: (text.match(/[0-9a-fA-F-]+/g) ?? [])
      .filter(isUuid)
      .map((id) => id.toLowerCase())
      .slice(0, mostWords),
    ours: [...referencesIn(text)],
    words: [...new Set([...inEachCase(text), ...(isLine ? wordsOf(parts) : [])])],
    spoken: spokenIn(text),
    beginnings: isLine || text.length < 2 ? [] : inEachCase(text),
    amounts: isLine ? amountsOf(parts) : whole === undefined || whole === 0n ? [] : [whole],
    lastFour: /^[*•.…xX]{0,20}(\d{4})$/.exec(text.replaceAll(' ', ''))?.[1] ?? null,
    isLine,
  };
}

/** Fewer characters are in too many references. */
const leastSpoken = 4;
const mostSpoken = 50;

/** Returns a reference in the form of the index payments_spoken: without the differences that reading aloud loses. */
function spokenIn(text: string): string | null {
  const bare = text
    .toUpperCase()
    .replace(/[ \-_./#:]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return /^[0-9A-Z]+$/.test(bare) &&
    /\d/.test(bare) &&
    bare.length >= leastSpoken &&
    bare.length <= mostSpoken
    ? bare
    : null;
}

/** References are found by an index that distinguishes letter case; users type them in small letters. */
function inEachCase(text: string): string[] {
  return text === '' ? [] : [...new Set([text, text.toUpperCase(), text.toLowerCase()])];
}

/** Words with a digit, as references have, alone and with the word before; without what punctuation surrounds them. */
function wordsOf(parts: readonly string[]): string[] {
  return parts
    .flatMap((part, index) => {
      const bare = withoutEdges(part);
      if (!/\d/.test(bare)) return [];
      return [bare, ...(index === 0 ? [] : [`${parts[index - 1]} ${bare}`])];
    })
    .filter((word) => word.length >= leastWord)
    .slice(0, mostWords);
}

const edges = new Set('()[]{}"\',.;:');

function withoutEdges(part: string): string {
  let [from, to] = [0, part.length];
  while (from < to && edges.has(itemAt(part, from))) from += 1;
  while (to > from && edges.has(itemAt(part, to - 1))) to -= 1;
  return part.slice(from, to);
}

/** Amounts with cents in a line. Thousands may be set apart by a space: both readings count. */
function amountsOf(parts: readonly string[]): Cents[] {
  const found = parts.flatMap((part, index) => {
    if (!/[.,]\d{2}(?:[A-Za-z]{0,3})$/.test(part)) return [];
    const bare = part.replace(/[A-Za-z]{1,3}$/, '');
    const before = (parts[index - 1] ?? '').replace(/^[+\-−]?R?/, '');
    const isGrouped = /^\d{1,3}$/.test(before) && /^\d{3}[.,]/.test(bare);
    return [bare, ...(isGrouped ? [before + bare] : [])].map(readAmount);
  });
  const amounts = found.filter((one): one is Cents => one !== undefined && one > 0n);
  return [...new Set(amounts)].slice(0, mostAmounts);
}

/**
 * Reads an amount in the usual spellings: "150", "150,00", "R 1 234.50", "1,234.50", "-R 5". Returns undefined for
 * anything else. The sign is left out: statements show payments out as negative.
 */
export function readAmount(text: string): Cents | undefined {
  const unsigned = text
    .trim()
    .replace(/^[+\-−]/, '')
    .trim();
  const bare = unsigned.replace(/^(?:ZAR|R)/i, '').trim();
  const spaced = (bare.slice(-3).toUpperCase() === 'ZAR' ? bare.slice(0, -3).trim() : bare).replace(
    /[\s']/g,
    ' ',
  );
  const [, whole = '', cents] = /^(.*?)(?:[.,](\d{1,2}))?$/s.exec(spaced) as RegExpExecArray;
  if (!/^\d+$/.test(whole) && !/^\d{1,3}(?:[ ,.]\d{3})+$/.test(whole)) return undefined;
  const digits = whole.replace(/[ ,.]/g, '');
  return parseDecimal(cents === undefined ? digits : `${digits}.${cents}`);
}
