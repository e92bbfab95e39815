// The API keys of a site: their last characters, and new ones, each shown once.
import type { Work } from '../../../core/context.ts';
import { rotateSecret, type Site } from '../../../core/merchants/actions.ts';
import { type Key, type KeyName, keyKinds, keyNames, listKeys } from '../../../core/merchants/keys.ts';
import { may } from '../../../core/users/permissions.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { button, choice, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { empty, time } from '../views/parts.ts';
import {
  type AnyVisit,
  type Done,
  type Fields,
  type FormRoute,
  type PageRoute,
  type Problem,
  Refusal,
  type Visit,
} from '../visit.ts';
import { ownSite } from './settings.ts';

const page = 'settings';
const path = consolePath(page, 'keys');

export const keyPages: PageRoute[] = [
  { path, action: 'settings.see', takes: ['site'], show: (visit) => showKeys(visit) },
];

export const keyForms: FormRoute[] = [
  {
    path,
    action: 'key.rotate',
    act: (visit, work, fields) => rotate(visit, work, fields),
    again: (visit, { typed: { site = '' }, problem }) =>
      showKeys({ ...visit, query: problem.field === 'site' ? {} : { site } }, problem),
  },
];

async function rotate(
  visit: AnyVisit,
  work: Work,
  { kind = '', site: code = '', seen = '', now }: Fields,
): Promise<Done> {
  const site = await ownSite(visit, code).catch(() => {
    throw notYours(code);
  });
  const name = keyNames.find((one) => one === kind);
  if (!name) throw new Refusal(422, `Unknown key. Choose one of ${keyNames.join(', ')}.`, 'kind');
  const { merchantId, id: siteId } = site;
  const owner = { merchantId, kind: keyKinds[name], ...(name !== 'apiKey' && { siteId }) };
  const old = (await listKeys(work, visit.viewer, site.code)).find(
    (key) => key.kind === keyKinds[name] && key.endsAt === null,
  );
  const asked = { now: now === 'true', ...(seen !== '' && { seen }) };
  const { secret, oldEndsAt } = await rotateSecret(work, visit.viewer, owner, asked);
  return {
    to: path,
    said: '',
    subject: `key ${name} ${site.code}`,
    merchantId,
    before: { tail: old?.tail ?? null },
    after: { tail: secret.slice(-4), oldEndsAt },
    once: newKeyPage(visit, site, name, secret, asked.now ? null : oldEndsAt),
  };
}

const notYours = (code: string): Refusal =>
  new Refusal(400, `No site with code "${code.slice(0, 50)}".`, 'site');

function newKeyPage(
  visit: AnyVisit,
  site: Site,
  name: KeyName,
  secret: string,
  oldEndsAt: Date | null,
): Html {
  const main = html`<section class="panel" aria-labelledby="new"><h2 id="new">New ${inSentence(name)} for ${whose(site, name)}</h2>
<p><code>${secret}</code> <button type="button" class="button-link" data-copy="${secret}" aria-label="Copy the new key">Copy</button></p>
<p>This key is shown only once, and is valid from now. ${
    oldEndsAt
      ? html`The old key expires ${time(oldEndsAt)}: replace it before then.`
      : 'All older keys have been revoked.'
  }</p>
<p><a class="act-button act-main" href="${pathOf(site.code)}">I have stored it</a></p></section>`;
  return consolePage(visit, { title: 'New key', page, main });
}

const pathOf = (code: string): string => `${path}?site=${encodeURIComponent(code)}`;
const whose = (site: Site, name: KeyName): string =>
  name === 'apiKey' ? `all sites of ${site.merchantCode}` : `${site.name} (${site.code})`;

const keyLabels: Record<KeyName, string> = {
  apiKey: 'API key',
  privateKey: 'Private key',
  webhookSecret: 'Webhook signing secret',
  payoutAccessToken: 'Payout verification token',
};

const inSentence = (name: KeyName): string =>
  keyLabels[name].charAt(0) + keyLabels[name].slice(1).toLowerCase();

const uses: Record<KeyName, string> = {
  apiKey: 'Sent with each request to the Payments and External APIs, by all sites of the merchant.',
  privateKey: 'Signs requests and notifications of the Payments API and of payouts.',
  webhookSecret: 'Signs webhooks of the One API.',
  payoutAccessToken: 'Sent with each request to your payout verification URL.',
};

/** With more sites than this, the site is typed instead of chosen from a list. */
const mostChoices = 200;

async function showKeys(visit: Visit, problem?: Problem): Promise<Html> {
  const { sites } = await findScope(visit.ctx.db, visit.viewer);
  const code = visit.query.site || sites[0]?.code;
  if (code === undefined)
    return consolePage(visit, { title: 'Site keys', page, main: empty('No sites yet.') });
  if (!sites.some((one) => one.code === code)) throw notYours(code);
  const site = await ownSite(visit, code);
  const keys = await listKeys(visit.ctx, visit.viewer, site.code);
  const offered = sites.slice(0, mostChoices).map((one) => [one.code, one.code] as const);
  const main = html`${problem && html`<p class="wrong" role="alert">${problem.message}</p>`}
${
  sites.length > 1 &&
  html`<form class="filters" method="get" action="${path}" role="search" aria-label="Filters">
${choice({ name: 'site', label: 'Site', options: offered, chosen: code, id: 'key-site' })}
<button class="quiet-button">Show</button></form>`
}
<div class="charts">${keyNames.map((name) => keyPanel(visit, site, name, keys))}</div>`;
  return consolePage(visit, { title: `Keys of ${site.name} (${site.code})`, page, main });
}

function keyPanel(visit: Visit, site: Site, name: KeyName, keys: readonly Key[]): Html {
  const own = keys.filter(({ kind }) => kind === keyKinds[name]);
  const current = own.find(({ endsAt }) => endsAt === null);
  const mayRotate = current && may(visit.user.rights, 'key.rotate', site.merchantId);
  return html`<section class="panel" aria-labelledby="${name}"><h2 id="${name}">${keyLabels[name]}</h2>
<p class="hint">${uses[name]}</p>
<ul>${own.map(
    ({ tail, createdAt, endsAt }) =>
      html`<li>Ends in <strong>${tail}</strong>, created ${time(createdAt)}${endsAt && html`, expires ${time(endsAt)}`}</li>`,
  )}</ul>
${
  mayRotate &&
  form({
    to: path,
    seen: { kind: name, site: site.code, seen: current.id },
    label: `Roll the ${inSentence(name)}`,
    body: html`<p class="hint">The old key stays valid for 24 hours. If you roll immediately, all older keys end now, and requests with them are refused.</p>
${button('Roll key')} <button class="quiet-button" name="now" value="true">Roll immediately</button>`,
  })
}</section>`;
}
