// Bodies are either read exactly or refused.
import { unreadable, whyUnreadable } from '../../kernel/formats/json.ts';
import { escapePointer } from '../../kernel/formats/validate.ts';

export interface Inexact {
  pointer: string;
  rule: string;
}

const deepest = 20;

/** Returns the first value of a body that could not be read exactly, or that is nested deeper than any valid value. */
export function findInexact(value: unknown, pointer = '', depth = 0): Inexact | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (value === unreadable) return { pointer, rule: whyUnreadable };
  if (depth === deepest) return { pointer, rule: 'is nested too deep' };
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name];
    if (member === null || typeof member !== 'object') continue;
    const found = findInexact(member, `${pointer}/${escapePointer(name)}`, depth + 1);
    if (found) return found;
  }
  return undefined;
}
