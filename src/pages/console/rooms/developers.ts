// Refused requests: the mistakes of the last day, the list, and one request with what is wrong with its hash.
import { may } from '../../../core/people/permissions.ts';
import { dayMs, plus } from '../../../kernel/clock.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { countFindings } from '../../../reports/lists/finding-counts.ts';
import { refusals } from '../../../reports/lists/refusals.ts';
import { redact } from '../../../reports/stories/words.ts';
import { type Html, html } from '../../html.ts';
import { listRoutes } from '../list-page.ts';
import { consolePath } from '../rooms.ts';
import { time } from '../views/parts.ts';
import { storyOf, storyPage } from '../views/story-page.ts';
import { type Explained, type PageRoute, Refusal, type Visit } from '../visit.ts';

const room = 'developers';
const path = consolePath(room);

export const developerPages: PageRoute[] = [
  ...listRoutes({
    room,
    list: refusals,
    title: 'Refused requests',
    first: {
      words: 'Requests whose hash is wrong stand here, with the reason.',
      command: 'npx tefo hash explain',
    },
    above: (visit) => countsOfToday(visit),
  }),
  { path: `${path}/:id`, action: 'finding.see', show: (visit) => showRefused(visit) },
];

/** Returns what was found in the last 24 hours, by mistake and site; nothing where nothing was refused. */
async function countsOfToday({ ctx, viewer }: Visit): Promise<Html | undefined> {
  const counts = await countFindings(ctx.db, viewer, plus(ctx.clock.now(), -dayMs));
  if (counts.length === 0) return undefined;
  return html`<div class="table" tabindex="0" role="region" aria-label="Findings"><table class="cards">
<caption>Findings of the last 24 hours</caption>
<thead><tr><th scope="col">Finding</th><th scope="col">Site</th><th scope="col" class="money">Requests</th><th scope="col">Newest</th><th scope="col">Cure</th></tr></thead>
<tbody>
${counts.map(
  ({
    finding,
    site,
    count,
    newestAt,
    cure,
  }) => html`<tr><td data-label="Finding"><a href="${addressOf(finding, site)}">${finding ?? 'Not explained'}</a></td>
<td data-label="Site">${site}</td><td class="money" data-label="Requests">${count}</td><td data-label="Newest">${time(newestAt)}</td><td data-label="Cure">${cure !== null && redact(cure)}</td></tr>`,
)}
</tbody></table></div>`;
}

function addressOf(finding: string | null, site: string): string {
  return `${path}?${new URLSearchParams({ site, ...(finding !== null && { finding }) })}`;
}

async function showRefused(visit: Visit): Promise<Html> {
  const id = (visit.params.id ?? '').toLowerCase();
  if (!isUuid(id)) throw new Refusal(404, 'There is no such request here.');
  const story = await storyOf(visit, { kind: 'refused_request', id });
  const explained = await visit.deps.explainRefused(visit.ctx, visit.viewer, id);
  const seesRaw = may(visit.person.rights, 'exchange.see');
  return storyPage(visit, {
    room,
    noun: 'Refused request',
    story,
    ...(explained && { above: explainedView(explained, seesRaw) }),
  });
}

function explainedView(explained: Explained, seesRaw: boolean): Html {
  const { findings, among, ambiguous, dropped, cut } = explained;
  return html`<section class="panel" aria-labelledby="doctor"><h2 id="doctor">What is wrong with its hash</h2>
${findings.length === 0 && html`<p>${withoutFinding(explained)}</p>`}
${findings.map(
  ({
    mistake,
    field,
    cause,
    cure,
  }) => html`<p><strong>${mistake}</strong>${field !== null && html` (<code>${field}</code>)`}: ${redact(cause)}</p>
<p>${redact(cure)}</p>`,
)}
${among && html`<p class="hint">${among.wrong} of ${among.items} items have a wrong hash; this is the first.</p>`}
${dropped > 0 && html`<p class="hint">${dropped} more fields were sent that are not kept.</p>`}
${cut.length > 0 && html`<p class="hint">Kept in part only: ${cut.join(', ')}.</p>`}
${ambiguous.length > 0 && html`<p class="hint">Nothing marks where one ends and the next begins: ${ambiguous.join('; ')}.</p>`}
${seesRaw && hashedView(explained)}</section>`;
}

function withoutFinding({ isExamined, isGivenUp }: Explained): string {
  if (isGivenUp)
    return 'The search for the mistake was given up. Compare what was hashed with what you hash.';
  if (!isExamined) return 'It is being looked at. Load this page again in a few seconds.';
  return 'No known mistake leads to the hash that was sent. Compare what was hashed with what you hash.';
}

const hashedView = ({ fields, input }: Explained): Html =>
  html`<details class="fold"><summary>What the right hash is of</summary>
<div class="table"><table><caption>Fields, in the order of the hash</caption><thead><tr><th scope="col">Field</th><th scope="col">As it is hashed</th></tr></thead>
<tbody>${fields.map(({ name, text }) => html`<tr><th scope="row">${name}</th><td><code>${redact(text)}</code></td></tr>`)}</tbody></table></div>
<h3>Joined, in lower case, then SHA-512</h3><pre>${redact(input)}</pre></details>`;
