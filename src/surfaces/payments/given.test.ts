import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { budget } from '../../../test/support/budget.ts';
import {
  type Answer,
  merchantHash,
  openSurface,
  requestFields,
  uuid,
} from '../../../test/support/setup/payments-api.ts';
import { timeHere } from '../../kernel/clock.ts';
import { writeXml } from '../../kernel/formats/xml.ts';
import { pascalCase } from '../described.ts';
import { openFromBrowser } from './index.ts';

describe('the way a request comes', () => {
  const value = fc.string({ unit: fc.constantFrom(...'aZ9 <&>"\'é😀%+=;'), minLength: 1, maxLength: 10 });
  const optional = fc.record(
    {
      optional1: value,
      optional2: value,
      optional5: value,
      customer: value,
      bankAccountName: value,
      branchCode: value,
      payeeDisplayName: value,
      customerIdentifier: fc.constantFrom('8001015009087', '123'),
      customerCellphoneNumber: fc.constant('0821234567'),
      allowVariableAmount: fc.constantFrom('false', 'False'),
      expiryDateUtc: fc.constantFrom('2026-12-01 10:30', '2019-01-01 00:00'),
    },
    { requiredKeys: [] },
  );
  const recased = (name: string, bits: number) =>
    [...name]
      .map((letter, index) => ((bits >> index) & 1 ? letter.toUpperCase() : letter.toLowerCase()))
      .join('');

  test('does not matter: JSON, XML and a form come out equal, in any letter case of their names', async () => {
    const surface = await openSurface();
    const { siteCode, apiKey, privateKey } = surface.merchant;
    const post = async (type: string, payload: string) =>
      (
        await surface.server.inject({
          method: 'POST',
          url: '/payments/PostPaymentRequest',
          headers: { apikey: apiKey, 'content-type': type },
          payload,
        })
      ).json<Answer>();
    await fc.assert(
      fc.asyncProperty(optional, fc.integer(), fc.boolean(), async (more, bits, isSigned) => {
        const fields = Object.fromEntries(
          Object.entries(requestFields(siteCode, more)).map(([name, text]) => [name, String(text)]),
        );
        const signed = { ...fields, hashCheck: isSigned ? merchantHash(fields, privateKey) : 'ff' };
        const sent = Object.fromEntries(
          Object.entries(signed).map(([name, text]) => [recased(name, bits), text]),
        );
        const form = await openFromBrowser(surface.deps, surface.ctx, sent as Record<string, string>);
        const json = await post('application/json', JSON.stringify(sent));
        const xml = await post(
          'application/xml; charset=utf-8',
          writeXml(recased('PaymentRequest', bits), sent),
        );
        const fromForm = 'refused' in form ? form.refused : null;
        // Refusals that only a form can get have their own tests.
        fc.pre(!fromForm?.includes('isTest can be read at another place'));
        assert.equal(json.errorMessage, fromForm);
        assert.equal(xml.errorMessage, fromForm);
        const isRight = isSigned && !more.expiryDateUtc?.startsWith('2019');
        assert.equal(fromForm === null, isRight, String(fromForm));
      }),
      { numRuns: budget(5, 60) },
    );
  });

  test('is refused where a name comes twice', async () => {
    const surface = await openSurface();
    const { siteCode, apiKey } = surface.merchant;
    const post = (type: string, payload: string) =>
      surface.server.inject({
        method: 'POST',
        url: '/payments/postpaymentrequest',
        headers: { apikey: apiKey, 'content-type': type },
        payload,
      });
    const twice = [
      await post('application/json', JSON.stringify({ ...requestFields(siteCode), Amount: '25.00' })),
      await post('application/xml', '<PaymentRequest><Amount>1</Amount><amount>1</amount></PaymentRequest>'),
      await post('application/xml', '<PaymentRequest><Amount>1</Amount><Amount>1</Amount></PaymentRequest>'),
    ];
    for (const answer of twice) {
      assert.equal(answer.statusCode, 400);
      assert.match(answer.body, /^amount is given twice$/i);
    }
    const fields = { siteCode, SITECODE: siteCode };
    assert.deepEqual(await openFromBrowser(surface.deps, surface.ctx, fields), {
      refused: 'SITECODE is given twice',
    });
  });

  test('may be XML with PascalCase names, name spaces and nil elements', async () => {
    const surface = await openSurface();
    const { siteCode, apiKey, privateKey } = surface.merchant;
    const fields = requestFields(siteCode, { optional1: 'a & <b>' });
    const named = Object.entries({ ...fields, hashCheck: merchantHash(fields, privateKey) }).map(
      ([name, text]) => [pascalCase(name), text],
    );
    const xml = writeXml('PaymentRequest', Object.fromEntries(named))
      .replace(
        '<PaymentRequest>',
        '<PaymentRequest xmlns="http://example/" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">\n',
      )
      .replace('</PaymentRequest>', '\n<Optional2 i:nil="true"/></PaymentRequest>');
    const headers = { apikey: apiKey, 'content-type': 'text/xml', accept: 'application/xml' };
    const answer = await surface.server.inject({
      method: 'POST',
      url: '/payments/postpaymentrequest',
      headers,
      payload: xml,
    });
    assert.match(String(answer.headers['content-type']), /^application\/xml/);
    assert.match(
      answer.body,
      /^<\?xml version="1.0" encoding="utf-8"\?><PaymentResponse><PaymentRequestId>([0-9a-f-]{36})<\/PaymentRequestId><Url>http:\/\/localhost:8420\/pay\/\1<\/Url><\/PaymentResponse>$/,
    );
  });
});

describe('a request that a browser brings', () => {
  test('opens a payment without an ApiKey', async () => {
    const surface = await openSurface();
    const fields = requestFields(surface.merchant.siteCode, { isTest: 'false' }) as Record<string, string>;
    const signed = { ...fields, hashCheck: merchantHash(fields, surface.merchant.privateKey) };
    const opened = await openFromBrowser(surface.deps, surface.ctx, signed);
    assert.match((opened as { paymentId: string }).paymentId, uuid);
  });

  test('names the site when it is known, and its cancelUrl only when the merchant signed it', async () => {
    const surface = await openSurface();
    const { siteCode, privateKey } = surface.merchant;
    const open = (more: Record<string, string>, key = privateKey) => {
      const fields = requestFields(siteCode, { isTest: 'false', ...more }) as Record<string, string>;
      return openFromBrowser(surface.deps, surface.ctx, { hashCheck: merchantHash(fields, key), ...fields });
    };
    const merchantName = 'Thabo & Sons';
    assert.deepEqual(await open({}, 'no key'), {
      refused: 'HashCheck value has failed',
      merchantName,
      hasWrongHash: true,
    });
    assert.deepEqual(await open({ expiryDateUtc: '2020-01-01 00:00' }), {
      refused: `expiryDateUtc must be in the future; ${timeHere(surface.clock.now())}`,
      merchantName,
      cancelUrl: 'https://shop.example/cancel',
    });
    assert.deepEqual(await open({ cancelUrl: 'javascript:alert(1)' }), {
      refused: 'cancelUrl must be a whole http or https address',
      merchantName,
    });
    assert.equal('cancelUrl' in (await open({ cancelUrl: 'http://169.254.169.254/' })), false);
    assert.deepEqual(await open({ siteCode: 'NOBODY0001' }), { refused: 'siteCode is not known' });
    assert.deepEqual(await open({ siteCode: 'NUL\u0000' }), { refused: 'siteCode is not known' });
    assert.deepEqual(await openFromBrowser(surface.deps, surface.ctx, {}), {
      refused: 'siteCode is required',
    });
    const listed = { siteCode: [siteCode, siteCode] } as unknown as Record<string, string>;
    assert.deepEqual(await openFromBrowser(surface.deps, surface.ctx, listed), {
      refused: 'siteCode is given twice',
    });
  });
});

describe('whatever comes', () => {
  const json = fc.jsonValue({ depthSize: 'small' }).map((value) => JSON.stringify(value));
  const hostile = fc.constantFrom(
    'a\\u0000b',
    '\\ud800',
    '1e999',
    '-0',
    '{}',
    '[[]]',
    "'",
    '%00',
    '&#0;',
    '<![CDATA[',
    '\u2028',
  );
  const raw = fc.oneof(json, hostile, fc.string({ unit: 'binary', maxLength: 60 }));

  test('a payment request is never the service’s failure', async () => {
    const surface = await openSurface();
    const { siteCode, apiKey, privateKey } = surface.merchant;
    const fields = requestFields(siteCode);
    const names = [
      ...Object.keys(fields),
      'hashCheck',
      'optional1',
      'expiryDateUtc',
      'customerIdentifier',
      'variableAmountMin',
    ];
    const body = fc.oneof(
      raw,
      fc.record({ name: fc.constantFrom(...names), value: raw }).map(({ name, value }) => {
        const hashCheck = merchantHash({ ...fields, [name]: value }, privateKey);
        return JSON.stringify({ ...fields, hashCheck, [name]: value });
      }),
      fc
        .record({ name: fc.constantFrom(...names), value: json })
        .map(({ name, value }) =>
          JSON.stringify({ ...fields, hashCheck: '0', [name]: 'here' }).replace('"here"', () => value),
        ),
      raw.map(
        (value) =>
          `<PaymentRequest><SiteCode>${siteCode}</SiteCode><Amount>${value}</Amount></PaymentRequest>`,
      ),
    );
    const type = fc.constantFrom('application/json', 'application/xml', 'text/xml');
    await fc.assert(
      fc.asyncProperty(body, type, async (payload, contentType) => {
        const headers = { apikey: apiKey, 'content-type': contentType };
        const answer = await surface.server.inject({
          method: 'POST',
          url: '/payments/postpaymentrequest',
          headers,
          payload,
        });
        assert.ok([200, 400, 401].includes(answer.statusCode), `${answer.statusCode} ${answer.body}`);
      }),
      { numRuns: budget(40, 500) },
    );
  });

  test('a read is never the service’s failure', async () => {
    const surface = await openSurface();
    const names = fc.constantFrom(
      'siteCode',
      'transactionReference',
      'transactionId',
      'isTest',
      'startDate',
      'endDate',
      'x',
    );
    const value = fc.oneof(
      fc.constantFrom(
        surface.merchant.siteCode,
        '2026-11-20',
        '+999999-01-01',
        '0000-00-00',
        '9999-12-31',
        'true',
      ),
      raw,
    );
    const path = fc.constantFrom('gettransaction', 'gettransactionbyreference', 'gettransactionreport');
    const query = fc.array(fc.tuple(names, value), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(path, query, fc.boolean(), async (read, pairs, isEncoded) => {
        const text = isEncoded
          ? new URLSearchParams(pairs)
          : pairs
              .map((pair) =>
                encodeURI(
                  pair
                    .map((one) => one.toWellFormed())
                    .join('=')
                    .replaceAll('#', ''),
                ),
              )
              .join('&');
        const headers = { apikey: surface.merchant.apiKey };
        const answer = await surface.server.inject({ url: `/payments/${read}?${text}`, headers });
        assert.ok([200, 400, 401, 404].includes(answer.statusCode), `${answer.statusCode} ${answer.body}`);
      }),
      { numRuns: budget(40, 500) },
    );
  });
});
