import { choosePayer, findAccounts } from '../../core/accounts/actions.ts';
import { simulatorAccount } from '../../core/rails.ts';
import { findAnyRefund } from '../../core/refunds/actions.ts';
import { submitRefund } from '../../core/refunds/jobs.ts';
import { findTransferOf } from '../../core/transfers/actions.ts';
import { recordTransferAnswer } from '../../core/transfers/answers.ts';
import { isUuid } from '../../kernel/ids.ts';
import { memberOf } from '../../kernel/required.ts';
import { type TransferEnd, transferReasons } from '../../rails/simulator/index.ts';
import { readOutcome, SandboxRefusal } from '../body.ts';
import type { Call, MoneyOut } from '../deps.ts';

interface Verdict {
  end: TransferEnd;
  /** The reason, if it is not the bank's usual one. */
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

interface Named extends MoneyOut {
  name: 'refund' | 'payout';
}

const refunds: Named = { name: 'refund', find: findAnyRefund, submit: submitRefund };

/** Decides a refund, after submitting it if it was pending. Returns its status. */
export async function decideRefund(call: Call, id: string, body: unknown) {
  return { refundId: id, ...(await decide(call, refunds, id, readVerdict(body, refundVerdicts))) };
}

/** Decides a payout, after submitting it if needed. Returns its status. */
export async function decidePayout(call: Call, id: string, body: unknown) {
  const verdict = readVerdict(body, payoutVerdicts);
  const payouts: Named = { name: 'payout', ...call.deps.payouts };
  return { payoutId: id, ...(await decide(call, payouts, id, verdict)) };
}

function readVerdict(body: unknown, verdicts: Record<string, Verdict>): Verdict {
  return memberOf(verdicts, readOutcome(body, Object.keys(verdicts)));
}

interface Standing {
  state: string;
  reason: string | null;
}

async function decide(call: Call, what: Named, id: string, { end, reason }: Verdict): Promise<Standing> {
  const { deps, ctx } = call;
  await find(call, what, id);
  await assertSimulated(call, what, id);
  await what.submit(ctx, id);
  const transfer = await findTransferOf(ctx.db, id);
  if (!transfer) {
    const { state, reason: why } = await find(call, what, id);
    throw new SandboxRefusal(409, `no bank has the ${what.name}: it is ${state}${why ? `, ${why}` : ''}`);
  }
  await deps.sendTransfer(transfer.id);
  const answer = await deps.decideTransfer(transfer.id, end, reason);
  await recordTransferAnswer({ ...ctx, actor: 'bank' }, transfer.id, answer);
  return find(call, what, id);
}

/** Money that leaves through another account is decided by that account's bank. */
async function assertSimulated({ ctx, merchantId }: Call, { name }: Named, id: string): Promise<void> {
  const transfer = await findTransferOf(ctx.db, id);
  const anyBank = { merchantId, bankId: '', from: null };
  const account =
    transfer?.bankAccount ?? choosePayer(await findAccounts(ctx.db), anyBank)?.id ?? simulatorAccount;
  if (account === simulatorAccount) return;
  throw new SandboxRefusal(
    409,
    `the ${name} is paid from the account ${account}, whose bank determines the outcome`,
  );
}

async function find({ ctx, merchantId }: Call, what: Named, id: string): Promise<Standing> {
  const found = isUuid(id) ? await what.find(ctx.db, id) : undefined;
  if (found?.merchantId !== merchantId) throw new SandboxRefusal(404, `${what.name} not found`);
  return { state: found.state, reason: found.stateReason };
}
