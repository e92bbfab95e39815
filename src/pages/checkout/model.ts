// What the checkout's pages are made from. Amounts are cents; instants are UTC; texts from outside are unescaped.
import type { Cents } from '../../kernel/money.ts';
import type { ChargeTrouble } from '../customer/charge.ts';
import type { BankChoice, BankError, Deadline, HandOff, Live, MerchantFrame } from '../customer/model.ts';

/** What every page about a payment knows. */
export interface PaymentFrame extends MerchantFrame, Deadline {
  amountCents: Cents;
  /** What the payment is for, where the merchant says so. */
  description?: string;
}

/** What a page knows on which the payment can be cancelled. */
export interface CancelFrame extends PaymentFrame {
  /** The merchant has an address to go back to then. */
  hasWayBack: boolean;
}

/** How an attempt ended without money. */
export type FailureReason = 'declined' | 'cancelled' | 'abandoned' | 'failed';

/** Why the form came back. The amounts of a range come from `variableAmount`. */
export type ChooseError = BankError | { kind: 'amountMissing' | 'amountUnreadable' | 'amountOutOfRange' };

/** The form posts `bank` (an id), `consent` (the version of the text that was shown) and, if variable, `amount`. */
export interface ChooseBank extends CancelFrame, BankChoice, HandOff {
  /** The reference that the payee sees on the bank statement. */
  statementReference: string;
  variableAmount?: { minCents: Cents; maxCents: Cents; typed?: string };
  error?: ChooseError;
  lastTry?: { reason: FailureReason; bankName: string };
  actions: { choose: string; cancel: string };
}

/** The form posts `outcome`. */
export interface ChooseTestOutcome extends CancelFrame {
  /** True when the form came back because nothing was chosen. */
  missing?: boolean;
  actions: { choose: string; cancel: string };
}

export type TestOutcome = 'successful' | 'cancelled' | 'error' | 'abandoned' | 'pending';

export interface AtBank extends CancelFrame {
  bankName: string;
  /** Where the bank waits for the payer. */
  bankUrl: string;
  live: Live;
  actions: { chooseAnother: string; cancel: string };
}

export interface Waiting extends PaymentFrame {
  bankName: string;
  since: Date;
  live: Live;
  /** The merchant's page, where it gave one. */
  backUrl?: string;
}

export interface Paid extends PaymentFrame {
  bankName: string;
  /** Masked; absent where the bank does not tell it. */
  account?: string;
  paidAt: Date;
  /** The money came after the payment had expired or been cancelled. */
  late: boolean;
  backUrl?: string;
}

export interface NotPaid extends PaymentFrame {
  bankName: string;
  reason: FailureReason;
  endedAt: Date;
  /** The page on which to choose a bank again. */
  tryAgainPath: string;
  /** The merchant has an address to go back to; where there is none, the customer may cancel. */
  hasWayBack: boolean;
  actions: { leave: string; cancel: string };
}

/** A charge of a subscription, which its bank collects without the customer. */
export interface Charge extends PaymentFrame {
  /** It was given up. */
  isOver: boolean;
  trouble?: ChargeTrouble;
}

export interface Ended extends PaymentFrame {
  /** An attempt had reached a bank whose last word is not in: the page then does not say that no money moved. */
  bankMayStillPay?: boolean;
  backUrl?: string;
}
