// What banks report, and every step of a transaction with what hangs on it: the payment it completes, the ledger, the
// merchant's notification. Reports may come by enquiry, by callback, late, twice and out of order; each is recorded at most
// once, and one that the state does not allow any more changes nothing. A caller that takes a step holds the payment's row
// lock, which orders everything that happens to its attempts.
import { formatDecimal } from '../../kernel/money.ts';
import { maskAccount } from '../account-numbers.ts';
import type { Context, Work } from '../context.ts';
import { isDisputable } from '../dispute-window.ts';
import type { EventType } from '../events.ts';
import * as ledger from '../ledger/actions.ts';
import { type Site, siteIn } from '../merchants/actions.ts';
import { feeOf, withVat } from '../merchants/fees.ts';
import { deliverEvent, publish, type Receiver } from '../notifications/actions.ts';
import { type Payment, paymentMachine } from '../payments/actions.ts';
import { type BankAnswer, type BankOutcome, placeOf } from '../rails.ts';
import type { Returned } from '../reactions.ts';
import { advance, change } from '../transitions.ts';
import { raise } from '../unit-of-work.ts';
import { unpaidReasonOf } from '../unpaid-reasons.ts';
import { type Both, decide } from './decisions.ts';
import { nextEnquiry } from './enquiry-times.ts';
import { queuePayersReceipt } from './receipts.ts';
import { debitType, isFailed, isHeld, isPaid, type TransactionVerb, transactionMachine } from './state.ts';
import * as store from './store.ts';

const verbs: Record<BankOutcome, TransactionVerb | undefined> = {
  waiting: undefined,
  authenticated: 'authenticate',
  pending: 'hold',
  paid: 'pay',
  declined: 'decline',
  cancelled: 'cancel',
  abandoned: 'abandon',
  error: 'fail',
  returned: 'reverse',
};

/** Records a bank's response. Returns the transaction as it then is; undefined for an unknown one. */
export function recordAnswer(
  ctx: Context,
  transactionId: string,
  answer: BankAnswer,
): Promise<store.Transaction | undefined> {
  return decide(ctx, transactionId, async (work, { payment, transaction }) => {
    if (answer.outcome === 'returned') {
      await recordReturn(work, { payment, transaction }, answer);
      return transaction;
    }
    const isLateMoney = answer.outcome === 'paid' && isFailed(transaction.state);
    if (isLateMoney && transaction.returnedAt !== null) {
      work.log.warn(
        { transactionId },
        'a bank says paid of a charge that it has returned: nothing is booked',
      );
      return transaction;
    }
    const verb = isLateMoney ? 'payLate' : verbs[answer.outcome];
    if (answer.payerAccount && transaction.payerAccount === null) {
      change(work, store.transactions, transaction, {
        payerAccount: maskAccount(answer.payerAccount),
        payerAccountSealed: work.keyring.seal(answer.payerAccount),
      });
    }
    if (verb) await moveTransaction(work, payment, transaction, verb, answer.reason);
    return transaction;
  });
}

/**
 * Records that a bank returned a charge; the first report counts. The money moved, so it is recorded after the dispute
 * window too, but then the charge is not retried. Where the bank never reported "paid" before, the attempt has failed, and a
 * "paid" that comes out of order does not pay it.
 */
async function recordReturn(work: Work, { payment, transaction }: Both, answer: BankAnswer): Promise<void> {
  if (transaction.returnedAt !== null) return;
  if (transaction.paymentType !== debitType) {
    work.log.warn({ transactionId: transaction.id }, 'a bank returns a payment that is no charge');
    return;
  }
  const unpaid = unpaidReasonOf(answer.unpaidCode);
  const now = work.clock.now();
  const isInWindow = transaction.completedAt === null || isDisputable(transaction.completedAt, now);
  if (!isInWindow)
    work.log.warn({ transactionId: transaction.id }, 'a bank returned a charge after its dispute window');
  const returned = {
    // The merchant has returned the money itself: it cannot be collected again.
    mayRetry: unpaid?.mayRetry === true && transaction.refundedCents === 0n && isInWindow,
    isDispute: unpaid?.isDispute === true,
  };
  change(work, store.transactions, transaction, { returnedAt: now, enquireAt: null });
  const verb = isPaid(transaction.state) ? 'reverse' : 'fail';
  const reason = wordsOf(answer);
  if (await moveTransaction(work, payment, transaction, verb, reason, { returned })) return;
  // The attempt had failed already; its charge may still wait for the next.
  followCharge(work, { ...transaction, stateReason: reason }, returned);
}

/** Returns "unpaid 02: not provided for"; the bank's own words where it gives no code. */
function wordsOf({ unpaidCode, reason }: BankAnswer): string {
  if (unpaidCode === undefined || !/^\d{2}$/.test(unpaidCode)) return reason ?? 'the bank returned the money';
  const text = unpaidReasonOf(unpaidCode)?.text ?? reason;
  return text === null ? `unpaid ${unpaidCode}` : `unpaid ${unpaidCode}: ${text}`;
}

/** Records a bank's callback. Most often it repeats the response to a step: then nothing is locked for it. */
export async function recordCallback(ctx: Context, transactionId: string, answer: BankAnswer): Promise<void> {
  const known = await store.findAnyTransaction(ctx.db, transactionId);
  const verb = verbs[answer.outcome];
  const isThere = transactionMachine.edges.some((edge) => edge.verb === verb && edge.to === known?.state);
  const isAccountNew = answer.payerAccount !== null && known?.payerAccount === null;
  if (!isThere || isAccountNew) await recordAnswer(ctx, transactionId, answer);
}

/** Why a payment that was closed is complete all the same; support searches for it. */
export const paidLateReason = 'paid late';

/** What else there is to know of a step. */
interface Circumstances {
  /** Money that arrived before the payment ended, and is reported only now. */
  wasInTime?: boolean;
  /** The bank returns a charge's money. */
  returned?: Returned;
  /** A reversal because a user undid the match of a deposit: the payment is open again. */
  reopens?: boolean;
}

/**
 * Takes a step. Returns false, and changes nothing, if the transaction's state does not allow it: a repeat, or a
 * response that came out of order.
 */
export async function moveTransaction(
  work: Work,
  payment: Payment,
  transaction: store.Transaction,
  verb: TransactionVerb,
  reason: string | null,
  { wasInTime = false, returned, reopens = false }: Circumstances = {},
): Promise<boolean> {
  const isMoney = verb === 'pay' || verb === 'payLate';
  const isLate = isMoney && !wasInTime && (verb === 'payLate' || payment.state !== 'created');
  const why = isLate ? paidLateReason : reason;
  const wasHeld = isHeld(transaction.state);
  const edge = advance(work, transactionMachine, transaction, verb, why);
  if (!edge) return false;
  transaction.stateReason = why;
  if (isLate) change(work, store.transactions, transaction, { paidLate: true });
  if (edge.posting) await book(work, transaction, edge.posting);
  if (edge.event) {
    const receivers = receiversNow(payment, transaction, edge.event, wasHeld);
    await publishTransaction(work, payment, transaction, edge.event, receivers);
  }
  if (isMoney) {
    transaction.completedAt = work.clock.now();
    advance(work, paymentMachine, payment, 'complete', isLate ? paidLateReason : null);
    await queuePayersReceipt(work, payment);
  }
  const isCharge = transaction.paymentType === debitType;
  if (verb === 'reverse')
    advance(work, paymentMachine, payment, isCharge || reopens ? 'reopen' : 'reverse', reason);
  followLink(work, payment, verb);
  const enquireAt = nextEnquiry(transaction, 0, work.clock.now());
  change(work, store.transactions, transaction, { enquireAt, enquiries: 0 });
  followCharge(work, transaction, returned);
  return true;
}

/** Books a transaction's money and the fee with its VAT; nothing for a test. A reversal credits the booked amounts. */
async function book(work: Work, transaction: store.Transaction, posting: ledger.Posting): Promise<void> {
  if (transaction.isTest) return;
  const gross = transaction.amountCents;
  const charged =
    posting === 'payment_reversed'
      ? await ledger.feeBooked(work.tx, transaction.id)
      : withVat(work, feeOf(gross, await siteIn(work, transaction.siteId)));
  const { account: bankAccount } = placeOf(transaction);
  ledger.post(work, posting, { ...ownerOf(transaction), bankAccount, amounts: { gross, ...charged } });
}

/** Has the link that created a payment follow it; most payments have none. */
function followLink(work: Work, { linkId }: Payment, verb: TransactionVerb): void {
  const event = linkEvents[verb];
  if (linkId === null || event === undefined) return;
  const { actor, correlationId } = work;
  raise(work, event, { linkId, actor, correlationId });
}

const linkEvents: Partial<Record<TransactionVerb, 'link.paid' | 'link.reversed'>> = {
  pay: 'link.paid',
  payLate: 'link.paid',
  reverse: 'link.reversed',
};

/** Has the charge of a transaction that has ended follow it; no other transaction has one. */
export function followCharge(
  work: Work,
  { id, paymentId, paymentType, state, stateReason }: store.Transaction,
  returned?: Returned,
): void {
  if (paymentType !== debitType || !transactionMachine.ended.includes(state)) return;
  const { actor, correlationId } = work;
  raise(work, 'charge.ended', {
    ...{ id, paymentId, state, stateReason, actor, correlationId },
    ...(returned && { returned }),
  });
}

function ownerOf(transaction: store.Transaction) {
  const { merchantId, siteId, id } = transaction;
  return { merchantId, siteId, object: transactionMachine.object, objectId: id };
}

async function publishTransaction(
  work: Work,
  payment: Payment,
  transaction: store.Transaction,
  type: EventType,
  receivers: Receiver[],
): Promise<void> {
  const site = await siteIn(work, payment.siteId);
  publish(work, {
    ...ownerOf(transaction),
    type,
    data: snapshot(payment, transaction, site),
    correlationId: payment.correlationId,
    receivers,
  });
  if (!isFailed(transaction.state)) return;
  // A notification that a deposit is awaited is not one of its end.
  const announcedAt = receivers.length > 0 ? work.clock.now() : null;
  if (announcedAt !== transaction.announcedAt) change(work, store.transactions, transaction, { announcedAt });
}

/**
 * Notifies a merchant that the payer chose to pay by deposit, so that the payment is pending: once for each attempt.
 * The state stays: until the deposit arrives, the payer can choose another way to pay.
 */
export async function announceDeposit(
  work: Work,
  payment: Payment,
  transaction: store.Transaction,
): Promise<void> {
  if (transaction.state !== 'created' || transaction.announcedAt !== null) return;
  const { notifyUrl, contract } = payment;
  const receivers = notifyUrl === null ? [] : [{ url: notifyUrl, format: contract }];
  await publishTransaction(work, payment, transaction, 'transaction.pending', receivers);
  change(work, store.transactions, transaction, { announcedAt: work.clock.now() });
}

/**
 * Decides who is notified at once. A One API payment's notifyUrl receives every transaction that ends. A Payments API
 * merchant is notified of a failure only when the payer can no longer try another bank, or was notified before that a
 * bank held it (`wasHeld`): a pending kind is always followed by a final one.
 */
function receiversNow(
  payment: Payment,
  transaction: store.Transaction,
  type: EventType,
  wasHeld: boolean,
): Receiver[] {
  if (payment.notifyUrl === null) return [];
  if (payment.contract === 'one' && type !== 'transaction.complete') return [];
  const mayTryAgain = isFailed(transaction.state) && payment.state === 'created' && !wasHeld;
  if (payment.contract === 'payments' && mayTryAgain) return [];
  return [{ url: payment.notifyUrl, format: payment.contract }];
}

/**
 * Notifies a Payments API merchant of the last failed attempt, now that no other follows. Once per attempt, and not at
 * all if another attempt has paid.
 */
export async function announceFailure(work: Work, payment: Payment): Promise<void> {
  if (payment.contract !== 'payments' || payment.notifyUrl === null || payment.state === 'complete') return;
  const failed = await store.findUntoldFailure(work.tx, payment.id);
  if (!failed) return;
  change(work, store.transactions, failed, { announcedAt: work.clock.now() });
  await deliverEvent(work, failed.id, { url: payment.notifyUrl, format: payment.contract });
}

/**
 * The data of a transaction's events, from which bodies are written. Nothing here identifies the payer beyond four
 * digits of an account.
 */
export type Snapshot = ReturnType<typeof snapshot>;

export function snapshot(payment: Payment, transaction: store.Transaction, site: Pick<Site, 'code'>) {
  return {
    siteCode: site.code,
    transactionId: transaction.id,
    paymentId: payment.id,
    merchantReference: payment.merchantReference,
    amount: formatDecimal(transaction.amountCents),
    currency: transaction.currency,
    state: transaction.state,
    paymentType: transaction.paymentType,
    reason: transaction.stateReason,
    optional: payment.details.optional ?? [],
    isTest: transaction.isTest,
    paidLate: transaction.paidLate,
    bankName: transaction.bankName,
    payerAccount: transaction.payerAccount,
  };
}
