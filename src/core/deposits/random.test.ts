import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../../test/storm/random.ts';
import { budget } from '../../../test/support/budget.ts';
import { openDeposits } from '../../../test/support/setup/deposits.ts';
import { DomainError } from '../errors.ts';
import { findPaymentForCustomer } from '../payments/actions.ts';
import { simulatorAccount } from '../rails.ts';
import { requestRefund } from '../refunds/actions.ts';
import { submitRefund } from '../refunds/jobs.ts';
import { openTransaction } from '../transactions/actions.ts';
import { cancelPayment } from '../transactions/cancellation.ts';
import { everything } from '../viewer.ts';
import { createMultipleReference, createTopUpReference, openDeposit } from './actions.ts';
import { allocateDeposit, parkDeposit, splitDeposit } from './allocation.ts';
import { returnDeposit } from './returns.ts';

const seed = Date.now() % 1_000_000;
const random = seeded(seed, 'deposits');
const shop = await openDeposits();
const { ctx, db, site, clock, simulator } = shop;

const references = [
  await createTopUpReference(ctx, site),
  (await createMultipleReference(ctx, { site, merchantReference: 'MANY' })).reference,
];
const payments: string[] = [];
const amounts = [10_000n, 10_000n, 10_000n, 9_000n, 9_097n, 9_098n, 1n];

const anyOf = async (table: 'deposits' | 'transactions', where: string): Promise<string | undefined> => {
  const rows = await db.unsafe<{ id: string }[]>(`select id from ${table} where ${where} order by id`);
  return rows.length === 0 ? undefined : random.pick([...rows]).id;
};
const openDepositId = () => anyOf('deposits', "state in ('waiting', 'parked') or random() < 0.02");
const target = () =>
  random.pick([
    { reference: random.pick(references) },
    { paymentId: random.pick(payments) },
    { floatOf: site.code },
  ]);

const acts: Record<string, () => Promise<unknown>> = {
  single: async () => {
    const expiresAt = new Date(clock.now().getTime() + random.pick([30_000, 3_600_000]));
    const { reference, paymentId } = await shop.single({ expiresAt, merchantReference: 'ONE' });
    references.push(reference);
    payments.push(paymentId);
  },
  one: async () => {
    const payment = await shop.ask({ expiresAt: new Date(clock.now().getTime() + 60_000) });
    payments.push(payment.id);
    references.push((await openDeposit(ctx, payment, simulatorAccount)).depositReference!);
  },
  arrive: () => shop.arrive(random.pick([...references, 'a stranger']), random.pick(amounts)),
  arriveAgain: () => shop.arrive(references.at(-1)!, random.pick(amounts)),
  cancel: async () => {
    const payment = await findPaymentForCustomer(ctx.db, random.pick(payments));
    await cancelPayment(ctx, simulator.rails, payment!, 'not wanted');
  },
  chooseBank: () => openTransaction(ctx, { paymentId: random.pick(payments), paymentType: 'redirect' }),
  payAtBank: async () => {
    const payment = (await findPaymentForCustomer(ctx.db, random.pick(payments)))!;
    await shop.take(await shop.goToBank(payment), 'authenticate', 'approve');
  },
  allocate: async () => {
    const id = await openDepositId();
    if (id) await allocateDeposit(ctx, everything, id, target(), 'note');
  },
  allocateOwn: async () => {
    const id = await openDepositId();
    const [row] = id
      ? await db<{ reference: string }[]>`select reference from deposits where id = ${id}`
      : [];
    if (id && row) await allocateDeposit(ctx, everything, id, { reference: row.reference }, null);
  },
  split: async () => {
    const id = await openDepositId();
    const [row] = id
      ? await db<{ cents: bigint }[]>`select amount_cents as cents from deposits where id = ${id}`
      : [];
    if (!id || !row) return;
    const part = BigInt(random.pick([0, 1, 40, 4_000]));
    const portions = [
      { to: target(), amount: part },
      { to: target(), amount: row.cents - part },
    ];
    await splitDeposit(ctx, everything, id, portions, null);
  },
  sendBack: async () => {
    const id = await openDepositId();
    if (id) await returnDeposit(ctx, everything, id, null);
  },
  park: async () => {
    const id = await openDepositId();
    if (id) await parkDeposit(ctx, everything, id, 'later');
  },
  refund: async () => {
    const transactionId = await anyOf('transactions', "state = 'successful'");
    if (!transactionId) return;
    const asked = { transactionId, amount: 1n, reason: 'x', realTime: false, contract: 'one' } as const;
    const refund = await requestRefund(ctx, { ...asked, merchantId: site.merchantId, createdBy: 'test' });
    await submitRefund(ctx, refund.id);
  },
  wait: () => shop.wait(random.pick([1, 61, 61, 3_600, 24 * 3_600])),
};

// Allowed refusals; any other is a bug.
const refusals = new Set([
  'DepositDecided',
  'DepositReferenceNotFound',
  'InvalidField',
  'PaymentAlreadyComplete',
  'PaymentAwaitingBank',
  'PaymentClosed',
  'PaymentInProgress',
  'RefundExceedsTransaction',
  'TransactionNotRefundable',
]);

test(`whatever comes and whatever is decided, in whatever order and at once, every cent is in one place (seed ${seed})`, async () => {
  await acts.single!();
  await acts.one!();
  const decided = async () =>
    (await db`select distinct verb from transitions where object = 'deposit'`).length >= 5;
  for (let round = 0; round < budget(12, 60) || !(await decided()); round += 1) {
    const names = Array.from({ length: 6 }, () => random.pick(Object.keys(acts)));
    const ended = await Promise.allSettled(names.map((name) => acts[name]!()));
    for (const [index, result] of ended.entries()) {
      if (result.status === 'fulfilled') continue;
      const { reason } = result;
      assert.ok(
        reason instanceof DomainError && refusals.has(reason.code),
        `${names[index]}: ${reason.stack}`,
      );
    }
    if (round % 10 === 9) await shop.sound();
  }
  for (const seconds of [1, 61, 24 * 3_600, 24 * 3_600]) await shop.wait(seconds);
  await shop.sound();
});
