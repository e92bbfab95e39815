// What the checkout's pages are made from. Amounts are cents; instants are UTC; texts from outside are unescaped.
import type { Cents } from '../../kernel/money.ts';
import type { Language } from '../words/index.ts';

/** What every page knows, also one without a payment. */
export interface Frame {
  language: Language;
  /** The page's own address, with a query only where the page depends on it: language links, the search and reloads keep it. */
  path: string;
  /** Who runs this installation, as customers know them. */
  operator: string;
  /** True where the banks are simulated. */
  sandbox: boolean;
}

/** What every page about a payment knows. */
export interface PaymentFrame extends Frame {
  merchantName: string;
  amountCents: Cents;
  /** The merchant's own reference: the one to quote. */
  reference: string;
  /** What the payment is for, where the merchant says so. */
  description?: string;
  /** True when the payment itself is a test: the customer chooses its outcome. */
  isTest: boolean;
  expiresAt: Date;
  now: Date;
}

export interface BankOption {
  id: string;
  name: string;
  available: boolean;
  /** The bank's own reason, in its own words. */
  unavailableReason: string | null;
}

/** How an attempt ended without money. */
export type FailureReason = 'declined' | 'cancelled' | 'abandoned' | 'failed';

/** Why the form came back. The amounts of a range come from `variableAmount`. */
export type ChooseError =
  | { kind: 'noBank' | 'amountMissing' | 'amountUnreadable' | 'amountOutOfRange' }
  | { kind: 'bankUnavailable' | 'bankUnreachable'; bankName: string };

/** The form posts `bank` (an id), `consent` (the version of the text that was shown) and, if variable, `amount`. */
export interface ChooseBank extends PaymentFrame {
  banks: BankOption[];
  selectedBankId?: string;
  /** What was typed into the search (`?q=`). */
  query?: string;
  /** The reference that the payee sees on the bank statement. */
  statementReference: string;
  variableAmount?: { minCents: Cents; maxCents: Cents; typed?: string };
  error?: ChooseError;
  lastTry?: { reason: FailureReason; bankName: string };
  actions: { choose: string; cancel: string };
}

/** The form posts `outcome`. */
export interface ChooseTestOutcome extends PaymentFrame {
  /** True when the form came back because nothing was chosen. */
  missing?: boolean;
  actions: { choose: string; cancel: string };
}

export type TestOutcome = 'successful' | 'cancelled' | 'error' | 'abandoned' | 'pending';

/** The page asks `statusPath` every two seconds and loads again when the answer's `page` is no longer `page`. */
export interface Live {
  statusPath: string;
  page: string;
}

export interface AtBank extends PaymentFrame {
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
  actions: { leave: string };
}

export interface Ended extends PaymentFrame {
  /** An attempt had reached a bank whose last word is not in: the page then does not say that no money moved. */
  bankMayStillPay?: boolean;
  backUrl?: string;
}

export interface CannotStart extends Frame {
  /** What was wrong, for the shop's developer. */
  technical: string;
}
