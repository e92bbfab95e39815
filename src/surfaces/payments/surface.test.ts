import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  type Answer,
  assertText,
  merchantHash,
  openSurface,
  requestFields,
} from '../../../test/support/setup/payments-api.ts';
import { createMerchant, type NewMerchant, rotateSecret } from '../../core/merchants/actions.ts';
import { everything } from '../../core/viewer.ts';

type Surface = Awaited<ReturnType<typeof openSurface>>;

describe('the surface', () => {
  let surface: Surface;
  let other: NewMerchant;
  before(async () => {
    surface = await openSurface();
    other = await createMerchant(surface.ctx, { name: 'Naledi' });
  });

  const reads: [path: string, query: (siteCode: string) => Record<string, string>][] = [
    ['GetTransactionByReference', (siteCode) => ({ siteCode, transactionReference: 'x' })],
    ['GetTransaction', (siteCode) => ({ siteCode, transactionId: '00000000-0000-7000-8000-000000000000' })],
    ['GetTransactionReport', (siteCode) => ({ siteCode, startDate: '2026-11-01', endDate: '2026-11-02' })],
  ];
  for (const [path, query] of reads) {
    test(`returns 401 for ${path} without the ApiKey of the siteCode`, async () => {
      const { siteCode } = surface.merchant;
      for (const apikey of [undefined, '', 'x', other.apiKey, surface.merchant.privateKey]) {
        const headers = apikey === undefined ? {} : { apikey };
        const answer = await surface.server.inject({
          url: `/payments/${path}`,
          query: query(siteCode),
          headers,
        });
        assertText(answer, 401);
      }
      assertText(await surface.get(path, query(other.siteCode)), 401);
      assertText(await surface.get(path, query('NOBODY0001')), 401);
    });

    test(`names the parameter that ${path} misses, has twice, or cannot read`, async () => {
      const whole = query(surface.merchant.siteCode);
      for (const name of Object.keys(whole)) {
        const { [name]: _gone, ...rest } = whole;
        assertText(await surface.get(path, rest), 400, new RegExp(`^${name} is required$`));
        assertText(
          await surface.get(path, { ...whole, [name]: '' }),
          400,
          new RegExp(`^${name} is required$`),
        );
        assertText(
          await surface.get(path, { ...whole, [name]: 'a\u0000' }),
          400,
          new RegExp(`^${name} has characters`),
        );
        const upper = { ...whole, [name.toUpperCase()]: whole[name]! };
        assertText(await surface.get(path, upper), 400, new RegExp(`^${name} is given twice$`, 'i'));
        const url = `/payments/${path}?${new URLSearchParams(whole)}&${name}=x`;
        const repeated = await surface.server.inject({ url, headers: { apikey: surface.merchant.apiKey } });
        assertText(repeated, 400, new RegExp(`^${name} is given twice$`));
      }
      const unclear = await surface.get(path, { ...whole, isTest: 'maybe' });
      // The report has real payments only, and no such parameter.
      if (path === 'GetTransactionReport') assert.deepEqual([unclear.statusCode, unclear.body], [200, '[]']);
      else assertText(unclear, 400, /^isTest must be true or false$/);
    });

    test(`reads the names of ${path} in any letter case`, async () => {
      const upper = Object.entries(query(surface.merchant.siteCode)).map(([name, value]) => [
        name.toUpperCase(),
        value,
      ]);
      const [plain, shouted] = [
        await surface.get(path, query(surface.merchant.siteCode)),
        await surface.get(path.toUpperCase(), Object.fromEntries(upper)),
      ];
      assert.deepEqual([shouted.statusCode, shouted.body], [plain.statusCode, plain.body]);
      assert.notEqual(plain.statusCode, 400);
    });
  }

  test('returns 401 for a payment request without a valid ApiKey, before it reads the body', async () => {
    for (const apikey of ['', 'x', surface.merchant.privateKey]) {
      for (const payload of ['{}', 'no JSON']) {
        const headers = { apikey, 'content-type': 'application/json' };
        assertText(
          await surface.server.inject({
            method: 'POST',
            url: '/payments/postpaymentrequest',
            headers,
            payload,
          }),
          401,
        );
      }
    }
  });

  test('returns 401 for the ApiKey of a merchant and the site of another', async () => {
    const fields = requestFields(surface.merchant.siteCode);
    const hashCheck = merchantHash(fields, surface.merchant.privateKey);
    const headers = { apikey: other.apiKey, 'content-type': 'application/json' };
    const payload = JSON.stringify({ ...fields, hashCheck });
    assertText(
      await surface.server.inject({ method: 'POST', url: '/payments/postpaymentrequest', headers, payload }),
      401,
    );
  });

  test('accepts the old ApiKey in addition to the new one for a day after a rotation', async () => {
    const merchant = await createMerchant(surface.ctx, { name: 'Rotating' });
    const { secret: apiKey } = await rotateSecret(surface.ctx, everything, {
      merchantId: merchant.merchant.id,
      kind: 'api_key',
    });
    for (const key of [merchant.apiKey, apiKey]) {
      const answer = await surface.post(requestFields(merchant.siteCode), { ...merchant, apiKey: key });
      assert.equal(answer.json<Answer>().errorMessage, null);
    }
  });

  test('returns 400 for a body that is not a JSON or XML object', async () => {
    const bodies: [type: string, payloads: string[]][] = [
      [
        'application/json',
        ['', 'null', '[]', '"text"', '1', '1e3', '{', '{"a":1}}', "{'a':1}", '['.repeat(100_000)],
      ],
      [
        'application/xml',
        [
          '',
          'text',
          '<PaymentRequest>',
          '<Other/>',
          '{"siteCode":"x"}',
          '<PaymentRequest>text</PaymentRequest>',
          '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><PaymentRequest><SiteCode>&x;</SiteCode></PaymentRequest>',
          '<!DOCTYPE r><PaymentRequest/>',
          '<PaymentRequest><SiteCode>&nbsp;</SiteCode></PaymentRequest>',
        ],
      ],
    ];
    for (const [type, payloads] of bodies) {
      for (const payload of payloads) {
        const headers = { apikey: surface.merchant.apiKey, 'content-type': type };
        const answer = await surface.server.inject({
          method: 'POST',
          url: '/payments/postpaymentrequest',
          headers,
          payload,
        });
        assertText(answer, 400);
        assert.doesNotMatch(answer.body, /root:/);
      }
    }
  });

  test('says in the answer that an empty record misses its siteCode', async () => {
    for (const [type, payload] of [
      ['application/json', '{}'],
      ['application/xml', '<PaymentRequest/>'],
      ['application/json', '{"siteCode":null}'],
    ] as const) {
      const headers = { apikey: surface.merchant.apiKey, 'content-type': type };
      const answer = await surface.server.inject({
        method: 'POST',
        url: '/payments/postpaymentrequest',
        headers,
        payload,
      });
      assert.deepEqual(answer.json<Answer>(), {
        paymentRequestId: null,
        url: null,
        errorMessage: 'siteCode is required',
      });
    }
  });

  test('returns 413 for a body that is too long, 400 for another content type, 405 and 404 for other paths', async () => {
    const send = (
      method: 'POST' | 'GET' | 'PUT' | 'DELETE' | 'OPTIONS',
      path: string,
      type?: string,
      payload?: string,
    ) =>
      surface.server.inject({
        method,
        url: `/payments${path}`,
        headers: { apikey: surface.merchant.apiKey, ...(type && { 'content-type': type }) },
        ...(payload && { payload }),
      });
    assertText(await send('POST', '/postpaymentrequest', 'application/json', ' '.repeat((1 << 20) + 1)), 413);
    assertText(
      await send('POST', '/token', 'application/x-www-form-urlencoded', 'a'.repeat((1 << 20) + 1)),
      413,
    );
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonx',
    ]) {
      assertText(await send('POST', '/postpaymentrequest', type, '{}'), 400);
    }
    for (const [method, path, allow] of [
      ['GET', '/postpaymentrequest', 'POST'],
      ['PUT', '/PostPaymentRequest/', 'POST'],
      ['GET', '/token', 'POST'],
      ['POST', '/GetTransaction', 'GET, HEAD'],
      ['DELETE', '/GetTransactionReport', 'GET, HEAD'],
      ['OPTIONS', '/GetTransactionByReference', 'GET, HEAD'],
    ] as const) {
      const answer = await send(
        method,
        path,
        method === 'PUT' ? 'strange/type' : undefined,
        method === 'PUT' ? 'x' : undefined,
      );
      assertText(answer, 405);
      assert.equal(answer.headers.allow, allow);
    }
    for (const path of ['', '/', '/nothing', '/token/more', '/secure/nothing'])
      assertText(await send('GET', path), 404);
    assertText(await send('POST', '/nothing', 'strange/type', 'x'), 404);
  });

  test('says on every answer since when it is deprecated, and of which request it is', async () => {
    const answers = [
      await surface.post(requestFields(surface.merchant.siteCode)),
      await surface.get('GetTransaction', {}),
      await surface.server.inject({ url: '/payments/gettransaction' }),
      await surface.server.inject({ url: '/payments/nothing' }),
      await surface.server.inject({ method: 'PUT', url: '/payments/token' }),
      await surface.server.inject({
        method: 'POST',
        url: '/payments/postpaymentrequest',
        headers: { apikey: surface.merchant.apiKey, 'content-type': 'a/b' },
        payload: 'x',
      }),
    ];
    assert.deepEqual(
      answers.map((answer) => answer.statusCode),
      [200, 400, 401, 404, 405, 400],
    );
    for (const { headers } of answers) {
      assert.match(String(headers.deprecation), /^@\d{10}$/);
      assert.equal(headers.link, '<http://localhost:8420/docs>; rel="deprecation"');
      assert.ok(headers['x-correlation-id']);
    }
  });
});

test('while the database is away every answer is a 503 that says when to try again', async () => {
  const surface = await openSurface();
  await surface.db.end();
  for (const answer of [
    await surface.post(requestFields(surface.merchant.siteCode)),
    await surface.get('GetTransactionReport', {
      siteCode: surface.merchant.siteCode,
      startDate: '2026-11-01',
      endDate: '2026-11-02',
    }),
  ]) {
    assertText(answer, 503);
    assert.equal(answer.headers['retry-after'], '1');
  }
});
