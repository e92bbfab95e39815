// Damaged bank statements, drawn by several threads.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { sumOf } from '../support/figures.ts';
import { type MutationReport, mutate } from './mutations.ts';

if (!isMainThread)
  parentPort!.postMessage(
    await mutate({ ...workerData, onThousand: () => parentPort!.postMessage('thousand') }),
  );

/** The same seed and number of threads draw the same mutations. */
export async function mutateInThreads(options: {
  mutations: number;
  threads: number;
  seed: number;
  say(line: string): void;
}): Promise<MutationReport> {
  const { mutations, threads, seed, say } = options;
  const runs = Math.ceil(mutations / threads);
  let thousands = 0;
  const reports = await Promise.all(
    Array.from({ length: threads }, (_, index) =>
      reportOf({ seed: seed * threads + index, runs }, () => {
        thousands += 1;
        if (thousands % 20 === 0) say(`${thousands}000 mutations`);
      }),
    ),
  );
  return {
    runs: sumOf(reports, (report) => report.runs),
    accepted: sumOf(reports, ({ accepted }) => accepted),
    refused: sumOf(reports, ({ refused }) => refused),
    slowest: Math.max(...reports.map(({ slowest }) => slowest)),
    breaches: reports.flatMap(({ breaches }) => breaches),
  };
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
