// Paying by EFT or PayShap in the checkout, over real HTTP: the page, the merchants' notifications, and the remaining
// states.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addAccount } from '../src/core/accounts/actions.ts';
import { banks, demoBankId } from '../src/core/banks.ts';
import { openDeposit } from '../src/core/deposits/actions.ts';
import { allocateDeposit } from '../src/core/deposits/allocation.ts';
import { reverseDeposit } from '../src/core/deposits/reversals.ts';
import type { NewPayment } from '../src/core/payments/actions.ts';
import { simulatorAccount } from '../src/core/rails.ts';
import { everything } from '../src/core/viewer.ts';
import { languages, words } from '../src/pages/messages/index.ts';
import { openMerchant, zarOf } from './races/merchant.ts';
import { chooseBank, decideAtBank, pageNow, submit } from './support/customer.ts';
import { depositTo, fieldsOf, stateOf } from './support/eft.ts';
import { atEnd } from './support/ending.ts';
import { newPayment as createPayment, openListener, openService } from './support/opening.ts';
import type { TestService } from './support/running.ts';

const service = await openService();
const receiver = await openListener();

/** A payment of R 150,00; returns its id. */
async function newPayment(more: Partial<NewPayment> = {}, at: TestService = service): Promise<string> {
  const ctx = { ...at.ctx, policy: { ...at.ctx.policy, hasBanks: true } };
  return (await createPayment({ ...at, ctx }, { notifyUrl: `${receiver.url}/notify`, ...more })).id;
}

const urlOf = (id: string): string => `${service.base}/pay/${id}`;
const press = (id: string) => submit(`${urlOf(id)}/eft`, {});
const read = async (url: string, init: RequestInit = {}): Promise<string> =>
  (await fetch(url, { redirect: 'manual', ...init })).text();
const attempts = async (id: string, at: TestService = service): Promise<string[]> =>
  (
    await at.db<{ text: string }[]>`
      select payment_type || ' ' || state as text from transactions where payment_id = ${id} order by created_at, id`
  ).map(({ text }) => text);

/** The notifications of a payment to its merchant, in order. */
async function reported(id: string): Promise<string[]> {
  await service.drain();
  const rows = await service.db<{ id: string }[]>`select id from transactions where payment_id = ${id}`;
  const own = new Set(rows.map((row) => row.id));
  return receiver.received.flatMap(({ body }) => {
    if (body.startsWith('{')) {
      const { type, data } = JSON.parse(body);
      return own.has(data.id) ? [`${type} ${data.status}`] : [];
    }
    const form = new URLSearchParams(body);
    return own.has(form.get('TransactionId')!) ? [form.get('Status')!] : [];
  });
}

const final = {
  payments: ['Pending', 'Complete'],
  one: ['transaction.pending Pending', 'transaction.complete Successful'],
};

for (const contract of ['payments', 'one'] as const) {
  test(`${contract}: the merchant is notified of Pending once, however often it is pressed, and then of the payment`, async () => {
    const id = await newPayment({ contract });
    const page = await read(urlOf(id));
    assert.match(page, /<form method="post" action="[^"]+\/eft" data-method="eft">/);
    for (const answer of await Promise.all([press(id), press(id), press(id)]))
      assert.deepEqual([answer.status, answer.location], [303, `${urlOf(id)}/eft`]);
    assert.deepEqual(await attempts(id), ['bankdeposit created']);
    assert.deepEqual(await reported(id), final[contract].slice(0, 1));
    const details = await read(`${urlOf(id)}/eft`);
    assert.equal(stateOf(details), 'waiting');
    await depositTo(service, fieldsOf(details).reference!, '150.00');
    assert.deepEqual(await reported(id), final[contract]);
    assert.equal(stateOf(await read(`${urlOf(id)}/eft`)), 'paid');
    assert.equal(stateOf(await read(urlOf(id))), 'paid');
  });
}

test('the details are those of the account for deposits, with the amount to type', async () => {
  const id = await newPayment();
  await press(id);
  const { reference, account, ...fields } = fieldsOf(await read(`${urlOf(id)}/eft`));
  assert.deepEqual(fields, { holder: 'Tefo', bank: 'Demo Bank', branch: '999999', amount: '150.00' });
  assert.match(account!, /^\d{9,20}$/);
  assert.match(reference!, /^DEP\d{12}$/);
});

test('a different amount is held until a user decides, and so are later deposits', async () => {
  const id = await newPayment();
  await press(id);
  const { reference } = fieldsOf(await read(`${urlOf(id)}/eft`));
  await depositTo(service, reference!, '149.00');
  for (const url of [urlOf(id), `${urlOf(id)}/eft`]) {
    const page = (await read(url)).replaceAll('\u00a0', ' ');
    assert.equal(stateOf(page), 'held');
    assert.match(page, /We received R 149,00, but the amount due is R 150,00/);
  }
  await depositTo(service, reference!, '150.00');
  assert.equal(await pageNow(service.base, id), 'held');
  assert.deepEqual(await reported(id), ['Pending', 'PendingInvestigation']);
  assert.equal((await press(id)).location, urlOf(id));
});

test('where the payer chooses the amount, the page shows the limits, and any amount between them pays', async () => {
  const id = await newPayment({ variable: { minimum: 10_000n, maximum: 20_000n } });
  await press(id);
  const page = (await read(`${urlOf(id)}/eft`)).replaceAll('\u00a0', ' ');
  assert.match(page, /any amount from R 100,00 to R 200,00/);
  await depositTo(service, fieldsOf(page).reference!, '120.00');
  assert.equal(stateOf(await read(`${urlOf(id)}/eft`)), 'paid');
});

test('money that was held and then used otherwise does not count, and the page explains that', async () => {
  const id = await newPayment();
  await press(id);
  await depositTo(service, fieldsOf(await read(`${urlOf(id)}/eft`)).reference!, '149.00');
  const [held] = await service.db<{ id: string }[]>`
    select deposits.id from deposits join transactions on transactions.id = deposits.transaction_id
    where payment_id = ${id}`;
  await allocateDeposit(service.ctx, everything, held!.id, { floatOf: service.merchant.siteCode }, null);
  const page = await read(urlOf(id));
  assert.equal(stateOf(page), undefined);
  assert.ok(page.includes(words('en').eft.unused('Karoo Books')));
  assert.doesNotMatch(page, /No money has left/);
  // Another amount to the same reference is another attempt.
  service.clock.advance(1);
  await press(id);
  assert.equal(stateOf(await read(`${urlOf(id)}/eft`)), 'waiting');
});

test('money that arrives after the expiry is late, and the page explains that', async () => {
  const id = await newPayment({ expiresAt: new Date(service.clock.now().getTime() + 60_000) });
  await press(id);
  const { reference } = fieldsOf(await read(`${urlOf(id)}/eft`));
  service.clock.advance(61_000);
  const expired = await read(`${urlOf(id)}/eft`);
  assert.equal(stateOf(expired), 'expired');
  assert.match(expired, /If you have already paid, please do not pay again/);
  assert.doesNotMatch(expired, /No money has left/);
  assert.deepEqual(await reported(id), ['Pending', 'Abandoned']);
  await depositTo(service, reference!, '150.00');
  const paid = await read(`${urlOf(id)}/eft`);
  assert.equal(stateOf(paid), 'paid');
  assert.match(paid, /after it had expired/);
});

test('a deposit that its bank reverses is notified as an error, and the page does not say that no money left', async () => {
  const id = await newPayment();
  await press(id);
  const { reference } = fieldsOf(await read(`${urlOf(id)}/eft`));
  // A later attempt that failed does not decide the payment's outcome.
  service.clock.advance(1);
  await decideAtBank((await chooseBank(service.base, id, demoBankId)).location, 'decline');
  await service.drain();
  await depositTo(service, reference!, '150.00');
  assert.equal(await pageNow(service.base, id), 'paid');
  const [deposit] = await service.db<{ id: string }[]>`
    select deposit_id as id from deposit_parts part join transactions on transactions.id = part.transaction_id
    where payment_id = ${id}`;
  service.clock.advance(60_000);
  await reverseDeposit(service.ctx, deposit!.id, 'paid by fraud');
  assert.equal(await pageNow(service.base, id), 'takenBack');
  const { title, explain, money } = words('en').takenBack;
  const page = await read(urlOf(id));
  for (const said of [title, explain, money]) assert.ok(page.includes(said), said);
  assert.doesNotMatch(page, /No money has left|was cancelled/);
  // Nothing on it moves the payment on.
  for (const button of ['eft', 'choose', 'cancel'])
    assert.equal((await submit(`${urlOf(id)}/${button}`, { bank: demoBankId })).location, urlOf(id));
  assert.deepEqual(await reported(id), ['Pending', 'Complete', 'Error']);
});

test('while it waits a bank may be chosen instead, and its money counts all the same', async () => {
  const id = await newPayment();
  await press(id);
  const { reference } = fieldsOf(await read(`${urlOf(id)}/eft`));
  const choice = await read(urlOf(id));
  assert.match(choice, /name="bank"/);
  assert.ok(choice.includes(words('en').eft.started));
  service.clock.advance(1);
  const { location } = await chooseBank(service.base, id, demoBankId);
  assert.deepEqual(await attempts(id), ['bankdeposit cancelled', 'redirect started']);
  // The details are no more the way that was chosen.
  const left = await fetch(`${urlOf(id)}/eft`, { redirect: 'manual' });
  assert.equal(left.headers.get('location'), `/pay/${id}`);
  assert.equal((await press(id)).location, urlOf(id));
  service.clock.advance(1);
  await decideAtBank(location, 'decline');
  await service.drain();
  service.clock.advance(1);
  await press(id);
  assert.deepEqual(await attempts(id), ['bankdeposit cancelled', 'redirect declined', 'bankdeposit created']);
  assert.equal(fieldsOf(await read(`${urlOf(id)}/eft`)).reference, reference, 'the reference stays');
  await depositTo(service, reference!, '150.00');
  assert.deepEqual(await reported(id), ['Pending', 'Pending', 'Complete']);
});

test('a merchant that was notified of Pending is notified of the end, when the payer leaves', async () => {
  const id = await newPayment();
  await press(id);
  await submit(`${urlOf(id)}/cancel`, {});
  assert.deepEqual(await reported(id), ['Pending', 'Cancelled']);
});

test('a deposit that the API opened says nothing until its payer chooses it', async () => {
  const id = await newPayment({ contract: 'one' });
  await openDeposit(service.ctx, { id }, simulatorAccount);
  assert.deepEqual(await reported(id), []);
  const shop = openMerchant(service.base, service.merchant, service.clock);
  atEnd(shop.close);
  const day = service.clock.now().toISOString().slice(0, 10);
  const listed = async (status: string): Promise<string[]> => {
    const path = `/transactions?fromDate=${day}&toDate=${day}&limit=500&status=${status}`;
    const own = (await shop.one(path)).body.results.filter((one: { links: { payment: string } }) =>
      one.links.payment.includes(id),
    );
    return own.map((one: { status: string }) => one.status);
  };
  assert.deepEqual([await listed('Incomplete'), await listed('Pending')], [['Incomplete'], []]);
  await press(id);
  assert.deepEqual(await reported(id), ['transaction.pending Pending']);
  assert.deepEqual([await listed('Incomplete'), await listed('Pending')], [[], ['Pending']]);
});

test('a test payment has no such way, and an address without a deposit leads to the payment', async () => {
  const id = await newPayment({ isTest: true });
  assert.doesNotMatch(await read(urlOf(id)), /data-method="eft"/);
  assert.equal((await press(id)).location, urlOf(id));
  const other = await newPayment();
  assert.equal((await fetch(`${urlOf(other)}/eft`, { redirect: 'manual' })).status, 303);
  assert.deepEqual([...(await attempts(id)), ...(await attempts(other))], []);
});

const production = Buffer.from('a key of production'.padEnd(32, '.')).toString('base64');
const bare = await openService({
  env: { TEFO_MODE: 'production', TEFO_HTTP_ALLOWED: 'true', TEFO_MASTER_KEYS: `k1:${production}` },
});
const client = openMerchant(bare.base, bare.merchant, bare.clock);
atEnd(client.close);

describe('without a redirecting rail', () => {
  const { siteCode } = bare.merchant;
  /** The responses to each payment method, as "status code". */
  const answers = async (id: string) => {
    const asked = ['redirect', 'payshap', 'capitec', 'bankdeposit'].map(async (paymentType) => {
      const { status, body } = await client.one(`/payments/${id}/transactions`, { paymentType });
      return [paymentType, `${status} ${body.code ?? ''}`];
    });
    return Object.fromEntries(await Promise.all(asked));
  };
  const available = async () =>
    (await client.one(`/paymentmethods?siteCode=${siteCode}`)).body.results.map(
      (one: { type: string; available: boolean }) => `${one.type} ${one.available}`,
    );
  const create = () =>
    client.one('/payments', {
      ...{ siteCode, amount: zarOf(15_000), merchantReference: 'ORDER-1', expireAt: '2026-11-30T10:00:00Z' },
    });
  const refused = '409 PaymentMethodUnavailable';

  test('and no account for deposits, the page and the API report that', async () => {
    const id = await newPayment({}, bare);
    const page = await read(`${bare.base}/pay/${id}`);
    assert.ok(page.includes(words('en').noBanks.title));
    assert.doesNotMatch(page, /data-method|data-field/);
    const all = { redirect: refused, payshap: refused, capitec: refused, bankdeposit: refused };
    assert.deepEqual(await answers(id), all);
    assert.deepEqual(await available(), ['redirect false', 'payshap false', 'bankdeposit false']);
    assert.equal((await create()).status, 409);
  });

  test('the details are shown at once, and opened once, but not by who only looks ahead', async () => {
    const none = { opening: null, limit: null, customer: null, settings: null };
    await addAccount(bare.ctx, {
      ...{ id: 'main', rail: 'files', abilities: ['deposits', 'transfers'], ...none },
      ...{ bankId: banks[0]!.id, branchCode: '250655', number: '62001234567', holder: 'Karoo Books' },
      ...{ merchantId: null, statementProfile: 'auto', statementDescription: null, paymentProfile: null },
      ...{ cutOff: '16:00', releases: 0 },
    });
    // Accounts are remembered for a moment.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const id = await newPayment({}, bare);
    const url = `${bare.base}/pay/${id}`;
    await fetch(url, { method: 'HEAD' });
    for (const headers of [
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
    ])
      assert.match(await read(url, { headers }), /data-method="eft"/);
    assert.deepEqual(await attempts(id, bare), []);

    const pages = await Promise.all([1, 2, 3].map(() => read(url)));
    assert.deepEqual(await attempts(id, bare), ['bankdeposit created']);
    for (const page of [...pages, await read(`${url}/eft`)]) {
      assert.equal(stateOf(page), 'waiting');
      const { reference, ...fields } = fieldsOf(page);
      assert.match(reference!, /^DEP\d{12}$/);
      assert.deepEqual(fields, {
        ...{ holder: 'Karoo Books', bank: 'FNB', account: '62001234567', branch: '250655', amount: '150.00' },
      });
      assert.ok(!page.includes(words('en').eft.other), 'there is no other way');
    }
    assert.equal((await create()).status, 201);
    assert.deepEqual(await (await fetch(`${bare.base}/health/ready`)).json(), { status: 'ok' });
    const other = await newPayment({}, bare);
    assert.deepEqual(await answers(other), {
      ...{ redirect: refused, payshap: refused, capitec: refused },
      bankdeposit: '201 ',
    });
    assert.deepEqual(await available(), ['redirect false', 'payshap false', 'bankdeposit true']);
  });

  test('no subscription can be authorised, and the page explains that', async () => {
    const { status, body } = await client.one('/subscriptions', {
      ...{ siteCode, amount: zarOf(19_900), merchantReference: 'BOX', frequency: 'Monthly' },
      ...{ firstPaymentDate: '2026-12-01', occurrences: 2 },
    });
    assert.deepEqual([status, body.code], [409, 'PaymentMethodUnavailable']);
  });
});

for (const { tag } of languages)
  test(`the details are in ${tag}`, async () => {
    const id = await newPayment();
    await press(id);
    const page = await read(`${urlOf(id)}/eft?lang=${tag}`);
    const { explain, holder, waiting, statement } = words(tag).eft;
    for (const text of [explain, holder, waiting, statement]) assert.ok(page.includes(text), text);
  });
