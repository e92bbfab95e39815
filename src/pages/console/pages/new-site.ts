// A new site of a merchant, with its keys. Operators set its fees; a merchant's own site has those of its first site.
import type { Work } from '../../../core/context.ts';
import { type NewSite, readSiteSettings } from '../../../core/merchants/actions.ts';
import { createSiteAs } from '../../../core/merchants/new-sites.ts';
import { may } from '../../../core/users/permissions.ts';
import { type Html, html } from '../../html.ts';
import { button, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { merchantField, merchantOf } from '../merchant-field.ts';
import { consolePath } from '../navigation.ts';
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

const page = 'settings';
const path = consolePath(page, 'sites', 'new');
const action = 'site.create';

export const newSitePage: PageRoute = { path, action, takes: ['merchant'], show: (visit) => showForm(visit) };

export const newSiteForm: FormRoute = {
  path,
  action,
  act: (visit, work, fields) => create(visit, work, fields),
  again: showForm,
};

const feeNames = ['feeBps', 'feeCents'] as const;

async function create(visit: AnyVisit, work: Work, fields: Fields): Promise<Done> {
  const merchantId = await merchantOf(visit, fields);
  if (merchantId === null) throw new Refusal(422, 'Enter the code of the merchant.', 'merchant');
  const name = (fields.name ?? '').trim();
  if (!/^[^\p{C}]{1,100}$/u.test(name))
    throw new Refusal(422, 'Enter a name of 1 to 100 characters.', 'name');
  const fees = feesOf(visit, fields, merchantId);
  const made = await createSiteAs(work, visit.viewer, merchantId, { name, fees });
  const { siteCode } = made;
  // Only the merchant reads its secrets: an operator's site has keys that its admin rolls.
  const isOwn = visit.viewer.merchants !== 'all';
  return {
    to: consolePath(page, siteCode),
    said: `Site ${siteCode} created. The merchant’s admin rolls its keys under API keys.`,
    subject: `site ${siteCode}`,
    merchantId,
    after: { name, ...made.fees },
    ...(isOwn && { once: createdPage(visit, name, made) }),
  };
}

/** Returns the fees that an operator typed; undefined for those of the merchant's first site. */
function feesOf({ user }: AnyVisit, fields: Fields, merchantId: string) {
  const typed = feeNames.filter((name) => (fields[name] ?? '').trim() !== '');
  if (typed.length === 0) return undefined;
  if (!may(user.rights, 'fee.change', merchantId))
    throw new Refusal(403, 'Your role does not allow this. An operator sets the fees of a site.', typed[0]);
  const read = readSiteSettings(typed.map((name) => [name, fields[name]!.trim()]));
  return { feeBps: read.feeBps ?? 0, feeCents: read.feeCents ?? 0n };
}

function createdPage(visit: AnyVisit, name: string, made: NewSite): Html {
  const { siteCode } = made;
  const keys = [
    ['Private key', made.privateKey, 'Signs requests and notifications of the Payments API and of payouts.'],
    ['Webhook signing secret', made.webhookSecret, 'Signs webhooks of the One API.'],
    [
      'Payout verification token',
      made.payoutAccessToken,
      'Sent with each request to your payout verification URL.',
    ],
  ] as const;
  const main = html`<p class="said" role="status">Site ${name} created. Its code is <strong>${siteCode}</strong>.</p>
<p>The keys are shown only once. Store them before you leave this page; requests also need the merchant’s API key, which all sites share.</p>
${keys.map(
  (
    [label, key, use],
    at,
  ) => html`<section class="panel" aria-labelledby="key-${at}"><h2 id="key-${at}">${label}</h2>
<p class="hint">${use}</p>
<p><code>${key}</code> <button type="button" class="button-link" data-copy="${key}" aria-label="Copy: ${label}">Copy</button></p></section>`,
)}
<p><a class="act-button act-main" href="${consolePath(page, siteCode)}">I have stored them: open the site</a></p>`;
  return consolePage(visit, { title: 'Site created', page, main });
}

function showForm(visit: Visit, again?: Again): Promise<Html> {
  const { query } = visit;
  const given: Partial<Again> = again ?? { typed: query };
  const isFeeSetter = may(visit.user.rights, 'fee.change');
  const main = html`<p><a href="${consolePath(page)}">Sites</a></p>
${form({
  to: path,
  ...given,
  label: 'New site',
  body: html`${merchantField(visit, 'The merchant’s name or code, or the code of one of its sites.', given, true)}
${field({ name: 'name', label: 'Name', hint: 'Shown to customers.', ...given, longest: 100 })}
${
  isFeeSetter
    ? html`${field({ name: 'feeBps', label: 'Fee per payment, in basis points', hint: '100 basis points are 1 %. Leave both fees blank for the fees of the merchant’s first site.', ...given, inputMode: 'numeric', isOptional: true, longest: 5 })}
${field({ name: 'feeCents', label: 'Fixed fee per payment, in cents', ...given, inputMode: 'numeric', isOptional: true, longest: 9 })}`
    : html`<p class="hint">The new site has the same fees as your first site. An operator can change them.</p>`
}
<p class="hint">Next, set the site’s settlement account and addresses on its page.</p>
${button('Create site')}`,
})}`;
  return Promise.resolve(consolePage(visit, { title: 'New site', page, main }));
}
