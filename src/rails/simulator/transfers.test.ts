import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collectionStatement } from '../../../test/support/collection.ts';
import { capitec, minute, openBank } from '../../../test/support/setup/simulator.ts';
import { demoBankId } from '../../core/banks.ts';
import { BankTimeout, BankUnavailable } from '../../core/rails.ts';
import { newId } from '../../kernel/ids.ts';
import { operatingAccount } from './accounts.ts';
import { TransferDecided, transferReasons, UnknownTransfer } from './index.ts';

const day = 24 * 60 * minute;

describe('a transfer', () => {
  test('is pending for 60 seconds, then paid, booked once, and reported by callback', async () => {
    const bank = await openBank();
    const order = bank.payout(12_345n);
    const id = order.id;
    assert.deepEqual(await bank.rail.transfer(order), { outcome: 'pending', reason: null });
    await bank.pass(minute - 1);
    assert.equal(await bank.stands(id), 'pending');
    assert.equal(await bank.balance(), 0n);
    await bank.pass(1);
    assert.deepEqual(bank.transfersHeard, [{ id, outcome: 'paid', reason: null }]);
    assert.deepEqual(
      (await bank.statement()).map((line) => ({ ...line })),
      [
        {
          movement: 'transfer',
          objectId: id,
          bankId: demoBankId,
          account: operatingAccount.number,
          amountCents: -12_345n,
          reference: 'WINNINGS 7',
          counterpart: '1234567890',
          bookedAt: bank.clock.now(),
        },
      ],
    );
    assert.equal(await bank.balance(), -12_345n);
    await bank.pass(10 * day);
    assert.equal(bank.transfersHeard.length, 1);
  });

  test('in real time is paid at once', async () => {
    const bank = await openBank();
    const order = bank.payout(100n, { realTime: true });
    assert.deepEqual(await bank.rail.transfer(order), { outcome: 'paid', reason: null });
    assert.equal(await bank.balance(), -100n);
  });

  test('ordered 50 times at once is booked once and reported once', async () => {
    const bank = await openBank();
    for (const realTime of [true, false]) {
      const order = bank.payout(100n, { realTime });
      const answers = await Promise.all(Array.from({ length: 50 }, () => bank.rail.transfer(order)));
      assert.ok(answers.every(({ outcome }) => outcome === (realTime ? 'paid' : 'pending')));
      bank.clock.advance(minute);
      const looks = Array.from({ length: 20 }, () => bank.stands(order.id));
      assert.deepEqual(new Set(await Promise.all(looks)), new Set(['paid']));
    }
    await bank.work();
    assert.deepEqual(await bank.movements(), [-100n, -100n]);
    assert.equal(bank.transfersHeard.length, 2);
  });

  test('ordered again returns the status of the first, whatever its outcome', async () => {
    const bank = await openBank();
    const [paid, failed] = [bank.payout(100n), bank.payout(191n)];
    for (const order of [paid, failed]) await bank.rail.transfer(order);
    await bank.pass(minute);
    assert.equal((await bank.rail.transfer(paid)).outcome, 'paid');
    assert.equal((await bank.rail.transfer(failed)).outcome, 'failed');
    await bank.pass(day);
    assert.deepEqual(await bank.movements(), [-100n]);
  });

  test('under the same id with another amount or account is an error and changes nothing', async () => {
    const bank = await openBank();
    const order = bank.payout(100n);
    await bank.rail.transfer(order);
    for (const other of [
      { amount: 101n },
      { accountNumber: '1234567891' },
      { branchCode: '470011' },
      { bankId: demoBankId },
    ]) {
      await assert.rejects(bank.rail.transfer({ ...order, ...other }), /another amount or account/);
    }
    await bank.pass(minute);
    assert.deepEqual(await bank.movements(), [-100n]);
  });

  test('that the bank does not know is unknown, and one at no bank was certainly not taken', async () => {
    const bank = await openBank();
    const order = bank.payout(100n, { bankId: newId(bank.clock) });
    assert.equal(await bank.stands(order.id), 'unknown');
    await assert.rejects(bank.rail.transfer(order), BankUnavailable);
    assert.equal(await bank.stands(order.id), 'unknown');
  });

  test("to a number that is one of the service's accounts still leaves", async () => {
    const bank = await openBank();
    const { number, bank: home } = operatingAccount;
    const order = bank.payout(100n, { bankId: home.id, accountNumber: number, realTime: true });
    await bank.rail.transfer(order);
    assert.equal(await bank.balance(), -100n);
  });

  test('can overdraw the operating account; all accounts together hold the payments in less the payments out', async () => {
    const bank = await openBank();
    await bank.rail.transfer(await bank.refundOf(10_000n, 4_000n));
    await bank.deposit({ reference: 'FLOAT 1', amount: 1_500n });
    await bank.pass(minute);
    assert.equal(await bank.balance(), 7_500n);
    const byAccount = Map.groupBy(await bank.statement(), (line) => line.bankId);
    const sums = [...byAccount].map(([id, lines]) => [
      id,
      lines.reduce((sum, line) => sum + line.amountCents, 0n),
    ]);
    assert.deepEqual(sums, [
      [capitec.id, 10_000n],
      [demoBankId, -2_500n],
    ]);
  });

  test('and its lines are on the statement of their time', async () => {
    const bank = await openBank();
    const began = bank.clock.now();
    await bank.rail.transfer(bank.payout(192n));
    await bank.pass(minute);
    const paidAt = bank.clock.now();
    await bank.pass(day);
    const before = await Array.fromAsync(collectionStatement(bank.db, { from: began, to: bank.clock.now() }));
    assert.deepEqual(
      before.map(({ movement, amountCents, bookedAt }) => [movement, amountCents, bookedAt]),
      [['transfer', -192n, paidAt]],
    );
    const after = await Array.fromAsync(collectionStatement(bank.db, { from: bank.clock.now() }));
    assert.deepEqual(
      after.map(({ movement, amountCents }) => [movement, amountCents]),
      [['return', 192n]],
    );
  });
});

describe('a forced end of a transfer', () => {
  for (const [end, reason, lines] of [
    ['paid', null, [-191n]],
    ['failed', 'rejected by the destination bank', []],
    ['returned', 'the account no longer exists', [-191n, 191n]],
  ] as const) {
    test(`"${end}" takes effect at once, whatever the amount says, and is reported once`, async () => {
      const bank = await openBank();
      const order = bank.payout(191n);
      await bank.rail.transfer(order);
      const forced = Array.from({ length: 10 }, () => bank.decideTransfer(order.id, end));
      const said = { outcome: end, reason, ...(end === 'failed' && { failure: 'rejected' }) };
      for (const answer of await Promise.all(forced)) assert.deepEqual(answer, said);
      await bank.pass(3 * day);
      assert.deepEqual(bank.transfersHeard, [{ id: order.id, ...said }]);
      assert.deepEqual(await bank.movements(), lines);
    });
  }

  test('carries the reason it is given', async () => {
    const bank = await openBank();
    const order = bank.payout(100n);
    await bank.rail.transfer(order);
    await bank.decideTransfer(order.id, 'failed', 'no such branch');
    assert.equal((await bank.rail.enquireTransfer(order.id)).reason, 'no such branch');
  });

  test('names the party responsible for a failure: the destination, or the bank itself', async () => {
    const bank = await openBank();
    const failures = [];
    for (const reason of ['no such branch', transferReasons.notProcessed]) {
      const order = bank.payout(100n);
      await bank.rail.transfer(order);
      await bank.decideTransfer(order.id, 'failed', reason);
      failures.push((await bank.rail.enquireTransfer(order.id)).failure);
    }
    assert.deepEqual(failures, ['rejected', 'bank']);
    await bank.pass(minute);
    assert.deepEqual(
      bank.transfersHeard.map(({ failure }) => failure),
      ['rejected', 'bank'],
    );
  });

  test('can return a payment that was paid, once, and cancels the plan', async () => {
    const bank = await openBank();
    const [planned, forced] = [bank.payout(192n), bank.payout(292n)];
    for (const order of [planned, forced]) await bank.rail.transfer(order);
    await bank.decideTransfer(forced.id, 'paid');
    await bank.pass(minute);
    await bank.decideTransfer(planned.id, 'returned');
    await bank.pass(3 * day);
    assert.equal(await bank.stands(planned.id), 'returned');
    assert.equal(await bank.stands(forced.id), 'paid');
    assert.deepEqual((await bank.movements()).toSorted(), [-192n, -292n, 192n].toSorted());
  });

  test('cannot change another end, or name an unknown transfer', async () => {
    const bank = await openBank();
    const [paid, failed, returned] = [bank.payout(100n), bank.payout(100n), bank.payout(100n)];
    for (const order of [paid, failed, returned]) await bank.rail.transfer(order);
    await bank.decideTransfer(paid.id, 'paid');
    await bank.decideTransfer(failed.id, 'failed');
    await bank.decideTransfer(returned.id, 'returned');
    await assert.rejects(bank.decideTransfer(paid.id, 'failed'), TransferDecided);
    for (const end of ['paid', 'returned'] as const) {
      await assert.rejects(bank.decideTransfer(failed.id, end), TransferDecided);
    }
    for (const end of ['paid', 'failed'] as const) {
      await assert.rejects(bank.decideTransfer(returned.id, end), TransferDecided);
    }
    await assert.rejects(bank.decideTransfer(newId(bank.clock), 'paid'), UnknownTransfer);
    assert.equal(await bank.balance(), -100n);
  });

  test('among several at once has one winner', async () => {
    const bank = await openBank();
    for (let round = 0; round < 10; round++) {
      const order = bank.payout(100n);
      await bank.rail.transfer(order);
      bank.clock.advance(minute);
      await Promise.allSettled([
        bank.work(),
        bank.decideTransfer(order.id, 'failed'),
        bank.decideTransfer(order.id, 'paid'),
      ]);
      const [reported] = await bank.db<[{ outcomes: string[] }]>`
        select array_agg(outcome) as outcomes from bank.callbacks where transfer_id = ${order.id}`;
      const end = await bank.stands(order.id);
      assert.deepEqual(reported.outcomes, [end]);
      const lines = (await bank.statement()).filter((line) => line.objectId === order.id);
      assert.equal(lines.length, end === 'paid' ? 1 : 0);
    }
  });
});

describe('a callback about a transfer', () => {
  test('that is not taken comes again after its lease, and is never abandoned', async () => {
    let refuse = true;
    const received: string[] = [];
    const bank = await openBank({
      onTransferAnswer: async (_id, { outcome }) => {
        received.push(outcome);
        if (refuse) throw new Error('killed before the mark');
      },
    });
    await bank.rail.transfer(bank.payout(100n, { realTime: true }));
    await bank.work();
    await bank.pass(14_999);
    assert.deepEqual(received, ['paid']);
    refuse = false;
    await bank.pass(1);
    await bank.pass(day);
    assert.deepEqual(received, ['paid', 'paid']);
  });

  test('comes twice, or with a stale pending behind it, if such a fault is on', async () => {
    const bank = await openBank({ faults: { duplicateCallbacks: true } });
    await bank.rail.transfer(bank.payout(100n, { realTime: true }));
    await bank.work();
    bank.setFaults({ reorderCallbacks: true });
    await bank.rail.transfer(bank.payout(191n, { realTime: true }));
    await bank.work();
    assert.deepEqual(
      bank.transfersHeard.map(({ outcome }) => outcome),
      ['paid', 'paid', 'failed', 'pending'],
    );
  });
});

describe('with a fault on, a transfer', () => {
  test('with a lost response is found by an enquiry, and sending it again pays nothing twice', async () => {
    const bank = await openBank({ faults: { timeoutAfterCommit: true } });
    const order = bank.payout(100n, { realTime: true });
    await assert.rejects(bank.rail.transfer(order), BankTimeout);
    await assert.rejects(bank.rail.transfer(order), BankTimeout);
    assert.equal(await bank.stands(order.id), 'paid');
    assert.deepEqual(await bank.movements(), [-100n]);
  });

  test('is refused by a bank that is down, which sends nothing until it is up', async () => {
    const bank = await openBank();
    const order = bank.payout(100n, { realTime: true });
    await bank.rail.transfer(order);
    bank.setFaults({ down: true });
    await assert.rejects(bank.rail.transfer(bank.payout(100n)), BankUnavailable);
    await assert.rejects(bank.rail.enquireTransfer(order.id), BankUnavailable);
    await bank.work();
    assert.deepEqual(bank.transfersHeard, []);
    bank.setFaults({});
    await bank.work();
    assert.equal(bank.transfersHeard.length, 1);
  });

  test('that the error rate refuses was not taken', async () => {
    const bank = await openBank({ faults: { errorRate: 1 } });
    const order = bank.payout(100n);
    await assert.rejects(bank.rail.transfer(order), BankUnavailable);
    await assert.rejects(bank.rail.enquireTransfer(order.id), BankUnavailable);
    bank.setFaults({});
    assert.equal(await bank.stands(order.id), 'unknown');
  });

  test('is slow by the latency', async () => {
    const bank = await openBank({ faults: { latencyMs: 40 } });
    const began = performance.now();
    await bank.rail.transfer(bank.payout(100n));
    assert.ok(performance.now() - began >= 39);
  });
});
