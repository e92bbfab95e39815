// Going live: the requirements that a merchant meets, measured; the request for production, and its approval by two
// operators.
import type { AnyContext } from '../../../core/context.ts';
import {
  agreeToProduction,
  askForProduction,
  declineProduction,
  findGoLive,
  type GoLive,
  whyNotAgree,
} from '../../../core/users/go-live.ts';
import { may } from '../../../core/users/permissions.ts';
import { only } from '../../../core/viewer.ts';
import { measureGoLive, type Point } from '../../../reports/go-live/points.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { status } from '../../status.ts';
import { button, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { looksAt } from '../operator-access.ts';
import { sentence } from '../problems.ts';
import { whoWords } from '../records.ts';
import { empty, time } from '../views/parts.ts';
import {
  type Again,
  type AnyVisit,
  type Fields,
  type FormRoute,
  type PageRoute,
  type Problem,
  Refusal,
} from '../visit.ts';
import { missingDocuments } from './onboarding.ts';

const page = 'go-live';
const path = consolePath(page);

interface Owned {
  id: string;
  code: string;
}

export const goLivePages: PageRoute[] = [
  { path, action: 'go-live.see', takes: ['merchant'], show: (visit) => showPoints(visit) },
];

const showAgain = (visit: AnyVisit, { typed: { merchant = '' }, problem }: Again) =>
  showPoints({ ...visit, query: { merchant } }, problem);

export const goLiveForms: FormRoute[] = [
  {
    path,
    action: 'go-live.ask',
    act: async (visit, work, fields) => {
      const merchant = await requireMerchant(visit, fields);
      const points = await pointsOf(visit, work, merchant.id);
      const open = openOf(points);
      if (open.length > 0)
        throw new Refusal(409, `Requirements are open: ${open.map(({ wanted }) => wanted).join(' ')}`);
      await askForProduction(work, visit.viewer, merchant.id);
      return {
        ...done(merchant, 'Production requested. Two operators must approve it.'),
        before: null,
        after: Object.fromEntries(points.map(({ name, state }) => [name, state])),
      };
    },
    again: showAgain,
  },
  {
    path: `${path}/switch`,
    action: 'go-live.switch',
    act: async (visit, work, fields) => {
      const merchant = await requireMerchant(visit, fields);
      if (fields.do === 'decline') {
        await declineProduction(work, visit.viewer, merchant.id);
        return {
          ...done(merchant, 'Request declined. The merchant can request production again.'),
          after: { declined: true },
        };
      }
      const documents = await documentsPoint(visit, merchant.id);
      if (documents?.state === 'open') throw new Refusal(409, `Documents are open. ${documents.found}`);
      const seen = Number(fields.agreed);
      const became = await agreeToProduction(work, visit.viewer, { merchantId: merchant.id, seen });
      const said =
        became === 'live'
          ? `${merchant.code} is live and can receive payments.`
          : 'You have approved. A second operator must approve too.';
      return { ...done(merchant, said), after: { agreed: seen + 1, live: became === 'live' } };
    },
    again: showAgain,
  },
];

const done = ({ id, code }: Owned, said: string) => ({
  to: `${path}?merchant=${encodeURIComponent(code)}`,
  said,
  subject: `merchant ${id}`,
  merchantId: id,
});

/** Measures the points of a merchant, with its documents where the operator requires them. */
async function pointsOf(visit: AnyVisit, { db, clock }: AnyContext, merchantId: string): Promise<Point[]> {
  const points = await measureGoLive(db, only(merchantId), clock.now(), visit.deps.isStaging);
  const documents = await documentsPoint(visit, merchantId);
  return documents ? [...points, documents] : points;
}

async function documentsPoint(visit: AnyVisit, merchantId: string): Promise<Point | undefined> {
  if (!visit.ctx.policy.isOnboardingRequired) return undefined;
  const missing = await missingDocuments(visit, merchantId);
  return {
    name: 'documents',
    wanted: 'The operator has accepted all required documents.',
    state: missing.length === 0 ? 'met' : 'open',
    found: missing.length === 0 ? 'Accepted.' : `Not accepted: ${missing.join(', ')}.`,
    cure: 'Upload them under Documents. Two users of the operator review each.',
  };
}

const openOf = (points: readonly Point[]): Point[] => points.filter(({ state }) => state === 'open');

/** Returns the merchant with a code, or the first one. Throws Refusal for an unknown code. */
async function ownMerchant({ ctx, viewer }: AnyVisit, code = ''): Promise<Owned | undefined> {
  const { merchants } = await findScope(ctx.db, viewer);
  if (code === '') return merchants[0];
  const found = merchants.find((one) => one.code === code);
  if (!found) throw new Refusal(400, `No merchant with code "${code.slice(0, 50)}".`, 'merchant');
  return found;
}

async function requireMerchant(visit: AnyVisit, { merchant = '' }: Fields): Promise<Owned> {
  const found = await ownMerchant(visit, merchant);
  if (!found) throw new Refusal(404, 'Merchant not found.');
  return found;
}

async function showPoints(visit: AnyVisit, problem?: Problem): Promise<Html> {
  const { ctx, viewer, query } = visit;
  const merchant = await ownMerchant(visit, query.merchant);
  if (!merchant) return consolePage(visit, { title: 'Go live', page, main: empty('No merchants yet.') });
  if (query.merchant) await looksAt(visit, merchant.id);
  const points = await pointsOf(visit, ctx, merchant.id);
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
  return consolePage(visit, { title: `Go live: ${merchant.code}`, page, main });
}

/** Shows the open requirements, or lets the merchant's admin request production. */
function askView({ user, deps }: AnyVisit, merchant: Owned, open: number): Html {
  if (open > 0)
    return html`<p>${open === 1 ? '1 requirement is open' : `${open} requirements are open`}. You can request production when all are done.</p>`;
  if (!may(user.rights, 'go-live.ask', merchant.id) || user.rights.held.some(isOperators))
    return html`<p>All requirements are done. An admin of the merchant can request production.</p>`;
  return html`<p>${deps.isStaging ? 'All requirements are done. In the sandbox this is a rehearsal and blocks nothing.' : 'Two operators must approve the request. Until then, customers cannot pay you.'}</p>
${form({ to: path, seen: { merchant: merchant.code }, body: button('Request production') })}`;
}

const isOperators = ({ merchantId }: { merchantId: string | null }): boolean => merchantId === null;

/** Shows who requested and who approved, and lets another operator approve. */
async function wayView(visit: AnyVisit, merchant: Owned, asked: GoLive): Promise<Html> {
  const { user } = visit;
  const isDecided = asked.secondBy !== null;
  const decides = !isDecided && may(user.rights, 'go-live.switch', merchant.id);
  const refusal = decides ? await whyNotAgree(visit.ctx, asked) : undefined;
  const mayAgree = decides && refusal === undefined;
  const steps: [what: string, by: string | null, at: Date | null][] = [
    ['Requested', asked.askedBy, asked.askedAt],
    ['First approval', asked.firstBy, asked.firstAt],
    ['Second approval', asked.secondBy, asked.secondAt],
  ];
  const lines = await Promise.all(
    steps.map(
      async ([what, by, at]) => at && html`<li>${what} by ${await whoWords(visit, by)}, ${time(at)}</li>`,
    ),
  );
  return html`<ul>${lines}</ul>
${!isDecided && html`<p>${asked.firstBy === null ? 'Two operators must approve this request.' : 'A second operator must approve this request.'}</p>`}
${refusal && html`<p class="hint">${sentence(refusal)}</p>`}
${
  mayAgree &&
  form({
    to: `${path}/switch`,
    seen: { merchant: merchant.code, agreed: asked.firstBy === null ? '0' : '1' },
    label: 'Production',
    body: html`<p class="buttons">${button(asked.firstBy === null ? 'Approve production' : 'Approve and enable production', 'main', 'agree')}
${button('Decline', 'quiet', 'decline')}</p>`,
  })
}`;
}

const words = {
  met: () => status('successful', 'Done'),
  open: () => status('pending', 'To do'),
  elsewhere: () => status('ended', 'Not measured here'),
} as const satisfies Record<Point['state'], () => Html>;

function pointsTable(points: readonly Point[]): Html {
  const met = points.filter(({ state }) => state === 'met').length;
  return html`<div class="table" tabindex="0" role="region" aria-label="Go-live checklist"><table class="cards">
<caption>Go-live checklist: ${met} of ${points.length} done</caption>
<thead><tr><th scope="col">Requirement</th><th scope="col">State</th><th scope="col">Measured</th><th scope="col">How to complete</th></tr></thead>
<tbody>${points.map(
    ({ name, wanted, state, found, cure }) =>
      html`<tr id="point-${name}"><td data-label="Requirement">${wanted}</td><td data-label="State">${words[state]()}</td><td data-label="Measured">${found}</td><td data-label="How to complete">${state === 'met' ? '' : cure}</td></tr>`,
  )}</tbody></table></div>`;
}
