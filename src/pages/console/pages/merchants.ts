// Merchants, for operators: the list, a new merchant with the invitation of its admin, and one merchant.
import type { Work } from '../../../core/context.ts';
import { createMerchant, findMerchantById, listSites, type Site } from '../../../core/merchants/actions.ts';
import { findSuspension } from '../../../core/merchants/suspension.ts';
import { invite } from '../../../core/users/invitations.ts';
import { may } from '../../../core/users/permissions.ts';
import { type ListedUser, listUsers } from '../../../core/users/users.ts';
import { only, sees } from '../../../core/viewer.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { lists } from '../../../reports/lists/all.ts';
import { type Html, html } from '../../html.ts';
import { button, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { type ListPage, listRoutes, showList } from '../list-page.ts';
import { consolePath } from '../navigation.ts';
import { looksAt } from '../operator-access.ts';
import { onboardingView } from '../views/onboarding.ts';
import { facts, id, listTime, state, time } from '../views/parts.ts';
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
import { suspensionForms, suspensionPanel } from './suspension.ts';

const page = 'merchants';
const path = consolePath(page);

const listPage = (again?: Again): ListPage => ({
  page,
  list: lists.merchants,
  title: 'Merchants',
  first: { words: 'No merchants yet. Create the first one below.' },
  below: async (visit) => createForm(visit, again),
});

export const merchantPages: PageRoute[] = [
  ...listRoutes(listPage()),
  { path: `${path}/:id`, action: 'merchant.see', show: (visit) => showMerchant(visit) },
];

export const merchantForms: FormRoute[] = [
  {
    path,
    action: 'merchant.create',
    act: (visit, work, fields) => create(visit, work, fields),
    again: (visit, again) => showList({ ...visit, query: {} }, listPage(again)),
  },
  ...suspensionForms((visit, again) => showMerchant(visit, again)),
];

function createForm({ user }: Visit, again?: Again): Html | undefined {
  if (!may(user.rights, 'merchant.create')) return undefined;
  return html`<section class="panel" aria-labelledby="create"><h2 id="create">Create merchant</h2>
${form({
  to: path,
  ...again,
  label: 'Create merchant',
  body: html`${field({ name: 'name', label: 'Name', ...again, longest: 100 })}
${field({ name: 'siteName', label: 'Name of the first site', hint: 'Shown to customers. Leave blank for the merchant’s name.', ...again, isOptional: true, longest: 100 })}
${field({ name: 'email', label: 'Admin’s email address', type: 'email', ...again, longest: 254 })}
${button('Create merchant')}`,
})}</section>`;
}

async function create(visit: AnyVisit, work: Work, fields: Fields): Promise<Done> {
  const { name = '', siteName = '', email = '' } = fields;
  // Only the merchant reads its secrets: its admin rolls the keys.
  const made = await createMerchant(work, {
    name,
    isLive: false,
    ...(siteName.trim() !== '' && { siteName }),
  });
  const { merchant, siteCode } = made;
  const invited = await invite(work, visit.user, { email, role: 'admin', merchantId: merchant.id });
  const address = `${visit.deps.publicUrl}${consolePath('invitations', invited.token)}`;
  const main = html`<p class="said" role="status">Merchant ${merchant.name} (${merchant.code}) created, with the site ${siteCode}.${invited.isEmailed && ' The invitation is on its way by e-mail.'}</p>
<section class="panel" aria-labelledby="address"><h2 id="address">Send this link to the admin</h2>
<p>${id(address)}</p>
<p>The link is shown only once. It works once, for ${invited.email}, and expires ${time(invited.expiresAt)}. The admin creates the keys
for the shop under Settings › Sites › Site keys. No one else can read them.</p>
<p><a class="act-button act-main" href="${consolePath(page, merchant.id)}">Done: show the next steps</a></p></section>`;
  return {
    to: path,
    said: '',
    subject: `merchant ${merchant.id}`,
    merchantId: merchant.id,
    before: null,
    after: { code: merchant.code, name: merchant.name, siteCode, admin: invited.email },
    once: consolePage(visit, { title: 'Merchant created', page, main }),
  };
}

async function showMerchant(visit: Visit, again?: Again): Promise<Html> {
  const { ctx, viewer, params, user } = visit;
  const asked = (params.id ?? '').toLowerCase();
  const merchant = isUuid(asked) && sees(viewer, asked) ? await findMerchantById(ctx.db, asked) : undefined;
  if (!merchant) throw new Refusal(404, 'Merchant not found, or you do not have access.');
  await looksAt(visit, merchant.id);
  const sites = await listSites(ctx.db, merchant.id);
  const users = may(user.rights, 'user.see', merchant.id)
    ? await listUsers(ctx.db, only(merchant.id))
    : undefined;
  const { code } = merchant;
  const isSuspended = (await findSuspension(ctx, viewer, merchant.id))?.suspendedAt != null;
  return consolePage(visit, {
    title: `${merchant.name} (${code})`,
    page,
    main: html`<div class="thing"><div>${isSuspended && (await suspensionPanel(visit, merchant, again))}
${await onboardingView(visit, merchant)}
${sitesTable(sites)}
${may(visit.user.rights, 'site.create', merchant.id) && html`<p><a class="quiet-button" href="${consolePath('settings', 'sites', 'new')}?merchant=${code}">New site</a></p>`}
${users && usersTable(users)}
</div><aside aria-label="At the side"><section class="panel" aria-label="Facts">${facts([
      ['Code', code],
      ['Created', time(merchant.createdAt)],
      ['Id', id(merchant.id)],
    ])}
<ul><li><a href="/console/payments?merchant=${code}">Payments</a></li>
<li><a href="/console/settlements?merchant=${code}">Settlements</a></li>
${may(user.rights, 'go-live.see') && html`<li><a href="/console/go-live?merchant=${code}">Go-live checklist</a></li>`}</ul></section>
${!isSuspended && (await suspensionPanel(visit, merchant, again))}
</aside></div>`,
  });
}

function sitesTable(sites: readonly Site[]): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="Sites"><table class="cards">
<caption>${sites.length === 1 ? '1 site' : `${sites.length} sites`}</caption>
<thead><tr><th scope="col">Code</th><th scope="col">Name</th><th scope="col">Settlement account</th><th scope="col">Created</th></tr></thead>
<tbody>${sites.map(
    (
      site,
    ) => html`<tr><td data-label="Code"><a data-row href="${consolePath('settings', site.code)}">${site.code}</a></td>
<td data-label="Name">${site.name}</td><td data-label="Settlement account">${site.settlementAccount ? `…${site.settlementAccount.accountNumber.slice(-4)}` : 'not set'}</td>
<td data-label="Created">${listTime(site.createdAt)}</td></tr>`,
  )}</tbody></table></div>`;
}

function usersTable(users: readonly ListedUser[]): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="Users"><table class="cards">
<caption>${users.length === 1 ? '1 user' : `${users.length} users`}</caption>
<thead><tr><th scope="col">Email address</th><th scope="col">Role</th><th scope="col">State</th><th scope="col">Second factor</th></tr></thead>
<tbody>${users.map(
    (
      user,
    ) => html`<tr><td data-label="Email address"><a data-row href="${consolePath('users', user.id)}">${user.email}</a></td>
<td data-label="Role">${user.held.map(({ role }) => role).join(', ')}</td><td data-label="State">${state(user.disabledAt === null ? 'active' : 'disabled')}</td>
<td data-label="Second factor">${user.hasFactor ? 'set up' : 'none'}</td></tr>`,
  )}</tbody></table></div>`;
}
