// The rules by which the simulated bank decides a merchant's payments, over the running service.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Credentials } from '../src/app/credentials.ts';
import { ask, createMerchantOf } from './support/merchant.ts';
import { openService } from './support/opening.ts';
import { until } from './support/until.ts';

const service = await openService({ started: true, clock: 'shared' });

async function newShop() {
  const control = (apikey: string, method: string, path: string, body?: unknown) =>
    ask(`${service.base}/sandbox/${path}`, {
      method,
      headers: { apikey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const credentials = (await control(service.merchant.apiKey, 'POST', 'sites')).body as Credentials;
  return {
    ...createMerchantOf(service.base, credentials),
    control: (method: string, path: string, body?: unknown) =>
      control(credentials.apiKey, method, path, body),
  };
}

describe('rules', () => {
  /** Pays through the API as a customer would, under rules; returns the outcome. */
  async function outcomeOf(
    shop: Awaited<ReturnType<typeof newShop>>,
    { reference = 'ORDER', value = 10, keys = ['', ''] as [string, string] },
  ): Promise<string> {
    const token = (await shop.token()).body.access_token;
    const one = (path: string, body: unknown, key: string) =>
      ask(`${service.base}/one/v1/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(key && { 'idempotency-key': key }),
        },
        body: JSON.stringify(body),
      });
    const more = { merchantReference: reference, amount: { currency: 'ZAR', value } };
    const payment = await shop.createOne(token, more, keys[0] === '' ? {} : { 'idempotency-key': keys[0] });
    const begin = { paymentType: 'fnb', details: {} };
    const { body } = await one(`payments/${payment.body.id}/transactions`, begin, keys[1]);
    await one(`transactions/${body.id}`, { step: 'authenticate' }, '');
    await one(`transactions/${body.id}`, { step: 'approve' }, '');
    const [row] = await service.db<{ state: string }[]>`select state from transactions where id = ${body.id}`;
    return row!.state;
  }

  test('decide by reference, amount and idempotency key, the first that fits; else the cents do', async () => {
    const shop = await newShop();
    const rules = [
      { merchantReference: 'EXACT', outcome: 'declined' },
      { merchantReference: 'BEGINS-*', amount: '30.00', outcome: 'pending' },
      { merchantReference: 'BEGINS-*', outcome: 'error' },
      { amount: 55.5, outcome: 'cancelled' },
      { amount: '0.91', outcome: 'success' },
      { idempotencyKey: 'key of a payment', outcome: 'abandoned' },
      { idempotencyKey: 'key of an attempt', outcome: 'declined' },
    ];
    assert.deepEqual((await shop.control('PUT', 'rules', { rules })).body, { rules });
    assert.deepEqual((await shop.control('GET', 'rules')).body, { rules });
    for (const [given, state] of [
      [{ reference: 'EXACT' }, 'declined'],
      [{ reference: 'EXACTLY' }, 'successful'],
      [{ reference: 'BEGINS-', value: 30 }, 'pending'],
      [{ reference: 'BEGINS-1' }, 'failed'],
      [{ reference: 'begins-1' }, 'successful'],
      [{ value: 55.5 }, 'cancelled'],
      [{ value: 0.91 }, 'successful'],
      [{ value: 10.91 }, 'declined'],
      [{ keys: ['key of a payment', ''] }, 'abandoned'],
      [{ keys: ['', 'key of an attempt'] }, 'declined'],
      [{ keys: ['another key', ''] }, 'successful'],
    ] as [Parameters<typeof outcomeOf>[1], string][]) {
      assert.equal(await outcomeOf(shop, given), state, JSON.stringify(given));
    }
    const stranger = await newShop();
    assert.equal(await outcomeOf(stranger, { reference: 'EXACT' }), 'successful');
    assert.deepEqual((await shop.control('PUT', 'rules', {})).body, { rules: [] });
    assert.equal(await outcomeOf(shop, { reference: 'EXACT' }), 'successful');
  });

  test('that are invalid are refused by their positions, and leave the current ones', async () => {
    const shop = await newShop();
    const rules = [{ amount: 5, outcome: 'declined' }];
    assert.equal((await shop.control('POST', 'fixtures', { rules })).status, 200);
    for (const [body, place] of [
      [{ rules: [{ outcome: 'declined' }] }, 'rules[0]'],
      [{ rules: [{ ...rules[0], outcome: 'no' }] }, 'rules[0].outcome'],
      [{ rules: [rules[0], { amount: 'x', outcome: 'declined' }] }, 'rules[1].amount'],
      [{ rules: Array(101).fill(rules[0]) }, 'rules'],
      [{ rule: [] }, 'rule'],
      [[], ''],
    ] as const) {
      const answer = await shop.control('PUT', 'rules', body);
      assert.deepEqual([answer.status, answer.body.faults?.[0].place], [400, place], answer.text);
    }
    assert.deepEqual((await shop.control('GET', 'rules')).body, { rules });
  });

  test('decide subscription charges too', async () => {
    const shop = await newShop();
    const gym = {
      merchantReference: 'GYM',
      amount: 99.9,
      payableNow: 20,
      frequency: 'Monthly',
      firstPaymentDate: 'P1M',
      occurrences: 12,
      authorization: 'approved',
    };
    const rules = [{ merchantReference: 'GYM', outcome: 'declined' }];
    const answer = await shop.control('POST', 'fixtures', { rules, subscriptions: [gym] });
    const { subscriptionId } = answer.body.subscriptions.GYM;
    const charged = async () =>
      service.db<{ state: string }[]>`
        select t.state from transactions t join payments p on p.id = t.payment_id
        where p.details ->> 'subscriptionId' = ${subscriptionId} and t.state not in ('created', 'started')`;
    await until(async () => (await charged()).length > 0);
    assert.equal((await charged())[0]!.state, 'declined');
  });
});
