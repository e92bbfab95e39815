// What becomes of deposits over HTTP: wrong amounts, second and late ones, the One API, refunds, settlements.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { allocateDeposit } from '../src/core/deposits/allocation.ts';
import { returnDeposit } from '../src/core/deposits/returns.ts';
import { everything } from '../src/core/viewer.ts';
import { fnb, openDepositing, surfaces } from './support/depositing.ts';
import { openListener } from './support/opening.ts';
import { isSigned, zar } from './support/refunding.ts';

const shop = await openDepositing();
const { merchant, ctx, clock, signed, usual, post, arrive, statuses, transactions } = shop;
afterEach(() => shop.assertSound());

describe('an unexpected deposit', () => {
  test('is PendingInvestigation at once, and then Complete with the received amount, or Error when it was returned', async () => {
    const decided = {
      allocated: ['Complete', '90.00', ''],
      returned: ['Error', '90.00', 'Failed'],
    } as const;
    for (const [decision, last] of Object.entries(decided)) {
      const transactionReference = `wrong-${decision}`;
      const made = await post(surfaces.payments.single, signed(usual({ transactionReference })));
      const reference = made.body.beneficiaryReference;
      const id = await arrive(reference, 90);
      assert.deepEqual(statuses(transactionReference), [['PendingInvestigation', '90.00', '']]);
      const [held] = await transactions(transactionReference);
      assert.equal(held!.status, 'PendingInvestigation');
      assert.equal(held!.statusMessage, 'received R\u00a090,00 instead of R\u00a0100,00');
      if (decision === 'allocated') await allocateDeposit(ctx, everything, id, { reference }, null);
      else await returnDeposit(ctx, everything, id, null);
      await shop.pass(1_000);
      await shop.pass(61_000);
      assert.deepEqual(statuses(transactionReference), [['PendingInvestigation', '90.00', ''], last]);
      assert.equal((await transactions(transactionReference))[0]!.status, last[0]);
    }
  });

  test('a second deposit is a separate transaction under the same reference, notified with the merchant’s custom fields', async () => {
    const transactionReference = 'second';
    const made = await post(surfaces.payments.single, signed(usual({ transactionReference })));
    for (let count = 0; count < 2; count += 1) await arrive(made.body.beneficiaryReference, 100);
    const expected = [
      ['Complete', '100.00', ''],
      ['PendingInvestigation', '100.00', ''],
    ];
    assert.deepEqual(statuses(transactionReference), expected);
    const found = await transactions(transactionReference);
    assert.deepEqual(
      found.map(({ status }) => status),
      ['PendingInvestigation', 'Complete'],
    );
  });

  test('late money is Complete and flagged, after Abandoned', async () => {
    const transactionReference = 'late';
    const expiryDateUtc = new Date(clock.now().getTime() + 120_000).toISOString();
    const made = await post(surfaces.payments.single, signed(usual({ transactionReference, expiryDateUtc })));
    assert.equal(made.status, 200, made.text);
    await shop.pass(121_000);
    await arrive(made.body.beneficiaryReference, 100);
    const expected = [
      ['Abandoned', '100.00', 'Expired'],
      ['Complete', '100.00', 'PaidLate'],
    ];
    assert.deepEqual(statuses(transactionReference), expected);
  });
});

describe('on the One API', () => {
  test('a deposit pays a payment, its webhook is signed, it is settled and refunded like any other', async () => {
    const reported = await openListener();
    const body = {
      paymentRequest: {
        siteCode: merchant.siteCode,
        amount: zar(100),
        merchantReference: 'ONE-1',
        notifyUrl: `${reported.url}/one`,
        expireAt: new Date(clock.now().getTime() + 3_600_000).toISOString(),
      },
      paymentDetail: { paymentType: 'bankdeposit' },
    };
    const made = await shop.one('POST', '/transactions', { body });
    assert.equal(made.status, 201, made.text);
    const { id, bankingDetails } = made.body;
    await arrive(bankingDetails.beneficiaryReference, 100, { bankId: fnb, accountNumber: '62001234567' });
    assert.equal((await shop.readTransaction(id)).status, 'Successful');
    const [post1, ...more] = reported.received;
    assert.deepEqual(more, []);
    assert.ok(isSigned(post1!, merchant.webhookSecret));
    const { type, data } = JSON.parse(post1!.body);
    assert.deepEqual([type, data], ['transaction.complete', { id, status: 'Successful', reason: null }]);
    const refund = await shop.refund(id, 40);
    assert.deepEqual(refund.paidTo, {
      institutionId: fnb,
      institutionName: 'FNB',
      accountNumber: '*******4567',
      branchCode: '250655',
    });
    assert.equal((await shop.sandbox(`/refunds/${refund.id}/outcome`, { outcome: 'complete' })).status, 200);
    assert.equal((await shop.read(refund.id)).status, 'Complete');
    const outcome = await shop.sandbox(`/transactions/${id}/outcome`, { outcome: 'success' });
    assert.equal(outcome.status, 409);
  });

  test('a transaction that waits for its deposit is decided by no sandbox outcome', async () => {
    const asked = await shop.one('POST', '/payments', {
      body: {
        siteCode: merchant.siteCode,
        amount: zar(5),
        merchantReference: 'ONE-2',
        expireAt: new Date(clock.now().getTime() + 3_600_000).toISOString(),
      },
    });
    const path = `/payments/${asked.body.id}/transactions`;
    const { body } = await shop.one('POST', path, { body: { paymentType: 'bankdeposit' } });
    for (const id of [body.id, asked.body.id]) {
      const { status, text } = await shop.sandbox(`/transactions/${id}/outcome`, { outcome: 'success' });
      assert.equal(status, 409);
      assert.match(text, /a deposit determines its outcome/);
    }
  });
});

test('the settlement lists deposits line by line', async () => {
  await shop.moveTo('2026-11-25T08:00:00');
  const query = new URLSearchParams({ fromDate: '2026-11-20', toDate: '2026-11-25' });
  const { body } = await shop.one('GET', `/settlements?${query}`);
  const lines = [];
  for (const { id } of body.results) {
    lines.push(...(await shop.one('GET', `/settlements/${id}/lineitems?limit=500`)).body.results);
  }
  const types = Map.groupBy(lines, ({ type }) => type);
  assert.ok(types.get('transaction')!.length >= 4);
  assert.equal(types.get('refund')!.length, 1);
  const total = lines.reduce(
    (cents, { settlementAmount }) => cents + Math.round(settlementAmount.value * 100),
    0,
  );
  const settled = body.results.reduce(
    (cents: number, { totalSettlement }: { totalSettlement: { value: number } }) =>
      cents + Math.round(totalSettlement.value * 100),
    0,
  );
  assert.equal(total, settled);
});
