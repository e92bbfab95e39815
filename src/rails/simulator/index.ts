// The simulated bank, put together: the rail it offers, the work it does by itself, its pages, its controls.
import type { FastifyPluginAsync } from 'fastify';
import { type BankDetails, banksIn } from '../../core/banks.ts';
import type { Ability, ArrivedDeposit, Rail, TransferAnswer } from '../../core/rails.ts';
import type { Clock } from '../../kernel/clock.ts';
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import { isDatabaseAway, type Sql } from '../../kernel/db/db.ts';
import { withoutEnd } from '../../kernel/formats/text.ts';
import type { Logger } from '../../kernel/process/log.ts';
import { factsOf } from './account-facts.ts';
import { operatingAccount } from './accounts.ts';
import { callbackSweep, deliver, type Listeners } from './callbacks.ts';
import { depositsWith, type FoundDeposit, type PaidIn, takeDeposit } from './deposits.ts';
import { type LineFaults, perfectLine, withFaults } from './faults.ts';
import {
  collect,
  decideMandate,
  lookUpMandate,
  mandateAnswerOf,
  openMandate,
  revokeMandate,
} from './mandates.ts';
import {
  type Books,
  bankOf,
  failIfOpen,
  force,
  lookUp,
  openOrder,
  returnCollection,
  takeStep,
} from './orders.ts';
import { answerOf, type ForcedOutcome, type Ruling } from './outcomes.ts';
import { bankPages } from './pages.ts';
import { moveDueOrders } from './store.ts';
import { type TransferEnd, transferAnswerOf } from './transfer-plan.ts';
import { listTransfers, moveDueTransfers } from './transfer-store.ts';
import { forceTransfer, lookUpTransfer, takeTransfer } from './transfers.ts';
import type { Frame } from './views.ts';

export { depositor, operatingAccount as simulatedAccount } from './accounts.ts';
export type { FoundDeposit } from './deposits.ts';
export { type Faults, type LineFaults, noFaults } from './faults.ts';
export { MandateDecided, UnknownMandate } from './mandates.ts';
export { OrderDecided, UnknownOrder } from './orders.ts';
export type { ForcedOutcome, Ruling } from './outcomes.ts';
export { type TransferEnd, transferReasons } from './transfer-plan.ts';
export { TransferDecided, UnknownTransfer } from './transfers.ts';
export type { Frame } from './views.ts';

export interface SimulatorOptions extends Listeners {
  db: Sql;
  /** True if that is a separate database: while it is away, the bank does not respond. */
  isApart?: boolean;
  clock: Clock;
  log: Logger;
  /** Where browsers reach this service, without a path: the bank's pages are below it. */
  publicUrl: string;
  /** Puts a page of the bank into the house's document. */
  frame: Frame;
  /** The banks it plays; those of staging by default. */
  banks?: readonly BankDetails[];
  /** The faults of the line to it; none where absent. */
  faults?: LineFaults;
  /** The scenarios' rules for its orders; none if absent. */
  ruling?: Ruling;
}

export interface Simulator {
  rail: SimulatedRail;
  sweeps: Sweep[];
  routes: FastifyPluginAsync;
  /**
   * Forces an outcome on an order, at once. 'late-success' on an order still open lets it fail first and notifies the
   * service of that, then pays. Throws UnknownOrder, or OrderDecided if it has ended otherwise.
   */
  decide(transactionId: string, outcome: ForcedOutcome): Promise<void>;
  /**
   * Returns a collected charge to its payer, at once, for a reason; again, it changes nothing. Throws UnknownOrder, or
   * OrderDecided for an order that is no collection, was not paid, or is past its dispute window.
   */
  returnCollection(transactionId: string, unpaidCode?: string): Promise<void>;
  /**
   * Forces how a transfer ends, at once, and returns the same as an enquiry, whatever faults are on. `reason` explains
   * why it failed or came back. Throws UnknownTransfer, or TransferDecided if it has ended otherwise.
   */
  decideTransfer(transferId: string, outcome: TransferEnd, reason?: string): Promise<TransferAnswer>;
  /**
   * The customer's decision on a mandate, at once, whatever faults are on; again in the same way, it changes nothing.
   * Throws UnknownMandate, or MandateDecided when it has ended otherwise.
   */
  decideMandate(mandateId: string, decision: 'approved' | 'declined'): Promise<void>;
  /**
   * Pays money in: it is on the statement, and the service is notified at once, unless the bank is down for the named
   * merchant.
   */
  deposit(given: PaidIn): Promise<ArrivedDeposit>;
  /**
   * Returns the deposits for a merchant with a reference, written exactly so; the oldest first. Notifies the service of
   * unreported ones, as `deposit` does.
   */
  depositsWith(merchantId: string, reference: string): Promise<FoundDeposit[]>;
}

const dueBatch = 100;

/** A simulated bank over its own schema of `db`. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { db, clock, log, frame } = options;
  const listed = options.banks ?? banksIn('staging');
  const { faults = perfectLine, ruling = async () => undefined } = options;
  const books: Books = { db, clock, banks: new Map(listed.map((bank) => [bank.id, bank])), ruling };
  const { onAnswer, onTransferAnswer, onDeposit } = options;
  const outbox = { db, clock, log, onAnswer, onTransferAnswer, onDeposit, faults };

  return {
    rail: withFaults(railOf(books, options.publicUrl), faults, options.isApart ? isDatabaseAway : undefined),
    sweeps: [
      {
        name: 'bank.orders',
        intervalMs: 500,
        nextDue: (after) => firstDue(db, 'bank.orders', 'due_at', after),
        run: () => moveDueOrders(db, clock.now(), dueBatch),
      },
      {
        name: 'bank.transfers',
        intervalMs: 500,
        nextDue: (after) => firstDue(db, 'bank.transfers', 'due_at', after),
        run: () => moveDueTransfers(db, clock.now(), dueBatch),
      },
      callbackSweep(outbox),
    ],
    routes: bankPages({ books, frame, faults }),
    decide: async (transactionId, outcome) => {
      if (outcome !== 'late-success') return force(books, transactionId, outcome);
      await failIfOpen(books, transactionId);
      await deliver(outbox, transactionId);
      await force(books, transactionId, 'success');
    },
    returnCollection: (transactionId, unpaidCode) => returnCollection(books, transactionId, unpaidCode),
    decideTransfer: (transferId, outcome, reason) => forceTransfer(books, transferId, outcome, reason),
    decideMandate: async (mandateId, decision) => void (await decideMandate(books, mandateId, decision)),
    deposit: async (given) => {
      const arrived = await takeDeposit(books, given);
      await deliver(outbox, arrived.id);
      return arrived;
    },
    depositsWith: async (merchantId, reference) => {
      const found = await depositsWith(books, merchantId, reference);
      for (const { depositId, isTold } of found) if (!isTold) await deliver(outbox, depositId);
      return found;
    },
  };
}

/** The simulated bank lacks nothing. */
export type SimulatedRail = Required<Pick<Rail, Ability>>;

function railOf(books: Books, publicUrl: string): SimulatedRail {
  const base = withoutEnd(publicUrl, '/');
  const { bank, number: accountNumber, holder } = operatingAccount;
  const rail: SimulatedRail = {
    deposits: {
      details: async () => ({ bankName: bank.name, branchCode: bank.branchCode, accountNumber, holder }),
    },
    orders: {
      banks: async () =>
        [...books.banks.values()].map((one) => ({ ...one, available: true, unavailableReason: null })),
      start: async (order) => {
        await openOrder(books, order);
        return { redirectUrl: `${base}/bank/orders/${order.id}` };
      },
      step: async ({ id }, step) => answerOf(await takeStep(books, id, step)),
      enquire: async ({ id }) => answerOf(await lookUp(books, id)),
    },
    transfers: {
      transfer: async (order) => transferAnswerOf(await takeTransfer(books, order)),
      enquire: async ({ id }) => transferAnswerOf(await lookUpTransfer(books, id)),
      since: ({ since }) => listTransfers(books.db, since),
    },
    mandates: {
      authorise: async (order) => {
        await openMandate(books, order);
        return { redirectUrl: `${base}/bank/mandates/${order.id}` };
      },
      enquire: async ({ id }) => mandateAnswerOf(await lookUpMandate(books, id)),
      revoke: ({ id }) => revokeMandate(books, id),
      collect: async (collection) => {
        const order = await collect(books, collection);
        if (order) return answerOf(order);
        return { outcome: 'declined', reason: 'The bank does not know the mandate.', payerAccount: null };
      },
    },
    verification: { verify: async (query) => factsOf(bankOf(books, query.bankId), query) },
  };
  return rail;
}
