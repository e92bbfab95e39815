// Keeps requests out while everything is put back to an earlier state. A request does its work in several transactions;
// one that began before would find the ground gone under its feet in the middle of it.
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface Gate {
  /** Does `work` after the requests under way have ended, or have had two seconds; later ones wait until it is done. */
  closedFor<T>(work: () => Promise<T>): Promise<T>;
}

// They wait for work that stands still meanwhile, or are what closes the gate; and health is asked at any time.
const passing = /^\/(?:sandbox\/(?:snapshots|clock)|health|metrics)(?:[/?]|$)/;
const patienceMs = 2_000;

/** Puts a gate before every route of a server. */
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
