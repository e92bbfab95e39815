// What a rail is made with, and what a module that is one exports: also those of other people.
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
  /** What the rail needs beyond that, such as keys, as the operator has given it. */
  settings: Record<string, unknown>;
}

/** What a rail is made with. */
export interface RailDeps {
  /** The only time there is: it may stand still, or be moved by months. */
  clock: Clock;
  log: Logger;
  /** Where this service is reached. */
  publicUrl: string;
  /** A folder of the rail's own, for what it must still know after a crash. */
  folder: string;
  /** What a rail throws where a bank does not answer as it should, for modules that import nothing of ours. */
  errors: typeof railErrors;
  /** Returns an account of the rail; undefined where there is none. */
  account(id: string): Promise<RailAccount | undefined>;
  onTransferAnswer: OnTransferAnswer;
  onDeposit: OnDeposit;
  onAnswer: OnBankAnswer;
}

export const railErrors = { BankUnavailable, BankTimeout, OrderConflict };

/** A payment as the bank has it. */
export interface BankPayment {
  /** Our id of the transfer. */
  id: string;
  amount: Cents;
  outcome: KnownTransfer['outcome'];
}

/**
 * The bank's side, for the conformance suite: what makes the bank say or do something, and what it has. Each does it at
 * once. It outlives the rails that are made and lost meanwhile.
 */
export interface Counterpart {
  /** Opens an account with a number at the bank. Returns the settings by which the rail finds it. */
  settings?(number: string): Promise<Record<string, unknown>>;
  /** Every payment that the bank was ordered to make from an account, the first comes first. */
  payments?(account: string): Promise<BankPayment[]>;
  /** What has left the bank's account for a transfer, in cents: 0 for nothing. */
  paid?(id: string): Promise<Cents>;
  /**
   * Makes the bank reach an outcome of a transfer, and tell of it if it tells by itself. Throws where the bank does not have
   * it, or would not: a payment that came back is not paid again.
   */
  decide?(id: string, outcome: BankPayment['outcome']): Promise<void>;
  /** From now on the bank cannot be reached; or it does what it is asked, and its answer is lost; or all is well. */
  fail?(how: 'down' | 'lost' | 'none'): Promise<void>;
  /** Somebody pays in. Again with the same id, the bank tells of the same deposit again. */
  deposit?(deposit: { account: string; id: string; amount: Cents; reference: string }): Promise<void>;
  /** Ends what it has started. */
  close?(): Promise<void>;
}

/** What a module that is a rail exports. */
export interface RailModule {
  createRail(deps: RailDeps): Rail | Promise<Rail>;
  createCounterpart?(deps: RailDeps): Counterpart | Promise<Counterpart>;
}
