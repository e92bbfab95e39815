// Charges: opens and commits an attempt, sends it to the bank, then records the response. After a kill at any point,
// the charge comes due again and continues under the same transaction id. Charges that come due together start in one
// transaction.
import { plus } from '../../kernel/clock.ts';
import { batch, batchOf } from '../../kernel/db/batch.ts';
import { sendInOrder } from '../../kernel/db/send-order.ts';
import { firstOf, getOrThrow, itemAt, required } from '../../kernel/required.ts';
import type { AnyContext, Context, Work } from '../context.ts';
import { findSite, siteIn } from '../merchants/actions.ts';
import {
  addChargePayment,
  findPaymentForCustomer,
  lockPayments,
  type Payment,
  paymentIds,
} from '../payments/actions.ts';
import type { Rails } from '../rails.ts';
import { findAnyTransaction } from '../transactions/actions.ts';
import {
  areDebitsOver,
  closeDebit,
  type StartedDebit,
  sendDebit,
  startDebit,
} from '../transactions/debits.ts';
import { change } from '../transitions.ts';
import { flush, inWork } from '../unit-of-work.ts';
import { completeIfOver, giveUp } from './charge-results.ts';
import * as charges from './charge-store.ts';
import { inRounds } from './rounds.ts';
import * as store from './store.ts';
import { addScheduledCharge, moveCharge } from './transitions.ts';

/**
 * The time for which a charge's payment accepts attempts, in milliseconds: a year. It is closed with its charge, so
 * this is not a business rule; it must outlast every outage after which attempts are caught up.
 */
const paymentMs = 365 * 24 * 60 * 60 * 1000;
/** How long a sender has before another process sends again, in milliseconds. */
export const leaseMs = 60_000;
/** How long a charge waits for an obstacle, in milliseconds. */
const waitMs = { earlier: 60_000, attempt: 60 * 60_000, suspended: 60 * 60_000 };
/** How many charges are claimed and started together. */
export const chargesTogether = 200;

interface Asked {
  ctx: Context;
  claimed: charges.Charge;
}

type Outcomes = Promise<PromiseSettledResult<void>[]>;

/** Processes claimed charges. Those that may start do so in one transaction; one that fails stops none of the others. */
export async function workCharges(ctx: Context, rails: Rails, claimed: readonly charges.Charge[]): Outcomes {
  const all = claimed.map((charge) => ({
    ctx: { ...ctx, correlationId: charge.correlationId },
    claimed: charge,
  }));
  const isUnderWay = ({ claimed: { state } }: Asked) => state === 'failed' || state === 'charging';
  const {
    underWay = [],
    first = [],
    again = [],
  } = Object.groupBy(all, (one) =>
    isUnderWay(one) ? 'underWay' : one.claimed.paymentId === null ? 'first' : 'again',
  );
  const done = await Promise.all([
    Promise.allSettled(underWay.map((one) => goOn(rails, one))),
    startAndSend(rails, first),
    retry(rails, again),
  ]);
  return done.flat();
}

async function goOn(rails: Rails, { ctx, claimed }: Asked): Promise<void> {
  if (claimed.state === 'failed') await closeFailed(ctx, claimed);
  else await send(ctx, rails, await findStarted(ctx, claimed));
}

/** Starts charges whose earlier attempts are over: a new attempt must wait for one that may still be paid. */
async function retry(rails: Rails, all: readonly Asked[]): Outcomes {
  const checked = await Promise.allSettled(all.map((one) => findOver(rails, one)));
  const over = checked.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
  const failed = checked.filter((one) => one.status === 'rejected');
  return [...failed, ...(await startAndSend(rails, over))];
}

/** Returns the charge if its attempts are over; otherwise undefined, and it is due again later. */
async function findOver(rails: Rails, asked: Asked): Promise<Asked | undefined> {
  const { ctx, claimed } = asked;
  if (await areDebitsOver(ctx, rails, required(claimed.paymentId, 'payment'))) return asked;
  await setDue(ctx.db, { charge: claimed, at: plus(ctx.clock.now(), waitMs.attempt) });
  return undefined;
}

async function startAndSend(rails: Rails, all: readonly Asked[]): Outcomes {
  const started = await batchOf(all, startAll);
  const sent = started.map(async (outcome, index) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    if (outcome.value) await send(itemAt(all, index).ctx, rails, outcome.value);
  });
  return Promise.allSettled(sent);
}

/** A charge whose attempt must be sent. */
interface Started {
  charge: charges.Charge;
  subscription: store.Subscription;
  debit: StartedDebit;
}

/** Opens attempts at charges; undefined for a charge that cannot start, or that another process has started. */
function startAll(all: readonly Asked[]): Promise<(Started | undefined)[]> {
  return inWork(firstOf(all).ctx, async (work) => {
    const results = new Map<Asked, Started | undefined>();
    for (const round of inRounds(all, ({ claimed }) => claimed.subscriptionId)) {
      // Reads rows again that an earlier round has changed in the same subscriptions.
      await flush(work);
      const locked = await lock(work, all);
      for (const asked of round) results.set(asked, await startOne(work, asked, locked));
    }
    return all.map((asked) => results.get(asked));
  });
}

interface Locked {
  payments: Map<string, Payment>;
  subscriptions: Map<string, store.Subscription>;
  charges: Map<string, charges.Charge>;
  /** Charges that wait for an earlier due date. */
  heldUp: Set<string>;
}

/** Locks payments, then subscriptions, then charges, each in the order of their ids. */
async function lock({ tx }: Work, all: readonly Asked[]): Promise<Locked> {
  const held = all.flatMap(({ claimed }) => claimed.paymentId ?? []);
  const ids = all.map(({ claimed }) => claimed.id);
  const [payments, subscriptions, locked, heldUp] = await sendInOrder(
    lockPayments(tx, paymentIds(tx, held)),
    store.lockSubscriptions(
      tx,
      all.map(({ claimed }) => claimed.subscriptionId),
    ),
    charges.lockCharges(tx, ids),
    charges.findHeldUp(tx, ids),
  );
  return {
    payments: new Map(payments.map((payment) => [payment.id, payment])),
    subscriptions: new Map(subscriptions.map((subscription) => [subscription.id, subscription])),
    charges: new Map(locked.map((charge) => [charge.id, charge])),
    heldUp: new Set(heldUp.map(({ id }) => id)),
  };
}

async function startOne(group: Work, asked: Asked, locked: Locked): Promise<Started | undefined> {
  const { claimed, ctx } = asked;
  const work: Work = { ...group, actor: ctx.actor, correlationId: ctx.correlationId };
  const subscription = getOrThrow(locked.subscriptions, claimed.subscriptionId);
  const charge = getOrThrow(locked.charges, claimed.id);
  // Another process was faster.
  if (charge.state !== claimed.state || charge.attempts !== claimed.attempts) return undefined;
  const isFirst = charge.state === 'scheduled';
  if (isFirst && locked.heldUp.has(charge.id)) {
    change(work, charges.subscriptionCharges, charge, { dueAt: plus(work.clock.now(), waitMs.earlier) });
    return undefined;
  }
  if ((await siteIn(work, charge.siteId)).isSuspended) {
    change(work, charges.subscriptionCharges, charge, { dueAt: plus(work.clock.now(), waitMs.suspended) });
    return undefined;
  }
  const held = charge.paymentId === null ? undefined : locked.payments.get(charge.paymentId);
  if (held && !isOpen(work, held)) {
    await giveUpLate(work, subscription, charge);
    return undefined;
  }
  await moveCharge(work, subscription, charge, 'charge', null);
  const debit = await openAttempt(work, subscription, charge, held);
  const { occurrence } = charge;
  if (isFirst && occurrence !== null && occurrence < subscription.occurrences) {
    await addScheduledCharge(work, subscription, occurrence + 1);
  }
  return { charge, subscription, debit };
}

async function giveUpLate(
  work: Work,
  subscription: store.Subscription,
  charge: charges.Charge,
): Promise<void> {
  const outcomes = await charges.readOutcomes(work.tx, [subscription.id]);
  const { failed } = getOrThrow(outcomes, subscription.id);
  await giveUp(work, subscription, charge, 'the time for its attempts ran out', failed);
  await completeIfOver(work, [{ work, subscription }]);
}

const isOpen = (ctx: AnyContext, payment: Payment): boolean =>
  payment.state === 'created' && payment.expiresAt > ctx.clock.now();

async function openAttempt(
  work: Work,
  subscription: store.Subscription,
  charge: charges.Charge,
  held: Payment | undefined,
): Promise<StartedDebit> {
  const payee = await siteIn(work, charge.siteId);
  const payment =
    held ??
    addChargePayment(work, {
      site: payee,
      contract: 'one',
      amount: charge.amountCents,
      merchantReference: charge.merchantReference,
      ...(subscription.bankReference !== null && { bankReference: subscription.bankReference }),
      expiresAt: plus(work.clock.now(), paymentMs),
      details: { subscriptionId: subscription.id },
      customerId: subscription.customerId,
    });
  const bank = {
    account: subscription.bankAccount!,
    id: subscription.bankId!,
    name: subscription.bankName!,
  };
  const transaction = await startDebit(work, payment, bank);
  change(work, charges.subscriptionCharges, charge, {
    attempts: charge.attempts + 1,
    paymentId: payment.id,
    transactionId: transaction.id,
    dueAt: plus(work.clock.now(), leaseMs),
  });
  return { payment, transaction, mandateId: subscription.id, payee: payee.name };
}

/** Returns the data to send a charge's latest attempt again. */
async function findStarted(ctx: Context, charge: charges.Charge): Promise<Started> {
  const [transaction, payment, subscription, site] = await Promise.all([
    findAnyTransaction(ctx.db, required(charge.transactionId, 'transaction')),
    findPaymentForCustomer(ctx.db, required(charge.paymentId, 'payment')),
    store.findAnySubscription(ctx.db, charge.subscriptionId),
    findSite(ctx.db, charge.siteId),
  ]);
  const debit = {
    payment: required(payment, 'payment'),
    transaction: required(transaction, 'transaction'),
    mandateId: charge.subscriptionId,
    payee: required(site, 'site').name,
  };
  return { charge, subscription: required(subscription, 'subscription'), debit };
}

/** Sends the latest attempt, unless the bank has it; if the subscription has ended, only queries the bank. */
async function send(ctx: Context, rails: Rails, { charge, subscription, debit }: Started): Promise<void> {
  const at = await sendDebit(ctx, rails, debit, { mayCharge: subscription.state === 'active' });
  await setDue(ctx.db, { charge, at });
}

async function closeFailed(ctx: Context, charge: charges.Charge): Promise<void> {
  await closeDebit(ctx, required(charge.paymentId, 'payment'), charge.stateReason);
  await setDue(ctx.db, { charge, at: null });
}

/** Sets when a charge is due next, together with others. */
const setDue = batch<charges.NewDue, void>(charges.setChargesDue, { maxItems: chargesTogether });
