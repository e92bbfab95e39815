import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openExternal } from '../../../test/support/setup/external-api.ts';
import { assertText, merchantHash, requestFields, uuid } from '../../../test/support/setup/payments-api.ts';
import { createMerchant, createSite, type NewMerchant } from '../../core/merchants/actions.ts';
import { createPayment } from '../../core/payments/actions.ts';
import { chooseTestOutcome } from '../../core/transactions/actions.ts';
import { externalOperations } from './index.ts';

type External = Awaited<ReturnType<typeof openExternal>>;

const api = '/api/MerchantApiV1';
const nobody = '00000000-0000-7000-8000-000000000000';

let external: External;
let siteCode: string;
let other: NewMerchant;
before(async () => {
  external = await openExternal();
  siteCode = external.merchant.siteCode;
  other = await createMerchant(external.ctx, { name: 'Naledi' });
});

describe('a transaction read', () => {
  test('by reference or id is answered as the Payments API answers it', async () => {
    const payment = await external.pay({ transactionReference: 'TWIN', optional3: 'three' });
    await external.attempt(payment, 'decline');
    const paid = await external.attempt(payment);
    const byReference = { siteCode, transactionReference: 'TWIN' };
    const [ours, theirs] = [
      await external.get(`${api}/GetTransactionByReference`, byReference),
      await external.payments.get('GetTransactionByReference', byReference),
    ];
    assert.equal(ours.json().length, 2);
    assert.deepEqual([ours.statusCode, ours.json()], [200, theirs.json()]);
    const byId = { siteCode, transactionId: paid.id };
    const [one, same] = [
      await external.get(`${api}/GetTransaction`, byId),
      await external.payments.get('GetTransaction', byId),
    ];
    assert.equal(one.json().status, 'Complete');
    assert.deepEqual([one.statusCode, one.json()], [200, same.json()]);
    assertText(await external.get(`${api}/GetTransaction`, { siteCode, transactionId: nobody }), 404);
  });

  test('by request id is an ARRAY of its attempts, newest first', async () => {
    const payment = await external.pay({ transactionReference: 'BY-REQUEST' });
    const declined = await external.attempt(payment, 'decline');
    external.clock.advance(1);
    const paid = await external.attempt(payment);
    external.clock.advance(1);
    await external.attempt(await external.pay({ transactionReference: 'BY-REQUEST' }));
    const answer = await external.get(`${api}/GetTransactionByRequestId`, {
      siteCode,
      requestId: payment.id.toUpperCase(),
    });
    assert.equal(answer.statusCode, 200);
    const ids = answer.json().map((item: { transactionId: string }) => item.transactionId);
    assert.deepEqual(ids, [paid.id, declined.id]);
    const byReference = await external.get(`${api}/GetTransactionByReference`, {
      siteCode,
      transactionReference: 'BY-REQUEST',
    });
    assert.deepEqual(answer.json(), byReference.json().slice(1));
  });

  test('by request id finds a payment of the One API as well', async () => {
    const site = (await external.directory.siteByCode(siteCode))!;
    const asked = { site, contract: 'one', amount: 1_999n, merchantReference: 'ONE', details: {} } as const;
    const made = await createPayment(external.ctx, asked);
    assert.equal(made.kind, 'made');
    const { payment } = made as Extract<typeof made, { kind: 'made' }>;
    const { id } = await external.attempt(payment);
    const query = { siteCode, requestId: payment.id };
    const [item, ...more] = (await external.get(`${api}/GetTransactionByRequestId`, query)).json();
    assert.deepEqual(more, []);
    assert.deepEqual([item.transactionId, item.transactionReference, item.amount], [id, 'ONE', 19.99]);
  });

  test('by request id is empty for one without attempts, an unknown one, or the other kind', async () => {
    const read = async (requestId: string, isTest: string) => {
      const answer = await external.get(`${api}/GetTransactionByRequestId`, { siteCode, requestId, isTest });
      assert.equal(answer.statusCode, 200);
      return answer.json();
    };
    const payment = await external.pay({ isTest: true });
    assert.deepEqual(await read(payment.id, 'true'), []);
    await chooseTestOutcome(external.ctx, payment, 'success');
    assert.equal((await read(payment.id, 'TRUE')).length, 1);
    assert.deepEqual(await read(payment.id, 'false'), []);
    assert.deepEqual(await read(nobody, 'false'), []);
    assertText(
      await external.get(`${api}/GetTransactionByRequestId`, { siteCode, requestId: '17' }),
      400,
      /^requestId must be a uuid$/,
    );
  });

  test('by reference and date is of that South African day alone', async () => {
    // 08:00 UTC on the 20th, then 21:59 and 22:00 UTC, which are the 20th and the 21st in South Africa.
    const world = await openExternal();
    const ids: string[] = [];
    for (const wait of [0, 50_340_000, 60_000]) {
      world.clock.advance(wait);
      ids.push((await world.begin(await world.pay({ transactionReference: 'DAY' }))).id);
    }
    const [morning, night, next] = ids as [string, string, string];
    const onDate = async (transactionDate: string) => {
      const query = { siteCode: world.merchant.siteCode, transactionReference: 'DAY', transactionDate };
      const answer = await world.get(`${api}/GetTransactionByReferenceDate`, query);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json().map((item: { transactionId: string }) => item.transactionId);
    };
    assert.deepEqual(await onDate('2026-11-20'), [night, morning]);
    assert.deepEqual(await onDate('2026-11-20T23:59:59'), [night, morning]);
    assert.deepEqual(await onDate('2026-11-20T22:00:00Z'), [next]);
    assert.deepEqual(await onDate('2026-11-21T01:00:00+02:00'), [next]);
    assert.deepEqual(await onDate('2026-11-21T01:00:00+05:00'), [night, morning]);
    assert.deepEqual(await onDate('2026-11-19'), []);
    assert.deepEqual(await onDate('9999-12-31'), []);
  });

  test('by reference and date refuses an invalid date', async () => {
    for (const transactionDate of [
      'today',
      '2026-02-30',
      '20261120',
      '2026-11-20T25:00:00Z',
      '1'.repeat(5_000),
    ]) {
      const query = { siteCode, transactionReference: 'DAY', transactionDate };
      assertText(
        await external.get(`${api}/GetTransactionByReferenceDate`, query),
        400,
        /^transactionDate must/,
      );
    }
  });
});

describe('GetBanks', () => {
  test('returns the banks whose ids a payment request can have', async () => {
    const answer = await external.get(`${api}/GetBanks`, { siteCode });
    assert.equal(answer.statusCode, 200);
    const [demo, ...real] = answer.json();
    assert.deepEqual(demo, {
      id: 'de300b4a-0000-4000-8000-000000000001',
      name: 'Demo Bank',
      universalBranchCode: '999999',
      isAvailable: true,
    });
    assert.equal(real.length, 10);
    assert.equal(await external.refusal({ selectedBankId: real[0].id }), null);
  });
});

describe('PostPaymentRequest', () => {
  const path = `${api}/PostPaymentRequest`;
  const signed = (more: Record<string, unknown> = {}, as: NewMerchant = external.merchant) => {
    const fields = requestFields(as.siteCode, more);
    return JSON.stringify({ ...fields, hashCheck: merchantHash(fields, as.privateKey) });
  };

  test('creates a payment and returns the address of its checkout', async () => {
    const answer = await external.post(path, signed());
    assert.equal(answer.statusCode, 200);
    const { paymentRequestId, ...rest } = answer.json();
    assert.match(paymentRequestId, uuid);
    assert.deepEqual(rest, { url: `http://localhost:8420/pay/${paymentRequestId}`, errorMessage: null });
  });

  test('refuses invalid content with a 200 and errorMessage', async () => {
    const refusals: [body: string, says: RegExp][] = [
      [signed({ amount: '0' }), /^amount must be/],
      [signed({ currencyCode: 'USD' }), /^currencyCode must be ZAR$/],
      [signed({ siteCode: '' }), /^siteCode is required$/],
      [signed({ selectedBankId: nobody }), /^selectedBankId is not a known bank$/],
      [JSON.stringify({ ...requestFields(siteCode), hashCheck: 'ff' }), /^HashCheck value has failed$/],
      ['{}', /^siteCode is required$/],
    ];
    for (const [body, says] of refusals) {
      const answer = await external.post(path, body);
      assert.equal(answer.statusCode, 200, answer.body);
      const { paymentRequestId, url, errorMessage } = answer.json();
      assert.deepEqual([paymentRequestId, url], [null, null]);
      assert.match(errorMessage, says);
    }
  });

  test('takes JSON under each of its names, with the version or without', async () => {
    const names = [
      'application/json',
      'text/json',
      'application/merchant+json',
      'Application/JSON; charset=utf-8',
    ];
    for (const name of names) {
      for (const parameter of ['', '; x-api-version=1.0', ';x-api-version="1.0"', '; X-API-VERSION=1.0']) {
        const answer = await external.post(path, signed(), { 'content-type': name + parameter });
        assert.deepEqual([answer.statusCode, answer.json().errorMessage], [200, null], name + parameter);
      }
    }
  });

  test('refuses another version with a 400 and another type with a 415', async () => {
    for (const type of [
      'application/json; x-api-version=2.0',
      'text/json;x-api-version=',
      'text/json; x-api-version="1"',
    ]) {
      assertText(
        await external.post(path, signed(), { 'content-type': type }),
        400,
        /x-api-version .* must be 1\.0$/,
      );
    }
    for (const type of [
      'application/xml',
      'text/plain',
      'application/jsonx',
      'application/x-www-form-urlencoded',
    ]) {
      assertText(await external.post(path, signed(), { 'content-type': type }), 415);
    }
  });

  test('refuses a body that is no JSON object with a 400, and one that is too long with a 413', async () => {
    for (const body of [
      '',
      'null',
      '[]',
      '"text"',
      '1e3',
      '{',
      "{'a':1}",
      '['.repeat(60_000),
      Buffer.from([0xff]),
    ]) {
      assertText(await external.post(path, body), 400);
    }
    assertText(await external.post(path, signed({ customer: 'x'.repeat(70_000) })), 413);
  });

  test('for another merchant’s site is a 401', async () => {
    assertText(await external.post(path, signed({}, other)), 401, /does not belong/);
  });
});

describe('every operation of MerchantApiV1', () => {
  const queries: Record<string, (siteCode: string) => Record<string, string>> = {
    GetTransactionByReference: (code) => ({ siteCode: code, transactionReference: 'x' }),
    GetTransactionByRequestId: (code) => ({ siteCode: code, requestId: nobody }),
    GetTransactionByReferenceDate: (code) => ({
      siteCode: code,
      transactionReference: 'x',
      transactionDate: '2026-11-20',
    }),
    GetTransaction: (code) => ({ siteCode: code, transactionId: nobody }),
    GetBanks: (code) => ({ siteCode: code }),
  };

  for (const [name, query] of Object.entries(queries)) {
    const path = `${api}/${name}`;

    test(`${name} wants the apiKey of the siteCode`, async () => {
      for (const apiKey of ['', 'x', other.apiKey, external.merchant.privateKey]) {
        assertText(await external.get(path, query(siteCode), { apiKey }), 401);
      }
      for (const code of [other.siteCode, 'NOBODY0001'])
        assertText(await external.get(path, query(code)), 401);
    });

    test(`${name} names the parameter that is missing, given twice, or cannot be read`, async () => {
      const whole = query(siteCode);
      for (const parameter of Object.keys(whole)) {
        const { [parameter]: _gone, ...rest } = whole;
        assertText(await external.get(path, rest), 400, new RegExp(`^${parameter} is required$`));
        const broken = { ...whole, [parameter]: 'a\u0000' };
        assertText(await external.get(path, broken), 400, new RegExp(`^${parameter} has characters`));
        const twice = { ...whole, [parameter.toUpperCase()]: whole[parameter]! };
        assertText(await external.get(path, twice), 400, new RegExp(`^${parameter} is given twice$`, 'i'));
      }
      if (name !== 'GetBanks') {
        assertText(
          await external.get(path, { ...whole, isTest: 'maybe' }),
          400,
          /^isTest must be true or false$/,
        );
      }
    });

    test(`${name} is found in any letter case, of its path and of its parameters`, async () => {
      const plain = await external.get(path, query(siteCode));
      const shouted = Object.entries(query(siteCode)).map(([key, value]) => [key.toUpperCase(), value]);
      for (const cased of [path.toUpperCase(), path.toLowerCase()]) {
        const answer = await external.get(cased, Object.fromEntries(shouted));
        assert.deepEqual([answer.statusCode, answer.body], [plain.statusCode, plain.body]);
      }
      assert.notEqual(plain.statusCode, 400);
    });
  }

  test('keeps a merchant’s transactions from every other', async () => {
    const payment = await external.pay({ transactionReference: 'MINE' });
    const { id } = await external.attempt(payment);
    const theirs = { siteCode: other.siteCode };
    const headers = { apiKey: other.apiKey };
    const read = (name: string, query: Record<string, string>) =>
      external.get(`${api}/${name}`, { ...theirs, ...query }, headers);
    assert.deepEqual((await read('GetTransactionByRequestId', { requestId: payment.id })).json(), []);
    assert.deepEqual((await read('GetTransactionByReference', { transactionReference: 'MINE' })).json(), []);
    const onDate = { transactionReference: 'MINE', transactionDate: '2026-11-20' };
    assert.deepEqual((await read('GetTransactionByReferenceDate', onDate)).json(), []);
    assertText(await read('GetTransaction', { transactionId: id }), 404);
  });

  test('keeps the transactions of a merchant’s sites apart', async () => {
    external.clock.advance(1);
    const second = await createSite(external.ctx, external.merchant.merchant, 'Second');
    const payment = await external.pay({ transactionReference: 'FIRST' });
    const { id } = await external.attempt(payment);
    const at = { siteCode: second.siteCode };
    const read = (name: string, query: Record<string, string>) =>
      external.get(`${api}/${name}`, { ...at, ...query });
    assert.deepEqual((await read('GetTransactionByRequestId', { requestId: payment.id })).json(), []);
    assert.deepEqual((await read('GetTransactionByReference', { transactionReference: 'FIRST' })).json(), []);
    assertText(await read('GetTransaction', { transactionId: id }), 404);
  });
});

describe('without an apiKey', () => {
  test('GET /get says that the service is there', async () => {
    for (const path of ['/get', '/GET', '/get/']) {
      const answer = await external.server.inject(`/external${path}`);
      assert.deepEqual([answer.statusCode, answer.json()], [200, { status: 'ok', version: '1.0' }]);
    }
  });

  test('GET /status500 fails on purpose, and nothing else does', async () => {
    assertText(await external.server.inject('/external/status500'), 500, /requested/);
    assert.equal((await external.server.inject('/external/get')).statusCode, 200);
  });

  test('they too take version 1.0 alone, and GET alone', async () => {
    for (const path of ['/get', '/status500']) {
      const headers = { 'x-api-version': '2.0' };
      assertText(await external.server.inject({ url: `/external${path}`, headers }), 400, /x-api-version/);
      const posted = await external.server.inject({ method: 'POST', url: `/external${path}` });
      assert.deepEqual([posted.statusCode, posted.headers.allow], [405, 'GET, HEAD']);
    }
  });

  test('nothing else is to be had', async () => {
    for (const { method, path, access } of externalOperations) {
      if (access === 'none') continue;
      const answer = await external.server.inject({ method, url: `/external${path}` });
      assertText(answer, 401, /^The ApiKey header is missing$/);
    }
  });
});
