import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { zar } from '../../../test/support/refunding.ts';
import { type Answer, assertError } from '../../../test/support/setup/one-api.ts';
import { openSubscriptions } from '../../../test/support/subscribing.ts';
import { newId } from '../../kernel/ids.ts';

const club = await openSubscriptions();
const { clock, db, one } = club;
const stranger = await club.stranger();
const sent = 'club-17/try-1';
const headers = { 'x-correlation-id': sent };
const band = { minimumValue: 50, maximumValue: 150 };
const id = await club.active({ amountConstraints: band });
const theirs = await club.active({}, stranger);
const { subscriptionId: pending } = await club.made();

const create = (body: unknown) => one('POST', '/subscriptions', { body, headers });
const charge = (body: unknown, of = id) =>
  one('POST', `/subscriptions/${of}/transactions`, { body, headers });
const good = club.wanted();

async function rows(): Promise<number[]> {
  const [row] = await db<{ subscriptions: number; charges: number }[]>`
    select (select count(*)::integer from subscriptions) as subscriptions,
      (select count(*)::integer from subscription_charges) as charges`;
  return [row!.subscriptions, row!.charges];
}

/** Expects a 400 that points to `pointer`, and that nothing was created. */
async function refused(ask: () => Promise<Answer>, pointer: string): Promise<void> {
  const before = await rows();
  assertError(await ask(), { status: 400, code: 'BadRequest', source: { pointer }, sent });
  assert.deepEqual(await rows(), before);
}

const wrongAmount = (name: string): [what: string, given: unknown, pointer: string][] => [
  [`${name} that is a number`, 10, ''],
  [`${name} without a value`, { currency: 'ZAR' }, '/value'],
  [`${name} without a currency`, { value: 1 }, '/currency'],
  [`${name} in another currency`, { currency: 'USD', value: 1 }, '/currency'],
  [`${name} whose value is text`, { currency: 'ZAR', value: '10.00' }, '/value'],
  [`${name} of nothing`, zar(0), '/value'],
  [`${name} below nothing`, zar(-1), '/value'],
  [`${name} of three decimals`, zar(0.001), '/value'],
  [`${name} beyond any`, zar(10_000_000_000), '/value'],
];

const address = (name: string): [what: string, given: unknown][] => [
  [`an invalid ${name}`, 'shop.example'],
  [`${name} of another kind`, 'ftp://shop.example/'],
  [`${name} with a user name`, 'https://a:b@shop.example/'],
  [`${name} that is longer than any`, `https://shop.example/${'x'.repeat(2000)}`],
];

/** Every wrong member of a subscription, and the pointer to blame. */
const wrong: [what: string, given: Record<string, unknown>, pointer: string][] = [
  ['no siteCode', { siteCode: undefined }, '/siteCode'],
  ['an unknown siteCode', { siteCode: 'NOBODY' }, '/siteCode'],
  ["a siteCode that is another merchant's", { siteCode: stranger.siteCode }, '/siteCode'],
  ['no amount', { amount: undefined }, '/amount'],
  ...wrongAmount('an amount').map(
    ([what, amount, at]) => [what, { amount }, `/amount${at}`] as (typeof wrong)[number],
  ),
  ...wrongAmount('a payableNow').map(
    ([what, payableNow, at]) => [what, { payableNow }, `/payableNow${at}`] as (typeof wrong)[number],
  ),
  ...wrongAmount('a maxAdhocTotal').map(
    ([what, maxAdhocTotal, at]) => [what, { maxAdhocTotal }, `/maxAdhocTotal${at}`] as (typeof wrong)[number],
  ),
  [
    'a maxAdhocTotal below the smallest single charge',
    { amountConstraints: band, maxAdhocTotal: zar(49.99) },
    '/maxAdhocTotal/value',
  ],
  ['maxAdhocCharges below none', { maxAdhocCharges: -1 }, '/maxAdhocCharges'],
  ['maxAdhocCharges beyond any', { maxAdhocCharges: 10_001 }, '/maxAdhocCharges'],
  ['maxAdhocCharges in part', { maxAdhocCharges: 1.5 }, '/maxAdhocCharges'],
  ['an invalid band', { amountConstraints: 7 }, '/amountConstraints'],
  ['a band without a minimum', { amountConstraints: { maximumValue: 1 } }, '/amountConstraints/minimumValue'],
  ['a band without a maximum', { amountConstraints: { minimumValue: 1 } }, '/amountConstraints/maximumValue'],
  [
    'a band from nothing',
    { amountConstraints: { minimumValue: 0, maximumValue: 100 } },
    '/amountConstraints/minimumValue',
  ],
  [
    'a band of three decimals',
    { amountConstraints: { minimumValue: 1, maximumValue: 100.001 } },
    '/amountConstraints/maximumValue',
  ],
  [
    'a band whose ends are in the wrong order',
    { amountConstraints: { minimumValue: 150, maximumValue: 50 } },
    '/amountConstraints/minimumValue',
  ],
  ['an amount below its band', { amount: zar(49.99), amountConstraints: band }, '/amount/value'],
  ['an amount above its band', { amount: zar(150.01), amountConstraints: band }, '/amount/value'],
  ['a description of nothing', { description: '' }, '/description'],
  ['a description of 101 characters', { description: 'x'.repeat(101) }, '/description'],
  ['no merchantReference', { merchantReference: undefined }, '/merchantReference'],
  ['a merchantReference of nothing', { merchantReference: '' }, '/merchantReference'],
  ['a merchantReference of 51 characters', { merchantReference: 'x'.repeat(51) }, '/merchantReference'],
  ['a merchantReference with NUL', { merchantReference: 'a\u0000b' }, '/merchantReference'],
  ['a bankReference of 21 characters', { bankReference: 'x'.repeat(21) }, '/bankReference'],
  ['no frequency', { frequency: undefined }, '/frequency'],
  ['a frequency that does not exist', { frequency: 'Quarterly' }, '/frequency'],
  ['a frequency in lower case', { frequency: 'monthly' }, '/frequency'],
  ['no firstPaymentDate', { firstPaymentDate: undefined }, '/firstPaymentDate'],
  ['a firstPaymentDate that is no date', { firstPaymentDate: 'tomorrow' }, '/firstPaymentDate'],
  ['a firstPaymentDate with a time', { firstPaymentDate: '2026-12-01T00:00:00Z' }, '/firstPaymentDate'],
  ['a firstPaymentDate that no month has', { firstPaymentDate: '2027-02-29' }, '/firstPaymentDate'],
  ['a firstPaymentDate of yesterday', { firstPaymentDate: '2026-11-19' }, '/firstPaymentDate'],
  ['a firstPaymentDate of the year 0', { firstPaymentDate: '0000-01-01' }, '/firstPaymentDate'],
  ['a firstPaymentDate of a far future', { firstPaymentDate: '9999-12-31' }, '/firstPaymentDate'],
  ['no occurrences', { occurrences: undefined }, '/occurrences'],
  ['occurrences of none', { occurrences: 0 }, '/occurrences'],
  ['occurrences of 521', { occurrences: 521 }, '/occurrences'],
  ['occurrences in part', { occurrences: 1.5 }, '/occurrences'],
  ['occurrences as text', { occurrences: '5' }, '/occurrences'],
  ...address('a returnUrl').map(
    ([what, returnUrl]) => [what, { returnUrl }, '/returnUrl'] as (typeof wrong)[number],
  ),
  ...address('a notifyUrl').map(
    ([what, notifyUrl]) => [what, { notifyUrl }, '/notifyUrl'] as (typeof wrong)[number],
  ),
  ['a notifyUrl of the machine’s own network', { notifyUrl: 'http://169.254.169.254/latest' }, '/notifyUrl'],
  ['an invalid customer', { customer: 'Naledi' }, '/customer'],
  ['a customer without a usable name', { customer: { name: '' } }, '/customer/name'],
  ['a customer with a name of 101 characters', { customer: { name: 'x'.repeat(101) } }, '/customer/name'],
  ['a customer with an invalid email', { customer: { email: 'naledi' } }, '/customer/email'],
  ['a customer with an invalid cellphone', { customer: { cellphone: 'none' } }, '/customer/cellphone'],
];

describe('a subscription with', () => {
  for (const [what, given, pointer] of wrong) {
    test(`${what} is a 400 that points to ${pointer}, and none is made`, () =>
      refused(() => create({ ...good, ...given }), pointer));
  }

  test('a first day in the past is refused with the time here, and a note that the clock was advanced', async () => {
    const { body } = await create({ ...good, firstPaymentDate: '2026-11-19' });
    assert.match(
      body.detail,
      /must not be in the past; it is 2026-11-20T[\d:.]+Z here, because .* was moved/,
    );
  });

  test('numbers that are not taken exactly is a 400, whatever they come to', async () => {
    const text = JSON.stringify(good);
    for (const value of ['1e-20', '10.000000000000000001', '-0', '9007199254740993']) {
      await refused(() => create(text.replace('99.9', value)), '/amount/value');
      await refused(() => create(text.replace(':5,', `:${value},`)), '/occurrences');
    }
  });

  test('a body that is no object is a 400 that points to the whole', async () => {
    for (const body of ['null', '[]', '"x"', '{']) await refused(() => create(body), '');
  });
});

describe('a charge', () => {
  const goodCharge = { amount: zar(100), merchantReference: 'EXTRA-1' };
  for (const [what, given, pointer] of [
    ['no amount', { amount: undefined }, '/amount'],
    ...wrongAmount('an amount').map(([name, amount, at]) => [name, { amount }, `/amount${at}`] as const),
    ['an amount below the band', { amount: zar(49.99) }, '/amount/value'],
    ['an amount above the band', { amount: zar(150.01) }, '/amount/value'],
    ['no merchantReference', { merchantReference: undefined }, '/merchantReference'],
    ['a merchantReference of 51 characters', { merchantReference: 'x'.repeat(51) }, '/merchantReference'],
    ['a description of 101 characters', { description: 'x'.repeat(101) }, '/description'],
  ] as const) {
    test(`with ${what} is a 400 that points to ${pointer}, and nothing is charged`, () =>
      refused(() => charge({ ...goodCharge, ...given }), pointer));
  }

  test('outside of the band is never sent to the bank', async () => {
    const orders = async () => (await db`select id from bank.orders`).length;
    const before = await orders();
    for (const value of [0.01, 49.99, 150.01, 9_999_999_999.99]) {
      await refused(() => charge({ ...goodCharge, amount: zar(value) }), '/amount/value');
    }
    await club.pass(60_000);
    assert.equal(await orders(), before);
  });

  test('for a subscription that is not active is a 409 that names its state', async () => {
    const canceled = await club.active();
    await club.cancel(canceled);
    for (const [of, state] of [
      [pending, /pending/i],
      [canceled, /cancel/i],
    ] as const) {
      const before = await rows();
      const answer = await charge({ ...goodCharge, amount: zar(50) }, of);
      assertError(answer, { status: 409, code: 'SubscriptionNotActive', sent });
      assert.match(answer.body.detail, state);
      assert.deepEqual(await rows(), before);
    }
  });
});

test('cancelling a failed or expired subscription is a 409 that says that it has ended', async () => {
  const { subscriptionId: declined } = await club.made();
  await club.authorize(declined, 'declined');
  const { subscriptionId: lapsed } = await club.made();
  await club.pass(24 * 3_600_000 + 1_000);
  for (const ended of [declined, lapsed]) {
    const answer = await club.cancel(ended, { headers });
    assertError(answer, { status: 409, code: 'SubscriptionEnded', sent });
  }
});

describe('another merchant', () => {
  const calls = (of: string) =>
    [
      ['GET', `/subscriptions/${of}`],
      ['POST', `/subscriptions/${of}/cancel`],
      ['GET', `/subscriptions/${of}/transactions`],
      ['POST', `/subscriptions/${of}/transactions`, { amount: zar(50), merchantReference: 'MINE' }],
    ] as const;

  test('finds nothing: a 404, as for what does not exist', async () => {
    for (const other of [theirs, newId(clock), 'x', '%00']) {
      for (const [method, path, body] of calls(other)) {
        assertError(await one(method, path, { body, headers }), { status: 404, code: 'NotFound', sent });
      }
    }
    assert.equal((await one('GET', `/subscriptions/${theirs}`, { as: stranger })).body.status, 'Active');
  });

  test('has lists of their own, and no sites of others', async () => {
    const { body } = await one('GET', '/subscriptions', { as: stranger });
    assert.deepEqual(
      body.results.map(({ subscriptionId }: { subscriptionId: string }) => subscriptionId),
      [theirs],
    );
    const answer = await one('GET', `/subscriptions?siteCode=${stranger.siteCode}`, { headers });
    assertError(answer, { status: 400, code: 'BadRequest', source: { parameter: 'siteCode' }, sent });
  });

  test('cannot decide in the sandbox in place of the customer', async () => {
    for (const other of [theirs, newId(clock), 'x']) {
      const { status, body } = await club.authorize(other, 'approved');
      assert.deepEqual([status, body], [404, { message: 'subscription not found' }]);
    }
  });

  test('without a token is a 401, and without the scope a 403, on each of them', async () => {
    const token = await club.tokenOf('one', club.merchant, 'payments refunds settlements webhooks');
    for (const [method, path, body] of [
      ...calls(id),
      ['POST', '/subscriptions', good],
      ['GET', '/subscriptions'],
    ] as const) {
      const source = { header: 'Authorization' };
      const nobody = await one(method, path, { body, headers, token: null });
      assertError(nobody, { status: 401, code: 'Unauthorized', source, sent });
      const limited = await one(method, path, { body, headers, token });
      assertError(limited, { status: 403, code: 'Forbidden', source, sent });
    }
  });
});

test('a key that was used for another request is a 409, on every POST; and each merchant has their own keys', async () => {
  const keyed = { ...headers, 'idempotency-key': 'k' };
  const source = { header: 'Idempotency-Key' };
  const other = await club.active();
  for (const [path, first, second] of [
    ['/subscriptions', good, { ...good, occurrences: 6 }],
    [
      `/subscriptions/${id}/transactions`,
      { amount: zar(60), merchantReference: 'A' },
      { amount: zar(60), merchantReference: 'B' },
    ],
  ] as const) {
    assert.equal((await one('POST', path, { body: first, headers: keyed })).status, 201);
    const answer = await one('POST', path, { body: second, headers: keyed });
    assertError(answer, { status: 409, code: 'Conflict', source, sent });
  }
  const { subscriptionId: mine } = await club.made();
  assert.equal((await club.cancel(mine, { headers: keyed })).status, 200);
  assertError(await club.cancel(other, { headers: keyed }), { status: 409, code: 'Conflict', source, sent });
  assert.equal(await club.statusOf(other), 'Active');
  const body = club.wanted({}, stranger);
  assert.equal((await one('POST', '/subscriptions', { body, headers: keyed, as: stranger })).status, 201);
});

test('a key of nothing, or of too much, is a 400 that names the header', async () => {
  for (const key of ['', 'x'.repeat(256)]) {
    const answer = await one('POST', '/subscriptions', {
      body: good,
      headers: { ...headers, 'idempotency-key': key },
    });
    assertError(answer, { status: 400, code: 'BadRequest', source: { header: 'Idempotency-Key' }, sent });
  }
});

test('a query that is wrong is a 400 that names the parameter', async () => {
  const pages = [
    ['limit=0', 'limit', 'limit must be at least 1'],
    ['limit=501', 'limit', 'limit must be at most 500'],
    ['limit=ten', 'limit', 'limit must be an integer'],
    ['limit=1&limit=2', 'limit', 'limit is given twice'],
    ['offset=-1', 'offset', 'offset must be at least 0'],
    ['cursor=x', 'cursor'],
  ];
  const lists = [
    ['fromDate=', 'fromDate'],
    ['fromDate=20-11-2026', 'fromDate'],
    ['toDate=2026-11-31', 'toDate'],
    ['fromDate=2026-11-20&toDate=2026-11-19', 'toDate'],
    ['status=active', 'status'],
    ['status=', 'status'],
    ['siteCode=NOBODY', 'siteCode'],
    ['merchantReference=', 'merchantReference'],
    ['siteCode=A&siteCode=A', 'siteCode', 'siteCode is given twice'],
    [`merchantReference=${'x'.repeat(51)}`, 'merchantReference'],
    ['merchantReference=a%00', 'merchantReference'],
  ];
  for (const [path, bad] of [
    ['/subscriptions', [...pages, ...lists]],
    [`/subscriptions/${id}/transactions`, pages],
  ] as const) {
    for (const [query, parameter, detail] of bad) {
      const answer = await one('GET', `${path}?${query}`, { headers });
      assertError(answer, {
        status: 400,
        code: 'BadRequest',
        source: { parameter: parameter! },
        sent,
      });
      if (detail !== undefined) assert.equal(answer.body.detail, detail);
    }
  }
});

test('an outage of a bank does not block creating, reading, charging and cancelling', async () => {
  const running = await club.active({ amountConstraints: band });
  const ending = await club.active();
  assert.equal((await club.sandbox('/faults', { bank: { down: true } })).status, 200);
  const { subscriptionId: waiting } = await club.made();
  const { body } = await club.charge(running, 50);
  const found = async () => (await club.charges(running)).find((charge) => charge.id === body.id);
  assert.equal((await found()).status, 'Scheduled');
  await club.drain();
  assert.equal((await found()).status, 'Pending');
  for (const each of [waiting, ending]) assert.equal((await club.cancel(each)).status, 200);
  await club.drain();
  await club.sandbox('/faults', {});
  await club.pass(3_600_000);
  const { status, attempts } = await found();
  assert.deepEqual([status, attempts], ['Successful', 1]);
  await club.assertSound();
});

test('the payment of a charge is for its bank alone: it takes no other transaction', async () => {
  const of = await club.active({ payableNow: zar(20.94) });
  await club.drain();
  const { transactionId } = (await club.charges(of)).find(({ type }) => type === 'signup')!;
  const { links } = (await one('GET', `/transactions/${transactionId}`)).body;
  const payment = links.payment.slice(links.payment.indexOf('/payments/'));
  for (const paymentType of ['redirect', 'bankdeposit', 'fnb']) {
    const answer = await one('POST', `${payment}/transactions`, { body: { paymentType }, headers });
    assertError(answer, { status: 409, code: 'StepNotAllowed', sent });
  }
});

test('charges requested while it is being cancelled are refused, or end in one way that is listed and notified', async () => {
  for (let round = 0; round < 4; round += 1) {
    const of = await club.active({ amountConstraints: { minimumValue: 1, maximumValue: 500 } });
    const ask = (number: number) =>
      Promise.all(Array.from({ length: number }, (_, index) => club.charge(of, 1 + index)));
    const early = await ask(12);
    const [late, ended] = await Promise.all([
      ask(6),
      pause(round * 25).then(() => club.cancel(of)),
      club.drain(),
    ]);
    assert.equal(ended.status, 200);
    await club.drain();
    const accepted = [...early, ...late].filter(({ status }) => status === 201);
    assert.ok(accepted.length >= 12);
    assert.ok(late.every(({ status }) => status === 201 || status === 409));
    const charges = (await club.charges(of)).filter(({ type }) => type === 'adhoc');
    const end = ({ amount, transactionId }: Record<string, unknown>, status: string) =>
      `${(amount as { value: number }).value} ${transactionId ?? 'not started'} ${status}`;
    const tale = { 'subscription.payment.succeeded': 'Successful', 'subscription.payment.failed': 'Failed' };
    const reported = club.events(of).filter(({ data }) => data.amount);
    assert.deepEqual(
      reported.map(({ type, data }) => end(data, tale[type as keyof typeof tale])).toSorted(),
      charges.map((one) => end(one, one.status)).toSorted(),
    );
    assert.deepEqual(charges.map((one) => one.id).toSorted(), accepted.map(({ body }) => body.id).toSorted());
  }
  await club.assertSound();
});
