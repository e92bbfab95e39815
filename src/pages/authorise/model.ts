// The data of the authorisation pages. Amounts are cents; days are "2026-12-01"; texts from outside are unescaped.
import type { Frequency } from '../../core/subscriptions/actions.ts';
import type { Cents } from '../../kernel/money.ts';
import type { ChargeTrouble } from '../customer/charge.ts';
import type { BankChoice, BankError, Deadline, HandOff, Live, MerchantFrame } from '../customer/model.ts';

/** The data of every page about a subscription: who charges, how much, how often, from when until when. */
export interface Terms extends MerchantFrame, Deadline {
  /** The amount of each scheduled charge. */
  amountCents: Cents;
  frequency: Frequency;
  occurrences: number;
  firstDay: string;
  lastDay: string;
  /** Charged once, as soon as the customer approves. */
  payableNowCents?: Cents;
  /**
   * The range of each single (ad-hoc) charge; absent without single charges. `maxCount` (at least 1) and `maxTotalCents` limit
   * their number and total; each is absent if there is no limit.
   */
  single?: { minCents: Cents; maxCents: Cents; maxCount?: number; maxTotalCents?: Cents };
  /** The reference of each charge on the customer's statement. */
  statementReference: string;
  /** The direction in which a charge moves if its day is not a business day; absent if it does not move. */
  moves?: 'before' | 'after';
  /** The purpose, if the merchant states it. */
  description?: string;
}

/** The form posts `bank` (an id) and `consent` (the version of the shown text). */
export interface ChooseBank extends Terms, BankChoice, HandOff {
  error?: BankError;
  /** The merchant gave an address to return to. */
  hasWayBack: boolean;
  actions: { choose: string; decline: string };
}

export interface AtBank extends Terms {
  bankName: string;
  /** The bank's address for the customer. */
  bankUrl: string;
  /** The page for choosing another bank. */
  anotherPath: string;
  live: Live;
  hasWayBack: boolean;
  actions: { decline: string };
}

export interface Waiting extends Terms {
  bankName: string;
  since: Date;
  live: Live;
  /** The bank's address while it still accepts the customer's decision; absent after the deadline. */
  bankUrl?: string;
  backUrl?: string;
}

/** The record of the customer's consent. */
export interface Agreed {
  at: Date;
  /** The version of the shown text. */
  version: string;
}

export interface Active extends Terms {
  bankName: string;
  /** Masked. */
  account?: string;
  /** Absent if a sandbox decided for the customer. */
  agreed?: Agreed;
  /** The customer approved it just now and is on the way back to the merchant. */
  isFresh: boolean;
  trouble?: ChargeTrouble;
  backUrl?: string;
}

export interface Declined extends Terms {
  /** Absent if the customer declined before choosing one. */
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
