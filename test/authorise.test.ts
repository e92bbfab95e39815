// The authorisation page over real HTTP: which page for which state, whatever a customer does.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { banks, demoBankId } from '../src/core/banks.ts';
import { findSiteByCode } from '../src/core/merchants/actions.ts';
import {
  cancelSubscription,
  chargeNow,
  createSubscription,
  findAnySubscription,
  type NewSubscription,
  type Subscription,
} from '../src/core/subscriptions/actions.ts';
import { mandateConsentVersion } from '../src/pages/words/index.ts';
import { agree, decideAtBank, follow, pageAt, submit } from './customer.ts';
import { startService, type TestService } from './running.ts';

let service: TestService;
const minute = 60_000;
const day = 24 * 60 * minute;
const otherBank = banks[0]!.id;
const shop = 'https://shop.test/welcome?plan=7';

before(async () => {
  service = await startService();
});
after(() => service.end());

async function made(more: Partial<NewSubscription> = {}): Promise<string> {
  const site = (await findSiteByCode(service.db, service.merchant.siteCode))!;
  const today = service.clock.now().toISOString().slice(0, 10);
  const { id } = await createSubscription(service.ctx, {
    site,
    amount: 19_900n,
    merchantReference: 'CLUB 117',
    frequency: 'Monthly',
    firstPaymentDate: today,
    occurrences: 12,
    returnUrl: shop,
    ...more,
  });
  return id;
}

const urlOf = (id: string): string => `${service.base}/subscribe/${id}`;
const pageOf = (id: string): Promise<string> => pageAt(urlOf(id));
const textOf = async (url: string): Promise<string> =>
  (await (await fetch(url)).text()).replaceAll('\u00a0', ' ');
const find = async (id: string): Promise<Subscription> => (await findAnySubscription(service.ctx, id))!;

/** Chooses the bank, decides there and comes back; answers where that ends. */
async function decide(id: string, decision: 'approve' | 'decline', bank = demoBankId): Promise<string> {
  const { location } = await agree(service.base, id, bank);
  return follow(await decideAtBank(location, decision));
}

async function mandatesOf(id: string): Promise<{ state: string; bankId: string }[]> {
  const rows = await service.db<{ state: string; bankId: string }[]>`
    select state, bank_id from bank.mandates where id = ${id}`;
  return rows.map((row) => ({ ...row }));
}

function faults(bank: object): Promise<Response> {
  return fetch(`${service.base}/sandbox/faults`, {
    method: 'PUT',
    headers: { apikey: service.merchant.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ bank }),
  });
}

async function pass(ms: number): Promise<void> {
  service.clock.advance(ms);
  await service.drain();
}

test('the first page says who charges, what now, how much, how often, until when, and what else', async () => {
  const id = await made({
    payableNow: 5_000n,
    band: { minimum: 5_000n, maximum: 50_000n },
    description: 'Book club <one book a month>',
    firstPaymentDate: '2027-01-31',
  });
  const text = await textOf(urlOf(id));
  for (const said of [
    'Karoo Books asks for a regular payment',
    'R 199,00',
    'every month',
    'Book club &lt;one book a month&gt;',
    'CLUB 117',
    'R 50,00, when you approve',
    '31 Jan 2027',
    '31 Dec 2027',
    'R 2 438,00',
    'each from R 50,00 to R 500,00',
    'on the next working day',
    'Decide before 21 Nov 2026, 12:00',
    'Decline and go back to Karoo Books',
  ])
    assert.ok(text.includes(said), said);
});

test('the last day keeps the day of the month that short months lose', async () => {
  const id = await made({ firstPaymentDate: '2027-01-31', occurrences: 2 });
  assert.match(await textOf(urlOf(id)), /28 Feb 2027/);
});

test('the bank shows the same facts, and its approval makes the subscription active', async () => {
  const id = await made({ payableNow: 5_000n });
  assert.equal(await pageOf(id), 'choose');
  const { location } = await agree(service.base, id, demoBankId);
  assert.equal(location, `${service.base}/bank/mandates/${id}`);
  assert.equal(await pageOf(id), 'atBank');
  assert.match(await textOf(location), /TEST BANK[\s\S]*name="user"[^>]*value="demo"/);
  const asked = await textOf(`${location}/approve`);
  for (const said of [
    'Karoo Books',
    'R 199,00',
    'every month',
    '20 Nov 2026',
    '20 Oct 2027',
    '<dd>12</dd>',
    'CLUB 117',
  ])
    assert.ok(asked.includes(said), said);
  const back = await decideAtBank(location, 'approve');
  assert.equal(back, `${urlOf(id)}/return`);
  assert.equal(await follow(back), urlOf(id));
  assert.equal(await pageOf(id), 'active');
  assert.equal((await find(id)).state, 'active');
  const text = await textOf(urlOf(id));
  assert.match(text, /Approved\./);
  assert.match(text, /data-follow/);
  const address = `${shop}&amp;subscriptionId=${id}&amp;status=Active&amp;reference=CLUB+117`;
  assert.ok(text.includes(`href="${address}"`));
});

test('the customer’s consent is kept with its text, language, time, address and browser', async () => {
  const id = await made();
  const answer = await fetch(`${urlOf(id)}/choose?lang=zu`, {
    method: 'POST',
    body: new URLSearchParams({ bank: demoBankId, consent: mandateConsentVersion }),
    headers: { 'user-agent': 'Old Phone 1.0' },
    redirect: 'manual',
  });
  assert.equal(answer.status, 303);
  const { address, ...consent } = (await find(id)).consent!;
  assert.deepEqual(consent, {
    textVersion: mandateConsentVersion,
    language: 'zu',
    userAgent: 'Old Phone 1.0',
    givenAt: service.clock.now().toISOString(),
  });
  assert.match(address, /127\.0\.0\.1|::1/);
});

test('consent to a text that has changed since is no consent: the page is shown anew', async () => {
  const id = await made();
  for (const consent of ['', '2020-01']) {
    const { location } = await agree(service.base, id, demoBankId, { consent });
    assert.equal(location, urlOf(id));
  }
  assert.deepEqual(await mandatesOf(id), []);
  assert.equal((await find(id)).consent, null);
});

test('fifty presses of the button at once make one mandate and lead to it', async () => {
  const id = await made();
  const presses = await Promise.all(Array.from({ length: 50 }, () => agree(service.base, id, demoBankId)));
  const led = new Set(presses.map(({ status, location }) => `${status} ${location}`));
  assert.deepEqual([...led], [`303 ${service.base}/bank/mandates/${id}`]);
  assert.equal((await mandatesOf(id)).length, 1);
});

test('fifty approvals and returns at once make one active subscription and one charge at sign-up', async () => {
  const id = await made({ payableNow: 5_000n });
  const { location } = await agree(service.base, id, demoBankId);
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

test('before deciding the customer may choose another bank, from a page of its own', async () => {
  const id = await made();
  await agree(service.base, id, demoBankId);
  assert.doesNotMatch(await textOf(urlOf(id)), /name="bank"/);
  assert.match(await textOf(`${urlOf(id)}?again=1`), /name="bank"/);
  await agree(service.base, id, otherBank);
  assert.deepEqual(await mandatesOf(id), [{ state: 'waiting', bankId: otherBank }]);
  assert.equal((await find(id)).bankId, otherBank);
});

test('declining on our page ends it, leads to the merchant, and takes the mandate back at the bank', async () => {
  for (const isAtBank of [false, true]) {
    const id = await made();
    if (isAtBank) await agree(service.base, id, demoBankId);
    const { location } = await submit(`${urlOf(id)}/decline`, {});
    assert.equal(location, `${shop}&subscriptionId=${id}&status=Failed&reference=CLUB+117`);
    assert.equal(await pageOf(id), 'declined');
    assert.match(await textOf(urlOf(id)), /No money will be taken/);
    await service.drain();
    assert.deepEqual(
      (await mandatesOf(id)).map(({ state }) => state),
      isAtBank ? ['cancelled'] : [],
    );
  }
});

test('without an address of the merchant the customer stays with the result', async () => {
  const id = await made({ returnUrl: undefined });
  const text = await textOf(urlOf(id));
  assert.match(text, />Decline</);
  assert.equal((await submit(`${urlOf(id)}/decline`, {})).location, urlOf(id));
  assert.doesNotMatch(await textOf(urlOf(id)), /data-back/);
});

test('declining while another window chooses a bank never leaves a mandate behind', async () => {
  const id = await made();
  const choices = Array.from({ length: 10 }, () => agree(service.base, id, demoBankId));
  await Promise.all([...choices, submit(`${urlOf(id)}/decline`, {})]);
  await pass(minute);
  assert.equal((await find(id)).state, 'failed');
  const standing = (await mandatesOf(id)).filter(({ state }) => state !== 'cancelled');
  assert.deepEqual(standing, []);
});

test('declining at the bank shows as declined, and the bank’s page says so too', async () => {
  const id = await made();
  assert.equal(await decide(id, 'decline'), urlOf(id));
  assert.equal(await pageOf(id), 'declined');
  assert.match(await textOf(urlOf(id)), /Declined\.[\s\S]*Demo Bank/);
  const bank = await textOf(`${service.base}/bank/mandates/${id}/approve`);
  assert.match(bank, /You declined/);
  assert.doesNotMatch(bank, /<form/);
});

test('the time to decide holds to the second, before any sweep has run, and is told in words', async () => {
  const id = await made();
  service.clock.set((await find(id)).lapsesAt);
  assert.equal(await pageOf(id), 'expired');
  assert.match(await textOf(urlOf(id)), /The time to approve ran out on/);
  assert.equal((await agree(service.base, id, demoBankId)).location, urlOf(id));
  assert.equal((await submit(`${urlOf(id)}/decline`, {})).location, urlOf(id));
  assert.deepEqual(await mandatesOf(id), []);
  await service.drain();
  assert.equal((await find(id)).state, 'expired');
  assert.equal(await pageOf(id), 'expired');
});

test('an approval just in time counts although the customer comes back too late', async () => {
  const [approved, undecided] = [await made(), await made()];
  for (const id of [approved, undecided]) await agree(service.base, id, demoBankId);
  await decideAtBank(`${service.base}/bank/mandates/${approved}`, 'approve');
  service.clock.set((await find(undecided)).lapsesAt);
  assert.deepEqual([await pageOf(approved), await pageOf(undecided)], ['waiting', 'waiting']);
  assert.doesNotMatch(await textOf(urlOf(undecided)), /No money will be taken/);
  assert.equal(
    (await submit(`${service.base}/bank/mandates/${undecided}/approve`, { decision: 'approve' })).location,
    `${service.base}/bank/mandates/${undecided}/approve`,
  );
  await service.drain();
  assert.deepEqual([await pageOf(approved), await pageOf(undecided)], ['active', 'expired']);
});

test('a bank that cannot be asked shows as waiting, and then as what the customer decided', async () => {
  const id = await made();
  const { location } = await agree(service.base, id, demoBankId);
  await decideAtBank(location, 'approve');
  await faults({ down: true });
  assert.equal((await fetch(location)).status, 503);
  assert.equal(await follow(`${urlOf(id)}/return`), urlOf(id));
  assert.equal((await find(id)).state, 'unknown');
  assert.equal(await pageOf(id), 'waiting');
  assert.match(await textOf(urlOf(id)), /Waiting for your bank\./);
  assert.equal((await agree(service.base, id, otherBank)).location, urlOf(id));
  await faults({});
  await pass(10 * minute);
  assert.equal(await pageOf(id), 'active');
  // Everybody who comes now comes to read it.
  await pass(day);
  assert.doesNotMatch(await textOf(urlOf(id)), /data-follow/);
});

test('a bank that is away is said so above the list, and nothing is opened', async () => {
  const id = await made();
  await faults({ down: true });
  const { status, text } = await agree(service.base, id, demoBankId);
  await faults({});
  assert.equal(status, 200);
  assert.match(text, /data-focus[\s\S]*Demo Bank can’t take payments right now/);
  const none = await agree(service.base, id, 'nonsense');
  assert.match(none.text, /data-focus[\s\S]*href="#bank"[^>]*>Choose your bank first/);
  await faults({ errorRate: 1 });
  const refused = await agree(service.base, id, demoBankId);
  await faults({});
  assert.match(refused.text, /We could not reach Demo Bank[\s\S]*checked/);
  assert.deepEqual(await mandatesOf(id), []);
  assert.equal(await pageOf(id), 'choose');
});

test('a customer left standing at the bank finds the way back there', async () => {
  const id = await made();
  const { location } = await agree(service.base, id, demoBankId);
  await faults({ timeoutAfterCommit: true });
  const stuck = await decideAtBank(location, 'approve');
  await faults({});
  assert.equal(stuck, `${location}/approve`);
  assert.match(await textOf(stuck), new RegExp(`You approved[\\s\\S]*href="${urlOf(id)}/return"`));
});

test('a merchant’s cancelling shows as cancelled, and after charges promises nothing about money', async () => {
  const [before, later] = [await made(), await made()];
  await decide(later, 'approve');
  const { merchantId } = await find(before);
  for (const id of [before, later]) await cancelSubscription(service.ctx, merchantId, id);
  assert.deepEqual([await pageOf(before), await pageOf(later)], ['cancelled', 'cancelled']);
  assert.match(await textOf(urlOf(before)), /No money will be taken/);
  const text = await textOf(urlOf(later));
  assert.doesNotMatch(text, /No money will be taken/);
  assert.match(text, /may still go through/);
});

test('a subscription that has run its course, or into too many failures, says so', async () => {
  const daily = { frequency: 'Daily', payableNow: undefined } as const;
  const [completed, stopped] = [
    await made({ ...daily, occurrences: 1 }),
    await made({ ...daily, occurrences: 30, amount: 1_091n }),
  ];
  for (const id of [completed, stopped]) await decide(id, 'approve');
  for (let n = 0; n < 14; n += 1) await pass(day);
  assert.deepEqual([await pageOf(completed), await pageOf(stopped)], ['completed', 'stopped']);
  assert.match(await textOf(urlOf(completed)), /has come to its end/);
  assert.match(await textOf(urlOf(stopped)), /Too many payments in a row/);
});

test('on every result page, back, refresh and every button lead to the result and change nothing', async () => {
  const [active, declined, cancelled] = [await made(), await made(), await made()];
  await decide(active, 'approve');
  await decide(declined, 'decline');
  await cancelSubscription(service.ctx, (await find(cancelled)).merchantId, cancelled);
  for (const id of [active, declined, cancelled]) {
    const [before, mandates] = [await find(id), await mandatesOf(id)];
    assert.equal((await agree(service.base, id, otherBank)).location, urlOf(id));
    assert.equal((await submit(`${urlOf(id)}/decline`, {})).location, urlOf(id));
    assert.equal(await follow(`${urlOf(id)}/return`), urlOf(id));
    assert.deepEqual([await find(id), await mandatesOf(id)], [before, mandates]);
  }
});

test('the bank takes no decision and no account that it did not offer, and one decision only', async () => {
  const id = await made();
  const { location } = await agree(service.base, id, demoBankId);
  const approval = `${location}/approve`;
  const wrong: Record<string, string>[] = [
    {},
    { decision: 'toString' },
    { decision: 'approve', account: '1234567890' },
  ];
  for (const fields of wrong) assert.equal((await submit(approval, fields)).location, approval);
  assert.equal((await mandatesOf(id))[0]!.state, 'waiting');
  assert.equal((await submit(approval, { decision: 'decline' })).location, `${urlOf(id)}/return`);
  assert.equal((await submit(approval, { decision: 'approve' })).location, approval);
  assert.equal((await mandatesOf(id))[0]!.state, 'declined');
});

test('nothing in an address changes anything or breaks the page', async () => {
  const id = await made();
  await agree(service.base, id, demoBankId);
  const state = async () => [(await find(id)).state, await mandatesOf(id)];
  const before = await state();
  await follow(`${urlOf(id)}/return?status=approved&outcome=approved&state=active&bankId=${otherBank}`);
  for (const query of [
    'again=1&again=2',
    'q=a&q=b&again=1',
    'lang=xx&lang=zu',
    'q=%00%ff%3Cscript%3E&again=1',
    '__proto__=1',
  ]) {
    const answer = await fetch(`${urlOf(id)}?${query}`);
    assert.equal(answer.status, 200, query);
    assert.doesNotMatch(await answer.text(), /<script>/, query);
  }
  const doubled = new URLSearchParams(`bank=${demoBankId}&bank=${otherBank}&consent=x&consent=y`);
  const pressed = await fetch(`${urlOf(id)}/choose`, { method: 'POST', body: doubled, redirect: 'manual' });
  assert.equal(pressed.status, 400);
  assert.deepEqual(await state(), before);
});

test('an address that is nobody’s, and a body that is no form, get a readable page', async () => {
  const id = await made();
  const addresses = ['nonsense', '%27', '01a1fdcd-bbff-7e99-906d-d62fded798b2', '%00'];
  const asked = [
    ...addresses.map((one) => [404, urlOf(one), {}] as const),
    ...addresses.map((one) => [404, `${urlOf(one)}/return`, {}] as const),
    [404, `${urlOf('nonsense')}/choose`, { method: 'POST', body: new URLSearchParams() }] as const,
    [404, `${service.base}/bank/mandates/nonsense`, {}] as const,
    [404, `${service.base}/bank/mandates/01a1fdcd-bbff-7e99-906d-d62fded798b2/approve`, {}] as const,
    [
      415,
      `${urlOf(id)}/choose`,
      { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
    ] as const,
  ];
  for (const [status, url, init] of asked) {
    const answer = await fetch(url, init);
    assert.equal(answer.status, status, url);
    assert.match(answer.headers.get('content-type') ?? '', /text\/html/, url);
  }
});

test('the policy forbids everything that is not ours, and lets declining lead to the merchant', async () => {
  const answer = await fetch(urlOf(await made()));
  const policy = answer.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /form-action 'self' [^;]*https:\/\/shop\.test/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
});

test('the page speaks the language that the address or the browser asks for', async () => {
  const url = urlOf(await made());
  assert.match(await textOf(`${url}?lang=st`), /<html lang="st">[\s\S]*Karoo Books e kopa tefo e iphetang/);
  const xhosa = await fetch(url, { headers: { 'accept-language': 'xh' } });
  assert.match(await xhosa.text(), /I-Karoo Books icela intlawulo ephindaphindwayo/);
});

test('the checkout of a charge offers no bank, whatever becomes of the charge', async () => {
  const id = await made({ amount: 10_000n });
  await decide(id, 'approve');
  const subscription = await find(id);
  for (const [amount, page] of [
    [1_000n, 'paid'],
    [1_091n, 'charge'],
    [1_094n, 'waiting'],
  ] as const) {
    const { id: chargeId } = await chargeNow(service.ctx, subscription, {
      amount,
      merchantReference: 'EXTRA',
    });
    await service.drain();
    const [row] = await service.db<{ paymentId: string }[]>`
      select payment_id from subscription_charges where id = ${chargeId}`;
    const url = `${service.base}/pay/${row!.paymentId}`;
    assert.equal(await pageAt(url), page);
    assert.doesNotMatch(await textOf(`${url}?again=1`), /name="bank"|<form/, page);
    for (const button of ['choose', 'cancel', 'another', 'leave', 'test-outcome'])
      assert.equal((await submit(`${url}/${button}`, { bank: demoBankId })).location, url, button);
    const attempts = () => service.db`select state from transactions where payment_id = ${row!.paymentId}`;
    const before = await attempts();
    assert.equal(await follow(`${url}/return`), url);
    assert.deepEqual(await attempts(), before);
    assert.equal(await pageAt(url), page);
  }
});

test('coming to a charge that has not reached its bank yet does not end it', async () => {
  const id = await made({ amount: 10_000n });
  await decide(id, 'approve');
  await faults({ down: true });
  const wanted = { amount: 1_000n, merchantReference: 'EXTRA' };
  const { id: chargeId } = await chargeNow(service.ctx, await find(id), wanted);
  await service.drain();
  await faults({});
  const [row] = await service.db<{ paymentId: string }[]>`
    select payment_id from subscription_charges where id = ${chargeId}`;
  const url = `${service.base}/pay/${row!.paymentId}`;
  assert.equal(await pageAt(url), 'charge');
  await follow(`${url}/return`);
  await pass(10 * minute);
  assert.equal(await pageAt(url), 'paid');
  const attempts = await service.db`select 1 from transactions where payment_id = ${row!.paymentId}`;
  assert.equal(attempts.length, 1);
});
