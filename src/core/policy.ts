// The operator's decisions for the core: business days, times of batches and cut-offs, limits.
import type { BusinessCalendar } from '../kernel/business-days.ts';
import type { DatedRate } from '../kernel/dated-rates.ts';
import type { Cents } from '../kernel/money.ts';
import type { AccountRules } from './account-numbers.ts';
import type { AddressRules } from './addresses.ts';

/** The operator as a seller, on invoices. */
export interface Operator {
  name: string;
  address: string | null;
  /** Null if it is not registered for VAT. */
  vatNumber: string | null;
}

export interface Policy {
  /** True if the simulated bank is connected, which can do everything. Other banks are connected by their accounts. */
  hasBanks: boolean;
  calendar: BusinessCalendar;
  /** When refunds are picked up on business days, South African wall-clock time ("10:00"). */
  refundBatchTimes: readonly string[];
  /** When charges of subscriptions are sent on their day, South African wall-clock time ("06:00"). */
  chargeTime: string;
  /** The time of day up to which money is settled ("23:59:59.999"). */
  settlementCutOff: string;
  /** Branch ranges and check digits of the banks. */
  accountRules: AccountRules;
  /** Where merchants' addresses may lead. */
  addressRules: AddressRules;
  /** Domains whose e-mail addresses are the operator's own, in lower case: no merchant creates a login there. */
  operatorDomains: readonly string[];
  operator: Operator;
  /** The rates of VAT on fees; empty: none. */
  vatRates: readonly DatedRate[];
  /** True if a merchant goes live only when its onboarding documents are accepted. */
  isOnboardingRequired: boolean;
  /** Whether e-mails are sent, kept in the sandbox's mailbox, or not created. */
  mail: 'smtp' | 'mailbox' | 'off';
  /** True if real-time clearing can be requested: not in staging. */
  realTimeAllowed: boolean;
  /** The most that real-time clearing takes, in cents: on business days before `until`, and at any other time. */
  realTimeLimits: { businessHours: Cents; until: string; otherwise: Cents };
}
