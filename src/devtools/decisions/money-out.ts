// The sandbox decides money that leaves, in place of the bank that pays it: refunds and payouts.
import type { Context } from '../../core/context.ts';
import { findAnyRefund } from '../../core/refunds/actions.ts';
import { submitRefund } from '../../core/refunds/jobs.ts';
import { findTransferOf, recordTransferAnswer } from '../../core/transfers/actions.ts';
import { isUuid } from '../../kernel/ids.ts';
import { type TransferEnd, transferReasons } from '../../rails/simulator/index.ts';
import { readOutcome, SandboxRefusal } from './body.ts';
import type { MoneyOut, SandboxDeps } from './deps.ts';

interface Verdict {
  end: TransferEnd;
  /** Why, where it is not the bank's usual reason. */
  reason?: string;
}

const refundVerdicts = {
  complete: { end: 'paid' },
  failed: { end: 'failed' },
  returned: { end: 'returned' },
} satisfies Record<string, Verdict>;

const payoutVerdicts = {
  complete: { end: 'paid' },
  rejected: { end: 'failed', reason: transferReasons.failed },
  failed: { end: 'failed', reason: transferReasons.notProcessed },
  returned: { end: 'returned' },
} satisfies Record<string, Verdict>;

type Names<Table> = [keyof Table & string, ...(keyof Table & string)[]];
export const refundOutcomes = Object.keys(refundVerdicts) as Names<typeof refundVerdicts>;
export const payoutOutcomes = Object.keys(payoutVerdicts) as Names<typeof payoutVerdicts>;

const refunds: MoneyOut = {
  find: findAnyRefund,
  submit: submitRefund,
};

/** Decides a refund, through its submission if it was still pending, and answers how it then stands. */
export async function decideRefund(
  deps: SandboxDeps,
  ctx: Context,
  merchantId: string,
  id: string,
  body: unknown,
) {
  const verdict = readVerdict(body, refundVerdicts);
  return {
    refundId: id,
    ...(await decide(deps, ctx, { what: refunds, name: 'refund', merchantId, id }, verdict)),
  };
}

/** Decides a payout, through its submission if it was not submitted yet, and answers how it then stands. */
export async function decidePayout(
  deps: SandboxDeps,
  ctx: Context,
  merchantId: string,
  id: string,
  body: unknown,
) {
  const verdict = readVerdict(body, payoutVerdicts);
  const wanted = { what: deps.payouts, name: 'payout', merchantId, id };
  return { payoutId: id, ...(await decide(deps, ctx, wanted, verdict)) };
}

function readVerdict(body: unknown, verdicts: Record<string, Verdict>): Verdict {
  return verdicts[readOutcome(body, Object.keys(verdicts))]!;
}

interface Wanted {
  what: MoneyOut;
  name: string;
  merchantId: string;
  id: string;
}

async function decide(
  deps: SandboxDeps,
  ctx: Context,
  wanted: Wanted,
  { end, reason }: Verdict,
): Promise<{ state: string; reason: string | null }> {
  const { what, name, id } = wanted;
  await find(ctx, wanted);
  await what.submit(ctx, id);
  const transfer = await findTransferOf(ctx.db, id);
  if (!transfer) {
    const { state, reason: why } = await find(ctx, wanted);
    throw new SandboxRefusal(409, `no bank has the ${name}: it is ${state}${why ? `, ${why}` : ''}`);
  }
  await deps.sendTransfer(transfer.id);
  const answer = await deps.decideTransfer(transfer.id, end, reason);
  await recordTransferAnswer({ ...ctx, actor: 'bank' }, deps.handlers, transfer.id, answer);
  return find(ctx, wanted);
}

async function find(
  ctx: Context,
  { what, name, merchantId, id }: Wanted,
): Promise<{ state: string; reason: string | null }> {
  const found = isUuid(id) ? await what.find(ctx, id) : undefined;
  if (found?.merchantId !== merchantId) throw new SandboxRefusal(404, `there is no such ${name}`);
  return { state: found.state, reason: found.stateReason };
}
