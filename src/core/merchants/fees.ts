// The fee of a payment.
import { basisPointsHalfUp, type Cents } from '../../kernel/money.ts';
import type { Site } from './actions.ts';

/** A site's fee for a payment, in cents: never more than the payment's amount. */
export function feeOf(gross: Cents, site: Pick<Site, 'feeBps' | 'feeCents'>): Cents {
  const asked = basisPointsHalfUp(gross, site.feeBps) + site.feeCents;
  return asked > gross ? gross : asked;
}
