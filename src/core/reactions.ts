// The events inside a transaction that other nouns react to, and the facts of each. app/reactions.ts is the registry.
import type { Actor } from './actor.ts';
import type { TransferFailure } from './rails.ts';

/** The facts of each event. Every event has an entry in the registry, or it does not compile. */
export interface Facts {
  /** An attempt to collect a charge ended, or its bank returned the money. */
  'charge.ended': EndedTransaction;
  /** A payment of a link was paid, or its bank reversed it. */
  'link.paid': LinkedPayment;
  'link.reversed': LinkedPayment;
  /** A transfer that pays a refund is paid, failed or returned; the others for each purpose in the same way. */
  'refund.transferred': EndedTransfer;
  'payout.transferred': EndedTransfer;
  'settlement.transferred': EndedTransfer;
  'deposit.transferred': EndedTransfer;
}

/**
 * Applies the facts of one event to the rows of another noun, in the transaction that records them. The facts of one moment
 * are one set, in the order in which they were raised. If a reaction throws, nothing of the transaction is written.
 */
export type Reaction<Work, Event extends keyof Facts> = (
  work: Work,
  facts: readonly Facts[Event][],
) => Promise<void>;

/** The reactions to each event, in the order in which they run. */
export type Reactions<Work> = { readonly [Event in keyof Facts]: readonly Reaction<Work, Event>[] };

/** On whose behalf, and for which request, a fact is recorded. */
interface Origin {
  actor: Actor;
  correlationId: string;
}

/** A transaction that collects a charge, after its end. */
export interface EndedTransaction extends Origin {
  id: string;
  paymentId: string;
  state: string;
  stateReason: string | null;
  /** Absent unless the bank returned the money, or reports the return instead of a payment. */
  returned?: Returned;
}

export interface LinkedPayment extends Origin {
  linkId: string;
}

/** The consequences of a returned charge that are allowed. */
export interface Returned {
  mayRetry: boolean;
  /** The payer disputes the authority itself. */
  isDispute: boolean;
}

export type TransferOutcome = 'paid' | 'failed' | 'returned';

/** A transfer whose outcome is known. */
export interface EndedTransfer extends Origin {
  id: string;
  /** The refund, payout, settlement or part of a deposit that it pays. */
  objectId: string;
  /** The transaction whose money goes back, for refunds. */
  refundOf: string | null;
  /** The bank account of this service that paid it, or received it back. */
  bankAccount: string;
  amountCents: bigint;
  outcome: TransferOutcome;
  reason: string | null;
  /** Of "failed". */
  failure: TransferFailure;
}
