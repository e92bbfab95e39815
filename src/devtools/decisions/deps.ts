// What every sandbox control is given.
import type { Context } from '../../core/context.ts';
import type { NewMerchant } from '../../core/merchants/actions.ts';
import type { Directory } from '../../core/merchants/directory.ts';
import type { TransferHandlers } from '../../core/transfers/actions.ts';
import type { Jobs } from '../../kernel/concurrency/jobs.ts';
import type { Simulator } from '../../rails/simulator/index.ts';
import type { SandboxFaults } from '../faults.ts';
import type { Gate } from '../snapshots/gate.ts';

/** A kind of money that leaves, as the sandbox needs it. */
export interface MoneyOut {
  /** Returns the object of that id, whoever's it is. */
  find(
    ctx: Context,
    id: string,
  ): Promise<{ merchantId: string; state: string; stateReason: string | null } | undefined>;
  /** Brings it as far as ordering its transfer, where its state allows that; else it changes nothing. */
  submit(ctx: Context, id: string): Promise<void>;
}

/** A merchant's use of a control. */
export interface Call {
  deps: SandboxDeps;
  ctx: Context;
  merchantId: string;
}

export interface SandboxDeps
  extends Pick<
    Simulator,
    'rail' | 'decide' | 'decideTransfer' | 'decideMandate' | 'deposit' | 'depositsWith'
  > {
  ctx: Context;
  directory: Directory;
  publicUrl: string;
  faults: SandboxFaults;
  jobs: Jobs;
  gate: Gate;
  /** Whether no other process works over the database: so in a run from a seed, which has one connection to it. */
  isAlone: boolean;
  /** Whether the simulated bank has a database of its own. */
  isBankApart: boolean;
  /** Who may move the clock. */
  clockOf: 'everybody' | 'operator';
  /** Moves the service's clock forward to an instant, for every process. */
  moveClock(to: Date): Promise<void>;
  /** A new merchant's secrets with the addresses of this service. */
  credentialsOf(made: NewMerchant): object;
  /** What outcomes of transfers mean for their owners. */
  handlers: TransferHandlers;
  /** Sends a transfer at once, if it is still to be sent. */
  sendTransfer(id: string): Promise<void>;
  payouts: MoneyOut;
}
