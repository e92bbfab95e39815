// The address to which a customer returns after the authorisation of a subscription.
import type { Subscription } from '../../core/subscriptions/actions.ts';
import { withShown } from './notification.ts';
import { subscriptionStatus } from './subscription-wire.ts';

/** Returns the merchant's address with the subscription and its status: to show, never to trust. Undefined if none. */
export function subscriptionReturnAddress(subscription: Subscription): string | undefined {
  const { id, state, merchantReference, returnUrl } = subscription;
  if (returnUrl === null) return undefined;
  return withShown(returnUrl, {
    subscriptionId: id,
    status: subscriptionStatus[state],
    reference: merchantReference,
  });
}
