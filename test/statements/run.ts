// npm run statements: damaged bank statements by the million; exit code 1 when a rule was broken.
//   --mutations 1000000  --seed 1  --threads 2  --json
// The same seed and number of threads draw the same mutations.
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type MutationReport, mutate } from './mutations.ts';

if (isMainThread) await main();
else
  parentPort!.postMessage(
    await mutate({ ...workerData, onThousand: () => parentPort!.postMessage('thousand') }),
  );

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      mutations: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      threads: { type: 'string', default: '2' },
      json: { type: 'boolean', default: false },
    },
  });
  const threads = Number(values.threads);
  const runs = Math.ceil(Number(values.mutations) / threads);
  const begun = Date.now();
  let thousands = 0;
  const reports = await Promise.all(
    Array.from({ length: threads }, (_, index) =>
      reportOf({ seed: Number(values.seed) * threads + index, runs }, () => {
        thousands += 1;
        if (thousands % 20 === 0) process.stderr.write(`${thousands}000 mutations\n`);
      }),
    ),
  );
  const sum = (of: (report: MutationReport) => number) => reports.reduce((total, one) => total + of(one), 0);
  const whole = {
    seed: Number(values.seed),
    seconds: Math.round((Date.now() - begun) / 1_000),
    runs: sum(({ runs: count }) => count),
    accepted: sum(({ accepted }) => accepted),
    refused: sum(({ refused }) => refused),
    slowestMs: Math.max(...reports.map(({ slowest }) => slowest)),
    breaches: reports.flatMap(({ breaches }) => breaches),
  };
  process.stdout.write(values.json ? `${JSON.stringify(whole, null, 2)}\n` : describe(whole));
  process.exitCode = whole.breaches.length > 0 ? 1 : 0;
}

/** Runs mutations in a thread of their own. One that says nothing for long hangs. */
function reportOf(data: { seed: number; runs: number }, onThousand: () => void): Promise<MutationReport> {
  const longest = 300_000;
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: data });
    const hang = setTimeout(() => {
      reject(new Error(`a thousand mutations took more than ${longest / 1_000} s: seed ${data.seed}`));
      void worker.terminate();
    }, longest);
    worker.on('message', (said: MutationReport | 'thousand') => {
      hang.refresh();
      if (said === 'thousand') onThousand();
      else {
        clearTimeout(hang);
        resolve(said);
      }
    });
    worker.on('error', reject);
  });
}

function describe(
  of: Omit<MutationReport, 'slowest'> & { seed: number; seconds: number; slowestMs: number },
): string {
  return `
${of.runs} damaged statements in ${of.seconds} s (seed ${of.seed})
  refused   ${of.refused}
  accepted  ${of.accepted}
  slowest   ${of.slowestMs} ms of the processor
  breaches  ${of.breaches.length}
${of.breaches.map((breach) => `  - ${breach}\n`).join('')}`;
}
