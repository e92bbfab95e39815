import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openRefunds, zar } from '../../../test/support/refunding.ts';
import { assertError } from '../../../test/support/setup/one-api.ts';

const shop = await openRefunds();
const sent = 'return-18/try-1';
const headers = { 'x-correlation-id': sent };

const post = (path: string, body: unknown) => shop.one('POST', path, { body, headers });
const good = { amount: zar(10), reason: 'returned goods' };

async function claimed(): Promise<bigint> {
  const [row] = await shop.db<
    { sum: bigint }[]
  >`select coalesce(sum(refunded_cents), 0)::bigint as sum from transactions`;
  return row!.sum;
}

describe('an expectation of what can be refunded', () => {
  const changed = (pointer: string) => ({
    status: 409,
    code: 'RefundableChanged',
    source: { pointer },
    sent,
  });
  const half = { ...good, amount: zar(5), expectedRefundable: zar(10) };

  test('that is not so is a 409 that says both amounts, and nothing is done', async () => {
    const own = await shop.pay(10);
    const path = `/transactions/${own}/refunds`;
    assert.equal((await post(path, half)).status, 201);
    const before = await claimed();
    const again = await post(path, half);
    assertError(again, changed('/expectedRefundable/value'));
    assert.equal(again.body.detail, '5.00 can still be refunded, not 10.00');
    // It is also more than is left, but the wrong expectation is reported.
    const more = { ...half, amount: zar(6) };
    assertError(await post(path, more), changed('/expectedRefundable/value'));
    const list = [
      { ...good, transactionId: await shop.pay(100) },
      { ...half, transactionId: own },
    ];
    assertError(await post('/refunds', list), changed('/1/expectedRefundable/value'));
    assert.equal(await claimed(), before);
    assert.equal((await post(path, { ...half, expectedRefundable: zar(5) })).status, 201);
  });

  test('is compared with the amount that the earlier items leave', async () => {
    const own = await shop.pay(10);
    const first = { ...half, transactionId: own };
    assertError(await post('/refunds', [first, first]), changed('/1/expectedRefundable/value'));
    const both = [first, { ...first, expectedRefundable: zar(5) }];
    assert.equal((await post('/refunds', both)).status, 201);
  });

  test('lets one of twenty at once through', async () => {
    const own = await shop.pay(100);
    const wanted = { ...good, amount: zar(1), expectedRefundable: zar(100) };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(`/transactions/${own}/refunds`, wanted)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, ...Array.from({ length: 19 }, () => 409)]);
  });
});
