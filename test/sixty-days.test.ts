// Sixty days of subscriptions, retries, expiries and settlements, in one call of the sandbox's clock.
// long: the simulator's scenario `month` passes as many days; every part of it has separate tests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeSite } from '../src/core/merchants/actions.ts';
import { checkEverything } from '../src/reports/checks/all.ts';
import { columnOf } from './support/column.ts';
import { atEnd } from './support/ending.ts';
import { ask, postForm } from './support/merchant.ts';
import { openService } from './support/opening.ts';
import { startReceiver } from './support/running.ts';

const service = await openService({ started: true });
const receiver = await startReceiver();
atEnd(() => receiver.end());
await changeSite(service.ctx, service.merchant.siteCode, {
  feeBps: 150,
  settlementAccount: {
    bankId: '913999fa-3a32-4e3d-82f0-a1df7e9e4f7b',
    accountNumber: '1234567898',
    branchCode: '470010',
    holder: 'Karoo Books',
  },
});

async function sandbox(path: string, body: unknown) {
  const headers = { apikey: service.merchant.apiKey, 'content-type': 'application/json' };
  const answer = await ask(
    `${service.base}/sandbox${path}`,
    { method: 'POST', headers, body: JSON.stringify(body) },
    280_000,
  );
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function one(path: string, body: unknown) {
  const { clientId, clientSecret } = service.merchant;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const token = await postForm(`${service.base}/one/v1/token`, form);
  const answer = await ask(`${service.base}/one/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token.body.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

/** A subscription that its customer has authorised. */
async function subscribe(value: number, frequency: string, occurrences: number): Promise<string> {
  const { subscriptionId } = await one('/subscriptions', {
    siteCode: service.merchant.siteCode,
    amount: { currency: 'ZAR', value },
    merchantReference: `${frequency} ${value}`,
    frequency,
    firstPaymentDate: '2026-11-21',
    occurrences,
    notifyUrl: receiver.url,
  });
  await sandbox(`/subscriptions/${subscriptionId}/authorize`, { outcome: 'approved' });
  return subscriptionId;
}

test('sixty days pass in one call: everything due is done at its time, and nothing twice', async () => {
  const daily = await subscribe(100, 'Daily', 30);
  const monthly = await subscribe(250, 'Monthly', 12);
  const declined = await subscribe(10.91, 'Weekly', 10);
  for (let index = 0; index < 20; index += 1) {
    await one('/payments', {
      siteCode: service.merchant.siteCode,
      amount: { currency: 'ZAR', value: 5 },
      merchantReference: `LEFT-${index}`,
      expireAt: '2026-12-15T10:00:00Z',
    });
  }
  const { now } = await sandbox('/clock', { advance: 'P60D' });
  assert.equal(now, '2027-01-19T10:00:00.000Z');

  // Each due date is charged once, at six in the morning of that day.
  const charged = await service.db<{ day: string; time: string }[]>`
    select (t.created_at at time zone 'Africa/Johannesburg')::date::text as day,
      to_char(t.created_at at time zone 'Africa/Johannesburg', 'HH24:MI') as time
    from subscription_charges c join transactions t on t.payment_id = c.payment_id
    where c.subscription_id = ${daily} order by t.created_at`;
  const days = Array.from({ length: 30 }, (_, index) =>
    Temporal.PlainDate.from('2026-11-21').add({ days: index }).toString(),
  );
  assert.deepEqual(columnOf(charged, 'day'), days);
  assert.ok(charged.every(({ time }) => time === '06:00'));

  const states = await service.db<{ id: string; state: string }[]>`select id, state from subscriptions`;
  const stateOf = new Map(states.map(({ id, state }) => [id, state]));
  assert.equal(stateOf.get(daily), 'completed');
  assert.equal(stateOf.get(monthly), 'active');
  assert.equal(stateOf.get(declined), 'failed');
  const [attempts] = await service.db<{ made: number }[]>`
    select sum(attempts)::integer as made from subscription_charges where subscription_id = ${declined}`;
  assert.equal(attempts!.made, 9, 'three due dates, three attempts at each');

  const [expired] = await service.db<{ left: number }[]>`
    select count(*) filter (where state = 'created')::integer as left from payments where merchant_reference like 'LEFT-%'`;
  assert.equal(expired!.left, 0);
  const settled = await service.db<{ day: string; state: string }[]>`
    select business_day::text as day, state from settlements order by business_day`;
  assert.ok(settled.length >= 19, JSON.stringify(settled));
  assert.ok(settled.every(({ state }, index) => state === 'paid' || index === settled.length - 1));

  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  assert.equal(new Set(ids).size, ids.length, 'no notification is sent twice');
  const [pending] = await service.db<{ events: number }[]>`
    select count(*)::integer as events from events where object = 'subscription'`;
  assert.equal(ids.length, pending!.events);
  assert.deepEqual(await checkEverything(service.db, { simulatedBank: true }), []);
});
