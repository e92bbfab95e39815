// The dependencies of a rail, and the exports of a module that is one, including third-party modules.
import type { Clock } from '../kernel/clock.ts';
import type { Cents } from '../kernel/money.ts';
import type { Logger } from '../kernel/process/log.ts';
import {
  BankTimeout,
  BankUnavailable,
  type KnownTransfer,
  type OnBankAnswer,
  type OnDeposit,
  type OnTransferAnswer,
  OrderConflict,
  type Rail,
} from './rails.ts';

/** An account as its rail needs it. */
export interface RailAccount {
  /** The operator's short name of it. */
  id: string;
  holder: string;
  number: string;
  branchCode: string;
  /** The operator's additional settings for the rail, such as keys. */
  settings: Record<string, unknown>;
}

export interface RailDeps {
  /** The only source of time: it can be stopped, or be moved by months. */
  clock: Clock;
  log: Logger;
  /** Where this service is reached. */
  publicUrl: string;
  /** A folder for the rail's data that must survive a crash. */
  folder: string;
  /**
   * The errors that a rail throws when a bank does not respond as it should, for modules that import nothing from Tefo.
   */
  errors: typeof railErrors;
  /** Returns an account of the rail, or undefined. */
  account(id: string): Promise<RailAccount | undefined>;
  onTransferAnswer: OnTransferAnswer;
  onDeposit: OnDeposit;
  onAnswer: OnBankAnswer;
}

export const railErrors = { BankUnavailable, BankTimeout, OrderConflict };

/** A payment as the bank has it. */
export interface BankPayment {
  /** This service's id of the transfer. */
  id: string;
  amount: Cents;
  outcome: KnownTransfer['outcome'];
}

/**
 * The bank's side, for the conformance suite: it makes the bank report or do something, and shows its data. Each
 * function takes effect at once. It outlives the rails that are created and lost in the meantime.
 */
export interface Counterpart {
  /** Opens an account with a number at the bank. Returns the settings by which the rail finds it. */
  settings?(number: string): Promise<Record<string, unknown>>;
  /** Every payment that the bank was ordered to make from an account, the first comes first. */
  payments?(account: string): Promise<BankPayment[]>;
  /** Returns the amount that has left the bank's account for a transfer, in cents: 0 for nothing. */
  paid?(id: string): Promise<Cents>;
  /**
   * Makes the bank reach an outcome of a transfer, and report it if it reports by itself. Throws if the bank does not
   * have it, or would not: a payment that came back is not paid again.
   */
  decide?(id: string, outcome: BankPayment['outcome']): Promise<void>;
  /** From now on the bank cannot be reached; or it carries out requests and its responses are lost; or all is well. */
  fail?(how: 'down' | 'lost' | 'none'): Promise<void>;
  /** Pays in money. Again with the same id, the bank reports the same deposit again. */
  deposit?(deposit: { account: string; id: string; amount: Cents; reference: string }): Promise<void>;
  /** Ends everything that it started. */
  close?(): Promise<void>;
}

/** The exports of a module that is a rail. */
export interface RailModule {
  createRail(deps: RailDeps): Rail | Promise<Rail>;
  createCounterpart?(deps: RailDeps): Counterpart | Promise<Counterpart>;
}
