// The chart of accounts and the posting templates, as data: each business fact has one template. A template is made of
// moves, so its lines sum to zero whatever the amounts.
import type { Cents } from '../../kernel/money.ts';

/** Every kind of account. "service": one for the whole service; "site": one for each site. */
export const accountKinds = {
  bank_clearing: { owner: 'service', meaning: 'Money that customers paid, at our banks.' },
  merchant: {
    owner: 'site',
    meaning: 'What we owe the site: payments less fees, less what was settled or refunded.',
  },
  refunds_in_flight: {
    owner: 'site',
    meaning: 'Refunds that a bank has been told to pay and has not confirmed.',
  },
  float: { owner: 'site', meaning: 'What the site has paid in to pay out of.' },
  payouts_in_flight: { owner: 'site', meaning: 'Payouts accepted and not confirmed by a bank.' },
  settlements_in_flight: {
    owner: 'site',
    meaning: 'Settlements made and not yet paid to the site’s bank account.',
  },
  deposits_in_flight: {
    owner: 'service',
    meaning: 'Deposits that go back to whom they came from, and that no bank has confirmed.',
  },
  suspense: { owner: 'service', meaning: 'Money that arrived and whose owner is not known yet.' },
  fees: { owner: 'service', meaning: 'What we have earned.' },
} as const satisfies Record<string, { owner: 'service' | 'site'; meaning: string }>;

export type AccountKind = keyof typeof accountKinds;

interface Line {
  account: AccountKind;
  side: 'debit' | 'credit';
  /** Which of the posting's named amounts the line moves. */
  amount: string;
}

/** One of the posting's named amounts moves from one account to another: the first is debited, the second credited. */
function move(from: AccountKind, to: AccountKind, amount = 'amount'): readonly Line[] {
  return [
    { account: from, side: 'debit', amount },
    { account: to, side: 'credit', amount },
  ];
}

export const templates = {
  /**
   * The customer's money arrived, all of it the site's, and the site paid our fee of it. Apart, because a payment that the
   * fee takes whole would otherwise leave no trace on the site's account, and so be in no settlement.
   */
  payment_received: [...move('bank_clearing', 'merchant', 'gross'), ...move('merchant', 'fees', 'fee')],
  /** A refund was picked up: the money is set aside. */
  refund_submitted: move('merchant', 'refunds_in_flight'),
  /** The bank paid it. */
  refund_paid: move('refunds_in_flight', 'bank_clearing'),
  /** It failed or came back before the bank had paid it. */
  refund_undone: move('refunds_in_flight', 'merchant'),
  /** It came back after the bank had paid it. */
  refund_returned: move('bank_clearing', 'merchant'),
  /** A deposit arrived with a site's top-up reference. */
  float_topped_up: move('bank_clearing', 'float'),
  /** A deposit arrived that nobody knows. */
  deposit_unmatched: move('bank_clearing', 'suspense'),
  /** Somebody allocated a part of it; that part is booked as if it had come just now. */
  deposit_allocated: move('suspense', 'bank_clearing'),
  /** It is sent back. */
  deposit_return_ordered: move('suspense', 'deposits_in_flight'),
  deposit_return_paid: move('deposits_in_flight', 'bank_clearing'),
  /** Sending it back failed, or it came back before the bank had paid it. */
  deposit_return_undone: move('deposits_in_flight', 'suspense'),
  /** It came back after the bank had paid it. */
  deposit_return_returned: move('bank_clearing', 'suspense'),
  /** A payout was accepted: it leaves the float at once. */
  payout_accepted: move('float', 'payouts_in_flight'),
  payout_paid: move('payouts_in_flight', 'bank_clearing'),
  /** It was cancelled or rejected before the bank had paid it. */
  payout_undone: move('payouts_in_flight', 'float'),
  /** It came back after the bank had paid it. */
  payout_returned: move('bank_clearing', 'float'),
  /** A business day was settled: what we owe the site becomes what is on its way to them. */
  settlement_made: move('merchant', 'settlements_in_flight'),
  settlement_paid: move('settlements_in_flight', 'bank_clearing'),
  /** A transfer that had paid it came back: it is on its way again. */
  settlement_returned: move('bank_clearing', 'settlements_in_flight'),
  /** An account was verified for a site, with either result. */
  verification_charged: move('merchant', 'fees'),
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
