import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openWorld, otherBank, type World } from '../../../test/support/world.ts';
import { plus } from '../../kernel/clock.ts';
import { createJobs } from '../../kernel/concurrency/jobs.ts';
import { type At, type BankAnswer, type BankOutcome, BankTimeout, BankUnavailable } from '../rails.ts';
import type { Transaction } from './actions.ts';
import { returnFromBank, takeBankStep } from './enquiries.ts';
import { nextEnquiry } from './enquiry-times.ts';
import { createEnquirySweep, createExpirySweep } from './jobs.ts';
import { recordAnswer } from './transitions.ts';

const answer = (outcome: BankOutcome): BankAnswer => ({ outcome, reason: null, payerAccount: null });

/**
 * Returns a bank that responds to each enquiry with the next of `answers`, the last again and again, and records the
 * times of enquiries.
 */
function askable(world: World, ...answers: (BankOutcome | Error)[]) {
  const asked: number[] = [];
  const start = world.clock.now().getTime();
  const enquire = async () => {
    const next = answers[Math.min(asked.length, answers.length - 1)]!;
    asked.push((world.clock.now().getTime() - start) / 1_000);
    if (next instanceof Error) throw next;
    return answer(next);
  };
  const rails = world.simulator.railsWith({ orders: { enquire } });
  const jobs = createJobs(
    [createEnquirySweep(world.ctx, rails), createExpirySweep(world.ctx)],
    world.ctx.log,
  );
  /** Lets so many seconds pass, `step` at a time, and does what falls due. */
  const pass = async (seconds: number, step = 1): Promise<void> => {
    for (let second = 0; second < seconds; second += step) {
      world.clock.advance(step * 1_000);
      await jobs.drain();
    }
  };
  return { rails, enquire, asked, pass, jobs };
}

describe('a bank is queried', () => {
  test('while its payer is there: ever more rarely, until the time is over and the attempt abandoned', async () => {
    const world = await openWorld();
    const transaction = await world.goToBank(await world.ask());
    const { asked, pass } = askable(world, 'waiting');
    await pass(4_200, 15);
    assert.deepEqual(asked.slice(0, 7), [15, 45, 105, 225, 525, 1_125, 1_725]);
    const { state, stateReason } = await world.now(transaction);
    assert.deepEqual([state, stateReason], ['abandoned', 'the payer did not finish at the bank in time']);
    assert.equal((await world.paymentNow({ id: transaction.paymentId })).state, 'created');
  });

  test('about a payer who logged in and left, until the attempt is abandoned', async () => {
    const world = await openWorld();
    const transaction = await world.goToBank(await world.ask());
    const { pass } = askable(world, 'authenticated');
    await pass(16);
    assert.equal((await world.now(transaction)).state, 'authenticated');
    await pass(4_300, 60);
    assert.equal((await world.now(transaction)).state, 'abandoned');
  });

  test('about an attempt that it holds: soon at first, then hourly, for as long as it takes', async () => {
    const world = await openWorld();
    const transaction = await world.goToBank(await world.ask());
    await recordAnswer(world.ctx, transaction.id, answer('pending'));
    const { asked, rails } = askable(world, 'pending');
    const sweep = createEnquirySweep(world.ctx, rails);
    for (let hour = 0; hour < 24 * 12; hour++) {
      world.clock.advance(5 * 60_000);
      while (await sweep.run()) {}
    }
    assert.ok(asked.length >= 24 && asked.length < 45, `${asked.length} times in a day`);
    assert.equal((await world.now(transaction)).state, 'pending');
    await recordAnswer(world.ctx, transaction.id, answer('paid'));
    assert.equal((await world.now(transaction)).enquireAt, null);
  });

  test('about an abandoned attempt: four times in a day, and then no more', async () => {
    const world = await openWorld();
    const { asked, pass } = askable(world, 'waiting');
    const transaction = await world.goToBank(await world.ask({ expiresAt: plus(world.clock.now(), 10_000) }));
    await pass(10);
    assert.equal((await world.now(transaction)).state, 'expired');
    for (let hour = 0; hour < 60; hour++) {
      world.clock.advance(3_599_000);
      await pass(1);
    }
    assert.equal(asked.length, 4);
    assert.equal((await world.now(transaction)).enquireAt, null);
  });

  test('never about a test, a payment that has not started, or one whose money is there', async () => {
    const world = await openWorld();
    const now = world.clock.now();
    const { transaction } = await world.paid();
    assert.equal(transaction.state, 'successful');
    const live: Transaction = { ...transaction, state: 'started' };
    assert.ok(nextEnquiry(live, 0, now));
    for (const over of [
      { state: 'successful' },
      { state: 'created' },
      { bankId: null },
      { state: 'declined' },
      { isTest: true },
    ] as const) {
      assert.equal(nextEnquiry({ ...live, ...over }, 0, now), null, JSON.stringify(over));
    }
  });
});

describe('an outcome that the bank did not report', () => {
  const late = () => Promise.reject(new BankTimeout('late'));

  for (const [problem, taken] of [
    [new BankTimeout('late'), 'approve'],
    [new BankTimeout('late'), 'decline'],
    [new BankTimeout('late'), 'cancel'],
  ] as const) {
    test(`${taken} is unknown, is notified as pending, and an enquiry resolves it; the step is never sent again`, async () => {
      const world = await openWorld();
      const started = await world.goToBank(await world.ask());
      const transaction = await world.take(started, 'authenticate');
      const { enquire, pass } = askable(world, problem, problem, 'paid');
      let sent = 0;
      const step = async () => {
        sent += 1;
        throw problem;
      };
      const silent = world.simulator.railsWith({ orders: { enquire, step } });
      const lost = await takeBankStep(world.ctx, silent, transaction, taken);
      assert.equal(lost.state, 'unknown');
      await pass(30);
      assert.equal((await world.now(transaction)).state, 'successful');
      assert.equal(sent, 1);
      assert.deepEqual(
        (await world.events(transaction.id)).map(({ type, state }) => [type, state]),
        [
          ['transaction.pending', 'unknown'],
          ['transaction.complete', 'successful'],
        ],
      );
    });
  }

  test('can be any other: each is recorded as it is found', async () => {
    const world = await openWorld();
    const ends = {
      paid: 'successful',
      declined: 'declined',
      cancelled: 'cancelled',
      abandoned: 'abandoned',
      error: 'failed',
      pending: 'pending',
    } as const;
    for (const [outcome, state] of Object.entries(ends)) {
      const transaction = await world.take(await world.goToBank(await world.ask()), 'authenticate');
      const { enquire, pass } = askable(world, outcome as BankOutcome);
      await takeBankStep(
        world.ctx,
        world.simulator.railsWith({ orders: { enquire, step: late } }),
        transaction,
        'approve',
      );
      await pass(6);
      assert.equal((await world.now(transaction)).state, state);
    }
  });

  test('turns out as no decision at all: the attempt ends when its time is over', async () => {
    const world = await openWorld();
    const transaction = await world.take(await world.goToBank(await world.ask()), 'authenticate');
    const { enquire, pass } = askable(world, 'waiting');
    await takeBankStep(
      world.ctx,
      world.simulator.railsWith({ orders: { enquire, step: late } }),
      transaction,
      'approve',
    );
    await pass(60);
    assert.equal((await world.now(transaction)).state, 'unknown');
    await pass(2 * 3_600, 60);
    assert.equal((await world.now(transaction)).state, 'abandoned');
  });

  test('after logging in moves no money: the bank is queried, and the payer goes on', async () => {
    const world = await openWorld();
    const transaction = await world.goToBank(await world.ask());
    world.simulator.setFaults({ timeoutAfterCommit: true });
    const known = await world.take(transaction, 'authenticate');
    world.simulator.setFaults({});
    assert.equal(known.state, 'authenticated');
    assert.equal((await world.take(known, 'approve')).state, 'successful');
    assert.deepEqual(
      (await world.events(transaction.id)).map(({ type }) => type),
      ['transaction.complete'],
    );
  });

  test('from a bank that certainly did nothing leaves the attempt as it is', async () => {
    const world = await openWorld();
    const transaction = await world.take(await world.goToBank(await world.ask()), 'authenticate');
    world.simulator.setFaults({ down: true });
    await assert.rejects(world.take(transaction, 'approve'), { code: 'BankUnavailable' });
    world.simulator.setFaults({});
    assert.equal((await world.now(transaction)).state, 'authenticated');
    assert.equal((await world.take(transaction, 'approve')).state, 'successful');
  });

  test('when the payer comes back keeps them from paying twice: unknown until the bank reports it', async () => {
    const world = await openWorld();
    const payment = await world.ask();
    const transaction = await world.goToBank(payment);
    const { rails, pass } = askable(world, new BankUnavailable('down'), 'declined');
    await returnFromBank(world.ctx, rails, transaction);
    assert.equal((await world.now(transaction)).state, 'unknown');
    await assert.rejects(world.goToBank(payment, otherBank), { code: 'PaymentInProgress' });
    await pass(6);
    assert.equal((await world.now(transaction)).state, 'declined');
    assert.equal((await world.goToBank(payment)).state, 'started');
  });
});

describe('the enquiry sweep', () => {
  test('continues after a process was killed between claim and response, half a minute later', async () => {
    const world = await openWorld();
    const transaction = await world.goToBank(await world.ask());
    world.clock.advance(15_000);
    let isKilled = true;
    const enquire = (at: At) =>
      isKilled ? Promise.reject(new Error('killed')) : world.simulator.rails.orders.enquire(at);
    const rails = world.simulator.railsWith({ orders: { enquire } });
    const sweep = createEnquirySweep(world.ctx, rails);
    await assert.rejects(sweep.run(), /killed/);
    await world.simulator.decide(transaction.id, 'declined');
    isKilled = false;
    world.clock.advance(29_000);
    assert.equal(await sweep.run(), 0);
    world.clock.advance(1_000);
    assert.equal(await sweep.run(), 1);
    assert.equal((await world.now(transaction)).state, 'declined');
  });

  test('queries each once, for any number of processes', async () => {
    const world = await openWorld();
    const ids = new Map<string, number>();
    for (let number = 0; number < 30; number++) ids.set((await world.goToBank(await world.ask())).id, 0);
    const enquire = async ({ id }: At) => {
      ids.set(id, ids.get(id)! + 1);
      return answer('waiting');
    };
    const rails = world.simulator.railsWith({ orders: { enquire } });
    world.clock.advance(15_000);
    const sweeps = Array.from({ length: 4 }, () => createEnquirySweep(world.ctx, rails));
    await Promise.all(sweeps.map((sweep) => sweep.run()));
    assert.deepEqual([...ids.values()], Array(30).fill(1));
  });

  test('does not let one failing bank keep the others from being queried', async () => {
    const world = await openWorld();
    const [broken, ...others] = await Promise.all(
      [1, 2, 3].map(async () => world.goToBank(await world.ask())),
    );
    const enquire = async ({ id }: At) => {
      if (id === broken!.id) throw new TypeError('nonsense');
      return answer('paid');
    };
    const rails = world.simulator.railsWith({ orders: { enquire } });
    world.clock.advance(15_000);
    await assert.rejects(createEnquirySweep(world.ctx, rails).run(), /nonsense/);
    for (const other of others) assert.equal((await world.now(other)).state, 'successful');
  });
});
