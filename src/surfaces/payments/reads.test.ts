import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openSurface } from '../../../test/support/setup/payments-api.ts';
import { banks } from '../../core/banks.ts';
import { changeSite, createMerchant, createSite, type NewMerchant } from '../../core/merchants/actions.ts';
import { chooseTestOutcome, transactionStates } from '../../core/transactions/actions.ts';
import { recordAnswer } from '../../core/transactions/transitions.ts';
import { lastEventOf, statusOf } from '../dialect/status.ts';

type Surface = Awaited<ReturnType<typeof openSurface>>;

interface Item {
  transactionId: string;
  status: string;
  statusMessage: string;
  subStatus: string | null;
  paymentDate: string | null;
  isTest: boolean;
}

describe('a transaction read by its reference or its id', () => {
  let surface: Surface;
  let siteCode: string;
  before(async () => {
    surface = await openSurface();
    siteCode = surface.merchant.siteCode;
  });

  const byReference = async (transactionReference: string, isTest = 'false') => {
    const answer = await surface.get('GetTransactionByReference', { siteCode, transactionReference, isTest });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<Item[]>();
  };
  const byId = (transactionId: string, isTest?: string) =>
    surface.get('GetTransaction', { siteCode, transactionId, ...(isTest && { isTest }) });

  test('has exactly the fields of the contract', async () => {
    const account = {
      bankId: banks[1]!.id,
      accountNumber: '1234567890',
      branchCode: '470010',
      holder: 'Thabo',
    };
    await changeSite(surface.ctx, siteCode, { settlementAccount: account });
    surface.directory.forget();
    const payment = await surface.pay({
      transactionReference: 'PAID',
      amount: '599.80',
      optional1: 'one',
      optional4: '4',
    });
    const begun = await surface.begin(payment);
    surface.clock.advance(90_000);
    await recordAnswer(surface.ctx, begun.id, { outcome: 'paid', reason: null, payerAccount: '62001234567' });
    const [item, ...more] = await byReference('PAID');
    assert.deepEqual(more, []);
    assert.deepEqual(item, {
      transactionId: begun.id,
      merchantCode: surface.merchant.merchant.code,
      siteCode,
      transactionReference: 'PAID',
      currencyCode: 'ZAR',
      amount: 599.8,
      status: 'Complete',
      statusMessage: '',
      subStatus: null,
      createdDate: '2026-11-20T08:00:00.000Z',
      paymentDate: '2026-11-20T08:01:30.000Z',
      bankName: 'Demo Bank',
      maskedAccountNumber: '*******4567',
      toBankName: 'Capitec',
      toAccountNumber: '******7890',
      optional1: 'one',
      optional2: null,
      optional3: null,
      optional4: '4',
      optional5: null,
      isTest: false,
    });
    assert.deepEqual((await byId(begun.id)).json(), item);
    assert.deepEqual((await byId(begun.id.toUpperCase(), 'FALSE')).json(), item);
  });

  test('has no account of a site that has none', async () => {
    const other = await openSurface();
    await other.attempt(await other.pay());
    const [item] = (
      await other.get('GetTransactionByReference', {
        siteCode: other.merchant.siteCode,
        transactionReference: 'ORDER-17',
      })
    ).json<{ toBankName: unknown; toAccountNumber: unknown }[]>();
    assert.deepEqual([item!.toBankName, item!.toAccountNumber], [null, null]);
  });

  test('comes newest first, ten at most, and is empty for an unused reference', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 12; count++) {
      surface.clock.advance(1000);
      ids.unshift((await surface.begin(await surface.pay({ transactionReference: 'MANY' }))).id);
    }
    assert.deepEqual(
      (await byReference('MANY')).map((item) => item.transactionId),
      ids.slice(0, 10),
    );
    assert.deepEqual(await byReference('NEVER'), []);
    assert.deepEqual(await byReference('many'), []);
  });

  test('includes test payments only with isTest', async () => {
    const tried = await surface.pay({ transactionReference: 'TRIED', isTest: true });
    const test = await chooseTestOutcome(surface.ctx, tried, 'success');
    const real = await surface.attempt(await surface.pay({ transactionReference: 'TRIED' }));
    assert.deepEqual(
      (await byReference('TRIED')).map((item) => item.transactionId),
      [real.id],
    );
    assert.deepEqual(
      (await byReference('TRIED', 'TRUE')).map((item) => item.transactionId),
      [test.id],
    );
    assert.equal((await byId(test.id, 'true')).json<Item>().isTest, true);
    assert.equal((await byId(test.id)).statusCode, 404);
    assert.equal((await byId(real.id, 'true')).statusCode, 404);
  });

  test('is a 404 text for an unknown or invalid id', async () => {
    for (const id of ['00000000-0000-7000-8000-000000000000', 'x', '123']) {
      const answer = await byId(id);
      assert.equal(answer.statusCode, 404);
      assert.match(String(answer.headers['content-type']), /^text\/plain/);
    }
  });

  test('has a status for each outcome, and its kind in subStatus', async () => {
    const end = async (
      transactionReference: string,
      outcome: 'declined' | 'cancelled' | 'abandoned' | 'error' | 'pending',
    ) => {
      const { id } = await surface.begin(await surface.pay({ transactionReference }));
      await recordAnswer(surface.ctx, id, { outcome, reason: `because of ${outcome}`, payerAccount: null });
      const { status, subStatus, statusMessage, paymentDate } = (await byId(id)).json<Item>();
      assert.equal(paymentDate, null);
      return [status, subStatus, statusMessage];
    };
    assert.deepEqual(await end('A', 'declined'), ['Error', 'Declined', 'because of declined']);
    assert.deepEqual(await end('B', 'error'), ['Error', 'Failed', 'because of error']);
    assert.deepEqual(await end('C', 'cancelled'), ['Cancelled', null, 'because of cancelled']);
    assert.deepEqual(await end('D', 'abandoned'), ['Abandoned', 'Abandoned', 'because of abandoned']);
    assert.deepEqual(await end('E', 'pending'), ['Pending', null, 'because of pending']);
  });

  test('that was paid late is Complete, says nothing in statusMessage and PaidLate in subStatus', async () => {
    const declined = await surface.attempt(await surface.pay({ transactionReference: 'LATE' }), 'decline');
    await recordAnswer(surface.ctx, declined.id, { outcome: 'paid', reason: null, payerAccount: null });
    const { status, subStatus, statusMessage } = (await byId(declined.id)).json<Item>();
    assert.deepEqual([status, subStatus, statusMessage], ['Complete', 'PaidLate', '']);
  });
});

test('another merchant’s transactions, and another site’s, are nowhere to be read', async () => {
  const surface = await openSurface();
  const other: NewMerchant = await createMerchant(surface.ctx, { name: 'Naledi' });
  const { id } = await surface.attempt(await surface.pay());
  const second = await createSite(surface.ctx, surface.merchant.merchant, 'Second');
  const as = (apikey: string, path: string, query: Record<string, string>) =>
    surface.get(path, query, { apikey });
  for (const [apiKey, siteCode] of [
    [other.apiKey, other.siteCode],
    [surface.merchant.apiKey, second.siteCode],
  ] as const) {
    assert.equal((await as(apiKey, 'GetTransaction', { siteCode, transactionId: id })).statusCode, 404);
    const list = await as(apiKey, 'GetTransactionByReference', {
      siteCode,
      transactionReference: 'ORDER-17',
    });
    assert.deepEqual(list.json(), []);
    const report = await as(apiKey, 'GetTransactionReport', {
      siteCode,
      startDate: '2026-11-20',
      endDate: '2026-11-20',
    });
    assert.deepEqual(report.json(), []);
  }
});

test('every inner state has its public status and a last event', () => {
  const shown = transactionStates.map((state) => [state, statusOf({ state, paymentType: 'redirect' })]);
  assert.deepEqual(Object.fromEntries(shown), {
    created: 'Pending',
    started: 'Pending',
    authenticated: 'Pending',
    pending: 'Pending',
    unknown: 'PendingInvestigation',
    successful: 'Complete',
    refunded: 'Complete',
    cancelled: 'Cancelled',
    abandoned: 'Abandoned',
    expired: 'Abandoned',
    declined: 'Error',
    failed: 'Error',
    reversed: 'Error',
  });
  assert.deepEqual(Object.keys(lastEventOf).sort(), [...transactionStates].sort());
  assert.equal(statusOf({ state: 'pending', paymentType: 'bankdeposit' }), 'PendingInvestigation');
});
