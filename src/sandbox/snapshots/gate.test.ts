import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fastify from 'fastify';
import { gateOf } from './gate.ts';

/** Sends a request that waits for `answer`. Returns whether the gate did its work meanwhile. */
async function isClosedDuring(url: string): Promise<boolean> {
  const server = fastify();
  const gate = gateOf(server);
  const [reached, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  server.get(url, async () => {
    reached.resolve();
    await answer.promise;
    return {};
  });
  const asked = server.inject(url).then(({ statusCode }) => assert.equal(statusCode, 200));
  await reached.promise;
  let isDone = false;
  const closed = gate.closedFor(async () => {
    isDone = true;
  });
  await setImmediate();
  const during = isDone;
  answer.resolve();
  await Promise.all([asked, closed]);
  assert.equal(isDone, true);
  await server.close();
  return during;
}

test('the gate waits for requests in progress, and for no stream of a live page', async () => {
  assert.equal(await isClosedDuring('/one/v1/payments'), false);
  assert.equal(await isClosedDuring('/console/live'), true);
});
