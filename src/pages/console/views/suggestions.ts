// Suggested matches, each a form of one click with its reason; the search for a payment in place; and the undo of a match.
import type { Candidate } from '../../../core/deposits/listing.ts';
import { type Cents, formatDecimal } from '../../../kernel/money.ts';
import type { Hit } from '../../../reports/search/actions.ts';
import { type Html, html } from '../../html.ts';
import { button, field, form } from '../forms.ts';
import { consolePath } from '../navigation.ts';
import type { Fields } from '../visit.ts';
import { money, state } from './parts.ts';

interface Suggestions {
  candidates: readonly Candidate[];
  /** The address that matches; undefined for users without permission. */
  to: string | undefined;
  /** The facts that the user saw, for the forms. */
  seen: Fields;
}

const payment = (id: string | null, words: string): Html | string =>
  id === null ? words : html`<a href="${consolePath('payments', id)}">${words}</a>`;

/** Returns the suggested matches of money that came in, the most likely first. */
export function suggestionsView({ candidates, to, seen }: Suggestions): Html {
  if (candidates.length === 0)
    return html`<section class="panel" aria-labelledby="whose"><h2 id="whose">Suggested matches</h2>
<p>None. No open payment has a similar reference or this amount. Search for the payment below.</p></section>`;
  return html`<section aria-labelledby="whose"><h2 id="whose">Suggested matches</h2>
<div class="table" tabindex="0" role="region" aria-label="Table of suggested matches"><table class="cards"><caption>Suggested matches, most likely first</caption>
<thead><tr><th scope="col">Payment</th><th scope="col">Customer</th><th scope="col" class="money">Amount due</th><th scope="col">Reason</th><th scope="col">Site</th>${to && html`<th scope="col">Action</th>`}</tr></thead>
<tbody>${candidates.map(
    (one) =>
      html`<tr><td data-label="Payment">${payment(one.paymentId, one.merchantReference ?? 'float')}${one.reference && html` <span class="hint">${one.reference}</span>`}</td><td data-label="Customer">${one.customer ?? ''}</td>
<td class="money" data-label="Amount due">${one.amountCents === null ? 'any amount' : money(one.amountCents)}</td><td data-label="Reason">${one.reason}</td><td data-label="Site">${one.siteCode}</td>
${
  to &&
  html`<td data-label="Action">${matchForm(to, one.paymentId ?? one.reference ?? '', { ...seen, ...seenTargets([one]) }, one.merchantReference ?? one.reference ?? '')}</td>`
}</tr>`,
  )}</tbody></table></div></section>`;
}

/** A form of one click that matches with a record. */
export const matchForm = (to: string, suggestion: string, seen: Fields, words: string): Html =>
  form({
    to,
    // Only the field that users type is called `to`.
    seen: { ...seen, target: suggestion },
    suggestion,
    label: `Match with ${words}`,
    body: button('Match', 'quiet'),
  });

/** Sends along the candidates as shown, so that a changed candidate is refused. */
export const seenTargets = (candidates: readonly Candidate[]): Fields =>
  Object.fromEntries(
    candidates.map(({ reference, paymentId, amountCents }) => [
      `seen:${reference ?? paymentId}`,
      `${paymentId ?? ''} ${amountCents === null ? '' : formatDecimal(amountCents)}`,
    ]),
  );

interface Search {
  path: string;
  text: string;
  hits: readonly Hit[];
  to: string;
  seen: Fields;
  amount: Cents;
}

export function searchView({ path, text, hits, to, seen, amount }: Search): Html {
  return html`<section class="panel" aria-labelledby="find"><h2 id="find">Find a payment</h2>
<form class="filters" method="get" action="${path}" role="search" aria-label="Find a payment">
${field({ name: 'q', label: 'Reference, amount, id or account', type: 'search', typed: { q: text }, longest: 200 })}
<button class="quiet-button">Search</button></form>
${text !== '' && hits.length === 0 && html`<p role="status">No open payment found for “${text}”.</p>`}
${
  hits.length > 0 &&
  html`<div class="table" tabindex="0" role="region" aria-label="Payments found"><table class="cards"><caption>${hits.length} ${hits.length === 1 ? 'payment that is' : 'payments that are'} not paid</caption>
<thead><tr><th scope="col">Payment</th><th scope="col" class="money">Amount</th><th scope="col">State</th><th scope="col">Action</th></tr></thead>
<tbody>${hits.map(
    (hit) =>
      html`<tr><td data-label="Payment">${payment(hit.id, hit.reference ?? hit.id)}</td><td class="money" data-label="Amount">${hit.amountCents === null ? '' : money(hit.amountCents)}${hit.amountCents !== amount && html` <span class="hint">another amount</span>`}</td><td data-label="State">${hit.state && state(hit.state)}</td>
<td data-label="Action">${matchForm(to, hit.id, seen, hit.reference ?? hit.id)}</td></tr>`,
  )}</tbody></table></div>`
}</section>`;
}

/** Returns the form that undoes a match or a category. `words` say what happens. */
export const undoView = ({ to, seen, words }: { to: string; seen: Fields; words: string }): Html =>
  html`<section class="panel" aria-labelledby="undo"><h2 id="undo">Undo</h2>${form({
    to,
    seen,
    label: 'Undo',
    body: html`<p>${words}</p>${field({ name: 'reason', label: 'Reason', isOptional: true, longest: 200 })}${button('Undo', 'danger')}`,
  })}</section>`;
