// The input of every sandbox control.
import type { Context } from '../core/context.ts';
import type { RenderEmail } from '../core/emails/outbox.ts';
import type { Directory } from '../core/merchants/directory.ts';
import type { Rails } from '../core/rails.ts';
import type { OpenedMerchant } from '../core/users/merchant-opening.ts';
import type { Jobs } from '../kernel/concurrency/jobs.ts';
import type { Db } from '../kernel/db/db.ts';
import type { Simulator } from '../rails/simulator/index.ts';
import type { SandboxFaults } from './faults.ts';
import type { Gate } from './snapshots/gate.ts';

/** A kind of outgoing payment, as the sandbox needs it. */
export interface MoneyOut {
  /** Returns the object with that id, of any merchant. */
  find(
    db: Db,
    id: string,
  ): Promise<{ merchantId: string; state: string; stateReason: string | null } | undefined>;
  /** Submits it until its transfer is ordered, if its state allows that. Otherwise changes nothing. */
  submit(ctx: Context, id: string): Promise<void>;
}

/** A merchant's call of a control. */
export interface Call {
  deps: SandboxDeps;
  ctx: Context;
  merchantId: string;
}

export interface SandboxDeps
  extends Pick<
    Simulator,
    'decide' | 'returnCollection' | 'decideTransfer' | 'decideMandate' | 'deposit' | 'depositsWith'
  > {
  ctx: Context;
  rails: Rails;
  directory: Directory;
  publicUrl: string;
  faults: SandboxFaults;
  jobs: Jobs;
  gate: Gate;
  isBankApart: boolean;
  /** The callers that can move the clock. */
  clockOf: 'everybody' | 'operator';
  /** Moves the service's clock forward to an instant, in every process. */
  moveClock(to: Date): Promise<void>;
  /** Returns a new merchant's secrets with the addresses of this service. */
  credentialsOf(made: OpenedMerchant): object;
  /** Sends a transfer at once, if it was not sent yet. */
  sendTransfer(id: string): Promise<void>;
  payouts: MoneyOut;
  renderEmail: RenderEmail;
}
