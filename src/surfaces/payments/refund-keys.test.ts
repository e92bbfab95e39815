import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Item, openRefunds } from '../../../test/support/refunding.ts';

const shop = await openRefunds();
const { db } = shop;
const transactionId = await shop.pay(100);
const item = (more: Partial<Item> = {}): Item => ({
  transactionId,
  amount: '10.00',
  refundReason: 'Returned goods',
  ...more,
});

describe('an Idempotency-Key', () => {
  const send = (key: string, items: object[], more: Record<string, string> = {}) =>
    shop.secure('POST', 'submit', { body: items, headers: { 'idempotency-key': key, ...more } });
  const refundsOf = async (id: string): Promise<number> =>
    (await db`select 1 from refunds where transaction_id = ${id}`).length;

  test('returns the first response again, including its refusals, and refunds once', async () => {
    const own = await shop.pay(10);
    const items = ['6.00', '6.00', '1.00'].map((amount) => shop.signed(item({ transactionId: own, amount })));
    const first = await send('return-1', items);
    assert.deepEqual([first.status, first.headers['idempotency-replayed']], [200, undefined]);
    assert.deepEqual(
      first.body.map(({ refundId }: { refundId: string | null }) => refundId !== null),
      [true, false, true],
    );
    const again = await send('return-1', items);
    assert.deepEqual([again.text, again.headers['idempotency-replayed']], [first.text, 'true']);
    const xml = await send('return-1', items, { accept: 'application/xml' });
    assert.match(xml.text, new RegExp(`<RefundId>${first.body[0].refundId}</RefundId>`));
    assert.equal(await refundsOf(own), 2);
    // Without a key, or with another, the same items are new refunds.
    const other = await send('return-2', [items[2]!]);
    assert.equal(other.headers['idempotency-replayed'], undefined);
    assert.equal(await refundsOf(own), 3);
  });

  test('with another body is a 409 in plain text that refunds nothing', async () => {
    const own = await shop.pay(10);
    const one = (amount: string) => [shop.signed(item({ transactionId: own, amount }))];
    await send('return-3', one('1.00'));
    for (const body of [one('2.00'), [...one('1.00'), ...one('1.00')], one('0')]) {
      const { status, text, headers } = await send('return-3', body);
      assert.deepEqual([status, headers['content-type']], [409, 'text/plain; charset=utf-8']);
      assert.match(text, /the same key was used with a different body/i);
    }
    // The same key of another merchant is a different key.
    const stranger = await shop.stranger();
    const theirs = shop.signed(item({ transactionId: await shop.pay(10, {}, stranger) }), stranger);
    const headers = { 'idempotency-key': 'return-3' };
    const answer = await shop.secure('POST', 'submit', { body: [theirs], headers, as: stranger });
    assert.deepEqual([answer.status, answer.body[0].errors], [200, null]);
    assert.equal(await refundsOf(own), 1);
  });

  test('refunds once for many simultaneous requests; a client that must wait retries', async () => {
    const own = await shop.pay(10);
    const items = [shop.signed(item({ transactionId: own, amount: '0.50' }))];
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('return-4', items)));
    const reported = answers.filter(({ status }) => status === 200).map(({ body }) => body[0].refundId);
    assert.equal(new Set(reported).size, 1);
    for (const { status, headers } of answers) {
      if (status !== 200) assert.deepEqual([status, headers['retry-after']], [409, '1']);
    }
    assert.equal(await refundsOf(own), 1);
  });

  test('is free again after an invalid request, and after an internal error, which creates nothing', async () => {
    const own = await shop.pay(10);
    const good = shop.signed(item({ transactionId: own, amount: '1.00' }));
    const wrong = await send('return-5', [{ ...good, hashCheck: 'x' }]);
    assert.deepEqual(wrong.body[0].errors, ['HashCheck value has failed']);
    await db.unsafe(`
      create function refuse_second() returns trigger language plpgsql as
        $$ begin if new.amount_cents = 666 then raise 'not this one'; end if; return new; end $$;
      create trigger refuse_second before insert on refunds for each row execute function refuse_second()`);
    const items = [good, shop.signed(item({ transactionId: own, amount: '6.66' }))];
    assert.equal((await send('return-5', items)).status, 500);
    await db`drop trigger refuse_second on refunds`;
    assert.equal(await refundsOf(own), 0);
    const answer = await send('return-5', items);
    assert.deepEqual([answer.status, answer.headers['idempotency-replayed']], [200, undefined]);
    assert.equal(await refundsOf(own), 2);
  });

  test('that is empty or too long is a 400', async () => {
    for (const key of ['', 'x'.repeat(256), 'schlüssel']) {
      const { status, text } = await send(key, [shop.signed(item())]);
      assert.deepEqual(
        [status, text],
        [400, 'Idempotency-Key must have 1 to 255 printable ASCII characters'],
      );
    }
  });
});
