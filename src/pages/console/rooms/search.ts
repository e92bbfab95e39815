// Search: one field for everything. A single hit opens directly.
import type { FastifyReply } from 'fastify';
import { type Action, may } from '../../../core/people/permissions.ts';
import { firstOf } from '../../../kernel/required.ts';
import { type Hit, type Hits, type Meaning, search } from '../../../reports/search/actions.ts';
import { type Html, html } from '../../html.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { readCopy } from '../replicas.ts';
import { money, state, time } from '../views/parts.ts';
import { anchorOf } from '../views/timeline.ts';
import type { PageRoute, Visit } from '../visit.ts';

const path = consolePath('search');

export const searchPages: PageRoute[] = [
  { path, action: 'search', takes: ['q'], show: (visit) => showSearch(visit) },
];

interface Place {
  noun: string;
  action: Action;
  room: string;
}

const places: Record<Hit['kind'], Place> = {
  payment: { noun: 'Payment', action: 'payment.see', room: 'payments' },
  refund: { noun: 'Refund', action: 'refund.see', room: 'refunds' },
  payout: { noun: 'Payout', action: 'payout.see', room: 'payouts' },
  subscription: { noun: 'Subscription', action: 'subscription.see', room: 'subscriptions' },
  charge: { noun: 'Charge', action: 'subscription.see', room: 'charges' },
  settlement: { noun: 'Settlement', action: 'settlement.see', room: 'settlements' },
  deposit: { noun: 'Deposit', action: 'deposit.see', room: 'deposits' },
  bulk_job: { noun: 'Bulk job', action: 'bulk.see', room: 'bulk' },
  verification: { noun: 'Account verification', action: 'payout.see', room: 'verifications' },
  refused_request: { noun: 'Rejected request', action: 'finding.see', room: 'developers' },
  site: { noun: 'Site', action: 'payment.see', room: 'payments' },
};

async function showSearch(visit: Visit): Promise<Html | FastifyReply> {
  const { q: text = '' } = visit.query;
  if (text.trim() === '') return page(visit, text, help('Enter a search term.'));
  const { hits: all, isCut } = await searchSoon(visit, text);
  const hits = all.filter(({ kind }) => may(visit.person.rights, places[kind].action));
  const only = hits.length === 1 && !isCut ? addressOf(firstOf(hits)) : undefined;
  if (only !== undefined) return visit.reply.redirect(only, 303);
  if (hits.length === 0) return page(visit, text, help(`No results for “${text.trim()}”.`));
  return page(visit, text, table({ hits, isCut }));
}

/** A record that a replica does not have may be a moment old. */
async function searchSoon(visit: Visit, text: string): Promise<Hits> {
  const { ctx, viewer } = visit;
  const found = await readCopy(visit, (db) => search({ ...ctx, db }, viewer, { text }));
  return found.hits.length > 0 || !ctx.replica ? found : search(ctx, viewer, { text });
}

const page = (visit: Visit, text: string, main: Html): Html =>
  consolePage(visit, { title: 'Search', search: text, main });

/** Returns the address of the page that shows a hit. */
function addressOf({ kind, id, path: told }: Hit): string {
  if (kind === 'site') return `${consolePath('payments')}?site=${encodeURIComponent(id)}`;
  const { room } = places[kind];
  const isItsOwn = told.id === id;
  const step = isItsOwn && told.record !== undefined ? `#${anchorOf(told.record)}` : '';
  return `${consolePath(room, id)}${step}`;
}

function table({ hits, isCut }: Hits): Html {
  const caption = isCut
    ? `First ${hits.length} results`
    : `${hits.length} ${hits.length === 1 ? 'result' : 'results'}`;
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
};

function row(hit: Hit): Html {
  const { kind, id, by, reference, siteCode, state: word, amountCents, createdAt } = hit;
  const to = addressOf(hit);
  const name = reference ?? id;
  return html`<tr id="row-${id}"><td data-label="Type">${places[kind].noun}</td>
<td data-label="Reference"><a data-row href="${to}">${name}</a></td>
<td data-label="Matched on">${words[by]}</td>
<td data-label="State">${word !== null && state(word)}</td>
<td class="money" data-label="Amount">${amountCents !== null && money(amountCents)}</td>
<td data-label="Site">${siteCode}</td>
<td data-label="Created">${time(createdAt)}</td></tr>`;
}

const examples: readonly (readonly [what: string, example: string])[] = [
  ['Any id, or a request id', '019aa000-0000-7000-8000-00000000000e'],
  ['A reference, or its start', 'ORDER-17'],
  ['An amount', 'R 1 234,50'],
  ['The last four digits of an account', '5678'],
  ['A site code', 'KAROO-1'],
  ['A line pasted from a bank statement', '2026-11-20 FNB OB PMT ORDER-17 150,00'],
];

function help(first: string): Html {
  return html`<div class="empty"><p role="status">${first}</p>
<p>You can search all records, of any date, by:</p>
<dl class="facts">${examples.map(
    ([what, example]) => html`<dt>${what}</dt><dd><code>${example}</code></dd>`,
  )}</dl></div>`;
}
