// The fuzzing run against a separate process: also its memory, its log and its books are judged.
import type { Credentials } from '../../src/app/credentials.ts';
import { usageOf } from '../bulk/usage.ts';
import { median } from '../support/figures.ts';
import { isAlive, makeTefo } from '../support/process.ts';
import { type FuzzReport, fuzz } from './fuzz.ts';

/** Memory is flat when the last quarter's is at most so many times that of the second. */
const flat = 1.2;

/** The same seed draws the same requests; ids in them come from the run's own responses. */
export async function fuzzProcess(options: {
  requests: number;
  /** At one time. */
  abreast: number;
  seed: number;
  say(line: string): void;
}): Promise<FuzzReport & { memory: number[] }> {
  const tefo = await makeTefo({ TEFO_LOG_LEVEL: 'error' });
  try {
    const running = tefo.start();
    await running.ready();
    const own = await tefo.credentials();
    const other = JSON.parse((await tefo.program('merchant', 'create', '--name', 'Other', '--json')).stdout);
    const memory: number[] = [];
    const report = await fuzz({
      ...{ base: tefo.base, merchants: [own, other as Credentials], slowMs: 2_000 },
      ...{ seed: options.seed, requests: options.requests, abreast: options.abreast },
      onThousand: (done) => {
        const usage = usageOf(running.pid);
        if (usage) memory.push(Math.round(usage.residentMegabytes));
        if (done % 20_000 === 0) options.say(`${done} requests, ${memory.at(-1)} MB`);
      },
    });
    const breaches = { ...report.breaches, ...judgeMemory(memory), ...judgeLog(await tefo.log()) };
    if (!isAlive(running.pid)) breaches['the service has ended'] = running.said();
    const check = await tefo.program('check');
    if (check.code !== 0) breaches['tefo check'] = check.stdout.slice(0, 2_000);
    return { ...report, breaches, memory: quarters(memory) };
  } finally {
    await tefo.remove();
  }
}

/** The median of each quarter of the run, in megabytes. */
function quarters(memory: number[]): number[] {
  const length = Math.ceil(memory.length / 4);
  return [0, 1, 2, 3].map((quarter) => {
    return median(memory.slice(quarter * length, (quarter + 1) * length)) || 0;
  });
}

function judgeMemory(memory: number[]): Record<string, string> {
  const [, second = 0, , last = 0] = quarters(memory);
  if (memory.length < 40 || last <= second * flat) return {};
  return { memory: `the second quarter had ${second} MB, the last ${last} MB` };
}

function judgeLog(log: string): Record<string, string> {
  const lines = log.split('\n').filter((line) => line !== '');
  return lines.length === 0 ? {} : { [`${lines.length} errors in the log`]: lines[0]! };
}
