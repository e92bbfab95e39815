import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { budget } from '../../../test/support/budget.ts';
import { openReceiver } from '../../../test/support/receiver.ts';
import { bank, openWorld, otherBank, type World } from '../../../test/support/world.ts';
import { plus } from '../../kernel/clock.ts';
import { checkLedger } from '../../reports/checks/ledger.ts';
import { checkTransactions } from '../../reports/checks/transactions.ts';
import { DomainError } from '../errors.ts';
import type { Payment } from '../payments/actions.ts';
import type { BankOutcome, BankStep } from '../rails.ts';
import { chooseTestOutcome, findCurrent, openTransaction, startAtBank, type Transaction } from './actions.ts';
import { cancelAttempt, cancelPayment } from './cancellation.ts';
import { leavePayment } from './closing.ts';
import { enquire, returnFromBank, takeBankStep } from './enquiries.ts';
import { expirePayment } from './expiry.ts';
import { recordAnswer } from './transitions.ts';

// Customer, merchant and bank act at random on a few payments, three of them at once. Whatever the result, the ledger
// and the states must agree, and every error must be an expected one.

type Deed = (world: World, payment: Payment, attempt: Transaction | undefined) => Promise<unknown>;

const withAttempt =
  (work: (world: World, attempt: Transaction) => Promise<unknown>): Deed =>
  async (world, _payment, attempt) =>
    attempt && work(world, attempt);

const says = (outcome: BankOutcome): Deed =>
  withAttempt(({ ctx }, { id }) =>
    recordAnswer(ctx, id, { outcome, reason: null, payerAccount: '62001234567' }),
  );
const takes = (step: BankStep): Deed =>
  withAttempt(({ ctx, simulator }, attempt) => takeBankStep(ctx, simulator.rails, attempt, step));
const pays =
  (chosen: typeof bank): Deed =>
  async ({ ctx, simulator }, payment) => {
    const opened = await openTransaction(ctx, {
      paymentId: payment.id,
      paymentType: 'redirect',
      bank: chosen,
    });
    return startAtBank(ctx, simulator.rails, payment, opened, 'http://localhost:8420/return');
  };

const deeds: Record<string, Deed> = {
  'pays at one bank': pays(bank),
  'pays at another bank': pays(otherBank),
  'logs in': takes('authenticate'),
  approves: takes('approve'),
  declines: takes('decline'),
  'cancels at the bank': takes('cancel'),
  'comes back': withAttempt(({ ctx, simulator }, attempt) => returnFromBank(ctx, simulator.rails, attempt)),
  'gives the attempt up': withAttempt(({ ctx, simulator }, attempt) =>
    cancelAttempt(ctx, simulator.rails, attempt, 'no'),
  ),
  leaves: ({ ctx }, payment) => leavePayment(ctx, payment.id),
  cancels: ({ ctx, simulator }, payment) => cancelPayment(ctx, simulator.rails, payment, 'no'),
  'chooses an outcome': ({ ctx }, payment) =>
    chooseTestOutcome(ctx, payment, payment.isTest ? 'pending' : 'success'),
  'is too late': async (world, payment) => {
    if (payment.expiresAt > world.clock.now()) world.clock.set(payment.expiresAt);
    await expirePayment(world.ctx, payment.id);
  },
  'is asked about': withAttempt(({ ctx, simulator }, attempt) => enquire(ctx, simulator.rails, attempt)),
  'bank says pending': says('pending'),
  'bank says paid': says('paid'),
  'bank says declined': says('declined'),
  'bank says cancelled': says('cancelled'),
  'bank says abandoned': says('abandoned'),
  'bank says error': says('error'),
  'bank loses answers': async ({ simulator }) => simulator.setFaults({ timeoutAfterCommit: true }),
  'bank is away': async ({ simulator }) => simulator.setFaults({ down: true }),
  'bank is well': async ({ simulator }) => simulator.setFaults({}),
  'the sweeps run': async ({ sweeps }) => {
    await Promise.all([sweeps.expiry.run(), sweeps.enquiry.run(), sweeps.delivery.run()]);
  },
};

async function act(world: World, payment: Payment, deed: string): Promise<void> {
  const attempt = await findCurrent(world.ctx.db, payment.id);
  try {
    await deeds[deed]!(world, payment, attempt);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

test('whatever three actors do to payments at once, books, states, events and orders hold together', async () => {
  const world = await openWorld();
  const receiver = await openReceiver();
  // What opens and moves attempts is done more often than what ends everything.
  const often = Object.keys(deeds).filter((deed) => /pays|logs|approves|says p|comes|sweeps/.test(deed));
  const rarely = Object.keys(deeds).filter((deed) => deed !== 'is too late');
  const deed = fc.oneof(
    { weight: 50, arbitrary: fc.constantFrom(...often) },
    { weight: 50, arbitrary: fc.constantFrom(...rarely) },
    { weight: 1, arbitrary: fc.constant('is too late') },
  );
  const script = fc.array(fc.tuple(fc.nat(2), deed), {
    minLength: 3,
    maxLength: 14,
  });
  await fc.assert(
    fc.asyncProperty(script, script, script, async (...actors) => {
      const expiresAt = plus(world.clock.now(), 600_000);
      const notifyUrl = `${receiver.url}/notify`;
      const payments = [
        await world.ask({ contract: 'one', notifyUrl, expiresAt }),
        await world.ask({ contract: 'payments', notifyUrl, expiresAt, amount: 10_099n }),
        await world.ask({ contract: 'payments', notifyUrl, expiresAt, isTest: true }),
      ];
      await Promise.all(
        actors.map(async (acts) => {
          for (const [which, deed] of acts) await act(world, payments[which]!, deed);
        }),
      );
      world.simulator.setFaults({});
      assert.deepEqual([...(await checkLedger(world.db)), ...(await checkTransactions(world.db))], []);
    }),
    { numRuns: budget(6, 100) },
  );

  // After everything has settled, no payment is open, and no bank response or message is pending.
  world.clock.advance(3 * 86_400_000);
  await world.jobs.drain();
  world.clock.advance(86_400_000);
  await world.jobs.drain();
  const [left] = await world.db`
    select (select count(*) from payments where state = 'created') as open,
      (select count(*) from transactions where completed_at is null) as live,
      (select count(*) from deliveries where status = 'pending') as untold`;
  assert.deepEqual({ ...left }, { open: 0n, live: 0n, untold: 0n });
  assert.deepEqual([...(await checkLedger(world.db)), ...(await checkTransactions(world.db))], []);

  // The bank's own statement and the ledger show the same money, except for payments the bank only confirmed.
  const [unbooked] = await world.db`
    select count(*)::integer as count from bank.orders left join transactions on transactions.id = orders.id
    where orders.state = 'paid' and transactions.state is distinct from 'successful'`;
  assert.equal(unbooked!.count, 0);

  // Each object's messages arrived in their order, each event under one id.
  const seen = new Map<string, number>();
  for (const { body } of receiver.received) {
    const { objectId, sequence } = JSON.parse(body) as { objectId: string; sequence: number };
    assert.ok(sequence > (seen.get(objectId) ?? 0), `${objectId}: ${sequence} after ${seen.get(objectId)}`);
    seen.set(objectId, sequence);
  }
});
