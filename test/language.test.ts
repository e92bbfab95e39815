// Tefo is written in plain words (CONTRIBUTING.md). Each folder has at most so many phrases of the private language that it was once
// written in. A limit only falls: when a folder has fewer, lower its limit.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

/** How many phrases each folder may still have. */
const limits: Record<string, number> = {
  'README.md': 0,
  'ARCHITECTURE.md': 0,
  'CONTRIBUTING.md': 0,
  docs: 6,
  'src/app': 1,
  'src/cli': 2,
  'src/core': 92,
  'src/devtools': 2,
  'src/hash-debugger': 0,
  'src/kernel': 17,
  'src/pages': 12,
  'src/rail-check': 0,
  'src/rails': 49,
  'src/reports': 36,
  'src/sandbox': 1,
  'src/surfaces': 17,
  'sdk/src': 9,
  bench: 6,
  scripts: 1,
  demo: 1,
  deploy: 0,
  test: 65,
};

/** The largest distance between a limit and the count below it, so that limits do fall. */
const slack = 5;

const phrases: readonly [pattern: RegExp, instead: string][] = [
  [/\b(?:un)?told\b|\btell(?:s|ing)?\b/, 'notified, reported; notify, report'],
  [/\b(?:un)?heard\b|\bhear(?:s|ing)?\b/, 'received; receive'],
  [/\bowed?\b/, 'pending'],
  [/\bwho(?:m|se)?ever\b/, 'the caller, the operator'],
  [/\b(?:nobody|somebody|everybody)\b/, 'no one, a user, an operator; unallocated'],
  [/\bonce more\b|\banew\b/, 'again'],
  [/\bof (?:yours|theirs|ours|its own)\b/, 'your …, its own …'],
  [/\bask(?:s|ed|ing)? for\b/, 'request'],
  [/\bpa(?:y|id|ys|ying) back\b|\bmoney back\b/, 'refund'],
  [/\bmay not\b/, 'must not, cannot'],
  [/\b(?:is|are|was|were) none\b/, 'is not, there are none'],
  [/\bbelieve[sd]?\b/, 'verified, treated as'],
  [/\bput off\b|\bgiven up\b/, 'postponed; abandoned'],
  [/\bbeside\b/, 'next to, with'],
  [/\bmend(?:s|ed|ing)?\b/, 'fix'],
  [/\bgather(?:s|ed|ing)?\b/, 'collect'],
  [/\bstor(?:y|ies)\b/, 'timeline'],
  [/\bnotices?\b/, 'notification'],
  // A sentence without a subject.
  [/(?:^|[.!?] )(?:Who|Whose|What|Of|Those that|Where)\s(?![^.?]*\?)[a-z]/, 'a subject and a verb'],
];

/** Returns what a person reads of a file: comments and texts of code, everything but the code of a document. */
function textsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  if (file.endsWith('.md'))
    return source
      .replace(/^```.*?^```/gms, '')
      .replace(/`[^`\n]*`/g, '')
      .split('\n');
  return source.split('\n').flatMap((line) => {
    const comment = /(?:(?<!:)\/\/|^\s*\/?\*+)\s*(.*)$/.exec(line)?.[1];
    if (comment !== undefined) return [comment];
    return [...line.matchAll(/'([^'\n]{12,})'|`([^`\n]{12,})`/g)]
      .map(([, quoted, template]) => quoted ?? template ?? '')
      .filter((text) => text.includes(' '));
  });
}

function phrasesIn(file: string): string[] {
  return textsOf(file).flatMap((text) =>
    phrases
      .filter(([pattern]) => pattern.test(text))
      .map(([, instead]) => `${file}: "${text.trim()}" (rather: ${instead})`),
  );
}

describe('the language of', () => {
  for (const [folder, limit] of Object.entries(limits))
    test(folder, () => {
      const files = globSync(`${folder}{,/**/*.{ts,mjs,md}}`).filter((file) => /\.(?:ts|mjs|md)$/.test(file));
      const found = files.sort().flatMap(phrasesIn);
      const shown = found.slice(0, 40).join('\n');
      assert.ok(found.length <= limit, `${found.length} phrases, and the limit is ${limit}:\n${shown}`);
      assert.ok(found.length + slack >= limit, `only ${found.length} phrases: lower the limit of ${folder}`);
    });
});
