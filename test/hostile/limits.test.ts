// Callers who exceed a limit, or try other merchants' objects, are limited: each surface says so in its own
// format, and only to them.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test as nodeTest } from 'node:test';
import { createMerchant, type NewMerchant } from '../../src/core/merchants/actions.ts';
import { type Answer, ask, postForm, signedFields } from '../support/merchant.ts';
import { inOneMinute } from '../support/one-minute.ts';
import { openService } from '../support/opening.ts';

const limit = 30;
const service = await openService({
  env: {
    TEFO_KEY_LIMIT: String(limit),
    TEFO_ADDRESS_LIMIT: '200',
    TEFO_SITE_LIMIT: '5',
    TEFO_REFUSAL_LIMIT: '100000',
  },
});
const other = await createMerchant(service.ctx, { name: 'Honest Shop' });

const test = (name: string, work: () => Promise<void>) => nodeTest(name, () => inOneMinute(work));

const banksPath = '/payouts/v1/getavailablebanks';
const keysOf = ({ apiKey, siteCode }: NewMerchant) => ({ apikey: apiKey, sitecode: siteCode });

const times = (count: number, work: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, work));

function assertTooMany(answer: Answer): void {
  assert.equal(answer.status, 429, answer.text);
  const seconds = Number(answer.headers.get('retry-after'));
  assert.ok(seconds >= 1 && seconds <= 60);
  assert.ok(answer.headers.get('x-correlation-id'));
}

describe('a key over its limit', () => {
  const get = (path: string) => (merchant: NewMerchant) =>
    ask(service.base + path.replace('SITE', merchant.siteCode), { headers: keysOf(merchant) });
  const reads: Record<string, (merchant: NewMerchant) => Promise<Answer>> = {
    'Payments API': get('/payments/GetTransactionByReference?siteCode=SITE&transactionReference=A'),
    'Payouts API': get(banksPath),
    'Merchant External API': get('/external/api/MerchantApiV1/GetBanks?siteCode=SITE'),
    'the sandbox': get('/sandbox/clock'),
  };

  test('is refused on each surface in its own format, while another merchant is served', async () => {
    const { merchant } = service;
    const all = await times(limit + 10, () => reads['Payments API']!(merchant));
    assert.equal(all.filter(({ status }) => status === 200).length, limit);
    const left = all.map(({ headers }) => Number(headers.get('ratelimit-remaining')));
    assert.equal(Math.max(...left), limit - 1);
    assert.equal(all[0]!.headers.get('ratelimit-limit'), String(limit));
    for (const [name, read] of Object.entries(reads)) {
      const refused = await read(merchant);
      assertTooMany(refused);
      if (name.startsWith('Payments') || name.startsWith('Merchant'))
        assert.equal(refused.headers.get('content-type'), 'text/plain; charset=utf-8');
      else assert.deepEqual(Object.keys(refused.body), ['message']);
      assert.equal((await read(other)).status, 200, name);
    }
  });

  test('is an error object on the One API, by the token', async () => {
    const { clientId: client_id, clientSecret: client_secret } = service.merchant;
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    const token = await ask(`${service.base}/one/v1/token`, { method: 'POST', body });
    const headers = { authorization: `Bearer ${token.body.access_token}` };
    const all = await times(limit + 1, () => ask(`${service.base}/one/v1/webhooks`, { headers }));
    const refused = all.find(({ status }) => status === 429)!;
    assertTooMany(refused);
    assert.equal(refused.body.code, 'TooManyRequests');
    assert.equal(refused.body.links, null);
  });
});

test('a site that browsers open too often shows customers a page, and its merchant’s server is served', async () => {
  const open = () => postForm(`${service.base}/pay`, signedFields(other));
  const all = await times(7, open);
  assert.deepEqual(all.map(({ status }) => status).sort(), [303, 303, 303, 303, 303, 429, 429]);
  const refused = all.find(({ status }) => status === 429)!;
  assertTooMany(refused);
  assert.match(refused.headers.get('content-type')!, /^text\/html/);
});

describe('an address', async () => {
  // A proxy on this machine reports the client's address.
  const proxied = { TEFO_TRUSTED_PROXIES: '127.0.0.0/8', TEFO_ADDRESS_LIMIT: '20', TEFO_REFUSAL_LIMIT: '10' };
  const behind = await openService({ env: proxied });
  const from = (
    address: string,
    path: string,
    headers: Record<string, string> = {},
    more: RequestInit = {},
  ) => ask(`${behind.base}${path}`, { ...more, headers: { ...headers, 'x-forwarded-for': address } });
  const statuses = async (count: number, work: (nth: number) => Promise<Answer>) => {
    const all: number[] = [];
    for (let nth = 0; nth < count; nth += 1) all.push((await work(nth)).status);
    return all;
  };

  for (const [what, path, headers] of [
    ['Authorization', '/console/sign-in', (nth: number) => ({ authorization: `Bearer ${nth}` })],
    ['ApiKey', '/docs', (nth: number) => ({ apikey: `unknown-${nth}` })],
    ['ApiKey of 200 kinds on the checkout', '/pay/none', (nth: number) => ({ apikey: `k${nth}` })],
  ] as const)
    test(`cannot exceed its limit with another ${what} on each request`, async () => {
      const address = `198.51.100.${what.length}`;
      const all = await statuses(25, (nth) => from(address, path, headers(nth)));
      assert.deepEqual(
        all.map((status) => status === 429),
        [...Array(20).fill(false), ...Array(5).fill(true)],
      );
    });

  test('has one limit for the console, the documentation and the checkout; health and assets have none', async () => {
    const address = '198.51.100.200';
    const paths = ['/console/sign-in', '/docs', '/pay/none', '/docs/guides/retries'];
    assert.ok(!(await statuses(20, (nth) => from(address, paths[nth % 4]!))).includes(429));
    for (const path of paths) {
      const refused = await from(address, path);
      assertTooMany(refused);
      assert.match(refused.headers.get('content-type')!, /^text\/(?:html|plain)/, path);
    }
    assert.deepEqual(await statuses(30, () => from(address, '/health/live')), Array(30).fill(200));
    assert.equal((await from(address, '/assets/tefo.css')).status === 429, false);
    assert.equal((await from('198.51.100.201', '/docs')).status, 200);
  });

  test('of IPv6 is its /64 network', async () => {
    const all = await statuses(25, (nth) => from(`2001:db8:7:7:${nth + 1}::1`, '/docs'));
    assert.deepEqual(all.slice(20), Array(5).fill(429));
    assert.equal((await from('2001:db8:7:8::1', '/docs')).status, 200);
  });

  test('that is over its limit still serves the merchants behind it whose keys were valid there', async () => {
    const address = '198.51.100.210';
    const neighbour = await createMerchant(behind.ctx, { name: 'Neighbour' });
    const banks = (merchant: NewMerchant, of = address) => from(of, banksPath, keysOf(merchant));
    for (const merchant of [behind.merchant, neighbour]) assert.equal((await banks(merchant)).status, 200);
    await statuses(25, () => from(address, '/docs'));
    assertTooMany(await from(address, '/docs'));
    for (const merchant of [behind.merchant, neighbour, behind.merchant])
      assert.equal((await banks(merchant)).status, 200);
    // Their requests do not count for the address: the limit of its other callers is unchanged.
    const fresh = '198.51.100.211';
    for (let nth = 0; nth < 30; nth += 1) assert.equal((await banks(neighbour, fresh)).status, 200);
    assert.equal((await from(fresh, '/docs')).headers.get('ratelimit-remaining'), '19');
  });

  test('with wrong credentials does not block a merchant whose key was valid there, and every wrong hash counts', async () => {
    const address = '198.51.100.220';
    const read = (of = address) => from(of, banksPath, keysOf(behind.merchant));
    assert.equal((await read()).status, 200);
    await statuses(12, (nth) => from(address, '/payments/GetTransaction', { apikey: `wrong-${nth}` }));
    assertTooMany(await from(address, '/payments/GetTransaction', { apikey: 'wrong' }));
    assert.equal((await read()).status, 200);
    const wrongHash = () =>
      from(
        address,
        '/payments/postpaymentrequest',
        { ...keysOf(behind.merchant), 'content-type': 'application/json' },
        { method: 'POST', body: JSON.stringify({ ...signedFields(behind.merchant), hashCheck: 'ab' }) },
      );
    const all = await statuses(12, wrongHash);
    assert.deepEqual(all, [...Array(10).fill(200), 429, 429]);
    assertTooMany(await read());
    assert.equal((await read('198.51.100.221')).status, 200);
  });

  test('has a number of requests under way at one time, and the next is served when one ends', async () => {
    const crowded = await openService({
      env: { ...proxied, TEFO_ADDRESS_LIMIT: '0', TEFO_ADDRESS_CONCURRENCY: '3' },
    });
    // A request whose body does not end stays open until its connection is closed.
    const sockets = await Promise.all(
      Array.from({ length: 3 }, () => {
        const socket = connect(Number(new URL(crowded.base).port), '127.0.0.1');
        socket.write('POST /pay HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.1\r\n');
        socket.write('Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\n');
        return once(socket, 'connect').then(() => socket);
      }),
    );
    const open = (address: string) =>
      ask(`${crowded.base}/docs`, { headers: { 'x-forwarded-for': address } });
    let refused = await open('198.51.100.1');
    while (refused.status !== 429) refused = await open('198.51.100.1');
    assertTooMany(refused);
    assert.equal((await open('198.51.100.2')).status, 200);
    assert.equal(
      (await ask(`${crowded.base}/health/ready`, { headers: { 'x-forwarded-for': '198.51.100.1' } })).status,
      200,
    );
    for (const socket of sockets) socket.destroy();
    let served = await open('198.51.100.1');
    while (served.status !== 200) served = await open('198.51.100.1');
  });
});

describe('an address with refused attempts', async () => {
  const strict = await openService({ env: { TEFO_REFUSAL_LIMIT: '10' } });

  test('is blocked from more guesses of any kind: keys, tokens, clients and hashes count together', async () => {
    const { base, merchant } = strict;
    const wrongToken = () => ask(`${base}/one/v1/payments`, { headers: { authorization: 'Bearer a.b.c' } });
    const wrongClient = () =>
      postForm(`${base}/one/v1/token`, {
        grant_type: 'client_credentials',
        client_id: 'x',
        client_secret: 'y',
      });
    const wrongKey = () => ask(`${base}/payments/GetTransaction`, { headers: { apikey: 'nobody' } });
    const wrongPair = () =>
      ask(`${base}/payouts/v1/getavailablebanks`, { headers: { apikey: 'nobody', sitecode: 'X' } });
    const wrongHash = () => postForm(`${base}/pay`, { ...signedFields(merchant), hashCheck: 'ab' });
    const tries = [wrongToken, wrongClient, wrongKey, wrongPair, wrongHash];
    for (const attempt of [...tries, ...tries]) assert.notEqual((await attempt()).status, 429);
    for (const attempt of tries) assertTooMany(await attempt());
    assertTooMany(await ask(base + banksPath, { headers: keysOf(merchant) }));
    assert.equal((await ask(`${base}/health/live`)).status, 200);
  });
});

test('2 000 wrong client secrets, ApiKeys and hashes of one address meet the default limit, and another address does not', async () => {
  const open = await openService({ env: { TEFO_TRUSTED_PROXIES: '127.0.0.0/8' }, limitsAttempts: true });
  const wrong = [
    (nth: number) => ({
      path: '/one/v1/token',
      body: { grant_type: 'client_credentials', client_id: open.merchant.clientId, client_secret: `${nth}` },
    }),
    (nth: number) => ({ path: '/payments/GetTransaction', headers: { apikey: `wrong-${nth}` } }),
    (nth: number) => ({ path: '/pay', body: { ...signedFields(open.merchant), hashCheck: `${nth}` } }),
  ];
  const attempt = (nth: number, address: string) => {
    const { path, body, headers } = { headers: {}, body: undefined, ...wrong[nth % 3]!(nth) };
    return ask(`${open.base}${path}`, {
      headers: { ...headers, 'x-forwarded-for': address },
      ...(body && { method: 'POST', body: new URLSearchParams(body) }),
    });
  };
  const minute = () => Math.floor(Date.now() / 60_000);
  const began = minute();
  const statuses: number[] = [];
  let nth = 0;
  const client = async () => {
    while (nth < 2_000) statuses.push((await attempt(nth++, '198.51.100.1')).status);
  };
  // Refusals are held for seconds.
  const clients = 200;
  await Promise.all(Array.from({ length: clients }, client));
  const judged = statuses.filter((status) => status !== 429).length;
  assert.equal(statuses.length, 2_000);
  // An attempt counts once it was refused: those under way at that moment are judged too.
  const most = (600 + clients) * (minute() - began + 1);
  assert.ok(judged >= 600 && judged <= most, `${judged} were judged`);
  for (const other of [0, 1, 2]) assert.notEqual((await attempt(other, '198.51.100.2')).status, 429);
  const headers = { ...keysOf(open.merchant), 'x-forwarded-for': '198.51.100.2' };
  assert.equal((await ask(open.base + banksPath, { headers })).status, 200);
});
