// The texts of `tefo hash explain` and `tefo explain` about a hash: its input, and its error.
import type { KeptExplanation } from '../../hash-debugger/kept.ts';

/** Describes the joined fields, the hashed text, and where it is ambiguous. */
export function anatomy({ fields, input, ambiguous, among, dropped, cut }: KeptExplanation): string[] {
  const width = Math.max(0, ...fields.map(({ name }) => name.length)) + 2;
  return [
    ...(among ? [`The first of ${among.wrong} wrong hashes in ${among.items} items.`] : []),
    'Concatenated fields, in this order:',
    ...fields.map(({ name, text }) => `  ${name.padEnd(width)}${text}`),
    '',
    'Input of SHA-512:',
    `  ${input}`,
    ...cut.map((name) => `Note: ${name} exceeds the maximum length; only its start is shown.`),
    ...(dropped > 0 ? [`Note: ${dropped} further fields are not part of any hash and were not stored.`] : []),
    ...ambiguous.map(
      (pair) => `Note: ${pair} are ambiguous: a character moved from one to the other gives the same hash.`,
    ),
  ];
}

/** Describes the error in the sent hash, and how to fix it. */
export function verdict({
  isRight,
  isGivenUp,
  findings,
}: Pick<KeptExplanation, 'isRight' | 'isGivenUp' | 'findings'>): string[] {
  if (isRight) return ['  The hash is correct.'];
  if (isGivenUp) return ['  The search for the error was stopped before an explanation was found.'];
  if (findings.length === 0)
    return [
      '  The hash does not match any known error. It may have been computed with the key of another site, or an old key.',
    ];
  return findings.map(({ mistake, cause, cure }) => `  ${mistake}: ${cause} ${cure}`);
}
