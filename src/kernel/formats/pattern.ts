// Patterns from outside: regular expressions in RE2's syntax, matched in time linear in the text, so that none can
// block the process.
import { RE2JS, RE2JSException } from 're2js';

export interface Pattern {
  /** True if the whole text matches. */
  matches(text: string): boolean;
}

/** Returns undefined for a text that is not a pattern. */
export function readPattern(text: string): Pattern | undefined {
  try {
    const compiled = RE2JS.compile(text);
    return { matches: (given) => compiled.matches(given) };
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
