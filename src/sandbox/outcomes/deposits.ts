// Deposits by a developer, directly at the simulated bank.
import Type from 'typebox';
import { bankById } from '../../core/banks.ts';
import type { DepositPayer } from '../../core/rails.ts';
import { formed, validatorOf } from '../../kernel/formats/validate.ts';
import { type Cents, formatDecimal } from '../../kernel/money.ts';
import { noAmount, readRand } from '../amounts.ts';
import { readBody, SandboxRefusal } from '../body.ts';
import type { SandboxDeps } from '../deps.ts';

const closed = { additionalProperties: false };

/** The account that a deposit comes from. */
export const payerAccount = Type.Object(
  {
    bankId: Type.String({ format: 'uuid' }),
    accountNumber: formed('^[0-9]{5,20}$', 'must be 5 to 20 digits'),
    branchCode: Type.Optional(formed('^[0-9]{1,10}$', 'must be 1 to 10 digits')),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  },
  closed,
);

const judgeDeposit = validatorOf(
  Type.Object(
    {
      reference: Type.String({ minLength: 1, maxLength: 50 }),
      amount: Type.Unknown(),
      from: Type.Optional(payerAccount),
    },
    closed,
  ),
);

interface DepositBody {
  reference: string;
  amount: unknown;
  from?: Type.Static<typeof payerAccount>;
}

/** Creates a deposit with a reference, from the demo payer or the named one. Returns the bank's record. */
export async function payIn({ deposit }: SandboxDeps, merchantId: string, body: unknown) {
  const { reference, amount, from } = readBody<DepositBody>(judgeDeposit, body);
  const payer = from && readPayer(from);
  const arrived = await deposit({ reference, amount: readAmount(amount), merchantId, payer });
  return {
    depositId: arrived.id,
    reference: arrived.reference,
    amount: formatDecimal(arrived.amount),
    receivedAt: arrived.receivedAt.toISOString(),
  };
}

function readPayer({
  bankId,
  accountNumber,
  branchCode,
  name,
}: NonNullable<DepositBody['from']>): DepositPayer {
  const bank = bankById(bankId);
  if (!bank) throw new SandboxRefusal(400, 'from/bankId is not a bank of GET /paymentmethods');
  return { bankId: bank.id, branchCode: branchCode ?? bank.branchCode, accountNumber, holder: name ?? null };
}

function readAmount(value: unknown): Cents {
  const cents = readRand(value);
  if (cents === undefined) throw new SandboxRefusal(400, `amount ${noAmount}`);
  return cents;
}
