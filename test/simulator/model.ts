// The state of a history in memory. It predicts every response and every balance, and shares no code with the service.

import type { Attempt } from './actions/attempts.ts';
import type { Job } from './actions/bulk.ts';
import type { Mandate } from './actions/debits.ts';
import { type BankModel, emptyBank } from './bank-model.ts';
import type { Link } from './link-model.ts';
import { emptyVault, type VaultModel } from './vault-model.ts';

export interface Refund {
  id: string;
  cents: number;
  status: 'Pending' | 'Submitted' | 'Complete' | 'Failed' | 'Cancelled' | 'Returned';
}

export interface Payment {
  id: string;
  reference: string;
  surface: 'one' | 'payments';
  cents: number;
  expiresAt: number;
  status: 'Created' | 'Complete' | 'Cancelled' | 'Expired';
  /** An attempt failed. */
  hasFailed: boolean;
  /** The attempt that paid it. */
  transactionId?: string;
  refunds: Refund[];
}

export interface Payout {
  id: string;
  reference: string;
  cents: number;
  state: 'pending' | 'complete' | 'failed';
}

export interface Subscription {
  id: string;
  cents: number;
  occurrences: number;
  state: 'active' | 'failed' | 'cancelled';
}

export interface Model {
  payments: Payment[];
  payouts: Payout[];
  subscriptions: Subscription[];
  /** The bank account of the desk. */
  bank: BankModel;
  /** Payment links of the desk. */
  links: Link[];
  vault: VaultModel;
  /** Attempts to pay, bulk jobs and subscriptions of the club. */
  attempts: Attempt[];
  jobs: Job[];
  mandates: Mandate[];
  /** All that was paid into the float, in cents. */
  toppedUp: number;
  /** The bank loses its responses: an order may be refused, or have arrived. */
  isBankLossy: boolean;
  /** The faults that are on, as the sandbox takes them. */
  line: object;
  /** How often each named thing happened. */
  reached: Map<string, number>;
  /** How often each kind of fault happened. */
  faults: Map<string, number>;
}

export const emptyModel = (): Model => ({
  payments: [],
  payouts: [],
  subscriptions: [],
  bank: emptyBank(),
  links: [],
  vault: emptyVault(),
  attempts: [],
  jobs: [],
  mandates: [],
  toppedUp: 0,
  isBankLossy: false,
  line: {},
  reached: new Map(),
  faults: new Map(),
});

/** The payments that can be refunded. */
export const paidOf = ({ payments }: Model): Payment[] =>
  payments.filter(({ status }) => status === 'Complete');

const holdsMoney: ReadonlySet<Refund['status']> = new Set(['Pending', 'Submitted', 'Complete']);
const hasEnded: ReadonlySet<Refund['status']> = new Set(['Complete', 'Failed', 'Cancelled', 'Returned']);

export const isOpenRefund = ({ status }: Refund): boolean => !hasEnded.has(status);

/** The cents that can still be refunded of a payment. */
export const refundable = ({ status, cents, refunds }: Payment): number =>
  status === 'Complete' ? cents - sumOf(refunds.filter((one) => holdsMoney.has(one.status))) : 0;

/** Returns the parts of the float that pending payouts have reserved and that others can use. */
export function floatOf({ payouts, toppedUp }: Model): { pending: number; available: number } {
  const pending = sumOf(payouts.filter(({ state }) => state === 'pending'));
  return {
    pending,
    available: toppedUp - pending - sumOf(payouts.filter(({ state }) => state === 'complete')),
  };
}

export const sumOf = (some: readonly { cents: number }[]): number =>
  some.reduce((sum, { cents }) => sum + cents, 0);
