// A file for a bank's own bulk upload, which a user adapts or uploads; the statement shows its outcome.
import type { FilePayment, PaymentFile } from '../../core/payment-files/format.ts';
import { formatDecimal } from '../../kernel/money.ts';
import { assertWritable, holderOf, textOf } from './file.ts';

const header = 'Date,Account,Branch,Type,Holder,Amount,Their reference,Our reference';

/** Returns a CSV of RFC 4180, with CRLF after each line. */
export function writeCsv(file: PaymentFile): string {
  assertWritable(file);
  const lines = file.payments.map((payment) => fieldsOf(file, payment).map(quoted).join(','));
  return [header, ...lines, ''].join('\r\n');
}

function fieldsOf({ executionDate }: PaymentFile, payment: FilePayment): string[] {
  const { accountNumber, branchCode, accountType, amount, bankReference } = payment;
  return [
    executionDate,
    accountNumber,
    branchCode,
    accountType ?? 'cheque',
    withoutFormula(holderOf(payment)),
    formatDecimal(amount),
    withoutFormula(textOf(payment)),
    bankReference,
  ];
}

/** A spreadsheet calculates what begins with one of these; an apostrophe before it would reach the statement. */
const withoutFormula = (text: string): string => text.replace(/^[=+@\s-]+/, '');

const quoted = (field: string): string =>
  /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
