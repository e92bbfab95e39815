// Counts of payments, banks and notifications as they happen, for the metrics of this process. The composition root
// gives the context a meter; a command, without metrics, has none.

/**
 * How a call to a bank ended: it responded, with any result; nothing happened there; the outcome is unknown; or the
 * fault is not the bank's.
 */
export type BankCallOutcome = 'answered' | 'unavailable' | 'timeout' | 'conflict' | 'error';

/** The surface at which a wrong hash was refused. */
export type HashedSurface = 'payments' | 'payouts' | 'external';

export interface Meter {
  /** A transaction was committed in a state. `from`: the state before; null for a new one. `bank`: null while none is chosen. */
  transaction(from: string | null, to: string, bank: string | null): void;
  bankCall(call: { bank: string; operation: string; outcome: BankCallOutcome; seconds: number }): void;
  attempt(kind: 'webhook' | 'address', outcome: 'delivered' | 'retry' | 'failed'): void;
  email(kind: string, outcome: 'sent' | 'rejected' | 'failed'): void;
  wrongHash(surface: HashedSurface): void;
  /** A search for the mistake in a wrong hash ended. */
  diagnosis(result: 'found' | 'none' | 'gave_up'): void;
  /** A payment request from a browser has a hash that leaves the end of a field open. */
  ambiguous(field: string): void;
}
