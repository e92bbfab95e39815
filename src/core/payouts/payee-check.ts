// Verifies the account of a payout at its bank before its money leaves, if the site requires it and no earlier payout has. The bank
// is queried outside of any transaction; the result moves the payout once, whatever the bank does.
import { minuteMs, plus } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import { required } from '../../kernel/required.ts';
import { noteOutcome } from '../beneficiaries/actions.ts';
import type { Context } from '../context.ts';
import { siteIn } from '../merchants/actions.ts';
import type { Rails } from '../rails.ts';
import { change } from '../transitions.ts';
import { action } from '../unit-of-work.ts';
import { type PayeeResult, payeeRetryDelaysMs, queryPayee } from '../verifications/payees.ts';
import { proceed } from './approval.ts';
import { createAskingSweep } from './asking.ts';
import * as payees from './payee-store.ts';
import { fingerprintOf } from './payees.ts';
import { subStatuses } from './state.ts';
import * as store from './store.ts';
import { movePayout, payeeSweep } from './transitions.ts';

export const createPayeeSweep = (ctx: Context, rails: Rails): Sweep =>
  createAskingSweep(ctx, {
    ...{ name: payeeSweep, state: 'payee_check', ask: (payout) => check(ctx, rails, payout) },
    // Longer than a rail waits for its bank.
    leaseMs: 2 * minuteMs,
  });

async function check(ctx: Context, rails: Rails, payout: store.Payout): Promise<void> {
  const result = await ask(ctx, rails, payout);
  const { id: payoutId, correlationId, tries: attempt } = payout;
  ctx.log.info({ correlationId, payoutId, attempt, outcome: result.outcome }, 'payee check');
  const delay = result.outcome === 'unavailable' ? payeeRetryDelaysMs[payout.tries - 1] : undefined;
  if (delay !== undefined) return store.setDue(ctx.db, payout, plus(ctx.clock.now(), delay));
  return conclude({ ...ctx, actor: 'bank', correlationId }, payout, result);
}

function ask(ctx: Context, rails: Rails, payout: store.Payout): Promise<PayeeResult> {
  const { id, merchantId, bankGroupId: bankId, branchCode, beneficiary } = payout;
  const accountSealed = required(payout.accountSealed ?? undefined, 'account');
  return queryPayee(ctx, rails, {
    id,
    merchantId,
    bankId,
    branchCode,
    accountSealed,
    name: beneficiary?.name ?? null,
  });
}

/** Applies a result to the payout of the latest query. */
const conclude = action(async (work, asked: store.Payout, result: PayeeResult): Promise<void> => {
  const payout = await store.lockPayout(work.tx, asked.id);
  // Another process has queried in the meantime, and its result counts.
  if (payout?.state !== 'payee_check' || payout.tries !== asked.tries) return;
  const at = work.clock.now();
  change(work, store.payouts, payout, { payeeCheck: { ...result, at: at.toISOString() } });
  const { merchantId, beneficiaryAccountId } = payout;
  const { outcome, reason } = result;
  if (outcome === 'verified') {
    const fingerprint = fingerprintOf(work, payout, work.keyring.state().currentId);
    await payees.addVerifiedPayee(work.tx, { merchantId, fingerprint, verifiedAt: at });
  }
  if (beneficiaryAccountId !== null && outcome !== 'unsupported')
    await noteOutcome(work, { merchantId, accountId: beneficiaryAccountId, outcome, reason });
  const { verifyPayees } = await siteIn(work, payout.siteId);
  if (verifyPayees !== 'refuse' || outcome === 'verified') return proceed(work, payout);
  const step = { verb: 'cancel', subStatus: subStatuses.notVerified } as const;
  await movePayout(work, payout, { ...step, reason: `the payee was not verified: ${reason}` });
});
