// A separate bank for each test: a fresh database, a clock that stands still, and a receiver for its
// callbacks.

import { banks } from '../../../src/core/banks.ts';
import {
  type ArrivedDeposit,
  type At,
  type BankAnswer,
  type BankStep,
  type Collection,
  type MandateOrder,
  type PaymentOrder,
  simulatorAccount,
  type TransferAnswer,
  type TransferOrder,
} from '../../../src/core/rails.ts';
import { manualClock, plus } from '../../../src/kernel/clock.ts';
import { createJobs } from '../../../src/kernel/concurrency/jobs.ts';
import { newId } from '../../../src/kernel/ids.ts';
import { createLog } from '../../../src/kernel/process/log.ts';
import type { PaidIn } from '../../../src/rails/simulator/deposits.ts';
import type { View } from '../../../src/rails/simulator/views.ts';
import { collectionBalance, collectionStatement } from '../collection.ts';
import { openDatabase } from '../database.ts';
import { createTestSimulator, type TestSimulator, type TestSimulatorOptions } from '../simulator.ts';

/** On whose behalf this bank is asked. */
const merchantId = '018f0000-0000-7000-8000-000000000001';

export const capitec = banks[1]!;
export const minute = 60_000;

export async function openBank(given: Partial<TestSimulatorOptions> = {}) {
  const { db } = await openDatabase();
  const clock = manualClock('2026-11-20T08:00:00Z');
  const log = createLog('silent');
  const received: (BankAnswer & { id: string })[] = [];
  const transfersReceived: (TransferAnswer & { id: string })[] = [];
  const depositsReceived: ArrivedDeposit[] = [];
  const options: TestSimulatorOptions = {
    db,
    clock,
    log,
    publicUrl: 'http://localhost:8420/',
    frame: ({ title, band, body }: View) => `${title}\n${band}\n${body}`,
    onAnswer: async (id, answer) => void received.push({ id, ...answer }),
    onTransferAnswer: async (id, answer) => void transfersReceived.push({ id, ...answer }),
    onDeposit: async (deposit) => void depositsReceived.push(deposit),
    ...given,
  };
  const bank = withRailOf(createTestSimulator(options));

  /** The terms of a new order of `amount` cents that ends in ten minutes. */
  function terms(amount: bigint): PaymentOrder {
    return {
      ...at(newId(clock)),
      bankId: capitec.id,
      amount,
      payee: 'Thabo & Sons',
      reference: 'INV 17',
      expiresAt: plus(clock.now(), 600_000),
      returnUrl: 'http://localhost:8420/pay/return',
    };
  }

  /** A payout of `amount` cents, or what `more` makes of it. */
  function payout(amount: bigint, more: Partial<TransferOrder> = {}): TransferOrder {
    return {
      ...at(newId(clock)),
      purpose: 'payout',
      refundOf: null,
      amount,
      bankId: capitec.id,
      branchCode: capitec.branchCode,
      accountNumber: '1234567890',
      accountHolder: null,
      reference: 'WINNINGS 7',
      realTime: false,
      ...more,
    };
  }

  /** The terms of a mandate for R 100,00 a month, at most R 200,00 at a time, to be decided on within a day. */
  function mandate(more: Partial<MandateOrder> = {}): MandateOrder {
    return {
      ...at(newId(clock)),
      bankId: capitec.id,
      payee: 'Thabo & Sons',
      reference: 'GYM 17',
      amount: 10_000n,
      maximum: 20_000n,
      payableNow: null,
      frequency: 'Monthly',
      firstPaymentDate: '2026-12-01',
      occurrences: 12,
      expiresAt: plus(clock.now(), 24 * 60 * minute),
      returnUrl: 'http://localhost:8420/subscribe/return',
      ...more,
    };
  }

  /** A collection of `amount` cents under a mandate, for which the bank has an hour. */
  function collection({ id: mandateId, bankId, payee, reference }: MandateOrder, amount: bigint): Collection {
    const expiresAt = plus(clock.now(), 60 * minute);
    return { ...at(newId(clock)), mandateId, bankId, amount, payee, reference, expiresAt };
  }

  const work = () => createJobs(bank.sweeps, log).drain();
  const statement = () => Array.fromAsync(collectionStatement(db));

  return {
    ...bank,
    db,
    clock,
    heard: received,
    /** The bank's callbacks about transfers and deposits, in order. */
    transfersHeard: transfersReceived,
    depositsHeard: depositsReceived,
    callbacks: bank.sweeps.find(({ name }) => name === 'bank.callbacks')!,
    terms,
    payout,
    mandate,
    collection,
    /** A mandate that its customer has approved. */
    approved: async (more: Partial<MandateOrder> = {}): Promise<MandateOrder> => {
      const order = mandate(more);
      await bank.rail.authorise(order);
      await bank.decideMandate(order.id, 'approved');
      return order;
    },
    /** A refund of a payment of `original` cents, which has been paid. */
    refundOf: async (original: bigint, amount = 500n) => {
      const paid = terms(original);
      await bank.rail.start(paid);
      await bank.decide(paid.id, 'success');
      const refundOf = paid.id;
      return payout(amount, { purpose: 'refund', refundOf, reference: 'ORDER-17' });
    },
    /** The bank's status of a transfer. */
    stands: async (id: string) => (await bank.rail.enquireTransfer(id)).outcome,
    /** The bank's callbacks, in order. */
    outcomes: () => received.map(({ outcome }) => outcome),
    work,
    /** Lets `ms` pass and everything happen that falls due then. */
    pass: async (ms: number) => {
      clock.advance(ms);
      await work();
    },
    begin: async (amount: bigint) => {
      const order = terms(amount);
      await bank.rail.start(order);
      return order.id;
    },
    approve: async (id: string) => {
      await bank.rail.step(id, 'authenticate');
      return bank.rail.step(id, 'approve');
    },
    outcome: async (id: string) => (await bank.rail.enquire(id)).outcome,
    statement,
    /** Amounts of the lines of transfers and deposits, in the order of booking. */
    movements: async () => {
      const lines = await statement();
      return lines.filter((line) => line.movement !== 'payment').map((line) => line.amountCents);
    },
    balance: () => collectionBalance(db),
    /** The same bank in another process: its own memory over the same books. */
    again: (other: Partial<TestSimulatorOptions>) =>
      withRailOf(createTestSimulator({ ...options, ...other })),
  };
}

/** A bank that is asked on behalf of its one merchant throughout. */
function withRailOf(bank: TestSimulator) {
  const { rail } = bank;
  return {
    ...bank,
    deposit: (paidIn: PaidIn) => bank.deposit({ merchantId, ...paidIn }),
    rail: {
      ...rail.orders,
      ...rail.transfers,
      ...rail.mandates,
      verify: rail.verification.verify,
      depositAccount: () => rail.deposits.details(at('')),
      banks: () => rail.orders.banks(at('')),
      step: (id: string, step: BankStep) => rail.orders.step(at(id), step),
      enquire: (id: string) => rail.orders.enquire(at(id)),
      enquireTransfer: (id: string) => rail.transfers.enquire(at(id)),
      enquireMandate: (id: string) => rail.mandates.enquire(at(id)),
      revoke: (id: string) => rail.mandates.revoke(at(id)),
    },
  };
}

const at = (id: string): At => ({ account: simulatorAccount, id, merchantId });
