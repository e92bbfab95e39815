// What the authorisation pages are made from. Amounts are cents; days are "2026-12-01"; texts from outside are unescaped.
import type { Frequency } from '../../core/subscriptions/actions.ts';
import type { Cents } from '../../kernel/money.ts';
import type { ChargeTrouble } from '../customer/charge.ts';
import type { BankChoice, BankError, Deadline, HandOff, Live, MerchantFrame } from '../customer/model.ts';

/** What every page about a subscription knows: who charges, how much, how often, from when until when. */
export interface Terms extends MerchantFrame, Deadline {
  /** Of each scheduled charge. */
  amountCents: Cents;
  frequency: Frequency;
  occurrences: number;
  firstDay: string;
  lastDay: string;
  /** Charged once, as soon as the customer has approved. */
  payableNowCents?: Cents;
  /**
   * The most that each single charge may be, and the least where the customer is asked for a band; how many there may be
   * and what they may come to together, each absent where it is not limited.
   */
  single: { minCents?: Cents; maxCents: Cents; maxCount?: number; maxTotalCents?: Cents };
  /** The reference of each charge on the customer's statement. */
  statementReference: string;
  /** Where a charge goes whose day is no business day; absent where it stays. */
  moves?: 'before' | 'after';
  /** What it is for, where the merchant says so. */
  description?: string;
}

/** The form posts `bank` (an id) and `consent` (the version of the text that was shown). */
export interface ChooseBank extends Terms, BankChoice, HandOff {
  error?: BankError;
  /** The merchant has an address to go back to. */
  hasWayBack: boolean;
  actions: { choose: string; decline: string };
}

export interface AtBank extends Terms {
  bankName: string;
  /** Where the bank waits for the customer. */
  bankUrl: string;
  /** The page on which to choose another bank. */
  anotherPath: string;
  live: Live;
  hasWayBack: boolean;
  actions: { decline: string };
}

export interface Waiting extends Terms {
  bankName: string;
  since: Date;
  live: Live;
  /** Where the bank would still take the customer's decision; absent once the time to decide is over. */
  bankUrl?: string;
  backUrl?: string;
}

/** What the customer's consent is kept as. */
export interface Agreed {
  at: Date;
  /** Of the text that was shown. */
  version: string;
}

export interface Active extends Terms {
  bankName: string;
  /** Masked. */
  account?: string;
  /** Absent where a sandbox answered in the customer's place. */
  agreed?: Agreed;
  /** It has only just been approved: the customer is on their way back to the merchant. */
  isFresh: boolean;
  trouble?: ChargeTrouble;
  backUrl?: string;
}

export interface Declined extends Terms {
  /** Absent where the customer declined before they chose one. */
  bankName?: string;
  backUrl?: string;
}

export interface Ended extends Terms {
  /** The customer had approved it, so there may have been charges. */
  wasActive: boolean;
  trouble?: ChargeTrouble;
  agreed?: Agreed;
  backUrl?: string;
}
