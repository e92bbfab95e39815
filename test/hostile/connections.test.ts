// Connections that are slow, half open or too many, to the service as an operator runs it.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { budget } from '../support/budget.ts';
import { createMerchantOf, untilDocsAreMade } from '../support/merchant.ts';
import { openService, openTefo, startTefo } from '../support/opening.ts';
import type { Running } from '../support/process.ts';
import { until } from '../support/until.ts';
import { drip, open, type Raw } from './raw.ts';

const descriptorsOf = ({ pid }: Running): number => readdirSync(`/proc/${pid}/fd`).length;

const answered = (status: number) =>
  new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*\\r\\nX-Correlation-ID: [^\\r]+\\r\\n`, 'i');
const bodyHead = (path: string, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${more}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`;

describe('a service that waits for two seconds', { concurrency: 1 }, async () => {
  const { tefo, running, merchant } = await startTefo({ TEFO_REQUEST_SECONDS: '2' });
  await untilDocsAreMade(tefo.base);
  const token = (await merchant.token()).body.access_token;
  const apiKey = merchant.credentials.apiKey;
  // With all its connections to its database, and almost none of clients.
  const read = `GET /one/v1/transactions?fromDate=2026-01-01&toDate=2030-01-01 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const readers = await Promise.all(Array.from({ length: 40 }, () => open(tefo.port, read)));
  for (const reader of readers) {
    await reader.hears(answered(200));
    reader.socket.destroy();
  }
  // The thread that built the documentation has ended.
  await sleep(6_000);
  const usual = descriptorsOf(running);

  const hold = (count: number, bytes: string): Promise<Raw[]> =>
    Promise.all(Array.from({ length: count }, () => open(tefo.port, bytes)));
  const allGone = () => until(() => descriptorsOf(running) <= usual + 3);

  const each = budget(10, 30);
  // Every one of them keeps its own half open for as long as it can.
  const silent: Record<string, [bytes: () => string, status: number]> = {
    'that say nothing': [() => '', 408],
    'that never end their headers': [() => 'GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: ', 408],
    'that never send their body': [
      () => bodyHead('/one/v1/payments', `Authorization: Bearer ${token}\r\n`),
      408,
    ],
    'that never send the body of a form': [
      () =>
        'POST /pay HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\na=',
      408,
    ],
    'without HTTP': [() => 'hello\r\n\r\n', 400],
    'with headers beyond every limit': [() => `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}`, 431],
    'with an unknown expectation': [
      () => 'GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nX-Correlation-ID: my tea\r\n\r\n',
      417,
    ],
  };
  test('closes connections that send no valid request, and keeps no descriptor of them', async () => {
    const held: Raw[] = [];
    for (const [bytes] of Object.values(silent)) held.push(...(await hold(each, bytes())));
    await allGone();
    for (const [index, [which, [, status]]] of Object.entries(silent).entries())
      for (const peer of held.slice(index * each, (index + 1) * each))
        assert.match(peer.received(), answered(status), which);
    for (const peer of held) assert.match(peer.received(), /\r\nConnection: close\r\n/i);
    assert.match(held.at(-1)!.received(), /\r\nX-Correlation-ID: my tea\r\n/);
    for (const { socket } of held) socket.destroy();
  });

  test('ends a request that drips, also after a response before its body', async () => {
    const known = `Authorization: Bearer ${token}\r\n`;
    const held = [
      ...(await hold(each, bodyHead('/one/v1/payments', known))),
      ...(await hold(each, bodyHead('/payments/postpaymentrequest', `ApiKey: ${apiKey}\r\n`))),
      ...(await hold(each, bodyHead('/one/v1/payments'))),
      ...(await hold(each, 'GET /health/live HTTP/1.1\r\nX-')),
    ];
    for (const peer of held) drip(peer, 100);
    for (const [index, peer] of held.entries())
      await peer.hears(answered(index >= 2 * each && index < 3 * each ? 401 : 408));
    await allGone();
    for (const { socket } of held) socket.destroy();
  });

  test('closes connections whose peers never read the responses', async () => {
    // The peer repeats requests on one connection until the responses exceed what the system buffers.
    const script = '/docs/openapi/one.json';
    const asked = `GET ${script} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(150);
    const before = descriptorsOf(running);
    const held = await Promise.all(Array.from({ length: 10 }, () => open(tefo.port)));
    for (const { socket } of held) {
      socket.pause();
      socket.write(asked);
    }
    await until(() => descriptorsOf(running) >= before + 5);
    await allGone();
    for (const { socket } of held) socket.destroy();
  });

  test('answers the requests before malformed bytes, and then closes the connection', async () => {
    const whole = `GET /one/v1/regions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    const peer = await open(tefo.port, `${whole}nonsense\r\n\r\n`);
    assert.match(await peer.hears(answered(200)), /\r\nConnection: close\r\n/i);
    await allGone();
    assert.equal(peer.received().match(/HTTP\/1\.1/g)?.length, 1);
    peer.socket.destroy();
  });

  test('stops in time with open connections, and sends "close" with pending responses', async () => {
    const held = [
      ...(await hold(20, '')),
      ...(await hold(20, bodyHead('/one/v1/payments', `Authorization: Bearer ${token}\r\n`))),
    ];
    // Its body arrives while the service is stopping.
    const body = JSON.stringify({ outcome: 'success' });
    const late = await open(
      tefo.port,
      `POST /sandbox/transactions/0/outcome HTTP/1.1\r\nHost: x\r\nApiKey: ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    await sleep(200);
    running.signal('SIGTERM');
    await sleep(300);
    late.socket.write(body);
    assert.match(await late.hears(answered(404)), /\r\nConnection: close\r\n/i);
    assert.equal((await running.ended).code, 0);
    assert.doesNotMatch(await tefo.log(), /some work did not end in time/);
    for (const { socket } of held) socket.destroy();
  });
});

describe('a service that may have 400 descriptors', async () => {
  const tefo = await openTefo();
  const running = tefo.start({}, { descriptors: 400 });
  await running.ready();

  test('is alive and ready while 900 clients are slow, and serves', async () => {
    const held: Raw[] = [];
    for (let index = 0; index < 900; index += 1) {
      held.push(await open(tefo.port, 'GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: '));
      drip(held.at(-1)!, 1_000);
    }
    const merchant = createMerchantOf(tefo.base, await tefo.credentials());
    for (let times = 0; times < 10; times += 1) {
      for (const path of ['/health/live', '/health/ready']) {
        const answer = await fetch(tefo.base + path, { signal: AbortSignal.timeout(5_000) });
        assert.equal(answer.status, 200, path);
      }
      assert.equal((await merchant.token()).status, 200);
    }
    assert.ok(descriptorsOf(running) < 400);
    const crowdedOut = held.filter((peer) => peer.received().startsWith('HTTP/1.1 503')).length;
    assert.ok(crowdedOut > 500, `${crowdedOut} were notified`);
    assert.match(held[0]!.received(), /\r\nRetry-After: 1\r\n/);
    for (const { socket } of held) socket.destroy();
  });
});

describe('a service with few connections', () => {
  const env = { TEFO_MAX_CONNECTIONS: '40', TEFO_MAX_CONNECTIONS_PER_ADDRESS: '8' };

  test('limits the connections of an address to its share, except for a proxy’s', async () => {
    const service = await openService({ env: { ...env, TEFO_TRUSTED_PROXIES: '127.0.0.3/32' } });
    const { port } = service.config;
    const from = (localAddress: string) => open(port, '', localAddress);
    const proxied = await Promise.all(Array.from({ length: 20 }, () => from('127.0.0.3')));
    const greedy = await Promise.all(Array.from({ length: 30 }, () => from('127.0.0.1')));
    const other = await from('127.0.0.2');
    await sleep(1_500);
    const left = greedy.filter(({ received }) => received() === '').length;
    assert.ok(left <= 8, `${left} are left`);
    for (const { received } of [...proxied, other]) assert.equal(received(), '');
    other.socket.write('GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const text = await other.hears(/tefo_connections_crowded_out \d+/);
    assert.ok(Number(/^tefo_connections_crowded_out (\d+)$/m.exec(text)?.[1]) >= 22);
    for (const { socket } of [...proxied, ...greedy, other]) socket.destroy();
  });
});
