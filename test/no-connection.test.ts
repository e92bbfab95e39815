// All connections of the pool are held: each surface refuses in its own form, and the liveness probe fails in time.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Fastify from 'fastify';
import { healthRoutes } from '../src/app/health.ts';
import { minuteMs } from '../src/kernel/clock.ts';
import { inTransaction, type Sql } from '../src/kernel/db/db.ts';
import { awayStatus, judgeAway, needsDatabase, probesOf } from './support/away.ts';
import { untilDocsAreMade } from './support/merchant.ts';
import { clientOf, openService } from './support/opening.ts';

const connections = 3;

/** Holds all connections while `work` runs. */
async function whileHeld(db: Sql, work: () => Promise<void>): Promise<void> {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const begun = Array.from({ length: connections }, () => Promise.withResolvers<void>());
  const holders = begun.map(({ resolve }) =>
    inTransaction(db, () => {
      resolve();
      return isOver;
    }),
  );
  await Promise.all(begun.map(({ promise }) => promise));
  try {
    await work();
  } finally {
    end();
    await Promise.all(holders);
  }
}

describe('a pool without a free connection', async () => {
  const service = await openService({ connections, waitSeconds: 0.2 });
  const merchant = clientOf(service);
  const token = (await merchant.token()).body.access_token;
  const { id } = (await merchant.createOne(token)).body;
  const probes = probesOf(service.base, merchant, token, id);
  await untilDocsAreMade(service.base);

  test('makes every surface refuse with Retry-After, in its own format, until one is free', async () => {
    await whileHeld(service.db, async () => {
      for (const [name, probe] of Object.entries(probes)) {
        const answer = await probe();
        judgeAway(name, answer);
        assert.equal(answer.status, needsDatabase(name) ? awayStatus(name) : 200, `${name}: ${answer.text}`);
      }
    });
    for (const [name, probe] of Object.entries(probes)) assert.ok((await probe()).status < 500, name);
  });

  test('fails readiness at once, and liveness after a minute', async () => {
    let now = 0;
    const server = Fastify();
    await server.register(
      healthRoutes({
        ctx: service.ctx,
        jobs: undefined,
        pulse: undefined,
        isStopping: () => false,
        keyProblem: () => undefined,
        now: () => now,
      }),
    );
    const base = await server.listen({ port: 0, host: '127.0.0.1' });
    const live = async () => {
      const answer = await fetch(`${base}/health/live`);
      return { status: answer.status, body: (await answer.json()) as { problems?: string[] } };
    };
    try {
      await whileHeld(service.db, async () => {
        assert.equal((await live()).status, 200);
        assert.equal((await fetch(`${base}/health/ready`)).status, 503);
        now = minuteMs - 1;
        assert.equal((await live()).status, 200);
        now = minuteMs;
        const { status, body } = await live();
        assert.equal(status, 503);
        assert.deepEqual(body.problems, [
          'no database connection became free for a minute: restart this process',
        ]);
      });
      assert.equal((await live()).status, 200);
    } finally {
      await server.close();
    }
  });
});
