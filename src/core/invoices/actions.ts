// Reads invoices, and keeps the details that merchants want on theirs.
import { readEmail } from '../../kernel/formats/contact.ts';
import type { Page, PageRequest } from '../../kernel/http/paging.ts';
import type { Cents } from '../../kernel/money.ts';
import type { AnyContext, Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { inWork } from '../unit-of-work.ts';
import type { Viewer } from '../viewer.ts';
import { formatNumber, readNumber } from './numbers.ts';
import * as store from './store.ts';

export type { InvoiceFilter } from './store.ts';

export interface InvoiceLine {
  description: string;
  /** The number of fees. */
  quantity: number;
  /** The rate of VAT, in basis points. */
  rate: number;
  netCents: Cents;
  vatCents: Cents;
  totalCents: Cents;
}

export interface Invoice extends Omit<store.InvoiceRow, 'sequence' | 'lines'> {
  /** As printed, "INV-000001". */
  number: string;
  /** "Tax Invoice" only for VAT of a registered operator. */
  title: 'Tax Invoice' | 'Invoice' | 'Credit note';
  lines: InvoiceLine[];
  netCents: Cents;
  /** The latest of the lines' rates of VAT, in basis points. */
  rate: number;
}

const mostListed = 10_000;

/** Returns the invoices that a viewer sees, the newest first; at most ten thousand. */
export async function listInvoices(
  { db }: AnyContext,
  viewer: Viewer,
  filter: store.InvoiceFilter = {},
): Promise<Invoice[]> {
  return (await store.listInvoices(db, viewer, filter, mostListed)).map(toInvoice);
}

/** Returns a page of a merchant's invoices, the newest first. */
export async function pageInvoices(
  { db }: AnyContext,
  filter: store.InvoiceFilter & { merchantId: string },
  request: PageRequest,
): Promise<Page<Invoice>> {
  const page = await store.pageInvoices(db, filter, request);
  return { ...page, rows: page.rows.map(toInvoice) };
}

/** Returns an invoice by its printed number. Throws InvoiceNotFound if the viewer sees none. */
export async function findInvoice({ db }: AnyContext, viewer: Viewer, number: string): Promise<Invoice> {
  const { kind, sequence } = readNumber(number);
  const found = await store.findInvoice(db, viewer, kind, sequence);
  if (!found) throw new DomainError('InvoiceNotFound');
  return toInvoice(found);
}

/** Returns an invoice by its id, for a caller that holds what refers to it; undefined for an unknown id. */
export async function invoiceOfId({ db }: AnyContext, id: string): Promise<Invoice | undefined> {
  const found = await store.findInvoiceById(db, id);
  return found && toInvoice(found);
}

function toInvoice({ sequence, lines, ...row }: store.InvoiceRow): Invoice {
  const { kind, seller, vatCents, totalCents } = row;
  const read = lines.map(({ vatCents, totalCents, ...line }) => {
    const [vat, total] = [BigInt(vatCents), BigInt(totalCents)];
    return { ...line, netCents: total - vat, vatCents: vat, totalCents: total };
  });
  const rate = Math.max(...read.map((line) => line.rate));
  const taxed = rate > 0 && seller.vatNumber !== null ? 'Tax Invoice' : 'Invoice';
  const title = kind === 'invoice' ? taxed : 'Credit note';
  return {
    ...row,
    number: formatNumber(kind, sequence),
    title,
    lines: read,
    netCents: totalCents - vatCents,
    rate,
  };
}

/** The settings of a merchant for its invoices, by their public names. */
export const invoiceSettings = {
  vatNumber: 'vatNumber',
  invoiceName: 'name',
  invoiceAddress: 'address',
  invoiceEmail: 'email',
} as const satisfies Record<string, keyof store.InvoiceDetails>;

export type InvoiceSetting = keyof typeof invoiceSettings;

const longest = 500;

/**
 * Changes a merchant's details for its next invoices; an empty text removes one. Throws InvalidField, which names the setting and
 * its rule. Invoices that were issued stay as they are.
 */
export async function changeInvoiceDetails(
  ctx: Context,
  merchantId: string,
  change: Partial<Record<InvoiceSetting, string>>,
): Promise<store.InvoiceDetails> {
  return inWork(ctx, async ({ tx }) => {
    const details = { ...(await store.findDetails(tx, merchantId)) };
    for (const [name, text] of Object.entries(change) as [InvoiceSetting, string][])
      details[invoiceSettings[name]] = readDetail(name, text.trim());
    await store.putDetails(tx, merchantId, details);
    return details;
  });
}

function readDetail(name: InvoiceSetting, text: string): string | null {
  if (text === '') return null;
  const refuse = (rule: string): never => {
    throw invalidField(name, `${name} ${rule}`);
  };
  if (text.length > longest || /\p{Cc}/u.test(text))
    refuse(`must have at most ${longest} characters, on one line`);
  if (name === 'vatNumber' && !/^4\d{9}$/.test(text)) refuse('must have ten digits and begin with 4');
  if (name !== 'invoiceEmail') return text;
  try {
    return readEmail(text);
  } catch {
    return refuse('must be an e-mail address');
  }
}
