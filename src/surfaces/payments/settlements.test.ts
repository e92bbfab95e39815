import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { book, local, settleAt, settlementAccount } from '../../../test/support/settling.ts';
import { assertText, openSurface, uuid } from '../../../test/support/setup/payments-api.ts';
import {
  changeSite,
  createMerchant,
  createSite,
  findSiteByCode,
  type NewMerchant,
  type Site,
} from '../../core/merchants/actions.ts';

type Surface = Awaited<ReturnType<typeof openSurface>>;
type Settlement = Record<string, unknown>;

const april = { fromDate: '2028-04-01', toDate: '2028-04-30' };
const all = 'secure/settlements';
const ofSite = 'secure/settlements/getsitesettlements';

describe('settlements under /secure', () => {
  let surface: Surface;
  let other: NewMerchant;
  let [first, second]: Site[] = [];
  let token = '';

  before(async () => {
    surface = await openSurface();
    const { ctx, db, clock, merchant } = surface;
    other = await createMerchant(ctx, { name: 'Naledi' });
    first = (await findSiteByCode(db, merchant.siteCode))!;
    const { siteCode } = await createSite(ctx, merchant.merchant, 'Second shop');
    second = (await findSiteByCode(db, siteCode))!;
    await changeSite(ctx, first.code, { settlementAccount });
    clock.set(local('2028-04-10T09:00'));
    await book(ctx, first, 'payment_received', { gross: 15_050n, fee: 301n });
    await book(ctx, first, 'refund_submitted', { amount: 5_005n });
    await settleAt(ctx, clock, '2028-04-11T00:02');
    await book(ctx, second, 'payment_received', { gross: 999n, fee: 0n });
    await settleAt(ctx, clock, '2028-04-12T00:02');
    token = await tokenFor(merchant);
  });

  async function tokenFor({ apiKey, siteCode }: Pick<NewMerchant, 'apiKey' | 'siteCode'>): Promise<string> {
    const answer = await surface.server.inject({
      method: 'POST',
      url: '/payments/token',
      headers: { apikey: apiKey, 'content-type': 'application/x-www-form-urlencoded' },
      payload: String(new URLSearchParams({ grant_type: 'Password', SiteCode: siteCode })),
    });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<{ access_token: string }>().access_token;
  }

  const get = (
    path: string,
    query: Record<string, string>,
    headers: Record<string, string> = { authorization: `Bearer ${token}` },
  ) => surface.server.inject({ url: `/payments/${path}`, query, headers });

  test('are an ARRAY of all sites’, the latest day first, each with all its members', async () => {
    const answer = await get(all, april);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.match(String(answer.headers['content-type']), /^application\/json; charset=utf-8$/);
    const records = answer.json<Settlement[]>();
    for (const { settlementId } of records) assert.match(String(settlementId), uuid);
    assert.deepEqual(
      records.map(({ settlementId: _id, ...rest }) => rest),
      [
        {
          reference: `${second!.code}-20280411`,
          date: '2028-04-11',
          siteCode: second!.code,
          totalSettlement: 9.99,
          totalFees: 0,
          lineItemCounts: { total: 1, transaction: 1, refund: 0, adjustment: 0, payout: 0 },
          bankName: null,
          accountNumber: null,
        },
        {
          reference: `${first!.code}-20280410`,
          date: '2028-04-10',
          siteCode: first!.code,
          totalSettlement: 97.44,
          totalFees: 3.01,
          lineItemCounts: { total: 2, transaction: 1, refund: 1, adjustment: 0, payout: 0 },
          bankName: 'Capitec',
          accountNumber: '******7890',
        },
      ],
    );
  });

  test('are those of one site where one is named, in any letter case of path and parameters', async () => {
    const answer = await get('Secure/Settlements/GetSiteSettlements', {
      FROMDATE: '2028-04-01',
      todate: '2028-04-30',
      SiteCode: first!.code,
    });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual(
      answer.json<Settlement[]>().map(({ siteCode }) => siteCode),
      [first!.code],
    );
  });

  test('are of whole days, both included; of days without any, an empty ARRAY', async () => {
    const dates = async (fromDate: string, toDate: string) =>
      (await get(all, { fromDate, toDate })).json<Settlement[]>().map(({ date }) => date);
    assert.deepEqual(await dates('2028-04-10', '2028-04-10'), ['2028-04-10']);
    assert.deepEqual(await dates('2028-04-10', '2028-04-11T00:00:00Z'), ['2028-04-11', '2028-04-10']);
    assert.deepEqual(await dates('2028-04-12', '2028-04-30'), []);
    assert.deepEqual(await dates('0001-01-01', '9999-12-31'), ['2028-04-11', '2028-04-10']);
  });

  test('of many days are returned completely', async () => {
    const own = await openSurface();
    const site = (await findSiteByCode(own.db, own.merchant.siteCode))!;
    own.clock.set(local('2028-04-10T09:00'));
    for (let day = 0; day < 1_201; day += 1) {
      await book(own.ctx, site, 'payment_received', { gross: 100n, fee: 0n });
      own.clock.advance(86_400_000);
    }
    await settleAt(own.ctx, own.clock, '2031-09-01T09:00');
    const issued = await own.server.inject({
      method: 'POST',
      url: '/payments/token',
      headers: { apikey: own.merchant.apiKey, 'content-type': 'application/x-www-form-urlencoded' },
      payload: String(new URLSearchParams({ grant_type: 'Password', SiteCode: site.code })),
    });
    const answer = await own.server.inject({
      url: '/payments/secure/settlements',
      query: { fromDate: '2028-01-01', toDate: '2031-12-31' },
      headers: { authorization: `Bearer ${issued.json<{ access_token: string }>().access_token}` },
    });
    const records = answer.json<{ date: string; totalSettlement: number }[]>();
    assert.ok(records.length > 800, String(records.length));
    assert.equal(
      records.reduce((sum, { totalSettlement }) => sum + totalSettlement, 0),
      1_201,
    );
    assert.deepEqual(
      records.map(({ date }) => date),
      records
        .map(({ date }) => date)
        .toSorted()
        .reverse(),
    );
  });

  for (const path of [all, ofSite]) {
    const query = () => ({ ...april, ...(path === ofSite && { siteCode: first!.code }) });

    test(`${path} takes the token alone, and with it an ApiKey only if it matches`, async () => {
      const authorization = `Bearer ${token}`;
      assert.equal((await get(path, query(), { authorization })).statusCode, 200);
      const { apiKey } = surface.merchant;
      assert.equal((await get(path, query(), { authorization, apikey: apiKey })).statusCode, 200);
      for (const apikey of [other.apiKey, 'x', surface.merchant.privateKey]) {
        assertText(await get(path, query(), { authorization, apikey }), 401, /does not match/);
      }
    });

    test(`${path} returns 401 without a valid token, whatever ApiKey is sent`, async () => {
      const forged = `${token.slice(0, -4)}AAAA`;
      const ofOne = await surface.tokens.issue({
        audience: 'http://localhost:8420/one/v1',
        subject: first!.id,
        grantId: (await surface.directory.grantOfApiKey(surface.merchant.apiKey))!,
        claims: { merchantId: first!.merchantId },
        lifetimeSeconds: 60,
      });
      const apikey = surface.merchant.apiKey;
      assertText(await get(path, query(), { apikey }), 401, /Authorization/);
      for (const value of [
        '',
        token,
        'Bearer',
        'Bearer ',
        `Basic ${token}`,
        `Bearer ${forged}`,
        `Bearer ${ofOne}`,
      ]) {
        assertText(await get(path, query(), { apikey, authorization: value }), 401);
      }
    });

    test(`${path} returns 400 for missing or invalid days`, async () => {
      for (const name of ['fromDate', 'toDate']) {
        const { [name]: _gone, ...rest } = query() as Record<string, string>;
        assertText(await get(path, rest), 400, new RegExp(`^${name} is required$`));
        for (const value of ['soon', '2028-02-30', '28-04-01']) {
          assertText(
            await get(path, { ...query(), [name]: value }),
            400,
            new RegExp(`^${name} must be a date`),
          );
        }
      }
      assertText(
        await get(path, { ...query(), fromDate: '2028-05-01' }),
        400,
        /^toDate must not be before fromDate$/,
      );
    });

    test(`${path} takes no other method`, async () => {
      const answer = await surface.server.inject({
        method: 'POST',
        url: `/payments/${path}`,
        headers: { authorization: `Bearer ${token}` },
      });
      assertText(answer, 405);
      assert.equal(answer.headers.allow, 'GET, HEAD');
    });
  }

  test('returns 400 without a siteCode, and 401 for a siteCode of another merchant', async () => {
    assertText(await get(ofSite, april), 400, /^siteCode is required$/);
    for (const siteCode of [other.siteCode, 'NOBODY0001']) {
      assertText(await get(ofSite, { ...april, siteCode }), 401);
    }
  });

  test('of another merchant are not included', async () => {
    const authorization = `Bearer ${await tokenFor(other)}`;
    assert.deepEqual((await get(all, april, { authorization })).json(), []);
    assertText(await get(ofSite, { ...april, siteCode: first!.code }, { authorization }), 401);
  });

  test('are not given for a token whose hour is over', async () => {
    const own = await openSurface();
    const { siteCode, apiKey } = own.merchant;
    const issued = await own.server.inject({
      method: 'POST',
      url: '/payments/token',
      headers: { apikey: apiKey, 'content-type': 'application/x-www-form-urlencoded' },
      payload: String(new URLSearchParams({ grant_type: 'Password', SiteCode: siteCode })),
    });
    const authorization = `Bearer ${issued.json<{ access_token: string }>().access_token}`;
    const ask = () =>
      own.server.inject({ url: `/payments/${all}`, query: april, headers: { authorization } });
    assert.equal((await ask()).statusCode, 200);
    own.clock.advance(3_600_000);
    assertText(await ask(), 401, /expired/);
  });
});
