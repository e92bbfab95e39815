// The typed client's requests, and its reading of responses, where no service is needed: a stand-in responds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tefo, TefoError, type TefoOptions } from '../sdk/src/index.ts';
import { freePort } from './support/ports.ts';
import { serveInTest } from './support/serving.ts';

const keys = { siteCode: 'KARKAR1234', apiKey: 'a', privateKey: 'p', clientId: 'i', clientSecret: 's' };

/** A client of one address. */
function clientOf(address: string, options?: TefoOptions) {
  const urls = { one: address, payments: address, payouts: address, external: address };
  return new Tefo({ ...keys, urls }, options);
}

/** A client whose requests `answer` handles; its tokens never run out. */
function answered(answer: (request: Request) => Response, options: TefoOptions = {}) {
  const sent: Request[] = [];
  let tokens = 0;
  const fetch = async (request: Request) => {
    if (request.url.endsWith('/token')) {
      tokens += 1;
      return Response.json({ access_token: `token-${tokens}`, expires_in: '3600' });
    }
    sent.push(request);
    return answer(request);
  };
  return { client: clientOf('http://shop.example', { fetch, ...options }), sent, tokens: () => tokens };
}

const payment = {
  amount: { currency: 'ZAR' as const, value: 20 },
  merchantReference: 'ORDER-1',
  expireAt: '2100-01-01T00:00:00Z',
};

test('a 200 with an error is a refusal without an id, and else an outcome', async () => {
  const payoutStatus = { status: 90, subStatus: 9001, errorMessage: 'the account is closed' };
  const ended = [
    { id: '1', payoutStatus },
    { id: '1', errorMessage: 'no' },
    { payoutId: '1', payoutStatus },
    { paymentRequestId: '1', errorMessage: 'no' },
    { jobId: '1', errors: ['[3] amount is required'] },
  ];
  const refused = [
    { payoutStatus },
    { paymentRequestId: null, url: null, errorMessage: 'no' },
    { jobReference: 'RUN', errors: ['no'] },
  ];
  const ask = (body: object) =>
    answered(() => Response.json(body)).client.payouts.getPayout({ query: { payoutId: '1' } });
  for (const body of ended) assert.deepEqual(await ask(body), body);
  for (const body of refused) await assert.rejects(ask(body), TefoError, JSON.stringify(body));
});

test('a connection that breaks within the response is retried, under one key', async () => {
  const asked: { url?: string; key?: unknown }[] = [];
  const address = await serveInTest((request, response) => {
    const isToken = request.url === '/token';
    if (!isToken) asked.push({ url: request.url, key: request.headers['idempotency-key'] });
    const body = isToken ? '{"access_token":"t","expires_in":"3600"}' : '{"id":"1"}';
    const isWhole = isToken || (asked.length !== 1 && request.url !== '/postpaymentrequest');
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    if (isWhole) response.end(body);
    else response.write(body.slice(0, 4), () => response.destroy());
  });
  const client = clientOf(address);
  assert.deepEqual(await client.one.createPayment({ body: payment }), { id: '1' });
  assert.equal(asked.length, 2);
  assert.match(String(asked[0]?.key), /./);
  assert.equal(asked[0]?.key, asked[1]?.key);
  asked.length = 0;
  assert.deepEqual(await client.one.getPayment({ path: { id: '1' } }), { id: '1' });
  assert.equal(asked.length, 2);
  // The service may have accepted it.
  asked.length = 0;
  await assert.rejects(client.payments.postPaymentRequest({ body: {} as never }));
  assert.equal(asked.length, 1);
});

test('a response whose body never ends is abandoned within the time of one attempt', async () => {
  let asked = 0;
  const address = await serveInTest((_, response) => {
    asked += 1;
    response.writeHead(200).write('{');
  });
  const client = clientOf(address, { timeoutMs: 500, retries: 1 });
  await assert.rejects(client.payouts.getAvailableBanks(), { name: 'TimeoutError' });
  assert.equal(asked, 2);
});

test('an undefined option equals an omitted one', async () => {
  let asked = 0;
  const address = await serveInTest((_, response) => {
    asked += 1;
    response.writeHead(asked === 1 ? 503 : 200, { 'retry-after': '0' }).end('[]');
  });
  const client = clientOf(address, { retries: undefined, timeoutMs: undefined, fetch: undefined });
  assert.deepEqual(await client.payouts.getAvailableBanks(), []);
  assert.equal(asked, 2);
});

test('a POST that is repeated with a new token has the same key', async () => {
  const { client, sent, tokens } = answered(({ headers }) =>
    headers.get('authorization') === 'Bearer token-1'
      ? new Response('', { status: 401 })
      : Response.json({ id: '1' }),
  );
  await client.one.createPayment({ body: payment }, { idempotencyKey: undefined });
  assert.equal(tokens(), 2);
  const [first, second, ...more] = sent.map(({ headers }) => headers.get('idempotency-key'));
  assert.match(first ?? '', /./);
  assert.equal(second, first);
  assert.deepEqual(more, []);
});

test('an error names the host that does not respond', async () => {
  const port = await freePort();
  const client = clientOf(`http://127.0.0.1:${port}`, { retries: 0 });
  await assert.rejects(client.payouts.getAvailableBanks(), {
    name: 'TypeError',
    message: `no answer from http://127.0.0.1:${port}: ECONNREFUSED`,
  });
  assert.throws(() => new Tefo(undefined as never), /credentials are missing/);
});

test('a request that lacks a part of its path is not sent', async () => {
  const { client, sent, tokens } = answered(() => Response.json({}));
  const missing = (name: string) => ({ name: 'TypeError', message: `path.${name} is missing` });
  for (const input of [undefined, {}, { path: {} }, { path: { id: null } }, { path: { id: '' } }]) {
    await assert.rejects(client.one.getPayment(input as never), missing('id'));
    await assert.rejects(client.one.listPaymentTransactions(input as never), missing('id'));
  }
  await assert.rejects(client.one.cancelSubscription({} as never), missing('subscriptionId'));
  assert.deepEqual([sent.length, tokens()], [0, 0]);
});

test('a 500 is thrown, and not retried', async () => {
  const { client, sent } = answered(() => new Response('', { status: 500 }));
  await assert.rejects(client.one.createPayment({ body: payment }), { name: 'TefoError', status: 500 });
  await assert.rejects(client.one.getPayment({ path: { id: '1' } }), { name: 'TefoError', status: 500 });
  assert.equal(sent.length, 2);
});
