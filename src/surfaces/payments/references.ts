// Where transactionReference ends, and bankReference, no hash tells: nothing parts them, and both are the merchant's own. A
// site may say what its references look like; else a request that could be cut elsewhere is taken and marked.
import { readPattern } from '../../kernel/formats/pattern.ts';
import { judgeField, rules } from '../dialect/fields.ts';
import type { HashedField, RequestTexts } from '../dialect/hash.ts';

/** Whether a reference may be the site's; of a pattern that cannot be read, none is. */
export function matchesPattern(text: string | null): (reference: string) => boolean {
  if (text === null) return () => true;
  const pattern = readPattern(text);
  return (reference) => pattern?.matches(reference) ?? false;
}

/**
 * Of a request that is taken, the fields whose end its hash does not tell: another cut there would be taken as well, had
 * it come first.
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

/** Every other way to cut two neighbours. */
function cuts(one: string, other: string): [string, string][] {
  const text = [...one, ...other];
  const own = [...one].length;
  return [...text.keys(), text.length]
    .filter((place) => place !== own)
    .map((place) => [text.slice(0, place).join(''), text.slice(place).join('')]);
}

const keeps = (name: HashedField, text: string): boolean =>
  judgeField(rules[name], text === '' ? undefined : { kind: 'text', text }, false) === undefined;
