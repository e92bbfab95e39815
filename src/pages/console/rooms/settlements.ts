// Settlements: the list, and one settlement with its breakdown, for printing.
import { readSettlement, type Settlement } from '../../../core/settlements/actions.ts';
import { lists } from '../../../reports/lists/all.ts';
import { type Html, html } from '../../html.ts';
import { exportRoutes, listRoutes, partList } from '../list-page.ts';
import { consolePath } from '../navigation.ts';
import { idOf } from '../records.ts';
import { facts, money, time } from '../views/parts.ts';
import { recordPage, timelineOf } from '../views/record-page.ts';
import type { PageRoute, Visit } from '../visit.ts';

const room = 'settlements';
const action = 'settlement.see';

export const settlementPages: PageRoute[] = [
  ...listRoutes({
    room,
    list: lists.settlements,
    title: 'Settlements',
    first: { words: 'No settlements yet. They are created each business day.' },
  }),
  { path: `${consolePath(room)}/:id`, action, takes: 'filters', show: showSettlement },
  ...exportRoutes({
    path: `${consolePath(room)}/:id`,
    list: lists.settlementLines,
    of: async (visit) => (await readSettlement(visit.ctx, visit.viewer, idOf(visit))).settlement.id,
  }),
];

async function showSettlement(visit: Visit): Promise<Html> {
  const id = idOf(visit);
  const { settlement, totals } = await readSettlement(visit.ctx, visit.viewer, id);
  const story = await timelineOf(visit, { kind: 'settlement', id });
  const lines = { list: lists.settlementLines, of: id, path: consolePath(room, id), title: 'Lines' };
  return recordPage(visit, {
    room,
    noun: 'Settlement',
    story,
    tools: html`<button type="button" class="quiet-button" data-print hidden>Print</button>`,
    above: html`${totalsTable(settlement, totals)}${await partList(visit, { ...lines, none: 'It has no lines.' })}`,
    aside: settlementFacts(settlement),
  });
}

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
  ['Business day', businessDay],
  ['Cut-off', time(cutOffAt)],
  ['Paid', completedAt && time(completedAt)],
  ['Ledger', html`<a href="${consolePath('ledger')}?day=${businessDay}">View ledger for the day</a>`],
])}</section>`;
}
