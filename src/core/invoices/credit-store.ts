// All SQL of requested credit notes.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { execute, firstRow, onlyRow } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Actor } from '../context.ts';
import { seenBy, type Viewer } from '../viewer.ts';
import type { InvoiceCreditState } from './credit-state.ts';

export const invoiceCredits = table('invoice_credits', {
  id: t.uuid(),
  merchantId: t.uuid(),
  /** The site whose balance receives it. */
  siteId: t.uuid(),
  invoiceId: t.uuid(),
  /** The place of the line on the invoice, from 1. */
  line: t.integer(),
  /** With VAT. */
  amountCents: t.bigint(),
  /** Printed on the credit note, which tax law keeps: not data of a customer. */
  reason: t.code(),
  state: t.code<InvoiceCreditState>().later(),
  stateReason: t.text('redact').nullable().later(),
  correlationId: t.code(),
  createdBy: t.code<Actor>(),
  createdAt: t.timestamptz(),
  /** The second operator. */
  decidedBy: t.code<Actor>().nullable().later().changes(),
  decidedAt: t.timestamptz().nullable().later().changes(),
  completedAt: t.timestamptz().nullable().later(),
  /** Null until it is approved. */
  vatCents: t.bigint().nullable().later().changes(),
  creditNoteId: t.uuid().nullable().later().changes(),
});

export type InvoiceCredit = RowOf<typeof invoiceCredits>;

const columns = columnsOf(invoiceCredits);

export const insertCredit = (tx: Tx, row: InvoiceCredit) => execute(insertRows(tx, invoiceCredits, [row]));

export const findCredit = (db: Db, viewer: Viewer, id: string) =>
  firstRow(db<InvoiceCredit[]>`
    select ${columns(db)} from invoice_credits where id = ${id} and ${seenBy(db, viewer)}`);

export const lockCredit = (tx: Tx, viewer: Viewer, id: string) =>
  firstRow(tx<InvoiceCredit[]>`
    select ${columns(tx)} from invoice_credits where id = ${id} and ${seenBy(tx, viewer)} for update`);

/** Locks an invoice, so that its credits are decided one after the other. all merchants: the caller holds the invoice. */
export const lockInvoice = (tx: Tx, id: string) =>
  execute(tx`select from invoices where id = ${id} for no key update`);

/** Returns the credits that wait for a decision, the oldest first. */
export const findWaiting = (db: Db, viewer: Viewer, limit: number) => db<InvoiceCredit[]>`
    select ${columns(db)} from invoice_credits where state = 'waiting' and ${seenBy(db, viewer)}
    order by created_at, id limit ${limit}`;

/** Returns all credits of an invoice, the oldest first. */
export const creditsOf = (db: Db, viewer: Viewer, invoiceId: string) => db<InvoiceCredit[]>`
    select ${columns(db)} from invoice_credits where invoice_id = ${invoiceId} and ${seenBy(db, viewer)}
    order by created_at, id`;

/** The credits of a line, in cents with VAT, and the VAT of the issued ones. */
export interface Credited {
  issued: Cents;
  issuedVat: Cents;
  waiting: Cents;
}

/** Sums the credits of a line. all merchants: the caller holds the invoice. */
export const sumCredits = (db: Db, invoiceId: string, line: number): Promise<Credited> =>
  onlyRow(db<Credited[]>`
    select coalesce(sum(amount_cents) filter (where state = 'approved'), 0)::bigint as issued,
      coalesce(sum(vat_cents), 0)::bigint as issued_vat,
      coalesce(sum(amount_cents) filter (where state = 'waiting'), 0)::bigint as waiting
    from invoice_credits where invoice_id = ${invoiceId} and line = ${line}`);
