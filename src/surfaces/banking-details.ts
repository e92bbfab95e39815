// Where a deposit must be paid and which reference it must carry: the same record on every surface.
import Type, { type Static } from 'typebox';
import { DomainError } from '../core/errors.ts';
import type { DepositAccount, Rails } from '../core/rails.ts';

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

/** Returns where a merchant's payers pay in. Throws PaymentMethodUnavailable when no account takes deposits. */
export async function requireDepositAccount(rails: Rails, merchantId: string): Promise<DepositAccount> {
  const account = await rails.depositAccountFor(merchantId);
  if (account) return account;
  throw new DomainError('PaymentMethodUnavailable', { detail: 'no bank account for deposits is connected' });
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
