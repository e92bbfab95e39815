// Settlements: the list, and one settlement with its breakdown, for printing.
import { readSpendable } from '../../../core/ledger/actions.ts';
import { dayCovering, lastClosed, startOfNext } from '../../../core/settlement-days.ts';
import { readSettlement, type Settlement } from '../../../core/settlements/actions.ts';
import { may } from '../../../core/users/permissions.ts';
import { dayOf } from '../../../kernel/business-days.ts';
import { getOrThrow } from '../../../kernel/required.ts';
import { lists } from '../../../reports/lists/all.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { exportRoutes, listRoutes, partList } from '../list-page.ts';
import { consolePath } from '../navigation.ts';
import { idOf } from '../records.ts';
import { dayWords, facts, money, time } from '../views/parts.ts';
import { recordPage, timelineOf } from '../views/record-page.ts';
import type { PageRoute, Visit } from '../visit.ts';

const page = 'settlements';
const action = 'settlement.see';

export const settlementPages: PageRoute[] = [
  ...listRoutes({
    page,
    list: lists.settlements,
    title: 'Settlements',
    first: { words: 'No settlements yet. They are created each business day.' },
    above: nextSettlement,
  }),
  { path: `${consolePath(page)}/:id`, action, takes: 'filters', show: showSettlement },
  ...exportRoutes({
    path: `${consolePath(page)}/:id`,
    list: lists.settlementLines,
    of: async (visit) => (await readSettlement(visit.ctx, visit.viewer, idOf(visit))).settlement.id,
  }),
];

async function showSettlement(visit: Visit): Promise<Html> {
  const id = idOf(visit);
  const { settlement, totals } = await readSettlement(visit.ctx, visit.viewer, id);
  const timeline = await timelineOf(visit, { kind: 'settlement', id });
  const lines = { list: lists.settlementLines, of: id, path: consolePath(page, id), title: 'Lines' };
  return recordPage(visit, {
    page,
    noun: 'Settlement',
    timeline,
    tools: html`<button type="button" class="quiet-button" data-print hidden>Print</button>`,
    above: html`${totalsTable(settlement, totals)}${await partList(visit, { ...lines, none: 'It has no lines.' })}`,
    aside: settlementFacts(settlement),
  });
}

/** More sites have too long a table: a filter chooses some. */
const mostSites = 40;

/** Shows the next settlement of the chosen sites: its amount so far, and its day of payment. */
async function nextSettlement({ ctx, viewer, user, query }: Visit): Promise<Html | undefined> {
  const { sites, merchants } = await findScope(ctx.db, viewer);
  const merchant = merchants.find(({ code }) => code === query.merchant);
  const chosen = sites.filter(
    ({ code, merchantId }) =>
      (!query.site || code === query.site) && (!query.merchant || merchantId === merchant?.id),
  );
  if (chosen.length === 0) return undefined;
  const { day, cutOffAt } = dayCovering(ctx.policy, ctx.clock.now());
  const paidFrom = startOfNext(ctx.policy, day);
  const when = html`<p>It contains the movements up to ${time(cutOffAt)}, and is paid on ${dayWords(dayOf(paidFrom).toString())}.</p>`;
  const canSee = chosen.every(({ merchantId }) => may(user.rights, 'report.see', merchantId));
  if (!canSee || chosen.length > mostSites)
    return html`<section class="panel" aria-labelledby="next"><h2 id="next">Next settlement</h2>${when}
${canSee && html`<p>Filter by merchant or site to see its amount so far.</p>`}</section>`;
  const balances = await readSpendable(ctx.db, idsOf(chosen));
  const due = chosen
    .map(({ id, code }) => ({ code, cents: getOrThrow(balances, id) }))
    .filter(({ cents }) => cents !== 0n);
  const first = lastClosed(ctx.policy, ctx.clock.now()).day.add({ days: 1 });
  const contents = `${consolePath('reports')}?${new URLSearchParams({
    ...{ from: first.toString(), to: day.toString() },
    ...(query.merchant && { merchant: query.merchant }),
    ...(query.site && { site: query.site }),
  })}`;
  return html`<section class="panel" aria-labelledby="next"><h2 id="next">Next settlement</h2>${when}
${
  due.length === 0
    ? html`<p>No amount is due so far.</p>`
    : html`<details class="fold"><summary>Amount so far: ${money(sumOf(due))} (${due.length === 1 ? '1 site' : `${due.length} sites`})</summary>
${facts(due.map(({ code, cents }) => [code, money(cents)]))}</details>`
}
<p><a href="${contents}">View payments, fees and refunds so far</a></p></section>`;
}

const idsOf = (sites: readonly { id: string }[]): string[] => sites.map(({ id }) => id);
const sumOf = (due: readonly { cents: bigint }[]): bigint => due.reduce((sum, { cents }) => sum + cents, 0n);

const kinds: Record<string, string> = {
  transaction: 'Payments',
  refund: 'Refunds',
  payout: 'Payouts',
  adjustment: 'Adjustments',
  returnedrefund: 'Returned refunds',
  returnedpayout: 'Returned payouts',
  fee: 'Verification fees',
};

type Totals = Awaited<ReturnType<typeof readSettlement>>['totals'];

function totalsTable({ totalCents, feesCents, counts }: Settlement, totals: Totals): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="Breakdown"><table><caption>Breakdown</caption>
<thead><tr><th scope="col">Type</th><th scope="col" class="money">Lines</th><th scope="col" class="money">Amount</th><th scope="col" class="money">Fees</th><th scope="col" class="money">Net</th></tr></thead>
<tbody>${totals.map(
    ({ type, lines, amountCents, feeCents }) =>
      html`<tr><th scope="row">${kinds[type] ?? type}</th><td class="money">${lines}</td><td class="money">${money(amountCents)}</td><td class="money">${money(feeCents)}</td><td class="money">${money(amountCents - feeCents)}</td></tr>`,
  )}</tbody>
<tfoot><tr><th scope="row">Total</th><td class="money">${counts.total}</td><td class="money">${money(totalCents + feesCents)}</td><td class="money">${money(feesCents)}</td><td class="money"><strong>${money(totalCents)}</strong></td></tr></tfoot></table></div>`;
}

function settlementFacts(settlement: Settlement): Html {
  const { bankAccount, businessDay, cutOffAt, completedAt } = settlement;
  return html`<section class="panel" aria-label="Paid to"><h2>Paid to</h2>
${facts([
  ['Bank', bankAccount?.bankName ?? 'no settlement account set'],
  ['Account', bankAccount?.account],
  ['Business day', dayWords(businessDay)],
  ['Cut-off', time(cutOffAt)],
  ['Paid', completedAt && time(completedAt)],
  ['Ledger', html`<a href="${consolePath('ledger')}?day=${businessDay}">View ledger for the day</a>`],
])}</section>`;
}
