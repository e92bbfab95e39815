// A merchant's receivers accept every connection and never respond: the test measures notifications and payouts of
// another merchant.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMerchant, findSiteByCode } from '../../src/core/merchants/actions.ts';
import { createJobs, listenForWakes } from '../../src/kernel/concurrency/jobs.ts';
import { flood, hasty, tell } from '../support/deliveries.ts';
import { openReceiver } from '../support/receiver.ts';
import type { World } from '../support/world.ts';

const hosts = 300;
const messages = 1_500;
/** What waits for a tarpit waits so long; what does not, far less. In milliseconds. */
const tarpitMs = 6_000;
const patienceMs = 2_000;

/** The same core as another merchant sees it. */
async function asAnother(world: World, name: string): Promise<World> {
  const merchant = await createMerchant(world.ctx, { name });
  return { ...world, merchant, site: (await findSiteByCode(world.db, merchant.siteCode))! };
}

/** A server that accepts connections at all addresses and never responds. */
async function openTarpit() {
  const held = new Set<string>();
  const server = createServer((socket) => {
    held.add(`${socket.remoteAddress} ${socket.remotePort}`);
    socket.on('error', () => {});
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  server.unref();
  after(() => server.close());
  const { port } = server.address() as { port: number };
  const urls = Array.from(
    { length: hosts },
    (_, host) => `http://127.0.${1 + (host >> 7)}.${1 + (host & 127)}:${port}`,
  );
  return { urls, held };
}

/** The time of each notification from its commit to its arrival, in milliseconds. */
async function latencies(world: World, number: number): Promise<number[]> {
  let arrived = (): void => {};
  const receiver = await openReceiver((_received, response) => {
    arrived();
    response.writeHead(204).end();
  });
  const taken: number[] = [];
  for (let count = 0; count < number; count++) {
    const arrival = new Promise<string>((resolve) => {
      arrived = () => resolve('arrived');
    });
    await tell(world, [receiver.url]);
    const began = performance.now();
    const late = sleep(patienceMs * 2, 'late', { ref: false });
    assert.equal(await Promise.race([arrival, late]), 'arrived', `notification ${count + 1} did not come`);
    taken.push(performance.now() - began);
    await sleep(100);
  }
  return taken;
}

test('1 500 messages to 300 tarpits delay another merchant’s notification by nothing that counts, now and later', async (t) => {
  // One sender serves them all.
  const hog = await hasty(tarpitMs);
  const other = await asAnother(hog, 'Karoo Books');
  const third = await asAnother(hog, 'Tarpit and Sons');
  const jobs = createJobs([hog.sweeps.delivery], hog.ctx.log);
  const stopListening = await listenForWakes(hog.db, jobs);
  jobs.start();
  after(async () => void (await Promise.all([jobs.stop(), stopListening()])));
  const alone = await latencies(other, 10);
  const tarpit = await openTarpit();
  for (const url of tarpit.urls) await flood(hog, url, messages / hosts);
  const beside = await latencies(other, 30);
  // A second such merchant shares the rest, and there is still room.
  for (const url of tarpit.urls) await flood(third, url, messages / hosts);
  const besideTwo = await latencies(other, 30);
  t.diagnostic(
    `slowest: ${[alone, beside, besideTwo].map((all) => Math.max(...all).toFixed(0)).join(', ')} ms`,
  );
  assert.ok(Math.max(...beside, ...besideTwo) < patienceMs, `${Math.max(...beside, ...besideTwo)} ms`);
  // The hog has its share all the while.
  assert.ok(tarpit.held.size >= 256, `${tarpit.held.size} connections`);
});
