import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openBank } from '../../../test/support/setup/simulator.ts';
import { BankTimeout, BankUnavailable } from '../../core/rails.ts';
import { claimCallbacks } from './callbacks.ts';

describe('a callback', () => {
  test('whose caller died between claim and call comes again after its lease of 15 seconds', async () => {
    const bank = await openBank();
    await bank.approve(await bank.begin(100n));
    const claimed = await claimCallbacks(bank.db, bank.clock.now(), 10, []);
    assert.equal(claimed.length, 1);
    bank.clock.advance(14_999);
    await bank.work();
    assert.deepEqual(bank.heard, []);
    bank.clock.advance(1);
    await bank.work();
    assert.deepEqual(bank.outcomes(), ['paid']);
    bank.clock.advance(3_600_000);
    await bank.work();
    assert.equal(bank.heard.length, 1);
  });

  test('that was received but not marked as delivered comes again', async () => {
    let dying = true;
    const received: string[] = [];
    const bank = await openBank({
      onAnswer: async (_id, { outcome }) => {
        received.push(outcome);
        if (dying) throw new Error('killed before the mark');
      },
    });
    await bank.approve(await bank.begin(100n));
    await bank.work();
    assert.deepEqual(received, ['paid']);
    dying = false;
    bank.clock.advance(15_000);
    await bank.work();
    bank.clock.advance(86_400_000);
    await bank.work();
    assert.deepEqual(received, ['paid', 'paid']);
  });

  test('that is refused again and again waits longer each time, up to an hour, and is never abandoned', async () => {
    const times: number[] = [];
    const bank = await openBank({
      onAnswer: async () => {
        times.push(bank.clock.now().getTime());
        throw new Error('no');
      },
    });
    await bank.approve(await bank.begin(100n));
    for (let second = 0; second < 13_000; second += 15) {
      await bank.callbacks.run();
      bank.clock.advance(15_000);
    }
    const gaps = times.slice(1).map((time, index) => (time - times[index]!) / 1000);
    assert.deepEqual(gaps, [15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
  });

  test('is called by one of several processes', async () => {
    const bank = await openBank();
    const other = bank.again({});
    const ids = await Promise.all(Array.from({ length: 40 }, () => bank.begin(100n)));
    await Promise.all(ids.map((id) => bank.approve(id)));
    const sweeps = [bank.callbacks, other.sweeps.find(({ name }) => name === 'bank.callbacks')!];
    for (let round = 0; round < 3; round++) await Promise.all(sweeps.map((sweep) => sweep.run()));
    assert.equal(bank.heard.length, 40);
    assert.deepEqual(new Set(bank.heard.map(({ id }) => id)), new Set(ids));
  });

  test('to a receiver that hangs delays no other', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const received: string[] = [];
    const bank = await openBank({
      onAnswer: async (id) => {
        if (received.push(id) === 1) await promise;
      },
    });
    const ids = await Promise.all([bank.begin(100n), bank.begin(100n), bank.begin(100n)]);
    for (const id of ids) await bank.approve(id);
    const running = bank.callbacks.run();
    while (received.length < 3) await new Promise(setImmediate);
    resolve();
    assert.equal(await running, 3);
  });
});

describe('with a fault on', () => {
  test('duplicated callbacks arrive twice', async () => {
    const bank = await openBank({ faults: { duplicateCallbacks: true } });
    await bank.approve(await bank.begin(100n));
    await bank.work();
    assert.deepEqual(bank.outcomes(), ['paid', 'paid']);
  });

  test('re-ordered callbacks bring a stale pending after the final outcome', async () => {
    const bank = await openBank({ faults: { reorderCallbacks: true } });
    await bank.approve(await bank.begin(100n));
    await bank.approve(await bank.begin(191n));
    await bank.work();
    assert.deepEqual(bank.outcomes().toSorted(), ['declined', 'paid', 'pending', 'pending']);
    for (const final of ['paid', 'declined'] as const) {
      const at = bank.heard.findIndex(({ outcome }) => outcome === final);
      const stale = bank.heard.findIndex(
        ({ id, outcome }) => id === bank.heard[at]!.id && outcome === 'pending',
      );
      assert.ok(stale > at);
    }
  });

  test('a bank that is down refuses every call, shows it in its list, and sends no callback until it is up', async () => {
    const bank = await openBank();
    const id = await bank.begin(100n);
    await bank.approve(id);
    bank.setFaults({ down: true });
    await assert.rejects(bank.rail.start(bank.terms(100n)), BankUnavailable);
    await assert.rejects(bank.rail.step(id, 'approve'), BankUnavailable);
    await assert.rejects(bank.rail.enquire(id), BankUnavailable);
    const listed = await bank.rail.banks();
    assert.ok(listed.every((entry) => !entry.available && entry.unavailableReason));
    await bank.work();
    assert.deepEqual(bank.heard, []);
    bank.setFaults({});
    assert.ok(
      (await bank.rail.banks()).every((entry) => entry.available && entry.unavailableReason === null),
    );
    await bank.work();
    assert.deepEqual(bank.outcomes(), ['paid']);
  });

  test('a call refused by the error rate has changed nothing', async () => {
    const bank = await openBank({ faults: { errorRate: 1 } });
    const order = bank.terms(100n);
    await assert.rejects(bank.rail.start(order), BankUnavailable);
    bank.setFaults({});
    assert.equal(await bank.outcome(order.id), 'error');
    bank.setFaults({ errorRate: 0.5 });
    const calls = await Promise.allSettled(Array.from({ length: 200 }, () => bank.rail.start(order)));
    const refused = calls.filter(({ status }) => status === 'rejected').length;
    assert.ok(refused > 50 && refused < 150, `${refused} of 200 refused`);
  });

  test('a call that times out after its commit is found out by an enquiry', async () => {
    const bank = await openBank({ faults: { timeoutAfterCommit: true } });
    const order = bank.terms(100n);
    const id = order.id;
    await assert.rejects(bank.rail.start(order), BankTimeout);
    await assert.rejects(bank.rail.step(id, 'authenticate'), BankTimeout);
    await assert.rejects(bank.rail.step(id, 'approve'), BankTimeout);
    assert.equal(await bank.outcome(id), 'paid');
    assert.equal((await bank.statement()).length, 1);
  });

  test('latency delays the response', async () => {
    const bank = await openBank({ faults: { latencyMs: 40 } });
    const began = performance.now();
    await bank.begin(100n);
    assert.ok(performance.now() - began >= 39);
  });
});
