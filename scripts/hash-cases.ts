// The requests and notifications of docs/hash-vectors.json: usual ones, null, empty or absent values, amounts in other
// notations, accented letters.
import type { RefundSnapshot } from '../src/core/refunds/transitions.ts';
import type { Snapshot } from '../src/core/transactions/transitions.ts';
import type { signedBulk } from '../src/surfaces/dialect/notified.ts';
import type { notificationHash } from '../src/surfaces/payouts/hash.ts';
import type { payoutStatusOf } from '../src/surfaces/payouts/wire.ts';

/** Fields of JSON. */
export type Fields = Record<string, string | number | boolean | null>;

/** Other notations that are accepted as the same. */
export interface Change {
  without?: string[];
  with?: Fields;
}

export interface Cases<Input> {
  given: [name: string, input: Input][];
  /** The usual case with another reference. */
  withReference: (reference: string) => Input;
}

const shop = 'https://shop.example';
const transactionId = '019aa000-0000-7000-8000-000000000001';
const bankId = '3284A0AD-BA78-4838-8C2B-102981286A2B';

export type Payment = [fields: Fields, alsoAccepted?: Change[]];

const payment: Fields = {
  siteCode: 'KARKAR0001',
  countryCode: 'ZA',
  currencyCode: 'ZAR',
  amount: '150.00',
  transactionReference: 'ORDER-17',
  bankReference: 'ORDER 17',
  cancelUrl: `${shop}/Cancel`,
  errorUrl: `${shop}/Error`,
  successUrl: `${shop}/Success?order=17`,
  notifyUrl: `${shop}/Notify`,
  isTest: 'false',
};

export const payments: Cases<Payment> = {
  given: [
    ['the required fields', [payment]],
    [
      'fields that are null, empty or absent',
      [{ ...payment, optional1: null, optional2: '', customer: null }],
    ],
    ['an amount with one decimal', [{ ...payment, amount: '10.5' }]],
    ['an amount that is a number in JSON, without decimals', [{ ...payment, amount: 10 }]],
    ['true and false in other letters, and as JSON has them', [{ ...payment, isTest: 'False' }]],
    ['a boolean of JSON', [{ ...payment, isTest: true }]],
    [
      'letters with accents, quotes and signs',
      [{ ...payment, optional1: 'Ünïque & “ÉLAN”', customer: 'Zoë D’Ñandú <ZOË>', bankReference: 'ZOE 17' }],
    ],
    [
      'a number and capitals beyond ASCII, as PHP writes and lowers them',
      [{ ...payment, amount: 25, customer: 'Élise ŠTĚPÁNEK' }],
    ],
    [
      'every field, in another order than that of the hash',
      [
        {
          customerCellphoneNumber: '0821234567',
          customerIdentifier: '8001015009087',
          variableAmountMax: '500.00',
          variableAmountMin: '50.00',
          allowVariableAmount: 'true',
          expiryDateUtc: '2027-01-31 16:30',
          payeeDisplayName: 'Karoo Books',
          bankAccountName: 'Karoo Books (Pty) Ltd',
          branchCode: '470010',
          bankAccountNumber: '1234567890',
          selectedBankId: bankId,
          customer: 'Thandi Nkosi',
          optional5: 'five',
          optional4: 'four',
          optional3: 'three',
          optional2: 'two',
          optional1: 'one',
          ...payment,
        },
        [{ without: ['customerCellphoneNumber'] }],
      ],
    ],
    [
      'a cellphone number and allowVariableAmount false, which may be left out',
      [
        { ...payment, isTest: 'true', allowVariableAmount: 'False', customerCellphoneNumber: '0821234567' },
        [
          { without: ['customerCellphoneNumber'] },
          { without: ['allowVariableAmount'] },
          { without: ['allowVariableAmount', 'customerCellphoneNumber'] },
        ],
      ],
    ],
    [
      'a variable amount, whose band may have two decimals or be as it is sent',
      [
        { ...payment, allowVariableAmount: 'true', variableAmountMin: '5', variableAmountMax: '50.5' },
        [{ with: { variableAmountMin: '5.00', variableAmountMax: '50.50' } }],
      ],
    ],
  ],
  withReference: (transactionReference) => [{ ...payment, transactionReference }],
};

const refund: Fields = {
  transactionId,
  amount: '25.00',
  refundReason: 'Returned goods',
  notifyUrl: `${shop}/Refunded`,
  isRtc: false,
};

export const refunds: Cases<Fields> = {
  given: [
    ['all fields; isRtc is not hashed', refund],
    [
      'a reason that is empty, no notifyUrl, an amount with one decimal',
      { transactionId, amount: 10.5, refundReason: '' },
    ],
    ['a reason and a notifyUrl that are null', { ...refund, refundReason: null, notifyUrl: null }],
    ['letters with accents', { ...refund, amount: '0.05', refundReason: 'Ündelivered: É' }],
    [
      'a number and capitals beyond ASCII, as PHP writes and lowers them',
      { ...refund, amount: 5, refundReason: 'ZURÜCK: ÄÖÜ' },
    ],
  ],
  withReference: (refundReason) => ({ ...refund, refundReason }),
};

const payout: Fields = {
  siteCode: 'KARKAR0001',
  amount: 1250.5,
  merchantReference: 'PAY-17',
  customerBankReference: 'SALARY',
  isRtc: false,
  notifyUrl: `${shop}/Paid`,
  bankGroupId: bankId,
  accountNumber: 'bXlBY2NvdW50TnVtYmVy+/==',
  branchCode: '470010',
};
const { notifyUrl: _, ...silent } = payout;

export const payouts: Cases<Fields> = {
  given: [
    ['all fields; the account number is hashed as it is sent', payout],
    ['no notifyUrl, a whole amount, by real-time clearing', { ...silent, amount: 10, isRtc: true }],
    ['a notifyUrl that is empty, an amount below one rand', { ...payout, notifyUrl: '', amount: 0.05 }],
    ['letters with accents', { ...payout, merchantReference: 'ÉLAN-17', amount: 10.5 }],
  ],
  withReference: (merchantReference) => ({ ...payout, merchantReference }),
};

const multiple: Fields = {
  siteCode: 'KARKAR0001',
  transactionReference: 'ORDER-17',
  bankId,
  notifyUrl: `${shop}/Deposited`,
};
const single: Fields = { ...multiple, amount: '150.00', expiryDateUtc: '2027-01-31 16:30' };

export const singles: Cases<Fields> = {
  given: [
    ['all fields', single],
    [
      'only the required fields',
      { siteCode: 'KARKAR0001', amount: '10.50', transactionReference: 'ORDER-17' },
    ],
    [
      'null, empty, and an amount that is a number with one decimal',
      { ...single, amount: 10.5, bankId: null, notifyUrl: '' },
    ],
    ['letters with accents', { ...single, transactionReference: 'Ünïque É' }],
  ],
  withReference: (transactionReference) => ({ ...single, transactionReference }),
};

export const multiples: Cases<Fields> = {
  given: [
    ['all fields', multiple],
    ['null and empty', { ...multiple, bankId: null, notifyUrl: '' }],
    ['letters with accents', { ...multiple, transactionReference: 'Ünïque É' }],
  ],
  withReference: (transactionReference) => ({ ...multiple, transactionReference }),
};

const transaction: Snapshot = {
  siteCode: 'KARKAR0001',
  transactionId,
  paymentId: '019aa000-0000-7000-8000-000000000002',
  merchantReference: 'ORDER-17',
  amount: '150.00',
  currency: 'ZAR',
  state: 'successful',
  paymentType: 'redirect',
  reason: null,
  optional: ['one', null, '', 'four'],
  isTest: false,
  paidLate: false,
  bankName: 'Demo Bank',
  payerAccount: '******7890',
};

export const notifiedTransactions: Cases<Snapshot> = {
  given: [
    ['a payment that was paid', transaction],
    ['nothing optional', { ...transaction, optional: [], amount: '10.50', isTest: true }],
    [
      'one that failed, with the reason',
      { ...transaction, state: 'failed', reason: 'The bank had no answer' },
    ],
    ['one that was cancelled, without a reason', { ...transaction, state: 'cancelled', reason: null }],
    ['letters with accents', { ...transaction, merchantReference: 'Ünïque É', optional: [null, 'ÑANDÚ'] }],
  ],
  withReference: (merchantReference) => ({ ...transaction, merchantReference }),
};

const notifiedRefund: RefundSnapshot = {
  siteCode: 'KARKAR0001',
  refundId: '019aa000-0000-7000-8000-000000000003',
  transactionId,
  amount: '10.50',
  currency: 'ZAR',
  state: 'complete',
  reason: null,
  bankName: 'Demo Bank',
  account: '******7890',
  realTime: false,
};

export const notifiedRefunds: Cases<RefundSnapshot> = {
  given: [
    ['a refund that is complete; IsRtc is not hashed', notifiedRefund],
    [
      'one that came back, with the reason',
      { ...notifiedRefund, state: 'returned', reason: 'The ACCOUNT is closed: É' },
    ],
    ['one that failed, without a reason', { ...notifiedRefund, state: 'failed', amount: '0.05' }],
  ],
  withReference: (refundId) => ({ ...notifiedRefund, refundId }),
};

/** The notification of a payout, by its inner state. */
export type NotifiedPayout = Omit<Parameters<typeof notificationHash>[0], 'payoutStatus'> &
  Parameters<typeof payoutStatusOf>[0];

const notifiedPayout: NotifiedPayout = {
  payoutId: '019aa000-0000-7000-8000-000000000004',
  siteCode: 'KARKAR0001',
  merchantReference: 'PAY-17',
  customerMerchantReference: 'SALARY',
  state: 'complete',
  subStatus: 0,
  reason: null,
};

export const notifiedPayouts: Cases<NotifiedPayout> = {
  given: [
    ['a payout that is complete', notifiedPayout],
    [
      'one that was cancelled; its errorMessage is not hashed',
      { ...notifiedPayout, state: 'cancelled', subStatus: 202 },
    ],
    ['letters with accents', { ...notifiedPayout, merchantReference: 'ÉLAN-17' }],
  ],
  withReference: (merchantReference) => ({ ...notifiedPayout, merchantReference }),
};

type NotifiedJob = Parameters<typeof signedBulk>[0];

const notifiedJob: NotifiedJob = {
  jobId: '019aa000-0000-7000-8000-000000000005',
  jobReference: 'INVOICES-17',
  status: 'Complete',
  compressedData: 'H4sIAAAAAAAAA4uOBQApu0wNAgAAAA==',
  error: null,
};

export const notifiedJobs: Cases<NotifiedJob> = {
  given: [
    ['a job that is complete: error is null', notifiedJob],
    ['one that ended in an error', { ...notifiedJob, status: 'Error', error: 'The job could not be DONE' }],
    ['letters with accents', { ...notifiedJob, status: 'CompleteWithErrors', jobReference: 'ÉLAN 17' }],
  ],
  withReference: (jobReference) => ({ ...notifiedJob, jobReference }),
};

const payoutId = '019aa000-0000-7000-8000-000000000004';

export const questions: Cases<Fields> = {
  given: [
    ['the payoutId before what your request had', { payoutId, ...payout }],
    ['no notifyUrl', { payoutId, ...silent, notifyUrl: null }],
  ],
  withReference: (merchantReference) => ({ payoutId, ...payout, merchantReference }),
};
