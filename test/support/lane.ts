// A process that runs test files one after another, isolated as in separate processes: each file is a test, taken from
// the queue of test/support/run.ts when the last one is done. A file that leaves something behind for the next fails
// here by name.
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { takeBreaches } from '../contract/answers.ts';
import { endAll } from './ending.ts';

/** The time limit of a file: for one that hangs, not for one that is slow on a busy machine. */
const FILE_MS = 900_000;

/** The time for the endings of the process itself. */
const LAST_MS = 60_000;

const queue = process.env.TEST_QUEUE!;
const files = readFileSync(join(queue, 'files'), 'utf8').split('\n').filter(Boolean);
const environment = { ...process.env };
const now = { write: process.stdout.write, log: console.log, date: Date, setTimeout, fetch };

// Another thread stops a file that blocks this one, and the lane when the run was killed. It also keeps the process alive:
// a moment without pending work would end it, and the remaining files with it.
const watch = new Worker(
  `let file, timer;
  setInterval(() => process.ppid === ${process.env.TEST_RUNNER} || process.kill(process.pid, 'SIGKILL'), 1000);
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
  const began = performance.now();
  await test(file, { timeout: FILE_MS }, async () => {
    await import(pathToFileURL(resolve(file)).href);
  });
  const left = [...(await failureOf(endAll)), ...leftBehind()];
  if (left.length > 0)
    await test(`${file}: cleans up after itself`, () => {
      throw new Error(left.join('\n'));
    });
  writeFileSync(join(queue, `${index}.done`), String(Math.round((performance.now() - began) / 1000)));
}
await watch.terminate();
// All results are reported: an ending that hangs, or a server that a file left open, must not keep the run from its end.
const { reallyExit } = process as unknown as { reallyExit(code: number): void };
setTimeout(() => reallyExit.call(process, Number(process.exitCode ?? 0)), LAST_MS).unref();

/** Claims a file; false when another process has it. */
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

/** Returns the leftovers of a file, after cleaning them up. */
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
