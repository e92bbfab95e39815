// The time of every regular expression is linear in its text: a tool searches for slow texts for the program's own
// expressions, and for the formats that check bodies.
// alone: its tool reads the environment when it is loaded.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { after, describe, test } from 'node:test';
import { parseSync } from 'oxc-parser';
import { sources } from './support/sources.ts';

// Without a process or a separate thread: the result is the same on every machine.
process.env.RECHECK_SYNC_BACKEND = 'pure';
const { checkSync } = await import('recheck');

interface Found {
  /** Its position, as `file:line`. */
  at: string;
  pattern: string;
  flags: string;
}

/** Expressions that are put together while the program runs, by the text that does it, and why they are harmless. */
const composed: Record<string, string> = {
  "new RegExp(String.raw`(${comment})|(${string})|(\\d[\\d._]*)|(${word})|[^]`, 'g')":
    'over the code of our own documents, which no stranger writes',
  "new RegExp(`^${parts.join('[^/]+')}/?$`)": 'our own paths, each with one identifier, which no slash is of',
  "new RegExp(bandMark.source, 'y')": 'judged where it is written',
  "new RegExp(`^${RegExp.escape(type).replace('\\\\*', '[\\\\w.-]+')}`)":
    'our own media types, each with one wildcard, which no slash or plus sign is of',
  "new RegExp(`^${begins}`, 's')": 'over our own migrations, which no stranger writes',
  "new RegExp(RegExp.escape(key), 'giu')": 'a plain text',
  "new RegExp(pattern, 'gi')":
    'an address or digits as they were typed: each character once, with at most two between',
  "new RegExp(`${mark}:(\\\\d+);`, 'g')": 'begins with a random id',
};

/** The text patterns of request schemas; typebox tests them by its expressions. */
const formats = ['date', 'date_time', 'email', 'uuid'].map(
  (name) => `node_modules/typebox/build/format/${name}.mjs`,
);

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Every node below a value of a syntax tree. */
function nodesIn(value: unknown, nodes: Node[] = []): Node[] {
  if (value === null || typeof value !== 'object') return nodes;
  if (typeof (value as Node).type === 'string') nodes.push(value as Node);
  for (const key in value) nodesIn((value as Node)[key], nodes);
  return nodes;
}

const nameOf = (node: unknown): unknown => (node as { name?: string } | null)?.name;
const textOf = (node: unknown): string | undefined => {
  const { type, value } = (node ?? {}) as { type?: string; value?: unknown };
  return type === 'Literal' && typeof value === 'string' ? value : undefined;
};

/** The pattern of a schema: `pattern: '...'`, or the argument of a function that creates one. */
function schemaPattern(node: Node): string | undefined {
  if (node.type === 'Property' && nameOf(node.key) === 'pattern') return textOf(node.value);
  const isMade =
    node.type === 'CallExpression' && ['formed', 'worded'].includes(nameOf(node.callee) as string);
  return isMade ? textOf((node.arguments as unknown[])[0]) : undefined;
}

const isComposed = (node: Node): boolean =>
  (node.type === 'NewExpression' || node.type === 'CallExpression') && nameOf(node.callee) === 'RegExp';

/** The expressions of a file, and the places where it composes one. */
async function lookInto(file: string): Promise<{ found: Found[]; composing: string[] }> {
  const text = await readFile(file, 'utf8');
  const { program, errors } = parseSync(file, text);
  assert.deepEqual(errors, [], file);
  const nodes = nodesIn(program);
  const found = nodes.flatMap((node): Found[] => {
    const { regex } = node as unknown as { regex?: Omit<Found, 'at'> };
    const pattern = schemaPattern(node);
    const one = regex ?? (pattern === undefined ? undefined : { pattern, flags: 'u' });
    if (!one) return [];
    return [{ at: `${file}:${text.slice(0, node.start).split('\n').length}`, ...one }];
  });
  return { found, composing: nodes.filter(isComposed).map(({ start, end }) => text.slice(start, end)) };
}

const isOwn = (file: string): boolean =>
  /^(src|sdk|bin)\/.*\.(ts|js|mjs)$/.test(file) && !/\.test\.ts$|\.d\.ts$/.test(file);

let found: Found[];

describe('regular expressions', async () => {
  const files = [...(await sources()).filter(isOwn), ...formats];
  const looked = await Promise.all(files.map(lookInto));
  found = looked.flatMap((one) => one.found);
  const composing = looked.flatMap((one) => one.composing);

  test('are found, in every position', () => {
    assert.ok(found.length > 190, String(found.length));
    for (const flags of ['', 'u', 'g', 'i']) assert.ok(found.some((one) => one.flags === flags));
  });

  test('take time in proportion to their text', () => {
    const slow = found
      .map((one) => ({ ...one, ...judge(one.pattern, one.flags) }))
      .filter(({ status }) => status !== 'safe')
      .map(({ at, pattern, flags, why }) => `${at} /${pattern}/${flags}: ${why}`);
    assert.deepEqual(slow, []);
    if (process.env.RECORD === '1') record();
  });

  test('that are composed are listed one by one', () => {
    assert.deepEqual(composing.sort(), Object.keys(composed).sort());
  });

  test('the tool reports unsafe expressions', () => {
    const known: [pattern: string, flags: string][] = [
      ['\\s*;\\s*', ''],
      ['[T ].*(?:Z|[+-]\\d{2}:?\\d{2})$', 'i'],
      ['\\/+$', ''],
      ['^(a+)+$', ''],
    ];
    for (const [pattern, flags] of known)
      assert.equal(judgeNow(pattern, flags).status, 'vulnerable', pattern);
  });
});

interface Verdict {
  status: string;
  why: string;
}

// A verdict takes up to seconds, and stays the same for one version of the tool. A file has the safe expressions; verdicts of
// newer ones are kept between runs. `npm run test:all` judges all again, and `RECORD=1` with it writes the file.
const judgedFile = 'test/regexes.json';
const { version } = JSON.parse(readFileSync('node_modules/recheck/package.json', 'utf8'));
const cache = `node_modules/.cache/regexes-${version}.json`;
const judged = new Map<string, Verdict>();
if (process.env.TEST_LONG !== '1') {
  const { recheck, safe } = JSON.parse(readFileSync(judgedFile, 'utf8')) as {
    recheck: string;
    safe: string[];
  };
  if (recheck === version) for (const key of safe) judged.set(key, { status: 'safe', why: '' });
  const kept = existsSync(cache) ? JSON.parse(readFileSync(cache, 'utf8')) : {};
  for (const [key, verdict] of Object.entries<Verdict>(kept)) judged.set(key, verdict);
}
after(() => {
  mkdirSync(dirname(cache), { recursive: true });
  writeFileSync(`${cache}.new`, JSON.stringify(Object.fromEntries(judged)));
  renameSync(`${cache}.new`, cache);
});

const keyOf = (pattern: string, flags: string): string => `/${pattern}/${flags}`;

function record(): void {
  const safe = [...new Set(found.map(({ pattern, flags }) => keyOf(pattern, flags)))].sort();
  writeFileSync(judgedFile, `${JSON.stringify({ recheck: version, safe }, null, 2)}\n`);
}

function judge(pattern: string, flags: string): Verdict {
  const known = judged.get(keyOf(pattern, flags));
  if (known) return known;
  const verdict = judgeNow(pattern, flags);
  // A timeout of the verdict is temporary.
  if (verdict.status !== 'unknown') judged.set(keyOf(pattern, flags), verdict);
  return verdict;
}

function judgeNow(pattern: string, flags: string): Verdict {
  // It looks with chance, which is the same each time.
  const verdict = checkSync(pattern, flags, { timeout: 300_000, randomSeed: 1 });
  const { attack, error } = verdict as { attack?: { pattern: string }; error?: { kind: string } };
  return { status: verdict.status, why: attack?.pattern ?? error?.kind ?? '' };
}
