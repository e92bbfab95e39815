// Runs from a seed (C13): the real service as a process, restarted each time with the same requests over all surfaces,
// with a bank and a merchant connection that fail at random, a receiver that fails too, and days that pass.
import assert from 'node:assert/strict';
import { cpSync, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Credentials } from '../src/app/credentials.ts';
import { budget, isLong } from './support/budget.ts';
import { ask, createMerchantOf, payoutRequest } from './support/merchant.ts';
import { openTefo } from './support/opening.ts';
import type { Running } from './support/process.ts';
import { answering, openReceiver, type Receiver } from './support/receiver.ts';
import { zar } from './support/refunding.ts';

const tefo = await openTefo();

/** Starts a run from a seed. */
async function begin(seed: string): Promise<{ service: Running; shop: Shop }> {
  // Its database exists from an earlier run: creating one takes as long as the run.
  const home = join(tefo.dataDir, `seed-${seed}`);
  if (!existsSync(home)) cpSync(process.env.TEST_HOME!, home, { recursive: true });
  const service = tefo.start({ TEFO_SEED: seed, TEFO_TRANSCRIPT_FILE: transcriptFile() });
  await service.ready();
  const credentials = await readFile(join(home, 'credentials.json'), 'utf8');
  return { service, shop: openShop(JSON.parse(credentials)) };
}

/** Ends it; the lines of its transcript. */
async function end(service: Running): Promise<string[]> {
  service.signal('SIGTERM');
  const { code, stderr } = await service.ended;
  assert.equal(code, 0, stderr);
  return (await readFile(transcriptFile(), 'utf8')).trim().split('\n');
}

const transcriptFile = () => join(tefo.dataDir, 'transcript.jsonl');

type Shop = ReturnType<typeof openShop>;

/** A merchant's program, which sends one request after the other. */
function openShop(credentials: Credentials) {
  const { siteCode, apiKey } = credentials;
  const { token, createOne, createPayments, decide } = createMerchantOf(tefo.base, credentials);
  let bearer = '';
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(`${tefo.base}${path}`, {
      method,
      headers: {
        ...{ apikey: apiKey, sitecode: siteCode, authorization: `Bearer ${bearer}` },
        ...{ 'content-type': 'application/json', accept: 'application/json' },
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  return {
    ...credentials,
    send,
    logIn: async () => {
      bearer = (await token()).body.access_token;
    },
    /** A payment on the One API, and the decision of its payer's bank; the bank may be unavailable. */
    order: async (
      fields: { merchantReference: string; amount: object; notifyUrl: string },
      outcome: string,
    ) => {
      const { body } = await createOne(bearer, { ...fields, expireAt: '2027-01-06T08:00:00Z' });
      await decide(body.id, outcome);
    },
    createPayments,
  };
}

async function takeMoney({ send, order, createPayments }: Shop, notifyUrl: string): Promise<void> {
  const lineFaults = { errorRate: 0.3, duplicateCallbacks: true };
  await send('PUT', '/sandbox/faults', { bank: { errorRate: 0.3 }, notifications: lineFaults });
  const outcomes = ['success', 'declined', 'success', 'pending', 'success'].slice(0, budget(2, 5));
  for (const [index, outcome] of outcomes.entries())
    await order({ merchantReference: `ORDER-${index}`, amount: zar(100 + index), notifyUrl }, outcome);
  await send('PUT', '/sandbox/faults', { notifications: lineFaults });
  for (const [index, amount] of ['30.00', '31.91'].entries())
    await createPayments({ transactionReference: `CART-${index}`, amount, notifyUrl });
  await send('POST', '/sandbox/deposits', { reference: 'NOBODY', amount: '7.00' });
}

async function loadFixtures({ send }: Shop, notifyUrl: string): Promise<void> {
  const refunds = [{ amount: '5.00', reason: 'torn', outcome: 'complete' }];
  await send('POST', '/sandbox/fixtures', {
    site: { notifyUrl },
    rules: [{ merchantReference: 'NO-*', outcome: 'declined' }],
    payments: [{ merchantReference: 'FIXED-1', amount: '50.00', outcome: 'success', refunds }],
  });
}

async function giveBack({ send }: Shop, notifyUrl: string): Promise<void> {
  const { results } = await send('GET', '/one/v1/transactions?fromDate=2027-01-01&toDate=2027-02-01');
  for (const { id, status } of results) {
    if (status !== 'Successful') continue;
    await send('POST', `/one/v1/transactions/${id}/refunds`, {
      amount: zar(10.98),
      reason: 'late',
      notifyUrl,
    });
    await send('GET', `/one/v1/transactions/${id}/notifications`);
  }
}

async function payOut({ send, ...keys }: Shop, notifyUrl: string): Promise<void> {
  const topUp = '/external/Secure/FloatTopUp/CreateFloatTopUpReferenceRequest';
  const { beneficiaryReference: reference } = await send('POST', topUp);
  await send('POST', '/sandbox/deposits', { reference, amount: '500.00' });
  for (const [index, amount] of [12_050, 6_091, 7_092, 8_093].slice(0, budget(2, 4)).entries()) {
    const request = payoutRequest(keys, amount, { merchantReference: `PAY-${index}`, notifyUrl });
    await send('POST', '/payouts/v1/requestpayout', request);
  }
}

async function subscribe({ send, siteCode }: Shop, notifyUrl: string): Promise<void> {
  const { subscriptionId } = await send('POST', '/one/v1/subscriptions', {
    ...{ siteCode, amount: zar(45.97), merchantReference: 'CLUB', notifyUrl },
    ...{ frequency: 'Daily', firstPaymentDate: '2027-01-05', occurrences: 4 },
  });
  await send('POST', `/sandbox/subscriptions/${subscriptionId}/authorize`, { outcome: 'approved' });
}

/** A run from its beginning to its end; its transcript. */
async function run(seed: string, receiver: Receiver): Promise<string[]> {
  const { service, shop } = await begin(seed);
  const { siteCode, apiKey: apikey } = shop;
  // It refuses every third notification, and sends a query during every fifth.
  let reported = 0;
  receiver.behave(async (one, response) => {
    reported += 1;
    const lookUp = `${tefo.base}/payments/GetTransactionByReference?siteCode=${siteCode}&transactionReference=ORDER-0`;
    if (reported % 5 === 0) await ask(lookUp, { headers: { apikey } });
    answering(reported % 3 === 2 ? 500 : 200)(one, response);
  });
  await shop.logIn();
  const fixtures = isLong ? [loadFixtures] : [];
  for (const doBusiness of [takeMoney, ...fixtures, giveBack, payOut, subscribe])
    await doBusiness(shop, `${receiver.url}/told`);
  // Within one move nothing more is posted to who refused twice in a row, as this receiver does by chance.
  for (let day = 1; day <= budget(1, 4); day += 1)
    await shop.send('POST', '/sandbox/clock', { advance: 'P1D' });
  await shop.logIn();
  await shop.send('GET', '/one/v1/settlements?fromDate=2027-01-01&toDate=2027-02-01');
  return end(service);
}

test('the same requests get the same responses and notifications, byte for byte', async () => {
  const receiver = await openReceiver();
  const [first, again] = [await run('42', receiver), await run('42', receiver)];
  const answered = first.map((line) => JSON.parse(line).answered).filter((answer) => answer !== undefined);
  assert.ok(
    answered.includes(500) && answered.includes(200) && answered.length > budget(5, 25),
    answered.join(' '),
  );
  const differing = first.findIndex((line, index) => line !== again[index]);
  assert.deepEqual([first[differing], first.length], [again[differing], again.length]);
});

test('another seed generates other secrets, and concurrent requests are answered one after the other', async () => {
  const { service, shop } = await begin('43');
  await shop.logIn();
  const reads = Array.from({ length: 30 }, () => shop.send('GET', '/sandbox/clock'));
  const shown = (await Promise.all(reads)).map(({ now }) => now);
  assert.equal(new Set(shown).size, 30);
  // No work waits for a second connection to the database: there is only one.
  await shop.send('POST', '/sandbox/snapshots', { name: 'before' });
  await shop.createPayments({ transactionReference: 'CART-9', amount: '9.00' }, { privateKey: 'another' });
  await shop.send('POST', '/sandbox/snapshots/before/restore');
  const other = JSON.parse(await readFile(join(tefo.dataDir, 'seed-42', 'credentials.json'), 'utf8'));
  assert.ok(other.apiKey.length > 20 && other.apiKey !== shop.apiKey);
  await end(service);
});
