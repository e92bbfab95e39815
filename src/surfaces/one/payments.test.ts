import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, openOne } from '../../../test/support/setup/one-api.ts';
import { changeSite } from '../../core/merchants/actions.ts';

const one = await openOne();

test('a payment is made, answered with its links, and read back the same', async () => {
  const answer = await one.post('/payments', one.newPayment({ beneficiaryReference: 'KAROO 17' }));
  assert.equal(answer.status, 201);
  const { id } = answer.body;
  const self = `http://localhost:8420/one/v1/payments/${id}`;
  assert.equal(answer.headers.location, self);
  assert.deepEqual(answer.body, {
    links: { self, cancel: `${self}/cancel`, transactions: `${self}/transactions` },
    id,
    status: 'Created',
    reason: null,
    redirectUrl: `http://localhost:8420/pay/${id}`,
    siteCode: one.merchant.siteCode,
    amount: { currency: 'ZAR', value: 150.5 },
    merchantReference: 'ORDER-1',
    createdDate: '2026-11-20T10:00:00.000Z',
    expireAt: '2026-11-20T11:00:00.000Z',
  });
  const read = await one.get(`/payments/${id}`);
  assert.equal(read.status, 200);
  assert.equal(read.text, answer.text);
});

test('everything a merchant sends along is kept with the payment', async () => {
  const payer = {
    id: 'C-9',
    name: 'Naledi',
    identity: { type: 'said', country: 'ZA', identifier: '8001015009087' },
    cellphone: '+27 82 123 4567',
    email: 'naledi@example.co.za',
  };
  const { id } = await one.payment({
    payer,
    payerReference: 'for me',
    beneficiaryReference: 'KAROO 17',
    region: 'ZA',
    returnUrl: 'http://localhost:3000/back',
    notifyUrl: 'http://127.0.0.1:3000/notify',
    variableAmount: { minimumValue: 100, maximumValue: 200.05 },
  });
  const [row] = await one.db`
    select details, bank_reference, notify_url, minimum_cents, maximum_cents, contract, correlation_id
    from payments where id = ${id}`;
  const { correlationId, ...kept } = row!;
  assert.ok(correlationId);
  assert.deepEqual(kept, {
    details: { payer, payerReference: 'for me', region: 'ZA', returnUrl: 'http://localhost:3000/back' },
    bankReference: 'KAROO 17',
    notifyUrl: 'http://127.0.0.1:3000/notify',
    minimumCents: 10_000n,
    maximumCents: 20_005n,
    contract: 'one',
  });
});

test("a site's own addresses are used where the request names none", async () => {
  const addresses = { returnUrl: 'https://karoo.example/back', notifyUrl: 'https://karoo.example/notify' };
  await changeSite(one.ctx, one.merchant.siteCode, { addresses });
  one.directory.forget();
  const { id } = await one.payment();
  await changeSite(one.ctx, one.merchant.siteCode, {
    addresses: { returnUrl: undefined, notifyUrl: undefined },
  });
  one.directory.forget();
  const [row] =
    await one.db`select details ->> 'returnUrl' as return_url, notify_url from payments where id = ${id}`;
  assert.deepEqual({ ...row }, addresses);
});

const amounts: [raw: string, cents: bigint | undefined][] = [
  ['25', 2_500n],
  ['25.5', 2_550n],
  ['25.00', 2_500n],
  ['0.01', 1n],
  ['0.1', 10n],
  ['1.10', 110n],
  ['9999999999.99', 999_999_999_999n],
  ['10000000000', undefined],
  ['10.005', undefined],
  ['1e3', 100_000n],
  ['1E+2', 10_000n],
  ['1.05e0', 105n],
  ['1e-3', undefined],
  ['1e30', undefined],
  ['-0', undefined],
  ['0', undefined],
  ['0.00', undefined],
  ['-5', undefined],
  ['"10.5"', undefined],
  ['9007199254740993', undefined],
  ['0.0000001', undefined],
  ['1.0000000000000000001', undefined],
  ['true', undefined],
  ['[10]', undefined],
];
for (const [raw, cents] of amounts) {
  test(`an amount of ${raw} is ${cents === undefined ? 'a 400 that points at it' : `${cents} cents`}`, async () => {
    const text = JSON.stringify(one.newPayment({ amount: { currency: 'ZAR', value: '@' } })).replace(
      '"@"',
      raw,
    );
    const answer = await one.post('/payments', text);
    if (cents === undefined) {
      assertError(answer, { status: 400, code: 'BadRequest', source: { pointer: '/amount/value' } });
      return;
    }
    assert.equal(answer.status, 201, answer.text);
    const [row] = await one.db`select amount_cents from payments where id = ${answer.body.id}`;
    assert.equal(row!.amountCents, cents);
    assert.equal(answer.body.amount.value, Number(raw));
  });
}

test('an amount of NaN is no JSON, which the detail says', async () => {
  const answer = await one.post('/payments', '{"amount": {"value": NaN}}');
  assertError(answer, { status: 400, code: 'BadRequest', source: { pointer: '' } });
  assert.match(answer.body.detail, /not JSON/);
});

const refused: [why: string, given: Record<string, unknown>, pointer: string][] = [
  ['an unknown site', { siteCode: 'NOBODY' }, '/siteCode'],
  ['another currency', { amount: { currency: 'USD', value: 1 } }, '/amount/currency'],
  ['another region', { region: 'US' }, '/region'],
  [
    'a band upside down',
    { variableAmount: { minimumValue: 200, maximumValue: 100 } },
    '/variableAmount/minimumValue',
  ],
  [
    'a band with nothing at its end',
    { variableAmount: { minimumValue: 0, maximumValue: 1000 } },
    '/variableAmount/minimumValue',
  ],
  ['half a band', { variableAmount: { minimumValue: 1 } }, '/variableAmount/maximumValue'],
  ['an amount outside its band', { variableAmount: { minimumValue: 1, maximumValue: 100 } }, '/amount/value'],
  ['an empty reference', { merchantReference: '' }, '/merchantReference'],
  ['a reference of 51 characters', { merchantReference: 'x'.repeat(51) }, '/merchantReference'],
  ['an expiry in the past', { expireAt: '2026-11-20T09:59:59Z' }, '/expireAt'],
  ['an expiry right now', { expireAt: '2026-11-20T10:00:00Z' }, '/expireAt'],
  ['an expiry without an offset', { expireAt: '2026-11-21T10:00:00' }, '/expireAt'],
  ['an expiry on a day that does not exist', { expireAt: '2026-11-31T10:00:00Z' }, '/expireAt'],
  ['an invalid address', { returnUrl: 'karoo.example' }, '/returnUrl'],
  ['an address of another kind', { returnUrl: 'javascript:alert(1)' }, '/returnUrl'],
  ['an address with a password', { notifyUrl: 'https://me:secret@karoo.example/' }, '/notifyUrl'],
  ['an address too long', { notifyUrl: `https://karoo.example/${'x'.repeat(2000)}` }, '/notifyUrl'],
  [
    'an identity number with a wrong check digit',
    { payer: { identity: { type: 'said', identifier: '8001015009088' } } },
    '/payer/identity/identifier',
  ],
  [
    'an identity number of 12 digits',
    { payer: { identity: { type: 'said', identifier: '800101500908' } } },
    '/payer/identity/identifier',
  ],
  [
    'another kind of identity',
    { payer: { identity: { type: 'licence', identifier: 'x' } } },
    '/payer/identity/type',
  ],
  ['an invalid mail address', { payer: { email: 'naledi' } }, '/payer/email'],
  ['a cell number with letters', { payer: { cellphone: 'call me' } }, '/payer/cellphone'],
];
for (const [why, given, pointer] of refused) {
  test(`${why} is refused by its pointer`, async () => {
    const answer = await one.post('/payments', one.newPayment(given));
    assertError(answer, { status: 400, code: 'BadRequest', source: { pointer } });
  });
}

test('an expiry in the past is refused with the time here, and a note that the clock was advanced', async () => {
  const answer = await one.post('/payments', one.newPayment({ expireAt: '2026-11-20T09:59:59Z' }));
  assert.match(
    answer.body.detail,
    /must be in the future; it is 2026-11-20T10:00:00\.000Z here, because the sandbox’s clock was moved/,
  );
});

test('a passport is not held against the check digit of identity numbers', async () => {
  await one.payment({ payer: { identity: { type: 'passport', country: 'LS', identifier: 'A1234567' } } });
});

const inEveryMode = [
  'http://169.254.169.254/latest',
  'http://[fe80::1]/',
  'http://0xa9fea9fe/',
  'http://2852039166/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[fd00:ec2::254]/',
  'http://100.100.100.200/',
  'http://0.0.0.0/',
  'http://224.0.0.1/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://METADATA.Google.Internal./',
  'http://metadata/',
  'http://instance-data.ec2.internal/',
];
const inProduction = [
  'http://127.0.0.1/',
  'http://localhost:3000/',
  'http://a.localhost./',
  'http://10.1.2.3/',
  'http://[::1]/',
  'http://192.168.0.1/',
  'http://0177.1/',
];
for (const url of [...inEveryMode, ...inProduction]) {
  test(`a notification must not go to ${url}${inProduction.includes(url) ? ' in production' : ''}`, async () => {
    if (inProduction.includes(url)) {
      await one.payment({ notifyUrl: url, returnUrl: url });
      one.config.mode = 'production';
    }
    try {
      const answer = await one.post('/payments', one.newPayment({ notifyUrl: url }));
      assertError(answer, { status: 400, code: 'BadRequest', source: { pointer: '/notifyUrl' } });
      if (one.config.mode === 'staging') return;
      const back = await one.post('/payments', one.newPayment({ returnUrl: url }));
      assertError(back, { status: 400, code: 'BadRequest', source: { pointer: '/returnUrl' } });
    } finally {
      one.config.mode = 'staging';
    }
  });
}

test('a network the operator has named may be notified in production', async () => {
  one.config.mode = 'production';
  one.config.allowedNetworks.push('10.1.0.0/16');
  try {
    await one.payment({ notifyUrl: 'http://10.1.2.3/notify' });
  } finally {
    one.config.mode = 'staging';
    one.config.allowedNetworks.pop();
  }
});

test('a forbidden duplicate reference is a 409 with a specific code, and is stored with the key', async () => {
  await changeSite(one.ctx, one.merchant.siteCode, { allowDuplicateReferences: false });
  one.directory.forget();
  try {
    const body = one.newPayment({ merchantReference: 'ONCE' });
    const first = await one.post('/payments', body, { 'idempotency-key': 'once-1' });
    assert.equal(first.status, 201);
    const second = await one.post('/payments', body, { 'idempotency-key': 'once-2' });
    assertError(second, {
      status: 409,
      code: 'DuplicateReference',
      source: { pointer: '/merchantReference' },
    });
    const third = await one.post('/payments', body, { 'idempotency-key': 'once-2' });
    assert.equal(third.text, second.text);
    assert.equal(third.headers['idempotency-replayed'], 'true');
    const again = await one.post('/payments', body, { 'idempotency-key': 'once-1' });
    assert.deepEqual([again.status, again.text], [200, first.text]);
    assertError(await one.post('/payments', body), {
      status: 409,
      code: 'DuplicateReference',
      source: { pointer: '/merchantReference' },
    });
  } finally {
    await changeSite(one.ctx, one.merchant.siteCode, { allowDuplicateReferences: true });
    one.directory.forget();
  }
});

test('a payment is cancelled, and again without change', async () => {
  const { id } = await one.payment();
  for (const _ of ['once', 'twice']) {
    const answer = await one.post(`/payments/${id}/cancel`);
    assert.deepEqual([answer.status, answer.text], [200, '']);
    assert.ok(answer.headers['x-correlation-id']);
  }
  const { body } = await one.get(`/payments/${id}`);
  assert.deepEqual([body.status, body.reason], ['Cancelled', 'cancelled by the merchant']);
  const [{ count }] = await one.db<
    [{ count: bigint }]
  >`select count(*) from transitions where object_id = ${id}`;
  assert.equal(count, 1n);
});

test('a payment with an attempt at a bank is cancelled there too', async () => {
  const { id } = await one.payment();
  const transaction = await one.transaction(id);
  assert.equal((await one.post(`/payments/${id}/cancel`)).status, 200);
  assert.equal((await one.get(`/transactions/${transaction.id}`)).body.status, 'Error');
  assert.equal((await one.get(`/payments/${id}`)).body.status, 'Cancelled');
});

test('a complete payment cannot be cancelled', async () => {
  const { id } = await one.payment();
  const transaction = await one.transaction(id);
  await one.step(transaction.id, 'authenticate');
  await one.step(transaction.id, 'approve');
  assert.equal((await one.get(`/payments/${id}`)).body.status, 'Complete');
  assertError(await one.post(`/payments/${id}/cancel`), { status: 403, code: 'PaymentAlreadyComplete' });
});

test('a payment that a bank has and has not decided cannot be cancelled', async () => {
  const { id } = await one.payment({ amount: { currency: 'ZAR', value: 10.94 } });
  const transaction = await one.transaction(id);
  await one.step(transaction.id, 'authenticate');
  assert.equal((await one.step(transaction.id, 'approve')).status, 202);
  assertError(await one.post(`/payments/${id}/cancel`), { status: 403, code: 'PaymentAwaitingBank' });
});
