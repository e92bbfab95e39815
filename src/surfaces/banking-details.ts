// Where a deposit must be paid and which reference it must carry: the same record on every surface.
import Type, { type Static } from 'typebox';
import { DomainError } from '../core/errors.ts';
import type { DepositAccount, Rail } from '../core/rails.ts';

export const BankingDetails = Type.Object(
  {
    bankName: Type.String({ maxLength: 50 }),
    branchCode: Type.String({ maxLength: 10 }),
    accountNumber: Type.String({ maxLength: 20 }),
    publicRecipientName: Type.Optional(Type.String({ maxLength: 50 })),
    beneficiaryReference: Type.String({ maxLength: 20 }),
  },
  { title: 'BankingDetails' },
);
export type BankingDetails = Static<typeof BankingDetails>;

/** Returns the account for deposits. Throws PaymentMethodUnavailable when no bank takes deposits. */
export function requireDepositAccount({ depositAccount }: Pick<Rail, 'depositAccount'>): DepositAccount {
  if (depositAccount) return depositAccount;
  throw new DomainError('PaymentMethodUnavailable', { detail: 'no bank takes deposits here' });
}

/** `isNamed`: the recipient's name is included. */
export function bankingDetailsOf(
  { bankName, branchCode, accountNumber, holder }: DepositAccount,
  beneficiaryReference: string,
  isNamed: boolean,
): BankingDetails {
  const name = isNamed ? { publicRecipientName: holder } : {};
  return { bankName, branchCode, accountNumber, ...name, beneficiaryReference };
}
