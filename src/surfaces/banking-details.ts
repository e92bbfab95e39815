// Where a deposit is to be paid, and what it must carry: the same record on every surface that tells it.
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

/** Where deposits are to be paid. Throws PaymentMethodUnavailable where no bank takes any: nobody is sent to pay nowhere. */
export function requireDepositAccount({ depositAccount }: Pick<Rail, 'depositAccount'>): DepositAccount {
  if (depositAccount) return depositAccount;
  throw new DomainError('PaymentMethodUnavailable', { detail: 'no bank takes deposits here' });
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
