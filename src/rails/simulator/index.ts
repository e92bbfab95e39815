// The simulated bank, put together: the rail it offers, the work it does by itself, its pages, its controls.
import type { FastifyPluginAsync } from 'fastify';
import { type BankDetails, banksIn } from '../../core/banks.ts';
import type { OnBankAnswer, Rail } from '../../core/rails.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Sql } from '../../kernel/db.ts';
import type { Sweep } from '../../kernel/jobs.ts';
import type { Logger } from '../../kernel/log.ts';
import { callbackSweep, deliver } from './callbacks.ts';
import { type Faults, noFaults, withFaults } from './faults.ts';
import { type Books, failIfOpen, force, lookUp, openOrder, takeStep } from './orders.ts';
import { answerOf, type ForcedOutcome } from './outcomes.ts';
import { bankPages } from './pages.ts';
import { moveDueOrders } from './store.ts';
import type { Frame } from './views.ts';

export type { Faults } from './faults.ts';
export { OrderDecided, UnknownOrder } from './orders.ts';
export type { ForcedOutcome } from './outcomes.ts';
export { collectionBalance, collectionStatement } from './statement.ts';
export type { Frame } from './views.ts';

export interface SimulatorOptions {
  db: Sql;
  clock: Clock;
  log: Logger;
  /** Where browsers reach this service, without a path: the bank's pages are below it. */
  publicUrl: string;
  /** Takes the bank's callbacks; called at least once for each answer, never inside a transaction. */
  onAnswer: OnBankAnswer;
  /** Puts a page of the bank into the house's document. */
  frame: Frame;
  /** The banks it plays; those of staging by default. */
  banks?: readonly BankDetails[];
  faults?: Partial<Faults>;
}

export interface Simulator {
  rail: Rail;
  sweeps: Sweep[];
  routes: FastifyPluginAsync;
  /**
   * Forces an outcome on an order, at once. 'late-success' on an order still open lets it fail first and tells the
   * service so, then pays. Throws UnknownOrder, or OrderDecided when it has ended otherwise.
   */
  decide(transactionId: string, outcome: ForcedOutcome): Promise<void>;
  /** Replaces the faults that are on; those not named are off. They live in this process only. */
  setFaults(faults: Partial<Faults>): void;
}

const dueBatch = 100;

/** A simulated bank over its own schema of `db`. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { db, clock, log, onAnswer, frame } = options;
  const listed = options.banks ?? banksIn('staging');
  const books: Books = { db, clock, banks: new Map(listed.map((bank) => [bank.id, bank])) };
  let faults: Faults = { ...noFaults, ...options.faults };
  const current = () => faults;
  const outbox = { db, clock, log, onAnswer, faults: current };

  return {
    rail: withFaults(railOf(books, options.publicUrl), current),
    sweeps: [
      { name: 'bank.orders', intervalMs: 500, run: () => moveDueOrders(db, clock.now(), dueBatch) },
      callbackSweep(outbox),
    ],
    routes: bankPages({ books, frame, faults: current }),
    decide: async (transactionId, outcome) => {
      if (outcome !== 'late-success') return force(books, transactionId, outcome);
      await failIfOpen(books, transactionId);
      await deliver(outbox, transactionId);
      await force(books, transactionId, 'success');
    },
    setFaults: (given) => {
      faults = { ...noFaults, ...given };
    },
  };
}

function railOf(books: Books, publicUrl: string): Rail {
  const base = publicUrl.replace(/\/+$/, '');
  return {
    banks: async () =>
      [...books.banks.values()].map((bank) => ({ ...bank, available: true, unavailableReason: null })),
    start: async (order) => {
      await openOrder(books, order);
      return { redirectUrl: `${base}/bank/orders/${order.transactionId}` };
    },
    step: async (transactionId, step) => answerOf(await takeStep(books, transactionId, step)),
    enquire: async (transactionId) => answerOf(await lookUp(books, transactionId)),
  };
}
