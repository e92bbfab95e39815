// What every sandbox control is given, how it reads an outcome, and how it refuses.
import type { Context } from '../core/context.ts';
import type { NewMerchant } from '../core/merchants/actions.ts';
import type { Directory } from '../core/merchants/directory.ts';
import type { TransferHandlers } from '../core/transfers/actions.ts';
import type { Jobs } from '../kernel/jobs.ts';
import type { Judge } from '../kernel/validate.ts';
import type { Simulator } from '../rails/simulator/index.ts';

/** A kind of money that leaves, as the sandbox needs it. */
export interface MoneyOut {
  /** The object of that id, whoever's it is. */
  find(
    ctx: Context,
    id: string,
  ): Promise<{ merchantId: string; state: string; stateReason: string | null } | undefined>;
  /** Brings it as far as ordering its transfer, where its state allows that; else it changes nothing. */
  submit(ctx: Context, id: string): Promise<void>;
}

export interface SandboxDeps
  extends Pick<Simulator, 'rail' | 'decide' | 'decideTransfer' | 'decideMandate' | 'deposit' | 'setFaults'> {
  ctx: Context;
  directory: Directory;
  publicUrl: string;
  jobs: Jobs;
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

/** The control cannot be used so: its status, and why. */
export class SandboxRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The member `outcome` of a body, which must be one of those allowed. */
export function readOutcome<Outcome extends string>(body: unknown, allowed: readonly Outcome[]): Outcome {
  const outcome = (body as { outcome?: unknown } | null | undefined)?.outcome;
  if (!allowed.includes(outcome as Outcome)) {
    throw new SandboxRefusal(400, `outcome must be one of ${allowed.join(', ')}`);
  }
  return outcome as Outcome;
}

/** A body that a judge has nothing against. */
export function readBody<Body>(judge: Judge, body: unknown): Body {
  const problem = judge(body);
  if (problem) throw new SandboxRefusal(400, `${problem.pointer.slice(1) || 'the body'} ${problem.rule}`);
  return body as Body;
}
