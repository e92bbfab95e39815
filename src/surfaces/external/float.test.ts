import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { holdAnswersOf } from '../../../test/contract/answers.ts';
import { hashOf } from '../../../test/support/merchant.ts';
import { openPayouts } from '../../../test/support/setup/payouts.ts';
import { receiveDeposit } from '../../core/deposits/actions.ts';
import { createMerchant, createSite, findMerchantByCode } from '../../core/merchants/actions.ts';
import { simulatorAccount } from '../../core/rails.ts';
import { createServer } from '../../kernel/http/server.ts';
import { newId } from '../../kernel/ids.ts';
import { createPacking } from '../dialect/packing.ts';
import { externalSurface } from './index.ts';

const world = await openPayouts();
const { ctx, directory, merchant } = world;
const config = {
  mode: 'staging' as const,
  publicUrl: 'http://localhost:8420',
  allowedNetworks: [],
  httpAllowed: true,
};
const server = createServer({
  clock: ctx.clock,
  log: ctx.log,
  bodyLimitBytes: 1 << 16,
  caseBlindPrefixes: ['/payments', '/external'],
});
holdAnswersOf(server);
server.register(externalSurface({ ctx, directory, rails: world.rails, config, packing: createPacking() }), {
  prefix: '/external',
});
await server.ready();
after(() => server.close());

const topUp = '/Secure/FloatTopUp/CreateFloatTopUpReferenceRequest';
const balance = '/Secure/FloatTopUp/GetFloatBalanceInfo';

async function call(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  headers: Record<string, string> = {},
  body?: object,
) {
  const answer = await server.inject({
    method,
    url: `/external${path}`,
    headers: { apiKey: merchant.apiKey, ...headers },
    ...(body && { payload: body }),
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, headers: answer.headers, body: isJson ? answer.json() : answer.body };
}

/** Fields in the document's order, with their hash. */
const signed = (fields: Record<string, string>) => ({
  hashCheck: hashOf(...Object.values(fields), merchant.privateKey),
  ...fields,
});

describe('CreateFloatTopUpReferenceRequest', () => {
  test('returns the banking details for the deposit, always with the same reference', async () => {
    const { status, body } = await call('POST', `${topUp}?amount=1000.50`);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      bankName: 'Demo Bank',
      branchCode: '999999',
      accountNumber: '9012345678',
      publicRecipientName: 'Tefo',
      beneficiaryReference: body.beneficiaryReference,
    });
    assert.match(body.beneficiaryReference, /^[A-Z0-9]{1,20}$/);
    assert.deepEqual((await call('POST', `${topUp}?amount=5`)).body, body);
    assert.deepEqual((await call('POST', topUp)).body, body);
  });

  test('and whatever amount arrives with it, as often as it does, raises the float', async () => {
    const { body } = await call('POST', `${topUp}?amount=1000`);
    for (const amount of [12_345n, 1n]) {
      const reference = body.beneficiaryReference;
      await receiveDeposit(ctx, {
        account: simulatorAccount,
        id: newId(world.clock),
        amount,
        reference,
        receivedAt: world.clock.now(),
        bookedOn: null,
        payer: null,
      });
    }
    assert.equal((await call('GET', balance)).body.balance, 123.46);
  });

  test('refuses an invalid amount with a 400', async () => {
    for (const amount of ['0', '-1', '1.001', 'many', '1e3', '']) {
      const { status, body } = await call('POST', `${topUp}?amount=${amount}`);
      assert.deepEqual(
        [status, body],
        [400, 'amount must be more than 0, with at most two decimals'],
        amount,
      );
    }
  });
});

test('no banking details are returned if no bank accepts deposits', async () => {
  const { rail } = world.bank;
  const { deposits } = rail;
  delete rail.deposits;
  try {
    const { siteCode } = merchant;
    const transactionReference = 'ORDER-1';
    for (const [method, path, fields] of [
      ['POST', topUp],
      ['POST', '/Secure/BankTransfer/Single', { siteCode, amount: '1.00', transactionReference }],
      ['POST', '/Secure/BankTransfer/Multiple', { siteCode, transactionReference }],
      ['GET', `/Secure/BankTransfer/BankingDetails?siteCode=${merchant.siteCode}&bankReference=DEP1`],
    ] as const) {
      const { status, body, headers } = await call(method, path, {}, fields && signed(fields));
      assert.deepEqual(
        [status, body, headers['retry-after']],
        [400, 'no bank account for deposits is connected', undefined],
      );
    }
  } finally {
    rail.deposits = deposits!;
  }
});

describe('GetFloatBalanceInfo', () => {
  test('returns the balance, the available amount, and pending payouts', async () => {
    await world.topUp(1_000_000n);
    const before = (await call('GET', balance)).body;
    await world.accepted({ amount: 12_399n });
    const { status, body } = await call('GET', balance);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      siteCode: merchant.siteCode,
      currencyCode: 'ZAR',
      balance: before.balance,
      available: Number((before.available - 123.99).toFixed(2)),
      pendingPayouts: 123.99,
    });
    await world.jobs.drain();
    const paid = (await call('GET', balance)).body;
    assert.deepEqual(
      [paid.balance, paid.available, paid.pendingPayouts],
      [body.available, body.available, 0],
    );
  });

  test('is about the site that siteCode names, else about the merchant’s first', async () => {
    const { merchantCode } = await world.siteNow();
    const owner = (await findMerchantByCode(world.db, merchantCode))!;
    world.clock.advance(1);
    const second = await createSite(ctx, owner, 'Second');
    const { body } = await call('GET', `${balance}?SITECODE=${second.siteCode}`);
    assert.deepEqual(body, {
      siteCode: second.siteCode,
      currencyCode: 'ZAR',
      balance: 0,
      available: 0,
      pendingPayouts: 0,
    });
    assert.equal((await call('GET', balance)).body.siteCode, merchant.siteCode);
    const theirs = (await call('POST', `${topUp}?amount=1&siteCode=${second.siteCode}`)).body;
    assert.notEqual(theirs.beneficiaryReference, (await call('POST', topUp)).body.beneficiaryReference);
  });
});

describe('every operation', () => {
  test('is found in any letter case', async () => {
    assert.equal((await call('GET', balance.toUpperCase())).status, 200);
    assert.equal((await call('POST', topUp.toLowerCase())).status, 200);
  });

  test('takes x-api-version 1.0 or none, and anything else is a 400', async () => {
    assert.equal((await call('GET', balance, { 'x-api-version': '1.0' })).status, 200);
    for (const version of ['2.0', '1', '', '1.0.0']) {
      const { status, body } = await call('GET', balance, { 'x-api-version': version });
      assert.deepEqual([status, body], [400, 'x-api-version must be 1.0'], version);
    }
  });

  test('reads a body that it does not need, with the version in its type', async () => {
    const answer = await server.inject({
      method: 'POST',
      url: `/external${topUp}`,
      headers: { apiKey: merchant.apiKey, 'content-type': 'application/json; x-api-version=1.0' },
      payload: '{}',
    });
    assert.equal(answer.statusCode, 200);
  });

  test('without a good apiKey is a 401, and with another merchant’s site too', async () => {
    assert.deepEqual((await call('GET', balance, { apiKey: '' })).status, 401);
    const wrong = await call('GET', balance, { apiKey: 'wrong' });
    assert.deepEqual([wrong.status, wrong.body], [401, 'The ApiKey is not valid']);
    const other = await createMerchant(ctx, { name: 'Other Shop' });
    for (const siteCode of [other.siteCode, 'NOBODY']) {
      const theirs = await call('GET', `${balance}?siteCode=${siteCode}`);
      assert.deepEqual([theirs.status, theirs.body], [401, 'The ApiKey does not belong to the siteCode']);
    }
  });

  test('refuses a parameter that is given twice', async () => {
    assert.equal((await call('GET', `${balance}?siteCode=A&siteCode=B`)).status, 400);
    assert.equal((await call('GET', `${balance}?siteCode=A&sitecode=B`)).status, 400);
  });

  test('elsewhere there is nothing, and another method is a 405 with Allow', async () => {
    assert.equal((await call('GET', '/Secure/Nothing')).status, 404);
    const { status, headers } = await call('GET', topUp);
    assert.deepEqual([status, headers.allow], [405, 'POST']);
    assert.equal((await call('PUT', balance)).headers.allow, 'GET, HEAD');
  });
});

test('after all of this, everything holds together', async () => {
  assert.deepEqual(await world.findings(), []);
});
