// The authorisation page over real HTTP: which page for which state, and what its customer decides.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { banks, demoBankId } from '../src/core/banks.ts';
import { cancelSubscription, chargeNow } from '../src/core/subscriptions/actions.ts';
import { only } from '../src/core/viewer.ts';
import { mandateConsentVersion } from '../src/pages/messages/index.ts';
import { dayText } from '../src/pages/messages/time.ts';
import { day, minute, openAuthorising, shop } from './support/authorising.ts';
import { decideAtBank, follow, submit } from './support/customer.ts';

const service = await openAuthorising();
const otherBank = banks[0]!.id;

function assertSaid(text: string, parts: string[]): void {
  for (const part of parts) assert.ok(text.includes(part), `${part}: ${text}`);
}

test('the first page shows the merchant, the first charge, the amount, the frequency, the end and the other terms', async () => {
  const id = await service.made({
    payableNow: 5_000n,
    band: { minimum: 5_000n, maximum: 50_000n },
    description: 'Book club <one book a month>',
    firstPaymentDate: '2027-01-31',
  });
  const text = await service.textOf(service.urlOf(id));
  assertSaid(text, [
    'Karoo Books requests a regular payment',
    'R 199,00',
    'every month',
    'Book club &lt;one book a month&gt;',
    'CLUB 117',
    'R 50,00, when you approve',
    '31 Jan 2027',
    '31 Dec 2027',
    'R 2 438,00',
    'Without single payments',
    'each from R 50,00 to R 500,00',
    'on the next working day',
    'Decide before 21 Nov 2026, 12:00',
    'Decline and go back to Karoo Books',
  ]);
});

test('a subscription without a band mentions no single payments, to its customer or their bank', async () => {
  // A limit of ad-hoc charges authorises none.
  for (const more of [{}, { maxAdhocCharges: 4, maxAdhocTotal: 60_000n }]) {
    const id = await service.made({ amount: 12_000n, ...more });
    const asked = await service.textOf(service.urlOf(id));
    assert.match(asked, /<dt>Total<\/dt><dd>R 1 440,00<\/dd>/);
    await service.agree(id, demoBankId);
    const mandate = `${service.mandates}/${id}`;
    const atBank = await service.textOf(`${mandate}/approve`);
    assert.match(atBank, /At most<\/dt><dd>R 120,00 in one payment/);
    await follow(await decideAtBank(mandate, 'approve'));
    for (const page of [asked, atBank, await service.textOf(service.urlOf(id))])
      assert.doesNotMatch(page, /single payment|no limit|R 600,00/i);
    await assert.rejects(
      chargeNow(service.ctx, await service.find(id), { amount: 100n, merchantReference: 'EXTRA' }),
      { code: 'AdhocChargesNotAuthorised' },
    );
  }
});

test('a band without ad-hoc charges is not offered, and the bank allows no more than the amount', async () => {
  const id = await service.made({ band: { minimum: 5_000n, maximum: 50_000n }, maxAdhocCharges: 0 });
  const asked = await service.textOf(service.urlOf(id));
  await service.agree(id, demoBankId);
  const atBank = await service.textOf(`${service.mandates}/${id}/approve`);
  for (const page of [asked, atBank]) assert.doesNotMatch(page, /single payment|R 500,00/i);
  assert.match(atBank, /At most<\/dt><dd>R 199,00 in one payment/);
});

test('the customer reads the merchant’s limits on single payments, and again on the record once they approved', async () => {
  const id = await service.made({
    band: { minimum: 5_000n, maximum: 50_000n },
    maxAdhocCharges: 4,
    maxAdhocTotal: 60_000n,
    bankReference: 'KAROO CLUB',
  });
  const limits = [
    'each from R 50,00 to R 500,00. At most 4. Their total is at most R 600,00.',
    'Maximum total',
    'R 2 988,00',
    'with the reference KAROO CLUB',
    'You allow Karoo Books to take R 199,00',
  ];
  const asked = await service.textOf(service.urlOf(id));
  await service.agree(id, demoBankId);
  await follow(await decideAtBank(`${service.mandates}/${id}`, 'approve'));
  const kept = await service.textOf(service.urlOf(id));
  for (const text of [asked, kept]) assertSaid(text, limits);
  assert.match(kept, /You agreed to this on 20 Nov 2026, \d\d:\d\d\. Version 2026-11-27/);
});

test('the last day keeps the day of the month that short months lose', async () => {
  const id = await service.made({ firstPaymentDate: '2027-01-31', occurrences: 2 });
  assert.match(await service.textOf(service.urlOf(id)), /28 Feb 2027/);
});

test('the bank shows the same facts, and its approval activates the subscription', async () => {
  const id = await service.made({ payableNow: 5_000n });
  assert.equal(await service.pageOf(id), 'choose');
  const { location } = await service.agree(id, demoBankId);
  assert.equal(location, `${service.mandates}/${id}`);
  assert.equal(await service.pageOf(id), 'atBank');
  assert.match(await service.textOf(location), /TEST BANK[\s\S]*name="user"[^>]*value="demo"/);
  const asked = await service.textOf(`${location}/approve`);
  assertSaid(asked, [
    'Karoo Books',
    'R 199,00',
    'every month',
    '20 Nov 2026',
    '20 Oct 2027',
    '<dd>12</dd>',
    'CLUB 117',
  ]);
  const back = await decideAtBank(location, 'approve');
  assert.equal(back, `${service.urlOf(id)}/return`);
  assert.equal(await follow(back), service.urlOf(id));
  assert.equal(await service.pageOf(id), 'active');
  assert.equal((await service.find(id)).state, 'active');
  const text = await service.textOf(service.urlOf(id));
  assert.match(text, /Approved\./);
  assert.match(text, /data-follow/);
  const address = `${shop}&amp;subscriptionId=${id}&amp;status=Active&amp;reference=CLUB+117`;
  assert.ok(text.includes(`href="${address}"`));
});

test('the customer’s consent is kept with its text, language, time, address and browser', async () => {
  const id = await service.made();
  const answer = await fetch(`${service.urlOf(id)}/choose?lang=zu`, {
    method: 'POST',
    body: new URLSearchParams({ bank: demoBankId, consent: mandateConsentVersion }),
    headers: { 'user-agent': 'Old Phone 1.0' },
    redirect: 'manual',
  });
  assert.equal(answer.status, 303);
  const { address, ...consent } = (await service.find(id)).consent!;
  assert.deepEqual(consent, {
    textVersion: mandateConsentVersion,
    language: 'zu',
    userAgent: 'Old Phone 1.0',
    givenAt: service.clock.now().toISOString(),
  });
  assert.match(address, /127\.0\.0\.1|::1/);
});

test('before deciding the customer can choose another bank, from a separate page', async () => {
  const id = await service.made();
  await service.agree(id, demoBankId);
  assert.doesNotMatch(await service.textOf(service.urlOf(id)), /name="bank"/);
  assert.match(await service.textOf(`${service.urlOf(id)}?again=1`), /name="bank"/);
  await service.agree(id, otherBank);
  assert.deepEqual(await service.mandatesOf(id), [{ state: 'waiting', bankId: otherBank }]);
  assert.equal((await service.find(id)).bankId, otherBank);
});

test('declining on the authorisation page ends it, leads to the merchant, and cancels the mandate at the bank', async () => {
  for (const isAtBank of [false, true]) {
    const id = await service.made();
    if (isAtBank) await service.agree(id, demoBankId);
    const { location } = await submit(`${service.urlOf(id)}/decline`, {});
    assert.equal(location, `${shop}&subscriptionId=${id}&status=Failed&reference=CLUB+117`);
    assert.equal(await service.pageOf(id), 'declined');
    assert.match(await service.textOf(service.urlOf(id)), /No money will be taken/);
    await service.drain();
    assert.deepEqual(
      (await service.mandatesOf(id)).map(({ state }) => state),
      isAtBank ? ['cancelled'] : [],
    );
  }
});

test('without an address of the merchant the customer stays with the result', async () => {
  const id = await service.made({ returnUrl: undefined });
  const text = await service.textOf(service.urlOf(id));
  assert.match(text, />Decline</);
  assert.equal((await submit(`${service.urlOf(id)}/decline`, {})).location, service.urlOf(id));
  assert.doesNotMatch(await service.textOf(service.urlOf(id)), /data-back/);
});

test('declining while another window chooses a bank never leaves a mandate behind', async () => {
  const id = await service.made();
  const choices = Array.from({ length: 10 }, () => service.agree(id, demoBankId));
  await Promise.all([...choices, submit(`${service.urlOf(id)}/decline`, {})]);
  await service.pass(minute);
  assert.equal((await service.find(id)).state, 'failed');
  const standing = (await service.mandatesOf(id)).filter(({ state }) => state !== 'cancelled');
  assert.deepEqual(standing, []);
});

test('declining at the bank shows as declined, also on the bank’s page', async () => {
  const id = await service.made();
  assert.equal(await service.decide(id, 'decline'), service.urlOf(id));
  assert.equal(await service.pageOf(id), 'declined');
  assert.match(await service.textOf(service.urlOf(id)), /Declined\.[\s\S]*Demo Bank/);
  const bank = await service.textOf(`${service.mandates}/${id}/approve`);
  assert.match(bank, /You declined/);
  assert.doesNotMatch(bank, /<form/);
});

test('the time to decide ends to the second, before any sweep has run, and the page explains it', async () => {
  const id = await service.made();
  service.clock.set((await service.find(id)).lapsesAt);
  assert.equal(await service.pageOf(id), 'expired');
  assert.match(await service.textOf(service.urlOf(id)), /This request expired on/);
  assert.equal((await service.agree(id, demoBankId)).location, service.urlOf(id));
  assert.equal((await submit(`${service.urlOf(id)}/decline`, {})).location, service.urlOf(id));
  assert.deepEqual(await service.mandatesOf(id), []);
  await service.drain();
  assert.equal((await service.find(id)).state, 'expired');
  assert.equal(await service.pageOf(id), 'expired');
});

test('an approval just in time counts although the customer returns too late', async () => {
  const [approved, undecided] = [await service.made(), await service.made()];
  for (const id of [approved, undecided]) await service.agree(id, demoBankId);
  await decideAtBank(`${service.mandates}/${approved}`, 'approve');
  service.clock.set((await service.find(undecided)).lapsesAt);
  assert.deepEqual([await service.pageOf(approved), await service.pageOf(undecided)], ['waiting', 'waiting']);
  assert.doesNotMatch(await service.textOf(service.urlOf(undecided)), /No money will be taken/);
  assert.equal(
    (await submit(`${service.mandates}/${undecided}/approve`, { decision: 'approve' })).location,
    `${service.mandates}/${undecided}/approve`,
  );
  await service.drain();
  assert.deepEqual([await service.pageOf(approved), await service.pageOf(undecided)], ['active', 'expired']);
});

test('an unreachable bank shows as waiting, and then as the customer’s decision', async () => {
  const id = await service.made();
  const { location } = await service.agree(id, demoBankId);
  await decideAtBank(location, 'approve');
  await service.faults({ down: true });
  assert.equal((await fetch(location)).status, 503);
  assert.equal(await follow(`${service.urlOf(id)}/return`), service.urlOf(id));
  assert.equal((await service.find(id)).state, 'unknown');
  assert.equal(await service.pageOf(id), 'waiting');
  assert.match(await service.textOf(service.urlOf(id)), /Waiting for your bank\./);
  assert.equal((await service.agree(id, otherBank)).location, service.urlOf(id));
  await service.faults({});
  await service.pass(10 * minute);
  assert.equal(await service.pageOf(id), 'active');
  // Every visitor from now on comes to read it.
  await service.pass(day);
  assert.doesNotMatch(await service.textOf(service.urlOf(id)), /data-follow/);
});

test('the page reports an unreachable bank above the list, and opens nothing', async () => {
  const id = await service.made();
  await service.faults({ down: true });
  const { status, text } = await service.agree(id, demoBankId);
  await service.faults({});
  assert.equal(status, 200);
  assert.match(text, /data-focus[\s\S]*Demo Bank can’t take payments right now/);
  const none = await service.agree(id, 'nonsense');
  assert.match(none.text, /data-focus[\s\S]*href="#bank"[^>]*>Choose your bank first/);
  await service.faults({ errorRate: 1 });
  const refused = await service.agree(id, demoBankId);
  await service.faults({});
  assert.match(refused.text, /We could not reach Demo Bank[\s\S]*checked/);
  assert.deepEqual(await service.mandatesOf(id), []);
  assert.equal(await service.pageOf(id), 'choose');
});

test('a customer left standing at the bank finds the way back there', async () => {
  const id = await service.made();
  const { location } = await service.agree(id, demoBankId);
  await service.faults({ timeoutAfterCommit: true });
  const stuck = await decideAtBank(location, 'approve');
  await service.faults({});
  assert.equal(stuck, `${location}/approve`);
  assert.match(
    await service.textOf(stuck),
    new RegExp(`You approved[\\s\\S]*href="${service.urlOf(id)}/return"`),
  );
});

test('a merchant’s cancelling shows as cancelled, and after charges promises nothing about money', async () => {
  const [before, later] = [await service.made(), await service.made()];
  await service.decide(later, 'approve');
  const { merchantId } = await service.find(before);
  for (const id of [before, later]) await cancelSubscription(service.ctx, only(merchantId), id);
  assert.deepEqual([await service.pageOf(before), await service.pageOf(later)], ['cancelled', 'cancelled']);
  assert.match(await service.textOf(service.urlOf(before)), /No money will be taken/);
  const text = await service.textOf(service.urlOf(later));
  assert.doesNotMatch(text, /No money will be taken/);
  assert.match(text, /may still go through/);
});

test('the page of a completed or failed subscription shows its state', async () => {
  const daily = { frequency: 'Daily', payableNow: undefined } as const;
  const [completed, stopped] = [
    await service.made({ ...daily, occurrences: 1 }),
    await service.made({ ...daily, occurrences: 30, amount: 1_091n }),
  ];
  for (const id of [completed, stopped]) await service.decide(id, 'approve');
  for (let n = 0; n < 14; n += 1) await service.pass(day);
  assert.deepEqual(
    [await service.pageOf(completed), await service.pageOf(stopped)],
    ['completed', 'stopped'],
  );
  assert.match(await service.textOf(service.urlOf(completed)), /has ended/);
  assert.match(await service.textOf(service.urlOf(stopped)), /Too many payments in a row/);
});

test('the pages of a declined charge and of its subscription show the reason and the next step', async () => {
  // The cents make the simulated bank decline.
  const id = await service.made({ amount: 19_991n, occurrences: 2 });
  await service.decide(id, 'approve');
  await service.drain();
  const chargeInDb = async () => {
    const [row] = await service.db<{ paymentId: string; day: string; dueAt: Date; next: string }[]>`
      select tried.payment_id, tried.due_at, tried.charge_date::text as day, next.charge_date::text as next
      from subscription_charges tried join subscription_charges next using (subscription_id)
      where subscription_id = ${id} and tried.attempts > 0 and next.attempts = 0`;
    return row!;
  };
  const said = async (page: string, texts: string[]) => assertSaid(await service.textOf(page), texts);
  const dayOf = (day: string) => dayText('en', day).replaceAll('\u00a0', ' ');

  const { paymentId, day, dueAt, next } = await chargeInDb();
  const pages = [service.urlOf(id), `${service.base}/pay/${paymentId}`];
  const why = 'Demo Bank declined this payment. No money has left your account.';
  const again = `We will try again on ${dayOf(dueAt.toISOString().slice(0, 10))}.`;
  for (const page of pages) await said(page, [why, again]);
  await said(pages[0]!, [`The payment of R 199,91 on ${dayOf(day)} was not made.`]);
  await said(pages[1]!, ['Not paid yet.']);

  for (let tries = 0; tries < 2; tries += 1) {
    service.clock.set((await chargeInDb()).dueAt);
    await service.drain();
  }
  const givenUp = `We will not try this payment again. The next payment is on ${dayOf(next)}.`;
  for (const page of pages) await said(page, [why, givenUp, 'Ask Karoo Books how to pay this amount.']);
  await said(pages[1]!, ['Not paid.']);
});

test('the pages of a reversed charge and of its subscription show the reversal and the retry', async () => {
  const id = await service.made({ occurrences: 2 });
  await service.decide(id, 'approve');
  await service.drain();
  const [paid] = await service.db<{ id: string; paymentId: string }[]>`
    select id, payment_id from transactions where state = 'successful'
      and payment_id = (select payment_id from subscription_charges where subscription_id = ${id} and attempts > 0)`;
  const back = { outcome: 'returned', code: '02' };
  assert.equal((await service.sandbox('POST', `transactions/${paid!.id}/outcome`, back)).status, 200);
  const pages = [`${service.base}/pay/${paid!.paymentId}`, service.urlOf(id)];
  const texts = await Promise.all(pages.map(service.textOf));
  for (const text of texts) {
    assert.ok(text.includes('Demo Bank made this payment, and then reversed it.'), text);
    assert.match(text, /We will try again on /);
    assert.doesNotMatch(text, /No money has left|Something went wrong|was not made/);
  }
  assert.match(texts[0]!, /Not paid yet\./);
  assert.match(texts[1]!, /The payment of R 199,00 on [^<]+ was reversed\./);
});
