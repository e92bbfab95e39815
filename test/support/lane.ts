// One of the processes in which test files follow one another, as in processes of their own: each is a test of this one,
// which takes the next file from the queue that test/support/run.ts has filled when it is done with the last. A file that leaves
// something behind which the next would meet fails here by its name.
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { takeBreaches } from '../contract/answers.ts';
import { endAll } from './ending.ts';

/** The longest that one file may take. */
const FILE_MS = 300_000;

const queue = process.env.TEST_QUEUE!;
const files = readFileSync(join(queue, 'files'), 'utf8').split('\n').filter(Boolean);
const environment = { ...process.env };
const now = { write: process.stdout.write, log: console.log, date: Date, setTimeout, fetch };

// A file that leaves the thread no breath is cut off from another. It also keeps the process: a moment in which nothing is
// waited for would end it, and the files that follow with it.
const watch = new Worker(
  `let file, timer;
  require('node:worker_threads').parentPort.on('message', (next) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      require('node:fs').writeSync(2, next + ' hangs\\n');
      process.kill(process.pid, 'SIGKILL');
    }, ${FILE_MS + 20_000});
  });`,
  { eval: true },
);

for (const [index, file] of files.entries()) {
  if (!claim(index)) continue;
  watch.postMessage(file);
  await test(file, { timeout: FILE_MS }, async () => {
    await import(pathToFileURL(resolve(file)).href);
  });
  const left = [...(await failureOf(endAll)), ...leftBehind()];
  if (left.length > 0)
    await test(`${file}: what it left behind`, () => {
      throw new Error(left.join('\n'));
    });
  writeFileSync(join(queue, `${index}.done`), '');
}
await watch.terminate();

/** Whether nobody has taken the file yet. */
function claim(index: number): boolean {
  try {
    closeSync(openSync(join(queue, String(index)), 'wx'));
    return true;
  } catch {
    return false;
  }
}

async function failureOf(work: () => Promise<void>): Promise<string[]> {
  return work().then(
    () => [],
    (error: Error) => [error.stack ?? error.message],
  );
}

/** What is wrong after a file, and put right again. */
function leftBehind(): string[] {
  const left = takeBreaches();
  const names = new Set([...Object.keys(environment), ...Object.keys(process.env)]);
  for (const name of names) {
    if (process.env[name] === environment[name]) continue;
    left.push(
      `the environment's ${name} is another: say "// alone: it sets the environment" at the file's head`,
    );
    if (environment[name] === undefined) delete process.env[name];
    else process.env[name] = environment[name];
  }
  const replaced = { write: process.stdout.write, log: console.log, date: Date, setTimeout, fetch };
  for (const [name, value] of Object.entries(replaced))
    if (value !== now[name as keyof typeof now]) left.push(`${name} is replaced`);
  return left;
}
