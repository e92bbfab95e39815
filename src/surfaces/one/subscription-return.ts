// Where a customer comes back to the merchant once they are done with the authorisation of a subscription.
import type { Subscription } from '../../core/subscriptions/actions.ts';
import { withShown } from './notification.ts';
import { subscriptionStatus } from './subscription-wire.ts';

/** The merchant's address with the subscription and how it stands: to show, never to trust. Undefined without one. */
export function subscriptionReturnAddress(subscription: Subscription): string | undefined {
  const { id, state, merchantReference, returnUrl } = subscription;
  if (returnUrl === null) return undefined;
  return withShown(returnUrl, {
    subscriptionId: id,
    status: subscriptionStatus[state],
    reference: merchantReference,
  });
}
