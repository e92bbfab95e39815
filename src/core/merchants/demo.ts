// The initial settings of a sandbox merchant's site, so that a developer's first attempts succeed.
import { demoBank } from '../banks.ts';
import type { SiteChange } from './settings.ts';

const { id: bankId, branchCode } = demoBank;

export const demoSettings: Readonly<SiteChange> = {
  // A first payout needs neither encryption nor a verify address.
  allowPlainAccountNumbers: true,
  // A first settlement gets paid, to a shown account.
  settlementAccount: { bankId, branchCode, accountNumber: '9012345678', holder: 'Demo Shop' },
};
