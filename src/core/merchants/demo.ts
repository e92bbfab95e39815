// What the site of a sandbox's merchant begins with, so that whatever a developer tries first goes all the way.
import { demoBank } from '../banks.ts';
import type { SiteChange } from './settings.ts';

const { id: bankId, branchCode } = demoBank;

export const demoSettings: Readonly<SiteChange> = {
  // A first payout needs neither encryption nor an address that answers for it.
  allowPlainAccountNumbers: true,
  // A first settlement is paid, and names the account.
  settlementAccount: { bankId, branchCode, accountNumber: '9012345678', holder: 'Demo Shop' },
};
