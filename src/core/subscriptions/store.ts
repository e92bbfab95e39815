// All SQL of subscriptions and their charges.
import type { Cents } from '../../kernel/money.ts';
import type { ChargeState, SubscriptionState } from './state.ts';

export const frequencies = ['Daily', 'Weekly', 'Fortnightly', 'Monthly', 'Biannually', 'Annually'] as const;
/** How often it charges. Biannually is every six months. */
export type Frequency = (typeof frequencies)[number];

/** The customer's informed consent to be charged: which text, in which language, from where and when. */
export interface MandateConsent {
  textVersion: string;
  language: string;
  address: string;
  userAgent: string | null;
  givenAt: string;
}

export interface Subscription {
  id: string;
  merchantId: string;
  siteId: string;
  state: SubscriptionState;
  stateReason: string | null;
  /** Of each scheduled charge. */
  amountCents: Cents;
  currency: string;
  /** The band that every single charge must stay in; null where the customer authorised the amount alone. */
  minimumCents: Cents | null;
  maximumCents: Cents | null;
  /** Charged once, as soon as the customer has authorised. */
  payableNowCents: Cents | null;
  description: string | null;
  merchantReference: string;
  bankReference: string | null;
  frequency: Frequency;
  /** "2026-12-01": the anchor of all due dates. */
  firstPaymentDate: string;
  /** How many scheduled charges there are in all. */
  occurrences: number;
  returnUrl: string | null;
  notifyUrl: string | null;
  customer: { name?: string; email?: string; cellphone?: string } | null;
  bankId: string | null;
  bankName: string | null;
  bankUrl: string | null;
  /** What the bank calls the state of the mandate; null until the bank has said. */
  authorizationStatus: string | null;
  /** Masked to its last four digits. */
  payerAccount: string | null;
  consent: MandateConsent | null;
  correlationId: string;
  createdAt: Date;
  /** Until when the customer may authorise. */
  lapsesAt: Date;
  authorizedAt: Date | null;
  completedAt: Date | null;
  dueAt: Date | null;
  tries: number;
}

export interface Charge {
  id: string;
  merchantId: string;
  siteId: string;
  subscriptionId: string;
  type: 'scheduled' | 'adhoc' | 'signup';
  /** Which of the due dates, from 1; null for the other types. */
  occurrence: number | null;
  state: ChargeState;
  stateReason: string | null;
  amountCents: Cents;
  currency: string;
  merchantReference: string;
  description: string | null;
  /** The nominal day, "2026-12-26", and the day to which the site's holiday rule moved it. */
  dueDate: string;
  chargeDate: string;
  attempts: number;
  paymentId: string | null;
  /** The newest attempt. */
  transactionId: string | null;
  correlationId: string;
  createdAt: Date;
  completedAt: Date | null;
  dueAt: Date | null;
}
