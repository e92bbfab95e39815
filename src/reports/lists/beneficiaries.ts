// The list of saved beneficiaries. all merchants: condition.ts adds whose rows are read.
import { bankById } from '../../core/banks.ts';
import * as columns from './columns.ts';
import { stateOr } from './condition.ts';
import type { Row } from './list.ts';
import { makeList } from './read.ts';

const words: Record<string, string> = { verified: 'Verified', unavailable: 'Bank not available' };

const verification = ({ verified }: Row): string =>
  verified === null ? 'Not verified yet' : (words[String(verified)] ?? 'Not verified');

export const beneficiaries = makeList({
  name: 'beneficiaries',
  caption: 'Beneficiaries',
  nouns: ['beneficiary', 'beneficiaries'],
  action: 'beneficiary.see',
  filters: ['merchant', 'q', 'state', 'after'],
  words: { state: ['verified', 'unverified'] },
  columns: [
    columns.id,
    columns.link('name', 'Name'),
    {
      ...columns.text('bank', 'Bank', 'bankId'),
      value: ({ bankId }) => bankById(bankId as string)?.name ?? null,
    },
    columns.text('account', 'Account'),
    { ...columns.text('verification', 'Verification', 'verified'), value: verification },
    ...columns.instant('accountSince', 'Account since', 'accountSince'),
    columns.hidden(columns.text('branch', 'Branch', 'branchCode')),
    ...columns.created.map(columns.hidden),
    columns.merchant,
  ],
  leadsTo: ({ id }) => ({ page: 'beneficiaries', id }),
  source: (db) => db`
    select id, created_at, merchant_id, null::uuid as site_id, name, bank_id, branch_code, account, verified, account_since
    from beneficiaries`,
  conditions: {
    q: (db, { q = '' }) => db`position(lower(${q}) in lower(name)) > 0`,
    state: stateOr({
      verified: (db) => db`verified = 'verified'`,
      unverified: (db) => db`verified is distinct from 'verified'`,
    }),
  },
});
