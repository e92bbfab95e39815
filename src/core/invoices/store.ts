// All SQL of invoices, of merchants' details for them, and of the months that are invoiced.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { jsonOf } from '../../kernel/db/json.ts';
import { allValues, execute, firstRow } from '../../kernel/db/rows.ts';
import { columnsOf, type RowOf, t, table } from '../../kernel/db/table.ts';
import { type Page, type PageRequest, pageClause, toPage } from '../../kernel/http/paging.ts';
import { seenBy, type Viewer } from '../viewer.ts';
import type { InvoiceKind } from './numbers.ts';

export interface Seller {
  name: string;
  address: string | null;
  /** Null if the operator is not registered for VAT. */
  vatNumber: string | null;
}

export interface Buyer extends Seller {
  /** The merchant's code. */
  code: string;
  email: string | null;
}

export interface InvoiceLine {
  description: string;
  /** The number of fees. */
  quantity: number;
  /** The rate of VAT, in basis points. */
  rate: number;
  /** In cents, as decimal texts: JSON has no large integers. */
  vatCents: string;
  totalCents: string;
}

/** The invoice that a credit note corrects, and why. */
export interface Corrects {
  /** As printed, "INV-000001". */
  number: string;
  reason: string;
}

export const invoices = table('invoices', {
  id: t.uuid(),
  merchantId: t.uuid(),
  kind: t.code<InvoiceKind>(),
  /** Its number among those of its kind. */
  sequence: t.integer(),
  /** The first day of its month, "2026-12-01". */
  period: t.date(),
  // Details of businesses, which tax law keeps: not data of a customer.
  seller: t.jsonb<Seller>(),
  buyer: t.jsonb<Buyer>(),
  lines: t.jsonb<InvoiceLine[]>(),
  vatCents: t.bigint(),
  /** With VAT. */
  totalCents: t.bigint(),
  /** Null for the documents of a month. */
  corrects: t.jsonb<Corrects>().nullable(),
  createdAt: t.timestamptz(),
});

export type InvoiceRow = RowOf<typeof invoices>;

export const invoiceDetails = table('invoice_details', {
  merchantId: t.uuid(),
  vatNumber: t.code().nullable(),
  name: t.code().nullable(),
  address: t.code().nullable(),
  email: t.code().nullable(),
});

export type InvoiceDetails = Omit<RowOf<typeof invoiceDetails>, 'merchantId'>;

const columns = columnsOf(invoices);
const detailColumns = columnsOf(invoiceDetails);

export const noDetails: InvoiceDetails = { vatNumber: null, name: null, address: null, email: null };

export async function findDetails(db: Db, merchantId: string): Promise<InvoiceDetails> {
  const found = await firstRow(db<(InvoiceDetails & { merchantId: string })[]>`
    select ${detailColumns(db)} from invoice_details where merchant_id = ${merchantId}`);
  if (!found) return noDetails;
  const { merchantId: _, ...details } = found;
  return details;
}

export const putDetails = (tx: Tx, merchantId: string, { vatNumber, name, address, email }: InvoiceDetails) =>
  execute(tx`
    insert into invoice_details (merchant_id, vat_number, name, address, email)
    values (${merchantId}, ${vatNumber}, ${name}, ${address}, ${email})
    on conflict (merchant_id) do update set vat_number = excluded.vat_number, name = excluded.name,
      address = excluded.address, email = excluded.email`);

/** Begins with a month, unless one is there. */
export const beginRuns = (db: Sql, period: string, dueAt: Date) =>
  execute(db`
    insert into invoice_runs (period, due_at)
    select ${period}::date, ${dueAt}::timestamptz where not exists (select from invoice_runs)
    on conflict do nothing`);

/** Adds a month to the runs, unless it is there: a credit note can be the first document of its month. */
export const ensureRun = (tx: Tx, period: string, dueAt: Date) =>
  execute(tx`
    insert into invoice_runs (period, due_at) values (${period}::date, ${dueAt}) on conflict do nothing`);

/** Returns the months that are due, the earliest first. */
export const findDueRuns = (db: Sql, now: Date) =>
  allValues(db<{ period: string }[]>`
    select period::text from invoice_runs where due_at <= ${now} order by period`);

/** Ends a month and adds the next; no effect if another process did. */
export async function completeRun(
  tx: Tx,
  period: string,
  next: { period: string; dueAt: Date; now: Date },
): Promise<void> {
  await tx`update invoice_runs set due_at = null, completed_at = ${next.now} where period = ${period} and due_at is not null`;
  await tx`
    insert into invoice_runs (period, due_at) values (${next.period}::date, ${next.dueAt}) on conflict do nothing`;
}

export type NewInvoice = Omit<InvoiceRow, 'sequence'>;

/**
 * Adds an invoice under the next number of its kind, unless the merchant has one for the month. The lock makes concurrent
 * transactions number one after the other, so that a rollback leaves no gap. Returns the number; undefined if it added none.
 */
export async function insertInvoice(tx: Tx, row: NewInvoice): Promise<number | undefined> {
  await tx`select pg_advisory_xact_lock(hashtextextended('tefo invoices', 0))`;
  const { id, merchantId, kind, period, seller, buyer, lines, vatCents, totalCents, corrects, createdAt } =
    row;
  const added = await firstRow(tx<{ sequence: number }[]>`
    insert into invoices (id, merchant_id, kind, sequence, period, seller, buyer, lines, vat_cents, total_cents, corrects, created_at)
    select ${id}, ${merchantId}, ${kind}, coalesce(max(sequence), 0) + 1, ${period}::date, ${jsonOf(tx, seller)}::jsonb,
      ${jsonOf(tx, buyer)}::jsonb, ${jsonOf(tx, lines)}::jsonb, ${vatCents}, ${totalCents}, ${corrects && jsonOf(tx, corrects)}::jsonb, ${createdAt}
    from invoices where kind = ${kind}
    on conflict (merchant_id, period, kind) where corrects is null do nothing
    returning sequence`);
  return added?.sequence;
}

export interface InvoiceFilter {
  merchantId?: string;
  /** The first day of the month. */
  period?: string;
}

/** The invoices that a viewer sees, the newest first; at most `limit`. */
export const listInvoices = (db: Db, viewer: Viewer, { merchantId, period }: InvoiceFilter, limit: number) =>
  db<InvoiceRow[]>`
    select ${columns(db)} from invoices
    where ${seenBy(db, viewer)}
      ${merchantId ? db`and merchant_id = ${merchantId}` : db``}
      ${period ? db`and period = ${period}::date` : db``}
    order by created_at desc, kind, sequence desc limit ${limit}`;

/** Returns a page of a merchant's invoices, the newest first. */
export async function pageInvoices(
  db: Db,
  { merchantId, period }: InvoiceFilter & { merchantId: string },
  page: PageRequest,
): Promise<Page<InvoiceRow>> {
  const found = await db<InvoiceRow[]>`
    select ${columns(db)} from invoices
    where merchant_id = ${merchantId} ${period ? db`and period = ${period}::date` : db``} ${pageClause(db, page)}`;
  return toPage(found, page);
}

export const findInvoice = (db: Db, viewer: Viewer, kind: InvoiceKind, sequence: number) =>
  firstRow(db<InvoiceRow[]>`
    select ${columns(db)} from invoices where kind = ${kind} and sequence = ${sequence} and ${seenBy(db, viewer)}`);

/** Returns an invoice by its id. all merchants: for the outbox of e-mails, whose e-mail holds it. */
export const findInvoiceById = (db: Db, id: string) =>
  firstRow(db<InvoiceRow[]>`select ${columns(db)} from invoices where id = ${id}`);
