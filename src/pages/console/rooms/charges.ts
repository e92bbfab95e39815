// The charges of all subscriptions: what fails now, why others failed, and what is due in the next days.
import { dayMs, plus } from '../../../kernel/clock.ts';
import { countFailed, listFailing, sumDue } from '../../../reports/lists/charge-figures.ts';
import { type Html, html } from '../../html.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../rooms.ts';
import { money, time } from '../views/parts.ts';
import type { Visit } from '../visit.ts';

export const chargesPath = consolePath('subscriptions', 'charges');
const daysBack = 30;
const daysAhead = 14;

export async function showCharges(visit: Visit): Promise<Html> {
  const { ctx, viewer } = visit;
  const now = ctx.clock.now();
  const failing = await listFailing(ctx.db, viewer);
  const failed = await countFailed(ctx.db, viewer, plus(now, -daysBack * dayMs));
  const due = await sumDue(ctx.db, viewer, plus(now, daysAhead * dayMs));
  const main = html`<p><a href="${consolePath('subscriptions')}">All subscriptions</a></p>
<section aria-labelledby="failing"><h2 id="failing">Failing now</h2>${
    failing.length === 0
      ? html`<p>No charge is being tried again.</p>`
      : html`<div class="table" tabindex="0" role="region" aria-label="Charges that are tried again"><table class="cards"><caption>Charges that are tried again, the next first</caption>
<thead><tr><th scope="col">Reference</th><th scope="col" class="money">Amount</th><th scope="col">Attempts</th><th scope="col">Why</th><th scope="col">Next try</th></tr></thead>
<tbody>${failing.map(
          (
            one,
          ) => html`<tr><td data-label="Reference"><a data-row href="${consolePath('subscriptions', one.subscriptionId)}">${one.reference}</a></td>
<td class="money" data-label="Amount">${money(one.amountCents)}</td><td data-label="Attempts">${one.attempts}</td><td data-label="Why">${one.reason}</td>
<td data-label="Next try">${one.dueAt && time(one.dueAt)}</td></tr>`,
        )}</tbody></table></div>`
  }</section>
<section aria-labelledby="failed"><h2 id="failed">Failed in the last ${daysBack} days</h2>${
    failed.length === 0
      ? html`<p>None did.</p>`
      : html`<div class="table" tabindex="0" role="region" aria-label="Charges that failed"><table class="cards"><caption>Charges that failed for good, by reason</caption>
<thead><tr><th scope="col">Why</th><th scope="col">Charges</th><th scope="col" class="money">Together</th></tr></thead>
<tbody>${failed.map(
          ({ reason, count, cents }) =>
            html`<tr><td data-label="Why">${reason ?? 'not told'}</td><td data-label="Charges">${count}</td><td class="money" data-label="Together">${money(cents)}</td></tr>`,
        )}</tbody></table></div>`
  }</section>
<section aria-labelledby="due"><h2 id="due">Due in the next ${daysAhead} days</h2>${
    due.length === 0
      ? html`<p>Nothing is.</p>`
      : html`<div class="table" tabindex="0" role="region" aria-label="Charges by day"><table class="cards"><caption>What is charged, by day</caption>
<thead><tr><th scope="col">Day</th><th scope="col">Charges</th><th scope="col" class="money">Together</th></tr></thead>
<tbody>${due.map(
          ({ day, count, cents }) =>
            html`<tr><td data-label="Day">${day}</td><td data-label="Charges">${count}</td><td class="money" data-label="Together">${money(cents)}</td></tr>`,
        )}</tbody></table></div>`
  }</section>`;
  return consolePage(visit, { title: 'Charges', room: 'subscriptions', main });
}
