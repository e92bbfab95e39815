// What `tefo hash explain` and `tefo explain` say of a hash: what it is made of, and what is wrong with it.
import type { KeptExplanation } from '../../surfaces/hash-doctor/kept.ts';

/** What is joined, the text that is hashed, and where it could be read in another way. */
export function anatomy({ fields, input, ambiguous, among }: KeptExplanation): string[] {
  const width = Math.max(0, ...fields.map(({ name }) => name.length)) + 2;
  return [
    ...(among ? [`The first of ${among.wrong} with a wrong hash, among ${among.items}.`] : []),
    'What is joined, in this order:',
    ...fields.map(({ name, text }) => `  ${name.padEnd(width)}${text}`),
    '',
    'What is hashed with SHA-512:',
    `  ${input}`,
    ...ambiguous.map(
      (pair) => `Note: ${pair} run into each other; a character moved from one to the other hashes alike.`,
    ),
  ];
}

/** What is wrong with the hash that was sent, and what to do. */
export function verdict({ isRight, findings }: Pick<KeptExplanation, 'isRight' | 'findings'>): string[] {
  if (isRight) return ['  The hash is right.'];
  if (findings.length === 0)
    return ['  No known mistake leads to the hash that was sent: it is wrong in a way of its own.'];
  return findings.map(({ mistake, cause, cure }) => `  ${mistake}: ${cause} ${cure}`);
}
