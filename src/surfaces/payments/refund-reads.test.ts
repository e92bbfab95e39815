import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openRefunds } from '../../../test/support/refunding.ts';
import { readXml } from '../../kernel/formats/xml.ts';
import { newId } from '../../kernel/ids.ts';

const shop = await openRefunds();
const { merchant, clock, db } = shop;

/** Pays through the Payments API and names the customer. */
async function payAs(customer: string): Promise<string> {
  const id = await shop.pay(100);
  await db`
    update payments set details = details || ${db.json({ customer })}
    where id = (select payment_id from transactions where id = ${id})`;
  return id;
}

async function submit(transactionId: string, amount = '10.00'): Promise<string> {
  const { body } = await shop.submit([{ transactionId, amount, refundReason: 'Returned goods' }]);
  assert.equal(body[0].errors, null);
  return body[0].refundId;
}

const transactionId = await payAs('Naledi M');
const ids: Record<string, string> = {};
for (const outcome of ['complete', 'failed', 'returned']) {
  ids[outcome] = await submit(transactionId);
  await shop.sandbox(`/refunds/${ids[outcome]}/outcome`, { outcome });
}
ids.cancelled = await submit(transactionId);
await shop.one('POST', `/refunds/${ids.cancelled}/cancel`);
ids.submitted = await submit(transactionId, '12.34');
await shop.moveTo('2026-11-20T14:00');
ids.pending = await submit(transactionId);
const nowhere = newId(clock);

const get = (path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  shop.secure('GET', `${path}?${new URLSearchParams(query)}`, { headers });

/** Returns the complete record of a pending refund of R 10,00 that was requested at noon. */
const record = (more: object) => ({
  createdDate: '2026-11-20T12:00:00.000+02:00',
  createdDateUtc: '2026-11-20T10:00:00.000Z',
  merchantCode: merchant.siteCode.split('-')[0],
  siteCode: merchant.siteCode,
  siteName: 'Karoo Books',
  bankToName: 'Demo Bank',
  currencyCode: 'ZAR',
  amount: 10,
  statementReference: 'KAROO 1',
  toAccount: '******6209',
  paymentDate: '2026-11-20T10:00:00.000Z',
  transactionReference: 'ORDER-1',
  customer: 'Naledi M',
  createdBy: 'api',
  isRtc: false,
  ...more,
});

const noon = '2026-11-20T10:00:00.000Z';
const batch = '2026-11-20T12:00:00.000Z';
const expected = {
  pending: {
    status: 0,
    lastEvent: 'The refund was requested',
    paymentDate: '2026-11-20T14:00:00.000Z',
    createdDate: '2026-11-20T14:00:00.000+02:00',
    createdDateUtc: batch,
  },
  complete: { status: 1, lastEvent: 'The refund was paid', refundCompletedDate: noon },
  submitted: { status: 2, lastEvent: 'The refund was sent to the bank', paymentDate: batch, amount: 12.34 },
  failed: { status: 3, lastEvent: 'rejected by the destination bank' },
  cancelled: { status: 4, lastEvent: 'cancelled by the merchant', paymentDate: batch },
  returned: { status: 5, lastEvent: 'the account no longer exists', refundCompletedDate: noon },
};

describe('getrefund', () => {
  for (const [state, more] of Object.entries(expected)) {
    test(`answers ONE whole record of a refund that is ${state}, with the number ${more.status}`, async () => {
      const answer = await get('getrefund', { refundId: ids[state]! });
      assert.equal(answer.status, 200, answer.text);
      const { merchantCode, ...rest } = answer.body;
      const { merchantCode: _, ...wanted } = record({ id: ids[state], ...more });
      assert.deepEqual(rest, wanted);
      assert.ok(typeof merchantCode === 'string' && merchantCode.length > 0);
    });
  }

  test('returns XML on request: PascalCase under Refund, without missing values', async () => {
    for (const accept of ['application/xml', 'text/xml', 'application/json;q=0.1, application/xml']) {
      const answer = await get('getrefund', { refundId: ids.pending! }, { accept });
      assert.match(answer.headers['content-type']!, /^(application|text)\/xml; charset=utf-8$/);
      const { Refund } = readXml(answer.text) as { Refund: Record<string, string> };
      const {
        id,
        merchantCode: _,
        ...rest
      } = record({ id: ids.pending, ...expected.pending }) as Record<string, unknown>;
      const wanted = Object.entries({ id, ...rest }).map(([name, value]) => [
        name[0]!.toUpperCase() + name.slice(1),
        String(value),
      ]);
      const { MerchantCode, ...reported } = Refund;
      assert.deepEqual({ ...reported }, Object.fromEntries(wanted));
      assert.ok(MerchantCode);
    }
  });

  test('takes path and parameter in any letter case', async () => {
    const authorization = `Bearer ${await shop.tokenOf('payments', merchant)}`;
    const path = `/payments/SECURE/Refunds/GetRefund?REFUNDID=${ids.pending!.toUpperCase()}`;
    assert.equal((await shop.send('GET', path, { authorization })).body.id, ids.pending);
  });

  test('for an unknown id, another merchant’s, none or two is the 400 in plain text', async () => {
    const stranger = await shop.stranger();
    const theirs = (await shop.refund(await shop.pay(10, {}, stranger), 5, {}, stranger)).id;
    for (const [query, text] of [
      [`refundId=${nowhere}`, 'This merchant has no refund with this identifier.'],
      [`refundId=${theirs}`, 'This merchant has no refund with this identifier.'],
      ['refundId=17', 'refundId must be a uuid'],
      ['refundId=', 'refundId is required'],
      ['', 'refundId is required'],
      [`refundId=${nowhere}&RefundId=${nowhere}`, 'RefundId is given twice'],
      [`refundId=${nowhere}&refundId=${nowhere}`, 'refundId is given twice'],
    ] as const) {
      const answer = await shop.secure('GET', `getrefund?${query}`, {
        headers: { accept: 'application/xml' },
      });
      assert.deepEqual([answer.status, answer.text], [400, text]);
      assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8');
    }
  });
});

describe('getrefunds', () => {
  const idsOf = async (query: Record<string, string>): Promise<string[]> => {
    const answer = await get('getrefunds', query);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.map(({ id }: { id: string }) => id);
  };
  const noons = ['complete', 'failed', 'returned', 'cancelled', 'submitted'].map((state) => ids[state]!);

  test('returns an ARRAY of whole records, newest first', async () => {
    const found = await idsOf({});
    assert.equal(found[0], ids.pending);
    assert.deepEqual(found.toSorted(), [ids.pending!, ...noons].toSorted());
    const [first] = (await get('getrefunds')).body;
    assert.deepEqual(first, (await get('getrefund', { refundId: ids.pending! })).body);
  });

  test('takes the status as its number or as its name in any letter case', async () => {
    for (const [state, { status }] of Object.entries(expected)) {
      for (const given of [String(status), state, state.toUpperCase()]) {
        assert.deepEqual(await idsOf({ status: given }), [ids[state]], given);
      }
    }
  });

  test('filters by the day of the request, in South African time, alone or with a status', async () => {
    await shop.moveTo('2026-11-20T23:59:59.999');
    const late = await submit(transactionId, '0.01');
    await shop.moveTo('2026-11-21T00:00');
    const early = await submit(transactionId, '0.02');
    assert.equal((await idsOf({ refundDate: '2026-11-20' })).length, 7);
    assert.deepEqual(await idsOf({ refundDate: '2026-11-21' }), [early]);
    assert.deepEqual(await idsOf({ refundDate: '2026-11-19' }), []);
    assert.equal((await idsOf({ refundDate: '2026-11-20', status: 'pending' }))[0], late);
    assert.deepEqual(await idsOf({ refundDate: '2026-11-21', status: '4' }), []);
  });

  test('returns at most 500, and XML on request', async () => {
    await shop.pass(1_000);
    const own = await shop.pay(6);
    const item = { transactionId: own, amount: '0.01', refundReason: 'x' };
    await shop.submit(Array.from({ length: 500 }, () => item));
    const answer = await get('getrefunds');
    assert.equal(answer.body.length, 500);
    assert.ok(answer.body.every(({ amount }: { amount: number }) => amount === 0.01));
    const xml = await get('getrefunds', { status: 'failed' }, { accept: 'application/xml' });
    const { Refunds } = readXml(xml.text) as { Refunds: { Refund: Record<string, string> } };
    assert.deepEqual([Refunds.Refund.Id, Refunds.Refund.Status], [ids.failed, '3']);
    const none = await get('getrefunds', { refundDate: '2020-01-01' }, { accept: 'application/xml' });
    assert.deepEqual(readXml(none.text), { Refunds: '' });
  });

  test('with an invalid day or status is the 400 in plain text', async () => {
    for (const [query, text] of [
      [{ refundDate: '20-11-2026' }, 'refundDate must be a date, like 2026-11-21'],
      [{ refundDate: '2026-02-30' }, 'refundDate must be a date, like 2026-11-21'],
      [{ status: '6' }, 'status must be a number from 0 to 5 or the name of a status'],
      [{ status: 'refunded' }, 'status must be a number from 0 to 5 or the name of a status'],
    ] as [Record<string, string>, string][]) {
      const answer = await get('getrefunds', query);
      assert.deepEqual([answer.status, answer.text], [400, text]);
    }
  });

  test('shows no other merchant’s', async () => {
    const stranger = await shop.stranger();
    assert.deepEqual((await shop.secure('GET', 'getrefunds', { as: stranger })).body, []);
  });
});

describe('getrefundsbytransactionid', () => {
  test('returns an ARRAY of the refunds of a transaction, newest first; for an unknown one it is empty', async () => {
    const own = await shop.pay(30);
    const first = await submit(own, '1.00');
    await shop.pass(1_000);
    const second = (await shop.refund(own, 2)).id;
    const answer = await get('getrefundsbytransactionid', { transactionId: own });
    assert.deepEqual(
      answer.body.map(({ id, createdBy }: Record<string, string>) => [id, createdBy]),
      [
        [second, `client:${merchant.clientId}`],
        [first, 'api'],
      ],
    );
    const stranger = await shop.stranger();
    const path = `getrefundsbytransactionid?transactionId=${own}`;
    assert.deepEqual((await shop.secure('GET', path, { as: stranger })).body, []);
    assert.deepEqual((await get('getrefundsbytransactionid', { transactionId: nowhere })).body, []);
  });

  test('without a transaction, or with one that is no uuid, is the 400 in plain text', async () => {
    for (const [query, text] of [
      [{}, 'transactionId is required'],
      [{ transactionId: '17' }, 'transactionId must be a uuid'],
    ] as [Record<string, string>, string][]) {
      const answer = await get('getrefundsbytransactionid', query);
      assert.deepEqual([answer.status, answer.text], [400, text]);
    }
  });
});

test('every read wants a bearer token, and answers other methods with a 405', async () => {
  for (const path of ['getrefund', 'getrefunds', 'getrefundsbytransactionid', 'submit']) {
    const headers = { apikey: merchant.apiKey };
    const method = path === 'submit' ? 'POST' : 'GET';
    const answer = await shop.send(method, `/payments/secure/refunds/${path}`, headers);
    assert.equal(answer.status, 401, path);
    assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(answer.headers['www-authenticate'], 'Bearer');
    const wrong = await shop.secure(path === 'submit' ? 'GET' : 'POST', path);
    assert.deepEqual([wrong.status, wrong.headers.allow], [405, path === 'submit' ? 'POST' : 'GET, HEAD']);
  }
});

test('a record omits missing values: the customer and the completion are never null', async () => {
  const refundId = await submit(await shop.pay(10), '1.00');
  const { body } = await get('getrefund', { refundId });
  assert.deepEqual(
    Object.keys(record({ id: refundId, status: 0, lastEvent: '' })).filter((name) => !(name in body)),
    ['customer'],
  );
  assert.ok(!Object.values(body).includes(null), JSON.stringify(body));
});

test('a transaction reads as it was paid, also once all of it was refunded', async () => {
  const own = await shop.pay(10);
  const query = new URLSearchParams({ siteCode: merchant.siteCode, transactionId: own });
  const read = async () => {
    const headers = { apikey: merchant.apiKey };
    return (await shop.send('GET', `/payments/GetTransaction?${query}`, headers)).body;
  };
  const paid = await read();
  const refundId = await submit(own, '10.00');
  await shop.sandbox(`/refunds/${refundId}/outcome`, { outcome: 'complete' });
  assert.equal((await shop.readTransaction(own)).status, 'Refunded');
  assert.deepEqual(await read(), paid);
  assert.deepEqual([paid.status, paid.statusMessage, typeof paid.paymentDate], ['Complete', '', 'string']);
});
