// Money that leaves through a bank: ordered in the transaction that decided it, sent once, queried until the bank
// reports an outcome. The owner decides the effect of an outcome: each purpose has an event, and its owner's reactions
// run in the same transaction.

import { plus } from '../../kernel/clock.ts';
import { idFrom } from '../../kernel/ids.ts';
import type { Cents } from '../../kernel/money.ts';
import { accountsIn, choosePayer } from '../accounts/actions.ts';
import type { Work, Writer } from '../context.ts';
import { DomainError } from '../errors.ts';
import { simulatorAccount, type TransferFailure } from '../rails.ts';
import type { EndedTransfer } from '../reactions.ts';
import { advance, change } from '../transitions.ts';
import { flush, raise, save } from '../unit-of-work.ts';
import { lockHold } from './hold.ts';
import { type TransferVerb, transferMachine } from './state.ts';
import * as store from './store.ts';

export { isHeld, notHeld } from './hold.ts';
export { mostReleases } from './releases.ts';
export { transferMachine } from './state.ts';
export {
  countRefundTransfers,
  countTransfersOf,
  countWaiting,
  findObjects,
  findTransfer,
  findTransferOf,
  transfers,
} from './store.ts';

export const transferSweep = 'transfers.send';

export interface NewTransfer {
  merchantId: string | null;
  siteId: string | null;
  purpose: store.Purpose;
  objectId: string;
  /**
   * The purpose of the transfer: a text that would be the same if the database lost the object and it was requested
   * again.
   */
  pays: string;
  /** Which transfer it is of those that pay that, from 1. */
  number: number;
  refundOf?: string;
  /** The account that received the money which is returned: it pays, if it can. */
  from?: string | null;
  amount: Cents;
  bankId: string;
  branchCode: string;
  /** The whole account number under the service's keyring. */
  accountSealed: string;
  /** Absent and null: unknown. */
  accountHolder?: string | null;
  reference: string;
  realTime: boolean;
  correlationId: string;
}

/** A reaction to one outcome after the other, for purposes of which there are never many at once. */
export const oneByOne =
  (applyTo: (work: Work, end: EndedTransfer) => Promise<void>) =>
  async (work: Work, ends: readonly EndedTransfer[]): Promise<void> => {
    for (const end of ends) {
      const { actor, correlationId } = end;
      await applyTo({ ...work, actor, correlationId }, end);
      await flush(work);
    }
  };

/**
 * Orders a transfer with the other writes of the transaction; the transfer sweep sends it after the commit. Its id at
 * the bank follows from its purpose: if the database has lost the order, it is not paid again. The write throws
 * StepNotAllowed while payments out are held, and chooses the paying account.
 */
export async function orderTransfer(work: Work, input: NewTransfer): Promise<void> {
  const { amount, accountHolder, pays, number, from, ...rest } = input;
  const accounts = await accountsIn(work);
  const order: store.Transfer = {
    ...rest,
    id: idFrom(`tefo transfer\n${input.purpose}\n${pays}\n${number}`),
    state: transferMachine.initial,
    stateReason: null,
    refundOf: input.refundOf ?? null,
    // The account that took the money.
    bankAccount: from ?? simulatorAccount,
    amountCents: amount,
    currency: 'ZAR',
    accountHolder: accountHolder ?? null,
    createdAt: work.clock.now(),
    dueAt: work.clock.now(),
    tries: 0,
  };
  const payer = choosePayer(accounts, { ...order, from: order.bankAccount });
  save(work, orders, { ...order, bankAccount: payer?.id ?? simulatorAccount });
}

const orders: Writer<store.Transfer> = {
  place: 'transfers',
  idOf: ({ id }) => id,
  statements: ({ tx }, rows) => [
    { query: lockHold(tx) },
    {
      query: store.insertTransfers(tx, rows),
      check: ({ count }) => {
        if (count === rows.length) return;
        throw new DomainError('StepNotAllowed', {
          detail: 'outgoing payments are on hold after a restore, until `tefo restore release`',
        });
      },
    },
  ],
};

export interface Step {
  verb: TransferVerb;
  reason: string | null;
  failure?: TransferFailure | undefined;
}

export interface Move {
  /** The caller's unit of work, on behalf of the actor of the step. */
  work: Work;
  transfer: store.Transfer;
  step: Step;
}

/** Takes steps of locked transfers; their owners react to the outcomes. Returns which were taken. */
export async function moveTransfers(work: Work, moves: readonly Move[]): Promise<boolean[]> {
  const taken: boolean[] = [];
  for (const { work: own, transfer, step } of moves) {
    const edge = advance(own, transferMachine, transfer, step.verb, step.reason);
    taken.push(edge !== undefined);
    if (!edge) continue;
    change(own, store.transfers, transfer, { dueAt: nextAsk(transfer, 0, work.clock.now()), tries: 0 });
    if (edge.to === 'sent' || edge.to === 'ready') continue;
    raise(work, `${transfer.purpose}.transferred`, endOf(own, transfer, edge.to, step));
  }
  return taken;
}

function endOf(
  { actor, correlationId }: Work,
  { id, objectId, refundOf, bankAccount, amountCents }: store.Transfer,
  outcome: EndedTransfer['outcome'],
  { reason, failure = 'rejected' }: Step,
): EndedTransfer {
  const transfer = { id, objectId, refundOf, bankAccount, amountCents };
  return { ...transfer, outcome, reason, failure, actor, correlationId };
}

/** Takes a step of one locked transfer. */
export async function moveTransfer(work: Work, transfer: store.Transfer, step: Step): Promise<boolean> {
  const [isTaken] = await moveTransfers(work, [{ work, transfer, step }]);
  return isTaken!;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const askDelays = [10 * second, 30 * second, minute, 5 * minute, 15 * minute, hour] as const;
// A bank can return money days after it paid; its callback reports it, and these checks find it without one.
const returnDelays = [24 * hour, 72 * hour] as const;

/** Returns when to call the bank again about a transfer that was queried, or could not be sent, `asked` times. */
export function nextAsk(transfer: store.Transfer, asked: number, now: Date): Date | null {
  if (transfer.state === 'sent' || transfer.state === 'ready')
    return plus(now, askDelays[Math.min(asked, askDelays.length - 1)]!);
  if (transfer.state === 'paid') {
    const delay = returnDelays[asked];
    return delay === undefined ? null : plus(now, delay);
  }
  return null;
}

/**
 * Returns when to look again at a pending transfer that no bank can be queried about: once a day, all of them at the same
 * time, so that a moved clock stops for them once a day.
 */
export const nextLook = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / (24 * hour)) + 1) * 24 * hour);
