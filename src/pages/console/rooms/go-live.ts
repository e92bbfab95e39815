// Going live: what a merchant has shown, measured; the asking for production, and the two of the operator's people who
// switch it on.
import {
  agreeToProduction,
  askForProduction,
  declineProduction,
  findGoLive,
  type GoLive,
  whyNotAgree,
} from '../../../core/people/go-live.ts';
import { may } from '../../../core/people/permissions.ts';
import { only } from '../../../core/viewer.ts';
import { measureGoLive, type Point } from '../../../reports/go-live/points.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { status } from '../../status.ts';
import { button, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { looksAt } from '../looks.ts';
import { sentence } from '../problems.ts';
import { consolePath } from '../rooms.ts';
import { whoWords } from '../things.ts';
import { empty, time } from '../views/parts.ts';
import {
  type AnyVisit,
  type Fields,
  type FormRoute,
  type PageRoute,
  type Problem,
  Refusal,
} from '../visit.ts';

const room = 'go-live';
const path = consolePath(room);

interface Owned {
  id: string;
  code: string;
}

export const goLivePages: PageRoute[] = [
  { path, action: 'go-live.see', takes: ['merchant'], show: (visit) => showPoints(visit) },
];

export const goLiveForms: FormRoute[] = [
  {
    path,
    action: 'go-live.ask',
    act: async (visit, work, fields) => {
      const merchant = await requireMerchant(visit, fields);
      const points = await measureGoLive(work.tx, only(merchant.id), work.clock.now(), visit.deps.isStaging);
      const open = openOf(points);
      if (open.length > 0) throw new Refusal(409, `Not yet: ${open.map(({ wanted }) => wanted).join(' ')}`);
      await askForProduction(work, visit.viewer, merchant.id);
      return {
        ...done(merchant, 'You have asked for production. Two operators decide.'),
        before: null,
        after: Object.fromEntries(points.map(({ name, state }) => [name, state])),
      };
    },
    again: (visit, fields, problem) => showAgain(visit, fields, problem),
  },
  {
    path: `${path}/switch`,
    action: 'go-live.switch',
    act: async (visit, work, fields) => {
      const merchant = await requireMerchant(visit, fields);
      if (fields.do === 'decline') {
        await declineProduction(work, visit.viewer, merchant.id);
        return {
          ...done(merchant, 'It is sent back: the merchant may ask again.'),
          after: { declined: true },
        };
      }
      const seen = Number(fields.agreed);
      const became = await agreeToProduction(work, visit.viewer, { merchantId: merchant.id, seen });
      const said =
        became === 'live'
          ? `${merchant.code} is live: it can be paid.`
          : 'You have agreed. A second operator switches it on.';
      return { ...done(merchant, said), after: { agreed: seen + 1, live: became === 'live' } };
    },
    again: (visit, fields, problem) => showAgain(visit, fields, problem),
  },
];

const done = ({ id, code }: Owned, said: string) => ({
  to: `${path}?merchant=${encodeURIComponent(code)}`,
  said,
  subject: `merchant ${id}`,
  merchantId: id,
});

const showAgain = (visit: AnyVisit, { merchant = '' }: Fields, problem: Problem) =>
  showPoints({ ...visit, query: { merchant } }, problem);

const openOf = (points: readonly Point[]): Point[] => points.filter(({ state }) => state === 'open');

/** Returns the merchant with a code, or the first one. Throws Refusal for a code that is not there. */
async function ownMerchant({ ctx, viewer }: AnyVisit, code = ''): Promise<Owned | undefined> {
  const { merchants } = await findScope(ctx.db, viewer);
  if (code === '') return merchants[0];
  const found = merchants.find((one) => one.code === code);
  if (!found) throw new Refusal(400, `There is no merchant ${code}.`, 'merchant');
  return found;
}

async function requireMerchant(visit: AnyVisit, { merchant = '' }: Fields): Promise<Owned> {
  const found = await ownMerchant(visit, merchant);
  if (!found) throw new Refusal(404, 'There is no such merchant here.');
  return found;
}

async function showPoints(visit: AnyVisit, problem?: Problem): Promise<Html> {
  const { ctx, viewer, query, deps } = visit;
  const merchant = await ownMerchant(visit, query.merchant);
  if (!merchant)
    return consolePage(visit, { title: 'Go live', room, main: empty('There is no merchant yet.') });
  if (query.merchant) await looksAt(visit, merchant.id);
  const points = await measureGoLive(ctx.db, only(merchant.id), ctx.clock.now(), deps.isStaging);
  const asked = await findGoLive(ctx, viewer, merchant.id);
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
${asked ? await wayView(visit, merchant, asked) : askView(visit, merchant, openOf(points).length)}
</section>`;
  return consolePage(visit, { title: `Go live: ${merchant.code}`, room, main });
}

/** Says what stands between a merchant and the asking, or lets its admin ask. */
function askView({ person, deps }: AnyVisit, merchant: Owned, open: number): Html {
  if (open > 0)
    return html`<p>${open === 1 ? 'One point is open' : `${open} points are open`}: production is asked for when none is.</p>`;
  if (!may(person.rights, 'go-live.ask', merchant.id) || person.rights.held.some(isOperators))
    return html`<p>Every point that is measured here is met. An admin of the merchant asks for production.</p>`;
  return html`<p>${deps.isStaging ? 'Every point is met. In the sandbox this is a rehearsal: nothing is held back here.' : 'Two operators look at it and switch it on. Until then nobody can pay you.'}</p>
${form({ to: path, seen: { merchant: merchant.code }, body: button('Ask for production') })}`;
}

const isOperators = ({ merchantId }: { merchantId: string | null }): boolean => merchantId === null;

/** Says who asked and who agreed, and lets another operator agree. */
async function wayView(visit: AnyVisit, merchant: Owned, asked: GoLive): Promise<Html> {
  const { person } = visit;
  const isDecided = asked.secondBy !== null;
  const decides = !isDecided && may(person.rights, 'go-live.switch', merchant.id);
  const refusal = decides ? await whyNotAgree(visit.ctx, asked) : undefined;
  const mayAgree = decides && refusal === undefined;
  const steps: [what: string, by: string | null, at: Date | null][] = [
    ['asked for it', asked.askedBy, asked.askedAt],
    ['agreed', asked.firstBy, asked.firstAt],
    ['switched it on', asked.secondBy, asked.secondAt],
  ];
  const lines = await Promise.all(
    steps.map(
      async ([what, by, at]) => at && html`<li>${await whoWords(visit, by)} ${what}, ${time(at)}.</li>`,
    ),
  );
  return html`<ul>${lines}</ul>
${!isDecided && html`<p>${asked.firstBy === null ? 'Two operators decide' : 'A second operator decides'}, each for themselves.</p>`}
${refusal && html`<p class="hint">${sentence(refusal)}</p>`}
${
  mayAgree &&
  form({
    to: `${path}/switch`,
    seen: { merchant: merchant.code, agreed: asked.firstBy === null ? '0' : '1' },
    label: 'Production',
    body: html`<p class="buttons">${button(asked.firstBy === null ? 'Agree to production' : 'Switch on production', 'main', 'agree')}
${button('Send it back', 'quiet', 'decline')}</p>`,
  })
}`;
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
