// Money that leaves through a bank: ordered in the transaction that decided it, sent once, asked about until the bank
// says. What an outcome means is its owner's business: each purpose has handlers that run in the same transaction.

import { plus } from '../../kernel/clock.ts';
import { idFrom } from '../../kernel/ids.ts';
import type { Cents } from '../../kernel/money.ts';
import { type Context, inWork, type Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { gather, type Write } from '../gathering.ts';
import type { TransferAnswer, TransferFailure } from '../rails.ts';
import { advance, change } from '../steps.ts';
import { type TransferVerb, transferMachine } from './state.ts';
import * as store from './store.ts';

export { isHeld, notHeld } from './hold.ts';
export { transferMachine } from './state.ts';
export { countRefundTransfers, countTransfersOf, findTransferOf, type Transfer } from './store.ts';

/** The name of the sweep that sends transfers. */
export const transferSweep = 'transfers.send';

export interface NewTransfer {
  merchantId: string | null;
  siteId: string | null;
  purpose: store.Purpose;
  objectId: string;
  /** What is paid by it, told by what would be the same if the database lost the object and it was asked for again. */
  pays: string;
  /** Which transfer it is of those that pay that, from 1. */
  number: number;
  refundOf?: string;
  amount: Cents;
  bankId: string;
  branchCode: string;
  /** The whole account number under our keyring. */
  accountSealed: string;
  accountHolder?: string;
  reference: string;
  realTime: boolean;
  correlationId: string;
}

/** What the owner of a purpose does when a transfer's outcome is known; runs in the transaction that records it. */
export type TransferOutcome = 'paid' | 'failed' | 'returned';
export type TransferHandlers = Record<
  store.Purpose,
  (
    work: Work,
    transfer: store.Transfer,
    outcome: TransferOutcome,
    reason: string | null,
    /** Of "failed". */
    failure: TransferFailure,
  ) => Promise<void>
>;

/**
 * Orders a transfer with what else the transaction writes; the transfer sweep sends it after the commit. Its id, by which
 * the bank knows it, follows from what it pays: where the database has lost that it was ordered, it is not paid again.
 * Where money out is held, the writing throws StepNotAllowed.
 */
export function orderTransfer(work: Work, input: NewTransfer): void {
  const { amount, accountHolder, pays, number, ...rest } = input;
  gather(work, orders, {
    ...rest,
    id: idFrom(`tefo transfer\n${input.purpose}\n${pays}\n${number}`),
    state: transferMachine.initial,
    stateReason: null,
    refundOf: input.refundOf ?? null,
    amountCents: amount,
    currency: 'ZAR',
    accountHolder: accountHolder ?? null,
    createdAt: work.clock.now(),
    dueAt: work.clock.now(),
    tries: 0,
  });
}

const orders: Write<store.Transfer> = {
  place: 5,
  all: async ({ tx }, rows) => {
    if (await store.insertTransfers(tx, rows)) return;
    throw new DomainError('StepNotAllowed', {
      detail: 'money out is held since a restore, until `tefo restore release`',
    });
  },
};

const verbs: Record<TransferAnswer['outcome'], TransferVerb | undefined> = {
  unknown: undefined,
  pending: undefined,
  paid: 'pay',
  failed: 'fail',
  returned: 'return',
};

/**
 * Records what a bank says about a transfer, and what follows from it. An answer that comes twice or out of order
 * changes nothing. Answers the transfer as it then is; undefined when there is none of that id.
 */
export function recordTransferAnswer(
  ctx: Context,
  handlers: TransferHandlers,
  id: string,
  answer: TransferAnswer,
): Promise<store.Transfer | undefined> {
  return inWork(ctx, async (work) => {
    const transfer = await store.lockTransfer(work.tx, id);
    const verb = verbs[answer.outcome];
    if (!transfer || !verb) return transfer;
    const isTaken = await moveTransfer(work, handlers, transfer, { verb, ...answer });
    if (!isTaken && contradicts(transfer.state, answer.outcome)) {
      const { id: transferId, state } = transfer;
      work.log.error(
        { transferId, state, said: answer.outcome },
        'a bank says otherwise than what is booked',
      );
    }
    return transfer;
  });
}

// Money that left after it was given up, or did not leave after it was booked: somebody has to look, and `tefo check`
// says so until somebody has.
function contradicts(state: store.Transfer['state'], outcome: TransferAnswer['outcome']): boolean {
  return (state === 'failed' && outcome === 'paid') || (state === 'paid' && outcome === 'failed');
}

interface Step {
  verb: TransferVerb;
  reason: string | null;
  failure?: TransferFailure | undefined;
}

/** Takes a step of a locked transfer and lets its owner act on the outcome. */
export async function moveTransfer(
  work: Work,
  handlers: TransferHandlers,
  transfer: store.Transfer,
  { verb, reason, failure = 'rejected' }: Step,
): Promise<boolean> {
  const edge = await advance(work, transferMachine, transfer, verb, reason);
  if (!edge) return false;
  const now = work.clock.now();
  change(work, transferMachine, transfer, { dueAt: nextAsk(transfer, 0, now), tries: 0 });
  if (edge.to !== 'sent' && edge.to !== 'ready') {
    await handlers[transfer.purpose](work, transfer, edge.to, reason, failure);
  }
  return true;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const askDelays = [10 * second, 30 * second, minute, 5 * minute, 15 * minute, hour] as const;
// A bank may send money back days after it paid; its callback says so, and these look once more.
const returnDelays = [24 * hour, 72 * hour] as const;

/** When to turn to the bank again with a transfer that it was asked about, or could not be given, `asked` times. */
export function nextAsk(transfer: store.Transfer, asked: number, now: Date): Date | null {
  if (transfer.state === 'sent' || transfer.state === 'ready')
    return plus(now, askDelays[Math.min(asked, askDelays.length - 1)]!);
  if (transfer.state === 'paid') {
    const delay = returnDelays[asked];
    return delay === undefined ? null : plus(now, delay);
  }
  return null;
}
