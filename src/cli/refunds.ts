// tefo refund: requests a refund to an account other than the payer's. A second person approves it at the console.
import { bankNamed } from '../core/banks.ts';
import type { Context } from '../core/context.ts';
import { DomainError } from '../core/errors.ts';
import { type Refund, requestRefund } from '../core/refunds/actions.ts';
import { findAnyTransaction } from '../core/transactions/actions.ts';
import { inWork } from '../core/unit-of-work.ts';
import { record } from '../core/users/audit.ts';
import { isUuid } from '../kernel/ids.ts';
import { formatDecimal, formatRand, parseDecimal } from '../kernel/money.ts';
import { firstOf } from '../kernel/required.ts';
import { type Acting, actingBy, byOf } from './by.ts';
import { UsageError, type Values, type Work } from './command.ts';
import { withContext } from './context.ts';
import { print } from './output.ts';

interface Typed {
  transactionId: string;
  amount: bigint;
  reason: string;
  elsewhere: { name: string; bankId: string; accountNumber: string; branchCode: string };
}

/** Invalid arguments are reported before anything is opened. */
function readTyped(values: Values, given: string): Typed {
  const transactionId = given.toLowerCase();
  if (!isUuid(transactionId)) throw new UsageError('TRANSACTION must be the id of a transaction, a UUID');
  const amount = parseDecimal(String(values.amount));
  if (amount === undefined || amount === null || amount <= 0n)
    throw new UsageError('--amount must be an amount in rand, such as 120.50');
  const bank = bankNamed(String(values.bank));
  if (!bank) throw new UsageError('--bank must be the id of a bank, or its name in one word, such as fnb');
  const accountNumber = String(values.account).replace(/[\s-]/g, '');
  const branchCode = typeof values.branch === 'string' ? values.branch : bank.branchCode;
  const elsewhere = { name: String(values.name), bankId: bank.id, accountNumber, branchCode };
  return { transactionId, amount, reason: String(values.reason).trim(), elsewhere };
}

export const refundRequest: Work = async ({ values, positionals }) => {
  const typed = readTyped(values, firstOf(positionals));
  const by = byOf(values);
  await withContext(async (ctx) => {
    const acting = await actingBy(ctx, by);
    const { id, merchantReference, amountCents, bankName, account, state } = await request(
      ctx,
      acting,
      typed,
    );
    print(values.json, { refundId: id, merchantReference, amountCents, bankName, account, state, by }, () => [
      `refund ${id} of ${formatRand(amountCents)} to ${bankName} ${account} is ${state}; a console user must approve it`,
    ]);
  });
};

async function request(ctx: Context, { actor, who }: Acting, typed: Typed): Promise<Refund> {
  const transaction = await findAnyTransaction(ctx.db, typed.transactionId);
  if (!transaction) throw new DomainError('TransactionNotFound', { field: 'transactionId' });
  const { merchantId } = transaction;
  return inWork({ ...ctx, actor }, async (work) => {
    const refund = await requestRefund(work, {
      ...{ ...typed, merchantId, realTime: false, contract: 'one', createdBy: actor },
    });
    const { id, amountCents, account, bankName: bank, reason: why } = refund;
    const after = { amount: formatDecimal(amountCents), transaction: transaction.id, account, bank };
    const deed = {
      who,
      merchantId,
      action: 'refund.elsewhere',
      subject: `refund ${id}`,
      after,
      why,
    } as const;
    await record(work, deed);
    return refund;
  });
}
