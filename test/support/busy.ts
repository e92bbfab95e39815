// A busy database: every kind of object in many of its states, created over HTTP by merchants, customers and banks. The
// clock stands still during a scene, so that times do not reveal the order.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { credentialsOf } from '../../src/app/credentials.ts';
import type { Context } from '../../src/core/context.ts';
import { allocateDeposit, parkDeposit, splitDeposit } from '../../src/core/deposits/allocation.ts';
import { returnDeposit } from '../../src/core/deposits/returns.ts';
import { changeSite, type NewMerchant } from '../../src/core/merchants/actions.ts';
import { createWebhook } from '../../src/core/notifications/webhooks.ts';
import { approvePayout } from '../../src/core/payouts/actions.ts';
import { everything, only } from '../../src/core/viewer.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { packed, requestsOf } from '../bulk/merchant.ts';
import { createMerchantOf, payoutRequest } from './merchant.ts';
import { answering, openReceiver } from './receiver.ts';
import { zar } from './refunding.ts';
import { settlementAccount } from './settling.ts';
import { openSubscriptions, type Subscriptions } from './subscribing.ts';

const sha512 = (...values: unknown[]) =>
  createHash('sha512').update(values.join('').toLowerCase()).digest('hex');

/** Account numbers and secrets that must never appear. */
export const canaries = {
  payoutAccount: '51000000001',
  depositAccount: '9012345678',
  verified: '9000000001',
};

export type Busy = Awaited<ReturnType<typeof openBusy>>;

/** Opens a service and plays all scenes; ends about three weeks later. */
export async function openBusy() {
  const shop = await openSubscriptions();
  const { base, config, ctx, merchant } = shop;
  const program = createMerchantOf(base, credentialsOf(config, merchant));
  const [broken, gone] = [
    await openReceiver(answering(500, {}, 'account 62001234567 not found')),
    await openReceiver(answering(410)),
  ];
  await changeSite(ctx, merchant.siteCode, {
    feeBps: 200,
    feeCents: 100n,
    settlementAccount,
    allowPlainAccountNumbers: true,
    approvalAboveCents: 500_000n,
    verificationFeeCents: 250n,
  });
  await createWebhook(ctx, only(merchant.merchant.id), merchant.merchant.id, {
    endpoint: 'https://127.0.0.1:9/hook?key=hidden',
    eventType: 'transaction.complete',
    messageType: 'thin',
  });
  shop.directory.forget();
  const busy = { ...shop, program, broken, gone };
  const payments = await playPayments(busy);
  const refunds = await playRefunds(busy);
  const deposits = await playDeposits(busy);
  const payouts = await playPayouts(busy);
  const job = await playBulk(busy);
  const subscriptions = await playSubscriptions(busy);
  const verified = await shop.one('POST', '/bankaccount/verify', {
    body: {
      accountNumber: canaries.verified,
      branchCode: '999999',
      identity: { type: 'said', identifier: '8001015009087' },
      surname: 'Nkosi',
    },
  });
  assert.equal(verified.status, 200, verified.text);
  await shop.drain();
  for (const time of [
    '2026-11-21T09:00',
    '2026-11-24T16:30',
    '2026-11-27T12:00',
    '2026-12-01T07:00',
    '2026-12-04T07:00',
    '2026-12-10T12:00',
  ])
    await shop.moveTo(time);
  const keyed = await playKeyed(busy);
  return {
    ...busy,
    keyed,
    payments,
    refunds,
    deposits,
    payouts,
    job,
    subscriptions,
    verification: verified.body.id as string,
  };
}

type Stage = Subscriptions & {
  program: ReturnType<typeof createMerchantOf>;
  broken: { url: string };
  gone: { url: string };
};

async function playPayments({ program, one, pay, sandbox, merchant, receiver, broken, gone, clock }: Stage) {
  const wrong = await program.createPayments(
    { transactionReference: 'ORDER-9' },
    { privateKey: 'a key of somebody else' },
  );
  assert.equal(wrong.body.errorMessage, 'HashCheck value has failed');
  const right = await program.createPayments({
    transactionReference: 'ORDER-9',
    notifyUrl: `${receiver.url}/shop?token=hidden`,
  });
  await program.decide(right.body.paymentRequestId, 'declined');
  await program.decide(right.body.paymentRequestId, 'success');
  const failing = await one('POST', '/payments', {
    body: order(merchant, 'FAILING', clock, `${broken.url}/a`),
  });
  await sandbox(`/transactions/${failing.body.id}/outcome`, { outcome: 'success' });
  for (const outcome of ['cancelled', 'abandoned', 'pending', 'error', 'late-success']) {
    const { body } = await program.createPayments({
      transactionReference: `ORDER-${outcome}`,
      notifyUrl: `${gone.url}/b`,
    });
    const decided = await program.decide(body.paymentRequestId, outcome);
    assert.equal(decided.status, 200, decided.text);
  }
  const test = await program.createPayments({ transactionReference: 'ORDER-test', isTest: 'true' });
  await program.decide(test.body.paymentRequestId, 'success');
  const open = await program.createPayments({ transactionReference: 'ORDER-open' });
  await pay(10, { merchantReference: 'TWICE' });
  await pay(11, { merchantReference: 'TWICE' });
  return {
    hashed: right.body.paymentRequestId as string,
    failing: failing.body.id as string,
    open: open.body.paymentRequestId as string,
  };
}

const order = (merchant: NewMerchant, merchantReference: string, clock: Clock, notifyUrl: string) => ({
  siteCode: merchant.siteCode,
  amount: zar(70),
  merchantReference,
  notifyUrl,
  expireAt: new Date(clock.now().getTime() + 86_400_000).toISOString(),
});

/** Played last, because keys are deleted after a week. */
async function playKeyed({ one, merchant, clock, receiver }: Stage): Promise<string> {
  const headers = { 'idempotency-key': 'basket-17', 'x-correlation-id': 'checkout-4711' };
  const body = order(merchant, 'KEYED-1', clock, `${receiver.url}/a`);
  const [first, again] = [
    await one('POST', '/payments', { body, headers }),
    await one('POST', '/payments', { body, headers }),
  ];
  assert.deepEqual([first.status, again.status], [201, 200]);
  return first.body.id;
}

async function playRefunds({ pay, refund, one, sandbox, submit, receiver }: Stage) {
  const [whole, parts] = [
    await pay(100, { merchantReference: 'REFUNDED' }),
    await pay(1000, { merchantReference: 'PARTS' }),
  ];
  const all = await refund(whole, 100, { notifyUrl: `${receiver.url}/refund` });
  await sandbox(`/refunds/${all.id}/outcome`, { outcome: 'complete' });
  await sandbox(`/refunds/${all.id}/outcome`, { outcome: 'returned' });
  for (const outcome of ['complete', 'failed', 'returned']) {
    const { id } = await refund(parts, 25);
    await sandbox(`/refunds/${id}/outcome`, { outcome });
  }
  const { id: cancelled } = await refund(parts, 30);
  await one('POST', `/refunds/${cancelled}/cancel`);
  const item = { transactionId: parts, amount: '5.00', refundReason: 'call 0831234567890' };
  assert.equal((await submit([{ ...item, hashCheck: 'ab'.repeat(64) }])).status, 200);
  const [waiting] = (await submit([item])).body;
  return { whole, parts, refund: all.id as string, waiting: waiting.refundId as string };
}

async function playDeposits({ ctx, sandbox, send, merchant, receiver }: Stage) {
  const headers = { 'content-type': 'application/json', accept: 'application/json', apikey: merchant.apiKey };
  const reference = async (kind: string, fields: Record<string, string>): Promise<string> => {
    const given = { siteCode: merchant.siteCode, ...fields, notifyUrl: `${receiver.url}/deposit` };
    const hashCheck = sha512(...Object.values(given), merchant.privateKey);
    const { body, text } = await send(
      'POST',
      `/payments/secure/banktransfer/${kind}`,
      headers,
      JSON.stringify({ ...given, hashCheck }),
    );
    assert.ok(body?.beneficiaryReference, text);
    return body.beneficiaryReference;
  };
  const arrive = async (ref: string, amount: string) => {
    const payer = {
      bankId: 'de300b4a-0000-4000-8000-000000000001',
      branchCode: '999999',
      accountNumber: canaries.depositAccount,
    };
    const { body, status, text } = await sandbox('/deposits', { reference: ref, amount, from: payer });
    assert.equal(status, 200, text);
    return body.depositId as string;
  };
  const [exact, short, spare] = await Promise.all(
    ['D-1', 'D-2', 'D-3'].map((transactionReference) =>
      reference('single', { amount: '40.00', transactionReference }),
    ),
  );
  const many = await reference('multiple', { transactionReference: 'D-MANY' });
  const paid = await arrive(exact!, '40.00');
  const held = await arrive(short!, '15.00');
  await arrive(many, '12.00');
  const [lost, parked, returned] = [
    await arrive('FOR NOBODY', '90.00'),
    await arrive('A GOAT', '3.00'),
    await arrive('OOPS', '4.00'),
  ];
  const clerk: Context = { ...ctx, actor: 'cli:Naledi' };
  await splitDeposit(
    clerk,
    everything,
    lost,
    [
      { to: { reference: spare! }, amount: 4_000n },
      { to: { floatOf: merchant.siteCode }, amount: 5_000n },
    ],
    'two in one',
  );
  await allocateDeposit(
    clerk,
    everything,
    held,
    { reference: short! },
    'they will pay the rest, account 62001234567',
  );
  await parkDeposit(clerk, everything, parked, 'whose goat?');
  await returnDeposit(clerk, everything, returned, 'sent back');
  return { paid, held, lost, parked, returned, exact: exact! };
}

async function playPayouts({ ctx, base, sandbox, send, merchant, receiver, drain }: Stage) {
  const headers = {
    'content-type': 'application/json',
    apikey: merchant.apiKey,
    sitecode: merchant.siteCode,
  };
  const topUp = await send(
    'POST',
    `${base}/external/Secure/FloatTopUp/CreateFloatTopUpReferenceRequest`,
    headers,
    '',
  );
  await sandbox('/deposits', { reference: topUp.body.beneficiaryReference, amount: '90000.00' });
  const request = async (cents: number, merchantReference: string, hash?: string) => {
    const signed = payoutRequest(merchant, cents, { merchantReference, notifyUrl: `${receiver.url}/payout` });
    const body = { ...signed, ...(hash && { hashCheck: hash }) };
    const answer = await send('POST', '/payouts/v1/requestpayout', headers, JSON.stringify(body));
    return answer.body.payoutId as string;
  };
  await request(10_000, 'PAY-1', 'cd'.repeat(64));
  const paid = await request(10_000, 'PAY-1');
  for (const outcome of ['rejected', 'failed', 'returned']) {
    const id = await request(20_000, `PAY-${outcome}`);
    const decided = await sandbox(`/payouts/${id}/outcome`, { outcome });
    assert.equal(decided.status, 200, decided.text);
  }
  const large = await request(600_000, 'PAY-LARGE');
  await drain();
  await approvePayout({ ...ctx, actor: 'cli:Thabo' }, everything, large);
  return { paid, large };
}

async function playBulk({ base, merchant, receiver, tokenOf, send }: Stage): Promise<string> {
  const requests = requestsOf(merchant, 5, (index) => index === 3);
  const body = { jobReference: 'JOB-1', notifyUrl: `${receiver.url}/bulk`, compressedData: packed(requests) };
  const authorization = `Bearer ${await tokenOf('payments', merchant)}`;
  const headers = { 'content-type': 'application/json', authorization };
  const answer = await send(
    'POST',
    `${base}/payments/secure/bulkpaymentrequests/create`,
    headers,
    JSON.stringify(body),
  );
  assert.equal(answer.status, 200, answer.text);
  return answer.body.jobId;
}

async function playSubscriptions(stage: Stage) {
  const { active, made, authorize, cancel, charge } = stage;
  const good = await active({
    merchantReference: 'CLUB-1',
    payableNow: zar(20),
    firstPaymentDate: '2026-11-24',
    frequency: 'Weekly',
    occurrences: 2,
  });
  const failing = await active({
    merchantReference: 'CLUB-2',
    amount: zar(50.91),
    firstPaymentDate: '2026-11-24',
    frequency: 'Daily',
    occurrences: 9,
  });
  const declined = await made({ merchantReference: 'CLUB-3' });
  await authorize(declined.subscriptionId, 'declined');
  const cancelled = await active({ merchantReference: 'CLUB-4' });
  await charge(cancelled, 12);
  await cancel(cancelled);
  const lapsed = await made({ merchantReference: 'CLUB-5' });
  await comeBack(stage, 'CLUB-6', '02');
  await comeBack(stage, 'CLUB-7', '36');
  return {
    good,
    failing,
    declined: declined.subscriptionId as string,
    cancelled,
    lapsed: lapsed.subscriptionId as string,
  };
}

/** The charge at sign-up is reversed by its bank. */
async function comeBack({ active, charges, drain, sandbox }: Stage, reference: string, code: string) {
  const id = await active({ merchantReference: reference, payableNow: zar(30) });
  await drain();
  const [signup] = await charges(id);
  const answer = await sandbox(`/transactions/${signup.transactionId}/outcome`, {
    outcome: 'returned',
    code,
  });
  assert.equal(answer.status, 200, answer.text);
}
