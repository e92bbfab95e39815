import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { open } from '../../../test/hostile/raw.ts';
import { hourMs, systemClock } from '../clock.ts';
import { createLog } from '../process/log.ts';
import { acceptForms, acceptJson, acceptText } from './bodies.ts';
import { createServer, longRoute, transportStatus } from './server.ts';

/** Opens a server with one surface below /payments, which reports failures in its own style. */
async function openServer(): Promise<{ server: FastifyInstance; port: number }> {
  const server = createServer({
    clock: systemClock(),
    log: createLog('silent'),
    bodyLimitBytes: 1_000,
    caseBlindPrefixes: ['/payments'],
  });
  server.register(
    async (surface) => {
      acceptJson(surface);
      acceptForms(surface);
      acceptText(surface, ['application/xml']);
      surface.setErrorHandler((error, _request, reply) => {
        const failure = transportStatus(error);
        return reply.code(failure?.status ?? 500).send({ detail: failure?.detail ?? 'unforeseen' });
      });
      surface.post('/echo', async (request, reply) => reply.send({ body: request.body ?? null }));
      surface.get('/items/:id', async (request) => ({ params: request.params, query: request.query }));
      surface.get('/fails', async () => {
        throw new Error('a bug');
      });
    },
    { prefix: '/payments' },
  );
  await server.listen({ port: 0, host: '127.0.0.1' });
  after(() => server.close());
  return { server, port: (server.addresses()[0] as { port: number }).port };
}

const post = (body: string | Buffer, type: string) =>
  ({ method: 'POST', url: '/payments/echo', payload: body, headers: { 'content-type': type } }) as const;

test('an unowned path is reported in one line of JSON', async () => {
  const { server } = await openServer();
  const answer = await server.inject({ method: 'POST', url: '/Nothing/here?token=x', payload: '' });
  assert.equal(answer.statusCode, 404);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(answer.body, '{"message":"there is nothing at /Nothing/here for POST"}');
});

describe('every response has a correlation id:', () => {
  const requests = {
    'a success': { url: '/payments/items/1' },
    'an unowned path': { url: '/nowhere' },
    'an unowned path below a surface': { url: '/payments/nowhere' },
    'an unsupported method': { method: 'DELETE', url: '/payments/echo' },
    'a path with a broken escape': { url: '/payments/items/%zz' },
    'a path that is no UTF-8': { url: '/%ff' },
    'a body that is no JSON': post('{', 'application/json'),
    'a body of another type': post('x', 'image/png'),
    'a body that is too large': post('x'.repeat(1_001), 'application/json'),
    'an unforeseen failure': { url: '/payments/fails' },
  } as const;
  for (const [what, request] of Object.entries(requests)) {
    test(what, async () => {
      const { server } = await openServer();
      const own = await server.inject(request);
      assert.match(String(own.headers['x-correlation-id']), /^[0-9a-f-]{36}$/);
      const headers = { ...('headers' in request ? request.headers : {}), 'x-correlation-id': 'order-17' };
      const sent = await server.inject({ ...request, headers });
      assert.equal(sent.headers['x-correlation-id'], 'order-17');
      assert.equal(sent.statusCode, own.statusCode);
    });
  }

  // biome-ignore format: raw requests
  const malformed = {
    'not HTTP at all': 'hello\r\n\r\n',
    'a header without a name': 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n',
    'two lengths': 'POST /payments/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc',
    'a length and chunks': 'POST /payments/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'a space before the colon': 'GET / HTTP/1.1\r\nHost : x\r\n\r\n',
  };
  for (const [what, bytes] of Object.entries(malformed)) {
    test(what, async () => {
      const { port } = await openServer();
      const answer = await exchange(port, bytes);
      assert.match(answer, /^HTTP\/1\.1 400 /);
      assert.match(answer, /\r\nX-Correlation-ID: [0-9a-f-]{36}\r\n/i);
    });
  }

  test('a request that names no host', async () => {
    const { port } = await openServer();
    const answer = await exchange(port, 'GET /payments/items/1 HTTP/1.1\r\nConnection: close\r\n\r\n');
    assert.match(answer, /\r\nX-Correlation-ID: [0-9a-f-]{36}\r\n/i);
  });

  test('headers beyond any measure', async () => {
    const { port } = await openServer();
    const answer = await exchange(port, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 431 /);
    assert.match(answer, /\r\nX-Correlation-ID: /i);
  });
});

/** Sends bytes and returns everything received until the other side closes. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(3_000, () => socket.destroy(new Error(`no end; so far: ${answer}`)));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

test('a correlation id comes back as it was sent, or is refused, and never replaced without a word', async () => {
  const { server, port } = await openServer();
  for (const sent of [
    'two words',
    'x'.repeat(128),
    'a, b',
    '~!"#%',
    ' '.repeat(3).padStart(5, 'x').concat('y'),
  ]) {
    const answer = await server.inject({ url: '/payments/items/1', headers: { 'x-correlation-id': sent } });
    assert.deepEqual([answer.statusCode, answer.headers['x-correlation-id']], [200, sent]);
  }
  for (const sent of ['', 'é', 'x'.repeat(129), 'a\tb']) {
    const answer = await server.inject({ url: '/payments/items/1', headers: { 'x-correlation-id': sent } });
    assert.equal(answer.statusCode, 400, sent);
    assert.match(answer.json().detail, /^X-Correlation-ID must be /);
    assert.match(String(answer.headers['x-correlation-id']), /^[0-9a-f-]{36}$/, sent);
  }
  const twice = await exchange(
    port,
    'GET /nowhere HTTP/1.1\r\nX-Correlation-ID: one\r\nx-correlation-id: two\r\nConnection: close\r\n\r\n',
  );
  assert.match(twice, /^HTTP\/1\.1 400 [\s\S]*X-Correlation-ID must be /);
});

describe('a path', () => {
  test('below a case-blind prefix matches in any letter case, and its query stays as it was sent', async () => {
    const { server } = await openServer();
    for (const path of ['/payments/items/abc', '/PAYMENTS/Items/ABC', '/Payments/iTEMS/aBc/']) {
      const answer = await server.inject(`${path}?Site=ABC&url=HTTP://X/%41?b`);
      assert.deepEqual(answer.json(), { params: { id: 'abc' }, query: { Site: 'ABC', url: 'HTTP://X/A?b' } });
    }
  });

  test('elsewhere keeps its letter case', async () => {
    const { server } = await openServer();
    assert.equal((await server.inject('/Nowhere')).statusCode, 404);
    assert.equal((await server.inject('/paymentsX/items/1')).statusCode, 404);
  });

  test('with a wrong escape reaches its owner, with the percent sign as it is', async () => {
    const { server } = await openServer();
    assert.deepEqual((await server.inject('/payments/items/100%?q=%')).json(), {
      params: { id: '100%' },
      query: { q: '%' },
    });
    assert.equal((await server.inject('/payments/items/a%20b')).json().params.id, 'a b');
  });
});

describe('a body', () => {
  const echoed = async (body: string, type: string) => {
    const { server } = await openServer();
    const answer = await server.inject(post(body, type));
    return { status: answer.statusCode, ...answer.json() };
  };

  test('of JSON is read exactly, under every name its type goes by', async () => {
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'text/json',
      'application/merge-patch+json',
    ]) {
      assert.deepEqual((await echoed('{"a":10.50}', type)).body, { a: 10.5 });
    }
    const { body } = await echoed('{"a":9007199254740993,"b":1e3}', 'application/json');
    assert.deepEqual(body, { a: { unreadable: true }, b: 1000 });
  });

  test('that is empty counts as missing', async () => {
    assert.equal((await echoed('', 'application/json')).body, null);
  });

  test('from a form is a flat record, in which each name is unique', async () => {
    assert.deepEqual((await echoed('a=1&b=x%20y+z&__proto__=q', 'application/x-www-form-urlencoded')).body, {
      a: '1',
      b: 'x y z',
      ['__proto__']: 'q',
    });
    assert.equal((await echoed('a=1&a=2', 'application/x-www-form-urlencoded')).status, 400);
    assert.equal((await echoed('a=%00', 'application/x-www-form-urlencoded')).status, 400);
  });

  test('with a text type is the text', async () => {
    assert.equal((await echoed('<a/>', 'application/xml')).body, '<a/>');
  });

  test('that is not UTF-8 is refused, and not repaired silently', async () => {
    const { server } = await openServer();
    const bytes = [
      [0x22, 0xff, 0x22],
      [0x22, 0xc3, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0x22, 0xc0, 0x80, 0x22],
    ];
    for (const type of ['application/json', 'application/xml', 'application/x-www-form-urlencoded']) {
      for (const body of bytes) {
        const answer = await server.inject(post(Buffer.from(body), type));
        assert.deepEqual([answer.statusCode, answer.json().detail], [400, 'the body is not UTF-8'], type);
      }
    }
    for (const form of ['a=%ff', 'a=x%C3', 'a=%ed%a0%80', '%c0%80=1']) {
      const answer = await server.inject(post(form, 'application/x-www-form-urlencoded'));
      assert.deepEqual([answer.statusCode, answer.json().detail], [400, 'the form is not UTF-8'], form);
    }
    assert.deepEqual((await echoed('a=100%&b=%C3%A9&c=%zz', 'application/x-www-form-urlencoded')).body, {
      a: '100%',
      b: 'é',
      c: '%zz',
    });
  });

  test('that cannot be read gets the reason: 400 for its content, 413 for its size, 415 for its type', async () => {
    assert.equal((await echoed('{', 'application/json')).status, 400);
    assert.equal((await echoed('{"__proto__":1}', 'application/json')).status, 400);
    assert.equal((await echoed('['.repeat(900), 'application/json')).status, 400);
    assert.equal((await echoed(`"${'x'.repeat(998)}"`, 'application/json')).status, 200);
    assert.equal((await echoed(`"${'x'.repeat(999)}"`, 'application/json')).status, 413);
    assert.equal((await echoed('x', 'text/plain')).status, 415);
    assert.equal((await echoed('x', 'nonsense')).status, 415);
  });

  test('that announces too large a size is refused before it comes', async () => {
    const { port } = await openServer();
    const head =
      'POST /payments/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n';
    assert.match(await exchange(port, `${head}Content-Length: 1000000000\r\n\r\n`), /^HTTP\/1\.1 413 /);
  });
});

describe('a server that stops', () => {
  const asked = 'GET /payments/items/1 HTTP/1.1\r\nHost: x\r\n\r\n';

  test('still responds to requests that arrive just then, on a connection that was quiet or new', async () => {
    const { server, port } = await openServer();
    const [quiet, fresh] = [await open(port, asked), await open(port)];
    await quiet.hears(/"id":"1"/);
    const closing = server.close();
    while (server.server.listening) await new Promise((resolve) => setImmediate(resolve));
    for (const { socket } of [quiet, fresh]) socket.write(asked);
    for (const { hears } of [quiet, fresh]) await hears(/connection: close\r\n[\s\S]*"id":"1"/i);
    await closing;
    for (const { socket } of [quiet, fresh]) socket.destroy();
  });

  test('does not wait for idle connections', async () => {
    const { server, port } = await openServer();
    // Far longer than this test may take.
    Object.assign(server.server, {
      keepAliveTimeout: hourMs,
      headersTimeout: hourMs,
      requestTimeout: hourMs,
    });
    const client = await open(port);
    await server.close();
    assert.equal(client.received(), '');
    client.socket.destroy();
  });
});

describe('a request that gets no response by the deadline', () => {
  async function openSlow() {
    const server = createServer({
      clock: systemClock(),
      log: createLog('silent'),
      bodyLimitBytes: 1_000,
      caseBlindPrefixes: [],
      deadlineMs: 50,
    });
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    acceptJson(server);
    server.all('/slow', () => finished.then(() => 'late'));
    server.post('/long', longRoute, () => finished.then(() => 'done'));
    await server.listen({ port: 0, host: '127.0.0.1' });
    after(() => server.close());
    const base = `http://127.0.0.1:${(server.addresses()[0] as { port: number }).port}`;
    const headers = { 'content-type': 'application/json' };
    const post = (path: string) => fetch(base + path, { method: 'POST', headers, body: '{"amount":1}' });
    return { base, post, finish };
  }

  test('gets 503, with a body or without, and a route that is slow by nature does not', async () => {
    const { base, post, finish } = await openSlow();
    const answered: string[] = [];
    const posted = post('/slow').then((answer) => {
      answered.push(`POST ${answer.status}`);
      return answer.text();
    });
    const long = post('/long').then((answer) => answered.push(`long ${answer.status}`));
    // Each of these gets its response after its deadline, which begins after that of the POST.
    for (const _ of [1, 2, 3]) assert.equal((await fetch(`${base}/slow`)).status, 503);
    assert.deepEqual(answered, ['POST 503']);
    assert.match(await posted, /took too long and may still be completed/);
    finish();
    await long;
    assert.deepEqual(answered, ['POST 503', 'long 200']);
  });
});
