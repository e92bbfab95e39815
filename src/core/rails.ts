// The port that every bank connection implements, split by ability: a rail has those that its banks offer. The core
// calls it outside of transactions only, and trusts only its responses: the data that a customer's browser brings back
// from a bank is a reason to query, never a fact.
import type { Db } from '../kernel/db/db.ts';
import type { Cents } from '../kernel/money.ts';

/** Why a bank cannot be chosen: it does not respond, or it has announced maintenance. */
export type UnavailableReason = 'down' | 'maintenance';

export interface Bank {
  id: string;
  name: string;
  branchCode: string;
  /** The bank's own API type, as /paymentmethods lists it. */
  paymentType: string;
  available: boolean;
  unavailableReason: UnavailableReason | null;
}

/** The bank account of this service, and the object of the call. */
export interface At {
  /** The account's short name. */
  account: string;
  /** This service's id of the transaction, transfer, mandate or query, and the bank's idempotency key. */
  id: string;
  /** The merchant of the call. Null for money whose owner is not known. */
  merchantId: string | null;
  /** The bank that it plays, for a rail of many; no rail needs it. */
  bankId?: string | undefined;
  /** The request that it follows from, for traces; not sent to the bank. */
  correlationId?: string | undefined;
}

/** Returns the address of a row at its bank. */
export const placeOf = (
  row: Omit<At, 'account' | 'bankId'> & { bankAccount: string | null; bankId: string | null },
): At => ({
  account: row.bankAccount ?? simulatorAccount,
  id: row.id,
  merchantId: row.merchantId,
  bankId: row.bankId ?? undefined,
  correlationId: row.correlationId,
});

/** The account of the simulated bank. It has no row: it is there where the bank is. */
export const simulatorAccount = 'simulator';

export interface PaymentOrder extends At {
  bankId: string;
  amount: Cents;
  payee: string;
  /** The text on the payee's statement. */
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
  | 'error'
  /** Of a collection: the money came back, after it was paid or instead. */
  | 'returned';

export interface BankAnswer {
  outcome: BankOutcome;
  reason: string | null;
  /** The payer's whole account number if the bank reports it; the core keeps its last four digits. */
  payerAccount: string | null;
  /** Of "returned": the unpaid code, two digits. Absent if the bank gives none. */
  unpaidCode?: string;
}

export type BankStep = 'authenticate' | 'approve' | 'decline' | 'cancel';

/** The bank cannot be used now. It is certain that nothing happened there. */
export class BankUnavailable extends Error {}

/** The bank did not respond in time. The order may have happened; only an enquiry resolves it. */
export class BankTimeout extends Error {}

/** The bank has another order under the same id, so it did nothing with this one. */
export class OrderConflict extends Error {}

/** An order to pay an account. */
export interface TransferOrder extends At {
  purpose: 'refund' | 'payout' | 'settlement' | 'deposit';
  /** The transaction whose money goes back, for refunds. */
  refundOf: string | null;
  amount: Cents;
  bankId: string;
  branchCode: string;
  accountNumber: string;
  accountHolder: string | null;
  /** The text on the receiver's statement. */
  reference: string;
  realTime: boolean;
}

export interface TransferAnswer {
  /** "unknown": the bank has no such order. "returned": it was paid or on its way, and the money came back. */
  outcome: 'unknown' | 'pending' | 'paid' | 'failed' | 'returned';
  /** In words, for users. */
  reason: string | null;
  /** For "failed" only. Absent if the bank does not report it; then "rejected" is assumed. */
  failure?: TransferFailure;
}

/** A transfer as the bank lists it. */
export interface KnownTransfer
  extends Omit<TransferOrder, 'bankId' | 'branchCode' | 'accountNumber' | 'accountHolder' | 'realTime'> {
  orderedAt: Date;
  outcome: Exclude<TransferAnswer['outcome'], 'unknown'>;
}

/**
 * The party that made a transfer fail. "rejected": the destination does not take it. "bank": the bank could not be
 * reached, or did not manage. "mayNotLeave": this service did not allow it to leave when it was to be sent.
 */
export type TransferFailure = 'rejected' | 'bank' | 'mayNotLeave';

/** A customer's authorisation to be charged again and again, as the bank keeps it. */
export interface MandateOrder extends At {
  bankId: string;
  payee: string;
  /** The text of each charge on the customer's statement. */
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
  /**
   * "waiting": the customer has not decided. "cancelled": approved once, and revoked. "unknown": the bank does not know
   * it.
   */
  outcome: 'waiting' | 'approved' | 'declined' | 'lapsed' | 'cancelled' | 'unknown';
  /** The bank's own word for the mandate's state. */
  status: string;
  /** The bank where it was opened; null if no bank knows it. */
  bankId: string | null;
  payerAccount: string | null;
}

/** A charge under a mandate: its payer need not be present. */
export interface Collection extends At {
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
export interface AccountQuery extends At {
  bankId: string;
  branchCode: string;
  accountNumber: string;
  accountType: 'cheque' | 'savings' | 'transmission' | null;
  /** "said": a South African identity number. "registration": of a company. Null: the query is not about it. */
  identity: { type: (typeof identityTypes)[number]; identifier: string } | null;
  initials: string | null;
  /** A person's surname, or an organisation's name; of a payee the whole name. Null: the query is not about it. */
  name: string | null;
}

/** A bank's facts about an account; null if it gives none. */
export type AccountFacts = Record<
  'accountExists' | 'accountOpen' | 'identityMatches' | 'nameMatches' | 'acceptsCredits' | 'acceptsDebits',
  boolean | null
>;

/** Where deposits are to be paid. */
export interface DepositAccount {
  /** The account's short name. */
  account: string;
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

/** Money on a bank's statement that no order of this service explains. */
export interface ArrivedDeposit {
  /** The account that it is on. */
  account: string;
  /** The bank's own id of the movement. */
  id: string;
  amount: Cents;
  /** As the payer wrote it, or the whole text of the bank's statement. */
  reference: string;
  receivedAt: Date;
  /** The day on which the bank booked it, "2026-12-01"; null if it was reported at once. */
  bookedOn: string | null;
  /** Null if the statement does not name the payer. */
  payer: DepositPayer | null;
}

/** Payers are sent to their bank and come back. */
export interface Orders {
  /** The banks that a merchant's payers may choose, with their present availability. */
  banks(at: At): Promise<Bank[]>;
  /** Opens an order at the bank; again with the same id, it returns the same. */
  start(order: PaymentOrder): Promise<{ redirectUrl: string }>;
  /** Takes a step of a payer who acts through the API in place of the bank's pages. */
  step(at: At, step: BankStep): Promise<BankAnswer>;
  /** Returns the bank's status of an order or a collection; "error" if the bank does not know it. */
  enquire(at: At): Promise<BankAnswer>;
}

/** Money leaves. */
export interface Transfers {
  /**
   * Pays an account; again with the same id, it returns the status of the first. Throws OrderConflict if that is an
   * order for another amount or account.
   */
  transfer(order: TransferOrder): Promise<TransferAnswer>;
  enquire(at: At): Promise<TransferAnswer>;
  /**
   * Set if no bank can be queried: outcomes arrive by themselves (statements, responses to files), and `enquire` reads
   * only data that the service has stored. A pending transfer is then checked once a day instead of every few minutes.
   */
  reportsByItself?: true;
  /** Every transfer ordered since an instant, as the bank lists them. Absent if the bank cannot list them. */
  since?(at: Pick<At, 'account'> & { since: Date }): AsyncIterable<KnownTransfer>;
}

/** Customers are charged without being there. */
export interface Mandates {
  /**
   * Opens a mandate for a customer to decide on; again with the same id, it returns the same. An undecided one moves to
   * another bank.
   */
  authorise(order: MandateOrder): Promise<{ redirectUrl: string }>;
  enquire(at: At): Promise<MandateAnswer>;
  /** Ends a mandate; again, or for an unknown one, it changes nothing. */
  revoke(at: At): Promise<void>;
  /**
   * Charges under a mandate; again with the same id, it returns the status of the first. "declined" if the mandate does
   * not allow it. Afterwards `orders.enquire` reports it like any order.
   */
  collect(collection: Collection): Promise<BankAnswer>;
}

export interface Verification {
  /** Returns a bank's facts about an account. The query changes nothing there. */
  verify(query: AccountQuery): Promise<AccountFacts>;
}

/** Money arrives that payers send by themselves. Rails report it as it comes. */
export interface Deposits {
  /** Where payers are to pay in. */
  details(at: Pick<At, 'account' | 'id'>): Promise<Omit<DepositAccount, 'account'>>;
  /**
   * Queries the bank for deposits, and reports them; each once while all goes well. The service calls it every few
   * seconds. Absent if the bank reports by itself.
   */
  poll?(at: Pick<At, 'account' | 'id'>): Promise<void>;
}

/** A connection to banks: abilities that it lacks are absent. */
export interface Rail {
  deposits?: Deposits;
  transfers?: Transfers;
  orders?: Orders;
  mandates?: Mandates;
  verification?: Verification;
  /** Ends everything that it started: afterwards it does not keep the process alive. */
  close?(): Promise<void>;
}

export const abilities = ['deposits', 'transfers', 'orders', 'mandates', 'verification'] as const;
export type Ability = (typeof abilities)[number];

/** Every rail behind one door: each call goes to the rail of the account that it names. */
export interface Rails extends Required<Pick<Rail, 'mandates' | 'verification'>> {
  orders: Omit<Orders, 'banks'>;
  transfers: Omit<Transfers, 'since' | 'reportsByItself'> & {
    /** True if the rail of an account reports outcomes by itself, and has no bank that could be queried. */
    reportsByItself(account: string): Promise<boolean>;
  };
  /** The account that new business of a merchant goes through; undefined if no account has the ability. */
  accountFor(merchantId: string | null, ability: Ability): Promise<string | undefined>;
  /** The banks that a merchant's payers may choose, each with the account that is paid; none where no rail can redirect. */
  banks(merchantId: string): Promise<OfferedBank[]>;
  /** Returns the banks that can hold accounts of others: to be paid, queried about, or paid from. */
  accountBanks(merchantId: string): Promise<Bank[]>;
  /** Where a merchant's payers pay in; null if no account takes deposits for it. */
  depositAccountFor(merchantId: string): Promise<DepositAccount | null>;
  /** Where payers pay in to an account, also one that is offered no more; null if it takes no deposits. */
  depositAccount(account: string): Promise<DepositAccount | null>;
  /**
   * What the banks list of the transfers ordered since an instant, by account; null for one that cannot list them. Accounts that
   * were removed before ordered none.
   */
  transfersSince(since: Date): Promise<Map<string, AsyncIterable<KnownTransfer> | null>>;
}

/** A bank that a payer can choose, and the account of the service that is then paid. */
export interface OfferedBank extends Bank {
  account: string;
}

/** How a bank's own callback reaches the core. May be called late, twice and out of order. */
export type OnTransferAnswer = (transferId: string, answer: TransferAnswer) => Promise<void>;
export type OnDeposit = (deposit: ArrivedDeposit) => Promise<void>;
export type OnBankAnswer = (transactionId: string, answer: BankAnswer) => Promise<void>;

/** A line of a bank's records about an order, transfer, mandate or deposit of this service. */
export interface BankRecord {
  /** This service's id; the bank's own, for a deposit. */
  id: string;
  /** The row, and which part of it. Stable, and unique among all lines. */
  record: string;
  at: Date;
  what: string;
  why: string | null;
  /** The bank accepted it: always the first line. */
  isFirst: boolean;
}

/** Reads a bank's own records. A real bank has none to offer beyond its responses, which are recorded here. */
export type Recall = (db: Db, ids: string[]) => Promise<BankRecord[]>;
