// The settlement account on a site's page, and the change of one that every admin is shown while it waits.

import { maskAccount } from '../../../core/account-numbers.ts';
import { accountBanks, bankById, demoBank } from '../../../core/banks.ts';
import { type AccountChange, listAccountChanges } from '../../../core/merchants/account-changes.ts';
import type { Site } from '../../../core/merchants/actions.ts';
import { may, merchantsFor } from '../../../core/people/permissions.ts';
import { type Html, html } from '../../html.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePath } from '../rooms.ts';
import { whoWords } from '../things.ts';
import type { Visit } from '../visit.ts';
import { facts, time } from './parts.ts';
import type { Again } from './settings-page.ts';

type Account = NonNullable<Site['settlementAccount']>;

/** Returns an account as others may see it. */
export const accountWords = (account: Account | null): string =>
  account === null
    ? 'none: settlements wait'
    : `${bankById(account.bankId)?.name ?? 'bank'} ${maskAccount(account.accountNumber)}, ${account.holder}`;

/** Returns what the home page shows to everybody who could stop a change. */
export async function accountNotices(visit: Visit): Promise<Html | undefined> {
  const merchants = merchantsFor(visit.person.rights, 'settings.change');
  const found = await listAccountChanges(visit.ctx.db, { merchants });
  if (found.length === 0) return undefined;
  return html`<section aria-label="Changes of settlement accounts">${await Promise.all(
    found.map(
      async (change) => html`<p class="wrong" role="alert">${await changeWords(visit, change)}
<a href="${consolePath('settings', change.siteCode)}#account">Look at it, or stop it</a></p>`,
    ),
  )}</section>`;
}

async function changeWords(visit: Visit, { siteCode, account, askedBy, askedAt, dueAt }: AccountChange) {
  return html`Settlements of ${siteCode} go to another account from ${time(dueAt)}: ${accountWords(account)}.
Asked for by ${await whoWords(visit, askedBy)}, ${time(askedAt)}.`;
}

export async function accountSection(visit: Visit, site: Site, again?: Again): Promise<Html> {
  const own = again?.group === 'account' ? again : undefined;
  const mayChange = may(visit.person.rights, 'settings.change', site.merchantId);
  const [waiting] = await listAccountChanges(visit.ctx.db, { merchants: [site.merchantId] }, site.id);
  const present = site.settlementAccount;
  return html`<section class="panel" aria-labelledby="account"><h2 id="account">Settlement account</h2>
${facts([
  ['Bank', present && bankById(present.bankId)?.name],
  ['Account', present ? maskAccount(present.accountNumber) : 'not set'],
  ['Branch', present?.branchCode],
  ['Holder', present?.holder],
])}
${waiting && html`<p class="wrong" role="status">${await changeWords(visit, waiting)}</p>`}
${own && (!mayChange || waiting) && html`<p class="wrong" role="alert">${own.problem.message}</p>`}
${mayChange && (waiting ? stopForm(waiting) : accountForm(visit, site, own))}</section>`;
}

const stopForm = ({ id, siteCode }: AccountChange): Html =>
  form({
    to: consolePath('settings', siteCode, 'account', 'stop'),
    seen: { change: id },
    label: 'Stop the change',
    body: button('Stop the change', 'danger'),
  });

function accountForm({ deps }: Visit, site: Site, again?: Again): Html {
  const { settlementAccount: present } = site;
  const given = { typed: again?.fields, problem: again?.problem };
  const banks = [...(deps.isStaging ? [demoBank] : []), ...accountBanks];
  return html`<details${(again || !present) && html` open`}><summary>${present ? 'Change it' : 'Set it'}</summary>
<p>${present ? 'It is used a day after it was asked for. Until then every admin is shown the change, and can stop it.' : 'It is used at once, because there is none yet.'}</p>
${form({
  to: consolePath('settings', site.code, 'account'),
  problem: given.problem,
  seen: { seenAccount: present ? maskAccount(present.accountNumber) : '' },
  label: 'Settlement account',
  body: html`${choice({ name: 'bank', label: 'Bank', options: [['', 'Choose'], ...banks.map(({ id, name }) => [id, name] as const)], chosen: given.typed?.bank, id: 'f-account-bank' })}
${field({ name: 'account', label: 'Account number', ...given, inputMode: 'numeric', longest: 30 })}
${field({ name: 'branch', label: 'Branch code', hint: 'Empty: the code that serves all branches of the bank.', ...given, inputMode: 'numeric', isOptional: true, longest: 10 })}
${field({ name: 'holder', label: 'Holder', ...given, longest: 50 })}
${button(present ? 'Change account' : 'Set account')}`,
})}</details>`;
}
