// The ad-hoc charges that a customer authorises with a subscription.
import type { Cents } from '../../kernel/money.ts';
import type { Subscription } from './store.ts';

export interface AdhocTerms {
  /** The range of each ad-hoc charge, in cents. */
  minimum: Cents;
  maximum: Cents;
  /** The most ad-hoc charges and their largest total; null if the merchant set no limit. */
  maxCharges: number | null;
  maxTotal: Cents | null;
}

/**
 * Returns the terms of ad-hoc charges; null without any. The band (`amountConstraints`) is their authorisation, so
 * limits without a band authorise nothing. The customer's page, the mandate and the charges follow this.
 */
export function adhocTerms(subscription: Subscription): AdhocTerms | null {
  const { minimumCents, maximumCents, maxAdhocCharges, maxAdhocTotalCents } = subscription;
  if (minimumCents === null || maximumCents === null || maxAdhocCharges === 0) return null;
  return {
    minimum: minimumCents,
    maximum: maximumCents,
    maxCharges: maxAdhocCharges,
    maxTotal: maxAdhocTotalCents,
  };
}
