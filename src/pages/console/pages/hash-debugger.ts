// The hash debugger: explains the error in the hash of a pasted request, and shows the code that computes the right one.
import { firstOf, getOrThrow } from '../../../kernel/required.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { area, button, choice, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { triedView } from '../views/hash-error.ts';
import {
  type Again,
  type AnyVisit,
  type FormRoute,
  type PageRoute,
  Refusal,
  type Tried,
  type Visit,
} from '../visit.ts';

const page = 'developers';
const path = consolePath(page, 'try');
const longest = 20_000;

/** The kind of request, by surface. */
const kinds = {
  payments: 'a payment',
  refunds: 'refunds',
  payouts: 'a payout',
  bulk: 'a payment of a bulk job',
  banktransfer: 'a bank transfer reference',
} as const;

export const tryPage: PageRoute = { path, action: 'hash.try', show: (visit) => showTry(visit) };

/** The result of the debugger, until the form is carried out: the search runs before the transaction. */
const words = new WeakMap<Visit['request'], Tried>();

export const tryForm: FormRoute = {
  path,
  action: 'hash.try',
  call: async (visit, { site = '', surface = '', body = '' }) => {
    if (body.trim() === '') throw new Refusal(422, 'Paste the request.', 'body');
    if (body.length > longest)
      throw new Refusal(422, `A request can have at most ${longest} characters here.`, 'body');
    const given = { site: site.trim().toUpperCase(), surface, body };
    const tried = await visit.deps.tryRequest(visit.ctx, visit.viewer, given);
    if ('problem' in tried) throw new Refusal(422, tried.problem, tried.field);
    words.set(visit.request, tried);
  },
  act: async (visit, _work, fields) => {
    const tried = getOrThrow(words, visit.request);
    const site = fields.site!.trim().toUpperCase();
    const { merchants } = visit.viewer;
    return {
      to: path,
      said: '',
      subject: `hash ${site}`,
      merchantId: merchants === 'all' ? null : firstOf(merchants),
      after: {
        surface: fields.surface,
        isRight: tried.isRight,
        findings: tried.findings.map(({ mistake }) => mistake),
      },
      once: await showTry(visit, { typed: fields }, tried),
    };
  },
  again: showTry,
};

/** With more sites than this, the site is typed instead of chosen from a list. */
const mostChoices = 200;

async function showTry(
  visit: AnyVisit,
  { typed = {}, problem }: Partial<Again> = {},
  tried?: Tried,
): Promise<Html> {
  const { sites } = await findScope(visit.ctx.db, visit.viewer);
  const named = sites.slice(0, mostChoices).map(({ code }) => [code, code] as const);
  const site =
    sites.length > mostChoices
      ? field({ name: 'site', label: 'Site', typed, problem, longest: 50 })
      : choice({ name: 'site', label: 'Site', options: named, chosen: typed.site });
  const main = html`${tried && triedView(tried, typed.surface === 'payouts' ? 'API_KEY' : 'PRIVATE_KEY')}
<section class="panel" aria-labelledby="try"><h2 id="try">${tried ? 'Check another request' : 'Paste a request'}</h2>
<p>Paste the request as you send it, as JSON or form text, with its hashCheck. It is checked with your own key. Nothing is stored or executed.</p>
${form({
  to: path,
  problem,
  label: 'Check a request',
  body: html`${site}
${choice({ name: 'surface', label: 'Request type', options: Object.entries(kinds), chosen: typed.surface })}
${area({ name: 'body', label: 'Request', typed, problem, longest, hint: 'At most 20 000 characters.' })}
${button('Check request')}`,
})}</section>`;
  return consolePage(visit, { title: 'Hash debugger', page, main });
}
