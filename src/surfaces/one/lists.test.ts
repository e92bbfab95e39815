import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { budget } from '../../../test/support/budget.ts';
import { type Answer, openOne } from '../../../test/support/setup/one-api.ts';
import { openPool } from '../../kernel/db/db.ts';
import { newId } from '../../kernel/ids.ts';

const one = await openOne();
const [site] = await one.db`select id, merchant_id from sites where code = ${one.merchant.siteCode}`;
const otherDb = openPool(one.databaseUrl, { max: 1 });

/** Writes payments as another process would, a millisecond apart. */
async function insert(count: number, first: Date, reference: string, stepMs = 1): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => {
    const at = new Date(first.getTime() + Math.floor(index * stepMs));
    return {
      id: newId({ now: () => at }),
      merchantId: site!.merchantId,
      siteId: site!.id,
      contract: 'one',
      amountCents: '100',
      currency: 'ZAR',
      merchantReference: reference,
      correlationId: 'test',
      createdAt: at,
      expiresAt: new Date(at.getTime() + 1000),
    };
  });
  await otherDb`insert into payments ${otherDb(rows)}`;
  return rows.map(({ id }) => id);
}

async function follow(
  path: string,
  onPage: (answer: Answer) => Promise<void> | void = () => {},
): Promise<Answer['body'][]> {
  const pages: Answer['body'][] = [];
  for (let next: string | undefined = path; next; ) {
    const answer: Answer = await one.get(next);
    assert.equal(answer.status, 200, answer.text);
    pages.push(answer.body);
    await onPage(answer);
    next = answer.body.links.next;
  }
  return pages;
}

const idsOf = (pages: Answer['body'][]): string[] =>
  pages.flatMap(({ results }) => results.map((row: { id: string }) => row.id));

test('following the links gives every row that was there exactly once while others are written', async () => {
  // Many share a millisecond, so the time alone does not identify a page's place.
  const before = await insert(1_500, new Date('2026-11-02T08:00:00Z'), 'A10', 0.2);
  let written = 0;
  let at = new Date('2026-11-02T09:00:00Z').getTime();
  const pages = await follow('/payments?fromDate=2026-11-02&toDate=2026-11-02&limit=37', async () => {
    written += (await insert(60, new Date(at), 'A10')).length;
    at += 1_000;
  });
  assert.ok(written > 1_500);
  assert.deepEqual(idsOf(pages), before.toSorted().toReversed());
  assert.deepEqual(
    pages.map(({ meta }) => meta.offset),
    pages.map((_, index) => index * 37),
  );
  assert.equal(pages.at(-1).meta.hasMore, false);
  assert.equal(pages.at(-1).meta.count, 1_500 % 37);
});

test('each link repeats the query, carries its own limit and offset, and is absent where it leads nowhere', async () => {
  await insert(5, new Date('2026-11-03T08:00:00Z'), 'a b&c');
  const query = `fromDate=2026-11-03&toDate=2026-11-03&siteCode=${one.merchant.siteCode}&status=Created&merchantReference=a+b%26c`;
  const pages = await follow(`/payments?${query}&limit=2`);
  const shown = pages.map(({ links, meta }) => ({
    meta,
    links: Object.fromEntries(
      Object.entries(links as Record<string, string>).map(([name, link]) => {
        const { origin, pathname, searchParams } = new URL(link);
        assert.equal(origin + pathname, 'http://localhost:8420/one/v1/payments');
        const { limit, offset, cursor, ...rest } = Object.fromEntries(searchParams);
        assert.equal(new URLSearchParams(rest).toString(), query);
        return [name, `${limit} ${offset}${cursor ? ' cursor' : ''}`];
      }),
    ),
  }));
  assert.deepEqual(shown, [
    {
      meta: { limit: 2, offset: 0, count: 2, hasMore: true },
      links: { self: '2 0', first: '2 0', next: '2 2 cursor' },
    },
    {
      meta: { limit: 2, offset: 2, count: 2, hasMore: true },
      links: { self: '2 2 cursor', first: '2 0', next: '2 4 cursor', prev: '2 0 cursor' },
    },
    {
      meta: { limit: 2, offset: 4, count: 1, hasMore: false },
      links: { self: '2 4 cursor', first: '2 0', prev: '2 2 cursor' },
    },
  ]);
});

test('the way back leads over the same pages', async () => {
  await insert(7, new Date('2026-11-04T08:00:00Z'), 'back');
  const pages = await follow('/payments?fromDate=2026-11-04&toDate=2026-11-04&limit=3');
  await insert(5, new Date('2026-11-04T09:00:00Z'), 'back');
  const back = [pages.at(-1)];
  while (back[0].links.prev) back.unshift((await one.get(back[0].links.prev)).body);
  assert.deepEqual(idsOf(back), idsOf(pages));
  assert.deepEqual(
    back.map(({ meta }) => meta),
    pages.map(({ meta }) => meta),
  );
  assert.equal((await one.get(back[0].links.self)).text, JSON.stringify(back[0]));
});

test('limit and offset alone find their rows too', async () => {
  const ids = (await insert(6, new Date('2026-11-05T08:00:00Z'), 'offset')).toReversed();
  const day = 'fromDate=2026-11-05&toDate=2026-11-05';
  assert.deepEqual(idsOf([(await one.get(`/payments?${day}&limit=2&offset=3`)).body]), ids.slice(3, 5));
  const beyond = (await one.get(`/payments?${day}&limit=2&offset=30`)).body;
  assert.deepEqual([beyond.results, beyond.meta], [[], { limit: 2, offset: 30, count: 0, hasMore: false }]);
  assert.equal(new URL(beyond.links.prev).searchParams.get('offset'), '28');
  assert.equal(beyond.links.next, undefined);
});

test('fifty rows are a page where no limit is named, and five hundred the most', async () => {
  await insert(501, new Date('2026-11-06T08:00:00Z'), 'limit');
  const day = 'fromDate=2026-11-06&toDate=2026-11-06';
  assert.deepEqual((await one.get(`/payments?${day}`)).body.meta, {
    limit: 50,
    offset: 0,
    count: 50,
    hasMore: true,
  });
  assert.equal((await one.get(`/payments?${day}&limit=500`)).body.meta.count, 500);
});

async function listed(id: string, fromDate: string, toDate: string): Promise<boolean> {
  const answer = await one.get(`/payments?fromDate=${fromDate}&toDate=${toDate}&limit=500`);
  assert.equal(answer.status, 200, answer.text);
  return idsOf([answer.body]).includes(id);
}

test('a payment of 23:30 UTC is listed on the next South African day', async () => {
  const [id] = await insert(1, new Date('2026-03-09T23:30:00Z'), 'A11');
  assert.equal(await listed(id!, '2026-03-09', '2026-03-09'), false);
  assert.equal(await listed(id!, '2026-03-10', '2026-03-10'), true);
  assert.equal(await listed(id!, '2026-03-09', '2026-03-10'), true);
  assert.equal(
    await listed(id!, '2026-03-10T23:59:59Z', '2026-03-10T00:00:00+02:00'),
    true,
    'a time part is discarded',
  );
});

test('a day holds what happened in it in South Africa, to the millisecond, at the turn of years too', async () => {
  const near = fc.integer({ min: -2, max: 2 });
  const day = fc.constantFrom('2025-12-31', '2026-01-01', '2024-02-29', '2026-06-15', '1999-12-31');
  await fc.assert(
    fc.asyncProperty(day, near, fc.boolean(), async (date, ms, atEnd) => {
      const at = new Date(Date.parse(`${date}T${atEnd ? '24' : '00'}:00:00.000+02:00`) + ms);
      const [id] = await insert(1, at, 'turn');
      const isInside = atEnd ? ms < 0 : ms >= 0;
      assert.equal(await listed(id!, date, date), isInside);
    }),
    { numRuns: budget(8, 40) },
  );
});

test('days far away are listed like any other', async () => {
  for (const [from, to] of [
    ['0000-01-01', '9999-12-31'],
    ['0001-01-01', '0001-01-01'],
    ['9999-12-31', '9999-12-31'],
  ]) {
    assert.equal((await one.get(`/payments?fromDate=${from}&toDate=${to}&limit=1`)).status, 200);
  }
});

test('payments and transactions are found by status, site and reference', async () => {
  const open = await one.payment({ merchantReference: 'FILTER' });
  const paid = await one.payment({ merchantReference: 'FILTER' });
  const { id } = await one.transaction(paid.id);
  await one.step(id, 'authenticate');
  await one.step(id, 'approve');
  const held = await one.payment({ merchantReference: 'FILTER', amount: { currency: 'ZAR', value: 1.94 } });
  const pending = await one.transaction(held.id);
  await one.step(pending.id, 'authenticate');
  await one.step(pending.id, 'approve');
  const find = async (path: string): Promise<string[]> =>
    idsOf([(await one.get(`${path}&${one.today}&merchantReference=FILTER`)).body]);
  assert.deepEqual(await find('/payments?status=Created'), [held.id, open.id].toSorted().toReversed());
  assert.deepEqual(await find('/payments?status=Complete'), [paid.id]);
  assert.deepEqual(await find('/payments?status=Expired'), []);
  assert.deepEqual(await find(`/transactions?status=Successful&siteCode=${one.merchant.siteCode}`), [id]);
  assert.deepEqual(await find('/transactions?status=Pending'), [pending.id]);
  assert.deepEqual(await find('/transactions?status=Incomplete'), []);
  assert.deepEqual(await find('/transactions?status=Refunded'), []);
});

test('the transactions of a payment are listed, and for an unknown payment the list is empty', async () => {
  const { id } = await one.payment();
  const first = await one.transaction(id, { paymentType: 'fnb' });
  await one.step(first.id, 'cancel');
  one.clock.advance(5);
  const second = await one.transaction(id, { paymentType: 'absa' });
  const answer = await one.get(`/payments/${id}/transactions?${one.today}`);
  assert.deepEqual(idsOf([answer.body]), [second.id, first.id]);
  const pages = await follow(`/payments/${id}/transactions?${one.today}&limit=1`);
  assert.deepEqual(idsOf(pages), [second.id, first.id]);
  for (const nobody of [newId(one.clock), 'nobody', '%2F..%2F', '%00', 'x%zz']) {
    const { status, body } = await one.get(`/payments/${nobody}/transactions?${one.today}`);
    assert.deepEqual([status, body.results, body.meta.count], [200, [], 0]);
    assert.ok(URL.canParse(body.links.self));
  }
  await otherDb.end();
});
