// npm run fuzz: sends many requests to a real process and compares each response with its document; exit code 1 when a rule
// was broken.
//   --requests 1000000  --seed 1  --abreast 32  --json
// The same seed draws the same requests; ids in them come from the run's own responses.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Credentials } from '../../src/app/credentials.ts';
import { isAlive, makeTefo } from '../support/process.ts';
import { type FuzzReport, fuzz } from './fuzz.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    abreast: { type: 'string', default: '32' },
    json: { type: 'boolean', default: false },
  },
});

const megabyte = 1024;
/** Memory is flat when the last quarter's is at most so many times that of the second. */
const flat = 1.2;

const tefo = await makeTefo({ TEFO_LOG_LEVEL: 'error' });
try {
  const running = tefo.start();
  await running.ready();
  const own = await tefo.credentials();
  const other = JSON.parse((await tefo.program('merchant', 'create', '--name', 'Other', '--json')).stdout);
  const memory: number[] = [];
  const report = await fuzz({
    base: tefo.base,
    merchants: [own, other as Credentials],
    seed: Number(values.seed),
    requests: Number(values.requests),
    abreast: Number(values.abreast),
    slowMs: 2_000,
    onThousand: (done) => {
      void memoryOf(running.pid).then(
        (megabytes) => memory.push(megabytes),
        () => {},
      );
      if (done % 20_000 === 0) process.stderr.write(`${done} requests, ${memory.at(-1)} MB\n`);
    },
  });
  const breaches = { ...report.breaches, ...judgeMemory(memory), ...judgeLog(await tefo.log()) };
  if (!isAlive(running.pid)) breaches['the service has ended'] = running.said();
  const check = await tefo.program('check');
  if (check.code !== 0) breaches['tefo check'] = check.stdout.slice(0, 2_000);
  const whole = { ...report, breaches, memory: quarters(memory) };
  process.stdout.write(values.json ? `${JSON.stringify(whole, null, 2)}\n` : describe(whole));
  process.exitCode = Object.keys(breaches).length > 0 ? 1 : 0;
} finally {
  await tefo.remove();
}

/** The process's memory, in megabytes. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / megabyte);
}

/** The median of each quarter of the run, in megabytes. */
function quarters(memory: number[]): number[] {
  const length = Math.ceil(memory.length / 4);
  return [0, 1, 2, 3].map((quarter) => {
    const part = memory.slice(quarter * length, (quarter + 1) * length).sort((a, b) => a - b);
    return part[Math.floor(part.length / 2)] ?? 0;
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

function describe(report: FuzzReport & { memory: number[] }): string {
  const breaches = Object.entries(report.breaches);
  const shown = breaches.slice(0, 40).map(([what, first]) => `  - ${what}\n    ${first}\n`);
  return `
${report.requests} requests in ${Math.round(report.seconds)} s (seed ${values.seed})
  statuses       ${JSON.stringify(report.statuses)}
  longest        ${Math.round(report.longestMs)} ms
  memory         ${report.memory.join(', ')} MB by quarter
  breaches       ${breaches.length}
${shown.join('')}`;
}
