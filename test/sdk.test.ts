// The package for merchants' tests, with the running service: its normal use, and its errors when it is used wrongly.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { payoutHash } from '../sdk/src/index.ts';
import { type Sandbox, startSandbox } from '../sdk/src/testing/index.ts';
import { atEnd } from './support/ending.ts';
import { openService } from './support/opening.ts';

const service = await openService({ started: true });
const open = () => startSandbox({ url: service.base, apiKey: service.merchant.apiKey });
const sandbox = await open();
atEnd(() => sandbox.close());

/** The code of a merchant: sends a request to a surface. */
async function ask(url: string, body: unknown, headers: Record<string, string>) {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  assert.ok(answer.ok, text);
  return text === '' ? undefined : JSON.parse(text);
}

async function one(path: string, body?: unknown, { urls, credentials }: Sandbox = sandbox) {
  const { clientId, clientSecret } = credentials;
  const login = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const token = await fetch(`${urls.one}/token`, { method: 'POST', body: new URLSearchParams(login) });
  const { access_token } = (await token.json()) as { access_token: string };
  return ask(`${urls.one}/${path}`, body, { authorization: `Bearer ${access_token}` });
}

const zar = (value: number) => ({ currency: 'ZAR', value });

/** Creates a payment on the One API; returns its id. */
async function askFor(reference: string, value = 150, of = sandbox): Promise<string> {
  const payment = await one(
    'payments',
    {
      siteCode: of.credentials.siteCode,
      amount: zar(value),
      merchantReference: reference,
      expireAt: '2100-01-01T00:00:00Z',
    },
    of,
  );
  return payment.id;
}

describe('a sandbox', () => {
  test('is ready in the time of a few payments', async (t) => {
    const times: number[] = [];
    const payments: number[] = [];
    for (let round = 0; round < 5; round++) {
      const began = performance.now();
      const fresh = await open();
      const opened = performance.now();
      await askFor('READY', 150, fresh);
      payments.push(performance.now() - opened);
      times.push(opened - began);
      await fresh.close();
    }
    const [ready, payment] = [Math.min(...times), Math.min(...payments)];
    t.diagnostic(`ready in ${Math.round(ready)} ms; a payment takes ${Math.round(payment)} ms`);
    assert.ok(ready < 20 * payment);
  });

  test('is a separate site that no other sandbox sees', async () => {
    const other = await open();
    assert.notEqual(other.credentials.siteCode, sandbox.credentials.siteCode);
    const id = await askFor('ORDER-OTHER', 10, other);
    await assert.rejects(
      sandbox.outcome.transaction(id, 'success'),
      /answered 404: transaction or payment not found/,
    );
    await other.outcome.transaction(id, 'success');
    assert.equal((await other.notifications.next({ reference: 'ORDER-OTHER' })).status, 'Successful');
    await assert.rejects(
      sandbox.notifications.next({ reference: 'ORDER-OTHER' }, 50),
      /no notification came/,
    );
    await other.close();
  });

  test('sets outcomes of payments and refunds, and receives notifications by reference, type, id and status', async () => {
    const first = await askFor('ORDER-1');
    const second = await askFor('ORDER-2');
    await sandbox.outcome.transaction(first, 'success');
    const { transactionId, state } = await sandbox.outcome.transaction(second, 'declined');
    assert.equal(state, 'declined');
    const reported = await sandbox.notifications.next({ id: transactionId });
    assert.deepEqual(
      [reported.type, reported.status, reported.sequence],
      ['transaction.complete', 'Error', 1],
    );
    const paid = await sandbox.notifications.next({ type: 'transaction.complete', reference: 'ORDER-1' });
    assert.deepEqual([paid.status, paid.reference], ['Successful', 'ORDER-1']);

    const refund = await one(`transactions/${paid.id}/refunds`, {
      amount: zar(50.25),
      reason: 'one came back',
      notifyUrl: `${sandbox.notifications.url}/refunds`,
    });
    const decided = await sandbox.outcome.refund(refund.id, 'returned');
    assert.equal(decided.state, 'returned');
    const back = await sandbox.notifications.next({
      type: 'refund.complete',
      status: 'Returned',
      reference: 'ORDER-1',
    });
    assert.deepEqual([back.id, back.path], [refund.id, '/refunds']);
  });

  test('pays in, decides payouts, and receives their notifications', async () => {
    const { urls, credentials } = sandbox;
    const { apiKey, siteCode } = credentials;
    const float = `${urls.external}/Secure/FloatTopUp`;
    const { beneficiaryReference } = await ask(
      `${float}/CreateFloatTopUpReferenceRequest`,
      {},
      { apikey: apiKey },
    );
    const arrived = await sandbox.deposit({ reference: beneficiaryReference, amount: 5_000 });
    assert.equal(arrived.amount, '5000.00');
    const [bank] = await ask(`${urls.payouts}/getavailablebanks`, undefined, {
      apikey: apiKey,
      sitecode: siteCode,
    });
    const request = {
      siteCode,
      amount: 1250.5,
      merchantReference: 'PAY-1',
      customerBankReference: 'SALARY',
      isRtc: false,
      notifyUrl: `${sandbox.notifications.url}/payouts`,
      bankingDetails: {
        bankGroupId: bank.bankGroupId,
        accountNumber: '9000000001',
        branchCode: bank.universalBranchCode,
      },
    };
    const headers = { apikey: apiKey, sitecode: siteCode };
    const body = { ...request, hashCheck: await payoutHash(request, apiKey) };
    const made = await ask(`${urls.payouts}/requestpayout`, body, headers);
    assert.ok(made.payoutId, JSON.stringify(made));
    const { state } = await sandbox.outcome.payout(made.payoutId, 'rejected');
    assert.equal(state, 'cancelled');
    const reported = await sandbox.notifications.next({ reference: 'PAY-1' });
    assert.deepEqual(
      [reported.type, reported.status, (reported.data.payoutStatus as { subStatus: number }).subStatus],
      ['payout.complete', 99, 9001],
    );
  });

  test('decides for a subscription’s customer, and passes its weeks', async () => {
    const subscription = await one('subscriptions', {
      siteCode: sandbox.credentials.siteCode,
      amount: zar(99),
      merchantReference: 'CLUB-1',
      frequency: 'Weekly',
      firstPaymentDate: '2026-11-23',
      occurrences: 2,
      notifyUrl: `${sandbox.notifications.url}/club`,
    });
    await sandbox.outcome.subscription(subscription.subscriptionId, 'approved');
    await sandbox.notifications.next({ type: 'subscription.authorization.approved', reference: 'CLUB-1' });
    const now = await sandbox.clock.now();
    const later = await sandbox.clock.advance('P10D');
    assert.ok(later.getTime() - now.getTime() >= 10 * 24 * 3_600_000);
    const reported = sandbox.notifications.all().filter(({ reference }) => reference === 'CLUB-1');
    assert.deepEqual(
      reported.map(({ type, sequence }) => `${sequence} ${type}`),
      [
        '1 subscription.authorization.approved',
        '2 subscription.payment.succeeded',
        '3 subscription.payment.succeeded',
        '4 subscription.completed',
      ],
    );
    await assert.rejects(
      sandbox.clock.to('2026-01-01T00:00:00Z'),
      /answered 400: the clock only moves forward/,
    );
  });

  test('has a receiver that fails as configured, and keeps resent notifications', async () => {
    const own = await open();
    own.notifications.answerWith(500);
    await own.outcome.transaction(await askFor('ORDER-9', 9, own), 'success');
    const first = await own.notifications.next({ reference: 'ORDER-9' });
    own.notifications.answerWith(200);
    await own.clock.advance('PT10S');
    const again = await own.notifications.next({ reference: 'ORDER-9' });
    assert.equal(again.webhookId, first.webhookId);
    await own.clock.advance('P1D');
    await assert.rejects(
      own.notifications.next({}, 50),
      /no notification came in 50 ms; nothing else is waiting/,
    );
    await own.close();
  });

  test('switches faults and settings of its site, and cannot snapshot other merchants’ data', async () => {
    const own = await open();
    assert.equal((await own.faults.set({ bank: { down: true } })).bank.down, true);
    const id = await askFor('ORDER-7', 7, own);
    await assert.rejects(own.outcome.transaction(id, 'success'), /answered (503|409)/);
    assert.equal((await own.faults.clear()).bank.down, false);
    assert.equal((await own.settings({ holidayRule: 'before' })).holidayRule, 'before');
    await assert.rejects(
      own.settings({ smell: 'sweet' } as never),
      /answered 400: a site has no setting smell/,
    );

    // Snapshots cover every merchant here: docs/guides/testing.md has the program that saves and restores in a separate
    // service.
    await assert.rejects(own.snapshots.save('sdk'), /answered 403: .* `tefo snapshot save NAME`/);
    await own[Symbol.asyncDispose]();
  });

  test('loads fixtures, and sets rules for its own payments', async () => {
    const own = await open();
    const fixtures = {
      payments: [
        { merchantReference: 'ORDER-8', amount: 599.8, outcome: 'success', notifyUrl: own.notifications.url },
      ],
    } as const;
    const { payments, made } = await own.load(fixtures);
    assert.equal(made, 2);
    const reported = await own.notifications.next({ reference: 'ORDER-8' });
    assert.equal(reported.id, payments['ORDER-8']!.transactionId);
    assert.equal((await own.load(fixtures)).made, 0);
    await assert.rejects(
      own.load({ payments: [{ merchantReference: 'ORDER-8', amount: 1 }] }),
      /answered 409: payments\[0\].amount is 1.00, but the existing object has 599.80$/,
    );
    const rules = [{ merchantReference: 'NO-*', outcome: 'declined' }] as const;
    assert.deepEqual(await own.rules.set(rules), rules);
    assert.deepEqual(await own.rules.clear(), []);
    await own.close();
  });

  test('throws at forged messages, and lists the received ones when none fits', async () => {
    const own = await open();
    await fetch(`${own.notifications.url}/notify`, {
      method: 'POST',
      body: '{"type":"transaction.complete"}',
    });
    await assert.rejects(own.notifications.next(), /came that is not genuine: the headers webhook-id/);
    await own.outcome.transaction(await askFor('ORDER-8', 8, own), 'success');
    await assert.rejects(
      own.notifications.next({ reference: 'ORDER-18' }, 1_500),
      /with reference ORDER-18; unexpected notifications: transaction.complete Successful [0-9a-f-]{36} \(ORDER-8\)/,
    );
    own.notifications.clear();
    await own.close();
  });

  test('explains what to do when it cannot start', async () => {
    await assert.rejects(
      startSandbox({ url: 'http://127.0.0.1:9', apiKey: 'x' }),
      /no service responds at http:\/\/127.0.0.1:9: start it/,
    );
    await assert.rejects(
      startSandbox({ url: service.base, apiKey: randomUUID() }),
      /answered 401: the ApiKey header is missing or unknown/,
    );
    await assert.rejects(
      startSandbox({ url: `${service.base}/docs`, apiKey: 'x' }),
      /is no sandbox: a service in production/,
    );
    await assert.rejects(
      startSandbox({ url: service.base, apiKey: service.merchant.apiKey, settings: { feeBps: -1 } }),
      /answered 400: feeBps is a whole number/,
    );
  });
});
