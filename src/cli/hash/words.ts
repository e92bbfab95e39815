// The texts of `tefo hash explain` and `tefo explain` about a hash: how it is made, and what is wrong with it.
import type { KeptExplanation } from '../../hash-debugger/kept.ts';

/** Describes the joined fields, the hashed text, and where it is ambiguous. */
export function anatomy({ fields, input, ambiguous, among, dropped, cut }: KeptExplanation): string[] {
  const width = Math.max(0, ...fields.map(({ name }) => name.length)) + 2;
  return [
    ...(among ? [`The first of ${among.wrong} with a wrong hash, among ${among.items}.`] : []),
    'What is joined, in this order:',
    ...fields.map(({ name, text }) => `  ${name.padEnd(width)}${text}`),
    '',
    'What is hashed with SHA-512:',
    `  ${input}`,
    ...cut.map((name) => `Note: ${name} is longer than any field may be; only its beginning is here.`),
    ...(dropped > 0
      ? [`Note: ${dropped} more of the fields that were sent are in no hash and were not kept.`]
      : []),
    ...ambiguous.map(
      (pair) => `Note: ${pair} run into each other; a character moved from one to the other hashes alike.`,
    ),
  ];
}

/** Describes what is wrong with the sent hash, and what to do. */
export function verdict({
  isRight,
  isGivenUp,
  findings,
}: Pick<KeptExplanation, 'isRight' | 'isGivenUp' | 'findings'>): string[] {
  if (isRight) return ['  The hash is right.'];
  if (isGivenUp)
    return ['  The search was given up before a mistake was found that leads to the hash that was sent.'];
  if (findings.length === 0)
    return [
      '  No known mistake leads to the hash that was sent: another site’s key, perhaps, or an old one.',
    ];
  return findings.map(({ mistake, cause, cure }) => `  ${mistake}: ${cause} ${cure}`);
}
