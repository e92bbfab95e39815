// Credit notes for a part of an invoice: requested on the page of the invoice, approved by another operator who types the amount.

import type { Work } from '../../../core/context.ts';
import { type Invoice, invoiceOfId } from '../../../core/invoices/actions.ts';
import {
  creditsOf,
  decideCredit,
  type InvoiceCredit,
  leftOfLine,
  readCredit,
  requestCredit,
  siteCodeOf,
} from '../../../core/invoices/credits.ts';
import { listSites } from '../../../core/merchants/actions.ts';
import { judgeSameness, samenessWords } from '../../../core/users/grants.ts';
import { may } from '../../../core/users/permissions.ts';
import { type Cents, formatDecimal } from '../../../kernel/money.ts';
import { required } from '../../../kernel/required.ts';
import { lists } from '../../../reports/lists/all.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { listRoutes } from '../list-page.ts';
import { consolePath } from '../navigation.ts';
import { looksAt } from '../operator-access.ts';
import { refuseMaker, sentence } from '../problems.ts';
import { idOf, whoWords } from '../records.ts';
import { facts, money, state, time } from '../views/parts.ts';
import {
  type Again,
  type AnyVisit,
  type Done,
  type Fields,
  type FormRoute,
  type PageRoute,
  Refusal,
  type Visit,
} from '../visit.ts';

const page = 'invoices/credits';
const invoicePath = (number: string, ...more: string[]): string => consolePath('invoices', number, ...more);

export const creditPages: PageRoute[] = [
  ...listRoutes({
    page,
    list: lists.invoiceCredits,
    title: 'Requested credit notes',
    first: { words: 'No requested credit notes. Open an invoice to request one.' },
  }),
  { path: `${consolePath(page)}/:id`, action: 'credit.create', show: (visit) => showCredit(visit) },
];

export const creditsForms = (showInvoice: (visit: Visit, again: Again) => Promise<Html>): FormRoute[] => [
  {
    path: `${consolePath('invoices')}/:id/credit`,
    action: 'credit.create',
    act: async (visit, work, fields) => {
      const number = visit.params.id ?? '';
      const credit = await requestCredit(work, visit.viewer, {
        ...{ number, line: Number(/^\d{1,4}$/.exec(fields.line ?? '1')?.[0] ?? 0) },
        amount: amountOf(fields.amount, 'amount'),
        reason: fields.reason ?? '',
        siteCode: fields.site,
      });
      return {
        to: consolePath(page, credit.id),
        said: 'Credit note requested. Another operator approves it.',
        subject: `invoice_credit ${credit.id}`,
        merchantId: credit.merchantId,
        after: { invoice: number, line: credit.line, amount: formatDecimal(credit.amountCents) },
        why: credit.reason,
      };
    },
    again: (visit, again) => showInvoice(visit, again),
  },
  {
    path: `${consolePath(page)}/:id`,
    action: 'credit.approve',
    buttons: { decline: 'credit.decline' },
    act: decide,
    again: showCredit,
  },
];

/** After the action, which first reports a decision by another user, the typed amount is compared. */
async function decide(visit: AnyVisit, work: Work, fields: Fields): Promise<Done> {
  const verb = fields.do ?? 'approve';
  if (verb !== 'approve' && verb !== 'decline') throw new Refusal(422, 'Choose Approve or Decline.');
  const typed = verb === 'approve' ? amountOf(fields.amount, 'amount') : undefined;
  const seen = fields.seenAmount === undefined ? {} : { amount: amountOf(fields.seenAmount, 'amount') };
  const id = idOf(visit);
  const { credit, number } = await decideCredit(work, visit.viewer, id, verb, {
    ...seen,
    note: fields.note ?? '',
  }).catch(refuseMaker);
  if (typed !== undefined && typed !== credit.amountCents)
    throw new Refusal(
      422,
      `The amount is ${money(credit.amountCents)}. Enter exactly that amount.`,
      'amount',
    );
  const shared = {
    subject: `invoice_credit ${id}`,
    merchantId: credit.merchantId,
    before: { state: 'waiting' },
    after: { state: credit.state, amount: formatDecimal(credit.amountCents), number },
  };
  return number === null
    ? {
        ...shared,
        to: consolePath(page, id),
        said: 'Credit note declined. Nothing was booked.',
        ...(fields.note && { why: fields.note }),
      }
    : {
        ...shared,
        to: invoicePath(number),
        said: `Credit note ${number} issued. The amount is part of the next settlement.`,
      };
}

/** Returns the form that requests a credit note, for operators, if anything is left of the invoice. */
export async function requestForm(visit: Visit, invoice: Invoice, again?: Again): Promise<Html | undefined> {
  const { ctx, user } = visit;
  const { number, merchantId, kind, lines } = invoice;
  if (kind !== 'invoice' || !may(user.rights, 'credit.create', merchantId)) return undefined;
  const left: Cents[] = [];
  for (const place of lines.keys()) left.push((await leftOfLine(ctx, invoice, place + 1)).left);
  const open = lines.flatMap(({ rate }, place) => {
    const cents = left[place] ?? 0n;
    const words = `Line ${place + 1}, VAT ${rate / 100} %: ${money(cents)} left`;
    return cents > 0n ? [[String(place + 1), words] as const] : [];
  });
  if (open.length === 0)
    return html`<section class="panel" aria-label="Credit note"><p>This invoice has been credited in full.</p></section>`;
  const sites = (await listSites(ctx.db, merchantId)).map(
    ({ code, name }) => [code, `${name} (${code})`] as const,
  );
  return html`<section class="panel" aria-labelledby="credit"><h2 id="credit">Request credit note</h2>
<p>Another operator approves it. Then it is issued, and the balance of the site receives the amount.</p>
${form({
  to: invoicePath(number, 'credit'),
  ...again,
  label: 'Request a credit note',
  body: html`${choice({ name: 'line', label: 'Line', options: open, chosen: again?.typed.line, ...again })}
${field({ name: 'amount', label: 'Amount with VAT, in rand', ...again, unit: 'R', inputMode: 'decimal', longest: 20 })}
${field({ name: 'reason', label: 'Reason', hint: 'Printed on the credit note.', ...again, longest: 200 })}
${choice({ name: 'site', label: 'Site', options: sites, chosen: again?.typed.site, ...again })}
${button('Request credit note')}`,
})}</section>`;
}

/** Returns the requested credit notes of an invoice, for operators. */
export async function creditsSection(visit: Visit, invoice: Invoice): Promise<Html | undefined> {
  if (!may(visit.user.rights, 'credit.create', invoice.merchantId)) return undefined;
  const found = await creditsOf(visit.ctx, visit.viewer, invoice.id);
  if (found.length === 0) return undefined;
  return html`<div class="table" tabindex="0" role="region" aria-label="Credit notes"><table class="cards"><caption>Credit notes of this invoice</caption>
<thead><tr><th scope="col">Requested</th><th scope="col">State</th><th scope="col" class="money">Amount</th><th scope="col">Line</th><th scope="col">Reason</th></tr></thead>
<tbody>${found.map(
    (
      one,
    ) => html`<tr><td data-label="Requested"><a data-row href="${consolePath(page, one.id)}">${time(one.createdAt)}</a></td><td data-label="State">${state(one.state)}</td>
<td class="money" data-label="Amount">${money(one.amountCents)}</td><td data-label="Line">${one.line}</td><td data-label="Reason">${one.reason}</td></tr>`,
  )}</tbody></table></div>`;
}

async function showCredit(visit: Visit, again?: Again): Promise<Html> {
  const { ctx } = visit;
  const credit = await readCredit(ctx, visit.viewer, idOf(visit));
  await looksAt(visit, credit.merchantId);
  const invoice = required(await invoiceOfId(ctx, credit.invoiceId), 'invoice');
  const note = credit.creditNoteId === null ? undefined : await invoiceOfId(ctx, credit.creditNoteId);
  const decision = await decisionForm(visit, credit, again);
  return consolePage(visit, {
    title: `Credit note on ${invoice.number}`,
    page: 'invoices',
    back: page,
    main: html`${again && !decision && html`<p class="wrong" role="alert">${again.problem.message}</p>`}
<div class="thing facts-first"><div><section class="panel" aria-label="Credit note">
<p class="link-sum"><strong>${money(credit.amountCents)}</strong> ${state(credit.state)}</p>
${facts([
  ['Invoice', html`<a href="${invoicePath(invoice.number)}">${invoice.number}</a>`],
  ['Line', `${credit.line}: ${invoice.lines[credit.line - 1]?.description}`],
  ['Issued to', invoice.buyer.name],
  ['Site', await siteCodeOf(ctx, credit)],
  ['Reason', credit.reason],
  ['Requested by', await whoWords(visit, credit.createdBy)],
  ['Requested', time(credit.createdAt)],
  [credit.state === 'declined' ? 'Declined by' : 'Approved by', await whoWords(visit, credit.decidedBy)],
  ['Decided', credit.decidedAt && time(credit.decidedAt)],
  ['Note', credit.stateReason],
  ['Credit note', note && html`<a href="${invoicePath(note.number)}">${note.number}</a>`],
  ['VAT', credit.vatCents === null ? undefined : money(credit.vatCents)],
])}</section></div>
<aside aria-label="Actions">${decision}</aside></div>`,
  });
}

async function decisionForm(visit: Visit, credit: InvoiceCredit, again?: Again): Promise<Html | undefined> {
  const { ctx, user } = visit;
  if (credit.state !== 'waiting' || !may(user.rights, 'credit.approve', credit.merchantId)) return undefined;
  const same = (await judgeSameness(ctx, ctx.actor, credit.merchantId))(credit.createdBy);
  if (same)
    return again
      ? undefined
      : html`<section class="panel" aria-label="Decision"><p>${sentence(samenessWords(same, 'credit note'))}</p></section>`;
  return html`<section class="panel" aria-labelledby="decide"><h2 id="decide">Approve or decline</h2>
<p>Approving issues the credit note and books <strong>${money(credit.amountCents)}</strong> to the site. This cannot be undone. Type the amount to approve.</p>
${form({
  to: consolePath(page, credit.id),
  ...again,
  seen: { seenAmount: formatDecimal(credit.amountCents) },
  label: 'Approve or decline this credit note',
  body: html`${field({ name: 'amount', label: 'Amount, in rand', ...again, unit: 'R', inputMode: 'decimal', isOptional: true, longest: 20 })}
${field({ name: 'note', label: 'Reason for declining', ...again, isOptional: true, longest: 200 })}
<p class="buttons">${button('Approve', 'main', 'approve')} ${button('Decline', 'quiet', 'decline')}</p>`,
})}</section>`;
}
