// Queries the merchant to verify a payout, and for the key of its account number. The surface defines the texts of
// query and response; this module decides the result.

import { maskAccount } from '../account-numbers.ts';
import type { AnyContext } from '../context.ts';
import type { Site, SiteSecrets } from '../merchants/actions.ts';
import { action } from '../unit-of-work.ts';
import { decryptAccount, isPlain, judgeAccount } from './account.ts';
import { proceed } from './approval.ts';
import { type SubStatus, subStatuses } from './state.ts';
import * as store from './store.ts';
import { movePayout, type Step } from './transitions.ts';

export interface VerificationAnswer {
  /** The payout that the merchant names. */
  payoutId: string | null;
  isVerified: boolean;
  key: string | null;
  reason: string | null;
}

/** Writes the query and reads the response. */
export interface VerificationForm {
  write(
    payout: store.Payout,
    site: Site,
    accountNumberSent: string,
    secrets: SiteSecrets,
  ): { headers: Record<string, string>; body: string };
  /** Returns undefined for a body that is not a valid response: then the merchant is queried again. */
  read(body: string): VerificationAnswer | undefined;
}

/** The result of a query: a response, or the reason why it is missing. */
export type Reply = VerificationAnswer | { missing: string };

/** Applies the reply to a payout's latest query. Without a response, the payout is cancelled. */
export const conclude = action(async (work, asked: store.Payout, reply: Reply): Promise<void> => {
  const payout = await store.lockPayout(work.tx, asked.id);
  // Another process has queried in the meantime, and its response counts.
  if (payout?.state !== 'verification' || payout.tries !== asked.tries) return;
  const verdict = decide(work, payout, reply);
  if ('reason' in verdict) {
    const { subStatus, reason } = verdict;
    await movePayout(work, payout, { verb: 'cancel', subStatus, reason } satisfies Step);
    return;
  }
  payout.subStatus = subStatuses.verified;
  payout.accountSealed ??= work.keyring.seal(verdict.account);
  payout.account ??= maskAccount(verdict.account);
  await proceed(work, payout);
});

type Decision = { account: string } | { subStatus: SubStatus; reason: string };

function decide(ctx: AnyContext, payout: store.Payout, reply: Reply): Decision {
  const no = (reason: string): Decision => ({ subStatus: subStatuses.notVerified, reason });
  if ('missing' in reply) return no(`the verify address gave no answer: ${reply.missing}`);
  if (reply.payoutId?.toLowerCase() !== payout.id)
    return no('the verify address answered for another payout');
  if (!reply.isVerified)
    return no(`the merchant did not verify the payout${reply.reason ? `: ${reply.reason}` : ''}`);
  return openAccount(ctx, payout, reply.key);
}

function openAccount(ctx: AnyContext, payout: store.Payout, key: string | null): Decision {
  const sent = ctx.keyring.open(payout.accountSentSealed);
  // A plain number was checked when it arrived.
  if (isPlain(sent)) return { account: sent };
  const subStatus = subStatuses.undecryptable;
  if (!key) return { subStatus, reason: 'the verify address gave no key for the account number' };
  const accountNumber = decryptAccount(sent, payout, key);
  if (accountNumber === undefined) return { subStatus, reason: 'the account number could not be decrypted' };
  const { bankGroupId: bankId, branchCode } = payout;
  const verdict = judgeAccount(
    { ...ctx, correlationId: payout.correlationId },
    { bankId, branchCode, accountNumber },
  );
  if (!verdict.valid) return { subStatus: subStatuses.accountInvalid, reason: verdict.reason };
  return { account: accountNumber };
}
