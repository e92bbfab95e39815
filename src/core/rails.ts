// The port that every bank connection implements. The core calls it outside of transactions only, and believes
// nothing but its answers: what a customer's browser brings back from a bank is a hint to ask, never a fact.
import type { Db } from '../kernel/db/db.ts';
import type { Cents } from '../kernel/money.ts';

/** Why a bank cannot be chosen: it does not answer, or it has said that it is being worked on. */
export type UnavailableReason = 'down' | 'maintenance';

export interface Bank {
  id: string;
  name: string;
  /** Universal branch code. */
  branchCode: string;
  /** The bank's own API type, as /paymentmethods lists it. */
  paymentType: string;
  available: boolean;
  unavailableReason: UnavailableReason | null;
}

/** For whom the bank is asked: an operator may have terms with a bank for each of its merchants. */
interface OnBehalf {
  /** Null for money whose owner is not known. */
  merchantId: string | null;
}

export interface PaymentOrder extends OnBehalf {
  /** Our transaction id, and the bank's idempotency key. */
  transactionId: string;
  bankId: string;
  amount: Cents;
  payee: string;
  /** What the payee's statement will say. */
  reference: string;
  expiresAt: Date;
  /** The address to which the bank sends the payer back. */
  returnUrl: string;
}

export type BankOutcome =
  /** The payer has not decided yet. */
  | 'waiting'
  | 'authenticated'
  /** The bank has taken the order and will decide later. */
  | 'pending'
  | 'paid'
  | 'declined'
  | 'cancelled'
  | 'abandoned'
  | 'error';

export interface BankAnswer {
  outcome: BankOutcome;
  reason: string | null;
  /** The payer's whole account number where the bank tells it; the core keeps its last four digits. */
  payerAccount: string | null;
}

export type BankStep = 'authenticate' | 'approve' | 'decline' | 'cancel';

/** The bank cannot be used now. It is certain that nothing happened there. */
export class BankUnavailable extends Error {}

/** The bank did not answer in time. The order may have happened; only an enquiry tells. */
export class BankTimeout extends Error {}

/** The bank has another order under the same id, so it did nothing with this one. */
export class OrderConflict extends Error {}

/** An order to pay an account. Its id is the bank's idempotency key. */
export interface TransferOrder extends OnBehalf {
  transferId: string;
  purpose: 'refund' | 'payout' | 'settlement' | 'deposit';
  /** The transaction whose money goes back, for refunds. */
  refundOf: string | null;
  amount: Cents;
  bankId: string;
  branchCode: string;
  accountNumber: string;
  accountHolder: string | null;
  /** What the receiver's statement will say. */
  reference: string;
  realTime: boolean;
}

export interface TransferAnswer {
  /** "unknown": the bank has no such order. "returned": it was paid or on its way, and the money came back. */
  outcome: 'unknown' | 'pending' | 'paid' | 'failed' | 'returned';
  /** In words, for people. */
  reason: string | null;
  /** For "failed" only. Absent where the bank does not say; then "rejected" is assumed. */
  failure?: TransferFailure;
}

/** A transfer as the bank lists it. */
export interface KnownTransfer
  extends Omit<TransferOrder, 'bankId' | 'branchCode' | 'accountNumber' | 'accountHolder' | 'realTime'> {
  orderedAt: Date;
  outcome: Exclude<TransferAnswer['outcome'], 'unknown'>;
}

/**
 * Whose doing it is that a transfer failed. "rejected": the destination's, which does not take it. "bank": nobody's; the
 * bank could not be had, or did not manage. "mayNotLeave": our own; it was not allowed to leave when it was to be sent.
 */
export type TransferFailure = 'rejected' | 'bank' | 'mayNotLeave';

/** A customer's authorisation to be charged again and again, as the bank keeps it. */
export interface MandateOrder extends OnBehalf {
  /** Our subscription id, and the bank's idempotency key. */
  mandateId: string;
  bankId: string;
  payee: string;
  /** What the customer's statement will say of each charge. */
  reference: string;
  /** Of each scheduled charge. */
  amount: Cents;
  /** The most that one charge may be. */
  maximum: Cents;
  /** Charged once, as soon as the customer has approved. Null for no first charge. */
  payableNow: Cents | null;
  frequency: string;
  /** "2026-12-01". */
  firstPaymentDate: string;
  occurrences: number;
  /** The customer must decide before this. */
  expiresAt: Date;
  /** The address to which the bank sends the customer back. */
  returnUrl: string;
}

export interface MandateAnswer {
  /** "waiting": the customer has not decided. "cancelled": approved once, and taken back. "unknown": never heard of. */
  outcome: 'waiting' | 'approved' | 'declined' | 'lapsed' | 'cancelled' | 'unknown';
  /** The bank's own word for the mandate's state. */
  status: string;
  /** The bank where it was opened; null where no bank knows it. */
  bankId: string | null;
  payerAccount: string | null;
}

/** A charge under a mandate: its payer need not be present. */
export interface Collection extends OnBehalf {
  /** Our transaction id, and the bank's idempotency key. */
  transactionId: string;
  mandateId: string;
  bankId: string;
  amount: Cents;
  payee: string;
  reference: string;
  /** The bank should give up at this time. */
  expiresAt: Date;
}

export const identityTypes = ['said', 'passport', 'registration'] as const;

/** A question to a bank about an account: does it exist, and whose is it. */
export interface AccountQuery extends OnBehalf {
  bankId: string;
  branchCode: string;
  accountNumber: string;
  accountType: 'cheque' | 'savings' | 'transmission' | null;
  /** "said": a South African identity number. "registration": of a company. */
  identity: { type: (typeof identityTypes)[number]; identifier: string };
  initials: string | null;
  /** A person's surname, or an organisation's name. */
  name: string;
}

/** What a bank says about an account; null where it does not say. */
export type AccountFacts = Record<
  'accountExists' | 'accountOpen' | 'identityMatches' | 'nameMatches' | 'acceptsCredits' | 'acceptsDebits',
  boolean | null
>;

/** Where deposits are to be paid. */
export interface DepositAccount {
  bankName: string;
  branchCode: string;
  accountNumber: string;
  holder: string;
}

/** The account that a deposit came from. Returns and refunds go there. */
export interface DepositPayer {
  bankId: string;
  branchCode: string;
  accountNumber: string;
  holder: string | null;
}

/** Money on a bank's statement that no order of ours explains. */
export interface ArrivedDeposit {
  /** The bank's own id of the movement. */
  depositId: string;
  amount: Cents;
  /** As the payer wrote it. */
  reference: string;
  receivedAt: Date;
  /** Null where the statement does not say. */
  payer: DepositPayer | null;
}

export interface Rail {
  /** Null where no bank takes deposits. */
  depositAccount: DepositAccount | null;
  /** The banks that a merchant's payers may choose, with their present availability. */
  banks(merchantId: string): Promise<Bank[]>;
  /** Opens an order at the bank; again with the same transactionId, it answers the same. */
  start(order: PaymentOrder): Promise<{ redirectUrl: string }>;
  /** The payer acts through our API in place of the bank's pages. */
  step(transactionId: string, merchantId: string | null, step: BankStep): Promise<BankAnswer>;
  /** What the bank knows of an order; "error" when it never heard of it. */
  enquire(transactionId: string, merchantId: string | null): Promise<BankAnswer>;
  /**
   * Pays an account; again with the same transferId, it answers how the first stands. Throws OrderConflict where that is an
   * order for another amount or account.
   */
  transfer(order: TransferOrder): Promise<TransferAnswer>;
  enquireTransfer(transferId: string, merchantId: string | null): Promise<TransferAnswer>;
  /**
   * Every transfer ordered since an instant, as the bank lists them. Absent where the bank cannot list them.
   */
  transfersSince?(since: Date): AsyncIterable<KnownTransfer>;
  /**
   * Opens a mandate for a customer to decide on; again with the same mandateId, it answers the same. For another bank,
   * one that nobody has decided on moves there.
   */
  authorise(order: MandateOrder): Promise<{ redirectUrl: string }>;
  enquireMandate(mandateId: string, merchantId: string | null): Promise<MandateAnswer>;
  /** Ends a mandate; again, or where there is none, it changes nothing. */
  revoke(mandateId: string, merchantId: string | null): Promise<void>;
  /**
   * Charges under a mandate; again with the same transactionId, it answers how the first stands. "declined" where the
   * mandate does not allow it. Afterwards `enquire` tells of it as of any order.
   */
  collect(collection: Collection): Promise<BankAnswer>;
  /** What a bank knows of an account. Asking changes nothing there. */
  verifyAccount(query: AccountQuery): Promise<AccountFacts>;
}

/** How a bank's own callback reaches the core. May be called late, twice and out of order. */
export type OnTransferAnswer = (transferId: string, answer: TransferAnswer) => Promise<void>;
export type OnDeposit = (deposit: ArrivedDeposit) => Promise<void>;
export type OnBankAnswer = (transactionId: string, answer: BankAnswer) => Promise<void>;

/** A line of a bank's records about one of our orders, transfers, mandates or deposits. */
export interface BankRecord {
  /** The id that we gave it; the bank's own, of a deposit. */
  id: string;
  /** The row, and which part of it. Stable, and unique among all lines. */
  record: string;
  at: Date;
  what: string;
  why: string | null;
  /** The bank accepted it: always the first line. */
  isFirst: boolean;
}

/** Asks a bank for its own records. A real bank has none to offer beyond its answers, which are recorded here. */
export type Recall = (db: Db, ids: string[]) => Promise<BankRecord[]>;
