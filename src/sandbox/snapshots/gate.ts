// Holds requests back while a snapshot is restored. A request works in several transactions, so one that began before
// would see its data change in the middle.
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface Gate {
  /** Runs `work` when the requests in progress have ended, or after two seconds. Later requests wait for it. */
  closedFor<T>(work: () => Promise<T>): Promise<T>;
}

// Requests that wait for stopped work, or that close the gate, must pass. Health checks always pass. Streams of live
// pages end after the rows are restored.
const passing =
  /^\/(?:sandbox\/(?:snapshots|clock)|console\/(?:sandbox\/clock|live)|health|metrics)(?:[/?]|$)/;
const patienceMs = 2_000;

/** Adds a gate before every route of a server. */
export function gateOf(server: FastifyInstance): Gate {
  const inside = new Set<object>();
  let closed: Promise<void> | undefined;
  let left = () => {};

  server.addHook('onRequest', async (request) => {
    if (passing.test(request.url)) return;
    while (closed) await closed;
    inside.add(request);
  });
  server.addHook('onResponse', async (request) => {
    inside.delete(request);
    if (inside.size === 0) left();
  });

  return {
    closedFor: async (work) => {
      while (closed) await closed;
      const opening = Promise.withResolvers<void>();
      closed = opening.promise;
      try {
        const isEmpty = new Promise<void>((resolve) => {
          left = resolve;
        });
        if (inside.size > 0) await Promise.race([isEmpty, delay(patienceMs, undefined, { ref: false })]);
        return await work();
      } finally {
        closed = undefined;
        opening.resolve();
      }
    },
  };
}
