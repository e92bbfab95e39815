// Customers: the same one for the same e-mail address, however it is written, and written once by payments that come together.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openWorld } from '../../../test/support/world.ts';
import { inTransaction } from '../../kernel/db/db.ts';
import { createPayment, customersOfPayments, type NewPayment } from '../payments/actions.ts';
import { addingCustomers, identify } from './actions.ts';
import { createCustomerSweep } from './jobs.ts';

const { db, ctx, site } = await openWorld();
const merchantId = site.merchantId;

const pay = async (payer: object, over: Partial<NewPayment> = {}) => {
  const made = await createPayment(ctx, {
    ...{ site, contract: 'one', amount: 2_500n, merchantReference: 'ORDER', isTest: true },
    ...{ details: { payer }, ...over },
  });
  assert.equal(made.kind, 'made');
  return made.kind === 'made' ? made.payment : assert.fail();
};
const rowsLike = (text: string) =>
  db<{ id: string; name: string; search: string }[]>`
    select id, name, search from customers where search like ${`%${text}%`}`;

describe('a customer', () => {
  test('is one e-mail address, else one telephone number, else one identifier, else one name', () => {
    const idOf = (given: object) => identify(merchantId, given)?.id;
    const one = idOf({ name: 'Thandi', email: 'Thandi@shop.example', phone: '082 123 4567' });
    assert.equal(idOf({ name: 'T. Nkosi', email: 'thandi@shop.example ' }), one);
    assert.notEqual(idOf({ phone: '0821234567' }), one);
    assert.equal(idOf({ phone: '+27 82 123-4567' }), idOf({ phone: '0821234567', name: 'Thandi' }));
    assert.equal(idOf({ name: 'Zoë  VAN WYK' }), idOf({ name: 'zoe van wyk' }));
    assert.notEqual(idOf({ reference: 'Zoe' }), idOf({ name: 'Zoe' }));
    assert.equal(idOf({ name: ' ', email: '', phone: '12' }), undefined);
  });

  test('is written once by fifty payments at once, and keeps each name that it is given', async () => {
    const names = ['Sipho Dube', 'S Dube', 'Sipho'];
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, n) => pay({ email: 'sipho@shop.example', name: names[n % 3] })),
    );
    const [row, ...others] = await rowsLike('sipho@shop.example');
    assert.deepEqual(others, []);
    assert.deepEqual([...new Set(made.map(({ customerId }) => customerId))], [row!.id]);
    for (const name of names) {
      await pay({ email: 'sipho@shop.example', name });
      const [now] = await rowsLike('sipho@shop.example');
      assert.equal(now!.search.split(`\n${name.toLowerCase()}\n`).length, 2, name);
    }
  });

  test('does not grow without end', async () => {
    for (let n = 0; n < 80; n += 1) await pay({ email: 'till@shop.example', name: `Customer number ${n}` });
    const [row] = await rowsLike('till@shop.example');
    assert.ok(row!.search.length < 1_200, `${row!.search.length}`);
  });

  test('that is known is not locked by a payment', async () => {
    const payer = { email: 'known@shop.example', name: 'Known' };
    await pay(payer);
    const [locked, paid] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = inTransaction(db, async (tx) => {
      await tx`select from customers where search like '%known@shop.example%' for update`;
      locked.resolve();
      await paid.promise;
    });
    await locked.promise;
    await pay(payer);
    paid.resolve();
    await holding;
  });
});

test('rows of versions without customers are named by the sweep, once', async () => {
  const payment = await pay({ email: 'old@shop.example', name: 'Old Customer' });
  const unknown = await pay({});
  assert.equal(unknown.customerId, null);
  await db`update payments set customer_id = null`;
  await db`delete from customers`;
  await db`insert into customer_progress (source) values ('payments')`;
  const sweep = createCustomerSweep(
    { ...ctx, clock: { ...ctx.clock, now: () => new Date(ctx.clock.now().getTime() + 120_000) } },
    [customersOfPayments],
  );
  assert.ok((await sweep.run()) > 0);
  assert.equal(await sweep.run(), 0);
  const [row] = await db<{ customerId: string }[]>`select customer_id from payments where id = ${payment.id}`;
  const [customer] = await rowsLike('old@shop.example');
  assert.equal(row!.customerId, customer!.id);
  const [open] = await db`select from payments where id = ${unknown.id} and customer_id is null`;
  assert.ok(open);
});

test('statements that name the same customers in another order do not wait for each other in a circle', async () => {
  const names = Array.from({ length: 20 }, (_, n) => identify(merchantId, { name: `Circle ${n}` })!);
  const lanes = Array.from({ length: 8 }, (_, lane) =>
    inTransaction(db, async (tx) => {
      await addingCustomers(tx, lane % 2 === 0 ? names : names.toReversed(), new Date());
    }),
  );
  await Promise.all(lanes);
  assert.equal((await rowsLike('circle ')).length, names.length);
});
