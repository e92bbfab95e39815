// The charges of all subscriptions: those that are retried, those that failed by reason, and those due in the next days.
import { dayMs, plus } from '../../../kernel/clock.ts';
import { countFailed, listFailing, sumDue } from '../../../reports/lists/charge-figures.ts';
import { type Html, html } from '../../html.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
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
<section aria-labelledby="failing"><h2 id="failing">Retrying</h2>${
    failing.length === 0
      ? html`<p>No charges are being retried.</p>`
      : html`<div class="table" tabindex="0" role="region" aria-label="Charges being retried"><table class="cards"><caption>Charges being retried, next attempt first</caption>
<thead><tr><th scope="col">Reference</th><th scope="col" class="money">Amount</th><th scope="col">Attempts</th><th scope="col">Reason</th><th scope="col">Next attempt</th></tr></thead>
<tbody>${failing.map(
          (
            one,
          ) => html`<tr><td data-label="Reference"><a data-row href="${consolePath('subscriptions', one.subscriptionId)}">${one.reference}</a></td>
<td class="money" data-label="Amount">${money(one.amountCents)}</td><td data-label="Attempts">${one.attempts}</td><td data-label="Reason">${one.reason}</td>
<td data-label="Next attempt">${one.dueAt && time(one.dueAt)}</td></tr>`,
        )}</tbody></table></div>`
  }</section>
<section aria-labelledby="failed"><h2 id="failed">Failed in the last ${daysBack} days</h2>${
    failed.length === 0
      ? html`<p>No charges failed.</p>`
      : html`<div class="table" tabindex="0" role="region" aria-label="Failed charges"><table class="cards"><caption>Failed charges by reason, no further attempts</caption>
<thead><tr><th scope="col">Reason</th><th scope="col">Charges</th><th scope="col" class="money">Total</th></tr></thead>
<tbody>${failed.map(
          ({ reason, count, cents }) =>
            html`<tr><td data-label="Reason">${reason ?? 'Reason not given'}</td><td data-label="Charges">${count}</td><td class="money" data-label="Total">${money(cents)}</td></tr>`,
        )}</tbody></table></div>`
  }</section>
<section aria-labelledby="due"><h2 id="due">Due in the next ${daysAhead} days</h2>${
    due.length === 0
      ? html`<p>No charges are due.</p>`
      : html`<div class="table" tabindex="0" role="region" aria-label="Charges by day"><table class="cards"><caption>Upcoming charges by day</caption>
<thead><tr><th scope="col">Date</th><th scope="col">Charges</th><th scope="col" class="money">Total</th></tr></thead>
<tbody>${due.map(
          ({ day, count, cents }) =>
            html`<tr><td data-label="Date">${day}</td><td data-label="Charges">${count}</td><td class="money" data-label="Total">${money(cents)}</td></tr>`,
        )}</tbody></table></div>`
  }</section>`;
  return consolePage(visit, { title: 'Charges', page: 'subscriptions', main });
}
