// Patterns that others write: regular expressions in RE2's syntax, matched in a time that grows with the text alone, so
// that no pattern and no text can hold the process up.
import { RE2JS, RE2JSException } from 're2js';

export interface Pattern {
  /** Whether a text matches from its first character to its last. */
  matches(text: string): boolean;
}

/** Undefined for what is no pattern. */
export function readPattern(text: string): Pattern | undefined {
  try {
    const compiled = RE2JS.compile(text);
    return { matches: (given) => compiled.matches(given) };
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
