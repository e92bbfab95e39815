// The parts of the pages of API keys.
import { allScopes, type Scope } from '../../../core/merchants/actions.ts';
import {
  type ApiKey,
  type ClientState,
  clientStateAt,
  listApiKeySecrets,
  shownClient,
} from '../../../core/merchants/clients.ts';
import { may } from '../../../core/users/permissions.ts';
import { localTime } from '../../../kernel/calendar.ts';
import { type Html, html } from '../../html.ts';
import { status } from '../../status.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { whoWords } from '../records.ts';
import type { Again, AnyVisit, Problem, Visit } from '../visit.ts';
import { empty, facts, time } from './parts.ts';

const pathOf = (key: string, ...more: string[]): string => consolePath('keys', key, ...more);

/** How long the old secret of a rolled key stays valid, in hours. */
export const overlaps = [
  ['24', '24 hours'],
  ['1', '1 hour'],
  ['168', '7 days'],
  ['0', 'Revoke it now'],
] as const;

/** The input of a form of a key's page that was refused. */
export interface KeyAgain extends Again {
  form: 'edit' | 'roll' | 'revoke';
}

const scopeWords: Record<Scope, string> = {
  payments: 'Create and read payments and payment links',
  payouts: 'Payouts',
  refunds: 'Create and read refunds',
  settlements: 'Read settlements',
  subscriptions: 'Create, charge and cancel subscriptions',
  webhooks: 'Manage webhook endpoints',
};

const stateWords: Record<ClientState, Html> = {
  active: status('successful', 'Active'),
  expired: status('ended', 'Expired'),
  disabled: status('error', 'Revoked'),
};

const when = (at: Date | null, never: string): Html | string => (at ? time(at) : never);

export function keysTable(
  { ctx }: Visit,
  keys: readonly ApiKey[],
  merchants: ReadonlyMap<string, string>,
  most: number,
): Html {
  if (keys.length === 0) return empty('No API keys yet. Create one for each server that calls the One API.');
  const now = ctx.clock.now();
  const isForMany = merchants.size > 0;
  const count = keys.length === 1 ? '1 key' : `${keys.length} keys`;
  return html`<div class="table" tabindex="0" role="region" aria-label="API keys"><table class="cards">
<caption>${keys.length < most ? count : `The newest ${most} keys`}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">State</th><th scope="col">Scopes</th><th scope="col">Networks</th><th scope="col">Expires</th><th scope="col">Last used</th>${isForMany && html`<th scope="col">Merchant</th>`}</tr></thead>
<tbody>${keys.map(
    (key) => html`<tr><td data-label="Name"><a data-row href="${pathOf(key.id)}">${key.name}</a></td>
<td data-label="State">${stateWords[clientStateAt(key, now)]}</td><td data-label="Scopes">${key.scopes.join(', ')}</td>
<td data-label="Networks">${key.networks.join(', ') || 'any'}</td><td data-label="Expires">${when(key.expiresAt, 'never')}</td>
<td data-label="Last used">${when(key.lastUsedAt, 'never')}</td>${isForMany && html`<td data-label="Merchant">${merchants.get(key.merchantId)}</td>`}</tr>`,
  )}</tbody></table></div>`;
}

export async function keyFacts(visit: Visit, key: ApiKey): Promise<Html> {
  const { ctx } = visit;
  const secrets = await listApiKeySecrets(ctx, key);
  const state = clientStateAt(key, ctx.clock.now());
  return html`<section class="panel" aria-label="API key">
${facts([
  ['State', stateWords[state]],
  ['Client id', html`<span data-field="client-id" data-value="${key.id}">${key.id}</span>`],
  ['Scopes', key.scopes.join(', ')],
  ['Networks', key.networks.join(', ') || 'any'],
  ['Expires', when(key.expiresAt, 'never')],
  ['Revoked', key.disabledAt && time(key.disabledAt)],
  ['Last used', when(key.lastUsedAt, 'never')],
  ['Created', time(key.createdAt)],
  ['Created by', await whoWords(visit, key.createdBy)],
])}
${
  state !== 'disabled' &&
  html`<ul>${secrets.map(
    ({ createdAt, expiresAt }) =>
      html`<li>Secret created ${time(createdAt)}${expiresAt ? html`, valid until ${time(expiresAt)}` : ', current'}</li>`,
  )}</ul>`
}</section>`;
}

export function networksField(given: Partial<Again>): Html {
  const hint =
    'The IP addresses or networks of your servers, such as 203.0.113.7 or 2001:db8::/32. Blank: any.';
  return field({ name: 'networks', label: 'Networks', hint, ...given, isOptional: true, longest: 1_000 });
}

export function scopeBoxes(chosen: readonly string[], problem?: Problem): Html {
  const isWrong = problem?.field === 'scopes';
  return html`<fieldset class="boxes"${isWrong && html` aria-invalid="true"`}><legend>Scopes</legend>
${allScopes.map(
  (scope) =>
    html`<p><label><input type="checkbox" name="scopes" value="${scope}"${chosen.includes(scope) && html` checked`}> <strong>${scope}</strong>: ${scopeWords[scope]}</label></p>`,
)}</fieldset>`;
}

const lastDayOf = ({ expiresAt }: ApiKey): string =>
  expiresAt ? localTime(new Date(expiresAt.getTime() - 1)).slice(0, 10) : '';

/** Returns the forms of a key that is not revoked. */
export async function keyForms(visit: Visit, key: ApiKey, again?: KeyAgain): Promise<Html | undefined> {
  const { user, ctx } = visit;
  if (key.disabledAt !== null || !may(user.rights, 'client.change', key.merchantId)) return undefined;
  const current = (await listApiKeySecrets(ctx, key)).find(({ expiresAt }) => expiresAt === null);
  return html`${current && rollForm(key, current.id, again?.form === 'roll' ? again : undefined)}
${editForm(key, again?.form === 'edit' ? again : undefined)}
<section class="panel" aria-labelledby="revoke"><h2 id="revoke">Revoke</h2>
${form({
  to: pathOf(key.id, 'revoke'),
  label: 'Revoke this API key',
  body: html`<p>Requests with this key, and with tokens that it received, are refused within five seconds. A revoked key cannot be used again.</p>${button('Revoke key', 'danger')}`,
})}</section>`;
}

function rollForm(key: ApiKey, current: string, again?: KeyAgain): Html {
  return html`<section class="panel" aria-labelledby="roll"><h2 id="roll">Roll</h2>
${form({
  to: pathOf(key.id, 'roll'),
  ...again,
  seen: { seen: current },
  label: 'Roll this API key',
  body: html`<p class="hint">You get a new secret. Install it on your server while the old one is still valid.</p>
${choice({ name: 'overlap', label: 'The old secret stays valid for', options: overlaps, chosen: again?.typed.overlap ?? '24', problem: again?.problem })}
${button('Roll key')}`,
})}</section>`;
}

function editForm(key: ApiKey, again?: KeyAgain): Html {
  const { name, networks } = key;
  const day = lastDayOf(key);
  const typed = again?.typed ?? { name, networks: networks.join(', '), expires: day };
  const given = { typed, problem: again?.problem };
  const scopes = again?.typed.scopes?.split(/[\s,]+/) ?? key.scopes;
  return html`<details class="panel"${again && html` open`}><summary>Edit key</summary>
${form({
  to: pathOf(key.id, 'edit'),
  ...again,
  seen: { seen: JSON.stringify(shownClient(key)), seenExpires: day },
  label: 'Edit this API key',
  body: html`${field({ name: 'name', label: 'Name', ...given, longest: 100 })}
${scopeBoxes(scopes, again?.problem)}
${networksField(given)}
${field({ name: 'expires', label: 'Last day', hint: 'Blank: the key does not expire.', type: 'date', ...given, isOptional: true })}
${button('Save key')}`,
})}</details>`;
}

/** Returns the page that shows a new secret once. `oldEndsAt` is absent for a new key, and null if the old one ended. */
export function secretPage(
  visit: AnyVisit,
  given: { title: string; id: string; secret: string; oldEndsAt?: Date | null },
): Html {
  const { title, secret, oldEndsAt } = given;
  const old =
    oldEndsAt === undefined
      ? ''
      : oldEndsAt
        ? html` The old secret stays valid until ${time(oldEndsAt)}: replace it on your server before then.`
        : ' The old secret has ended.';
  const main = html`<section class="panel" aria-labelledby="secret"><h2 id="secret">Client secret</h2>
<p><code>${secret}</code> <button type="button" class="button-link" data-copy="${secret}" aria-label="Copy the secret">Copy</button></p>
<p>The secret is shown only once. Store it on your server now.${old}</p>
<p>Client id: <span data-field="client-id" data-value="${given.id}">${given.id}</span></p>
<p><a class="act-button act-main" href="${pathOf(given.id)}">I have stored it</a></p></section>`;
  return consolePage(visit, { title, page: 'keys', main });
}
