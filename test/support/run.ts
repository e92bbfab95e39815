// `npm test`: every test file. Most share a few processes, the lanes (lane.ts): loading the service takes longer than most
// files do. A file that says `// alone: why` at its head has a separate process; those start first. A file that says
// `// long: why` runs only in `npm run test:all`, or by name.
import {
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { lcov, spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

/** The time limit of a lane. A lane itself stops a hanging file. */
const LANE_MS = 7_200_000;

/** Files of so many seconds are ordered by them. */
const LONG = 5;

const asked = process.argv
  .slice(2)
  .map((path) => (existsSync(path) && statSync(path).isDirectory() ? join(path, '**/*.test.ts') : path));
const says = (file: string, word: 'alone' | 'long'): boolean =>
  new RegExp(`^// ${word}: `, 'm').test(readFileSync(file, 'utf8'));
const isLeftOut = (file: string): boolean =>
  asked.length === 0 && process.env.TEST_LONG !== '1' && says(file, 'long');
const files = globSync(asked.length > 0 ? asked : ['src/**/*.test.ts', 'test/**/*.test.ts'])
  .filter((file) => !isLeftOut(file))
  .sort();
const isAlone = (file: string): boolean => says(file, 'alone');
const { alone = [], shared = [] } = Object.groupBy(files, (file) => (isAlone(file) ? 'alone' : 'shared'));

// Long files start first, so that the lanes end together. A lane takes the next file when it is free. `RECORD=1` records
// how long each file took; an unrecorded file counts by its size.
const queue = mkdtempSync(join(tmpdir(), 'tefo-lanes-'));
const secondsFile = fileURLToPath(new URL('seconds.json', import.meta.url));
const known: Record<string, number> = JSON.parse(readFileSync(secondsFile, 'utf8'));
const secondsOf = (file: string): number => known[file] ?? 0;
const sizeOf = (file: string): number => statSync(file).size;
shared.sort((one, other) => secondsOf(other) - secondsOf(one) || sizeOf(other) - sizeOf(one));
writeFileSync(join(queue, 'files'), shared.join('\n'));
process.env.TEST_QUEUE = queue;
process.env.TEST_RUNNER = String(process.pid);

// Files also wait, so there are more lanes than processors.
const concurrency = 2 * availableParallelism();
const lane = fileURLToPath(new URL('lane.ts', import.meta.url));
// The declarations do not know the setup yet.
const options = {
  files: [...alone, ...Array.from({ length: concurrency }, () => lane)],
  concurrency,
  timeout: LANE_MS,
  globalSetupPath: fileURLToPath(new URL('global-setup.ts', import.meta.url)),
  // `npm run coverage`: also of the processes that tests start.
  ...(process.env.COVERAGE === '1' && {
    ...{ coverage: true, coverageIncludeGlobs: ['src/**/*.ts', 'sdk/src/**/*.ts'] },
    coverageExcludeGlobs: ['**/*.test.ts'],
  }),
  execArgv: ['--max-semi-space-size=32', `--import=${new URL('untracked.ts', import.meta.url)}`],
};
const results = run(options);
results.on('test:fail', () => {
  process.exitCode = 1;
});
// A lane that ended early has failed, whatever it reported.
process.once('exit', () => {
  const lost = shared.filter((_, index) => !existsSync(join(queue, `${index}.done`)));
  if (lost.length > 0) {
    console.error(`not run to the end:\n${lost.join('\n')}`);
    process.exitCode = 1;
  }
  if (process.env.RECORD === '1' && asked.length === 0 && lost.length === 0) record();
  rmSync(queue, { recursive: true, force: true });
});
results.compose(new spec()).pipe(process.stdout);
if (process.env.COVERAGE === '1') {
  mkdirSync('coverage', { recursive: true });
  results.compose(lcov).pipe(createWriteStream('coverage/lcov.info'));
}

/** Keeps the seconds of the files that took some. */
function record(): void {
  const taken = shared.map((file, index) => [
    file,
    Number(readFileSync(join(queue, `${index}.done`), 'utf8')),
  ]);
  const long = taken.filter(([, seconds]) => Number(seconds) >= LONG).sort();
  writeFileSync(secondsFile, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`);
}
