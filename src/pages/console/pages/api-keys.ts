// The API keys of the One API: named clients with scopes, networks and an expiry, each secret shown once.
import type { Work } from '../../../core/context.ts';
import {
  type ApiKey,
  type ClientSettings,
  changeApiKey,
  createApiKey,
  listApiKeys,
  readApiKey,
  readClientNetworks,
  readClientScopes,
  revokeApiKey,
  rollApiKey,
  shownClient,
} from '../../../core/merchants/clients.ts';
import { type Action, may } from '../../../core/users/permissions.ts';
import { hourMs } from '../../../kernel/clock.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { button, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { merchantField, merchantOf } from '../merchant-field.ts';
import { consolePath } from '../navigation.ts';
import { seenIn } from '../problems.ts';
import {
  type KeyAgain,
  keyFacts,
  keyForms,
  keysTable,
  networksField,
  overlaps,
  scopeBoxes,
  secretPage,
} from '../views/api-key.ts';
import {
  type Again,
  type AnyVisit,
  type Done,
  type Fields,
  type FormRoute,
  type PageRoute,
  Refusal,
  type Visit,
} from '../visit.ts';
import { expiryOf } from './new-link.ts';

const page = 'keys';
const path = consolePath(page);
const newPath = consolePath(page, 'new');
/** The most that a page lists. */
const mostShown = 200;

export const apiKeyPages: PageRoute[] = [
  { path, action: 'client.see', show: (visit) => showKeys(visit) },
  { path: newPath, action: 'client.create', show: (visit) => showForm(visit) },
  { path: `${path}/:id`, action: 'client.see', show: (visit) => showKey(visit) },
];

export const apiKeyForms: FormRoute[] = [
  {
    path: newPath,
    action: 'client.create',
    act: (visit, work, fields) => create(visit, work, fields),
    again: showForm,
  },
  {
    path: `${path}/:id/edit`,
    action: 'client.change',
    act: (visit, work, fields) => change(visit, work, fields),
    again: (visit, again) => showKey(visit, { form: 'edit', ...again }),
  },
  {
    path: `${path}/:id/roll`,
    action: 'client.roll',
    act: (visit, work, fields) => roll(visit, work, fields),
    again: (visit, again) => showKey(visit, { form: 'roll', ...again }),
  },
  {
    path: `${path}/:id/revoke`,
    action: 'client.revoke',
    act: (visit, work) => revoke(visit, work),
    again: (visit, again) => showKey(visit, { form: 'revoke', ...again }),
  },
];

function settingsOf(fields: Fields): ClientSettings {
  const name = (fields.name ?? '').trim();
  if (!/^[^\p{C}]{1,100}$/u.test(name))
    throw new Refusal(422, 'Enter a name of 1 to 100 characters.', 'name');
  return {
    name,
    scopes: readClientScopes(fields.scopes ?? ''),
    networks: readClientNetworks(fields.networks ?? ''),
    expiresAt: expiryOf(fields.expires) ?? null,
  };
}

/** The permission that a user needs for a key that can do something in their place. */
const scopeRights: Partial<Record<string, Action>> = { refunds: 'refund.request', payouts: 'payout.create' };

/** In production a key has no permission over money that its holder lacks. */
function assertScopes({ user }: AnyVisit, scopes: readonly string[], merchantId: string): void {
  if (user.rights.isStaging) return;
  const beyond = scopes.find((scope) => {
    const right = scopeRights[scope];
    return right !== undefined && !may(user.rights, right, merchantId);
  });
  if (beyond !== undefined)
    throw new Refusal(
      403,
      `Your role does not allow a key with the scope ${beyond}. Ask an admin.`,
      'scopes',
    );
}

/** The entry of a key in the audit log. */
const recorded = (key: ClientSettings | ApiKey) => {
  const { name, scopes, networks, expires } = shownClient(key);
  return { name, scopes, networks: networks || 'any', expires: expires || 'never' };
};

async function create(visit: AnyVisit, work: Work, fields: Fields): Promise<Done> {
  const merchantId = await merchantOf(visit, fields);
  if (merchantId === null) throw new Refusal(422, 'Enter the code of the merchant.', 'merchant');
  const settings = settingsOf(fields);
  assertScopes(visit, settings.scopes, merchantId);
  const { clientId, clientSecret } = await createApiKey(work, visit.viewer, merchantId, settings);
  return {
    to: consolePath(page, clientId),
    said: '',
    subject: `client ${clientId}`,
    merchantId,
    after: recorded(settings),
    once: secretPage(visit, { title: 'API key created', id: clientId, secret: clientSecret }),
  };
}

function ownKey({ ctx, viewer, params }: AnyVisit): Promise<ApiKey> {
  return readApiKey(ctx, viewer, (params.id ?? '').slice(0, 100)).catch(() => {
    throw new Refusal(404, 'API key not found, or you do not have access.');
  });
}

async function change(visit: AnyVisit, work: Work, fields: Fields): Promise<Done> {
  const key = await ownKey(visit);
  const typed = settingsOf(fields);
  // An expiry to the second stays unless another day is typed.
  const isSameDay = (fields.expires ?? '').trim() === (fields.seenExpires ?? '');
  const settings = { ...typed, expiresAt: isSameDay ? key.expiresAt : typed.expiresAt };
  const more = settings.scopes.filter((scope) => !key.scopes.includes(scope));
  assertScopes(visit, more, key.merchantId);
  const { before, after } = await changeApiKey(work, visit.viewer, key.id, settings, seenIn(fields.seen));
  return {
    to: consolePath(page, key.id),
    said: 'API key saved. The change applies within five seconds.',
    subject: `client ${key.id}`,
    merchantId: key.merchantId,
    before: recorded(before),
    after: recorded(after),
  };
}

async function roll(visit: AnyVisit, work: Work, { overlap = '24', seen }: Fields): Promise<Done> {
  const key = await ownKey(visit);
  if (!overlaps.some(([hours]) => hours === overlap))
    throw new Refusal(422, 'Select how long the old secret stays valid.', 'overlap');
  assertScopes(visit, key.scopes, key.merchantId);
  const overlapMs = Number(overlap) * hourMs;
  const { secret, oldEndsAt } = await rollApiKey(work, visit.viewer, key.id, { overlapMs, seen });
  return {
    to: consolePath(page, key.id),
    said: '',
    subject: `client ${key.id}`,
    merchantId: key.merchantId,
    after: { oldEndsAt },
    once: secretPage(visit, {
      title: 'API key rolled',
      id: key.id,
      secret,
      oldEndsAt: overlapMs === 0 ? null : oldEndsAt,
    }),
  };
}

async function revoke(visit: AnyVisit, work: Work): Promise<Done> {
  const key = await ownKey(visit);
  await revokeApiKey(work, visit.viewer, key.id);
  return {
    to: consolePath(page, key.id),
    said: 'API key revoked. Requests with it are refused within five seconds.',
    subject: `client ${key.id}`,
    merchantId: key.merchantId,
    before: recorded(key),
    after: { state: 'revoked' },
  };
}

async function showKeys(visit: Visit): Promise<Html> {
  const { ctx, viewer, user } = visit;
  const found = await listApiKeys(ctx, viewer, mostShown);
  const isForMany = viewer.merchants === 'all' || viewer.merchants.length > 1;
  const { merchants } = isForMany ? await findScope(ctx.db, viewer) : { merchants: [] };
  const names = new Map(merchants.map(({ id, code }) => [id, code]));
  const main = html`<p>Server-to-server keys of the One API. A key has scopes, and can be limited to networks and to a last day.
The keys of a site, for the Payments API and payouts, are under <a href="${consolePath('settings', 'keys')}">Site keys</a>.</p>
${keysTable(visit, found, names, mostShown)}`;
  const tools = may(user.rights, 'client.create')
    ? html`<a class="act-button act-main" href="${newPath}">New API key</a>`
    : undefined;
  return consolePage(visit, { title: 'API keys', page, main, ...(tools && { tools }) });
}

async function showForm(visit: Visit, again?: Again): Promise<Html> {
  const main = html`<p><a href="${path}">API keys</a></p>
${form({
  to: newPath,
  ...again,
  label: 'New API key',
  body: html`${merchantField(visit, 'The merchant’s name or code, or the code of one of its sites.', again)}
${field({ name: 'name', label: 'Name', hint: 'For example “Shop server” or “Refunds, office”.', ...again, longest: 100 })}
${scopeBoxes(again?.typed.scopes?.split(/[\s,]+/) ?? [], again?.problem)}
${networksField({ ...again })}
${field({ name: 'expires', label: 'Last day', hint: 'Blank: the key does not expire.', type: 'date', ...again, isOptional: true })}
${button('Create API key')}`,
})}`;
  return consolePage(visit, { title: 'New API key', page, main });
}

async function showKey(visit: Visit, again?: KeyAgain): Promise<Html> {
  const key = await ownKey(visit);
  return consolePage(visit, {
    title: key.name,
    page,
    main: html`<p><a href="${path}">API keys</a></p>
${again?.form === 'revoke' && html`<p class="wrong" role="alert">${again.problem.message}</p>`}
<div class="thing facts-first"><div>${await keyFacts(visit, key)}</div>
<aside aria-label="Actions">${await keyForms(visit, key, again)}</aside></div>`,
  });
}
