import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zar } from '../../../test/support/refunding.ts';
import { assertError, openOne } from '../../../test/support/setup/one-api.ts';
import { banks } from '../../core/banks.ts';
import { receiveDeposit } from '../../core/deposits/actions.ts';
import { simulatorAccount } from '../../core/rails.ts';
import { newId } from '../../kernel/ids.ts';

const one = await openOne();
const { accountNumber, bankName, branchCode, holder } = (await one.simulator.rails.depositAccount(
  simulatorAccount,
))!;
const bankdeposit = { paymentType: 'bankdeposit' };

async function arrive(reference: string, amount: bigint): Promise<void> {
  one.clock.advance(1);
  const receivedAt = one.clock.now();
  const payer = { bankId: banks[0]!.id, branchCode: '250655', accountNumber: '62001234567', holder: null };
  const movement = { account: simulatorAccount, id: newId(one.clock), bookedOn: null };
  await receiveDeposit(one.ctx, { ...movement, amount, reference, receivedAt, payer });
}

const begin = async (paymentId: string) =>
  (await one.post(`/payments/${paymentId}/transactions`, bankdeposit)).body;
const read = async (id: string) => (await one.get(`/transactions/${id}`)).body;

test('a payment by deposit returns the account and the reference, for as long as it waits', async () => {
  const payment = await one.payment();
  const answer = await one.post(`/payments/${payment.id}/transactions`, bankdeposit);
  assert.equal(answer.status, 201, answer.text);
  const { nextStep, ...transaction } = answer.body;
  assert.deepEqual(nextStep, { type: 'wait', url: null });
  const { beneficiaryReference } = transaction.bankingDetails;
  assert.match(beneficiaryReference, /^DEP\d{12}$/);
  const details = { bankName, branchCode, accountNumber, publicRecipientName: holder, beneficiaryReference };
  assert.deepEqual(transaction.bankingDetails, details);
  assert.deepEqual([transaction.status, transaction.institution], ['Incomplete', '']);
  assert.deepEqual(await read(transaction.id), transaction);
  const today = one.clock.now().toISOString().slice(0, 10);
  const list = await one.get(`/payments/${payment.id}/transactions?fromDate=${today}&toDate=${today}`);
  assert.deepEqual(list.body.results, [transaction]);

  await arrive(beneficiaryReference, 15_050n);
  const { bankingDetails, ...paid } = await read(transaction.id);
  assert.equal(bankingDetails, undefined);
  assert.deepEqual([paid.status, paid.institution, paid.amount], ['Successful', 'FNB', zar(150.5)]);
  assert.equal((await one.get(`/payments/${payment.id}`)).body.status, 'Complete');
  const again = await one.post(`/payments/${payment.id}/transactions`, bankdeposit);
  assertError(again, { status: 403, code: 'PaymentAlreadyComplete' });
});

test('requested again it is the same, with a key and without, also together with its payment', async () => {
  const { id } = await one.payment();
  const first = await begin(id);
  assert.deepEqual(await begin(id), first);
  const body = {
    paymentRequest: one.newPayment({ merchantReference: 'TOGETHER' }),
    paymentDetail: bankdeposit,
  };
  const headers = { 'idempotency-key': 'a deposit' };
  const made = await one.post('/transactions', body, headers);
  assert.equal(made.status, 201, made.text);
  const repeated = await one.post('/transactions', body, headers);
  assert.deepEqual([repeated.status, repeated.body], [200, made.body]);
  assert.deepEqual(made.body.nextStep, { type: 'wait', url: null });
});

test('a wrong amount is Pending with the reason, and then whatever is decided', async () => {
  const { id, bankingDetails } = await begin((await one.payment()).id);
  await arrive(bankingDetails.beneficiaryReference, 15_000n);
  const held = await read(id);
  assert.deepEqual([held.status, held.amount, held.bankingDetails], ['Pending', zar(150), undefined]);
  assert.equal(held.reason, 'received R\u00a0150,00 instead of R\u00a0150,50');
});

test('no step but to cancel is allowed while it waits for its deposit', async () => {
  const payment = await one.payment();
  const { id, bankingDetails } = await begin(payment.id);
  for (const step of ['authenticate', 'approve', 'decline', 'selectInstitution']) {
    const body = { step, institutionId: banks[0]!.id };
    assertError(await one.post(`/transactions/${id}`, body), { status: 409, code: 'StepNotAllowed' });
  }
  assert.equal((await one.post(`/transactions/${id}`, { step: 'cancel' })).status, 200);
  const cancelled = await read(id);
  assert.deepEqual([cancelled.status, cancelled.bankingDetails], ['Error', undefined]);
  // The payer may have kept the reference, so it still leads to the payment.
  one.clock.advance(1);
  const other = await begin(payment.id);
  assert.notEqual(other.id, id);
  assert.deepEqual(other.bankingDetails, bankingDetails);
});

test('a payment that is cancelled takes its deposit with it; the money counts all the same when it comes', async () => {
  const payment = await one.payment();
  const { id, bankingDetails } = await begin(payment.id);
  assert.equal((await one.post(`/payments/${payment.id}/cancel`)).status, 200);
  assert.equal((await read(id)).status, 'Error');
  assertError(await one.post(`/payments/${payment.id}/transactions`, bankdeposit), {
    status: 403,
    code: 'PaymentClosed',
  });
  await arrive(bankingDetails.beneficiaryReference, 15_050n);
  const { status, reason } = await read(id);
  assert.deepEqual([status, reason], ['Successful', 'paid late']);
});
