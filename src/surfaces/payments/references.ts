// The hash does not prove where transactionReference and bankReference end: nothing separates them, and the merchant
// writes both. A site may define a pattern for its references; otherwise an ambiguous request is accepted and marked.
import { readPattern } from '../../kernel/formats/pattern.ts';
import { judgeField, rules } from '../dialect/fields.ts';
import type { HashedField, RequestTexts } from '../dialect/hash.ts';

/** Returns a test for a site's references. With an unreadable pattern, none passes. */
export function matchesPattern(text: string | null): (reference: string) => boolean {
  if (text === null) return () => true;
  const pattern = readPattern(text);
  return (reference) => pattern?.matches(reference) ?? false;
}

/**
 * Returns the fields of an accepted request whose end the hash does not prove: another cut there would have been
 * accepted too, had it come first.
 */
export function ambiguousEnds(texts: RequestTexts, referencePattern: string | null): string[] {
  const { transactionReference = '', bankReference = '' } = texts;
  const isReference = matchesPattern(referencePattern);
  const next = optionals.find((name) => texts[name]) ?? 'optional1';
  const isEndOfReference = cuts(transactionReference, bankReference).some(
    ([one, other]) => keeps('transactionReference', one) && keeps('bankReference', other) && isReference(one),
  );
  const isEndOfBankReference = cuts(bankReference, texts[next] ?? '').some(
    ([one, other]) => keeps('bankReference', one) && keeps(next, other),
  );
  return [
    ...(isEndOfReference ? ['transactionReference'] : []),
    ...(isEndOfBankReference ? ['bankReference'] : []),
  ];
}

const optionals = ['optional1', 'optional2', 'optional3', 'optional4', 'optional5'] as const;

/** Returns every other way to cut two adjacent texts. */
function cuts(one: string, other: string): [string, string][] {
  const text = [...one, ...other];
  const own = [...one].length;
  return [...text.keys(), text.length]
    .filter((place) => place !== own)
    .map((place) => [text.slice(0, place).join(''), text.slice(place).join('')]);
}

const keeps = (name: HashedField, text: string): boolean =>
  judgeField(rules[name], text === '' ? undefined : { kind: 'text', text }, false) === undefined;
