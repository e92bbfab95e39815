// Attacks on the authorisation page: many presses, stale pages, invented addresses, and charges to pay.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { banks, demoBankId } from '../src/core/banks.ts';
import { cancelSubscription, chargeNow } from '../src/core/subscriptions/actions.ts';
import { only } from '../src/core/viewer.ts';
import { minute, openAuthorising } from './support/authorising.ts';
import { decideAtBank, follow, pageAt, submit } from './support/customer.ts';

const service = await openAuthorising();
const otherBank = banks[0]!.id;
const json = { 'content-type': 'application/json' };

test('consent to a text that has changed since is refused: the page is shown again', async () => {
  const id = await service.made();
  for (const consent of ['', '2020-01']) {
    const { location } = await service.agree(id, demoBankId, { consent });
    assert.equal(location, service.urlOf(id));
  }
  assert.deepEqual(await service.mandatesOf(id), []);
  assert.equal((await service.find(id)).consent, null);
});

test('fifty presses of the button at once create one mandate and lead to it', async () => {
  const id = await service.made();
  const presses = await Promise.all(Array.from({ length: 50 }, () => service.agree(id, demoBankId)));
  const led = new Set(presses.map(({ status, location }) => `${status} ${location}`));
  assert.deepEqual([...led], [`303 ${service.base}/bank/mandates/${id}`]);
  assert.equal((await service.mandatesOf(id)).length, 1);
});

test('fifty approvals and returns at once create one active subscription and one charge at sign-up', async () => {
  const id = await service.made({ payableNow: 5_000n });
  const { location } = await service.agree(id, demoBankId);
  const backs = await Promise.all(Array.from({ length: 50 }, () => decideAtBank(location, 'approve')));
  await Promise.all(backs.map(follow));
  await service.drain();
  const charges = await service.db<{ type: string; state: string }[]>`
    select type, state from subscription_charges where subscription_id = ${id} and type = 'signup'`;
  assert.deepEqual(
    charges.map((charge) => ({ ...charge })),
    [{ type: 'signup', state: 'successful' }],
  );
});

test('on every result page, back, refresh and every button lead to the result and change nothing', async () => {
  const [active, declined, cancelled] = [await service.made(), await service.made(), await service.made()];
  await service.decide(active, 'approve');
  await service.decide(declined, 'decline');
  await cancelSubscription(service.ctx, only((await service.find(cancelled)).merchantId), cancelled);
  for (const id of [active, declined, cancelled]) {
    const [before, mandates] = [await service.find(id), await service.mandatesOf(id)];
    assert.equal((await service.agree(id, otherBank)).location, service.urlOf(id));
    assert.equal((await submit(`${service.urlOf(id)}/decline`, {})).location, service.urlOf(id));
    assert.equal(await follow(`${service.urlOf(id)}/return`), service.urlOf(id));
    assert.deepEqual([await service.find(id), await service.mandatesOf(id)], [before, mandates]);
  }
});

test('the bank accepts only decisions and accounts that it offered, and one decision only', async () => {
  const id = await service.made();
  const { location } = await service.agree(id, demoBankId);
  const approval = `${location}/approve`;
  const wrong: Record<string, string>[] = [
    {},
    { decision: 'toString' },
    { decision: 'approve', account: '1234567890' },
  ];
  for (const fields of wrong) assert.equal((await submit(approval, fields)).location, approval);
  assert.equal((await service.mandatesOf(id))[0]!.state, 'waiting');
  assert.equal((await submit(approval, { decision: 'decline' })).location, `${service.urlOf(id)}/return`);
  assert.equal((await submit(approval, { decision: 'approve' })).location, approval);
  assert.equal((await service.mandatesOf(id))[0]!.state, 'declined');
});

test('no parameter of an address changes state or breaks the page', async () => {
  const id = await service.made();
  await service.agree(id, demoBankId);
  const state = async () => [(await service.find(id)).state, await service.mandatesOf(id)];
  const before = await state();
  await follow(
    `${service.urlOf(id)}/return?status=approved&outcome=approved&state=active&bankId=${otherBank}`,
  );
  for (const query of [
    'again=1&again=2',
    'q=a&q=b&again=1',
    'lang=xx&lang=zu',
    'q=%00%ff%3Cscript%3E&again=1',
    '__proto__=1',
  ]) {
    const answer = await fetch(`${service.urlOf(id)}?${query}`);
    assert.equal(answer.status, 200, query);
    assert.doesNotMatch(await answer.text(), /<script>/, query);
  }
  const body = new URLSearchParams(`bank=${demoBankId}&bank=${otherBank}&consent=x&consent=y`);
  const pressed = await fetch(`${service.urlOf(id)}/choose`, { method: 'POST', body, redirect: 'manual' });
  assert.equal(pressed.status, 400);
  assert.deepEqual(await state(), before);
});

test('an unknown address, and an invalid body, get a readable page', async () => {
  const id = await service.made();
  const addresses = ['nonsense', '%27', '01a1fdcd-bbff-7e99-906d-d62fded798b2', '%00'];
  const asked = [
    ...addresses.map((one) => [404, service.urlOf(one), {}] as const),
    ...addresses.map((one) => [404, `${service.urlOf(one)}/return`, {}] as const),
    [404, `${service.urlOf('nonsense')}/choose`, { method: 'POST', body: new URLSearchParams() }] as const,
    [404, `${service.mandates}/nonsense`, {}] as const,
    [404, `${service.mandates}/01a1fdcd-bbff-7e99-906d-d62fded798b2/approve`, {}] as const,
    [415, `${service.urlOf(id)}/choose`, { method: 'POST', body: '{}', headers: json }] as const,
  ];
  for (const [status, url, init] of asked) {
    const answer = await fetch(url, init);
    assert.equal(answer.status, status, url);
    assert.match(answer.headers.get('content-type') ?? '', /text\/html/, url);
  }
});

test('the policy forbids everything that is not ours, and lets declining lead to the merchant', async () => {
  const answer = await fetch(service.urlOf(await service.made()));
  const policy = answer.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /form-action 'self' [^;]*https:\/\/shop\.test/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
});

/** Charges a subscription now; returns the payment of the charge, and its page. */
async function charge(id: string, amount: bigint): Promise<{ paymentId: string; url: string }> {
  const extra = { amount, merchantReference: 'EXTRA' };
  const { id: chargeId } = await chargeNow(service.ctx, await service.find(id), extra);
  await service.drain();
  const [row] = await service.db<{ paymentId: string }[]>`
    select payment_id from subscription_charges where id = ${chargeId}`;
  return { ...row!, url: `${service.base}/pay/${row!.paymentId}` };
}

test('the checkout of a charge offers no bank, in any state of the charge', async () => {
  const id = await service.made({ amount: 10_000n, band: { minimum: 1n, maximum: 10_000n } });
  await service.decide(id, 'approve');
  for (const [amount, page] of [
    [1_000n, 'paid'],
    [1_091n, 'charge'],
    [1_094n, 'waiting'],
  ] as const) {
    const { paymentId, url } = await charge(id, amount);
    assert.equal(await pageAt(url), page);
    assert.doesNotMatch(await service.textOf(`${url}?again=1`), /name="bank"|<form/, page);
    for (const button of ['choose', 'cancel', 'another', 'leave', 'test-outcome'])
      assert.equal((await submit(`${url}/${button}`, { bank: demoBankId })).location, url, button);
    const attempts = () => service.db`select state from transactions where payment_id = ${paymentId}`;
    const before = await attempts();
    assert.equal(await follow(`${url}/return`), url);
    assert.deepEqual(await attempts(), before);
    assert.equal(await pageAt(url), page);
  }
});

test('coming to a charge that has not reached its bank yet does not end it', async () => {
  const id = await service.made({ amount: 10_000n, band: { minimum: 1n, maximum: 10_000n } });
  await service.decide(id, 'approve');
  await service.faults({ down: true });
  const { paymentId, url } = await charge(id, 1_000n);
  await service.faults({});
  assert.equal(await pageAt(url), 'charge');
  await follow(`${url}/return`);
  await service.pass(10 * minute);
  assert.equal(await pageAt(url), 'paid');
  const attempts = await service.db`select 1 from transactions where payment_id = ${paymentId}`;
  assert.equal(attempts.length, 1);
});
