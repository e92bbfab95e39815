// A run from a seed: the same requests get the same responses and cause the same notifications, byte for byte, in every
// run. It differs from other sandboxes in
// - its settings (config-seed.ts): its own folder and master key, one connection, no request limits, no traces;
// - its start: the database is empty, the clock is stopped, and random values follow from the seed;
// - its pace: one post to a merchant at a time, and one request at a time, which starts after all work of the previous
//   one. No loop runs due work concurrently.
// The stopwatch of a stopped clock measures nothing: no delivery queue slows down, and totals are not rolled up.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Clock, plus } from '../kernel/clock.ts';
import type { Jobs } from '../kernel/concurrency/jobs.ts';
import { limitConcurrency } from '../kernel/concurrency/semaphore.ts';
import type { Sql } from '../kernel/db/db.ts';
import { migrate } from '../kernel/db/migrate.ts';
import type { Post } from '../kernel/http/outbound.ts';
import { isAskedAnyTime } from '../kernel/http/server.ts';
import type { Logger } from '../kernel/process/log.ts';
import { seedRandom } from '../kernel/random.ts';
import { stopClockAt } from './shared-clock.ts';
import { beginAnew } from './startup.ts';

/** The start of every run from a seed: ten in the morning of a business day. */
const seededStart = new Date('2027-01-04T08:00:00Z');

/** The clock's advance for each request, so that later objects have later times. */
const requestMs = 1;

interface Served {
  jobs: Jobs;
  clock: Clock;
  moveClock(to: Date): Promise<void>;
  log: Logger;
}

/** Empties the database, stops its clock, and makes this process draw from the seed. */
export async function beginSeeded(seed: string, db: Sql): Promise<void> {
  await beginAnew(db);
  await migrate(db);
  await stopClockAt(db, seededStart);
  seedRandom(seed);
}

/**
 * `through` returns the same post, one at a time: the order of parallel responses would be random. `serve` makes a server
 * process requests one at a time, each after all due work. A request during a notification belongs to it and is
 * processed at once. Work caused by the command line is done before the next request starts.
 */
export function createSeededRun() {
  const postTurn = limitConcurrency(1);
  let isTelling = false;
  return {
    through:
      (post: Post): Post =>
      (request) =>
        postTurn(async () => {
          isTelling = true;
          try {
            return await post(request);
          } finally {
            isTelling = false;
          }
        }),
    serve: (server: FastifyInstance, served: Served) => answerInTurn(server, served, () => isTelling),
  };
}

function answerInTurn(server: FastifyInstance, served: Served, isTelling: () => boolean): void {
  const { jobs, clock, moveClock, log } = served;
  const turn = limitConcurrency(1);
  const inTurn = new WeakSet<FastifyRequest>();
  const workOff = () => jobs.drain().catch((error) => log.error({ error }, 'due work could not be done'));

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
