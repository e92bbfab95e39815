// The checkout over real HTTP: the page for each state, for every customer action.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { banks, demoBankId } from '../src/core/banks.ts';
import type { NewPayment, Payment } from '../src/core/payments/actions.ts';
import { cancelPayment } from '../src/core/transactions/cancellation.ts';
import { parseDecimal } from '../src/kernel/money.ts';
import { chooseBank, decideAtBank, follow, pageNow, payAtBank, submit } from './support/customer.ts';
import { newPayment as createPayment, openListener, openService } from './support/opening.ts';
import type { Received } from './support/running.ts';

const service = await openService({
  env: { TEFO_OPERATOR_NAME: 'Kgalema Payments (Pty) Ltd', TEFO_OPERATOR_EMAIL: 'help@kgalema.example' },
});
const receiver = await openListener();
const minute = 60_000;
const otherBank = banks[0]!.id;

const newPayment = (amount: string, more: Partial<NewPayment> = {}): Promise<Payment> =>
  createPayment(service, {
    amount: parseDecimal(amount)!,
    merchantReference: `ORDER ${amount}`,
    bankReference: 'KAROO 1',
    notifyUrl: `${receiver.url}/notify`,
    expiresAt: new Date(service.clock.now().getTime() + 30 * minute),
    details: {
      successUrl: 'https://shop.test/success',
      cancelUrl: 'https://shop.test/cancel',
      errorUrl: 'https://shop.test/error',
    },
    ...more,
  });

const pageOf = (id: string) => pageNow(service.base, id);
const pay = (id: string, bank: string) => payAtBank(service.base, id, bank);
const choose = (id: string, bank: string, amount?: string) => chooseBank(service.base, id, bank, amount);

const count = async (paymentId: string): Promise<number> => {
  const [row] = await service.db<{ n: number }[]>`
    select count(*)::integer as n from transactions where payment_id = ${paymentId}`;
  return row!.n;
};
const statusesOf = (payment: Payment): string[] =>
  receiver.received
    .map((one: Received) => new URLSearchParams(one.body))
    .filter((form) => form.get('TransactionReference') === payment.merchantReference)
    .map((form) => form.get('Status')!);

test('each outcome at the bank has its page', async () => {
  const pages = {
    '10.00': 'paid',
    '10.91': 'notPaid',
    '10.92': 'notPaid',
    '10.94': 'waiting',
    '10.95': 'waiting',
  };
  for (const [amount, page] of Object.entries(pages)) {
    const payment = await newPayment(amount);
    assert.equal(await pageOf(payment.id), 'choose');
    const back = await pay(payment.id, demoBankId);
    assert.equal(back, `${service.base}/pay/${payment.id}`);
    assert.equal(await pageOf(payment.id), page, amount);
  }
});

test('fifty presses of the button at once create one transaction', async () => {
  const payment = await newPayment('20.00');
  const answers = await Promise.all(Array.from({ length: 50 }, () => choose(payment.id, demoBankId)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [303]);
  assert.equal(await count(payment.id), 1);
});

test('back and refresh after success show the result, and no button opens a second attempt', async () => {
  const payment = await newPayment('21.00');
  await pay(payment.id, demoBankId);
  const page = await fetch(`${service.base}/pay/${payment.id}`);
  assert.match(await page.text(), /Paid\./);
  for (const button of ['choose', 'another', 'cancel', 'leave', 'test-outcome']) {
    const url = `${service.base}/pay/${payment.id}`;
    const pressed = await submit(`${url}/${button}`, { bank: demoBankId, outcome: 'error' });
    assert.equal(pressed.location, url, button);
  }
  assert.equal(await count(payment.id), 1);
  assert.equal(await pageOf(payment.id), 'paid');
});

test('a tab left open on the choice cannot open a second bank while the first has the customer', async () => {
  const payment = await newPayment('22.00');
  const first = await choose(payment.id, demoBankId);
  const stale = await choose(payment.id, otherBank);
  assert.equal(stale.location, `${service.base}/pay/${payment.id}`);
  assert.equal(await count(payment.id), 1);
  await decideAtBank(first.location, 'approve');
  await service.drain();
  assert.equal(await pageOf(payment.id), 'paid');
});

test('after a failure the customer can try another bank, and a merchant is notified only of the success', async () => {
  const payment = await newPayment('23.91');
  await pay(payment.id, demoBankId);
  assert.equal(await pageOf(payment.id), 'notPaid');
  const again = await fetch(`${service.base}/pay/${payment.id}?again=1`);
  assert.match(await again.text(), /name="bank"/);
  await service.drain();
  assert.deepEqual(statusesOf(payment), []);
  const { location } = await choose(payment.id, otherBank);
  const transactionId = location.split('/').at(-1)!;
  await fetch(`${service.base}/sandbox/transactions/${transactionId}/outcome`, {
    method: 'POST',
    headers: { apikey: service.merchant.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'success' }),
  });
  await service.drain();
  assert.equal(await pageOf(payment.id), 'paid');
  assert.deepEqual(statusesOf(payment), ['Complete']);
});

test('leaving after a failure notifies the merchant once and leads to the error address with the same fields', async () => {
  const payment = await newPayment('24.91');
  await pay(payment.id, demoBankId);
  const left = await submit(`${service.base}/pay/${payment.id}/leave`, {});
  await submit(`${service.base}/pay/${payment.id}/leave`, {});
  const address = new URL(left.location);
  assert.equal(address.origin + address.pathname, 'https://shop.test/error');
  await service.drain();
  assert.deepEqual(statusesOf(payment), ['Error']);
  const sent = receiver.received
    .map((one) => new URLSearchParams(one.body))
    .find((form) => form.get('TransactionReference') === payment.merchantReference)!;
  for (const name of ['Status', 'TransactionId', 'Amount', 'Hash'])
    assert.equal(address.searchParams.get(name), sent.get(name), name);
});

test('cancelling before any bank leads to the cancel address and notifies the merchant of a transaction', async () => {
  const payment = await newPayment('25.00');
  const left = await submit(`${service.base}/pay/${payment.id}/cancel`, {});
  const address = new URL(left.location);
  assert.equal(address.origin + address.pathname, 'https://shop.test/cancel');
  assert.equal(address.searchParams.get('Status'), 'Cancelled');
  assert.match(address.searchParams.get('TransactionId') ?? '', /^[0-9a-f-]{36}$/);
  await service.drain();
  assert.deepEqual(statusesOf(payment), ['Cancelled']);
  assert.equal(await pageOf(payment.id), 'cancelled');
});

test('without a cancel address of the merchant, the customer cancels, and the page says that they can leave', async () => {
  const payment = await newPayment('12.00', { details: { successUrl: 'https://shop.test/success' } });
  const page = async () => (await fetch(`${service.base}/pay/${payment.id}`)).text();
  assert.match(await page(), />Cancel this payment</);
  await choose(payment.id, demoBankId);
  assert.match(await page(), /Approve it at Demo Bank[\s\S]*>Cancel this payment</);
  const { location } = await submit(`${service.base}/pay/${payment.id}/cancel`, {});
  assert.equal(location, `${service.base}/pay/${payment.id}`);
  assert.match(await page(), /Cancelled\.[\s\S]*You can close this window\.[\s\S]*To contact Karoo Books,/);
  assert.match(await page(), /This payment page is provided by Kgalema Payments \(Pty\) Ltd for Karoo Books/);
  const lost = await (await fetch(`${service.base}/pay/none`)).text();
  assert.match(
    lost,
    /This payment page is provided by Kgalema Payments \(Pty\) Ltd\.[\s\S]*mailto:help@kgalema\.example/,
  );
});

test('the expiry holds to the second, before any sweep has run', async () => {
  const payment = await newPayment('26.00');
  service.clock.set(payment.expiresAt);
  assert.equal(await pageOf(payment.id), 'expired');
  await choose(payment.id, demoBankId);
  assert.equal(await count(payment.id), 0);
  await service.drain();
  assert.deepEqual(statusesOf(payment), ['Abandoned']);
});

test('money that arrives after the expiry completes the payment and notifies the merchant once', async () => {
  const payment = await newPayment('27.96');
  await pay(payment.id, demoBankId);
  assert.equal(await pageOf(payment.id), 'atBank');
  service.clock.set(payment.expiresAt);
  await service.drain();
  assert.equal(await pageOf(payment.id), 'expired');
  service.clock.advance(10_000);
  await service.drain();
  service.clock.advance(minute);
  await service.drain();
  assert.equal(await pageOf(payment.id), 'paid');
  assert.deepEqual(statusesOf(payment), ['Abandoned', 'Complete']);
  const [row] = await service.db<{ state: string; stateReason: string }[]>`
    select state, state_reason from payments where id = ${payment.id}`;
  assert.deepEqual({ ...row }, { state: 'complete', stateReason: 'paid late' });
});

test('a slow bank shows as waiting, and then as its decision', async () => {
  const [paid, declined] = [await newPayment('28.94'), await newPayment('28.95')];
  for (const payment of [paid, declined]) await pay(payment.id, demoBankId);
  await service.drain();
  assert.deepEqual([statusesOf(paid), statusesOf(declined)], [['Pending'], ['Pending']]);
  service.clock.advance(61_000);
  await service.drain();
  assert.equal(await pageOf(paid.id), 'paid');
  assert.equal(await pageOf(declined.id), 'notPaid');
  await submit(`${service.base}/pay/${declined.id}/leave`, {});
  await service.drain();
  assert.deepEqual(statusesOf(paid), ['Pending', 'Complete']);
  assert.deepEqual(statusesOf(declined), ['Pending', 'Error']);
});

test('a bank that does not respond leaves the outcome unknown, and blocks other banks until it does', async () => {
  const payment = await newPayment('29.99');
  const { location } = await choose(payment.id, demoBankId);
  await decideAtBank(location, 'approve');
  await follow(`${service.base}/pay/${payment.id}/return`);
  assert.equal(await pageOf(payment.id), 'waiting');
  await choose(payment.id, otherBank);
  assert.equal(await count(payment.id), 1);
  service.clock.advance(11_000);
  await service.drain();
  assert.equal(await pageOf(payment.id), 'paid');
  assert.deepEqual(statusesOf(payment), ['PendingInvestigation', 'Complete']);
});

test('parameters of the return address from a bank change nothing', async () => {
  const payment = await newPayment('30.00');
  await choose(payment.id, demoBankId);
  await fetch(`${service.base}/pay/${payment.id}/return?status=paid&Status=Complete&outcome=success`);
  assert.equal(await pageOf(payment.id), 'atBank');
});

test('the customer’s consent is kept with its text, time and address', async () => {
  const payment = await newPayment('31.00');
  await choose(payment.id, demoBankId);
  const rows = await service.db`
    select text_version, language, address, given_at from consents
    where transaction_id in (select id from transactions where payment_id = ${payment.id})`;
  assert.equal(rows.length, 1);
  assert.match(rows[0]!.textVersion, /^\d{4}-\d{2}-\d{2}(?:\.\d+)?$/);
  assert.equal(rows[0]!.language, 'en');
  assert.match(rows[0]!.address, /127\.0\.0\.1|::1/);
  assert.deepEqual(rows[0]!.givenAt, service.clock.now());
});

test('a payer chooses the amount inside the band only', async () => {
  const band = { minimum: 5_000n, maximum: 20_000n };
  const payment = await newPayment('100.00', { variable: band });
  for (const typed of ['', 'many', '49,99', '200.01', '-100']) {
    const { status, text } = await choose(payment.id, demoBankId, typed);
    assert.equal(status, 200, typed);
    assert.match(text, /id="amount"/, typed);
  }
  assert.equal(await count(payment.id), 0);
  const { location } = await choose(payment.id, demoBankId, 'R 150,50');
  await follow(await decideAtBank(location, 'approve'));
  await service.drain();
  const [row] =
    await service.db`select amount_cents, state from transactions where payment_id = ${payment.id}`;
  assert.deepEqual({ ...row }, { amountCents: 15_050n, state: 'successful' });
});

test('a test payment ends as its payer chooses, and books nothing', async () => {
  const outcomes = { successful: 'Complete', cancelled: 'Cancelled', error: 'Error', abandoned: 'Abandoned' };
  for (const [outcome, status] of Object.entries({ ...outcomes, pending: 'Pending' })) {
    const payment = await newPayment('32.00', { isTest: true, merchantReference: `TEST ${outcome}` });
    assert.equal(await pageOf(payment.id), 'chooseTestOutcome');
    await submit(`${service.base}/pay/${payment.id}/test-outcome`, { outcome });
    if ((await pageOf(payment.id)) === 'notPaid') await submit(`${service.base}/pay/${payment.id}/leave`, {});
    await service.drain();
    assert.deepEqual(statusesOf(payment), [status]);
    const journals = await service.db`
      select 1 from ledger_journals where object_id in (select id from transactions where payment_id = ${payment.id})`;
    assert.equal(journals.length, 0);
  }
});

test('a payment that its merchant cancels shows as cancelled', async () => {
  const payment = await newPayment('33.00');
  await cancelPayment(service.ctx, { banks: async () => [] } as never, payment, 'cancelled by the merchant');
  assert.equal(await pageOf(payment.id), 'cancelled');
});

test('an unknown address is a readable 404, and a form without a shop a readable 400', async () => {
  for (const id of ['nonsense', '01a1fdcd-bbff-7e99-906d-d62fded798b2']) {
    const answer = await fetch(`${service.base}/pay/${id}`);
    assert.equal(answer.status, 404);
    assert.match(answer.headers.get('content-type') ?? '', /text\/html/);
  }
  for (const path of ['/pay', '/Pay', '/PAY/']) {
    const opened = await fetch(`${service.base}${path}?siteCode=nobody`);
    assert.equal(opened.status, 400);
    assert.match(opened.headers.get('content-type') ?? '', /text\/html/);
  }
});

test('an address is read in any letter case, and a search that it names twice is no search', async () => {
  const { id } = await newPayment('37.00');
  for (const path of [`/PAY/${id.toUpperCase()}`, `/pay/${id}?q=a&q=b`])
    assert.equal((await fetch(service.base + path)).status, 200);
});

test('the policy forbids everything that is not ours', async () => {
  const payment = await newPayment('34.00');
  const answer = await fetch(`${service.base}/pay/${payment.id}`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /form-action 'self' .*https:\/\/shop\.test/);
  assert.doesNotMatch(policy, /unsafe/);
});

test('the language follows the address, then the earlier choice, then the browser', async () => {
  const payment = await newPayment('35.00');
  const url = `${service.base}/pay/${payment.id}`;
  const langOf = async (address: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(address, { headers });
    const [, lang] = /<html lang="(\w+)"/.exec(await answer.text()) ?? [];
    return { lang, cookie: answer.headers.get('set-cookie') };
  };
  assert.equal((await langOf(url)).lang, 'en');
  assert.equal((await langOf(url, { 'accept-language': 'xh;q=0.9,en;q=0.5' })).lang, 'xh');
  const chosen = await langOf(`${url}?lang=zu`, { 'accept-language': 'af' });
  assert.equal(chosen.lang, 'zu');
  assert.match(chosen.cookie ?? '', /tefo_lang=zu/);
  assert.equal((await langOf(url, { cookie: 'tefo_lang=st', 'accept-language': 'af' })).lang, 'st');
});
