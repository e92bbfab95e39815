// The model of the vault: payouts and refunds that are checked before their money leaves, and who may decide about them.
import type { Ending } from './vault.ts';

export interface VaultPayout {
  id: string;
  reference: string;
  cents: number;
  ending: Ending;
  /** The user who requested it; null: the merchant's program. */
  maker: string | null;
  state:
    | 'received'
    | 'verification'
    | 'payee_check'
    | 'approval'
    | 'submitted'
    | 'complete'
    | 'processing_error'
    | 'cancelled'
    | 'returned';
}

export interface VaultRefund {
  id: string;
  transactionId: string;
  cents: number;
  ending: Ending;
  maker: string;
  state:
    | 'payee_check'
    | 'approval'
    | 'approved'
    | 'submitted'
    | 'complete'
    | 'failed'
    | 'cancelled'
    | 'returned'
    | 'refused';
}

export interface VaultModel {
  payouts: VaultPayout[];
  refunds: VaultRefund[];
  /** Transactions that were paid, with their amounts in cents. */
  paid: { transactionId: string; cents: number }[];
  toppedUp: number;
  /** Accounts that the bank has verified. */
  verified: Set<Ending>;
  /** How many verifications of accounts have a fee. */
  charged: number;
}

export const emptyVault = (): VaultModel => ({
  ...{ payouts: [], refunds: [], paid: [], toppedUp: 0, verified: new Set(), charged: 0 },
});

const hasLeft = { pending: ['received', 'verification', 'payee_check', 'approval', 'submitted'] };

/** The parts of the vault's float that payouts have reserved and that others can use. */
export function vaultFloat({ payouts, toppedUp }: VaultModel): { pending: number; available: number } {
  const pending = sum(payouts.filter(({ state }) => hasLeft.pending.includes(state)));
  return {
    pending,
    available: toppedUp - pending - sum(payouts.filter(({ state }) => state === 'complete')),
  };
}

const isClaim = { over: ['failed', 'cancelled', 'returned', 'refused'] };

/** The cents that can still be refunded of a transaction. */
export const refundableOf = (
  { refunds }: VaultModel,
  { transactionId, cents }: VaultModel['paid'][0],
): number =>
  cents -
  sum(refunds.filter((one) => one.transactionId === transactionId && !isClaim.over.includes(one.state)));

const sum = (some: readonly { cents: number }[]): number =>
  some.reduce((total, { cents }) => total + cents, 0);
