// The value by which a person is sought: an e-mail address, a cell number, an identity number or an account number,
// found in any spelling. One pattern serves PostgreSQL, which finds rows by it, and JavaScript, which replaces its
// matches.
import { createHmac } from 'node:crypto';
import { firstOf } from '../../kernel/required.ts';
import type { Keyring } from '../../kernel/security/crypto.ts';

export interface Sought {
  /** In its plain form: an address in lower case, or digits and letters alone. */
  plain: string;
  isNumber: boolean;
  /** Matched without regard to case. */
  pattern: string;
  /** The last four characters, by which accounts are shown; undefined for a value that is not a number. */
  tail?: string;
}

/** A value that cannot identify a person. */
export class BadValue extends Error {}

const rule =
  'VALUE is an e-mail address, or a cell, identity or account number of 5 to 34 digits and letters';

/** Reads a value as it was typed. Throws BadValue. */
export function readValue(typed: string): Sought {
  const text = typed.trim();
  if (text.includes('@')) return readAddress(text.toLowerCase());
  const plain = text.replace(/[ ().+-]/g, '').toUpperCase();
  if (!/^[0-9A-Z]{5,34}$/.test(plain) || !/[0-9]{4}/.test(plain)) throw new BadValue(rule);
  if (/^0+$/.test(plain)) throw new BadValue(rule);
  const cell = /^(?:0027|27|0)([1-9][0-9]{8})$/.exec(plain)?.[1];
  if (cell !== undefined)
    return numberOf(
      `0${cell}`,
      `(?:(?:[+]|%2B)?(?:00)?27${gap}(?:[(]?0[)]?${gap})?|0*)${spaced(cell, '[ ()-]{0,2}')}`,
    );
  // Columns of a fixed width fill numbers up with zeros.
  const digits = plain.replace(/^0+/, '');
  return numberOf(plain, `0*${spaced(digits)}`);
}

function readAddress(plain: string): Sought {
  if (plain.length > 254 || !/^[^\s@"\\]{1,64}@[^\s@"\\]{3,}$/.test(plain)) throw new BadValue(rule);
  const written = [...plain].map(escaped).join('');
  // A full stop after an address can end its sentence.
  return { plain, isNumber: false, pattern: `(?<![a-z0-9._+-])${written}(?![a-z0-9-]|[.][a-z0-9])` };
}

/** Separators that people put between digits. */
const gap = '[ ().-]{0,2}';
const spaced = (digits: string, between = '[ -]?'): string => [...digits].join(between);

const numberOf = (plain: string, pattern: string): Sought => ({
  plain,
  isNumber: true,
  pattern: `(?<![0-9a-z])${pattern}(?![0-9a-z])`,
  tail: plain.slice(-4),
});

/** Returns a character as a pattern, plain or as it is encoded in a web address. */
function escaped(character: string): string {
  if (/[a-z0-9]/.test(character)) return character;
  const encoded = encodeURIComponent(character);
  if (/[\u0080-\u{10ffff}]/u.test(character)) return `(?:${character}|${encoded})`;
  const hex = `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return character === '^' ? `(?:\\^|${hex})` : `(?:[${character}]|${hex})`;
}

/** Returns the expression that finds a value anywhere in a text. */
export const expressionOf = ({ pattern }: Sought): RegExp => new RegExp(pattern, 'gi');

/**
 * Returns the fingerprint of a value for the audit log: it does not reveal the value, and a person who has the value
 * finds it again.
 */
export function fingerprint(keyring: Keyring, { plain }: Sought): string {
  const { id, bytes } = firstOf(keyring.derive('person'));
  return `${id}:${createHmac('sha256', bytes).update(plain).digest('hex')}`;
}
