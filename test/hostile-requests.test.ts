// Malicious queries and headers, sent to all four surfaces of the running service.
// alone: faces.ts has one service for a process.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, describe, test } from 'node:test';
import { assertRefused, assertServing, base, type Face, faces, merchant, send } from './hostile/faces.ts';
import { ask } from './support/merchant.ts';

describe('a query', () => {
  const reads: Record<string, [face: Face, query: string]> = {
    'One API': [
      { ...faces['One API']!, path: '/one/v1/payments' },
      `fromDate=2026-11-01&toDate=2026-11-02&siteCode=${merchant.siteCode}`,
    ],
    'Payments API': [
      { ...faces['Payments API']!, path: '/payments/GetTransactionByReference' },
      `siteCode=${merchant.siteCode}&transactionReference=A&isTest=false`,
    ],
    'Payouts API': [
      { ...faces['Payouts API']!, path: '/payouts/v1/getpayout' },
      'payoutId=00000000-0000-7000-8000-000000000000',
    ],
    'Merchant External API': [
      { ...faces['Merchant External API']!, path: '/external/api/MerchantApiV1/GetTransactionByReference' },
      `siteCode=${merchant.siteCode}&transactionReference=A&isTest=false`,
    ],
  };
  const get = ({ path, headers }: Face, query: string) => ask(`${base}${path}?${query}`, { headers });

  for (const [name, [face, query]] of Object.entries(reads)) {
    test(`of the ${name} with a repeated parameter is refused`, async () => {
      for (const part of query.split('&')) {
        const [parameter] = part.split('=');
        assertRefused(face, await get(face, `${query}&${part}`), 400);
        assertRefused(face, await get(face, `${query}&${parameter}[]=x&${parameter}=y`), 400);
      }
    });

    test(`of the ${name} with impossible values is refused`, async () => {
      const [first] = query.split('=');
      const rest = query.slice(query.indexOf('&') + 1);
      for (const value of [
        '%00',
        '%ed%a0%80',
        '%ff',
        '%zz',
        'x'.repeat(12_000),
        "'%20or%201=1--",
        '%F0%9F%98%80',
      ]) {
        assertRefused(face, await get(face, `${first}=${value}&${rest}`));
      }
    });
  }

  after(assertServing);
});

describe('headers', () => {
  // biome-ignore format: a table
  const keys = ['x'.repeat(12_000), 'é', `${merchant.apiKey} `.repeat(2), `${merchant.apiKey},${merchant.apiKey}`, "' or 1=1", '{}'];
  test('without valid credentials are a 401, or the 403 of the Payouts API', async () => {
    for (const key of keys) {
      for (const [name, face] of Object.entries(faces)) {
        const headers: Record<string, string> =
          name === 'One API' ? { authorization: `Bearer ${key}` } : { apikey: key };
        const answer = await send(face, JSON.stringify(face.body!()), headers);
        assertRefused(face, answer, name === 'Payouts API' ? 403 : 401);
      }
    }
  });

  test('with nonsense change nothing, or are refused', async () => {
    const absurd: Record<string, string>[] = [
      { accept: '*/*;q=0,'.repeat(1_000) },
      { accept: `text/${'x'.repeat(8_000)}` },
      { 'accept-language': 'xx,'.repeat(3_000) },
      { 'x-correlation-id': 'x'.repeat(8_000) },
      { 'x-forwarded-for': '1.2.3.4,'.repeat(1_000) },
      { 'content-encoding': 'gzip, br, deflate' },
      { 'x-http-method-override': 'DELETE' },
      { prefer: 'respond-async', te: 'trailers', forwarded: 'for=_x;host="\\"' },
      Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x-${index}`, 'y'])),
    ];
    for (const headers of absurd) {
      for (const face of Object.values(faces)) {
        const answer = await send(face, JSON.stringify(face.body!()), headers);
        const what = `${JSON.stringify(headers).slice(0, 60)}: ${answer.status} ${answer.text}`;
        assert.ok(answer.status < 300 || (answer.status >= 400 && answer.status < 500), what);
        assert.match(answer.headers.get('x-correlation-id')!, /^[0-9a-f-]{36}$/);
      }
    }
  });

  test('with an impossible key or version name it', async () => {
    const one = faces['One API']!;
    for (const key of ['', 'x'.repeat(256), 'é']) {
      assertRefused(one, await send(one, JSON.stringify(one.body!()), { 'idempotency-key': key }), 400);
    }
    const external = faces['Merchant External API']!;
    for (const version of ['', '2.0', '1.0, 1.0', 'x'.repeat(8_000)]) {
      assertRefused(external, await send(external, '{}', { 'x-api-version': version }), 400);
    }
  });

  // biome-ignore format: raw requests
  const raw: Record<string, string> = {
    'more than anybody reads': `X-Long: ${'x'.repeat(60_000)}\r\n\r\n`,
    'a NUL': 'X-Nul: a\u0000b\r\n\r\n',
    'a line that goes on': 'X-Folded: a\r\n b\r\n\r\n',
    'two lengths': 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
    'a length below nothing': 'Content-Length: -1\r\n\r\n{}',
    'a length and chunks': 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'a chunk of no size': 'Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n',
    'a chunk larger than the world': 'Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}\r\n',
    'a length beyond the limit': 'Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n',
  };
  for (const [what, rest] of Object.entries(raw)) {
    test(`with ${what} are a 4xx`, async () => {
      for (const { path, headers } of Object.values(faces)) {
        const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        const answer = await exchange(`POST ${path} HTTP/1.1\r\nHost: x\r\n${head.join('')}${rest}`);
        assert.match(answer, /^HTTP\/1\.1 4\d\d /, answer.slice(0, 200));
        assert.match(answer, /\r\nx-correlation-id: /i);
      }
    });
  }

  after(assertServing);
});

/** Sends bytes and returns the response, until the other side has sent all it sends at once. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.on('data', (chunk) => {
      answer += chunk;
      if (answer.includes('\r\n\r\n')) socket.destroy();
    });
    socket.setTimeout(5_000, () => socket.destroy(new Error(`no answer; so far: ${answer}`)));
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)));
    socket.on('close', () => resolve(answer));
  });
}
