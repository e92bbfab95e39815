// Going live: what a merchant has shown in the sandbox, measured, and the asking for production.
import { listAudit } from '../../../core/people/audit.ts';
import { may } from '../../../core/people/permissions.ts';
import { only } from '../../../core/viewer.ts';
import { measureGoLive, type Point } from '../../../reports/go-live/points.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { status } from '../../status.ts';
import { button, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../rooms.ts';
import { empty, time } from '../views/parts.ts';
import { type FormRoute, type PageRoute, type Problem, Refusal, type Visit } from '../visit.ts';

const room = 'go-live';
const path = consolePath(room);

export const goLivePages: PageRoute[] = [
  { path, action: 'go-live.see', takes: ['merchant'], show: (visit) => showPoints(visit) },
];

export const goLiveForms: FormRoute[] = [
  {
    path,
    action: 'go-live.ask',
    act: async (visit, work, fields) => {
      const merchant = await ownMerchant(visit, fields.merchant);
      if (!merchant) throw new Refusal(404, 'There is no such merchant here.');
      const points = await measureGoLive(work.tx, only(merchant.id), work.clock.now());
      const open = openOf(points);
      if (open.length > 0) throw new Refusal(409, `Not yet: ${open.map(({ wanted }) => wanted).join(' ')}`);
      return {
        to: path,
        said: 'You have asked for production. Two operators decide.',
        subject: `merchant ${merchant.id}`,
        merchantId: merchant.id,
        before: null,
        after: Object.fromEntries(points.map(({ name, state }) => [name, state])),
      };
    },
    again: (visit, { merchant = '' }, problem) => showPoints({ ...visit, query: { merchant } }, problem),
  },
];

const openOf = (points: readonly Point[]): Point[] => points.filter(({ state }) => state === 'open');

/** Returns the merchant with a code, or the first one. Throws Refusal for a code that is not there. */
async function ownMerchant(
  { ctx, viewer }: Visit,
  code = '',
): Promise<{ id: string; code: string } | undefined> {
  const { merchants } = await findScope(ctx.db, viewer);
  if (code === '') return merchants[0];
  const found = merchants.find((one) => one.code === code);
  if (!found) throw new Refusal(400, `There is no merchant ${code}.`, 'merchant');
  return found;
}

async function showPoints(visit: Visit, problem?: Problem): Promise<Html> {
  const { ctx, viewer, query, person } = visit;
  const merchant = await ownMerchant(visit, query.merchant);
  if (!merchant)
    return consolePage(visit, { title: 'Go live', room, main: empty('There is no merchant yet.') });
  const points = await measureGoLive(ctx.db, only(merchant.id), ctx.clock.now());
  const open = openOf(points);
  const asked = (await listAudit(ctx.db, only(merchant.id), { action: 'go-live.ask', limit: 1 })).rows[0];
  const isForMany = viewer.merchants === 'all' || viewer.merchants.length > 1;
  const main = html`${problem && html`<p class="wrong" role="alert">${problem.message}</p>`}
${
  isForMany &&
  html`<form class="filters" method="get" action="${path}" role="search" aria-label="Filters">
${field({ name: 'merchant', label: 'Merchant', typed: { merchant: merchant.code } })}
<button class="quiet-button">Show</button></form>`
}
${pointsTable(points)}
<section class="panel" aria-labelledby="ask"><h2 id="ask">Production</h2>
${asked && html`<p>${asked.email ?? asked.who} asked for it ${time(asked.at)}. Two operators decide.</p>`}
${
  open.length > 0
    ? html`<p>${open.length === 1 ? 'One point is open' : `${open.length} points are open`}: production is asked for when none is.</p>`
    : may(person.rights, 'go-live.ask', merchant.id) &&
      !asked &&
      form({ to: path, seen: { merchant: merchant.code }, body: button('Ask for production') })
}</section>`;
  return consolePage(visit, { title: `Go live: ${merchant.code}`, room, main });
}

const words = {
  met: () => status('successful', 'met'),
  open: () => status('pending', 'open'),
  elsewhere: () => status('ended', 'not measured here'),
} as const satisfies Record<Point['state'], () => Html>;

function pointsTable(points: readonly Point[]): Html {
  const met = points.filter(({ state }) => state === 'met').length;
  return html`<div class="table" tabindex="0" role="region" aria-label="Points"><table class="cards">
<caption>${met} of ${points.length} points are met</caption>
<thead><tr><th scope="col">Point</th><th scope="col">State</th><th scope="col">Measured</th><th scope="col">What makes it so</th></tr></thead>
<tbody>${points.map(
    ({ name, wanted, state, found, cure }) =>
      html`<tr id="point-${name}"><td data-label="Point">${wanted}</td><td data-label="State">${words[state]()}</td><td data-label="Measured">${found}</td><td data-label="What makes it so">${state === 'met' ? '' : cure}</td></tr>`,
  )}</tbody></table></div>`;
}
