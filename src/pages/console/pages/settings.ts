// Sites: the list, and the settings of one site.
import type { Work } from '../../../core/context.ts';
import {
  changeSiteAs,
  findSiteByCode,
  readSiteSettings,
  type ShownSettings,
  type Site,
  shownSettings,
} from '../../../core/merchants/actions.ts';
import { may } from '../../../core/users/permissions.ts';
import { sees } from '../../../core/viewer.ts';
import { formatDecimal, readTypedAmount } from '../../../kernel/money.ts';
import { sites } from '../../../reports/lists/sites.ts';
import { type Html, html } from '../../html.ts';
import { consolePage } from '../frame.ts';
import { listRoutes } from '../list-page.ts';
import { consolePath } from '../navigation.ts';
import { looksAt } from '../operator-access.ts';
import { seenIn } from '../problems.ts';
import {
  type Group,
  type GroupAgain,
  groups,
  mayChange,
  settingsPage,
  textOf,
  withoutAccount,
} from '../views/settings-page.ts';
import { accountSection } from '../views/settlement-account.ts';
import {
  type AnyVisit,
  type Done,
  type Fields,
  type FormRoute,
  type PageRoute,
  Refusal,
  type Visit,
} from '../visit.ts';
import { newSiteForm, newSitePage } from './new-site.ts';

const page = 'settings';
const path = consolePath(page);

export const settingPages: PageRoute[] = [
  ...listRoutes({
    page,
    list: sites,
    title: 'Sites',
    first: { words: 'No sites yet. A site has its own fee, settlement account and API keys.' },
    tools: ({ user }) =>
      html`<a href="${path}/keys">Site keys</a>${
        may(user.rights, 'site.create') &&
        html` <a class="act-button act-main" href="${path}/sites/new">New site</a>`
      }`,
  }),
  newSitePage,
  { path: `${path}/:site`, action: 'settings.see', show: (visit) => showSite(visit) },
];

export const settingForms: FormRoute[] = [
  newSiteForm,
  ...groups.map(
    (group): FormRoute => ({
      path: `${path}/:site/${group.key}`,
      action: group.action,
      act: (visit, work, fields) => change(visit, work, group, fields),
      again: (visit, again) => showSite(visit, { group: group.key, ...again }),
    }),
  ),
];

/** Returns a site by its code. Throws Refusal for a site that does not exist or is not the viewer's. */
export async function ownSite({ ctx, viewer }: AnyVisit, code: string): Promise<Site> {
  const site = code.length <= 50 ? await findSiteByCode(ctx.db, code) : undefined;
  if (site && sees(viewer, site.merchantId)) return site;
  throw new Refusal(404, 'Site not found, or you do not have access.');
}

async function change(visit: AnyVisit, work: Work, group: Group, fields: Fields): Promise<Done> {
  const { code, merchantId } = await ownSite(visit, visit.params.site ?? '');
  if (!mayChange(visit, group, merchantId))
    throw new Refusal(403, 'Your role does not allow this. Ask an operator for the change.');
  const seen = seenIn(fields.seen) as ShownSettings;
  const changed = group.settings
    .map(({ name }) => name)
    .filter((name) => fields[name] !== undefined && fields[name].trim() !== textOf(seen[name]));
  if (changed.length === 0) throw new Refusal(422, 'No setting was changed.');
  const wanted = readSiteSettings(changed.map((name) => [name, asWritten(name, fields[name]!.trim())]));
  const shown = Object.fromEntries(changed.flatMap((name) => (name in seen ? [[name, seen[name]]] : [])));
  const { before, after } = await changeSiteAs(work, visit.viewer, code, wanted, shown);
  return {
    to: consolePath(page, code),
    said: `Updated: ${Object.keys(after).join(', ') || 'nothing'}.`,
    subject: `site ${code}`,
    merchantId,
    before: withoutAccount(before),
    after: withoutAccount(after),
  };
}

const amounts: readonly string[] = ['approvalAbove', 'consoleRefundLimit', 'verificationFee'];

/** Users type R 1 234,50 where settings are written as 1234.50. An invalid amount stays, and is refused as typed. */
function asWritten(name: string, text: string): string {
  const cents = amounts.includes(name) ? readTypedAmount(text) : undefined;
  return cents === undefined ? text : formatDecimal(cents);
}

/** Returns a site's page. One of its forms, of a group or of the account, can show its input again. */
export async function showSite(visit: Visit, again?: GroupAgain): Promise<Html> {
  const site = await ownSite(visit, visit.params.site ?? '');
  await looksAt(visit, site.merchantId);
  const keys = `${path}/keys?site=${encodeURIComponent(site.code)}`;
  return consolePage(visit, {
    title: `${site.name} (${site.code})`,
    page,
    tools: html`<a href="${keys}">Site keys</a>`,
    main: settingsPage(visit, site, shownSettings(site), await accountSection(visit, site, again), again),
  });
}
