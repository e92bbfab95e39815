import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { zar } from '../../../test/support/refunding.ts';
import type { Answer } from '../../../test/support/setup/one-api.ts';
import { openSubscriptions } from '../../../test/support/subscribing.ts';
import { changeSite, createSite } from '../../core/merchants/actions.ts';
import { frequencies, subscriberPath } from '../../core/subscriptions/actions.ts';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const club = await openSubscriptions();
const { base, clock, one, merchant } = club;
const { siteCode } = merchant;

const whole = {
  siteCode,
  amount: zar(99.9),
  amountConstraints: { minimumValue: 50, maximumValue: 250.5 },
  payableNow: zar(20),
  maxAdhocCharges: 3,
  maxAdhocTotal: zar(500),
  description: 'Book club',
  merchantReference: 'CLUB-1',
  bankReference: 'KAROO CLUB',
  frequency: 'Monthly',
  firstPaymentDate: '2027-01-31',
  occurrences: 12,
  returnUrl: 'https://karoo.example/back?basket=7',
  notifyUrl: 'https://karoo.example/notify',
  customer: { name: 'Naledi', email: 'naledi@example.co.za', cellphone: '+27 82 123 4567' },
};

/** Returns the expected record of a subscription that was created with `sent`. */
function record(id: string, sent: Record<string, unknown>) {
  const { returnUrl: _, notifyUrl: __, customer: ___, ...reported } = sent;
  const self = `${base}/one/v1/subscriptions/${id}`;
  return {
    subscriptionId: id,
    status: 'PendingAuthorization',
    ...reported,
    redirectUrl: `${base}/subscribe/${id}`,
    manageUrl: base + subscriberPath(club.ctx, id),
    links: { self, cancel: `${self}/cancel`, transactions: `${self}/transactions` },
  };
}

const idsOf = ({ body }: Answer): string[] =>
  body.results.map((row: { subscriptionId?: string; id?: string }) => row.subscriptionId ?? row.id);

describe('POST /subscriptions', () => {
  test('returns 201, the address in Location and the whole record; GET returns it again without payableNow', async () => {
    const answer = await one('POST', '/subscriptions', { body: whole });
    assert.equal(answer.status, 201, answer.text);
    const id = answer.body.subscriptionId;
    assert.match(id, uuidPattern);
    assert.deepEqual(answer.body, record(id, whole));
    assert.equal(answer.headers.location, `${base}/one/v1/subscriptions/${id}`);
    assert.ok(answer.headers['x-correlation-id']);
    const read = await one('GET', answer.headers.location!);
    const { payableNow: _, ...kept } = whole;
    assert.deepEqual([read.status, read.body], [200, record(id, kept)]);
    assert.deepEqual((await one('GET', '/subscriptions?limit=1')).body.results, [read.body]);
  });

  test('keeps where the customer and the notifications go, and who they are', async () => {
    const headers = { 'x-correlation-id': 'club-17' };
    const { body } = await one('POST', '/subscriptions', { body: whole, headers });
    const [row] = await club.db`
      select return_url, notify_url, customer, correlation_id from subscriptions where id = ${body.subscriptionId}`;
    const { returnUrl, notifyUrl, customer } = whole;
    assert.deepEqual({ ...row }, { returnUrl, notifyUrl, customer, correlationId: 'club-17' });
  });

  test('omits members that were not sent', async () => {
    const { siteCode, amount, merchantReference, frequency, firstPaymentDate, occurrences } = whole;
    const least = { siteCode, amount, merchantReference, frequency, firstPaymentDate, occurrences };
    const answer = await one('POST', '/subscriptions', { body: least });
    assert.deepEqual(answer.body, record(answer.body.subscriptionId, least));
  });

  test("uses the site's own addresses where the request names none", async () => {
    const addresses = { returnUrl: 'https://site.example/back', notifyUrl: 'https://site.example/notify' };
    await changeSite(club.ctx, siteCode, { addresses });
    club.directory.forget();
    const { subscriptionId } = await club.made({ notifyUrl: undefined });
    const none = { returnUrl: undefined, notifyUrl: undefined };
    await changeSite(club.ctx, siteCode, { addresses: none });
    club.directory.forget();
    const [row] = await club.db`
      select return_url, notify_url from subscriptions where id = ${subscriptionId}`;
    assert.deepEqual({ ...row }, addresses);
  });

  test('takes every frequency, the widest and the narrowest values, and members it does not know', async () => {
    for (const frequency of frequencies) {
      assert.equal((await club.made({ frequency })).frequency, frequency);
    }
    for (const given of [
      { amount: zar(0.01) },
      { amount: zar(9_999_999_999.99) },
      { amount: zar(50), amountConstraints: { minimumValue: 50, maximumValue: 50 } },
      { payableNow: zar(0.01) },
      { maxAdhocCharges: 0 },
      { maxAdhocCharges: 10_000, maxAdhocTotal: zar(0.01) },
      { description: 'd'.repeat(100), merchantReference: 'm'.repeat(50), bankReference: 'b'.repeat(20) },
      { firstPaymentDate: '2026-11-20' },
      { firstPaymentDate: '2028-02-29' },
      { occurrences: 1 },
      { occurrences: 520, frequency: 'Annually' },
      { customer: {} },
    ]) {
      const body = await club.made({ ...given, shoeSize: 42 });
      assert.deepEqual(body, { ...body, ...('customer' in given ? {} : given) });
    }
  });

  test('takes today by the South African calendar, not by UTC', async () => {
    clock.set(new Date('2026-11-20T22:30:00Z'));
    assert.equal((await club.made({ firstPaymentDate: '2026-11-21' })).firstPaymentDate, '2026-11-21');
    const body = club.wanted({ firstPaymentDate: '2026-11-20' });
    assert.equal((await one('POST', '/subscriptions', { body })).status, 400);
  });
});

test('a subscription has no payable amount unless requested, and no payableNow in lists', async () => {
  const { subscriptionId, payableNow } = await club.made();
  assert.equal(payableNow, undefined);
  const list = await one('GET', '/subscriptions?limit=500');
  assert.ok(idsOf(list).includes(subscriptionId));
  for (const item of list.body.results) assert.ok(!('payableNow' in item));
});

test('once the customer has answered there is an authorization, and no page to visit any more', async () => {
  for (const [outcome, status] of [
    ['approved', 'Active'],
    ['declined', 'Failed'],
  ] as const) {
    const { subscriptionId } = await club.made();
    assert.equal((await club.authorize(subscriptionId, outcome)).status, 200);
    const found = await club.find(subscriptionId);
    assert.deepEqual([found.status, found.authorization], [status, { status: outcome }]);
    assert.equal(found.redirectUrl, undefined);
  }
});

describe('POST /subscriptions/{subscriptionId}/cancel', () => {
  test('returns 200 without a body, also when repeated, before and after the customer has authorised', async () => {
    const { subscriptionId } = await club.made();
    for (const id of [subscriptionId, await club.active()]) {
      for (const _ of [1, 2]) {
        const { status, text } = await club.cancel(id);
        assert.deepEqual([status, text], [200, '']);
      }
      const { status, redirectUrl } = await club.find(id);
      assert.deepEqual([status, redirectUrl], ['Canceled', undefined]);
    }
  });
});

describe('POST /subscriptions/{subscriptionId}/transactions', () => {
  test('returns 201 and the charge, which is also in the list', async () => {
    const id = await club.active({ amountConstraints: { minimumValue: 10, maximumValue: 150 } });
    for (const value of [10, 99.9, 150]) {
      const answer = await club.charge(id, value, { description: 'extra book' });
      assert.equal(answer.status, 201, answer.text);
      assert.match(answer.body.id, uuidPattern);
      const today = '2026-11-21';
      assert.deepEqual(answer.body, {
        id: answer.body.id,
        type: 'adhoc',
        amount: zar(value),
        status: 'Scheduled',
        dueDate: today,
        chargeDate: today,
        attempts: 0,
        createdDate: clock.now().toISOString(),
      });
      const found = async () => (await club.charges(id)).find((charge) => charge.id === answer.body.id);
      assert.deepEqual(await found(), answer.body);
      await club.pass(1_000);
      const { transactionId, ...charged } = await found();
      assert.deepEqual(charged, { ...answer.body, status: 'Successful', attempts: 1 });
      const { status, amount, merchantReference } = await club.readTransaction(transactionId);
      assert.deepEqual([status, amount, merchantReference], ['Successful', zar(value), 'EXTRA-1']);
    }
  });

  test('without amountConstraints is a 409 that says what to do, and reaches no bank', async () => {
    for (const limits of [{}, { maxAdhocCharges: 2, maxAdhocTotal: zar(500) }]) {
      const id = await club.active(limits);
      for (const value of [0.01, 99.9, 99.91]) {
        const answer = await club.charge(id, value);
        assert.deepEqual([answer.status, answer.body.code], [409, 'AdhocChargesNotAuthorised'], answer.text);
        assert.match(answer.body.detail, /amountConstraints/);
      }
      assert.deepEqual(
        (await club.charges(id)).filter(({ type }) => type === 'adhoc'),
        [],
      );
    }
  });
});

describe('the limits that the customer has allowed', () => {
  const band = { minimumValue: 0.01, maximumValue: 150 };
  const refused = async (id: string, value: number, said: RegExp) => {
    const answer = await club.charge(id, value);
    assert.deepEqual([answer.status, answer.body.code], [409, 'SubscriptionLimitReached'], answer.text);
    assert.match(answer.body.detail, said);
  };

  test('by number: one more is a 409 with the limit; a failed one counts', async () => {
    const id = await club.active({ amount: zar(100), amountConstraints: band, maxAdhocCharges: 2 });
    assert.equal((await club.charge(id, 20.91)).status, 201);
    assert.equal((await club.charge(id, 20)).status, 201);
    await refused(id, 0.01, /^the customer has authorised 2 ad-hoc charges, and 2 were requested$/);
    for (let tries = 0; tries < 3; tries += 1) await club.pass(4 * 86_400_000);
    await refused(id, 0.01, /authorised 2/);
    const states = (await club.charges(id)).filter(({ type }) => type === 'adhoc').map((one) => one.status);
    assert.deepEqual(states.toSorted(), ['Failed', 'Successful']);
  });

  test('by total: a 409 has the remaining amount, and that much is still accepted', async () => {
    const id = await club.active({ amountConstraints: band, maxAdhocTotal: zar(150) });
    assert.equal((await club.charge(id, 99.9)).status, 201);
    await refused(id, 50.11, /R\u00a0150,00 in total, and R\u00a050,10 remains$/);
    assert.equal((await club.charge(id, 50.1)).status, 201);
    await refused(id, 0.01, /R\u00a00,00 remains$/);
  });

  test('to none at all', async () => {
    const id = await club.active({ amountConstraints: band, maxAdhocCharges: 0 });
    await refused(id, 1, /^the customer has authorised no ad-hoc charges$/);
  });
});

describe('GET /subscriptions', async () => {
  const club = await openSubscriptions();
  const { siteCode: second } = await createSite(club.ctx, club.merchant.merchant, 'Second shop');
  const ids: string[] = [];
  for (const hour of ['10:00', '11:00', '12:00', '23:59']) {
    await club.moveTo(`2026-11-24T${hour}`);
    const given = hour === '12:00' ? { siteCode: second } : { merchantReference: `CLUB ${hour}` };
    ids.unshift((await club.made(given)).subscriptionId);
  }
  await club.cancel(ids[0]!);
  const list = async (query: string) => idsOf(await club.one('GET', `/subscriptions${query}`));

  test('has all that there are where no day is named, the newest first', async () => {
    const answer = await club.one('GET', '/subscriptions');
    assert.deepEqual(idsOf(answer), ids);
    assert.deepEqual(answer.body.meta, { limit: 50, offset: 0, count: 4, hasMore: false });
    const self = `${club.base}/one/v1/subscriptions?limit=50&offset=0`;
    assert.deepEqual(answer.body.links, { self, first: self });
  });

  test('takes whole South African days, either of which may be left out', async () => {
    assert.deepEqual(await list('?fromDate=2026-11-24&toDate=2026-11-24'), ids);
    assert.deepEqual(await list('?fromDate=2026-11-24T23:59:59Z&toDate=2026-11-24T00:00:00Z'), ids);
    assert.deepEqual(await list('?fromDate=2026-11-24'), ids);
    assert.deepEqual(await list('?fromDate=2026-11-25'), []);
    assert.deepEqual(await list('?toDate=2026-11-24'), ids);
    assert.deepEqual(await list('?toDate=2026-11-23'), []);
    assert.deepEqual(await list('?fromDate=9999-01-01'), []);
    assert.deepEqual(await list('?toDate=0001-01-01'), []);
  });

  test('is filtered by site, by status and by reference', async () => {
    assert.deepEqual(await list(`?siteCode=${second}`), [ids[1]]);
    assert.deepEqual(await list('?status=Canceled'), [ids[0]]);
    assert.deepEqual(await list('?status=PendingAuthorization'), ids.slice(1));
    for (const status of ['Active', 'Completed', 'Expired', 'Failed', 'Unknown']) {
      assert.deepEqual(await list(`?status=${status}`), []);
    }
    assert.deepEqual(await list('?merchantReference=CLUB+10:00'), [ids[3]]);
    assert.deepEqual(await list('?merchantReference=CLUB+10:00&status=Canceled'), []);
  });
});

describe('lists', async () => {
  const club = await openSubscriptions();
  const id = await club.active({ amountConstraints: { minimumValue: 1, maximumValue: 500 } });

  async function grow(number: number): Promise<void> {
    for (let index = 0; index < number; index += 1) {
      club.clock.advance(1);
      await club.made();
      assert.equal((await club.charge(id, 1 + index)).status, 201);
    }
  }
  await grow(12);

  for (const path of ['/subscriptions', `/subscriptions/${id}/transactions`]) {
    test(`of ${path.replace(id, '{subscriptionId}')} lead through each row exactly once while others arrive, and back`, async () => {
      const before = idsOf(await club.one('GET', `${path}?limit=500`));
      const seen: string[] = [];
      let [next, last]: (string | undefined)[] = [`${path}?limit=5`];
      while (next) {
        const answer: Answer = await club.one('GET', next);
        seen.push(...idsOf(answer));
        last = next;
        next = answer.body.links.next;
        if (next) assert.equal(new URL(next).searchParams.get('limit'), '5');
        await grow(3);
      }
      assert.deepEqual(seen, before);
      const back: string[] = [];
      for (let prev: string | undefined = last; prev; ) {
        const answer: Answer = await club.one('GET', prev);
        back.unshift(...idsOf(answer));
        prev = answer.body.links.prev;
      }
      assert.deepEqual(back, before);
    });
  }

  test('of charges take only limit and offset', async () => {
    const all = idsOf(await club.one('GET', `/subscriptions/${id}/transactions?limit=500`));
    const page = await club.one('GET', `/subscriptions/${id}/transactions?limit=3&offset=4`);
    assert.deepEqual(idsOf(page), all.slice(4, 7));
    assert.deepEqual(page.body.meta, { limit: 3, offset: 4, count: 3, hasMore: true });
  });
});

describe('an Idempotency-Key', () => {
  const keyed = (key: string) => ({ 'idempotency-key': key });

  test('makes one subscription of a hundred requests, ten at a time, with the same answer', async () => {
    const body = club.wanted({ merchantReference: 'KEYED' });
    const answers: Answer[] = [];
    for (let round = 0; round < 10; round += 1) {
      const ten = Array.from({ length: 10 }, () =>
        one('POST', '/subscriptions', { body, headers: keyed('s1') }),
      );
      answers.push(...(await Promise.all(ten)));
    }
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    const replays = answers.filter(({ status }) => status === 200);
    assert.equal(replays.length, 99);
    for (const { headers } of replays) {
      assert.equal(headers['idempotency-replayed'], 'true');
      assert.equal(headers.location, answers[0]!.headers.location);
    }
    const list = await one('GET', '/subscriptions?merchantReference=KEYED');
    assert.equal(list.body.results.length, 1);
  });

  test('creates one charge for many requests, and returns its first response also long after', async () => {
    const id = await club.active({ amountConstraints: { minimumValue: 1, maximumValue: 100 } });
    const ask = () => club.charge(id, 5, {}, { headers: keyed('c1') });
    const first = await Promise.all(Array.from({ length: 10 }, ask));
    await club.pass(60_000);
    const later = await ask();
    assert.equal(new Set([...first, later].map(({ text }) => text)).size, 1);
    assert.deepEqual([later.status, later.headers['idempotency-replayed']], [200, 'true']);
    const adhoc = (await club.charges(id)).filter(({ type }) => type === 'adhoc');
    assert.deepEqual(
      adhoc.map(({ status }) => status),
      ['Successful'],
    );
  });

  test('cancels once, and says the same again', async () => {
    const id = await club.active();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => club.cancel(id, { headers: keyed('x1') })),
    );
    for (const { status, text } of answers) assert.deepEqual([status, text], [200, '']);
    await club.drain();
    const reported = club.events(id).filter(({ type }) => type === 'subscription.cancelled');
    assert.equal(reported.length, 1);
  });

  test('keeps a refusal, even if the request would be allowed now', async () => {
    const { subscriptionId: id } = await club.made({
      amountConstraints: { minimumValue: 1, maximumValue: 100 },
    });
    const ask = () => club.charge(id, 5, {}, { headers: keyed('early') });
    const first = await ask();
    assert.equal(first.status, 409);
    await club.authorize(id, 'approved');
    const again = await ask();
    assert.deepEqual([again.status, again.text], [409, first.text]);
    assert.equal((await club.charge(id, 5, {}, { headers: keyed('later') })).status, 201);
  });

  test('is free again after a request that was not valid', async () => {
    const headers = keyed('mistake');
    const wrong = club.wanted({ amount: zar(0) });
    assert.equal((await one('POST', '/subscriptions', { body: wrong, headers })).status, 400);
    assert.equal((await one('POST', '/subscriptions', { body: club.wanted(), headers })).status, 201);
  });
});
