// Money out over the whole service: a float that a deposit raised, a payout with an encrypted account, the simulated
// bank, notifications; and every end that the sandbox can bring about.
import assert from 'node:assert/strict';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { changeSite } from '../src/core/merchants/actions.ts';
import { checkEverything } from '../src/reports/checks/all.ts';
import { openService } from './support/opening.ts';
import { answering, openReceiver } from './support/receiver.ts';

const service = await openService();
const { base, merchant, clock } = service;
const shop = await openReceiver();
const tyme = { bankGroupId: 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80', branchCode: '678910' };
const sha512 = (text: string) => createHash('sha512').update(text.toLowerCase(), 'utf8').digest('hex');

async function call(method: string, path: string, body?: unknown) {
  const answer = await fetch(base + path, {
    method,
    headers: {
      ApiKey: merchant.apiKey,
      SiteCode: merchant.siteCode,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service answers
  return { status: answer.status, body: (await answer.json()) as any };
}

async function request(cents: number, merchantReference: string, accountNumber = '51000000001') {
  const notifyUrl = `${shop.url}/notify`;
  const fields = { siteCode: merchant.siteCode, merchantReference, customerBankReference: 'KAROO 17' };
  const { bankGroupId, branchCode } = tyme;
  const hashed = [merchant.siteCode, cents, merchantReference, 'KAROO 17', false, notifyUrl];
  const hashCheck = sha512([...hashed, bankGroupId, accountNumber, branchCode, merchant.apiKey].join(''));
  const bankingDetails = { bankGroupId, accountNumber, branchCode };
  return call('POST', '/payouts/v1/requestpayout', {
    ...fields,
    amount: cents / 100,
    isRtc: false,
    notifyUrl,
    bankingDetails,
    hashCheck,
  });
}

async function requested(cents: number, merchantReference: string): Promise<string> {
  const { body } = await request(cents, merchantReference);
  assert.equal(body.payoutStatus.status, 1, JSON.stringify(body));
  return body.payoutId;
}

const statusOf = async (id: string) =>
  (await call('GET', `/payouts/v1/getpayout?payoutId=${id}`)).body.payoutStatus;
const float = async () => (await call('GET', '/external/Secure/FloatTopUp/GetFloatBalanceInfo')).body;

async function wait(seconds: number): Promise<void> {
  clock.advance(seconds * 1_000);
  await service.drain();
}

test('a float is raised by a deposit with its reference', async () => {
  await changeSite(service.ctx, merchant.siteCode, { allowPlainAccountNumbers: true });
  assert.equal((await request(100, 'Too early')).body.payoutStatus.subStatus, 203);
  const path = '/external/secure/floattopup/createfloattopupreferencerequest?amount=10000';
  const { status, body } = await call('POST', path);
  assert.equal(status, 200);
  const paidIn = await call('POST', '/sandbox/deposits', {
    reference: body.beneficiaryReference,
    amount: '10000.00',
  });
  assert.equal(paidIn.status, 200);
  await service.drain();
  const { siteCode } = merchant;
  const whole = { siteCode, currencyCode: 'ZAR', balance: 10_000, available: 10_000, pendingPayouts: 0 };
  assert.deepEqual(await float(), whole);
});

describe('amounts that decide by themselves', () => {
  for (const [cents, status, subStatus, seconds] of [
    [10_000, 5, 0, 60],
    [10_091, 99, 9001, 60],
    [10_092, 90, 0, 60 + 24 * 3_600],
    [10_093, 5, 0, 24 * 3_600],
  ] as const) {
    test(`a payout of ${cents} cents ends with ${status} and ${subStatus}`, async () => {
      const before = await float();
      const id = await requested(cents, `Cents ${cents}`);
      shop.received.length = 0;
      await service.drain();
      assert.equal((await statusOf(id)).status, 3);
      assert.equal((await float()).pendingPayouts, cents / 100);
      for (let left = seconds; left > 0; left -= 3_600) await wait(Math.min(left, 3_600));
      const ended = await statusOf(id);
      assert.deepEqual([ended.status, ended.subStatus], [status, subStatus], ended.errorMessage);
      const reported = shop.received.map(({ body }) => JSON.parse(body)).at(-1);
      assert.deepEqual(reported.payoutStatus, ended);
      const spent = status === 5 ? cents : 0;
      assert.equal(Math.round((before.balance - (await float()).balance) * 100), spent);
    });
  }
});

describe('the sandbox decides a payout', () => {
  for (const [outcome, status, subStatus] of [
    ['complete', 5, 0],
    ['rejected', 99, 9001],
    ['failed', 4, 401],
    ['returned', 90, 0],
  ] as const) {
    test(`${outcome}: ${status} with ${subStatus}, at once`, async () => {
      const id = await requested(5_000, `Sandbox ${outcome}`);
      const decided = await call('POST', `/sandbox/payouts/${id}/outcome`, { outcome });
      assert.equal(decided.status, 200, JSON.stringify(decided.body));
      const ended = await statusOf(id);
      assert.deepEqual([ended.status, ended.subStatus], [status, subStatus]);
      assert.equal(ended.errorMessage === null, status === 5);
    });
  }
});

test('a payout with an encrypted account number completes', async () => {
  const reference = 'Encrypted 1';
  const key = randomBytes(16).toString('hex');
  const iv = sha512(`${reference}20000${key}`).slice(0, 16);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  const accountNumber = cipher.update('51000000001', 'utf8', 'base64') + cipher.final('base64');
  shop.behave((received, response) => {
    if (received.path !== '/verify') return answering(200)(received, response);
    const { payoutId } = JSON.parse(received.body);
    const answer = { payoutId, isVerified: true, accountNumberDecryptionKey: key, reason: '' };
    return answering(200, {}, JSON.stringify(answer))(received, response);
  });
  await changeSite(service.ctx, merchant.siteCode, { verifyUrl: `${shop.url}/verify` });
  service.directory.forget();
  shop.received.length = 0;
  const { body } = await request(20_000, reference, accountNumber);
  await service.drain();
  assert.deepEqual(await statusOf(body.payoutId), { status: 3, subStatus: 201, errorMessage: null });
  await wait(60);
  assert.deepEqual(await statusOf(body.payoutId), { status: 5, subStatus: 0, errorMessage: null });
  const asked = shop.received.find(({ path }) => path === '/verify');
  const reported = shop.received.findLast(({ path }) => path === '/notify');
  assert.equal(asked!.headers.accesstoken, merchant.payoutAccessToken);
  assert.equal(JSON.parse(reported!.body).payoutId, body.payoutId);
  const [paid] = await service.db`
    select account_number, amount_cents from bank.transfers where amount_cents = 20000`;
  assert.deepEqual({ ...paid }, { accountNumber: '51000000001', amountCents: 20_000n });
});

test('after all of this, books, states and the bank’s statement hold together', async () => {
  assert.deepEqual(await checkEverything(service.db, service.config), []);
});
