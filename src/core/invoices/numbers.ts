// The kinds of invoices, and their numbers as they are printed: INV-000123, and CN-000123 for credit notes.
import { DomainError } from '../errors.ts';

export const invoiceKinds = ['invoice', 'creditNote'] as const;
/** An invoice for fees that were charged, or a credit note for fees that were given back. */
export type InvoiceKind = (typeof invoiceKinds)[number];

const prefixes: Record<InvoiceKind, string> = { invoice: 'INV', creditNote: 'CN' };

export const formatNumber = (kind: InvoiceKind, sequence: number): string =>
  `${prefixes[kind]}-${String(sequence).padStart(6, '0')}`;

/** Reads a printed number. Throws InvoiceNotFound for any other text. */
export function readNumber(text: string): { kind: InvoiceKind; sequence: number } {
  const [, prefix, digits] = /^(INV|CN)-(\d{6,9})$/.exec(text.toUpperCase()) ?? [];
  const kind = invoiceKinds.find((one) => prefixes[one] === prefix);
  if (!kind || !digits) throw new DomainError('InvoiceNotFound');
  return { kind, sequence: Number(digits) };
}
