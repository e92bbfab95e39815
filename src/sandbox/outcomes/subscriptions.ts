// The sandbox decides on a subscription as its customer: it chooses a bank and approves or declines there.
import { demoBankId } from '../../core/banks.ts';
import {
  authoriseAtBank,
  enquireMandate,
  findAnySubscription,
  type Subscription,
} from '../../core/subscriptions/actions.ts';
import { isUuid } from '../../kernel/ids.ts';
import { readOutcome, SandboxRefusal } from '../body.ts';
import type { Call } from '../deps.ts';

export const subscriptionOutcomes = ['approved', 'declined'] as const;

/** Approves or declines a subscription at its bank, or at the Demo Bank if none was chosen. Returns its status. */
export async function decideSubscription(call: Call, id: string, body: unknown) {
  const { deps, ctx, merchantId } = call;
  const outcome = readOutcome(body, subscriptionOutcomes);
  const subscription = isUuid(id) ? await findAnySubscription(ctx.db, id) : undefined;
  if (subscription?.merchantId !== merchantId) throw new SandboxRefusal(404, 'subscription not found');
  await goToBank(call, subscription);
  await deps.decideMandate(subscription.id, outcome);
  const decided = await enquireMandate({ ...ctx, actor: 'bank' }, deps.rails, subscription);
  return { subscriptionId: decided.id, state: decided.state, reason: decided.stateReason };
}

/** Repeated for the bank that was already chosen, it changes nothing. */
async function goToBank({ deps, ctx }: Call, subscription: Subscription): Promise<void> {
  const bankId = subscription.bankId ?? demoBankId;
  const bank = (await deps.rails.banks(subscription.merchantId)).find((one) => one.id === bankId)!;
  const consent = {
    textVersion: 'sandbox',
    language: 'en',
    address: 'sandbox',
    userAgent: null,
    givenAt: ctx.clock.now().toISOString(),
  };
  const returnUrl = `${deps.publicUrl}/subscribe/${subscription.id}/return`;
  await authoriseAtBank(ctx, deps.rails, subscription, bank, consent, returnUrl);
}
