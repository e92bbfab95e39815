// The rules of the architecture as tests: the tools that check the code, and rules without a tool.
// alone: its tools are programs, which start at once alongside everything else.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { documentNames } from '../src/app/document-names.ts';
import { sources } from './support/sources.ts';
import { judgeSql } from './support/tables.ts';

/** Runs a command of node_modules/.bin and returns its output; fails with everything it said. */
async function outputOf(command: string, ...args: string[]): Promise<string> {
  const bin = resolve('node_modules/.bin');
  const path = `${bin}${delimiter}${process.env.PATH}`;
  // A tool that runs under the test runner must not think it is a test.
  const { NODE_TEST_CONTEXT: _, ...outside } = process.env;
  // The compiler, written in Go, spends a sixth less time where it collects its memory more rarely.
  const env = { ...outside, PATH: path, NO_COLOR: '1', FORCE_COLOR: '0', GOGC: '400' };
  try {
    const ran = await promisify(execFile)(resolve(bin, command), args, { env, maxBuffer: 64 * 1024 * 1024 });
    return ran.stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return assert.fail(`${[command, ...args].join(' ')}\n${stdout}${stderr}`);
  }
}

const passes = async (command: string, ...args: string[]): Promise<void> =>
  void (await outputOf(command, ...args));

// A file unchanged since the last run is not checked again.
const typesSeen = 'node_modules/.cache/tsbuildinfo';

describe('house', { concurrency: true }, () => {
  test('the code is formatted and lints clean (npm run lint)', () => passes('biome', 'check', '.'));
  // Several threads would check shared files several times, and displace other tests.
  test('the types hold (npm run types)', () =>
    passes('tsc', '--noEmit', '--singleThreaded', '--incremental', '--tsBuildInfoFile', typesSeen));
  test('imports follow the arrow (npm run arrow)', () => passes('node', 'scripts/arrow.ts'));
  test('the OpenAPI documents lint clean (npm run openapi)', () =>
    passes('redocly', 'lint', ...documentNames.map((name) => `docs/openapi/${name}.json`)));
  test('no file, export or dependency is unused (npm run dead)', () => passes('knip', '--no-progress'));
});

interface TextRule {
  rule: string;
  files: RegExp;
  except?: RegExp;
  forbidden: RegExp;
}

const program = /^src\/.*(?<!\.test)\.ts$/;

const textRules: TextRule[] = [
  {
    rule: 'the time comes from the clock',
    files: program,
    // The check of a rail looks whether it reads the time, and a sample for merchants is a text.
    except: /^src\/(kernel\/clock|rail-check\/(watch|run)|pages\/docs\/samples\/javascript)\.ts$/,
    forbidden: /\bDate\.now\(|\bnew Date\(\s*\)|\bTemporal\.Now\b/,
  },
  { rule: 'nothing is left to Math.random', files: program, forbidden: /\bMath\.random\b/ },
  {
    rule: 'random values come from src/kernel/random.ts, which a seed can replace',
    // Separate commands (devtools, rail-check) are not part of a run from a seed.
    files: /^src\/(?:core|rails|reports|hash-debugger|sandbox|surfaces|pages)\/.*(?<!\.test)\.ts$/,
    forbidden:
      /\brandom(?:Int|UUID|Fill\w*|\s*\(\s*\))|\brandom\w*\b[^;]*from 'node:crypto'|\bgen_random_uuid\b/,
  },
  {
    rule: 'the environment is read in src/app/config.ts alone',
    files: program,
    except: /^src\/app\/config\.ts$/,
    forbidden: /\bprocess\.env\b/,
  },
  {
    rule: 'all output goes through src/kernel/process/terminal.ts, which makes strangers’ texts harmless',
    files: program,
    // The log is JSON, which escapes terminal controls.
    except: /^src\/kernel\/process\/(?:terminal|log)\.ts$/,
    forbidden: /\b(?:stdout|stderr)\s*\.\s*(?:write|end|pipe)\b|\bwriteSync\(\s*[12]\b/,
  },
  {
    rule: 'nothing is written to the console (the first screen shows a program that does)',
    files: program,
    except: /^src\/app\/welcome\.ts$/,
    forbidden: /\bconsole\.\w+\(/,
  },
  { rule: 'no float touches an amount', files: program, forbidden: /\bparseFloat\b|\.toFixed\(/ },
  {
    rule: 'a state is written by src/core/transitions.ts alone (the simulated bank has its own)',
    files: program,
    except: /^src\/core\/steps\.ts$|^src\/rails\/simulator\//,
    forbidden: /\bset\s(?:(?!\b(?:where|from|returning)\b)[^;`])*\bstate\s*=(?![=>])/,
  },
  {
    rule: 'no test is skipped, postponed or alone',
    files: /\.test\.ts$/,
    forbidden: /\b(?:test|it|describe|suite)\.(?:only|skip|todo)\b|\b(?:skip|only|todo):\s*true/,
  },
];

describe('tidy', () => {
  let files: string[];
  before(async () => {
    files = await sources();
  });

  for (const { rule, files: applies, except, forbidden } of textRules) {
    test(rule, async () => {
      const concerned = files.filter((file) => applies.test(file) && !except?.test(file));
      assert.deepEqual(await linesMatching(concerned, forbidden), []);
    });
  }

  test('a file has at most 400 lines', async () => {
    const code = files.filter(
      (file) => /\.(ts|mjs|cjs|js)$/.test(file) && !/^sdk\/src\/generated\//.test(file),
    );
    const lengths = await Promise.all(code.map(async (file) => [file, await lineCount(file)] as const));
    assert.deepEqual(
      lengths.filter(([, lines]) => lines > 400),
      [],
    );
  });

  test('there are at most 3 non-null assertions per 1,000 lines, and 8 casts to never', async () => {
    const programs = files.filter((file) => program.test(file));
    const lengths = await Promise.all(programs.map(lineCount));
    const lines = lengths.reduce((sum, length) => sum + length, 0);
    const only = ['--only=style/noNonNullAssertion', '--max-diagnostics=none', '--reporter=json'];
    const { diagnostics }: { diagnostics: { location: { path: string } }[] } = JSON.parse(
      await outputOf('biome', 'lint', ...only, 'src'),
    );
    const asserted = diagnostics.filter(({ location }) => program.test(location.path)).length;
    assert.ok(asserted > 0, 'no assertion seen: the check is blind');
    assert.ok(asserted <= (3 * lines) / 1_000, `${asserted} assertions in ${lines} lines`);
    const casts = await linesMatching(programs, /\bas never\b(?!_)/);
    assert.ok(casts.length <= 8, casts.join('\n'));
  });

  test('a table is named in its noun’s stores and in reports, and each statement declares the scope of its rows', async () => {
    const programs = files.filter((file) => program.test(file));
    const texts = await Promise.all(
      programs.map(async (file) => [file, await readFile(file, 'utf8')] as const),
    );
    const { wrong, statements } = judgeSql(new Map(texts), await readFile('migrations/schema.sql', 'utf8'));
    assert.deepEqual(wrong, []);
    assert.ok(statements > 300, `only ${statements} statements seen: the check is blind`);
  });

  test('no file or folder has a meaningless name', () => {
    const vague = /(^|[/.-])(utils?|helpers?|commons?|managers?|services?)([/.-]|$)/i;
    assert.deepEqual(
      files.filter((file) => vague.test(file)),
      [],
    );
  });

  test('migrations are numbered from 0001 without gaps', () => {
    const names = files
      .filter((file) => /^migrations\/.*\.sql$/.test(file) && file !== 'migrations/schema.sql')
      .map((file) => file.slice('migrations/'.length));
    names.forEach((name, index) => {
      assert.match(name, new RegExp(`^${String(index + 1).padStart(4, '0')}_[a-z0-9_]+\\.sql$`));
    });
  });

  test('a migration says which versions run beside it', async () => {
    const named = files.filter((file) => /^migrations\/\d.*\.sql$/.test(file) && file >= 'migrations/0060');
    for (const file of named) {
      const beside = /^-- beside: (\d{4})$/m.exec(await readFile(file, 'utf8'))?.[1];
      assert.ok(beside, `${file} says it by a line like "-- beside: 0059"`);
      assert.ok(beside < file.slice('migrations/'.length), `${file} names one before it`);
    }
  });

  test('every dependency is pinned to one version', async () => {
    const { dependencies, optionalDependencies, devDependencies } = JSON.parse(
      await readFile('package.json', 'utf8'),
    );
    const loose = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
    );
    assert.deepEqual(loose, []);
  });
});

/** The start of the pattern, as `file:line: text`. */
async function linesMatching(files: string[], pattern: RegExp): Promise<string[]> {
  const global = new RegExp(pattern.source, `${pattern.flags}g`);
  const found: string[] = [];
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    for (const match of text.matchAll(global)) {
      const line = text.slice(0, match.index).split('\n').length;
      found.push(`${file}:${line}: ${text.split('\n')[line - 1]!.trim()}`);
    }
  }
  return found;
}

async function lineCount(file: string): Promise<number> {
  return (await readFile(file, 'utf8')).split('\n').length - 1;
}
