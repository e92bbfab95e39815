// Asking for another settlement account, and stopping a change that waits.

import { maskAccount } from '../../../core/account-numbers.ts';
import { askForAccount, stopAccountChange } from '../../../core/merchants/account-changes.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { dateTime } from '../../words/time.ts';
import { consolePath } from '../rooms.ts';
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
      // The page shows the last digits alone.
      const shown = present ? maskAccount(present.accountNumber) : '';
      if (fields.seenAccount !== undefined && fields.seenAccount !== shown)
        throw new Refusal(409, 'The settlement account is another now. Look at it again.');
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
          ? `The new account is used from ${dateTime('en', waits.dueAt)}, unless somebody stops it.`
          : 'Settlements go to this account.',
        subject: `site ${code}`,
        merchantId: site.merchantId,
        before: { settlementAccount: accountWords(present) },
        after: {
          settlementAccount: accountWords(waits ? waits.account : site.settlementAccount),
          ...(waits && { from: waits.dueAt.toISOString() }),
        },
      };
    },
    again: (visit, fields, problem) => showSite(visit, { group: 'account', fields, problem }),
  },
  {
    path: `${path}/stop`,
    action,
    act: async (visit, work, fields) => {
      const site = await ownSite(visit, visit.params.site ?? '');
      const id = (fields.change ?? '').toLowerCase();
      if (!isUuid(id)) throw new Refusal(422, 'The form is not as this page made it. Open the page again.');
      const { account } = await stopAccountChange(work, visit.viewer, id);
      return {
        to: consolePath('settings', site.code),
        said: 'The change is stopped: settlements go where they went.',
        subject: `site ${site.code}`,
        merchantId: site.merchantId,
        before: { waiting: accountWords(account) },
        after: { settlementAccount: accountWords(site.settlementAccount) },
      };
    },
    again: (visit, fields, problem) => showSite(visit, { group: 'account', fields, problem }),
  },
];
