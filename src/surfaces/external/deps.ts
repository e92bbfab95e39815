// What the Merchant External API is given by the composition root.
import type { DialectDeps } from '../dialect/deps.ts';

/** Where deposits arrive. */
export interface DepositAccount {
  bankName: string;
  branchCode: string;
  number: string;
  holder: string;
}

export interface ExternalDeps extends DialectDeps {
  depositAccount: DepositAccount;
}
