// A run from a seed: the same requests get the same answers and cause the same notifications, byte for byte, in every
// run. Random values follow from the seed (kernel/random), the clock stands still (kernel/shared-clock), and this file
// runs everything in sequence: a request starts when all work of the one before it is done.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Clock, plus } from '../../kernel/clock.ts';
import type { Jobs } from '../../kernel/concurrency/jobs.ts';
import { limitConcurrency } from '../../kernel/concurrency/semaphore.ts';
import type { Post } from '../../kernel/http/outbound.ts';
import { isAskedAnyTime } from '../../kernel/http/server.ts';
import type { Logger } from '../../kernel/process/log.ts';

/** The start of every run from a seed: ten in the morning of a business day. */
export const seededStart = new Date('2027-01-04T08:00:00Z');

/** The clock's advance for each request, so that later objects have later times. */
const requestMs = 1;

interface Served {
  jobs: Jobs;
  clock: Clock;
  moveClock(to: Date): Promise<void>;
  log: Logger;
}

export interface SeededRun {
  /** The same post, one at a time: the order of parallel answers would be random. */
  oneAtATime(post: Post): Post;
  /**
   * Makes a server answer requests one at a time, each after all work that is due. A request during a notification
   * belongs to it and is answered at once. Work that others than requests have caused (the command line) is done before
   * the next request starts.
   */
  answerInTurn(server: FastifyInstance, served: Served): void;
}

export function createSeededRun(): SeededRun {
  const postTurn = limitConcurrency(1);
  let isTelling = false;
  return {
    oneAtATime: (post) => (request) =>
      postTurn(async () => {
        isTelling = true;
        try {
          return await post(request);
        } finally {
          isTelling = false;
        }
      }),
    answerInTurn: (server, served) => answerInTurn(server, served, () => isTelling),
  };
}

function answerInTurn(server: FastifyInstance, served: Served, isTelling: () => boolean): void {
  const { jobs, clock, moveClock, log } = served;
  const turn = limitConcurrency(1);
  const inTurn = new WeakSet<FastifyRequest>();
  const workOff = () => jobs.drain().catch((error) => log.error({ error }, 'what was due could not be done'));

  /** Resolves when a request may start. Its turn lasts until it is over. */
  function begin(request: FastifyRequest, over: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      void turn(async () => {
        inTurn.add(request);
        await moveClock(plus(clock.now(), requestMs)).then(workOff).then(resolve, reject);
        await over;
      });
    });
  }

  server.addHook('onRequest', async (request, reply) => {
    if (isAskedAnyTime(request.url) || isTelling()) return;
    const over = new Promise<void>((resolve) => reply.raw.once('close', resolve));
    await begin(request, over);
  });
  server.addHook('onSend', async (request) => {
    if (inTurn.has(request)) await workOff();
  });
}
