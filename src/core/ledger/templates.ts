// The chart of accounts and the posting templates, as data: each business fact has one template, and a template's
// lines always sum to zero, whatever the amounts.
import type { Cents } from '../../kernel/money.ts';

/** Every kind of account. "service": one for the whole service; "site": one for each site. */
export const accountKinds = {
  bank_clearing: { owner: 'service', meaning: 'Money that customers paid, at our banks.' },
  merchant: {
    owner: 'site',
    meaning: 'What we owe the site: payments less fees, less what was settled or refunded.',
  },
  fees: { owner: 'service', meaning: 'What we have earned.' },
} as const satisfies Record<string, { owner: 'service' | 'site'; meaning: string }>;

export type AccountKind = keyof typeof accountKinds;

interface Line {
  account: AccountKind;
  side: 'debit' | 'credit';
  /** Which of the posting's named amounts the line moves. */
  amount: string;
}

export const templates = {
  /** gross = fee + net: the customer's money arrived, part of it is our fee, the rest belongs to the site. */
  payment_received: [
    { account: 'bank_clearing', side: 'debit', amount: 'gross' },
    { account: 'merchant', side: 'credit', amount: 'net' },
    { account: 'fees', side: 'credit', amount: 'fee' },
  ],
} as const satisfies Record<string, readonly Line[]>;

export type Posting = keyof typeof templates;

export interface Entry {
  account: AccountKind;
  /** Debits are positive, credits negative, in cents; never zero. */
  amount: Cents;
}

/** The entries of a posting. Lines whose amount is zero are left out; a missing amount is our bug. */
export function entriesOf(posting: Posting, amounts: Record<string, Cents>): Entry[] {
  return templates[posting]
    .map((line) => {
      const amount = amounts[line.amount];
      if (amount === undefined || amount < 0n) throw new Error(`${posting} needs the amount ${line.amount}`);
      return { account: line.account, amount: line.side === 'debit' ? amount : -amount };
    })
    .filter((entry) => entry.amount !== 0n);
}
