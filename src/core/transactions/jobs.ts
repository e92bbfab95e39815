// Timed work of payments and transactions: expiry to the second or nearly, and enquiries at banks.
import { plus } from '../../kernel/clock.ts';
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import { limitConcurrency } from '../../kernel/concurrency/semaphore.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { required } from '../../kernel/required.ts';
import type { Context } from '../context.ts';
import { findExpired, firstExpiry } from '../payments/actions.ts';
import type { Rails } from '../rails.ts';
import { decide } from './decisions.ts';
import { enquireOnce } from './enquiries.ts';
import { nextAfterSilence, nextEnquiry } from './enquiry-times.ts';
import { expirePayment } from './expiry.ts';
import * as store from './store.ts';
import { moveTransaction } from './transitions.ts';

const batch = 50;
const expiryBatch = 200;
const expiredAtOnce = 4;
const enquiryLeaseMs = 30_000;

/** Ends payments whose time has run out, within about a second of it. */
export function createExpirySweep(ctx: Context): Sweep {
  const turn = limitConcurrency(expiredAtOnce);
  return {
    name: 'payments.expire',
    intervalMs: 1_000,
    nextDue: (after) => firstExpiry(ctx.db, after),
    run: async () => {
      const due = await findExpired(ctx.db, ctx.clock.now(), expiryBatch);
      const ended = await Promise.all(due.map(({ id }) => turn(() => expire(ctx, id))));
      return ended.filter(Boolean).length;
    },
  };
}

// A payment that cannot be ended does not keep the others from their end.
async function expire(ctx: Context, id: string): Promise<boolean> {
  try {
    return await expirePayment(ctx, id);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    ctx.log.error(
      { error, paymentId: id },
      'a payment could not be ended at its time; it will be tried again',
    );
    return false;
  }
}

/** Queries banks about transactions that they have not decided, or decided after this service abandoned them. */
export function createEnquirySweep(ctx: Context, rails: Rails): Sweep {
  async function ask(claimed: store.Transaction): Promise<void> {
    const before = claimed.state;
    const { transaction: after, isAnswered } = claimed.isTest
      ? { transaction: await endTest(ctx, claimed), isAnswered: true }
      : await enquireOnce(ctx, rails, claimed);
    // A step sets the next enquiry itself. A response without a change does not.
    if (after.state !== before) return;
    const next = isAnswered ? nextEnquiry : nextAfterSilence;
    const at = next(after, claimed.enquiries, ctx.clock.now());
    await store.setEnquiry(ctx.db, after, at, claimed.enquiries);
  }
  return {
    name: 'transactions.enquire',
    intervalMs: 1_000,
    nextDue: (after) => firstDue(ctx.db, 'transactions', 'enquire_at', after),
    run: async () => {
      const now = ctx.clock.now();
      const claimed = await store.claimEnquiries(ctx.db, now, plus(now, enquiryLeaseMs), batch);
      const asked = await Promise.allSettled(claimed.map(ask));
      for (const result of asked) if (result.status === 'rejected') throw result.reason;
      return claimed.length;
    },
  };
}

// A test payment that its payer left pending succeeds by itself: a pending notification is followed by a final one.
async function endTest(ctx: Context, { id }: store.Transaction): Promise<store.Transaction> {
  const ended = await decide(ctx, id, async (work, { payment, transaction }) => {
    await moveTransaction(work, payment, transaction, 'pay', null);
    return transaction;
  });
  return required(ended, 'transaction');
}
