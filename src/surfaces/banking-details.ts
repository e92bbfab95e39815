// Where a deposit is to be paid, and what it must carry: the same record on every surface that tells it.
import { DomainError } from '../core/errors.ts';
import type { DepositAccount, Rail } from '../core/rails.ts';

export interface BankingDetails {
  bankName: string;
  branchCode: string;
  accountNumber: string;
  /** The name under which the account is found among a bank's public recipients. */
  publicRecipientName?: string;
  beneficiaryReference: string;
}

/** Where deposits are to be paid. Throws BankUnavailable where no bank takes any: nobody may be sent to pay nowhere. */
export function requireDepositAccount({ depositAccount }: Pick<Rail, 'depositAccount'>): DepositAccount {
  if (depositAccount) return depositAccount;
  throw new DomainError('BankUnavailable', { detail: 'no bank takes deposits here' });
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
