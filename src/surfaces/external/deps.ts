// What the Merchant External API is given by the composition root.
import type { Context } from '../../core/context.ts';
import type { Directory } from '../../core/merchants/directory.ts';

/** Where deposits arrive. */
export interface DepositAccount {
  bankName: string;
  branchCode: string;
  number: string;
  holder: string;
}

export interface ExternalDeps {
  /** The system's context; each request gets its own from it. */
  ctx: Context;
  directory: Directory;
  depositAccount: DepositAccount;
}
