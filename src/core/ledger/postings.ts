// The chart of accounts and the posting templates, as data: each business fact has one template. A template consists of
// moves, so its lines sum to zero whatever the amounts.

/** Every kind of account. "service": one for the whole service; "site": one for each site; "bank": one for each bank account. */
export const accountKinds = {
  bank_clearing: {
    owner: 'bank',
    meaning: 'Money at a bank account of the operator, according to its statement.',
  },
  bank_charges: {
    owner: 'bank',
    meaning: 'Charges by the bank for the account, less refunded charges.',
  },
  bank_interest: {
    owner: 'bank',
    meaning: 'Interest paid by the bank on the account, less interest charged.',
  },
  own_movements: {
    owner: 'bank',
    meaning: 'Payments in and withdrawals by the account’s owner, and settlements that were not transferred.',
  },
  supplier_payments: { owner: 'bank', meaning: 'Payments to suppliers, less their refunds.' },
  salaries: { owner: 'bank', meaning: 'Salaries and wages paid, less returned ones.' },
  taxes: { owner: 'bank', meaning: 'Taxes paid, less refunds of tax.' },
  loans: { owner: 'bank', meaning: 'Repayments of loans, less money that was lent to the owner.' },
  other_movements: { owner: 'bank', meaning: 'Movements in a category of the kind "other".' },
  payments_in_transit: {
    owner: 'bank',
    meaning: 'Payments that a bank shows although they had been abandoned, until the bank returns them.',
  },
  opening_balance: { owner: 'bank', meaning: 'The balance of the account before its first line here.' },
  merchant: {
    owner: 'site',
    meaning: 'Amounts due to the site: payments less fees, settlements and refunds.',
  },
  refunds_in_flight: {
    owner: 'site',
    meaning: 'Refunds sent to a bank that it has not confirmed.',
  },
  float: { owner: 'site', meaning: 'Money that the site has paid in to fund payouts.' },
  payouts_in_flight: { owner: 'site', meaning: 'Payouts accepted and not confirmed by a bank.' },
  settlements_in_flight: {
    owner: 'site',
    meaning: 'Settlements made and not yet paid to the site’s bank account.',
  },
  deposits_in_flight: {
    owner: 'service',
    meaning: 'Deposits that go back to whom they came from, and that no bank has confirmed.',
  },
  suspense: { owner: 'service', meaning: 'Money received whose owner is not identified yet.' },
  fees: { owner: 'service', meaning: 'Fees earned by the operator, without VAT.' },
  vat: { owner: 'service', meaning: 'VAT on fees, which the operator owes to the revenue service.' },
} as const satisfies Record<string, { owner: 'service' | 'site' | 'bank'; meaning: string }>;

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
   * The customer's money arrived, all of it the site's, and the site paid the fee, which includes VAT. Separate moves, because
   * a payment that the fee takes whole would otherwise leave no trace on the site's account, and so be in no settlement.
   */
  payment_received: [
    ...move('bank_clearing', 'merchant', 'gross'),
    ...move('merchant', 'fees', 'fee'),
    ...move('fees', 'vat', 'vat'),
  ],
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
  /** A deposit arrived that matches no payment. */
  deposit_unmatched: move('bank_clearing', 'suspense'),
  /** An operator allocated a part of it; that part is booked as if it had arrived just now. */
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
  /** A business day was settled: the amount due to the site is now on its way to it. */
  settlement_made: move('merchant', 'settlements_in_flight'),
  settlement_paid: move('settlements_in_flight', 'bank_clearing'),
  /** A transfer that had paid it came back: it is on its way again. */
  settlement_returned: move('bank_clearing', 'settlements_in_flight'),
  /** It was due to the very account that would have paid it: the money stays where it is, and is its owner’s. */
  settlement_kept: move('settlements_in_flight', 'own_movements'),
  /** A bank account’s first statement, or its owner's opening balance. */
  account_opened: move('bank_clearing', 'opening_balance'),
  account_opened_overdrawn: move('opening_balance', 'bank_clearing'),
  /** Lines of a statement that are not payments. */
  bank_charged: move('bank_charges', 'bank_clearing'),
  bank_charge_given_back: move('bank_clearing', 'bank_charges'),
  bank_interest_paid: move('bank_clearing', 'bank_interest'),
  bank_interest_taken: move('bank_interest', 'bank_clearing'),
  payment_shown_anyway: move('payments_in_transit', 'bank_clearing'),
  payment_given_back: move('bank_clearing', 'payments_in_transit'),
  own_money_in: move('bank_clearing', 'own_movements'),
  own_money_out: move('own_movements', 'bank_clearing'),
  supplier_paid: move('supplier_payments', 'bank_clearing'),
  supplier_refunded: move('bank_clearing', 'supplier_payments'),
  salary_paid: move('salaries', 'bank_clearing'),
  salary_returned: move('bank_clearing', 'salaries'),
  tax_paid: move('taxes', 'bank_clearing'),
  tax_refunded: move('bank_clearing', 'taxes'),
  loan_repaid: move('loans', 'bank_clearing'),
  loan_received: move('bank_clearing', 'loans'),
  other_money_out: move('other_movements', 'bank_clearing'),
  other_money_in: move('bank_clearing', 'other_movements'),
  /** A user undid the category of a line: each reverses the posting of its name. */
  bank_charged_undone: move('bank_clearing', 'bank_charges'),
  bank_charge_given_back_undone: move('bank_charges', 'bank_clearing'),
  bank_interest_paid_undone: move('bank_interest', 'bank_clearing'),
  bank_interest_taken_undone: move('bank_clearing', 'bank_interest'),
  own_money_in_undone: move('own_movements', 'bank_clearing'),
  own_money_out_undone: move('bank_clearing', 'own_movements'),
  supplier_paid_undone: move('bank_clearing', 'supplier_payments'),
  supplier_refunded_undone: move('supplier_payments', 'bank_clearing'),
  salary_paid_undone: move('bank_clearing', 'salaries'),
  salary_returned_undone: move('salaries', 'bank_clearing'),
  tax_paid_undone: move('bank_clearing', 'taxes'),
  tax_refunded_undone: move('taxes', 'bank_clearing'),
  loan_repaid_undone: move('bank_clearing', 'loans'),
  loan_received_undone: move('loans', 'bank_clearing'),
  other_money_out_undone: move('bank_clearing', 'other_movements'),
  other_money_in_undone: move('other_movements', 'bank_clearing'),
  /** A user undid the match of a part: its money is in suspense again. */
  deposit_reopened: move('bank_clearing', 'suspense'),
  /** The bank took back a deposit that was not allocated, or a user put its line in a category. */
  deposit_reversed: move('suspense', 'bank_clearing'),
  /** The bank took back the money of a payment: the site owes it again, and has its fee with VAT back. */
  payment_reversed: [
    ...move('merchant', 'bank_clearing', 'gross'),
    ...move('fees', 'merchant', 'fee'),
    ...move('vat', 'fees', 'vat'),
  ],
  /** The bank took back a deposit that had raised a float. */
  float_reversed: move('float', 'bank_clearing'),
  /** An account was verified for a site, with either result. */
  verification_charged: [...move('merchant', 'fees', 'fee'), ...move('fees', 'vat', 'vat')],
  /** A credit note gave back a part of an invoice, with its VAT. */
  fee_credited: [...move('fees', 'merchant', 'fee'), ...move('vat', 'fees', 'vat')],
} as const satisfies Record<string, readonly Line[]>;

export type Posting = keyof typeof templates;
