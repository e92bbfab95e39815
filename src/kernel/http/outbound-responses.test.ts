// The responses of external servers: their forms, their ends, and those that come late.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  answering,
  hanging,
  incomplete,
  informational,
  openRawReceiver,
  openReceiver,
  resetting,
} from '../../../test/support/receiver.ts';
import type { OutboundPolicy } from './allowed-addresses.ts';
import { createOutbound } from './outbound.ts';

const staging: OutboundPolicy = { privateAllowed: true, allowedNetworks: [] };

const noAnswer = 'no connection, or no response in time';

function outbound(policy: OutboundPolicy) {
  const { post, close } = createOutbound(policy);
  after(close);
  return (url: string, timeoutMs = 2_000) =>
    post({ url, headers: { 'x-test': '1' }, body: 'hello', timeoutMs });
}

test('a response is abandoned after a hundred informational ones without a final one', async () => {
  const receiver = await openRawReceiver((socket) => {
    const announce = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 1);
    socket.once('close', () => clearInterval(announce));
  });
  const { post, close } = createOutbound(staging);
  after(close);
  const asked = { url: receiver.url, headers: {}, body: '', timeoutMs: 120_000 };
  for (const graceMs of [0, 60_000]) {
    const { statusCode, error } = await post({ ...asked, graceMs });
    assert.equal(statusCode, null);
    assert.equal(error, 'more than 100 informational responses (1xx) before the final one');
  }
});

describe('a response', () => {
  test('is its status, its body and when to come again', async () => {
    const receiver = await openReceiver(answering(503, { 'retry-after': '120' }, 'later'));
    assert.deepEqual(await outbound(staging)(`${receiver.url}/hook?a=1`), {
      statusCode: 503,
      error: null,
      body: 'later',
      retryAfter: '120',
    });
    const [received] = receiver.received;
    assert.deepEqual([received!.method, received!.path, received!.body], ['POST', '/hook?a=1', 'hello']);
    const { 'x-test': more, 'user-agent': sender, accept } = received!.headers;
    assert.deepEqual([more, sender, accept], ['1', 'Tefo', '*/*']);
  });

  for (const status of [301, 302, 303, 307, 308]) {
    test(`of ${status} is not followed`, async () => {
      const target = await openReceiver();
      const receiver = await openReceiver(answering(status, { location: `${target.url}/inner` }));
      assert.equal((await outbound(staging)(receiver.url)).statusCode, status);
      assert.deepEqual(target.received, []);
    });
  }

  test('is read to 64 kB and no further, however much comes', async () => {
    let sent = 0;
    const receiver = await openReceiver((_received, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && sent < 64 * 1024 * 1024) {
          sent += 16_384;
          if (!response.write('x'.repeat(16_384))) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const answer = await outbound(staging)(receiver.url);
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.body.length, 65_536);
    assert.ok(sent < 32 * 1024 * 1024, `${sent} bytes were sent`);
  });

  test('that does not come in time counts as missing, and the connection ends', async () => {
    const receiver = await openReceiver(hanging);
    const ended: number[] = [];
    const ask = async (ms: number) => {
      const answer = await outbound(staging)(receiver.url, ms);
      assert.deepEqual([answer.statusCode, answer.error], [null, noAnswer]);
      ended.push(ms);
    };
    await Promise.all([ask(1_000), ask(200)]);
    assert.deepEqual(ended, [200, 1_000]);
  });

  test('that comes after its time counts as missing in time, and then is used until the end of the grace', async () => {
    const receiver = await openReceiver(async (received, response) => {
      await sleep(150);
      answering(202, {}, 'late')(received, response);
    });
    const { post, close } = createOutbound(staging);
    const asked = { url: receiver.url, headers: {}, body: '', timeoutMs: 50 };
    const inTime = await post({ ...asked, graceMs: 2_000 });
    assert.deepEqual([inTime.statusCode, inTime.error], [null, noAnswer]);
    assert.deepEqual(await inTime.late, { statusCode: 202, error: null, body: 'late', retryAfter: null });
    const never = await post({ ...asked, graceMs: 50 });
    assert.deepEqual([(await never.late)!.statusCode, (await never.late)!.error], [null, noAnswer]);
    assert.equal((await post({ ...asked, timeoutMs: 1_000, graceMs: 50 })).late, undefined);
    // Closing does not wait for late responses.
    const { late } = await post({ ...asked, graceMs: 60_000 });
    const began = performance.now();
    await close();
    assert.equal((await late)!.statusCode, null);
    assert.ok(performance.now() - began < 30_000);
  });

  test('whose body trickles on for ever is its status, with the body incomplete', async () => {
    const receiver = await openReceiver((_received, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(drip));
    });
    const answer = await outbound(staging)(receiver.url, 200);
    assert.deepEqual([answer.statusCode, answer.error], [200, 'body incomplete']);
    assert.match(answer.body, /^x+$/);
  });

  for (const [what, bytes] of Object.entries(informational)) {
    for (const pieces of [1, bytes.length]) {
      test(`is the final status after ${what}, ${pieces === 1 ? 'at once' : 'byte by byte'}, also on the next request`, async () => {
        const receiver = await openRawReceiver(async (socket) => {
          socket.setNoDelay();
          const size = Math.ceil(bytes.length / pieces);
          for (let at = 0; at < bytes.length; at += size) {
            socket.write(bytes.slice(at, at + size));
            if (pieces > 1) await new Promise(setImmediate);
          }
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody');
        });
        const { post, fetch, close } = createOutbound(staging);
        after(close);
        const request = { url: receiver.url, headers: {}, body: 'hello', timeoutMs: 5_000 };
        for (const graceMs of [0, 5_000]) {
          const { statusCode, error, body } = await post({ ...request, graceMs });
          assert.deepEqual([statusCode, error, body], [200, null, 'body']);
        }
        assert.equal(await (await fetch(receiver.url, { method: 'POST', body: 'hello' })).text(), 'body');
        assert.equal(receiver.requests.length, 3);
      });
    }
  }

  for (const [what, { bytes, end }] of Object.entries(incomplete)) {
    for (const graceMs of [0, 60_000]) {
      test(`whose body ${what} is its status, with the body incomplete${graceMs > 0 ? ', without waiting for the grace' : ''}`, async () => {
        const receiver = await openRawReceiver((socket) => {
          socket.write(`HTTP/1.1 503 Busy\r\nRetry-After: 7\r\n${bytes}`);
          if (end) socket.end();
        });
        const { post, close } = createOutbound(staging);
        after(close);
        const asked = { url: receiver.url, headers: {}, body: '', timeoutMs: end ? 5_000 : 200, graceMs };
        const { detail, ...answer } = await post(asked);
        assert.deepEqual(answer, {
          statusCode: 503,
          error: 'body incomplete',
          body: 'part',
          retryAfter: '7',
        });
        assert.ok(detail);
      });
    }
  }

  test('on a connection that is reset or closed counts as missing, and its error does not reveal which', async () => {
    const receiver = await openReceiver(resetting);
    const answer = await outbound(staging)(receiver.url);
    assert.equal(answer.statusCode, null);
    assert.equal(answer.error, noAnswer);
    assert.match(answer.detail!, /ECONNRESET|other side closed|socket/i);
    const closed = await outbound(staging)('http://127.0.0.1:1/');
    assert.equal(closed.error, noAnswer);
    assert.match(closed.detail!, /ECONNREFUSED/);
  });

  test('that is not HTTP, or has endless headers, counts as missing', async () => {
    const server = createSocketServer((socket) => {
      socket.on('error', () => {});
      socket.end('SSH-2.0-OpenSSH_9.9\r\n');
    }).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const answer = await outbound(staging)(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.close();
    assert.equal(answer.statusCode, null);
    assert.ok(answer.error);
    const wordy = createServer({ maxHeaderSize: 1 << 20 }, (_request, response) => {
      response.writeHead(200, { 'x-long': 'x'.repeat(200_000) }).end();
    }).listen(0, '127.0.0.1');
    await new Promise((done) => wordy.once('listening', done));
    const long = await outbound(staging)(`http://127.0.0.1:${(wordy.address() as AddressInfo).port}`);
    wordy.close();
    assert.equal(long.statusCode, null);
    assert.equal(long.error, noAnswer);
    assert.match(long.detail!, /HEADERS_OVERFLOW/i);
  });
});
