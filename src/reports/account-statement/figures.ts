// The figures of an account statement: every movement of a merchant's balance and of its floats belongs to exactly one, so that
// the opening balance plus all figures is the closing balance.
import type { AccountKind, Posting } from '../../core/ledger/actions.ts';

/** The accounts that hold a merchant's money: what is due to its sites, and their floats for payouts. */
export const balanceKinds = ['merchant', 'float'] as const satisfies readonly AccountKind[];
export type BalanceKind = (typeof balanceKinds)[number];

export const movementNames = ['gross', 'refunds', 'returns', 'fees', 'vat', 'payouts', 'settled'] as const;
export type MovementName = (typeof movementNames)[number];

/** The debits or the credits of a posting on an account. */
export interface Movement {
  account: BalanceKind;
  posting: Posting;
  side: 'debit' | 'credit';
}

const on = (account: BalanceKind, side: Movement['side'], posting: Posting): Movement => ({
  account,
  posting,
  side,
});

/** Fees as the balance pays them: with their VAT. */
export const feeMovements: readonly Movement[] = [
  on('merchant', 'debit', 'payment_received'),
  on('merchant', 'debit', 'verification_charged'),
  on('merchant', 'credit', 'payment_reversed'),
  on('merchant', 'credit', 'fee_credited'),
];

/** The movements of each figure. A fee and its VAT are one movement of the balance, and two figures. */
export const movements: Record<MovementName, readonly Movement[]> = {
  gross: [on('merchant', 'credit', 'payment_received')],
  refunds: [
    on('merchant', 'debit', 'refund_submitted'),
    on('merchant', 'credit', 'refund_undone'),
    on('merchant', 'credit', 'refund_returned'),
  ],
  returns: [on('merchant', 'debit', 'payment_reversed')],
  fees: feeMovements,
  vat: feeMovements,
  payouts: [
    on('float', 'debit', 'payout_accepted'),
    on('float', 'credit', 'payout_undone'),
    on('float', 'credit', 'payout_returned'),
  ],
  settled: [
    on('merchant', 'debit', 'settlement_made'),
    on('float', 'credit', 'float_topped_up'),
    on('float', 'debit', 'float_reversed'),
  ],
};

/** The part of a movement that a figure counts. */
export type MovementPart = 'all' | 'without VAT' | 'VAT';
export const partOf = (name: string): MovementPart =>
  name === 'fees' ? 'without VAT' : name === 'vat' ? 'VAT' : 'all';

/** Returns the figure that a movement belongs to; of a fee the one without VAT. */
export const figureOf = (account: string, posting: string, side: string): MovementName | undefined =>
  movementNames.find((name) =>
    movements[name].some((one) => one.account === account && one.posting === posting && one.side === side),
  );

/** The order in which a statement is read; `net` is a sum of others. */
export const figureNames = [
  'opening',
  'gross',
  'fees',
  'vat',
  'refunds',
  'returns',
  'net',
  'payouts',
  'settled',
  'closing',
] as const;
export type FigureName = (typeof figureNames)[number];

/** The figures that `net` adds up. */
export const netOf = [
  'gross',
  'fees',
  'vat',
  'refunds',
  'returns',
] as const satisfies readonly MovementName[];

export const figureWords: Record<FigureName, { label: string; meaning: string }> = {
  opening: { label: 'Opening balance', meaning: 'Balance and floats before the first day.' },
  gross: { label: 'Gross', meaning: 'Payments received.' },
  fees: {
    label: 'Fees',
    meaning: 'Fees charged without VAT, less fees given back with returned payments and credit notes.',
  },
  vat: { label: 'VAT on fees', meaning: 'VAT on those fees.' },
  refunds: { label: 'Refunds', meaning: 'Refunds sent to banks, less refunds that failed or came back.' },
  returns: {
    label: 'Returns',
    meaning: 'Payments that a bank took back: unpaid debit orders and reversals.',
  },
  net: { label: 'Net', meaning: 'Gross, fees, VAT, refunds and returns together.' },
  payouts: {
    label: 'Payouts',
    meaning: 'Payouts from the floats, less payouts that were cancelled or came back.',
  },
  settled: {
    label: 'Settled',
    meaning: 'Settlements to the merchant’s own account, less float top-ups from it.',
  },
  closing: { label: 'Closing balance', meaning: 'Balance and floats at the end of the last day.' },
};

/** The rule of signs, as statements print it. */
export const signRule =
  'Money that raises the balance is positive and deductions are negative: the opening balance plus gross, fees, VAT, refunds, returns, payouts and settled is the closing balance.';
