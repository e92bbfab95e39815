// The reads of transactions that both surfaces of this dialect have, and the record that they return.
import Type, { type Static } from 'typebox';
import { maskAccount } from '../../core/account-numbers.ts';
import { bankById } from '../../core/banks.ts';
import type { Context } from '../../core/context.ts';
import { DomainError } from '../../core/errors.ts';
import type { Site } from '../../core/merchants/actions.ts';
import { findPayments, type Payment } from '../../core/payments/actions.ts';
import { findByReference, getTransaction, type Transaction } from '../../core/transactions/actions.ts';
import { isUuid } from '../../kernel/ids.ts';
import { toJsonNumber } from '../../kernel/money.ts';
import { firstOf, getOrThrow } from '../../kernel/required.ts';
import { contextOf, requireSite } from './auth.ts';
import type { DialectCall } from './deps.ts';
import { isTest, moment, nullable, rand, siteCode, uuid } from './shapes.ts';
import { isPaid, statuses, statusMessageOf, statusOf, subStatuses, subStatusOf } from './status.ts';

export const ByReference = Type.Object({ siteCode, transactionReference: Type.String(), isTest });
export const ById = Type.Object({ siteCode, transactionId: uuid, isTest });

const text = nullable(Type.String());

/** optional1 to optional5 as the request had them. */
const sent = (which: string) =>
  nullable(Type.String({ description: `${which} text from the merchant, or null.` }));
export const optionals = {
  optional1: sent('The first'),
  optional2: sent('The second'),
  optional3: sent('The third'),
  optional4: sent('The fourth'),
  optional5: sent('The fifth'),
};

export const TransactionRecord = Type.Object(
  {
    transactionId: uuid,
    merchantCode: Type.String(),
    siteCode: Type.String(),
    transactionReference: Type.String(),
    currencyCode: Type.Enum(['ZAR']),
    amount: rand,
    status: Type.Enum([...statuses]),
    statusMessage: Type.String(),
    subStatus: nullable(Type.Enum([...subStatuses])),
    createdDate: moment,
    paymentDate: nullable(moment),
    bankName: nullable(Type.String()),
    maskedAccountNumber: nullable(Type.String()),
    toBankName: text,
    toAccountNumber: nullable(Type.String()),
    ...optionals,
    isTest: Type.Boolean(),
  },
  { title: 'TransactionRecord' },
);
export type TransactionRecord = Static<typeof TransactionRecord>;

export const TransactionRecords = Type.Array(TransactionRecord, { maxItems: 10 });

/** Returns at most ten transactions with `transactionReference`, newest first, or an empty list. */
export async function transactionsByReference(
  call: DialectCall<Static<typeof ByReference>>,
): Promise<TransactionRecord[]> {
  const { siteCode, transactionReference, isTest = false } = call.query;
  const site = await requireSite(call, siteCode);
  const { id: siteId, merchantId } = site;
  const ctx = contextOf(call, site);
  const by = { merchantId, siteId, merchantReference: transactionReference, isTest };
  return writeTransactions(ctx, site, await findByReference(ctx.db, by));
}

/** Returns a transaction. Throws TransactionNotFound if it is unknown, another site's or of the other kind (isTest). */
export async function transactionById(call: DialectCall<Static<typeof ById>>): Promise<TransactionRecord> {
  const { siteCode, transactionId, isTest = false } = call.query;
  const site = await requireSite(call, siteCode);
  const ctx = contextOf(call, site);
  if (!isUuid(transactionId)) throw new DomainError('TransactionNotFound');
  const transaction = await getTransaction(ctx, site.merchantId, transactionId);
  if (transaction.siteId !== site.id || transaction.isTest !== isTest)
    throw new DomainError('TransactionNotFound');
  const record = firstOf(await writeTransactions(ctx, site, [transaction]));
  return record;
}

/** Returns the records of a site's transactions, in their order. */
export async function writeTransactions(
  ctx: Context,
  site: Site,
  transactions: Transaction[],
): Promise<TransactionRecord[]> {
  const payments = await paymentsOf(ctx, site.merchantId, transactions);
  return transactions.map((transaction) =>
    toRecord(site, transaction, getOrThrow(payments, transaction.paymentId)),
  );
}

export async function paymentsOf(
  ctx: Context,
  merchantId: string,
  transactions: Transaction[],
): Promise<Map<string, Payment>> {
  if (transactions.length === 0) return new Map();
  const ids = [...new Set(transactions.map((transaction) => transaction.paymentId))];
  const payments = await findPayments(ctx.db, merchantId, ids);
  return new Map(payments.map((payment) => [payment.id, payment]));
}

function toRecord(site: Site, transaction: Transaction, payment: Payment): TransactionRecord {
  const { state } = transaction;
  return {
    transactionId: transaction.id,
    merchantCode: site.merchantCode,
    siteCode: site.code,
    transactionReference: transaction.merchantReference,
    currencyCode: 'ZAR',
    amount: toJsonNumber(transaction.amountCents),
    status: statusOf(transaction),
    statusMessage: statusMessageOf(state, transaction.stateReason),
    subStatus: subStatusOf(state, transaction.paidLate),
    createdDate: transaction.createdAt.toISOString(),
    paymentDate: paidAt(transaction),
    bankName: transaction.bankName,
    maskedAccountNumber: transaction.payerAccount,
    ...toAccountOf(site),
    ...optionalsOf(payment),
    isTest: transaction.isTest,
  };
}

/** Returns when the money came, in UTC; null if none did. */
export function paidAt({ state, completedAt }: Transaction): string | null {
  return isPaid(state) ? completedAt!.toISOString() : null;
}

/** Returns the site's settlement account as far as it may be shown; nulls if none is set. */
export function toAccountOf({ settlementAccount: account }: Site) {
  const bank = bankById(account?.bankId);
  return { toBankName: bank?.name ?? null, toAccountNumber: account && maskAccount(account.accountNumber) };
}

/** Returns optional1 to optional5, each null if it was not sent. */
export function optionalsOf({ details }: Payment) {
  const [optional1 = null, optional2 = null, optional3 = null, optional4 = null, optional5 = null] =
    details.optional ?? [];
  return { optional1, optional2, optional3, optional4, optional5 };
}
