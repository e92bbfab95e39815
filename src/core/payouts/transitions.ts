// Every step of a payout with its side effects: the float, the ledger and the merchant's notification. Callers hold the
// payout's row lock; the float's comes after it.
import { formatDecimal } from '../../kernel/money.ts';
import { findEdge } from '../../kernel/state-machine.ts';
import type { Work, Writer } from '../context.ts';
import * as ledger from '../ledger/actions.ts';
import { siteIn } from '../merchants/actions.ts';
import { publish } from '../notifications/actions.ts';
import type { TransferFailure } from '../rails.ts';
import type { Reaction, TransferOutcome } from '../reactions.ts';
import { advance, change } from '../transitions.ts';
import { save } from '../unit-of-work.ts';
import { type PayoutState, type PayoutVerb, payoutMachine, type SubStatus, subStatuses } from './state.ts';
import * as store from './store.ts';

export interface Step {
  verb: PayoutVerb;
  subStatus: SubStatus;
  /** The reason; the merchant sees it when the payout fails. */
  reason: string | null;
  /** The bank account of this service that paid it, or got the money returned. */
  bankAccount?: string;
  /** When the next step is due; absent: none is. */
  dueAt?: Date;
}

export const payeeSweep = 'payouts.payee';

/** Takes a step; returns false when the payout's state does not allow it, and changes nothing. */
export async function movePayout(work: Work, payout: store.Payout, step: Step): Promise<boolean> {
  const { verb, subStatus, reason, bankAccount = null } = step;
  const edge = findEdge(payoutMachine, payout.state, verb);
  if (!edge) return false;
  const before = payout.state;
  payout.stateReason = reason;
  const { accountSealed, account, approvedBy } = payout;
  const step_ = { subStatus, dueAt: step.dueAt ?? null, tries: 0 };
  change(work, store.payouts, payout, { ...step_, accountSealed, account, approvedBy });
  const { merchantId, siteId, id: objectId, amountCents: amount } = payout;
  const owner = { merchantId, siteId, object: payoutMachine.object, objectId };
  advance({ ...work, correlationId: payout.correlationId }, payoutMachine, payout, verb, reason);
  if (edge.posting) ledger.post(work, edge.posting, { ...owner, bankAccount, amounts: { amount } });
  if (edge.event) {
    const site = await siteIn(work, siteId);
    publish(work, {
      ...owner,
      type: edge.event,
      data: { ...snapshot(payout, site.code) },
      correlationId: payout.correlationId,
      receivers: payout.notifyUrl ? [{ url: payout.notifyUrl, format: 'payout' }] : [],
    });
  }
  if (isOver(edge.to)) {
    save(work, floatWrite, {
      siteId,
      available: edge.to === 'complete' ? 0n : amount,
      pending: isOver(before) ? 0n : amount,
    });
  }
  return true;
}

/** Floats change last, because every payout of the site waits for this row. */
export const floatWrite: Writer<store.FloatChange> = {
  place: 'floats',
  statements: ({ tx }, changes) => {
    const siteIds = [...new Set(changes.map(({ siteId }) => siteId))];
    return [{ query: store.lockingFloats(tx, siteIds) }, { query: store.settleFloats(tx, siteIds, changes) }];
  },
};

const isOver = (state: PayoutState): boolean => payoutMachine.ended.includes(state);

/** The event data of a payout. */
export interface PayoutSnapshot {
  siteCode: string;
  payoutId: string;
  merchantReference: string;
  customerBankReference: string;
  amount: string;
  currency: string;
  state: PayoutState;
  subStatus: SubStatus;
  reason: string | null;
}

function snapshot(payout: store.Payout, siteCode: string): PayoutSnapshot {
  return {
    siteCode,
    payoutId: payout.id,
    merchantReference: payout.merchantReference,
    customerBankReference: payout.customerBankReference,
    amount: formatDecimal(payout.amountCents),
    currency: payout.currency,
    state: payout.state,
    subStatus: payout.subStatus,
    reason: payout.stateReason,
  };
}

/** What becomes of a payout when its transfer fails. */
const failed: Record<TransferFailure, Pick<Step, 'verb' | 'subStatus'>> = {
  rejected: { verb: 'cancel', subStatus: subStatuses.rejectedByBank },
  bank: { verb: 'fail', subStatus: subStatuses.bankUnavailable },
  // Only the limits of real-time clearing can stop a payout here.
  mayNotLeave: { verb: 'cancel', subStatus: subStatuses.realTimeRefused },
};

function stepOf(outcome: TransferOutcome, reason: string | null, failure: TransferFailure): Step {
  if (outcome === 'paid') return { verb: 'complete', subStatus: subStatuses.none, reason: null };
  if (outcome === 'returned') return { verb: 'return', subStatus: subStatuses.none, reason };
  return { ...failed[failure], reason };
}

/** Applies the outcomes of transfers to the payouts they pay. */
export const onPayoutTransfer: Reaction<Work, 'payout.transferred'> = async (work, ends) => {
  const payouts = await store.lockPayouts(
    work.tx,
    ends.map(({ objectId }) => objectId),
  );
  for (const { objectId, bankAccount, outcome, reason, failure, actor, correlationId } of ends) {
    const payout = payouts.get(objectId);
    const step = { ...stepOf(outcome, reason, failure), bankAccount };
    if (payout) await movePayout({ ...work, actor, correlationId }, payout, step);
  }
};
