import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bank, openWorld } from '../../test/support/world.ts';
import type { Writer } from './context.ts';
import { insertAttempt, openTransaction, transactions } from './transactions/actions.ts';
import { lockBoth } from './transactions/decisions.ts';
import { moveTransaction } from './transactions/transitions.ts';
import { change } from './transitions.ts';
import { flush, inWork, part, readOnce, save } from './unit-of-work.ts';
import { type Place, writeOrder } from './write-order.ts';

const world = await openWorld();

test('a table is written after those that its foreign keys refer to', async () => {
  const keys = await world.db<{ table: string; referred: string }[]>`
    select conrelid::regclass::text as table, confrelid::regclass::text as referred from pg_constraint where contype = 'f'`;
  const order: readonly string[] = writeOrder;
  let compared = 0;
  for (const { table, referred } of keys) {
    if (table === referred || !order.includes(table) || !order.includes(referred)) continue;
    compared += 1;
    assert.ok(order.indexOf(referred) < order.indexOf(table), `${table} refers to ${referred}`);
  }
  assert.ok(compared >= 4, `${compared} foreign keys were compared`);
});

/** Writes its rows into a temporary table, whose rows are numbered in the order in which the server got them. */
const writerOf = (place: Place): Writer<string> => ({
  place,
  statements: ({ tx }, rows) => rows.map((row) => ({ query: tx`insert into sent (what) values (${row})` })),
});
test('statements reach the server in the order of their places, whatever was saved first', async () => {
  const [floats, payments, changes] = (['floats', 'payments', 'changes'] as const).map(writerOf);
  const sent = await inWork(world.ctx, async (work) => {
    await work.tx`create temporary table sent (number serial, what text) on commit drop`;
    save(work, floats!, 'a float');
    save(work, payments!, 'a payment');
    save(work, changes!, 'a change');
    save(work, payments!, 'another payment');
    await flush(work);
    const rows = await work.tx<{ what: string }[]>`select what from sent order by number`;
    return rows.map(({ what }) => what);
  });
  assert.deepEqual(sent, ['a change', 'a payment', 'another payment', 'a float']);
});

const payments = writerOf('payments');

test('a part that throws is dropped, and the rest is written', async () => {
  const sent = await inWork(world.ctx, async (work) => {
    await work.tx`create temporary table sent (number serial, what text) on commit drop`;
    await part(work, world.ctx, async (own) => save(own, payments, 'the first'));
    const refused = part(work, world.ctx, async (own) => {
      save(own, payments, 'the second');
      throw new Error('refused');
    });
    await assert.rejects(refused, /refused/);
    save(work, payments, 'the third');
    await flush(work);
    return work.tx<{ what: string }[]>`select what from sent order by number`;
  });
  assert.deepEqual(
    sent.map(({ what }) => what),
    ['the first', 'the third'],
  );
});

test('a statement whose result is not as expected undoes the whole unit', async () => {
  const payment = await world.ask();
  const failing: Writer<string> = {
    place: 'floats',
    statements: ({ tx }) => [
      {
        query: tx`select 1`,
        check: () => {
          throw new Error('not as expected');
        },
      },
    ],
  };
  const work = inWork(world.ctx, async (unit) => {
    await unit.tx`update payments set merchant_reference = 'CHANGED' where id = ${payment.id}`;
    save(unit, failing, '');
  });
  await assert.rejects(work, /not as expected/);
  const [row] = await world.db`select merchant_reference from payments where id = ${payment.id}`;
  assert.equal(row!.merchantReference, payment.merchantReference);
});

test('an attempt that ends, its successor, and a change of the successor fit into one unit', async () => {
  const payment = await world.ask();
  const first = await openTransaction(world.ctx, { paymentId: payment.id, paymentType: 'redirect', bank });
  world.clock.set(new Date(world.clock.now().getTime() + 1_000));
  const next = await inWork(world.ctx, async (work) => {
    const both = (await lockBoth(work.tx, first.id))!;
    const successor = insertAttempt(
      work,
      both.payment,
      { paymentType: 'redirect', bank },
      payment.amountCents,
    );
    change(work, transactions, successor, { bankUrl: 'https://bank.example/' });
    await moveTransaction(work, both.payment, both.transaction, 'cancel', 'the payer chose again');
    return successor;
  });
  const rows = await world.db`
    select id, state, bank_url from transactions where payment_id = ${payment.id} order by created_at, id`;
  assert.deepEqual(
    rows.map(({ id, state, bankUrl }) => [id, state, bankUrl]),
    [
      [first.id, 'cancelled', null],
      [next.id, 'created', 'https://bank.example/'],
    ],
  );
});

test('a read is shared within a unit, and repeated in another unit', async () => {
  let reads = 0;
  const read = () =>
    inWork(world.ctx, async (work) => {
      const one = () => readOnce(work, 'one', async () => ++reads);
      return Promise.all([one(), one()]);
    });
  assert.deepEqual(
    [await read(), await read()],
    [
      [1, 1],
      [2, 2],
    ],
  );
});
