import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { openOne } from '../../../test/support/setup/one-api.ts';
import { getPayment } from '../../core/payments/actions.ts';
import { getTransaction } from '../../core/transactions/actions.ts';
import { manualClock } from '../../kernel/clock.ts';
import { notificationRenderer, returnAddress } from './notification.ts';

const secret = (fill: string) => `whsec_${Buffer.alloc(32, fill).toString('base64')}`;
const event = {
  id: '01a1f866-0d00-7000-8000-000000000001',
  merchantId: '01a1f866-0d00-7000-8000-000000000002',
  siteId: '01a1f866-0d00-7000-8000-000000000003',
  type: 'transaction.complete',
  object: 'transaction',
  objectId: '01a1f866-0d00-7000-8000-000000000004',
  sequence: 2,
  data: {
    state: 'declined',
    reason: 'no funds',
    payerAccount: '****1234',
    merchantReference: 'ORDER-1',
    optional: [],
  },
  correlationId: 'c',
  occurredAt: new Date('2027-01-01T00:00:00.123Z'),
};

/** Verifies a post as a receiver does by the Standard Webhooks specification. */
function verify(body: string, headers: Record<string, string>, prefix: string, key: string): boolean {
  const {
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: timestamp,
    [`${prefix}-signature`]: signature,
  } = headers;
  const bytes = Buffer.from(key.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64');
  return signature!.split(' ').includes(`v1,${expected}`);
}

test('a notification is thin: type, time, number, and nothing personal', () => {
  const render = notificationRenderer(manualClock('2026-11-20T10:00:00.900Z'));
  const { body, headers } = render(
    event,
    { privateKeys: [], webhookSecrets: [secret('a')], apiKeys: [], payoutAccessTokens: [] },
    event.occurredAt,
  );
  assert.deepEqual(JSON.parse(body), {
    type: 'transaction.complete',
    timestamp: '2027-01-01T00:00:00.123Z',
    sequence: 2,
    data: { id: event.objectId, status: 'Error', reason: 'no funds' },
  });
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(headers['webhook-id'], event.id);
});

test('a notification is signed with each usable secret, at the real time whatever the service takes for it', () => {
  const render = notificationRenderer(manualClock('2026-11-20T10:00:00.900Z'));
  const secrets = {
    privateKeys: ['p'],
    webhookSecrets: [secret('new'), secret('old')],
    apiKeys: [],
    payoutAccessTokens: [],
  };
  const { body, headers } = render(event, secrets, event.occurredAt);
  assert.equal(headers['webhook-timestamp'], String(Date.parse('2026-11-20T10:00:00Z') / 1000));
  for (const prefix of ['webhook', 'svix']) {
    assert.ok(verify(body, headers, prefix, secret('new')));
    assert.ok(verify(body, headers, prefix, secret('old')));
    assert.ok(!verify(body, headers, prefix, secret('other')));
    assert.ok(!verify(body.replace('Error', 'Successful'), headers, prefix, secret('new')));
  }
});

test('a customer comes back with what there is to show, and the merchant keeps its own query as it was', async () => {
  const one = await openOne();
  const { id } = await one.payment({
    returnUrl: 'https://karoo.example/back?basket=a%20b&x#top',
    merchantReference: 'A & B',
  });
  const merchantId = one.merchant.merchant.id;
  const before = await getPayment(one.ctx, merchantId, id);
  const start = `https://karoo.example/back?basket=a%20b&x&paymentId=${id}`;
  assert.equal(returnAddress(before, undefined), `${start}&status=Created&reference=A+%26+B#top`);
  const begun = await one.transaction(id);
  for (const step of ['authenticate', 'approve']) await one.step(begun.id, step);
  const transaction = await getTransaction(one.ctx, merchantId, begun.id);
  assert.equal(
    returnAddress(before, transaction),
    `${start}&transactionId=${begun.id}&status=Successful&reference=A+%26+B#top`,
  );
  const plain = await one.payment({ returnUrl: 'http://localhost:3000' });
  assert.equal(
    returnAddress(await getPayment(one.ctx, merchantId, plain.id), undefined),
    `http://localhost:3000/?paymentId=${plain.id}&status=Created&reference=ORDER-1`,
  );
  assert.equal(
    returnAddress(await getPayment(one.ctx, merchantId, (await one.payment()).id), undefined),
    undefined,
  );
});
