// Verifies the account of a refund at its bank, if the site requires that. The bank is queried outside of any transaction; the result
// moves the refund once, whatever the bank does.
import { minuteMs, plus } from '../../kernel/clock.ts';
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import { required } from '../../kernel/required.ts';
import type { Context } from '../context.ts';
import { siteIn } from '../merchants/actions.ts';
import type { Rails } from '../rails.ts';
import { lockBoth } from '../transactions/decisions.ts';
import { change } from '../transitions.ts';
import { action } from '../unit-of-work.ts';
import { type PayeeResult, payeeRetryDelaysMs, queryPayee } from '../verifications/payees.ts';
import { refuse } from './approval.ts';
import { hold, refundPayeeSweep } from './elsewhere.ts';
import * as store from './store.ts';

/** Refunds to other accounts are rare: a few at once are enough. */
const atOnce = 8;
/** Longer than a rail waits for its bank. */
const leaseMs = 2 * minuteMs;

/** Creates the sweep that verifies the accounts of refunds at their banks. */
export function createRefundPayeeSweep(ctx: Context, rails: Rails): Sweep {
  return {
    name: refundPayeeSweep,
    intervalMs: 1_000,
    nextDue: (after) => firstDue(ctx.db, 'refunds', 'due_at', after, 'payee_check'),
    run: async () => {
      const now = ctx.clock.now();
      const claimed = await store.claimChecks(ctx.db, now, plus(now, leaseMs), atOnce);
      const done = await Promise.allSettled(claimed.map((refund) => check(ctx, rails, refund)));
      for (const result of done) if (result.status === 'rejected') throw result.reason;
      return claimed.length;
    },
  };
}

async function check(ctx: Context, rails: Rails, refund: store.Refund): Promise<void> {
  const { id, merchantId, bankId, branchCode, accountHolder: name, correlationId, tries: attempt } = refund;
  const accountSealed = required(refund.accountSealed ?? undefined, 'account');
  const result = await queryPayee(ctx, rails, { id, merchantId, bankId, branchCode, accountSealed, name });
  ctx.log.info({ correlationId, refundId: id, attempt, outcome: result.outcome }, 'payee check');
  const delay = result.outcome === 'unavailable' ? payeeRetryDelaysMs[attempt - 1] : undefined;
  if (delay !== undefined) return store.retryCheck(ctx.db, refund, plus(ctx.clock.now(), delay));
  return conclude({ ...ctx, actor: 'bank', correlationId }, refund, result);
}

/** Applies a result to the refund of the latest query. */
const conclude = action(async (work, asked: store.Refund, result: PayeeResult): Promise<void> => {
  const both = required(await lockBoth(work.tx, asked.transactionId), 'transaction');
  const refund = required(await store.lockRefund(work.tx, asked.id), 'refund');
  // It was cancelled, or another process has queried in the meantime.
  if (refund.state !== 'payee_check' || refund.tries !== asked.tries) return;
  change(work, store.refunds, refund, {
    payeeCheck: { ...result, at: work.clock.now().toISOString() },
  });
  const { verifyPayees } = await siteIn(work, refund.siteId);
  if (verifyPayees !== 'refuse' || result.outcome === 'verified') return hold(work, both, refund);
  await refuse(work, both, refund, `the payee was not verified: ${result.reason}`);
});
