// Texts of banks, prepared for output: decoded, with single spaces and without control characters.
import { BadStatement } from '../../../core/statements/parsed-statement.ts';
import { decoded } from './bytes.ts';

const isClean = /^(?:[!-~]+(?: [!-~]+)*)?$/;
const notSeen = /[\s\p{C}]+/gu;

/**
 * In characters; no bank writes more about one movement. The rest is left out: a long text does not make a file
 * invalid.
 */
const longestText = 4_000;

/**
 * Returns a text with single spaces, cut to its longest length. Some banks write a zero byte after each letter: single ones
 * are left out. Throws BadStatement for several in a row, which are a hole in the file.
 */
export function cleanText(whole: string, at: number): string {
  const raw = whole.length > longestText ? whole.slice(0, longestText) : whole;
  if (isClean.test(raw)) return raw;
  const text = raw.includes('\0') ? withoutNulls(raw, at) : raw;
  return decoded(text).replace(notSeen, ' ').trim();
}

function withoutNulls(text: string, at: number): string {
  if (text.includes('\0\0'))
    throw new BadStatement('there are null bytes: a part of the file is missing', at);
  return text.replaceAll('\0', '');
}

/** Throws BadStatement if a part that is not free text holds a null byte: a letter of it may be lost. */
export function assertNoNull(text: string, at: number, what: string): void {
  if (text.includes('\0')) throw new BadStatement(`there is a null byte in ${what}`, at);
}

/** In characters: a part that is shorter is found in another one by chance. */
const telling = 8;

/** Returns the parts that add something to the parts before them. */
export function joined(parts: readonly string[]): string {
  let text = '';
  for (const part of parts) {
    if (part === '') continue;
    if (text === '') text = part;
    else if (!has(text, part)) text = `${text} ${part}`;
  }
  return text;
}

function has(text: string, part: string): boolean {
  return part.length >= telling ? text.includes(part) : ` ${text} `.includes(` ${part} `);
}

/** Returns a text as a refusal may quote it. */
export function quoted(text: string): string {
  const seen = text.replace(notSeen, ' ').trim();
  return `"${seen.length > 40 ? `${seen.slice(0, 40)}...` : seen}"`;
}
