import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openRefunds, zar } from '../../../test/support/refunding.ts';
import type { Answer } from '../../../test/support/setup/one-api.ts';
import { createSite } from '../../core/merchants/actions.ts';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const shop = await openRefunds();
const { base, clock } = shop;
const reason = 'returned goods';

/** Returns the complete record of a refund that was just requested. */
function pending(id: string, transactionId: string, value: number) {
  const self = `${base}/one/v1/refunds/${id}`;
  return {
    links: { self, cancel: `${self}/cancel` },
    id,
    transactionId,
    amount: zar(value),
    requested: clock.now().toISOString(),
    status: 'Pending',
    paidTo: {
      institutionId: 'de300b4a-0000-4000-8000-000000000001',
      institutionName: 'Demo Bank',
      accountNumber: '******6209',
      branchCode: '999999',
    },
    realTimePayment: false,
  };
}

const idsOf = ({ body }: Answer): string[] => body.results.map(({ id }: { id: string }) => id);

describe('POST /transactions/{id}/refunds', () => {
  test('makes a refund: 201, its address in Location, and the whole record, which GET gives again', async () => {
    const transactionId = await shop.pay(100);
    const body = {
      amount: zar(12.5),
      reason,
      notifyUrl: 'https://shop.example/refunds',
      realTimePayment: false,
    };
    const answer = await shop.one('POST', `/transactions/${transactionId}/refunds`, { body });
    assert.equal(answer.status, 201, answer.text);
    const { id } = answer.body;
    assert.match(id, uuidPattern);
    assert.deepEqual(answer.body, pending(id, transactionId, 12.5));
    assert.equal(answer.headers.location, `${base}/one/v1/refunds/${id}`);
    assert.ok(answer.headers['x-correlation-id']);
    const read = await shop.one('GET', answer.headers.location!);
    assert.deepEqual([read.status, read.body], [200, answer.body]);
  });

  test('takes any amount from one cent to all there is, one after another', async () => {
    const transactionId = await shop.pay(250.75);
    for (const value of [0.01, 100, 99.9, 50.84]) {
      await shop.refund(transactionId, value);
      await shop.pass(1_000);
    }
    const { body } = await shop.one('GET', `/transactions/${transactionId}/refunds`);
    assert.deepEqual(
      body.results.map(({ amount }: { amount: { value: number } }) => amount.value),
      [50.84, 99.9, 100, 0.01],
    );
  });

  test('takes an identifier in capitals, and members that it does not know', async () => {
    const transactionId = await shop.pay(10);
    const { transactionId: reported } = await shop.refund(transactionId.toUpperCase(), 5, { colour: 'red' });
    assert.equal(reported, transactionId);
  });

  test('records the client and the request', async () => {
    const body = { amount: zar(1), reason };
    const headers = { 'x-correlation-id': 'return-17' };
    const { body: made } = await shop.one('POST', `/transactions/${await shop.pay(10)}/refunds`, {
      body,
      headers,
    });
    const [row] = await shop.db`select created_by, correlation_id, reason from refunds where id = ${made.id}`;
    assert.deepEqual(row, {
      createdBy: `client:${shop.merchant.clientId}`,
      correlationId: 'return-17',
      reason,
    });
  });
});

describe('POST /refunds', () => {
  test('makes several at once, of one transaction and of several: 201 and an ARRAY in the order of the request', async () => {
    const [first, second] = [await shop.pay(100), await shop.pay(50)];
    const wanted = [
      { transactionId: second, value: 20 },
      { transactionId: first, value: 30 },
      { transactionId: second, value: 30 },
    ];
    const body = wanted.map(({ transactionId, value }) => ({ transactionId, amount: zar(value), reason }));
    const answer = await shop.one('POST', '/refunds', { body });
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.headers.location, undefined);
    assert.deepEqual(
      answer.body,
      wanted.map(({ transactionId, value }, index) => pending(answer.body[index].id, transactionId, value)),
    );
    for (const made of answer.body) assert.deepEqual(await shop.read(made.id), made);
  });

  test('takes 500 of them', async () => {
    const transactionId = await shop.pay(5);
    const item = { transactionId, amount: zar(0.01), reason };
    const answer = await shop.one('POST', '/refunds', { body: Array.from({ length: 500 }, () => item) });
    assert.equal(answer.status, 201);
    assert.equal(new Set(answer.body.map(({ id }: { id: string }) => id)).size, 500);
    await shop.assertSound();
  });

  test('for the same transactions at the same moment, in different orders, never deadlock', async () => {
    const transactions = await Promise.all(Array.from({ length: 6 }, () => shop.pay(100)));
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, turn) => {
        const order = transactions.map((_, index) => transactions[(index * (turn % 2 ? 5 : 1) + turn) % 6]!);
        const body = order.map((transactionId) => ({ transactionId, amount: zar(1), reason }));
        return shop.one('POST', '/refunds', { body });
      }),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  });
});

describe('POST /refunds/{id}/cancel', () => {
  test('returns 200 without a body, also when repeated', async () => {
    const { id } = await shop.refund(await shop.pay(10), 10);
    for (const _ of [1, 2]) {
      const { status, text } = await shop.one('POST', `/refunds/${id}/cancel`);
      assert.deepEqual([status, text], [200, '']);
    }
    const { status, reason: why, completed } = await shop.read(id);
    assert.deepEqual(
      [status, why, completed],
      ['Cancelled', 'cancelled by the merchant', clock.now().toISOString()],
    );
  });
});

describe('lists', async () => {
  const shop = await openRefunds();
  const { siteCode } = await createSite(shop.ctx, shop.merchant.merchant, 'Second shop');
  await shop.moveTo('2026-11-24T11:00');
  const transactionId = await shop.pay(100);
  const elsewhere = await shop.pay(100, { siteCode });
  const ids: string[] = [];
  for (const minute of [1, 2, 3, 4, 5]) {
    await shop.pass(60_000);
    ids.unshift((await shop.refund(minute === 3 ? elsewhere : transactionId, minute)).id);
  }
  await shop.one('POST', `/refunds/${ids[0]}/cancel`);
  const days = 'fromDate=2026-11-24&toDate=2026-11-24';
  const list = async (query: string) => idsOf(await shop.one('GET', `/refunds?${query}`));

  test('have all of the requested days, newest first', async () => {
    const answer = await shop.one('GET', `/refunds?${days}`);
    assert.equal(answer.status, 200);
    assert.deepEqual(idsOf(answer), ids);
    assert.deepEqual(answer.body.meta, { limit: 50, offset: 0, count: 5, hasMore: false });
    assert.deepEqual(await list('fromDate=2026-11-25&toDate=2026-11-30'), []);
    assert.deepEqual(await list('fromDate=2026-11-24T23:59:59Z&toDate=2026-11-24T00:00:00Z'), ids);
    assert.deepEqual(await list('fromDate=2026-11-20&toDate=2026-11-24&limit=500'), ids);
  });

  test('are filtered by site, by status and by transaction', async () => {
    assert.deepEqual(await list(`${days}&siteCode=${siteCode}`), [ids[2]]);
    assert.deepEqual(await list(`${days}&status=Cancelled`), [ids[0]]);
    assert.deepEqual(await list(`${days}&status=Pending`), ids.slice(1));
    for (const status of ['Complete', 'Submitted', 'Failed', 'Returned']) {
      assert.deepEqual(await list(`${days}&status=${status}`), []);
    }
    assert.deepEqual(await list(`${days}&transactionId=${elsewhere}`), [ids[2]]);
    assert.deepEqual(await list(`${days}&transactionId=${elsewhere.toUpperCase()}&status=Cancelled`), []);
    assert.deepEqual(await list(`${days}&transactionId=01a1f866-0d00-7000-8000-000000000000`), []);
  });

  for (const [what, path, expected] of [
    ['all refunds', `/refunds?${days}&`, ids],
    [
      'refunds of a transaction',
      `/transactions/${transactionId}/refunds?`,
      ids.filter((id) => id !== ids[2]),
    ],
  ] as const) {
    test(`${what} are paged by links that lead through each exactly once, while others are made and cancelled`, async () => {
      const seen: string[] = [];
      let next: string | undefined = `${path}limit=2`;
      while (next) {
        const answer: Answer = await shop.one('GET', next);
        seen.push(...idsOf(answer));
        next = answer.body.links.next;
        if (next) assert.equal(new URL(next).searchParams.get('limit'), '2');
        const { id } = await shop.refund(transactionId, 1);
        await shop.one('POST', `/refunds/${id}/cancel`);
      }
      assert.deepEqual(
        seen.filter((id) => ids.includes(id)),
        expected,
      );
      assert.equal(new Set(seen).size, seen.length);
    });
  }

  test('by transaction have only its refunds', async () => {
    const answer = await shop.one('GET', `/transactions/${elsewhere}/refunds`);
    assert.deepEqual(idsOf(answer), [ids[2]]);
    assert.deepEqual(answer.body.results[0], await shop.read(ids[2]!));
    const fresh = await shop.pay(1);
    assert.deepEqual(idsOf(await shop.one('GET', `/transactions/${fresh}/refunds`)), []);
  });
});
