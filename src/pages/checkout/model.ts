// The data of the checkout's pages. Amounts are cents; instants are UTC; texts from outside are unescaped.
import type { DepositAccount } from '../../core/rails.ts';
import type { Cents } from '../../kernel/money.ts';
import type { ChargeTrouble } from '../customer/charge.ts';
import type { BankChoice, BankError, Deadline, HandOff, Live, MerchantFrame } from '../customer/model.ts';

/** The data of every page about a payment. */
export interface PaymentFrame extends MerchantFrame, Deadline {
  amountCents: Cents;
  /** The purpose of the payment, if the merchant states it. */
  description?: string;
  /** How the deposit of the payment stands, if it is paid by one. */
  depositState?: DepositState;
}

export type DepositState = 'waiting' | 'paid' | 'held' | 'expired';

/** The data of a page with a button to cancel. */
export interface CancelFrame extends PaymentFrame {
  /** The merchant gave an address to return to after cancelling. */
  hasWayBack: boolean;
}

/** How an attempt ended without money. */
export type FailureReason = 'declined' | 'cancelled' | 'abandoned' | 'failed';

/** Why the form came back. The range for `amountOutOfRange` is in `variableAmount`. */
export type ChooseError = BankError | { kind: 'amountMissing' | 'amountUnreadable' | 'amountOutOfRange' };

/** The form posts `bank` (an id), `consent` (the version of the shown text) and, if variable, `amount`. */
export interface ChooseBank extends CancelFrame, BankChoice, HandOff {
  /** The reference on the payee's bank statement. */
  statementReference: string;
  variableAmount?: { minCents: Cents; maxCents: Cents; typed?: string };
  error?: ChooseError;
  lastTry?: { reason: FailureReason; bankName: string };
  /** Set where an account takes deposits; `isChosen` if the customer has chosen to pay by one already. */
  eft?: { action: string; isChosen: boolean };
  /** Money came for the payment and was not used for it. */
  wasUnused?: boolean;
  actions: { choose: string; cancel: string };
}

/** The account for the customer's deposit. */
export interface Eft extends CancelFrame {
  account: Pick<DepositAccount, 'holder' | 'bankName' | 'accountNumber' | 'branchCode'>;
  /** The reference that the deposit must carry. */
  depositReference: string;
  /** The amounts that are accepted, if there is more than one. */
  range?: { minCents: Cents; maxCents: Cents };
  /** The page for choosing a bank; absent without banks. */
  otherPath?: string;
  live: Live;
  actions: { cancel: string };
}

/** A deposit waits for a person. */
export interface Held extends PaymentFrame {
  receivedCents: Cents;
  live: Live;
  backUrl?: string;
}

/** The form posts `outcome`. */
export interface ChooseTestOutcome extends CancelFrame {
  /** True if the form came back because nothing was chosen. */
  missing?: boolean;
  actions: { choose: string; cancel: string };
}

export type TestOutcome = 'successful' | 'cancelled' | 'error' | 'abandoned' | 'pending';

export interface AtBank extends CancelFrame {
  bankName: string;
  /** The bank's address for the payer. */
  bankUrl: string;
  live: Live;
  actions: { chooseAnother: string; cancel: string };
}

export interface Waiting extends PaymentFrame {
  bankName: string;
  since: Date;
  live: Live;
  /** The merchant's page, if it gave one. */
  backUrl?: string;
}

export interface Paid extends PaymentFrame {
  bankName: string;
  /** Masked; absent if the bank does not report it. */
  account?: string;
  paidAt: Date;
  /** The money came after the payment expired or was cancelled. */
  late: boolean;
  backUrl?: string;
}

/** A bank reversed the payment. */
export interface TakenBack extends PaymentFrame {
  takenBackAt: Date;
  backUrl?: string;
}

export interface NotPaid extends PaymentFrame {
  bankName: string;
  reason: FailureReason;
  endedAt: Date;
  /** The page for choosing a bank again. */
  tryAgainPath: string;
  /** The merchant gave an address to return to. Without one, the customer may cancel. */
  hasWayBack: boolean;
  actions: { leave: string; cancel: string };
}

/** A charge of a subscription, collected by the bank without the customer. */
export interface Charge extends PaymentFrame {
  /** No further attempt will be made. */
  isOver: boolean;
  trouble?: ChargeTrouble;
}

export interface Ended extends PaymentFrame {
  /** A bank has an attempt and its final word is missing, so the page does not say that no money moved. */
  bankMayStillPay?: boolean;
  /** It was to be paid by a deposit, which may be on its way. */
  isOfDeposit?: boolean;
  backUrl?: string;
}
