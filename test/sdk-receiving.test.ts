// The package's request handler: it reads the bytes itself, and explains wrong input (U4).
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { after, test } from 'node:test';
import { fastify } from 'fastify';
import { Hono, type MiddlewareHandler } from 'hono';
import { Webhook } from 'standardwebhooks';
import { receiveWebhooks } from '../sdk/src/receivers/express.ts';
import { receiveWebhooks as receiveByFastify } from '../sdk/src/receivers/fastify.ts';
import { receiveWebhooks as receiveByHono } from '../sdk/src/receivers/hono.ts';
import { receiveWebhooks as receiveByNext } from '../sdk/src/receivers/next.ts';
import type { Take } from '../sdk/src/receivers/taking.ts';
import { serveInTest } from './support/serving.ts';

const secret = `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`;
const sentence = { type: 'transaction.complete', data: { id: '1', reason: 'Ünïcode' } };
// Not as JSON.stringify writes it: who parses it and writes it again has other bytes.
const body = JSON.stringify(sentence, null, 2);

function signed(text = body, id = 'msg_1'): Record<string, string> {
  const at = new Date();
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, text),
  };
}

/** A server with the handler; `first` is a framework's work on a request before it. */
async function open(
  take: Parameters<typeof receiveWebhooks>[1],
  first: (request: IncomingMessage & { body?: unknown; rawBody?: unknown }) => unknown = () => {},
) {
  const handle = receiveWebhooks(async () => ['whsec_b3RoZXI=', secret], take);
  const url = await serveInTest(async (request, response) => {
    await first(request);
    await handle(request, response);
  });
  return async (text: string | undefined, headers: Record<string, string>) => {
    const answer = await fetch(`${url}/hook`, {
      method: 'POST',
      headers,
      ...(text !== undefined && { body: text }),
    });
    return [answer.status, await answer.text()] as const;
  };
}

const read = async (request: IncomingMessage) => Buffer.concat(await Array.fromAsync(request));

test('a genuine message is handed over with its id, and the result of `take` is the response', async () => {
  const taken: unknown[] = [];
  const post = await open((event, { id }) => {
    taken.push([event, id]);
    if (id === 'msg_early') return 409;
    if (id === 'msg_bad') throw new Error('the database is away');
    return { rows: 1 };
  });
  assert.deepEqual(await post(body, signed()), [204, '']);
  assert.deepEqual(taken, [[sentence, 'msg_1']]);
  assert.equal((await post(body, signed(body, 'msg_early')))[0], 409);
  const [status, text] = await post(body, signed(body, 'msg_bad'));
  assert.deepEqual([status, text.includes('database')], [500, false]);
});

test('a forged or too long message is refused with the reason, and not handed over', async () => {
  const taken: unknown[] = [];
  const post = await open((event) => void taken.push(event));
  assert.match((await post(JSON.stringify(sentence), signed())).join(' '), /^401 .*secret|^401 .*bytes/);
  assert.match((await post(body, {})).join(' '), /^401 .*headers/);
  assert.match((await post(undefined, signed())).join(' '), /^401 /);
  assert.match((await post('x'.repeat(1024 * 1024 + 1), signed())).join(' '), /^413 /);
  assert.deepEqual(taken, []);
});

test('after a body parser it explains the problem; after a parser that keeps the bytes it works', async () => {
  const parsing = await open(
    () => {},
    async (request) => {
      request.body = JSON.parse(String(await read(request)));
    },
  );
  assert.match(
    (await parsing(body, signed())).join(' '),
    /^500 .*already parsed by your framework.*express\.raw/,
  );
  const swallowing = await open(() => {}, read);
  assert.match((await swallowing(body, signed())).join(' '), /^500 .*undefined/);
  // Some parsers leave an empty object for a body that they do not parse.
  const passing = await open(
    () => {},
    (request) => {
      request.body = {};
    },
  );
  assert.equal((await passing(body, signed()))[0], 204);
  for (const kept of ['body', 'rawBody'] as const) {
    const keeping = await open(
      () => {},
      async (request) => {
        const bytes = await read(request);
        request.body = JSON.parse(String(bytes));
        request[kept] = bytes;
      },
    );
    assert.equal((await keeping(body, signed()))[0], 204, kept);
  }
});

// Each over its unmodified framework, and the posted body. Next itself is only a function of a Request.
type Post = (text: string, headers: Record<string, string>) => Promise<readonly [number, string]>;

async function overFastify(take: Take): Promise<Post> {
  const app = fastify();
  // One that also parses JSON, as the rest of a shop does.
  app.post('/order', async (request) => request.body);
  await app.register(receiveByFastify(secret, take), { prefix: '/hook' });
  after(() => app.close());
  return async (payload, headers) => {
    const answer = await app.inject({ method: 'POST', url: '/hook', payload, headers });
    return [answer.statusCode, answer.body];
  };
}

async function overHono(take: Take, first?: MiddlewareHandler): Promise<Post> {
  const app = new Hono();
  if (first) app.use(first);
  app.post('/hook', receiveByHono(secret, take));
  return async (text, headers) => {
    const answer = await app.request('/hook', { method: 'POST', body: text, headers });
    return [answer.status, await answer.text()];
  };
}

async function overNext(take: Take, first?: (request: Request) => unknown): Promise<Post> {
  const POST = receiveByNext(secret, take);
  return async (text, headers) => {
    const request = new Request('https://shop.example/hook', { method: 'POST', body: text, headers });
    await first?.(request);
    const answer = await POST(request);
    return [answer.status, await answer.text()];
  };
}

for (const [name, over] of Object.entries({ fastify: overFastify, hono: overHono, next: overNext })) {
  test(`over ${name}, genuine messages are handed over, and forged or too long ones are not`, async () => {
    const taken: unknown[] = [];
    const post = await over((event, { id }) => {
      taken.push([event, id]);
    });
    assert.deepEqual(await post(body, signed()), [204, '']);
    assert.deepEqual(taken, [[sentence, 'msg_1']]);
    assert.match((await post(JSON.stringify(sentence), signed())).join(' '), /^401 /);
    assert.match((await post(body, { 'content-type': 'application/json' })).join(' '), /^401 .*headers/);
    assert.equal((await post('x'.repeat(1024 * 1024 + 1), signed()))[0], 413);
    assert.match((await post('not JSON', signed('not JSON'))).join(' '), /^400 .*JSON/);
    assert.equal(taken.length, 1);
  });
}

test('a missing or invalid webhook secret is refused when the receiver is created', () => {
  for (const receiver of [receiveWebhooks, receiveByFastify, receiveByHono, receiveByNext]) {
    assert.throws(() => receiver(undefined as never, () => {}), /the webhook secret is missing/);
    assert.throws(() => receiver('whsec_ÄÖ', () => {}), /no webhook secret/);
  }
});

test('a body that was already read is not reported as forged: it can be resent', async () => {
  const taken: unknown[] = [];
  const take: Take = (event) => void taken.push(event);
  const read = await overNext(take, (request) => request.json());
  assert.match((await read(body, signed())).join(' '), /^500 .*already/);
  // Hono keeps its parsed body, but not its bytes.
  const parsed = await overHono(take, async (context, next) => {
    await context.req.json();
    await next();
  });
  assert.match((await parsed(body, signed())).join(' '), /^500 .*already/);
  assert.deepEqual(taken, []);
});
