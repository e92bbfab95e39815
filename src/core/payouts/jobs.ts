// The timed work of payouts: received ones continue to their merchant's verify address or to the bank; merchants are
// queried, outside of any transaction, until they respond or all attempts are used.

import { plus } from '../../kernel/clock.ts';
import { firstDue, type Sweep, wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import type { OutboundAnswer, Post } from '../../kernel/http/outbound.ts';
import { required } from '../../kernel/required.ts';
import { judgePosted } from '../addresses.ts';
import type { Context, Work } from '../context.ts';
import { findSite, type SiteSecrets, siteIn } from '../merchants/actions.ts';
import type { Rails } from '../rails.ts';
import { action } from '../unit-of-work.ts';
import { proceed } from './approval.ts';
import { createAskingSweep } from './asking.ts';
import { receivedSweep } from './float.ts';
import { createPayeeSweep } from './payee-check.ts';
import { subStatuses } from './state.ts';
import * as store from './store.ts';
import { movePayout } from './transitions.ts';
import { conclude, type Reply, type VerificationForm } from './verification.ts';

export type { VerificationAnswer, VerificationForm } from './verification.ts';

const batch = 50;
const leaseMs = 30_000;
const verificationSweep = 'payouts.verify';

export interface PayoutJobs {
  ctx: Context;
  rails: Rails;
  post: Post;
  secretsOf: (siteId: string) => Promise<SiteSecrets>;
  form: VerificationForm;
}

export function createPayoutSweeps(jobs: PayoutJobs): Sweep[] {
  return [
    createReceivedSweep(jobs.ctx),
    createVerificationSweep(jobs),
    createPayeeSweep(jobs.ctx, jobs.rails),
  ];
}

function createReceivedSweep(ctx: Context): Sweep {
  return {
    name: receivedSweep,
    intervalMs: 1_000,
    nextDue: (after) => firstDue(ctx.db, 'payouts', 'due_at', after),
    run: async () => {
      const now = ctx.clock.now();
      const claimed = await store.claimReceived(ctx.db, now, plus(now, leaseMs), batch);
      await handleOrFail(
        ctx,
        claimed.map(({ id }) => id),
      );
      return claimed.length;
    },
  };
}

/** A failing payout must not block others: a failed set is processed one by one. */
async function handleOrFail(ctx: Context, ids: readonly string[]): Promise<void> {
  try {
    await handleAll(ctx, ids);
  } catch (error) {
    if (ids.length === 1 || isDatabaseAway(error)) throw error;
    const done = await Promise.allSettled(ids.map((id) => handleAll(ctx, [id])));
    for (const result of done) if (result.status === 'rejected') throw result.reason;
  }
}

const handleAll = action(async (work, ids: readonly string[]): Promise<void> => {
  const payouts = await store.lockPayouts(work.tx, ids);
  for (const payout of payouts.values()) if (payout.state === 'received') await handle(work, payout);
});

/** Advances a received payout: to its merchant if the site has a verify address, else to the bank. */
async function handle(work: Work, payout: store.Payout): Promise<void> {
  const site = await siteIn(work, payout.siteId);
  if (site.verifyUrl !== null) {
    const dueAt = work.clock.now();
    await movePayout(work, payout, { verb: 'verify', subStatus: subStatuses.none, reason: null, dueAt });
    await wakeAfterCommit(work.tx, verificationSweep);
  } else if (payout.accountSealed === null) {
    const reason =
      'the site no longer has a verify address from which to request the key of the account number';
    await movePayout(work, payout, { verb: 'cancel', subStatus: subStatuses.undecryptable, reason });
  } else {
    await proceed(work, payout);
  }
}

const answerTimeoutMs = 15_000;

/** The delay after each unanswered question, in milliseconds; the last has no delay after it. */
const retryDelaysMs = [5_000, 30_000, 120_000, 600_000] as const;

function createVerificationSweep({ ctx, post, secretsOf, form }: PayoutJobs): Sweep {
  async function verify(payout: store.Payout): Promise<void> {
    const reply = await ask(payout);
    const delay = 'missing' in reply ? retryDelaysMs[payout.tries - 1] : undefined;
    const { correlationId, id: payoutId, tries: attempt } = payout;
    const said = 'missing' in reply ? { error: reply.missing } : { isVerified: reply.isVerified };
    ctx.log.info({ correlationId, payoutId, attempt, ...said }, 'a merchant was asked to verify a payout');
    if (delay !== undefined) return store.setDue(ctx.db, payout, plus(ctx.clock.now(), delay));
    return conclude({ ...ctx, actor: 'merchant' }, payout, reply);
  }

  async function ask(payout: store.Payout): Promise<Reply> {
    const site = required(await findSite(ctx.db, payout.siteId), 'site');
    if (site.verifyUrl === null) return { missing: 'the site no longer has one' };
    // Also for addresses older than the rule: a question contains the access token and the account.
    const reason = judgePosted(site.verifyUrl, ctx.policy.addressRules);
    if (reason !== undefined) return { missing: `the site's verifyUrl is not allowed: ${reason}` };
    const sent = ctx.keyring.open(payout.accountSentSealed);
    const { headers, body } = form.write(payout, site, sent, await secretsOf(site.id));
    const traced = { ...headers, 'x-correlation-id': payout.correlationId };
    const answer = await post({ url: site.verifyUrl, headers: traced, body, timeoutMs: answerTimeoutMs });
    const { correlationId, id: payoutId } = payout;
    if (answer.detail) ctx.log.info({ correlationId, payoutId, detail: answer.detail }, 'not verified');
    return readReply(answer);
  }

  function readReply({ statusCode, error, body }: OutboundAnswer): Reply {
    if (statusCode === null) return { missing: error ?? 'no answer' };
    if (statusCode !== 200) return { missing: `status ${statusCode}` };
    // A part of a body proves nothing, also where it happens to be readable.
    if (error !== null) return { missing: error };
    return form.read(body) ?? { missing: 'the body is not a JSON object' };
  }

  return createAskingSweep(ctx, {
    ...{ name: verificationSweep, state: 'verification', leaseMs: 25_000, ask: verify },
  });
}
