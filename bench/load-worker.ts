// The load generator, in its own thread: each connection sends its next request as soon as it has a response. Counts the
// responses after the warm-up.
import { parentPort, workerData } from 'node:worker_threads';
import { Client, type Dispatcher } from 'undici';
import type { Load, LoadResult } from './load.ts';

const load = workerData as Load;
const counts: LoadResult = { answered: 0, failed: 0, seconds: 0, failure: undefined };
let number = 0;
let isCounting = false;
let isOver = false;

/** Returns the next request. "{n}" in a path, header or body is replaced by a unique number. */
function nextRequest(): Dispatcher.DispatchOptions {
  number += 1;
  const name = `${load.run}-${number}`;
  const { method, paths, headers, body } = load;
  const filled = Object.entries(headers).map(([key, value]) => [key, value.replace('{n}', name)]);
  return {
    method,
    path: paths[number % paths.length]!,
    headers: Object.fromEntries(filled),
    body: body?.replace('{n}', name),
  };
}

function ask(client: Client): Promise<void> {
  return new Promise((resolve) => {
    let status = 0;
    const end = (isGood: boolean, failure: string): void => {
      if (isCounting) counts[isGood ? 'answered' : 'failed'] += 1;
      if (!isGood) counts.failure ??= failure;
      resolve();
    };
    // The dispatcher's own interface, without a stream or a promise per body, to keep the load cheap.
    client.dispatch(nextRequest(), {
      onRequestStart: () => {},
      onResponseStart: (_controller, statusCode) => {
        status = statusCode;
      },
      onResponseData: () => {},
      onResponseEnd: () => end(status === load.expected, `status ${status}`),
      onResponseError: (_controller, error) => end(false, error.message),
    });
  });
}

async function keepAsking(base: string): Promise<void> {
  const client = new Client(base, { pipelining: 1 });
  const pauseMs = load.perSecond === undefined ? 0 : (1000 * load.connections) / load.perSecond;
  while (!isOver) {
    const began = performance.now();
    await ask(client);
    const left = pauseMs - (performance.now() - began);
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  }
  await client.destroy();
}

const connections = Array.from({ length: load.connections }, () => keepAsking(load.base));
await new Promise((resolve) => setTimeout(resolve, load.warmUpSeconds * 1000));
isCounting = true;
const began = performance.now();
await new Promise((resolve) => setTimeout(resolve, load.seconds * 1000));
counts.seconds = (performance.now() - began) / 1000;
isCounting = false;
isOver = true;
await Promise.all(connections);
parentPort!.postMessage(counts);
