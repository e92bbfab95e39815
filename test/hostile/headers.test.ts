// The headers of every kind of response, the one header that every request may have, and paths that lack an identifier.
// alone: faces.ts has one service for a process.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assetPath } from '../../src/pages/assets.ts';
import { ask } from '../support/merchant.ts';
import { base, type Face, faces, merchant, send, service } from './faces.ts';
import { open } from './raw.ts';

const oneHeaders = faces['One API']!.headers;
const made = await send(faces['One API']!, JSON.stringify(faces['One API']!.body!()));
const paymentId = made.body.id as string;

describe('every response', () => {
  const apiKey = { apikey: merchant.apiKey };
  const form = new URLSearchParams();
  const asked: Record<string, [path: string, init?: RequestInit]> = {
    'from the One API': [`/one/v1/payments/${paymentId}`, { headers: oneHeaders }],
    'that refuses an unknown caller': ['/one/v1/payments'],
    'with a token': ['/one/v1/token', { method: 'POST', body: form }],
    'from the Payments API': [
      `/payments/GetTransactionByReference?siteCode=${merchant.siteCode}`,
      { headers: apiKey },
    ],
    'from the Payouts API': [
      '/payouts/v1/getavailablebanks',
      { headers: { ...apiKey, sitecode: merchant.siteCode } },
    ],
    'from the Merchant External API': ['/external/get'],
    'from the sandbox': ['/sandbox/clock', { headers: apiKey }],
    'with a page of the checkout': [`/pay/${paymentId}`],
    'with a payment’s status': [`/pay/${paymentId}/status`],
    'with a page of the authorisation': [`/subscribe/${paymentId}`],
    'from the bank': [`/bank/orders/${paymentId}`],
    'of health': ['/health/ready'],
    'from the metrics': ['/metrics'],
    'from the documentation': ['/docs/start'],
    'at no path of anybody': ['/nothing'],
    'to a query that asks too much': [`/pay/${paymentId}?q=${'x'.repeat(5_000)}`],
  };
  for (const [which, [path, init]] of Object.entries(asked)) {
    test(`${which} cannot be cached, guessed at or leaked`, async () => {
      const { headers } = await ask(base + path, init);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('referrer-policy'), 'same-origin');
    });
  }

  test('but that with a file every page loads, which is kept', async () => {
    const { headers } = await ask(base + assetPath('tefo.css'));
    assert.match(headers.get('cache-control')!, /immutable/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  });
});

describe('X-Correlation-ID', () => {
  const body = (face: Face) => JSON.stringify(face.body!());
  const usable = ['a', 'order 17, second try', '~!@#$%^&*()_+`{}|:"<>?', 'x'.repeat(128)];
  const unusable = ['', 'x'.repeat(129), 'é', 'a\tb', '\u00a0'];
  for (const [name, face] of Object.entries(faces)) {
    test(`is returned unchanged on the ${name}, or is refused`, async () => {
      for (const id of usable) {
        const answer = await send(face, body(face), { 'x-correlation-id': id });
        assert.ok(answer.status < 300, answer.text);
        assert.equal(answer.headers.get('x-correlation-id'), id);
      }
      for (const id of unusable) {
        const answer = await send(face, body(face), { 'x-correlation-id': id });
        assert.equal(answer.status, 400, `${id}: ${answer.text}`);
        face.shape(answer);
        assert.match(answer.text, /X-Correlation-ID must be /);
        assert.match(answer.headers.get('x-correlation-id')!, /^[0-9a-f-]{36}$/);
        if (name !== 'One API') continue;
        assert.equal(answer.body.code, 'BadRequest');
        assert.deepEqual(answer.body.source, { pointer: null, parameter: null, header: 'X-Correlation-ID' });
      }
    });
  }

  test('is refused before authentication and routing', async () => {
    const headers = { 'x-correlation-id': 'é' };
    for (const path of [
      '/one/v1/payments',
      '/one/v1/nothing',
      '/pay/nothing',
      '/sandbox/clock',
      '/nothing',
      '/health/live',
    ])
      assert.equal((await ask(base + path, { headers })).status, 400, path);
    const page = await ask(`${base}/pay/${paymentId}`, { headers });
    assert.match(page.headers.get('content-type')!, /^text\/html/);
  });

  test('that is repeated is refused, on every surface', async () => {
    for (const { path, headers } of Object.values(faces)) {
      const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`);
      const twice = 'X-Correlation-ID: one\r\nx-correlation-id: two\r\n';
      const peer = await open(
        service.config.port,
        `POST ${path} HTTP/1.1\r\nHost: x\r\n${lines.join('')}${twice}Content-Length: 0\r\nConnection: close\r\n\r\n`,
      );
      await peer.hears(/^HTTP\/1\.1 400 [\s\S]*X-Correlation-ID must be /);
      peer.socket.destroy();
    }
  });
});

describe('a path of the One API', () => {
  const lacking: [method: string, path: string][] = [
    ['GET', '/payments/'],
    ['GET', '/payments/?fromDate=2026-01-01&toDate=2026-01-02'],
    ['GET', '/transactions/'],
    ['POST', '/transactions/'],
    ['GET', '/refunds/'],
    ['GET', '/settlements/'],
    ['GET', '/subscriptions/'],
    ['GET', '/webhooks/'],
    ['PUT', '/webhooks/'],
    ['DELETE', '/webhooks/'],
    ['GET', '/webhooks//secret'],
    ['POST', '/payments//cancel'],
    ['GET', '/payments//transactions?fromDate=2026-01-01&toDate=2026-01-02'],
    ['GET', '//payments'],
  ];
  for (const [method, path] of lacking) {
    test(`${method} ${path} is a 404`, async () => {
      const answer = await ask(`${base}/one/v1${path}`, { method, headers: oneHeaders });
      assert.deepEqual([answer.status, answer.body.code], [404, 'NotFound'], answer.text);
    });
  }

  test('ignores a slash without an identifier, and so do the other surfaces', async () => {
    for (const path of ['/regions/', `/payments/${paymentId}/`])
      assert.equal((await ask(`${base}/one/v1${path}`, { headers: oneHeaders })).status, 200, path);
    for (const [name, face] of Object.entries(faces)) {
      if (name === 'One API') continue;
      const answer = await send({ ...face, path: `${face.path}/` }, JSON.stringify(face.body!()));
      assert.equal(answer.status, 200, name);
    }
  });

  test('a DELETE ignores any body that the client sends', async () => {
    const webhook = `${base}/one/v1/webhooks/00000000-0000-7000-8000-000000000000`;
    const sent: [body: string, type: string][] = [
      ['{', 'application/json'],
      ['x', 'text/plain'],
      ['x'.repeat(2_000_000), 'application/json'],
    ];
    for (const [body, type] of sent) {
      const headers = { ...oneHeaders, 'content-type': type };
      assert.equal((await ask(webhook, { method: 'DELETE', headers, body })).status, 204, type);
    }
  });
});
