import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accounts } from '../../../test/support/setup/payouts.ts';
import { openSurface } from '../../../test/support/setup/payouts-api.ts';
import { banks, banksIn, demoBankId } from '../../core/banks.ts';
import { createMerchant, createSite, findMerchantByCode } from '../../core/merchants/actions.ts';
import { BankUnavailable, simulatorAccount } from '../../core/rails.ts';

const api = await openSurface({ float: 10_000_000n });
const { call, requested, read, jobs, bank, tell } = api;

describe('GET /getavailablebanks', () => {
  test('lists the banks; none of them clears in real time in staging', async () => {
    const { status, body } = await call('GET', '/getavailablebanks');
    assert.equal(status, 200);
    assert.deepEqual(
      body,
      banksIn('staging').map(({ id, name, branchCode }) => ({
        bankGroupId: id,
        bankGroupName: name,
        universalBranchCode: branchCode,
        isRtcAvailable: false,
      })),
    );
    assert.equal(body[0]?.bankGroupId, demoBankId);
  });

  test('says in production which can be reached', async () => {
    const [first, second] = banks;
    const production = await openSurface({
      policy: { realTimeAllowed: true },
      rails: {
        accountBanks: async () => [
          { ...first!, account: simulatorAccount, available: true, unavailableReason: null },
          { ...second!, account: simulatorAccount, available: false, unavailableReason: 'maintenance' },
        ],
      },
    });
    const { body } = await production.call('GET', '/getavailablebanks');
    assert.deepEqual(
      body.map(({ isRtcAvailable }: { isRtcAvailable: boolean }) => isRtcAvailable),
      [true, false],
    );
  });
});

describe('GET /getpayout', () => {
  test('returns the record of a payout, and nothing else', async () => {
    const id = await requested({ amount: 599.8, merchantReference: 'The record' });
    const { status, headers, body } = await call('GET', `/getpayout?payoutId=${id}`);
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^application\/json/);
    assert.deepEqual(body, {
      id,
      amount: 599.8,
      siteCode: api.merchant.siteCode,
      merchantReference: 'The record',
      customerBankReference: 'KAROO 17',
      notifyUrl: 'https://shop.example/notify',
      isRtc: false,
      bankingDetails: {
        bankGroupId: accounts.tyme.bankId,
        accountNumber: accounts.tyme.number,
        branchCode: accounts.tyme.branchCode,
      },
      payoutStatus: { status: 1, subStatus: 0, errorMessage: null },
    });
  });

  test('for a payout without notifyUrl omits the member', async () => {
    for (const notifyUrl of [undefined, null, '']) {
      const merchantReference = `Silent ${notifyUrl}`;
      const id = await api.requested({ notifyUrl, merchantReference });
      assert.equal('notifyUrl' in (await api.read(id)), false);
      const found = await api.call('POST', '/getpayoutbyreference', {
        body: { pageSize: 1, pageIndex: 1, searchFields: [1], searchString: merchantReference },
      });
      assert.deepEqual([found.body.length, 'notifyUrl' in found.body[0]], [1, false]);
    }
  });

  test('knows an id in any letter case, and its parameter too', async () => {
    const id = await requested();
    assert.equal((await call('GET', `/getpayout?PAYOUTID=${id.toUpperCase()}`)).body.id, id);
  });

  test('refuses a missing, malformed, doubled or unknown payoutId with a 400 and a message', async () => {
    const unknown = '018f0000-0000-7000-8000-000000000000';
    for (const [query, message] of [
      ['', /^payoutId is required$/],
      ['?payoutId=', /^payoutId is required$/],
      ['?payoutId=17', /^payoutId must be a UUID$/],
      [`?payoutId=${unknown}&payoutId=${unknown}`, /^payoutId must be a UUID$/],
      [`?payoutId=${unknown}&PayoutId=${unknown}`, /^payoutId must be a UUID$/],
      [`?payoutId=${unknown}`, /^This site has no payout with this identifier/],
    ] as const) {
      const { status, body } = await call('GET', `/getpayout${query}`);
      assert.equal(status, 400, query);
      assert.deepEqual(Object.keys(body), ['message']);
      assert.match(body.message, message);
    }
  });

  test('does not know another site’s payout, of the same merchant or another', async () => {
    const id = await requested();
    const other = await createMerchant(api.ctx, { name: 'Other Shop' });
    const { merchantCode } = await api.siteNow();
    const merchant = (await findMerchantByCode(api.db, merchantCode))!;
    const second = await createSite(api.ctx, merchant, 'Second');
    for (const headers of [
      { ApiKey: other.apiKey, SiteCode: other.siteCode },
      { SiteCode: second.siteCode },
    ]) {
      const { status, body } = await call('GET', `/getpayout?payoutId=${id}`, { headers });
      assert.equal(status, 400);
      assert.match(body.message, /^This site has no payout with this identifier/);
    }
  });
});

describe('payoutStatus', () => {
  const statusOf = async (id: string) => (await read(id)).payoutStatus;

  test('1 when it was received, 3 when a bank has it, 5 when it is paid', async () => {
    bank.mood = { answers: { outcome: 'pending', reason: null } };
    const id = await requested();
    assert.deepEqual(await statusOf(id), { status: 1, subStatus: 0, errorMessage: null });
    await jobs.drain();
    assert.deepEqual(await statusOf(id), { status: 3, subStatus: 0, errorMessage: null });
    await tell({ id }, { outcome: 'paid', reason: null });
    assert.deepEqual(await statusOf(id), { status: 5, subStatus: 0, errorMessage: null });
  });

  test('90 when the money came back, with why', async () => {
    bank.mood = { answers: { outcome: 'paid', reason: null } };
    const id = await requested();
    await jobs.drain();
    await tell({ id }, { outcome: 'returned', reason: 'the account no longer exists' });
    assert.deepEqual(await statusOf(id), {
      status: 90,
      subStatus: 0,
      errorMessage: 'the account no longer exists',
    });
  });

  test('99 with 9001 when the destination bank rejects it', async () => {
    bank.mood = { answers: { outcome: 'failed', reason: 'rejected by the destination bank' } };
    const id = await requested();
    await jobs.drain();
    assert.deepEqual(await statusOf(id), {
      status: 99,
      subStatus: 9001,
      errorMessage: 'rejected by the destination bank',
    });
  });

  test('99 with a text also when the bank gives none', async () => {
    bank.mood = { answers: { outcome: 'failed', reason: null } };
    const id = await requested();
    await jobs.drain();
    const { status, errorMessage } = await statusOf(id);
    assert.equal(status, 99);
    assert.ok(errorMessage.length > 0);
  });

  test('4 with 401 when the bank could not be had', async () => {
    bank.mood = { answers: { outcome: 'failed', reason: 'the bank is not available', failure: 'bank' } };
    const id = await requested();
    await jobs.drain();
    assert.deepEqual(await statusOf(id), {
      status: 4,
      subStatus: 401,
      errorMessage: 'the bank is not available',
    });
    bank.mood = { answers: { outcome: 'paid', reason: null } };
  });

  test('2 while a second person has to approve it', async () => {
    await api.changeSite({ approvalAboveCents: 0n });
    const id = await requested();
    await jobs.drain();
    assert.deepEqual(await statusOf(id), { status: 2, subStatus: 0, errorMessage: null });
    await api.changeSite({ approvalAboveCents: null });
  });
});

describe('POST /getpayoutbyreference', () => {
  const search = async (body: object) => call('POST', '/getpayoutbyreference', { body });
  const usual = { pageSize: 10, pageIndex: 1, searchFields: [1, 2] };
  const ids = async (body: object) => {
    const answer = await search({ ...usual, ...body });
    assert.equal(answer.status, 200);
    return answer.body.map(({ id }: { id: string }) => id);
  };

  test('finds by merchantReference, by customerBankReference, and by both; exactly', async () => {
    const first = await requested({ merchantReference: 'FIND 1', customerBankReference: 'SALARY' });
    api.clock.advance(1_000);
    const second = await requested({ merchantReference: 'SALARY', customerBankReference: 'FIND 1' });
    assert.deepEqual(await ids({ searchFields: [1], searchString: 'FIND 1' }), [first]);
    assert.deepEqual(await ids({ searchFields: [2], searchString: 'FIND 1' }), [second]);
    assert.deepEqual(await ids({ searchString: 'FIND 1' }), [second, first]);
    assert.deepEqual(await ids({ searchFields: [2, 1, 1], searchString: 'SALARY' }), [second, first]);
    assert.deepEqual(await ids({ searchString: 'FIND' }), []);
    const record = (await search({ ...usual, searchFields: [1], searchString: 'FIND 1' })).body[0];
    assert.deepEqual(record, await read(first));
  });

  test('reads fields as text, and a single one', async () => {
    const id = await requested({ merchantReference: 'FIELDS 1', customerBankReference: 'FIELDS 2' });
    for (const searchFields of [[1], ['1'], 1, '1', [2, '1']])
      assert.deepEqual(await ids({ searchFields, searchString: 'FIELDS 1' }), [id]);
    assert.deepEqual(await ids({ searchFields: '2', searchString: 'FIELDS 1' }), []);
  });

  test('pages from 1, the newest first; 0 is the first page too', async () => {
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      api.clock.advance(1_000);
      made.unshift(await requested({ customerBankReference: 'PAGED' }));
    }
    const pages = await Promise.all(
      [0, 1, 2, 3, 4].map((pageIndex) =>
        ids({ pageSize: 2, pageIndex, searchFields: [2], searchString: 'PAGED' }),
      ),
    );
    const [first, second, third] = [made.slice(0, 2), made.slice(2, 4), made.slice(4)];
    assert.deepEqual(pages, [first, first, second, third, []]);
  });

  test('looks back 48 hours', async () => {
    const id = await requested({ merchantReference: 'LAST WEEK' });
    api.clock.advance(48 * 3_600_000);
    assert.deepEqual(await ids({ searchString: 'LAST WEEK' }), [id]);
    api.clock.advance(1);
    assert.deepEqual(await ids({ searchString: 'LAST WEEK' }), []);
  });

  test('finds nothing of another site', async () => {
    await requested({ merchantReference: 'MINE' });
    const other = await createMerchant(api.ctx, { name: 'Other Shop' });
    const headers = { ApiKey: other.apiKey, SiteCode: other.siteCode };
    const body = { ...usual, searchString: 'MINE' };
    assert.deepEqual((await call('POST', '/getpayoutbyreference', { body, headers })).body, []);
  });

  for (const [what, change, message] of [
    ['no pageSize', { pageSize: undefined }, /^pageSize is required$/],
    ['a pageSize of nothing', { pageSize: 0 }, /^pageSize must be at least 1$/],
    ['a pageSize of 101', { pageSize: 101 }, /^pageSize must be at most 100$/],
    ['a pageSize that is text', { pageSize: '10' }, /^pageSize must be an integer$/],
    ['no pageIndex', { pageIndex: undefined }, /^pageIndex is required$/],
    ['a negative pageIndex', { pageIndex: -1 }, /^pageIndex /],
    ['half a page', { pageIndex: 0.5 }, /^pageIndex must be an integer$/],
    ['no searchFields', { searchFields: undefined }, /^searchFields is required$/],
    ['no field to search', { searchFields: [] }, /^searchFields must have at least 1 item$/],
    ['a third field', { searchFields: [1, 3] }, /^searchFields\[1\] must be one of 1, 2$/],
    ['an invalid field', { searchFields: 'merchantReference' }, /^searchFields\[0\] must be one of 1, 2$/],
    ['no searchString', { searchString: undefined }, /^searchString is required$/],
    ['an empty searchString', { searchString: '' }, /^searchString must not be empty$/],
    [
      'a searchString of 21 characters',
      { searchString: 'x'.repeat(21) },
      /^searchString must have at most 20/,
    ],
  ] as const) {
    test(`refuses ${what} with a 400 and a message`, async () => {
      const { status, body } = await search({ ...usual, searchString: 'X', ...change });
      assert.equal(status, 400);
      assert.deepEqual(Object.keys(body), ['message']);
      assert.match(body.message, message);
    });
  }
});

describe('an unknown operation', () => {
  test('is a 404 with a message, and another method a 405 with Allow; without authentication', async () => {
    const headers = { ApiKey: undefined, SiteCode: undefined };
    const nowhere = await call('GET', '/nowhere', { headers });
    assert.deepEqual([nowhere.status, nowhere.body], [404, { message: 'Not found' }]);
    const post = await call('POST', '/getpayout', { body: {} });
    assert.deepEqual([post.status, post.headers.allow], [405, 'GET, HEAD']);
    assert.deepEqual(post.body, { message: 'Method not allowed' });
    const put = await call('PUT', '/requestpayout', { body: {} });
    assert.deepEqual([put.status, put.headers.allow], [405, 'POST']);
  });
});

describe('when something is wrong with us', () => {
  test('a body that is too large or of another type is refused with the reason', async () => {
    const large = await call('POST', '/requestpayout', { body: JSON.stringify('x'.repeat(1 << 17)) });
    assert.equal(large.status, 413);
    assert.deepEqual(Object.keys(large.body), ['message']);
    const xml = await call('POST', '/requestpayout', {
      body: '<a/>',
      headers: { 'content-type': 'application/xml' },
    });
    assert.equal(xml.status, 415);
    assert.deepEqual(Object.keys(xml.body), ['message']);
  });

  test('a failure is a 500 without internal details', async () => {
    const failing = await openSurface({
      rails: {
        accountBanks: () => Promise.reject(new Error('SECRET of the inside')),
      },
    });
    const { status, body } = await failing.call('GET', '/getavailablebanks');
    assert.equal(status, 500);
    assert.deepEqual(body, { message: 'The service failed; quote X-Correlation-ID when you report it' });
    const away = await openSurface({ rails: { accountBanks: () => Promise.reject(new BankUnavailable()) } });
    assert.equal((await away.call('GET', '/getavailablebanks')).status, 500);
  });

  test('a database that is away is a 500 that says to try again', async () => {
    const world = await openSurface();
    await world.db.end({ timeout: 0 });
    const { status, headers, body } = await world.call(
      'GET',
      `/getpayout?payoutId=${'018f0000-0000-7000-8000-000000000000'}`,
    );
    assert.equal(status, 500);
    assert.equal(headers['retry-after'], '1');
    assert.deepEqual(body, { message: 'The service is not available; retry' });
  });
});
