// Requests for a new settlement account, and cancelling a pending change.

import { maskAccount } from '../../../core/account-numbers.ts';
import { askForAccount, stopAccountChange } from '../../../core/merchants/account-changes.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { dateTime } from '../../messages/time.ts';
import { consolePath } from '../navigation.ts';
import { accountWords } from '../views/settlement-account.ts';
import { type FormRoute, Refusal } from '../visit.ts';
import { ownSite, showSite } from './settings.ts';

const path = `${consolePath('settings')}/:site/account`;
const action = 'settings.change';

export const accountForms: FormRoute[] = [
  {
    path,
    action,
    act: async (visit, work, fields) => {
      const { code, settlementAccount: present } = await ownSite(visit, visit.params.site ?? '');
      // The page shows only the last digits.
      const shown = present ? maskAccount(present.accountNumber) : '';
      if (fields.seenAccount !== undefined && fields.seenAccount !== shown)
        throw new Refusal(409, 'The settlement account changed since you opened this page. Check it again.');
      const account = {
        bankId: fields.bank ?? '',
        accountNumber: (fields.account ?? '').replace(/[\s-]/g, ''),
        branchCode: (fields.branch ?? '').trim(),
        holder: (fields.holder ?? '').trim(),
      };
      const seen = present?.accountNumber ?? '';
      const { site, waits } = await askForAccount(work, visit.viewer, code, account, seen);
      return {
        to: consolePath('settings', code),
        said: waits
          ? `The new account takes effect ${dateTime('en', waits.dueAt)}, unless the change is cancelled.`
          : 'Settlement account set.',
        subject: `site ${code}`,
        merchantId: site.merchantId,
        before: { settlementAccount: accountWords(present) },
        after: {
          settlementAccount: accountWords(waits ? waits.account : site.settlementAccount),
          ...(waits && { from: waits.dueAt.toISOString() }),
        },
      };
    },
    again: (visit, again) => showSite(visit, { group: 'account', ...again }),
  },
  {
    path: `${path}/stop`,
    action,
    act: async (visit, work, fields) => {
      const site = await ownSite(visit, visit.params.site ?? '');
      const id = (fields.change ?? '').toLowerCase();
      if (!isUuid(id)) throw new Refusal(422, 'The form is incomplete. Reload the page and try again.');
      const { account } = await stopAccountChange(work, visit.viewer, id);
      return {
        to: consolePath('settings', site.code),
        said: 'Change cancelled. The settlement account stays the same.',
        subject: `site ${site.code}`,
        merchantId: site.merchantId,
        before: { waiting: accountWords(account) },
        after: { settlementAccount: accountWords(site.settlementAccount) },
      };
    },
    again: (visit, again) => showSite(visit, { group: 'account', ...again }),
  },
];
