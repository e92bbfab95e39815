import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, openOne } from '../../../test/support/setup/one-api.ts';
import { banks, demoBankId } from '../../core/banks.ts';
import { simulatorAccount } from '../../core/rails.ts';
import { transactionStates } from '../../core/transactions/actions.ts';
import { expirePayment } from '../../core/transactions/expiry.ts';
import { newId } from '../../kernel/ids.ts';
import { publicTransactionStates, statesOf } from './transaction-wire.ts';

const one = await openOne();
const [fnb, capitec] = [banks[0]!, banks[1]!];
const zar = (value: number) => ({ currency: 'ZAR', value });

async function statusOf(id: string): Promise<string> {
  return (await one.get(`/transactions/${id}`)).body.status;
}

test('a hosted transaction has no bank, and sends the payer to the checkout', async () => {
  const payment = await one.payment();
  const answer = await one.post(`/payments/${payment.id}/transactions`, { paymentType: 'redirect' });
  assert.equal(answer.status, 201);
  const { id } = answer.body;
  const self = `http://localhost:8420/one/v1/transactions/${id}`;
  assert.equal(answer.headers.location, self);
  const record = {
    links: { self, payment: payment.links.self, refunds: `${self}/refunds`, refund: `${self}/refunds` },
    id,
    amount: { currency: 'ZAR', value: 150.5 },
    merchantReference: 'ORDER-1',
    siteCode: one.merchant.siteCode,
    institution: '',
    status: 'Incomplete',
    createdDate: '2026-11-20T10:00:00.000Z',
  };
  assert.deepEqual(answer.body, { ...record, nextStep: { type: 'redirect', url: payment.redirectUrl } });
  assert.deepEqual((await one.get(`/transactions/${id}`)).body, record);
});

test('a hosted transaction may name the bank beforehand', async () => {
  const payment = await one.payment();
  const body = { paymentType: 'redirect', details: { institutionId: fnb.id.toUpperCase() } };
  const transaction = await one.transaction(payment.id, body);
  assert.equal(transaction.institution, 'FNB');
  assert.deepEqual(transaction.nextStep, { type: 'redirect', url: payment.redirectUrl });
});

test("a bank's own type and PayShap begin at the bank", async () => {
  for (const body of [
    { paymentType: 'fnb' },
    { paymentType: 'fnb', details: { institutionId: fnb.id } },
    { paymentType: 'payshap', details: { institutionId: fnb.id } },
  ]) {
    const payment = await one.payment();
    const transaction = await one.transaction(payment.id, body);
    assert.equal(transaction.institution, 'FNB');
    const url = `http://localhost:8420/bank/orders/${transaction.id}`;
    assert.deepEqual(transaction.nextStep, { type: 'authenticate', url });
    const [order] = await one.db`select return_url from bank.orders where id = ${transaction.id}`;
    assert.equal(order!.returnUrl, `${payment.redirectUrl}/return`);
  }
});

test('a way to pay that does not exist is refused by its pointer', async () => {
  const cases: [body: unknown, pointer: string][] = [
    [{ paymentType: 'bankdeposit', details: { institutionId: capitec.id } }, '/details/institutionId'],
    [{ paymentType: 'cash' }, '/paymentType'],
    [{ paymentType: 'payshap' }, '/details/institutionId'],
    [{ paymentType: 'payshap', details: { institutionId: newId(one.clock) } }, '/details/institutionId'],
    [{ paymentType: 'redirect', details: { institutionId: newId(one.clock) } }, '/details/institutionId'],
    [{ paymentType: 'fnb', details: { institutionId: capitec.id } }, '/details/institutionId'],
  ];
  for (const [body, pointer] of cases) {
    const { id } = await one.payment();
    const answer = await one.post(`/payments/${id}/transactions`, body);
    assertError(answer, { status: 400, code: 'BadRequest', source: { pointer } });
    const together = await one.post('/transactions', {
      paymentRequest: one.newPayment({ merchantReference: 'NONE' }),
      paymentDetail: body,
    });
    assertError(together, {
      status: 400,
      code: 'BadRequest',
      source: { pointer: `/paymentDetail${pointer}` },
    });
  }
  const [row] =
    await one.db`select count(*)::integer as count from payments where merchant_reference = 'NONE'`;
  assert.equal(row!.count, 0, 'a refused request makes no payment');
});

test('PayShap pays up to R50 000 and not a cent more', async () => {
  const body = { paymentType: 'payshap', details: { institutionId: fnb.id } };
  await one.transaction((await one.payment({ amount: zar(50_000) })).id, body);
  const { id } = await one.payment({ amount: zar(50_000.01) });
  assertError(await one.post(`/payments/${id}/transactions`, body), {
    status: 400,
    code: 'BadRequest',
    source: { pointer: '/paymentType' },
  });
  const together = await one.post('/transactions', {
    paymentRequest: one.newPayment({ amount: zar(50_000.01) }),
    paymentDetail: body,
  });
  assertError(together, {
    status: 400,
    code: 'BadRequest',
    source: { pointer: '/paymentRequest/amount/value' },
  });
});

test('a payment and its transaction are made together', async () => {
  const body = {
    paymentRequest: one.newPayment({ merchantReference: 'BOTH' }),
    paymentDetail: { paymentType: 'capitec' },
  };
  const answer = await one.post('/transactions', body);
  assert.equal(answer.status, 201);
  assert.equal(answer.headers.location, answer.body.links.self);
  assert.equal(answer.body.merchantReference, 'BOTH');
  assert.equal(answer.body.nextStep.type, 'authenticate');
  const payment = await one.get(answer.body.links.payment);
  assert.deepEqual(
    [payment.status, payment.body.status, payment.body.merchantReference],
    [200, 'Created', 'BOTH'],
  );
});

test('a hundred requests for one payment at one bank make one transaction', async () => {
  const { id } = await one.payment();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => one.post(`/payments/${id}/transactions`, { paymentType: 'fnb' })),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  const other = await one.post(`/payments/${id}/transactions`, { paymentType: 'absa' });
  assertError(other, { status: 409, code: 'PaymentInProgress' });
});

test('a payment that is paid, cancelled or expired begins no transaction', async () => {
  const begin = (id: string) => one.post(`/payments/${id}/transactions`, { paymentType: 'fnb' });
  const cancelled = await one.payment();
  await one.post(`/payments/${cancelled.id}/cancel`);
  assertError(await begin(cancelled.id), { status: 403, code: 'PaymentClosed' });
  const paid = await one.payment();
  const { id } = await one.transaction(paid.id);
  for (const step of ['authenticate', 'approve']) await one.step(id, step);
  assertError(await begin(paid.id), { status: 403, code: 'PaymentAlreadyComplete' });
  const expired = await one.payment({ expireAt: new Date(one.clock.now().getTime() + 1_000).toISOString() });
  one.clock.advance(1_000);
  assertError(await begin(expired.id), { status: 403, code: 'PaymentClosed' });
});

test('a payment that ended without any attempt has a transaction that says so', async () => {
  const cancelled = await one.payment();
  await one.post(`/payments/${cancelled.id}/cancel`);
  const expired = await one.payment({ expireAt: new Date(one.clock.now().getTime() + 1_000).toISOString() });
  one.clock.advance(1_000);
  await expirePayment(one.ctx, expired.id);
  const day = one.clock.now().toISOString().slice(0, 10);
  for (const [payment, reason] of [
    [cancelled, 'cancelled by the merchant'],
    [expired, 'the time to pay ran out'],
  ] as const) {
    const path = `/payments/${payment.id}/transactions?fromDate=${day}&toDate=${day}`;
    const { results } = (await one.get(path)).body;
    assert.deepEqual(
      results.map(({ status, reason, institution, completedDate }: Record<string, unknown>) => [
        status,
        reason,
        institution,
        typeof completedDate,
      ]),
      [['Error', reason, '', 'string']],
    );
    assert.equal((await one.get(`/transactions/${results[0].id}`)).status, 200);
  }
});

test('a payer pays step by step: institution, authenticate, approve', async () => {
  const payment = await one.payment();
  const { id } = await one.transaction(payment.id, { paymentType: 'redirect' });
  for (const step of ['authenticate', 'approve', 'decline']) {
    assertError(await one.step(id, step), { status: 409, code: 'StepNotAllowed' });
  }
  const steps: [step: string, more: object, allowed: number, status: string][] = [
    ['selectInstitution', { institutionId: demoBankId }, 200, 'Incomplete'],
    ['authenticate', { data: { anything: [1, null] } }, 200, 'Incomplete'],
    ['approve', {}, 200, 'Successful'],
  ];
  for (const [step, more, allowed, status] of steps) {
    const answer = await one.step(id, step, more);
    assert.deepEqual([answer.status, answer.text, await statusOf(id)], [allowed, '', status]);
    assertError(await one.step(id, step, more), { status: 409, code: 'StepNotAllowed' });
  }
  const { body } = await one.get(`/transactions/${id}`);
  assert.equal(body.institution, 'Demo Bank');
  assert.equal(body.completedDate, one.clock.now().toISOString());
  assert.equal((await one.get(`/payments/${payment.id}`)).body.status, 'Complete');
  for (const step of ['selectInstitution', 'authenticate', 'approve', 'decline', 'cancel']) {
    const answer = await one.step(
      id,
      step,
      step === 'selectInstitution' ? { institutionId: demoBankId } : {},
    );
    assertError(answer, { status: 409, code: 'StepNotAllowed' });
  }
});

test('a payer declines, and may try again', async () => {
  const payment = await one.payment();
  const { id } = await one.transaction(payment.id);
  await one.step(id, 'authenticate');
  assert.equal((await one.step(id, 'decline')).status, 200);
  const { body } = await one.get(`/transactions/${id}`);
  assert.deepEqual([body.status, body.reason], ['Error', 'The bank declined the payment.']);
  assert.equal((await one.get(`/payments/${payment.id}`)).body.status, 'Created');
  await one.transaction(payment.id);
});

test('an attempt is cancelled at any time before a bank has it', async () => {
  for (const steps of [[], ['selectInstitution'], ['selectInstitution', 'authenticate']]) {
    const { id } = await one.transaction((await one.payment()).id, { paymentType: 'redirect' });
    for (const step of steps)
      await one.step(id, step, step === 'selectInstitution' ? { institutionId: fnb.id } : {});
    assert.equal((await one.step(id, 'cancel')).status, 200);
    assert.equal(await statusOf(id), 'Error');
  }
});

test('what would stop a payment is a 409 where its payer was faster at the bank', async () => {
  for (const step of ['decline', 'cancel']) {
    const { id } = await one.transaction((await one.payment()).id);
    await one.step(id, 'authenticate');
    await one.simulator.rails.orders.step(
      { account: simulatorAccount, id, merchantId: one.merchant.merchant.id },
      'approve',
    );
    assertError(await one.step(id, step), { status: 409, code: 'StepNotAllowed' });
    assert.equal(await statusOf(id), 'Successful');
  }
});

test('a bank that has the payment and has not decided, or does not say, is a 202', async () => {
  for (const value of [20.94, 20.95, 20.99]) {
    const { id } = await one.transaction((await one.payment({ amount: zar(value) })).id);
    await one.step(id, 'authenticate');
    const answer = await one.step(id, 'approve');
    assert.deepEqual([answer.status, answer.text, await statusOf(id)], [202, '', 'Pending']);
    for (const step of ['approve', 'decline', 'cancel'])
      assertError(await one.step(id, step), { status: 409, code: 'StepNotAllowed' });
  }
});

test('the amounts that decide by themselves act at approve', async () => {
  for (const [value, reason] of [
    [20.91, 'The bank declined the payment.'],
    [20.92, 'The payment was cancelled at the bank.'],
  ] as const) {
    const { id } = await one.transaction((await one.payment({ amount: zar(value) })).id);
    await one.step(id, 'authenticate');
    assert.equal((await one.step(id, 'approve')).status, 200);
    const { body } = await one.get(`/transactions/${id}`);
    assert.deepEqual([body.status, body.reason], ['Error', reason]);
  }
});

test('a step names its institution where it needs one, and only one that exists', async () => {
  const { id } = await one.transaction((await one.payment()).id, { paymentType: 'redirect' });
  for (const more of [{}, { institutionId: newId(one.clock) }, { institutionId: 'fnb' }]) {
    const answer = await one.step(id, 'selectInstitution', more);
    assertError(answer, { status: 400, code: 'BadRequest', source: { pointer: '/institutionId' } });
  }
  assertError(await one.step(id, 'pay'), { status: 400, code: 'BadRequest', source: { pointer: '/step' } });
});

test('a bank that is away at the choice ends the attempt, and the payer chooses another', async () => {
  const payment = await one.payment();
  const { id } = await one.transaction(payment.id, { paymentType: 'redirect' });
  one.simulator.setFaults({ down: true });
  assertError(await one.step(id, 'selectInstitution', { institutionId: fnb.id }), {
    status: 502,
    code: 'BadGateway',
  });
  one.simulator.setFaults({});
  assert.equal(await statusOf(id), 'Error');
  await one.transaction(payment.id, { paymentType: 'capitec' });
});

test('a hundred approvals at once are one', async () => {
  const payment = await one.payment();
  const { id } = await one.transaction(payment.id);
  await one.step(id, 'authenticate');
  const answers = await Promise.all(Array.from({ length: 100 }, () => one.step(id, 'approve')));
  assert.ok(answers.every(({ status }) => status === 200 || status === 409));
  const [row] = await one.db`select count(*)::integer as count from ledger_journals where object_id = ${id}`;
  assert.equal(row!.count, 1);
});

test('a test payment of the Payments API meets no bank here either', async () => {
  const { id } = await one.payment();
  await one.db`update payments set is_test = true where id = ${id}`;
  assertError(await one.post(`/payments/${id}/transactions`, { paymentType: 'fnb' }), {
    status: 400,
    code: 'BadRequest',
    source: { pointer: '/paymentType' },
  });
  const transaction = await one.transaction(id, { paymentType: 'redirect' });
  assertError(await one.step(transaction.id, 'selectInstitution', { institutionId: fnb.id }), {
    status: 409,
    code: 'StepNotAllowed',
  });
});

test('late money makes an Error transaction Successful, with its reason', async () => {
  const payment = await one.payment({ amount: zar(33) });
  const { id } = await one.transaction(payment.id);
  await one.simulator.decide(id, 'abandoned');
  await one.drain();
  assert.equal(await statusOf(id), 'Error');
  await one.simulator.decide(id, 'success');
  await one.drain();
  const { body } = await one.get(`/transactions/${id}`);
  assert.deepEqual([body.status, body.reason], ['Successful', 'paid late']);
  const { body: after } = await one.get(`/payments/${payment.id}`);
  assert.deepEqual([after.status, after.reason], ['Complete', 'paid late']);
});

test('every inner state is behind exactly one public status', () => {
  const all = publicTransactionStates.flatMap(statesOf);
  assert.deepEqual(all.toSorted(), [...transactionStates].sort());
});

test('the payment methods are the hosted page, PayShap, deposits, and each bank with its own type', async () => {
  const { siteCode } = one.merchant;
  const { status, body } = await one.get(`/paymentmethods?siteCode=${siteCode}`);
  assert.equal(status, 200);
  const all = ['Demo Bank', ...banks.map(({ name }) => name)];
  const shown = body.results.map((method: { type: string; institutions: { name: string }[] }) => [
    method.type,
    method.institutions.map(({ name }) => name),
  ]);
  assert.deepEqual(shown, [
    ['redirect', all],
    ['payshap', all],
    ['bankdeposit', []],
    ['demobank', ['Demo Bank']],
    ...banks.map(({ paymentType, name }) => [paymentType, [name]]),
  ]);
  assert.deepEqual(body.results[1], {
    id: 'payshap',
    type: 'payshap',
    name: 'PayShap',
    description: 'An instant payment from an account at the chosen bank.',
    minimumAmount: 0.01,
    maximumAmount: 50_000,
    available: true,
    institutions: body.results[0].institutions,
  });
  assert.equal(body.results[2].available, true);
  assert.deepEqual(body.results[4].institutions, [
    { id: fnb.id, name: 'FNB', logoUrl: null, available: true },
  ]);
  assert.deepEqual(body.meta, { limit: 50, offset: 0, count: 14, hasMore: false });
  const page = await one.get(`/paymentmethods?siteCode=${siteCode}&limit=5&offset=10`);
  assert.deepEqual(page.body.results, body.results.slice(10));
  assert.equal(
    page.body.links.prev,
    `http://localhost:8420/one/v1/paymentmethods?siteCode=${siteCode}&limit=5&offset=5`,
  );
  assert.deepEqual(
    (await one.get(`/paymentmethods?siteCode=${siteCode}&region=za`)).body.results,
    body.results,
  );
  assert.deepEqual((await one.get(`/paymentmethods?siteCode=${siteCode}&region=US`)).body.results, []);
  one.simulator.setFaults({ down: true });
  const down = await one.get(`/paymentmethods?siteCode=${siteCode}`);
  one.simulator.setFaults({});
  // Deposits can be paid at any time.
  const open = down.body.results.filter(({ available }: { available: boolean }) => available);
  assert.deepEqual(
    open.map(({ type }: { type: string }) => type),
    ['bankdeposit'],
  );
});

test('the one region is South Africa', async () => {
  const { body } = await one.get('/regions');
  assert.deepEqual(body.results, [{ code: 'ZA', name: 'South Africa', currency: 'ZAR' }]);
  assert.deepEqual(body.meta, { limit: 50, offset: 0, count: 1, hasMore: false });
});
