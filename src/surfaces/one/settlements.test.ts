import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { book, local, settleAt, settlementAccount } from '../../../test/support/settling.ts';
import { assertError, openOne, scopes } from '../../../test/support/setup/one-api.ts';
import { changeSite, createSite, findSiteByCode, type Site } from '../../core/merchants/actions.ts';
import type { Cents } from '../../kernel/money.ts';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

async function openSettled() {
  const one = await openOne();
  const { ctx, clock, db, merchant } = one;
  const first = (await findSiteByCode(db, merchant.siteCode))!;
  const { siteCode } = await createSite(ctx, merchant.merchant, 'Second shop');
  const second = (await findSiteByCode(db, siteCode))!;
  await changeSite(ctx, first.code, { settlementAccount });

  const earn = (site: Site, gross: Cents, fee: Cents = 0n) =>
    book(ctx, site, 'payment_received', { gross, fee });
  clock.set(local('2028-04-10T09:00'));
  await earn(first, 15_050n, 301n);
  clock.advance(1_000);
  await book(ctx, first, 'refund_submitted', { amount: 5_005n });
  clock.advance(1_000);
  await book(ctx, first, 'refund_undone', { amount: 1_000n });
  await earn(second, 999n);
  await settleAt(ctx, clock, '2028-04-11T00:02');
  clock.set(local('2028-04-11T23:59:59.999'));
  await earn(first, 100n);
  await settleAt(ctx, clock, '2028-04-12T00:02');
  await earn(first, 300n);
  await settleAt(ctx, clock, '2028-04-13T00:02');

  const token = await one.tokenFor(merchant);
  const get = (path: string) => one.get(path, { token });
  return { one, first, second, get, earn };
}

const april = 'fromDate=2028-04-01&toDate=2028-04-30';

describe('settlements', async () => {
  const { one, first, second, get, earn } = await openSettled();

  test('are listed, the latest day first, each with all its members', async () => {
    const { status, body } = await get(`/settlements?${april}`);
    assert.equal(status, 200);
    assert.deepEqual(body.meta, { limit: 50, offset: 0, count: 4, hasMore: false });
    assert.deepEqual(
      body.results.map((settlement: { date: string }) => settlement.date),
      ['2028-04-12', '2028-04-11', '2028-04-10', '2028-04-10'],
    );
    const oldest = body.results.find(
      ({ reference }: { reference: string }) => reference === `${first.code}-20280410`,
    );
    const { id, ...rest } = oldest;
    assert.match(id, uuidPattern);
    assert.deepEqual(rest, {
      links: {
        self: `http://localhost:8420/one/v1/settlements/${id}`,
        lineItems: `http://localhost:8420/one/v1/settlements/${id}/lineitems`,
      },
      totalSettlement: { currency: 'ZAR', value: 107.44 },
      totalFees: { currency: 'ZAR', value: 3.01 },
      lineItemCounts: { total: 3, transaction: 1, refund: 2, adjustment: 0, payout: 0 },
      reference: `${first.code}-20280410`,
      date: '2028-04-10',
      bank: {
        institutionId: settlementAccount.bankId,
        institutionName: 'Capitec',
        accountNumber: '******7890',
        branchCode: '470010',
      },
    });
    const alone = await get(`/settlements/${id}`);
    assert.equal(alone.status, 200);
    assert.deepEqual(alone.body, oldest);
  });

  test('for a site without a settlement account have a bank of null', async () => {
    const { body } = await get(`/settlements?${april}&siteCode=${second.code}`);
    assert.deepEqual(
      body.results.map((settlement: { bank: unknown }) => settlement.bank),
      [null],
    );
  });

  test('are filtered by whole days of the date, both included', async () => {
    const days = async (fromDate: string, toDate: string): Promise<string[]> => {
      const { body } = await get(`/settlements?${new URLSearchParams({ fromDate, toDate })}`);
      return body.results.map((settlement: { date: string }) => settlement.date);
    };
    assert.deepEqual(await days('2028-04-11', '2028-04-11'), ['2028-04-11']);
    assert.deepEqual(await days('2028-04-11T23:00:00Z', '2028-04-12T00:00:00Z'), [
      '2028-04-12',
      '2028-04-11',
    ]);
    assert.deepEqual(await days('2028-04-13', '2028-04-30'), []);
    assert.deepEqual(await days('0001-01-01', '2028-04-09'), []);
    assert.equal((await days('0001-01-01', '9999-12-31')).length, 4);
  });

  test('are filtered by site and by reference', async () => {
    const bySite = await get(`/settlements?${april}&siteCode=${first.code}`);
    assert.equal(bySite.body.results.length, 3);
    const byReference = await get(`/settlements?${april}&reference=${first.code}-20280411`);
    assert.deepEqual(
      byReference.body.results.map((settlement: { date: string }) => settlement.date),
      ['2028-04-11'],
    );
    assert.deepEqual((await get(`/settlements?${april}&reference=none`)).body.results, []);
  });

  test('are paged by links that lead through each exactly once, forth and back, while new ones are made', async () => {
    const seen: string[] = [];
    // The clock passes the hour of a token's life in between.
    const read = async (path: string) =>
      (await one.get(path, { token: await one.tokenFor(one.merchant) })).body;
    let last = '';
    let path: string | undefined = `/settlements?${april}&limit=1`;
    while (path) {
      const body = await read(path);
      seen.push(...body.results.map((settlement: { id: string }) => settlement.id));
      if (seen.length === 2) {
        // A settlement in the meantime does not change the pages that are left.
        await earn(first, 1n);
        await settleAt(one.ctx, one.clock, '2028-04-14T00:02');
      }
      last = body.links.self;
      path = body.links.next;
    }
    assert.equal(new Set(seen).size, 4);
    const before = await read((await read(last)).links.prev);
    assert.equal(before.results[0].id, seen[2]);
  });
});

describe('line items', async () => {
  const { one, first, get } = await openSettled();
  const { body: list } = await get(`/settlements?${april}&reference=${first.code}-20280410`);
  const [settlement] = list.results;

  test('have the booked amounts, negative for refunds, and sum to the settlement', async () => {
    const { status, body } = await get(`/settlements/${settlement.id}/lineitems`);
    assert.equal(status, 200);
    assert.deepEqual(body.meta, { limit: 50, offset: 0, count: 3, hasMore: false });
    const zar = (value: number) => ({ currency: 'ZAR', value });
    assert.deepEqual(
      body.results.map((line: Record<string, unknown>) => {
        const { id, reference, description, ...rest } = line;
        assert.match(String(id), uuidPattern);
        assert.ok(typeof reference === 'string' && typeof description === 'string');
        return rest;
      }),
      [
        {
          siteCode: first.code,
          amount: zar(10),
          fee: zar(0),
          feeNet: zar(0),
          feeVat: zar(0),
          settlementAmount: zar(10),
          date: '2028-04-10T07:00:02.000Z',
          type: 'returnedrefund',
        },
        {
          siteCode: first.code,
          amount: zar(-50.05),
          fee: zar(0),
          feeNet: zar(0),
          feeVat: zar(0),
          settlementAmount: zar(-50.05),
          date: '2028-04-10T07:00:01.000Z',
          type: 'refund',
        },
        {
          siteCode: first.code,
          amount: zar(150.5),
          fee: zar(3.01),
          feeNet: zar(3.01),
          feeVat: zar(0),
          settlementAmount: zar(147.49),
          date: '2028-04-10T07:00:00.000Z',
          type: 'transaction',
        },
      ],
    );
    const cents = (pick: 'settlementAmount' | 'fee'): number =>
      body.results.reduce(
        (sum: number, line: Record<string, { value: number }>) => sum + Math.round(line[pick]!.value * 100),
        0,
      );
    assert.equal(cents('settlementAmount'), Math.round(settlement.totalSettlement.value * 100));
    assert.equal(cents('fee'), Math.round(settlement.totalFees.value * 100));
  });

  test('are paged by links', async () => {
    const types: string[] = [];
    let path: string | undefined = `/settlements/${settlement.id}/lineitems?limit=2`;
    while (path) {
      const { body } = await get(path);
      types.push(...body.results.map((line: { type: string }) => line.type));
      path = body.links.next;
    }
    assert.deepEqual(types, ['returnedrefund', 'refund', 'transaction']);
  });

  test('for an unknown settlement, or another merchant’s, are an empty list', async () => {
    const stranger = await one.stranger();
    for (const [path, token] of [
      ['/settlements/018f0000-0000-7000-8000-000000000000/lineitems', undefined],
      ['/settlements/no-uuid/lineitems', undefined],
      [`/settlements/${settlement.id}/lineitems`, stranger.token],
    ] as const) {
      const answer = await one.get(path, { token: token ?? (await one.tokenFor(one.merchant)) });
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body.results, []);
    }
  });

  test('refuse an invalid limit', async () => {
    assertError(await get(`/settlements/${settlement.id}/lineitems?limit=0`), {
      status: 400,
      code: 'BadRequest',
      source: { parameter: 'limit' },
    });
  });
});

describe('a refused request', async () => {
  const { one, first, get } = await openSettled();
  const paths = (id: string): string[] => [
    `/settlements?${april}`,
    `/settlements/${id}`,
    `/settlements/${id}/lineitems`,
  ];
  const { body } = await get(`/settlements?${april}&siteCode=${first.code}`);
  const { id } = body.results[0];

  test('a request without a token, or with a spent one', async () => {
    for (const path of paths(id)) {
      for (const token of [null, undefined]) {
        assertError(await one.get(path, { token }), {
          status: 401,
          code: 'Unauthorized',
          source: { header: 'Authorization' },
        });
      }
    }
  });

  test('a token without the scope settlements', async () => {
    for (const scope of scopes) {
      const token = await one.tokenFor(one.merchant, scope);
      for (const path of paths(id)) {
        const answer = await one.get(path, { token });
        if (scope === 'settlements') assert.equal(answer.status, 200);
        else assertError(answer, { status: 403, code: 'Forbidden', source: { header: 'Authorization' } });
      }
    }
  });

  test('another merchant: the settlement does not exist, and the list is their own', async () => {
    const { token } = await one.stranger();
    assertError(await one.get(`/settlements/${id}`, { token }), { status: 404, code: 'NotFound' });
    assert.deepEqual((await one.get(`/settlements?${april}`, { token })).body.results, []);
    assertError(await one.get(`/settlements?${april}&siteCode=${first.code}`, { token }), {
      status: 400,
      code: 'BadRequest',
      source: { parameter: 'siteCode' },
    });
  });

  for (const unknown of ['018f0000-0000-7000-8000-000000000000', 'no-uuid'])
    test(`a settlement ${unknown} that is not there`, async () => {
      assertError(await get(`/settlements/${unknown}`), { status: 404, code: 'NotFound' });
    });

  for (const [query, parameter] of [
    ['toDate=2028-04-30', 'fromDate'],
    ['fromDate=2028-04-01', 'toDate'],
    ['fromDate=yesterday&toDate=2028-04-30', 'fromDate'],
    ['fromDate=2028-04-31&toDate=2028-05-30', 'fromDate'],
    ['fromDate=2028-04-30&toDate=2028-04-01', 'toDate'],
    [`${april}&limit=501`, 'limit'],
    [`${april}&offset=-1`, 'offset'],
    [`${april}&cursor=x`, 'cursor'],
    [`${april}&siteCode=NOBODY1`, 'siteCode'],
  ] as const)
    test(`the list with ${query}`, async () => {
      assertError(await get(`/settlements?${query}`), {
        status: 400,
        code: 'BadRequest',
        source: { parameter },
      });
    });
});
