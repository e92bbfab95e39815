// Load as data: the requests, the number of connections, the duration.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface Request {
  method: 'GET' | 'POST';
  /** Used in turn. */
  paths: string[];
  headers: Record<string, string>;
  /** Its first "{n}" becomes unique for each request; so does the first of each header. */
  body?: string;
  /** The status that counts as a success. */
  expected: number;
}

export interface Load extends Request {
  base: string;
  connections: number;
  warmUpSeconds: number;
  seconds: number;
  /** A unique name of the run. */
  run: string;
  /** Requests per second over all connections; unlimited when absent. */
  perSecond?: number;
}

export interface LoadResult {
  answered: number;
  failed: number;
  seconds: number;
  /** The result of the first failed request. */
  failure: string | undefined;
}

/** Runs a load; returns the successful requests per second. Throws when more than one in a hundred failed. */
export async function perSecond(load: Load): Promise<number> {
  const { answered, failed, seconds, failure } = await runLoad(load);
  if (failed * 100 > answered)
    throw new Error(`${failed} of ${answered + failed} requests failed: ${failure}`);
  return answered / seconds;
}

/** Runs a load to its end. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: load });
  const [result] = await once(worker, 'message');
  await worker.terminate();
  return result as LoadResult;
}

let runs = 0;

/** Returns a name for a run. */
export function newRun(): string {
  runs += 1;
  return `${process.pid}-${runs}`;
}
