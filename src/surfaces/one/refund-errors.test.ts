import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openRefunds, zar } from '../../../test/support/refunding.ts';
import { type Answer, assertError } from '../../../test/support/setup/one-api.ts';
import { newId } from '../../kernel/ids.ts';

const shop = await openRefunds();
const { clock, db } = shop;
const transactionId = await shop.pay(100);
const stranger = await shop.stranger();
const theirs = await shop.pay(100, {}, stranger);
const sent = 'return-17/try-1';
const headers = { 'x-correlation-id': sent };

const post = (path: string, body?: unknown) => shop.one('POST', path, { body, headers });
const one = (body: unknown) => post(`/transactions/${transactionId}/refunds`, body);
const good = { amount: zar(10), reason: 'returned goods' };
const item = { transactionId, ...good };

async function claimed(): Promise<bigint> {
  const [row] = await db<
    { sum: bigint }[]
  >`select coalesce(sum(refunded_cents), 0)::bigint as sum from transactions`;
  return row!.sum;
}

/** Every wrong member of a refund, and the pointer to blame. */
const wrong: [what: string, body: unknown, pointer: string][] = [
  ['no amount', { reason: 'x' }, '/amount'],
  ['an amount that is a number', { ...good, amount: 10 }, '/amount'],
  ['no value', { ...good, amount: { currency: 'ZAR' } }, '/amount/value'],
  ['no currency', { ...good, amount: { value: 1 } }, '/amount/currency'],
  ['another currency', { ...good, amount: { currency: 'USD', value: 1 } }, '/amount/currency'],
  ['a value that is text', { ...good, amount: { currency: 'ZAR', value: '10.00' } }, '/amount/value'],
  ['a value of nothing', { ...good, amount: zar(0) }, '/amount/value'],
  ['a value below nothing', { ...good, amount: zar(-1) }, '/amount/value'],
  ['a value of three decimals', { ...good, amount: zar(0.001) }, '/amount/value'],
  ['a value beyond any', { ...good, amount: zar(10_000_000_000) }, '/amount/value'],
  ['an expectation that is a number', { ...good, expectedRefundable: 100 }, '/expectedRefundable'],
  ['an expectation of nothing', { ...good, expectedRefundable: zar(0) }, '/expectedRefundable/value'],
  ['an expectation in cents', { ...good, expectedRefundable: { value: 1 } }, '/expectedRefundable/currency'],
  ['no reason', { amount: zar(1) }, '/reason'],
  ['a reason of nothing', { ...good, reason: '' }, '/reason'],
  ['a reason of 501 characters', { ...good, reason: 'x'.repeat(501) }, '/reason'],
  ['a reason with NUL', { ...good, reason: 'a\u0000b' }, '/reason'],
  ['an invalid address', { ...good, notifyUrl: 'shop.example' }, '/notifyUrl'],
  ['an address of another kind', { ...good, notifyUrl: 'ftp://shop.example/' }, '/notifyUrl'],
  ['an address with a user name', { ...good, notifyUrl: 'https://a:b@shop.example/' }, '/notifyUrl'],
  [
    'an address of the machine’s own network',
    { ...good, notifyUrl: 'http://169.254.169.254/' },
    '/notifyUrl',
  ],
  ['a realTimePayment that is text', { ...good, realTimePayment: 'false' }, '/realTimePayment'],
  ['a real-time refund, in staging', { ...good, realTimePayment: true }, '/realTimePayment'],
];

for (const [what, body, pointer] of wrong) {
  test(`${what} is a 400 that points to ${pointer}, and in a list to its item; nothing is made`, async () => {
    const before = await claimed();
    assertError(await one(body), { status: 400, code: 'BadRequest', source: { pointer }, sent });
    for (const place of [0, 2]) {
      const list = [item, item, item].with(place, { transactionId, ...(body as object) } as typeof item);
      assertError(await post('/refunds', list), {
        status: 400,
        code: 'BadRequest',
        source: { pointer: `/${place}${pointer}` },
        sent,
      });
    }
    assert.equal(await claimed(), before);
  });
}

test('a value with too many decimals or digits is a 400, whatever it comes to', async () => {
  for (const value of ['1e-3', '10.000000000000000001', '-0']) {
    const text = `{"amount":{"currency":"ZAR","value":${value}},"reason":"x"}`;
    assertError(await one(text), {
      status: 400,
      code: 'BadRequest',
      source: { pointer: '/amount/value' },
      sent,
    });
  }
});

test('a body that is no object is a 400 that points to the whole', async () => {
  for (const body of ['null', '[]', '"x"', '{']) {
    assertError(await one(body), { status: 400, code: 'BadRequest', source: { pointer: '' }, sent });
  }
});

describe('a list', () => {
  test('that is no array, is empty or has 501 items is a 400 that points to the whole', async () => {
    for (const body of [item, [], Array.from({ length: 501 }, () => ({ ...item, amount: zar(0.01) }))]) {
      assertError(await post('/refunds', body), {
        status: 400,
        code: 'BadRequest',
        source: { pointer: '' },
        sent,
      });
    }
  });

  test('with an invalid item, or one without transaction, is a 400 that points to it', async () => {
    for (const [bad, pointer] of [
      [7, '/1'],
      [good, '/1/transactionId'],
      [{ ...item, transactionId: 'x' }, '/1/transactionId'],
      [{ ...item, transactionId: null }, '/1/transactionId'],
    ] as const) {
      assertError(await post('/refunds', [item, bad]), {
        status: 400,
        code: 'BadRequest',
        source: { pointer },
        sent,
      });
    }
  });

  test('is made whole or not at all, and the first item that does not fit is named', async () => {
    const before = await claimed();
    const tooMuch = { ...item, amount: zar(60) };
    const answer = await post('/refunds', [item, tooMuch, item, tooMuch]);
    assertError(answer, {
      status: 400,
      code: 'RefundExceedsTransaction',
      source: { pointer: '/3/amount/value' },
      sent,
    });
    assert.equal(answer.body.detail, '60.00 is more than the 20.00 that can still be refunded');
    const unknown = { ...item, transactionId: newId(clock) };
    assertError(await post('/refunds', [item, unknown, { ...item, transactionId: theirs }]), {
      status: 404,
      code: 'NotFound',
      source: { pointer: '/1/transactionId' },
      sent,
    });
    assert.equal(await claimed(), before);
    assert.deepEqual((await shop.one('GET', `/transactions/${transactionId}/refunds`)).body.results, []);
  });
});

test('a refund above the refundable amount is a 400 with a specific code and the refundable amount', async () => {
  const own = await shop.pay(33.33);
  await shop.refund(own, 20.21);
  const answer = await post(`/transactions/${own}/refunds`, { ...good, amount: zar(13.13) });
  assertError(answer, {
    status: 400,
    code: 'RefundExceedsTransaction',
    source: { pointer: '/amount/value' },
    sent,
  });
  assert.equal(answer.body.title, 'The amount exceeds the refundable amount');
  assert.equal(answer.body.detail, '13.13 is more than the 13.12 that can still be refunded');
  await shop.refund(own, 13.12);
});

describe('a transaction that cannot be refunded is a 409 with a specific code:', () => {
  const assertRefused = async (id: string, detail: RegExp) => {
    const single = await post(`/transactions/${id}/refunds`, good);
    assertError(single, { status: 409, code: 'TransactionNotRefundable', sent });
    assert.match(single.body.detail, detail);
    const list = await post('/refunds', [item, { ...item, transactionId: id }]);
    assertError(list, {
      status: 409,
      code: 'TransactionNotRefundable',
      source: { pointer: '/1/transactionId' },
      sent,
    });
  };
  const ask = async () => {
    const body = {
      siteCode: shop.merchant.siteCode,
      amount: zar(100),
      merchantReference: 'ORDER-2',
      expireAt: new Date(clock.now().getTime() + 3_600_000).toISOString(),
    };
    return (await shop.one('POST', '/payments', { body })).body.id as string;
  };

  test('one that is not paid yet', async () => {
    const begun = await shop.one('POST', `/payments/${await ask()}/transactions`, {
      body: { paymentType: 'fnb' },
    });
    await assertRefused(begun.body.id, /not successful/);
  });

  test('one that was declined', async () => {
    const decided = await shop.sandbox(`/transactions/${await ask()}/outcome`, { outcome: 'declined' });
    await assertRefused(decided.body.transactionId, /not successful/);
  });

  test('one that was a test', async () => {
    const id = await ask();
    await db`update payments set is_test = true where id = ${id}`;
    const decided = await shop.sandbox(`/transactions/${id}/outcome`, { outcome: 'success' });
    await assertRefused(decided.body.transactionId, /a test payment moved no money/);
  });
});

test('an unknown transaction or refund, another merchant’s, or no identifier is a 404', async () => {
  const refund = (await shop.refund(theirs, 5, {}, stranger)).id;
  for (const id of [newId(clock), theirs, '17', '%00', 'x'.repeat(300)]) {
    assertError(await post(`/transactions/${id}/refunds`, good), { status: 404, code: 'NotFound', sent });
    const list = await shop.one('GET', `/transactions/${id}/refunds`, { headers });
    assertError(list, { status: 404, code: 'NotFound', sent });
  }
  for (const id of [newId(clock), refund, '17', '%00', 'x'.repeat(300)]) {
    assertError(await shop.one('GET', `/refunds/${id}`, { headers }), {
      status: 404,
      code: 'NotFound',
      sent,
    });
    assertError(await post(`/refunds/${id}/cancel`), { status: 404, code: 'NotFound', sent });
  }
  assert.equal((await shop.read(refund, stranger)).status, 'Pending');
});

test('a refund that was picked up or has ended cannot be cancelled: 409 with a specific code', async () => {
  for (const outcome of [undefined, 'complete', 'failed', 'returned']) {
    const { id } = await shop.refund(await shop.pay(10), 10);
    if (outcome) await shop.sandbox(`/refunds/${id}/outcome`, { outcome });
    else await shop.moveTo('2026-11-20T14:00');
    const answer = await post(`/refunds/${id}/cancel`);
    assertError(answer, { status: 409, code: 'RefundAlreadySubmitted', sent });
    assert.equal(answer.body.title, 'The refund is already submitted');
  }
});

const operations: [method: string, path: string, body?: unknown][] = [
  ['POST', '/refunds', [item]],
  ['GET', '/refunds?fromDate=2026-11-20&toDate=2026-11-20'],
  ['GET', `/refunds/${newId(clock)}`],
  ['POST', `/refunds/${newId(clock)}/cancel`],
  ['POST', `/transactions/${transactionId}/refunds`, good],
  ['GET', `/transactions/${transactionId}/refunds`],
];

for (const [method, path, body] of operations) {
  test(`${method} ${path.split('?')[0]!.replace(/[0-9a-f-]{36}/, '{id}')} wants a token of the scope refunds`, async () => {
    const source = { header: 'Authorization' };
    const without = await shop.one(method, path, { body, headers, token: null });
    assertError(without, { status: 401, code: 'Unauthorized', source, sent });
    const stale = await shop.one(method, path, { body, headers, token: 'x' });
    assertError(stale, { status: 401, code: 'Unauthorized', source, sent });
    const token = await shop.tokenOf('one', shop.merchant, 'payments settlements webhooks payouts');
    const narrow = await shop.one(method, path, { body, headers, token });
    assertError(narrow, { status: 403, code: 'Forbidden', source, sent });
    const enough = await shop.tokenOf('one', shop.merchant, 'refunds');
    const answer = await shop.one(method, path, { body: undefined, headers, token: enough });
    assert.notEqual(answer.status, 403);
  });
}

describe('a list of refunds', () => {
  const days = 'fromDate=2026-11-20&toDate=2026-11-20';
  for (const [query, parameter] of [
    ['', 'fromDate'],
    ['fromDate=2026-11-20', 'toDate'],
    ['fromDate=2026-11-31&toDate=2026-12-01', 'fromDate'],
    ['fromDate=2026-11-21&toDate=2026-11-20', 'toDate'],
    [`${days}&status=pending`, 'status'],
    [`${days}&status=Refunded`, 'status'],
    [`${days}&transactionId=17`, 'transactionId'],
    [`${days}&siteCode=NOBODY`, 'siteCode'],
    [`${days}&siteCode=${stranger.siteCode}`, 'siteCode'],
    [`${days}&limit=0`, 'limit'],
    [`${days}&limit=501`, 'limit'],
    [`${days}&offset=-1`, 'offset'],
    [`${days}&cursor=x`, 'cursor'],
  ] as const) {
    test(`with ?${query.replace(days, '…')} is a 400 that names ${parameter}`, async () => {
      const answer = await shop.one('GET', `/refunds?${query}`, { headers });
      assertError(answer, { status: 400, code: 'BadRequest', source: { parameter }, sent });
    });
  }

  test('of a transaction has the same pages', async () => {
    for (const [query, parameter] of [
      ['limit=501', 'limit'],
      ['offset=x', 'offset'],
      ['cursor=x', 'cursor'],
    ] as const) {
      const answer = await shop.one('GET', `/transactions/${transactionId}/refunds?${query}`, { headers });
      assertError(answer, { status: 400, code: 'BadRequest', source: { parameter }, sent });
    }
  });

  test('shows no other merchant’s', async () => {
    const { body }: Answer = await shop.one('GET', `/refunds?${days}&limit=500`, { as: stranger });
    assert.deepEqual(
      new Set(body.results.map((one: { transactionId: string }) => one.transactionId)),
      new Set([theirs]),
    );
    const none = await shop.one('GET', `/refunds?${days}&transactionId=${transactionId}`, { as: stranger });
    assert.deepEqual(none.body.results, []);
  });
});

describe('an Idempotency-Key', () => {
  const key = (text: string) => ({ ...headers, 'idempotency-key': text });
  const count = async (id: string) => (await db`select 1 from refunds where transaction_id = ${id}`).length;
  const replayed = (answer: Answer) => [answer.status, answer.headers['idempotency-replayed'], answer.text];

  test('makes one refund however often it is sent: 200, the first body and Location again', async () => {
    const own = await shop.pay(100);
    const send = () =>
      shop.one('POST', `/transactions/${own}/refunds`, { body: good, headers: key('single') });
    const first = await send();
    assert.deepEqual(replayed(first), [201, undefined, first.text]);
    for (let turn = 0; turn < 5; turn += 1) {
      const again = await send();
      assert.deepEqual(replayed(again), [200, 'true', first.text]);
      assert.equal(again.headers.location, first.headers.location);
    }
    assert.equal(await count(own), 1);
  });

  test('makes one list, and cancels once', async () => {
    const own = await shop.pay(100);
    const list = [1, 2].map((value) => ({ transactionId: own, ...good, amount: zar(value) }));
    const send = () => shop.one('POST', '/refunds', { body: list, headers: key('list') });
    const first = await send();
    assert.equal(first.status, 201);
    assert.deepEqual(replayed(await send()), [200, 'true', first.text]);
    assert.equal(await count(own), 2);
    const cancel = () => shop.one('POST', `/refunds/${first.body[0].id}/cancel`, { headers: key('cancel') });
    assert.deepEqual(replayed(await cancel()), [200, undefined, '']);
    assert.deepEqual(replayed(await cancel()), [200, 'true', '']);
  });

  test('sent 60 times at the same instant makes one refund', async () => {
    const own = await shop.pay(100);
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        shop.one('POST', `/transactions/${own}/refunds`, { body: good, headers: key('at once') }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    for (const answer of answers) {
      if (answer.status === 409) assert.equal(answer.headers['retry-after'], '1');
      else assert.ok([200, 201].includes(answer.status), answer.text);
    }
    assert.equal(await count(own), 1);
  });

  test('for another body or transaction is a 409, and does nothing', async () => {
    const [own, other] = [await shop.pay(100), await shop.pay(100)];
    const send = (id: string, body: unknown) =>
      shop.one('POST', `/transactions/${id}/refunds`, { body, headers: key('reused') });
    assert.equal((await send(own, good)).status, 201);
    for (const answer of [await send(own, { ...good, amount: zar(11) }), await send(other, good)]) {
      assertError(answer, { status: 409, code: 'Conflict', source: { header: 'Idempotency-Key' }, sent });
    }
    assert.deepEqual([await count(own), await count(other)], [1, 0]);
  });

  test('keeps a refusal of the core, and is free again after a failed validation', async () => {
    const own = await shop.pay(10);
    const send = (value: number) =>
      shop.one('POST', `/transactions/${own}/refunds`, {
        body: { ...good, amount: zar(value) },
        headers: key('kept'),
      });
    assert.equal((await send(0)).status, 400);
    const refused = await send(11);
    assert.deepEqual(replayed(refused), [400, undefined, refused.text]);
    assert.deepEqual(replayed(await send(11)), [400, 'true', refused.text]);
    assert.equal((await send(10)).status, 409);
  });

  test('belongs to its merchant', async () => {
    const mine = await shop.one('POST', `/transactions/${await shop.pay(10)}/refunds`, {
      body: good,
      headers: key('shared'),
    });
    const other = await shop.one('POST', `/transactions/${theirs}/refunds`, {
      body: good,
      headers: key('shared'),
      as: stranger,
    });
    assert.deepEqual([mine.status, other.status], [201, 201]);
  });
});
