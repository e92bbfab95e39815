// Rejected API requests: the errors of the last day, the list, and one request with the errors of its hash.
import { may } from '../../../core/users/permissions.ts';
import { dayMs, plus } from '../../../kernel/clock.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { countFindings } from '../../../reports/lists/finding-counts.ts';
import { refusals } from '../../../reports/lists/refusals.ts';
import { listRefusalCounts } from '../../../reports/refusals/counts.ts';
import { redact } from '../../../reports/timelines/words.ts';
import { type Html, html } from '../../html.ts';
import { listRoutes } from '../list-page.ts';
import { consolePath } from '../navigation.ts';
import { explainedView } from '../views/hash-error.ts';
import { listTime, time } from '../views/parts.ts';
import { recordPage, timelineOf } from '../views/record-page.ts';
import { type PageRoute, Refusal, type Visit } from '../visit.ts';
import { tryPage } from './hash-debugger.ts';

const page = 'developers';
const path = consolePath(page);

export const developerPages: PageRoute[] = [
  ...listRoutes({
    page,
    list: refusals,
    title: 'Rejected requests',
    first: {
      words: 'No rejected requests. Requests with a wrong hash appear here, with the cause.',
      next: () => html`<a href="${path}/try">Check a hash</a> in the hash debugger.`,
    },
    tools: () => html`<a href="${path}/try">Hash debugger</a>`,
    above: async (visit) => html`${await countsOfToday(visit)}
${await otherRefusals(visit)}`,
  }),
  tryPage,
  { path: `${path}/:id`, action: 'finding.see', show: (visit) => showRefused(visit) },
];

/** Returns the errors of the last 24 hours by error and site; nothing without errors. */
async function countsOfToday({ ctx, viewer }: Visit): Promise<Html | undefined> {
  const counts = await countFindings(ctx.db, viewer, plus(ctx.clock.now(), -dayMs));
  if (counts.length === 0) return undefined;
  return html`<div class="table" tabindex="0" role="region" aria-label="Hash errors"><table class="cards">
<caption>Hash errors, last 24 hours</caption>
<thead><tr><th scope="col">Error</th><th scope="col">Site</th><th scope="col" class="money">Requests</th><th scope="col">Newest</th><th scope="col">How to fix</th></tr></thead>
<tbody>
${counts.map(
  ({
    finding,
    site,
    count,
    newestAt,
    cure,
  }) => html`<tr><td data-label="Error"><a href="${addressOf(finding, site)}">${finding ?? 'Unknown error'}</a></td>
<td data-label="Site">${site}</td><td class="money" data-label="Requests">${count}</td><td data-label="Newest">${listTime(newestAt)}</td><td data-label="How to fix">${cure !== null && redact(cure)}</td></tr>`,
)}
</tbody></table></div>`;
}

/** Returns the other rejections of the last 24 hours, by error, site and hour. */
async function otherRefusals({ ctx, viewer }: Visit): Promise<Html | undefined> {
  const counts = await listRefusalCounts(ctx.db, viewer, plus(ctx.clock.now(), -dayMs));
  if (counts.length === 0) return undefined;
  return html`<div class="table" tabindex="0" role="region" aria-label="Other errors"><table class="cards">
<caption>Other errors, last 24 hours (counted only; the requests are not stored)</caption>
<thead><tr><th scope="col">Error</th><th scope="col">API</th><th scope="col">Site</th><th scope="col" class="money">Requests</th><th scope="col">By hour</th></tr></thead>
<tbody>
${counts.map(
  ({
    code,
    surface,
    merchant,
    site,
    n,
    hours,
  }) => html`<tr><td data-label="Error">${/\s/.test(code) ? code : html`<a href="/docs/errors#${code}">${code}</a>`}</td>
<td data-label="API">${surface}</td><td data-label="Site">${site ?? `${merchant}, no site given`}</td><td class="money" data-label="Requests">${n}</td>
<td data-label="By hour"><ul>${hours.slice(0, hoursShown).map((one) => html`<li>${one.n} from ${time(one.hour)}</li>`)}</ul>${hours.length > hoursShown && html`<p class="hint">and ${hours.length - hoursShown} more hours</p>`}</td></tr>`,
)}
</tbody></table></div>`;
}

const hoursShown = 3;

function addressOf(finding: string | null, site: string): string {
  return `${path}?${new URLSearchParams({ site, ...(finding !== null && { finding }) })}`;
}

async function showRefused(visit: Visit): Promise<Html> {
  const id = (visit.params.id ?? '').toLowerCase();
  if (!isUuid(id)) throw new Refusal(404, 'Request not found.');
  const timeline = await timelineOf(visit, { kind: 'refused_request', id });
  const explained = await visit.deps.explainRefused(visit.ctx, visit.viewer, id);
  const seesRaw = may(visit.user.rights, 'exchange.see');
  return recordPage(visit, {
    page,
    noun: 'Rejected request',
    timeline,
    ...(explained && { above: explainedView(explained, seesRaw) }),
  });
}
