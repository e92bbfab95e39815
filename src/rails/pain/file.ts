// What every payment file is held to before it is written, and the texts that all formats share.
import type { FilePayment, PaymentFile } from '../../core/payment-files/format.ts';
import type { Cents } from '../../kernel/money.ts';
import { toNamedSetX } from './characters.ts';

/** In characters: ids, names and the text on the receiver's statement. */
export const longest = { id: 35, name: 70, text: 140 } as const;

export const holderOf = ({ holder }: { holder: string }): string =>
  toNamedSetX(holder, longest.name, 'Account holder');

/** A receiver's statement shows something of us in any case. */
export const textOf = ({ text, bankReference }: FilePayment): string =>
  toNamedSetX(text, longest.text, bankReference);

export const sumOf = ({ payments }: PaymentFile): Cents =>
  payments.reduce((sum, { amount }) => sum + amount, 0n);

/** Throws an Error for a file that no bank would take: a fault of the service, never a user's. */
export function assertWritable(file: PaymentFile): void {
  const { messageId, executionDate, account, payments } = file;
  assertForm('the message id', messageId, /^[A-Za-z0-9-]{1,35}$/);
  assertForm('the execution date', executionDate, /^\d{4}-\d\d-\d\d$/);
  assertAccount('the paying account', account);
  if (payments.length === 0) throw new Error(`the payment file ${messageId} has no payments`);
  for (const payment of payments) {
    const { bankReference, amount } = payment;
    assertForm('a bank reference', bankReference, /^[A-Z0-9]{1,35}$/);
    assertAccount(`the account of ${bankReference}`, payment);
    if (amount <= 0n) throw new Error(`the amount of ${bankReference} is not more than zero`);
  }
  if (new Set(payments.map(({ bankReference }) => bankReference)).size < payments.length) {
    throw new Error(`the payment file ${messageId} has a bank reference twice`);
  }
}

function assertAccount(what: string, account: { accountNumber: string; branchCode: string }): void {
  assertForm(`${what}: its number`, account.accountNumber, /^\d{1,34}$/);
  assertForm(`${what}: its branch`, account.branchCode, /^\d{6}$/);
}

// The value can be an account number, so the error leaves it out.
function assertForm(what: string, value: string, form: RegExp): void {
  if (!form.test(value)) throw new Error(`${what} cannot be in a payment file: it is not ${form.source}`);
}
