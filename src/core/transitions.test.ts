import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openWorld } from '../../test/support/world.ts';
import type { Actor } from './context.ts';
import { type PaymentState, paymentMachine } from './payments/actions.ts';
import { transactionMachine } from './transactions/actions.ts';
import { advance, type Stateful } from './transitions.ts';
import { inWork } from './unit-of-work.ts';

const world = await openWorld();
const { db, ctx } = world;

type Row = Stateful<PaymentState>;
const move = (row: Row, verb: 'complete' | 'cancel' | 'expire', reason: string | null = null) =>
  inWork({ ...ctx, actor: 'customer', correlationId: 'corr-1' }, (work) =>
    advance(work, paymentMachine, row, verb, reason),
  );

const transitionsOf = (id: string) => db`
  select from_state, verb, to_state, reason, actor, correlation_id, at, object, merchant_id
  from transitions where object_id = ${id} order by id`;

describe('a step', () => {
  test('moves the row and records actor, reason, time and request', async () => {
    const row: Row = await world.ask();
    assert.ok(await move(row, 'cancel', 'changed my mind'));
    assert.equal(row.state, 'cancelled');
    assert.deepEqual(await world.paymentNow(row), { state: 'cancelled', stateReason: 'changed my mind' });
    assert.deepEqual(
      [...(await transitionsOf(row.id))],
      [
        {
          fromState: 'created',
          verb: 'cancel',
          toState: 'cancelled',
          reason: 'changed my mind',
          actor: 'customer',
          correlationId: 'corr-1',
          at: world.clock.now(),
          object: 'payment',
          merchantId: row.merchantId,
        },
      ],
    );
  });

  test('that the table does not have changes nothing', async () => {
    const row: Row = await world.ask();
    await move(row, 'complete');
    for (const verb of ['cancel', 'expire', 'complete'] as const)
      assert.equal(await move(row, verb), undefined);
    assert.equal((await world.paymentNow(row)).state, 'complete');
    assert.equal((await transitionsOf(row.id)).length, 1);
  });

  test('from a state that is no longer the row’s changes nothing', async () => {
    const row: Row = await world.ask();
    const stale = { ...row };
    await move(row, 'cancel');
    await assert.rejects(move(stale, 'expire'), /0 of 1 rows of payments were where they had been read/);
    assert.equal((await world.paymentNow(row)).state, 'cancelled');
    assert.equal((await transitionsOf(row.id)).length, 1);
  });

  test('taken by many at once is taken by one', async () => {
    for (let round = 0; round < 10; round++) {
      const row: Row = await world.ask();
      const verbs = ['cancel', 'expire', 'complete'] as const;
      const moved = await Promise.allSettled(
        Array.from({ length: 9 }, (_, index) => move({ ...row }, verbs[index % 3]!)),
      );
      const winners = moved.flatMap((one) => (one.status === 'fulfilled' ? [one.value!] : []));
      assert.equal(winners.length, 1);
      assert.equal((await world.paymentNow(row)).state, winners[0]!.to);
      assert.equal((await transitionsOf(row.id)).length, 1);
    }
  });

  test('is not taken when its unit fails afterwards', async () => {
    const started = await world.goToBank(await world.ask());
    const failing = inWork(ctx, async (work) => {
      advance(work, transactionMachine, { ...started }, 'decline', null);
      throw new Error('no event');
    });
    await assert.rejects(failing, /no event/);
    assert.equal((await world.now(started)).state, 'started');
    assert.equal((await transitionsOf(started.id)).length, 1);
  });
});

describe('the record of steps', () => {
  const columns = { transitions: 'reason', ledger_journals: 'template', ledger_entries: 'amount_cents' };
  for (const [table, column] of Object.entries(columns)) {
    test(`in ${table} can be neither changed nor deleted`, async () => {
      const { transaction } = await world.paid();
      const booked = await world.booked(transaction.id);
      await assert.rejects(db`update ${db(table)} set ${db(column)} = ${db(column)}`, /append-only/);
      await assert.rejects(db`delete from ${db(table)}`, /append-only/);
      assert.deepEqual(await world.booked(transaction.id), booked);
    });
  }
});

test('an actor is one of those there are', () => {
  const known: Actor[] = ['bank', 'cli:Naledi', 'client:c-1', 'site:SHOP'];
  // @ts-expect-error: npm run types fails where any text is one.
  const unknown: Actor = 'clerk:Naledi';
  assert.ok(!known.includes(unknown));
});
