// The settlement account on a site's page, and its pending change, which every admin sees.

import { maskAccount } from '../../../core/account-numbers.ts';
import { accountBanks, bankById, demoBank } from '../../../core/banks.ts';
import { type AccountChange, listAccountChanges } from '../../../core/merchants/account-changes.ts';
import type { Site } from '../../../core/merchants/actions.ts';
import { may, merchantsFor } from '../../../core/users/permissions.ts';
import { type Html, html } from '../../html.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePath } from '../navigation.ts';
import { whoWords } from '../records.ts';
import type { Visit } from '../visit.ts';
import { facts, time } from './parts.ts';
import type { GroupAgain } from './settings-page.ts';

type Account = NonNullable<Site['settlementAccount']>;

export const accountWords = (account: Account | null): string =>
  account === null
    ? 'none: settlements are on hold'
    : `${bankById(account.bankId)?.name ?? 'bank'} ${maskAccount(account.accountNumber)}, ${account.holder}`;

/** Returns the pending changes for the home page, for users who can cancel them. */
export async function accountBanners(visit: Visit): Promise<Html | undefined> {
  const merchants = merchantsFor(visit.user.rights, 'settings.change');
  const found = await listAccountChanges(visit.ctx.db, { merchants });
  if (found.length === 0) return undefined;
  return html`<section aria-label="Changes of settlement accounts">${await Promise.all(
    found.map(
      async (change) => html`<p class="wrong" role="alert">${await changeWords(visit, change)}
<a href="${consolePath('settings', change.siteCode)}#account">Review or cancel change</a></p>`,
    ),
  )}</section>`;
}

async function changeWords(visit: Visit, { siteCode, account, askedBy, askedAt, dueAt }: AccountChange) {
  return html`Settlement account change pending for ${siteCode}: takes effect ${time(dueAt)}, to ${accountWords(account)}.
Requested by ${await whoWords(visit, askedBy)}, ${time(askedAt)}.`;
}

export async function accountSection(visit: Visit, site: Site, again?: GroupAgain): Promise<Html> {
  const own = again?.group === 'account' ? again : undefined;
  const mayChange = may(visit.user.rights, 'settings.change', site.merchantId);
  const [waiting] = await listAccountChanges(visit.ctx.db, { merchants: [site.merchantId] }, site.id);
  const present = site.settlementAccount;
  return html`<section class="panel" aria-labelledby="account"><h2 id="account">Settlement account</h2>
${facts([
  ['Bank', present && bankById(present.bankId)?.name],
  ['Account', present ? maskAccount(present.accountNumber) : 'not set'],
  ['Branch', present?.branchCode],
  ['Account holder', present?.holder],
])}
${waiting && html`<p class="wrong" role="status">${await changeWords(visit, waiting)}</p>`}
${own && (!mayChange || waiting) && html`<p class="wrong" role="alert">${own.problem.message}</p>`}
${mayChange && (waiting ? stopForm(waiting) : accountForm(visit, site, own))}</section>`;
}

const stopForm = ({ id, siteCode }: AccountChange): Html =>
  form({
    to: consolePath('settings', siteCode, 'account', 'stop'),
    seen: { change: id },
    label: 'Cancel change',
    body: button('Cancel change', 'danger'),
  });

function accountForm({ deps }: Visit, site: Site, again?: GroupAgain): Html {
  const { settlementAccount: present } = site;
  const banks = [...(deps.isStaging ? [demoBank] : []), ...accountBanks];
  return html`<details${(again || !present) && html` open`}><summary>${present ? 'Change account' : 'Set account'}</summary>
<p>${present ? 'The new account takes effect one day after the request. Until then every admin sees the change and can cancel it.' : 'The account takes effect at once, because none is set yet.'}</p>
${form({
  to: consolePath('settings', site.code, 'account'),
  ...again,
  seen: { seenAccount: present ? maskAccount(present.accountNumber) : '' },
  label: 'Settlement account',
  body: html`${choice({ name: 'bank', label: 'Bank', options: [['', 'Choose'], ...banks.map(({ id, name }) => [id, name] as const)], chosen: again?.typed.bank, id: 'f-account-bank' })}
${field({ name: 'account', label: 'Account number', ...again, inputMode: 'numeric', longest: 30 })}
${field({ name: 'branch', label: 'Branch code', hint: 'Leave blank for the universal branch code.', ...again, inputMode: 'numeric', isOptional: true, longest: 10 })}
${field({ name: 'holder', label: 'Account holder', ...again, longest: 50 })}
${button(present ? 'Change account' : 'Set account')}`,
})}</details>`;
}
