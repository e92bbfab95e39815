import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { budget } from '../../../test/support/budget.ts';
import { assertSound } from '../../../test/support/refunding.ts';
import { day, hour, Killed, minute, openTransfers } from '../../../test/support/setup/transfers.ts';
import { checkStatement } from '../../reports/checks/bank.ts';
import { BankUnavailable, simulatorAccount } from '../rails.ts';
import { recordTransferAnswer } from './answers.ts';

const asks = (count: number) => Array.from({ length: count }, () => 'ask');

describe('a transfer', () => {
  test('is sent once, and queried after 10 s, 30 s and ever longer until the bank reports it as paid', async () => {
    const world = await openTransfers();
    const transfer = await world.order();
    assert.deepEqual(await world.states(transfer), ['ready', 'submitted']);
    await world.work();
    assert.deepEqual(await world.states(transfer), ['sent', 'submitted']);
    const began = world.clock.now().getTime();
    const askedAt: number[] = [];
    for (let second = 1; second <= 180; second += 1) {
      await world.pass(1_000);
      while (askedAt.length < world.said().length - 1) askedAt.push(world.clock.now().getTime() - began);
    }
    assert.deepEqual(askedAt, [10_000, 40_000, 100_000]);
    assert.deepEqual(world.said(), ['transfer', ...asks(3)]);
    assert.deepEqual(await world.states(transfer), ['paid', 'complete']);
    assert.deepEqual(await world.moved(transfer), [-10_000n]);
    await assertSound(world.db);
  });

  test('sends the bank the whole account number, and the order whose money it returns', async () => {
    const world = await openTransfers();
    const { id } = await world.order();
    await world.work();
    const [order] = await world.db`
      select transfer.purpose, transfer.refund_of = payment.id as is_of, transfer.account_number, payment.payer_account,
        transfer.reference, transfer.branch_code
      from bank.transfers transfer join bank.orders payment on payment.id = transfer.refund_of where transfer.id = ${id}`;
    const { accountNumber, payerAccount, ...rest } = order!;
    assert.deepEqual(rest, { purpose: 'refund', isOf: true, reference: 'ORDER-1', branchCode: '250655' });
    assert.match(accountNumber, /^\d{9,11}$/);
    assert.equal(accountNumber, payerAccount);
  });

  test('with a lost response stays sent, is only queried, and is paid once', async () => {
    const world = await openTransfers();
    const transfer = await world.order();
    world.simulator.setFaults({ timeoutAfterCommit: true });
    await world.work();
    assert.deepEqual(await world.states(transfer), ['sent', 'submitted']);
    assert.deepEqual(await world.booked(transfer), ['refund_submitted']);
    await world.pass(5 * minute);
    assert.deepEqual(new Set(world.said().slice(1)), new Set(['ask']));
    assert.deepEqual(await world.states(transfer), ['paid', 'complete']);
    assert.deepEqual(await world.moved(transfer), [-10_000n]);
    await assertSound(world.db);
  });

  test('with a lost response from a bank that is then unavailable for two days is never sent again', async () => {
    const world = await openTransfers();
    const transfer = await world.order();
    world.simulator.setFaults({ timeoutAfterCommit: true });
    await world.work();
    world.simulator.setFaults({ down: true });
    await world.pass(2 * day);
    assert.deepEqual(await world.states(transfer), ['sent', 'submitted']);
    world.simulator.setFaults({});
    await world.pass(hour);
    assert.deepEqual(
      world.said().filter((what) => what === 'transfer'),
      ['transfer'],
    );
    assert.deepEqual(await world.states(transfer), ['paid', 'complete']);
    assert.deepEqual(await world.moved(transfer), [-10_000n]);
    await assertSound(world.db);
  });

  test('that a bank surely never had is sent again under the same id, and paid once', async () => {
    const world = await openTransfers();
    const transfer = await world.order();
    world.simulator.setFaults({ down: true });
    await world.work();
    assert.deepEqual(await world.states(transfer), ['ready', 'submitted']);
    await world.pass(5 * minute);
    assert.deepEqual(
      world.said(),
      Array.from({ length: 4 }, () => 'transfer'),
      'after 10 s, 30 s, a minute',
    );
    world.simulator.setFaults({});
    await world.pass(10 * minute);
    assert.deepEqual(world.said().slice(4, 6), ['transfer', 'ask']);
    assert.deepEqual(new Set(world.calls.map(([, id]) => id)), new Set([transfer.id]));
    assert.deepEqual(await world.states(transfer), ['paid', 'complete']);
    assert.deepEqual(await world.moved(transfer), [-10_000n]);
    await assertSound(world.db);
  });

  test('that cannot be sent for hours is abandoned, and no bank has it', async () => {
    const world = await openTransfers();
    const transfer = await world.order();
    world.simulator.setFaults({ errorRate: 1 });
    await world.pass(4 * hour);
    assert.deepEqual(await world.states(transfer), ['ready', 'submitted']);
    await world.pass(2 * hour);
    assert.deepEqual(await world.states(transfer), ['failed', 'failed']);
    assert.deepEqual(
      world.said(),
      Array.from({ length: 10 }, () => 'transfer'),
    );
    world.simulator.setFaults({});
    await world.pass(day);
    assert.deepEqual(await world.moved(transfer), []);
    assert.deepEqual(await world.booked(transfer), ['refund_submitted', 'refund_undone']);
    await assertSound(world.db);
  });

  test('that was sent again during an enquiry is not treated as unknown to the bank', async () => {
    const world = await openTransfers();
    const transfer = await world.order();
    const { promise: hangs, resolve: arrive } = Promise.withResolvers<void>();
    const away = () => Promise.reject(new BankUnavailable('away'));
    const sending = world.sweepOf(world.railsOf(() => hangs.then(away))).run();
    await new Promise((done) => void setTimeout(done, 200));
    await world.pass(minute);
    arrive();
    await sending;
    assert.deepEqual(await world.states(transfer), ['sent', 'submitted']);
    await world.pass(5 * minute);
    assert.deepEqual(world.said().filter((what) => what === 'transfer').length, 2);
    assert.deepEqual(await world.moved(transfer), [-10_000n]);
    await assertSound(world.db);
  });

  test('that failed at the bank is credited back; one returned a day later is too, without any callback', async () => {
    const world = await openTransfers();
    const [failing, returning] = [await world.order(5_097n), await world.order(5_098n)];
    await world.work();
    await world.pass(5 * minute);
    assert.deepEqual(await world.states(failing), ['failed', 'failed']);
    assert.deepEqual(await world.states(returning), ['paid', 'complete']);
    await world.pass(2 * day);
    assert.deepEqual(await world.states(returning), ['returned', 'returned']);
    assert.deepEqual(await world.moved(failing), []);
    assert.deepEqual(await world.moved(returning), [-5_098n, 5_098n]);
    const [open] = await world.db`select count(*)::integer as count from transfers where due_at is not null`;
    assert.equal(open!.count, 0);
    await assertSound(world.db);
  });

  test('that the bank paid is checked again for three days only', async () => {
    const world = await openTransfers();
    await world.order();
    await world.work();
    await world.pass(3 * minute);
    const before = world.calls.length;
    await world.pass(10 * day);
    assert.deepEqual(world.said().slice(before), asks(2));
  });
});

describe('a process that is killed', () => {
  const killed = () => Promise.reject(new Killed());

  test('between the claim and the mark leaves the order ready: another sends it half a minute later', async () => {
    const world = await openTransfers();
    const transfer = await world.order();
    await world.db`update transfers set due_at = ${new Date(world.clock.now().getTime() + 30_000)}, tries = tries + 1`;
    await world.pass(29_000);
    assert.deepEqual(world.said(), []);
    await world.pass(1_000);
    assert.deepEqual(world.said(), ['transfer']);
    await world.pass(3 * minute);
    assert.deepEqual(await world.moved(transfer), [-10_000n]);
  });

  test('between the mark and the call: the bank reports it as unknown, and it is sent and paid once', async () => {
    const world = await openTransfers();
    const transfer = await world.order();
    await assert.rejects(world.work(world.sweepOf(world.railsOf(killed))), Killed);
    assert.deepEqual(await world.states(transfer), ['sent', 'submitted']);
    await world.pass(5 * minute);
    assert.deepEqual(world.said().slice(0, 3), ['transfer', 'ask', 'transfer']);
    assert.deepEqual(await world.states(transfer), ['paid', 'complete']);
    assert.deepEqual(await world.moved(transfer), [-10_000n]);
    await assertSound(world.db);
  });

  test('between the call and its record: the bank has it, and it is only queried', async () => {
    const world = await openTransfers();
    const transfer = await world.order();
    await assert.rejects(
      world.work(
        world.sweepOf(
          world.railsOf(async (call) => {
            await call();
            throw new Killed();
          }),
        ),
      ),
      Killed,
    );
    await world.pass(5 * minute);
    assert.deepEqual(
      world.said().filter((what) => what === 'transfer'),
      ['transfer'],
    );
    assert.deepEqual(await world.states(transfer), ['paid', 'complete']);
    assert.deepEqual(await world.moved(transfer), [-10_000n]);
    await assertSound(world.db);
  });

  const orders = budget(6, 30);
  test(`at any of these points, again and again, pays each of ${orders} orders once`, async () => {
    const world = await openTransfers();
    const transfers = [];
    for (let index = 0; index < orders; index += 1) transfers.push(await world.order(100n));
    let turn = 0;
    const mortal = world.sweepOf(
      world.railsOf(async (call) => {
        turn += 1;
        if (turn % 3 === 0) throw new Killed();
        const answer = await call();
        if (turn % 3 === 1) throw new Killed();
        return answer;
      }),
    );
    for (let step = 0; step < 60; step += 1) {
      await world.work(mortal).catch(() => {});
      world.clock.advance(30_000);
    }
    await world.pass(5 * minute);
    for (const transfer of transfers) {
      assert.deepEqual(await world.states(transfer), ['paid', 'complete']);
      assert.deepEqual(await world.moved(transfer), [-100n]);
    }
    await assertSound(world.db);
  });
});

test('each order is sent by one of several processes, and none queries another one', async () => {
  const world = await openTransfers();
  const transfers = [];
  for (let index = 0; index < 40; index += 1) transfers.push(await world.order(100n));
  await Promise.all(Array.from({ length: 6 }, () => world.work(world.sweepOf(world.railsOf()))));
  assert.equal(world.calls.length, 40);
  assert.deepEqual(
    new Set(world.calls.map(([what, id]) => `${what} ${id}`)),
    new Set(transfers.map(({ id }) => `transfer ${id}`)),
  );
  await world.pass(3 * minute);
  for (const transfer of transfers) assert.deepEqual(await world.moved(transfer), [-100n]);
  await assertSound(world.db);
});

describe('an order that must not leave', () => {
  const never = { realTimeAllowed: false };

  test('when it is to be sent fails with the reason, and no bank is called', async () => {
    const world = await openTransfers();
    const transfer = await world.order(10_000n, { realTime: true });
    await world.work(world.sweepOf(world.railsOf(), never));
    assert.deepEqual(await world.states(transfer), ['failed', 'failed']);
    assert.deepEqual(world.calls, []);
    const [refund] = await world.db`select state_reason from refunds`;
    assert.match(refund!.stateReason, /^real-time clearing is not available here/);
    assert.deepEqual(await world.booked(transfer), ['refund_submitted', 'refund_undone']);
    await assertSound(world.db);
  });

  test('since it was marked is not sent again, and not abandoned while a first order can be late', async () => {
    const world = await openTransfers();
    const transfer = await world.order(10_000n, { realTime: true });
    const { promise: hangs, resolve: arrive } = Promise.withResolvers<void>();
    const slow = world.sweepOf(world.railsOf((call) => hangs.then(call)));
    const sending = slow.run();
    await new Promise((done) => void setTimeout(done, 200));
    await world.pass(hour, world.sweepOf(world.railsOf(), never));
    assert.deepEqual(await world.states(transfer), ['sent', 'submitted']);
    arrive();
    await sending;
    await world.pass(2 * hour, world.sweepOf(world.railsOf(), never));
    assert.deepEqual(await world.states(transfer), ['paid', 'complete']);
    assert.deepEqual(await world.moved(transfer), [-10_000n]);
    await assertSound(world.db);
  });
});

test('an order that does not reach a bank for hours is abandoned; if it is paid after all, the check reports it', async () => {
  const world = await openTransfers();
  const transfer = await world.order();
  const deaf = world.sweepOf(world.railsOf(() => Promise.reject(new Killed())));
  await world.work(deaf).catch(() => {});
  for (let step = 0; step < 12 * 12; step += 1) {
    world.clock.advance(5 * minute);
    await world.work(deaf).catch(() => {});
  }
  assert.deepEqual(await world.states(transfer), ['failed', 'failed']);
  assert.deepEqual(await world.booked(transfer), ['refund_submitted', 'refund_undone']);
  await assertSound(world.db);
  // A first call that was under way all that time.
  const [row] = await world.db`select * from transfers`;
  await world.simulator.rails.transfers.transfer({
    account: simulatorAccount,
    merchantId: null,
    id: transfer.id,
    purpose: 'refund',
    refundOf: row!.refundOf,
    amount: row!.amountCents,
    bankId: row!.bankId,
    branchCode: row!.branchCode,
    accountNumber: world.ctx.keyring.open(row!.accountSealed),
    accountHolder: null,
    reference: 'x',
    realTime: true,
  });
  await recordTransferAnswer(world.ctx, transfer.id, { outcome: 'paid', reason: null });
  assert.deepEqual(await world.states(transfer), ['failed', 'failed']);
  await world.db`update bank.callbacks set delivered_at = created_at, attempts = 1`;
  const findings = await checkStatement(world.db);
  assert.deepEqual(
    findings.map(({ rule, object, detail }) => [rule, object, detail]),
    [['bank-clearing-is-the-statement', transfer.id, '-10000 cents on the statement, 0 cents booked']],
  );
});
