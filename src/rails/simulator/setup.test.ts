// A bank of its own for each test: a fresh database, a clock that stands still, and an ear for its callbacks.
import { after } from 'node:test';
import { testDatabase } from '../../../test/database.ts';
import { banks } from '../../core/banks.ts';
import type { BankAnswer, PaymentOrder } from '../../core/rails.ts';
import { manualClock, plus } from '../../kernel/clock.ts';
import { openPool } from '../../kernel/db.ts';
import { newId } from '../../kernel/ids.ts';
import { createJobs } from '../../kernel/jobs.ts';
import { createLog } from '../../kernel/log.ts';
import { collectionBalance, collectionStatement, createSimulator, type SimulatorOptions } from './index.ts';
import type { View } from './views.ts';

export const capitec = banks[1]!;

export async function openBank(given: Partial<SimulatorOptions> = {}) {
  const database = await testDatabase();
  const db = openPool(database.url, { max: 8 });
  after(async () => {
    await db.end();
    await database.drop();
  });
  const clock = manualClock('2026-11-20T08:00:00Z');
  const log = createLog('silent');
  const heard: (BankAnswer & { id: string })[] = [];
  const options: SimulatorOptions = {
    db,
    clock,
    log,
    publicUrl: 'http://localhost:8420/',
    frame: ({ title, band, body }: View) => `${title}\n${band}\n${body}`,
    onAnswer: async (id, answer) => void heard.push({ id, ...answer }),
    ...given,
  };
  const bank = createSimulator(options);

  /** The terms of a new order of `amount` cents that ends in ten minutes. */
  function terms(amount: bigint): PaymentOrder {
    return {
      transactionId: newId(clock),
      bankId: capitec.id,
      amount,
      payee: 'Thabo & Sons',
      reference: 'INV 17',
      expiresAt: plus(clock.now(), 600_000),
      returnUrl: 'http://localhost:8420/pay/return',
    };
  }

  return {
    ...bank,
    db,
    clock,
    heard,
    terms,
    /** What the bank called about, in the order it came. */
    outcomes: () => heard.map(({ outcome }) => outcome),
    work: () => createJobs(bank.sweeps, log).drain(),
    begin: async (amount: bigint) => {
      const order = terms(amount);
      await bank.rail.start(order);
      return order.transactionId;
    },
    approve: async (id: string) => {
      await bank.rail.step(id, 'authenticate');
      return bank.rail.step(id, 'approve');
    },
    outcome: async (id: string) => (await bank.rail.enquire(id)).outcome,
    statement: () => Array.fromAsync(collectionStatement(db)),
    balance: () => collectionBalance(db),
    /** The same bank in another process: its own memory over the same books. */
    again: (other: Partial<SimulatorOptions>) => createSimulator({ ...options, ...other }),
  };
}
