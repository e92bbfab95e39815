// The attachment of an e-mail with an invoice or a credit note.
import { buffer } from 'node:stream/consumers';
import type { Context } from '../context.ts';
import type { AttachFiles } from '../emails/jobs.ts';
import { invoiceOfId } from './actions.ts';
import { invoicePdf } from './pdf.ts';

/** Returns a function that attaches the PDF to the e-mail of an invoice, and nothing to others. An invoice never changes. */
export const attachInvoice =
  (ctx: Context): AttachFiles =>
  async ({ kind, objectId }) => {
    const invoice = kind === 'invoice' && objectId !== null ? await invoiceOfId(ctx, objectId) : undefined;
    if (!invoice) return [];
    const content = await buffer(await invoicePdf(invoice));
    return [{ filename: `${invoice.number}.pdf`, contentType: 'application/pdf', content }];
  };
