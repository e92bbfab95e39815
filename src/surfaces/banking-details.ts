// Where a deposit is to be paid, and what it must carry: the same record on every surface that tells it.
import type { DepositAccount } from '../core/rails.ts';

export interface BankingDetails {
  bankName: string;
  branchCode: string;
  accountNumber: string;
  /** The name under which the account is found among a bank's public recipients. */
  publicRecipientName?: string;
  beneficiaryReference: string;
}

/** `isNamed`: the recipient's name is told too. */
export function bankingDetailsOf(
  { bankName, branchCode, accountNumber, holder }: DepositAccount,
  beneficiaryReference: string,
  isNamed: boolean,
): BankingDetails {
  const name = isNamed ? { publicRecipientName: holder } : {};
  return { bankName, branchCode, accountNumber, ...name, beneficiaryReference };
}
