// The sandbox decides on a subscription in place of its customer, who chose a bank and answered there.
import { demoBankId } from '../../core/banks.ts';
import {
  authoriseAtBank,
  enquireMandate,
  findAnySubscription,
  type Subscription,
} from '../../core/subscriptions/actions.ts';
import { isUuid } from '../../kernel/ids.ts';
import { readOutcome, SandboxRefusal } from './body.ts';
import type { Call } from './deps.ts';

export const subscriptionOutcomes = ['approved', 'declined'] as const;

/** Approves or declines a subscription at its bank, the Demo Bank where none was chosen, and answers how it stands. */
export async function decideSubscription(call: Call, id: string, body: unknown) {
  const { deps, ctx, merchantId } = call;
  const outcome = readOutcome(body, subscriptionOutcomes);
  const subscription = isUuid(id) ? await findAnySubscription(ctx, id) : undefined;
  if (subscription?.merchantId !== merchantId) throw new SandboxRefusal(404, 'there is no such subscription');
  await goToBank(call, subscription);
  await deps.decideMandate(subscription.id, outcome);
  const decided = await enquireMandate({ ...ctx, actor: 'bank' }, deps.rail, subscription);
  return { subscriptionId: decided.id, state: decided.state, reason: decided.stateReason };
}

/** Again for the bank that was chosen already, it changes nothing. */
async function goToBank({ deps, ctx }: Call, subscription: Subscription): Promise<void> {
  const bankId = subscription.bankId ?? demoBankId;
  const bank = (await deps.rail.banks(subscription.merchantId)).find((one) => one.id === bankId)!;
  const consent = {
    textVersion: 'sandbox',
    language: 'en',
    address: 'sandbox',
    userAgent: null,
    givenAt: ctx.clock.now().toISOString(),
  };
  const returnUrl = `${deps.publicUrl}/subscribe/${subscription.id}/return`;
  await authoriseAtBank(ctx, deps.rail, subscription, bank, consent, returnUrl);
}
