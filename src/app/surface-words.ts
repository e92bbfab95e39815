// The surfaces' texts for the documentation's pages, passed in because pages must not import surfaces.
import { type ErrorCode, errorRegistry } from '../core/errors.ts';
import type { StateWords, SurfaceWords } from '../pages/docs/model.ts';
import { refundStatusName, refundStatusNumber } from '../surfaces/dialect/refund-status.ts';
import { statusOf as dialectStatus } from '../surfaces/dialect/status.ts';
import { saidOnOne, transportErrors } from '../surfaces/one/errors.ts';
import { paymentStatus } from '../surfaces/one/payment-wire.ts';
import { refundStatus } from '../surfaces/one/refund-wire.ts';
import { subscriptionStatus } from '../surfaces/one/subscription-wire.ts';
import { transactionStatus } from '../surfaces/one/transaction-wire.ts';
import { statusOf as payoutStatus } from '../surfaces/payouts/wire.ts';
import { errorExamples } from './error-examples.ts';

const one = 'One API';
const payments = 'Payments API';

const ofTransactions = Object.fromEntries(
  Object.keys(transactionStatus).map((state) => [
    state,
    dialectStatus({ state: state as keyof typeof transactionStatus }),
  ]),
);
const ofRefunds = Object.fromEntries(
  Object.entries(refundStatusNumber).map(([state, number]) => [
    state,
    `${number}: ${refundStatusName[state as keyof typeof refundStatusName]}`,
  ]),
);

const states: Record<string, StateWords[]> = {
  payment: [{ surface: one, words: paymentStatus }],
  transaction: [
    { surface: one, words: transactionStatus },
    { surface: payments, words: ofTransactions },
  ],
  refund: [
    { surface: one, words: refundStatus },
    { surface: payments, words: ofRefunds },
  ],
  payout: [{ surface: 'Payouts API', words: payoutStatus }],
  subscription: [{ surface: one, words: subscriptionStatus }],
};

const codes = Object.keys(errorRegistry) as ErrorCode[];

export const surfaceWords: SurfaceWords = {
  commonErrors: transportErrors,
  onOne: Object.fromEntries(codes.map((code) => [code, saidOnOne(code)])),
  errorExamples,
  states,
};
