// Payment links on the One API: created, read, listed and disabled by their merchant, and paid at their address.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertError, openOne } from '../../../test/support/setup/one-api.ts';
import { findLinkForCustomer } from '../../core/links/actions.ts';
import { payByLink } from '../../core/links/paying.ts';
import { findSiteByCode } from '../../core/merchants/actions.ts';
import { newId } from '../../kernel/ids.ts';

const one = await openOne();
const { db, clock, ctx, merchant } = one;
const stranger = await one.stranger();
const amount = { currency: 'ZAR', value: 250 };
const wanted = (given: object = {}) => ({
  siteCode: merchant.siteCode,
  amount,
  merchantReference: 'INV-1',
  ...given,
});
const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString();

async function create(given: object = {}) {
  const answer = await one.post('/paymentlinks', wanted(given));
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}
const count = async () => Number((await db`select from payment_links`).count);

describe('POST /paymentlinks', () => {
  test('creates a link and returns it with its address', async () => {
    const customer = { name: 'Thandi Mokoena', email: 'thandi@payer.example', cellphone: '+27 82 555 0199' };
    const more = {
      description: 'Guided tour',
      customer,
      uses: 'many',
      expireAt: inDays(7),
      returnUrl: 'https://shop.example/thanks',
      notifyUrl: 'https://shop.example/notify',
    };
    const answer = await one.post('/paymentlinks', wanted(more));
    assert.equal(answer.status, 201, answer.text);
    const { id, url, links, createdDate, ...rest } = answer.body;
    assert.deepEqual(rest, {
      ...{ status: 'Active', payments: 0, siteCode: merchant.siteCode, amount, merchantReference: 'INV-1' },
      ...more,
    });
    assert.match(url, /\/link\/[0-9a-z]{25}$/);
    assert.equal(answer.headers.location, links.self);
    assert.equal(links.disable, `${links.self}/disable`);
    assert.equal(createdDate, clock.now().toISOString());
    assert.deepEqual((await one.get(`/paymentlinks/${id}`)).body, answer.body);
  });

  test('takes a range in place of the amount, and generates a reference', async () => {
    const variableAmount = { minimumValue: 10, maximumValue: 99.99 };
    const made = await create({ amount: undefined, variableAmount, merchantReference: undefined });
    assert.deepEqual(made.variableAmount, variableAmount);
    assert.equal(made.amount, undefined);
    assert.equal(made.uses, 'single');
    assert.match(made.merchantReference, /^PL-/);
  });

  test('refuses what breaks a rule, with its pointer, and creates nothing', async () => {
    const before = await count();
    for (const [given, pointer] of [
      [{ siteCode: undefined }, '/siteCode'],
      [{ siteCode: stranger.siteCode }, '/siteCode'],
      [{ amount: undefined }, '/amount'],
      [{ variableAmount: { minimumValue: 1, maximumValue: 2 } }, '/amount'],
      [{ amount: { currency: 'ZAR', value: 0 } }, '/amount/value'],
      [{ amount: { currency: 'USD', value: 1 } }, '/amount/currency'],
      [
        { amount: undefined, variableAmount: { minimumValue: 2, maximumValue: 1 } },
        '/variableAmount/minimumValue',
      ],
      [{ merchantReference: 'R'.repeat(51) }, '/merchantReference'],
      [{ merchantReference: 'R'.repeat(41), uses: 'many' }, '/merchantReference'],
      [{ description: 'D'.repeat(101) }, '/description'],
      [{ customer: { email: 'nobody' } }, '/customer/email'],
      [{ uses: 'twice' }, '/uses'],
      [{ expireAt: inDays(-1) }, '/expireAt'],
      [{ expireAt: 'soon' }, '/expireAt'],
      [{ returnUrl: 'ftp://shop.example' }, '/returnUrl'],
      [{ notifyUrl: 'shop.example' }, '/notifyUrl'],
    ] as const) {
      const answer = await one.post('/paymentlinks', wanted(given));
      assert.deepEqual(
        [answer.status, answer.body?.source?.pointer],
        [400, pointer],
        `${JSON.stringify(given)}: ${answer.text}`,
      );
    }
    assert.equal(await count(), before);
  });

  test('creates one link for an Idempotency-Key, however often it is sent', async () => {
    const before = await count();
    const headers = { 'idempotency-key': 'link-1' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => one.post('/paymentlinks', wanted(), headers)),
    );
    const ids = new Set(answers.filter(({ status }) => status < 300).map(({ body }) => body.id));
    assert.equal(ids.size, 1);
    assert.equal(await count(), before + 1);
    const repeated = await one.post('/paymentlinks', wanted(), headers);
    assert.deepEqual([repeated.status, repeated.headers['idempotency-replayed']], [200, 'true']);
    const other = await one.post('/paymentlinks', wanted({ uses: 'many' }), headers);
    assert.equal(other.status, 409);
  });
});

test('a link counts what was paid by it', async () => {
  const made = await create({ merchantReference: 'PAID-1' });
  const link = (await findLinkForCustomer(ctx.db, made.url.split('/').at(-1)))!;
  const site = (await findSiteByCode(db, merchant.siteCode))!;
  const { id: paymentId } = await payByLink(ctx, site, link);
  const payment = (await one.get(`/payments/${paymentId}`)).body;
  assert.deepEqual([payment.amount, payment.merchantReference], [amount, 'PAID-1']);
  const { id: transactionId } = await one.transaction(paymentId);
  for (const step of ['authenticate', 'approve']) await one.step(transactionId, step);
  const now = (await one.get(`/paymentlinks/${made.id}`)).body;
  assert.deepEqual([now.status, now.payments], ['Paid', 1]);
  const disabled = await one.post(`/paymentlinks/${made.id}/disable`);
  assert.deepEqual([disabled.status, disabled.body.status], [200, 'Paid']);
});

describe('GET /paymentlinks', () => {
  test('lists a merchant’s own, the newest first, by status, site and reference', async () => {
    const made = await create({ merchantReference: 'LISTED' });
    const { body } = await one.get('/paymentlinks?merchantReference=LISTED');
    assert.deepEqual(
      body.results.map(({ id }: { id: string }) => id),
      [made.id],
    );
    const active = (await one.get(`/paymentlinks?status=Active&siteCode=${merchant.siteCode}`)).body;
    assert.ok(active.results.every(({ status }: { status: string }) => status === 'Active'));
    assert.equal((await one.get('/paymentlinks?status=Lost')).status, 400);
    const theirs = await one.get('/paymentlinks', { token: stranger.token });
    assert.deepEqual(theirs.body.results, []);
  });

  test('pages through all of them, each once', async () => {
    const seen: string[] = [];
    for (let next = '/paymentlinks?limit=3'; next; ) {
      const { body } = await one.get(next);
      seen.push(...body.results.map(({ id }: { id: string }) => id));
      next = body.links.next ?? '';
    }
    assert.equal(new Set(seen).size, seen.length);
    assert.equal(seen.length, await count());
  });
});

describe('POST /paymentlinks/{id}/disable', () => {
  test('disables a link; repeating it changes nothing', async () => {
    const made = await create();
    for (const _ of [1, 2]) {
      const { status, body } = await one.post(`/paymentlinks/${made.id}/disable`);
      assert.deepEqual([status, body.status], [200, 'Disabled']);
    }
  });
});

test('another merchant’s link, and one that does not exist, are not found', async () => {
  const made = await create();
  for (const id of [made.id, newId(clock), 'x']) {
    for (const [method, path] of [
      ['GET', `/paymentlinks/${id}`],
      ['POST', `/paymentlinks/${id}/disable`],
    ] as const) {
      const answer = await one.call(method, path, { token: stranger.token });
      assertError(answer, { status: 404, code: 'NotFound' });
    }
  }
  assert.equal((await one.get(`/paymentlinks/${made.id}`)).body.status, 'Active');
  const token = await one.tokenFor(merchant, 'refunds');
  assert.equal((await one.get('/paymentlinks', { token })).status, 403);
});

test('a link expires to the second', async () => {
  const made = await create({ expireAt: inDays(1) });
  clock.advance(86_400_000);
  const token = await one.tokenFor(merchant);
  assert.equal((await one.get(`/paymentlinks/${made.id}`, { token })).body.status, 'Expired');
});
