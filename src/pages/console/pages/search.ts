// Search: one field for everything. A single hit opens directly.
import type { FastifyReply } from 'fastify';
import { type Action, may, merchantsFor } from '../../../core/users/permissions.ts';
import { firstOf } from '../../../kernel/required.ts';
import { type Hit, type Hits, type Meaning, mostPages, search } from '../../../reports/search/actions.ts';
import { type Html, html } from '../../html.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { readCopy } from '../replicas.ts';
import { listTime, money, outcome, state } from '../views/parts.ts';
import { anchorOf } from '../views/timeline.ts';
import { type PageRoute, Refusal, type Visit } from '../visit.ts';

const path = consolePath('search');

export const searchPages: PageRoute[] = [
  { path, action: 'search', takes: ['q', 'page'], show: (visit) => showSearch(visit) },
];

interface Place {
  noun: string;
  action: Action;
  page: string;
}

const places: Record<Hit['kind'], Place> = {
  payment: { noun: 'Payment', action: 'payment.see', page: 'payments' },
  refund: { noun: 'Refund', action: 'refund.see', page: 'refunds' },
  payout: { noun: 'Payout', action: 'payout.see', page: 'payouts' },
  subscription: { noun: 'Subscription', action: 'subscription.see', page: 'subscriptions' },
  payment_link: { noun: 'Payment link', action: 'link.see', page: 'links' },
  customer: { noun: 'Customer', action: 'customer.see', page: 'customers' },
  charge: { noun: 'Charge', action: 'subscription.see', page: 'charges' },
  settlement: { noun: 'Settlement', action: 'settlement.see', page: 'settlements' },
  deposit: { noun: 'Deposit', action: 'deposit.see', page: 'deposits' },
  bulk_job: { noun: 'Bulk job', action: 'bulk.see', page: 'bulk' },
  verification: { noun: 'Account verification', action: 'payout.see', page: 'verifications' },
  refused_request: { noun: 'Rejected request', action: 'finding.see', page: 'developers' },
  site: { noun: 'Site', action: 'payment.see', page: 'payments' },
};

async function showSearch(visit: Visit): Promise<Html | FastifyReply> {
  const { q: text = '' } = visit.query;
  if (text.trim() === '') return page(visit, text, help(visit, 'Enter a search term.'));
  const number = numberOf(visit);
  const { hits: all, isCut } = await searchSoon(visit, text, number);
  const hits = all.filter(({ kind }) => may(visit.user.rights, places[kind].action));
  const only = number === 1 && !isCut ? onlyOf(hits) : undefined;
  if (only !== undefined) return visit.reply.redirect(only, 303);
  if (hits.length === 0) return page(visit, text, help(visit, `No results for “${text.trim()}”.`));
  return page(visit, text, html`${table(hits, number, isCut)}${turning(text, number, isCut)}`);
}

/** Returns the address of a single hit, or of the customer to whom all hits belong. */
function onlyOf(hits: readonly Hit[]): string | undefined {
  const customers = hits.filter(({ kind }) => kind === 'customer');
  const isOfCustomer = customers.length === 1 && hits.every(({ by }) => by === 'customer');
  const only = isOfCustomer ? customers : hits;
  return only.length === 1 ? addressOf(firstOf(only)) : undefined;
}

/** Returns the number of the requested page. Throws Refusal for none. */
function numberOf({ query: { page: given = '1' } }: Visit): number {
  const number = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (number >= 1 && number <= mostPages) return number;
  throw new Refusal(422, `A search has pages 1 to ${mostPages}: choose a narrower search term.`, 'page');
}

function turning(text: string, number: number, hasMore: boolean): Html | undefined {
  const to = (other: number) => `${path}?${new URLSearchParams({ q: text, page: String(other) })}`;
  const isLast = !hasMore || number === mostPages;
  if (number === 1 && isLast) return undefined;
  return html`<p class="more">${number > 1 && html`<a rel="prev" href="${to(number - 1)}">Previous page</a> `}
${!isLast && html`<a rel="next" href="${to(number + 1)}">Next page</a>`}</p>`;
}

/** A record that a replica does not have may be a moment old. */
async function searchSoon(visit: Visit, text: string, number: number): Promise<Hits> {
  const { ctx, viewer, user } = visit;
  const query = { text, page: number, customersOf: { merchants: merchantsFor(user.rights, 'customer.see') } };
  const found = await readCopy(visit, (db) => search({ ...ctx, db }, viewer, query));
  return found.hits.length > 0 || !ctx.replica ? found : search(ctx, viewer, query);
}

const page = (visit: Visit, text: string, main: Html): Html =>
  consolePage(visit, { title: 'Search', search: text, main });

/** Returns the address of the page that shows a hit. */
function addressOf({ kind, id, path: knownPath }: Hit): string {
  if (kind === 'site') return `${consolePath('payments')}?site=${encodeURIComponent(id)}`;
  const { page } = places[kind];
  const isItsOwn = knownPath.id === id;
  const step = isItsOwn && knownPath.record !== undefined ? `#${anchorOf(knownPath.record)}` : '';
  return `${consolePath(page, id)}${step}`;
}

function table(hits: readonly Hit[], number: number, isCut: boolean): Html {
  const all = `${hits.length} ${hits.length === 1 ? 'result' : 'results'}`;
  const caption = number > 1 ? `Page ${number}: ${all}` : isCut ? `First ${hits.length} results` : all;
  return html`<div class="table" tabindex="0" role="region" aria-label="Results"><table class="cards">
<caption>${caption}</caption>
<thead><tr><th scope="col">Type</th><th scope="col">Reference</th><th scope="col">Matched on</th><th scope="col">State</th><th scope="col" class="money">Amount</th><th scope="col">Site</th><th scope="col">Created</th></tr></thead>
<tbody>
${hits.map((hit) => row(hit))}
</tbody></table></div>`;
}

const words: Record<Meaning, string> = {
  id: 'id',
  'correlation id': 'request id',
  reference: 'reference',
  'bank reference': 'bank reference',
  site: 'site',
  account: 'last four digits',
  amount: 'amount',
  beginning: 'start of reference',
  part: 'part of reference',
  customer: 'customer',
};

function row(hit: Hit): Html {
  const { kind, id, by, reference, siteCode, state: word, outcome: ending, amountCents, createdAt } = hit;
  const to = addressOf(hit);
  const name = reference ?? id;
  return html`<tr id="row-${id}"><td data-label="Type">${places[kind].noun}</td>
<td data-label="Reference"><a data-row href="${to}">${name}</a></td>
<td data-label="Matched on">${words[by]}</td>
<td data-label="State">${ending ? outcome(ending) : word !== null && state(word)}</td>
<td class="money" data-label="Amount">${amountCents !== null && money(amountCents)}</td>
<td data-label="Site">${siteCode}</td>
<td data-label="Created">${listTime(createdAt)}</td></tr>`;
}

const examples: readonly (readonly [what: string, example: string])[] = [
  ['Any id, or a request id', '019aa000-0000-7000-8000-00000000000e'],
  ['A reference, or a part of it, as it is read aloud', 'order 17'],
  ['An amount', 'R 1 234,50'],
  ['The last four digits of an account', '5678'],
  ['A site code', 'KAROO-1'],
  ['A line pasted from a bank statement', '2026-11-20 FNB OB PMT ORDER-17 150,00'],
];

const customerExample = ['A customer’s name, e-mail address or telephone number', 'Naledi Khumalo'] as const;

function help({ user }: Visit, first: string): Html {
  const all = may(user.rights, 'customer.see') ? [customerExample, ...examples] : examples;
  return html`<div class="empty"><p role="status">${first}</p>
<p>You can search all records, of any date, by:</p>
<dl class="facts">${all.map(
    ([what, example]) => html`<dt>${what}</dt><dd><code>${example}</code></dd>`,
  )}</dl></div>`;
}
