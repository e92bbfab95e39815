// Invoices and credit notes for fees: the list, each with its lines, and each as a PDF.
import type { FastifyReply } from 'fastify';
import { findInvoice, type Invoice } from '../../../core/invoices/actions.ts';
import { invoicePdf } from '../../../core/invoices/pdf.ts';
import { may } from '../../../core/users/permissions.ts';
import { lists } from '../../../reports/lists/all.ts';
import { type Html, html } from '../../html.ts';
import { noteExport } from '../exports.ts';
import { consolePage } from '../frame.ts';
import { listRoutes } from '../list-page.ts';
import { consolePath } from '../navigation.ts';
import { looksAt } from '../operator-access.ts';
import { facts, money, time } from '../views/parts.ts';
import type { Again, FormRoute, PageRoute, Visit } from '../visit.ts';
import { creditPages, creditsForms, creditsSection, requestForm } from './invoice-credits.ts';

const page = 'invoices';

export const invoicePages: PageRoute[] = [
  ...listRoutes({
    page,
    list: lists.invoices,
    title: 'Invoices',
    first: { words: 'No invoices yet. Fees are invoiced on the first business day after each month.' },
    tools: ({ user }) =>
      may(user.rights, 'credit.create')
        ? html`<a class="quiet-button" href="${consolePath(page, 'credits')}">Requested credit notes</a>`
        : undefined,
  }),
  { path: `${consolePath(page)}/:id.pdf`, action: 'invoice.see', isExport: true, show: sendInvoice },
  { path: `${consolePath(page)}/:id`, action: 'invoice.see', show: (visit) => showInvoice(visit) },
  ...creditPages,
];

export const invoiceForms: FormRoute[] = creditsForms((visit, again) => showInvoice(visit, again));

const numberIn = ({ params }: Visit): string => params.id ?? '';

async function sendInvoice(visit: Visit): Promise<FastifyReply> {
  const invoice = await findInvoice(visit.ctx, visit.viewer, numberIn(visit));
  const { number } = invoice;
  await noteExport(visit, `invoice ${number}`, {});
  return visit.reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${number}.pdf"`)
    .send(await invoicePdf(invoice));
}

async function showInvoice(visit: Visit, again?: Again): Promise<Html> {
  const invoice = await findInvoice(visit.ctx, visit.viewer, numberIn(visit));
  await looksAt(visit, invoice.merchantId);
  const { number, title, seller, buyer, corrects, period, createdAt } = invoice;
  return consolePage(visit, {
    title: `${title} ${number}`,
    page,
    back: page,
    tools: html`<a class="act-button act-main" href="${consolePath(page, `${number}.pdf`)}">Download PDF</a>`,
    main: html`<div class="thing facts-first"><div><section class="panel" aria-label="Invoice">
<p class="link-sum"><strong>${money(invoice.totalCents)}</strong> with VAT of ${money(invoice.vatCents)}</p>
${facts([
  ['Month', period.slice(0, 7)],
  ['Issued', time(createdAt)],
  ['From', partyText(seller)],
  ['To', partyText(buyer)],
  ['E-mailed to', buyer.email],
  ['Credit on', corrects && html`<a href="${consolePath(page, corrects.number)}">${corrects.number}</a>`],
  ['Reason', corrects?.reason],
])}</section>
${linesTable(invoice)}
${await creditsSection(visit, invoice)}</div>
<aside aria-label="Actions">${await requestForm(visit, invoice, again)}</aside></div>`,
  });
}

const partyText = ({ name, address, vatNumber }: Invoice['seller']): string =>
  [name, address, vatNumber && `VAT number ${vatNumber}`].filter(Boolean).join(', ');

function linesTable({ lines, netCents, vatCents, totalCents }: Invoice): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="Lines"><table><caption>Lines</caption>
<thead><tr><th scope="col">Description</th><th scope="col" class="money">Quantity</th><th scope="col" class="money">VAT rate</th><th scope="col" class="money">Excl. VAT</th><th scope="col" class="money">VAT</th><th scope="col" class="money">Incl. VAT</th></tr></thead>
<tbody>${lines.map(
    (
      line,
    ) => html`<tr><th scope="row">${line.description}</th><td class="money">${line.quantity}</td><td class="money">${line.rate / 100} %</td>
<td class="money">${money(line.netCents)}</td><td class="money">${money(line.vatCents)}</td><td class="money">${money(line.totalCents)}</td></tr>`,
  )}</tbody>
<tfoot><tr><th scope="row">Total</th><td></td><td></td><td class="money">${money(netCents)}</td><td class="money">${money(vatCents)}</td><td class="money"><strong>${money(totalCents)}</strong></td></tr></tfoot></table></div>`;
}
