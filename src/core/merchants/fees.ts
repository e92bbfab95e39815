// The fee of a payment, and the VAT that a fee includes.
import { rateAt } from '../../kernel/dated-rates.ts';
import { basisPointsHalfUp, type Cents } from '../../kernel/money.ts';
import type { AnyContext } from '../context.ts';
import type { Site } from './actions.ts';

/** A site's fee for a payment, in cents: never more than the payment's amount. */
export function feeOf(gross: Cents, site: Pick<Site, 'feeBps' | 'feeCents'>): Cents {
  const asked = basisPointsHalfUp(gross, site.feeBps) + site.feeCents;
  return asked > gross ? gross : asked;
}

/** Returns the VAT that a fee includes, in cents: each fee is rounded by itself, half a cent up. */
export function vatIn(fee: Cents, basisPoints: number): Cents {
  const whole = 10_000n + BigInt(basisPoints);
  return (2n * fee * BigInt(basisPoints) + whole) / (2n * whole);
}

/** Returns a fee that is booked now with the VAT that it includes, as the amounts of its posting. */
export function withVat({ policy, clock }: AnyContext, fee: Cents): { fee: Cents; vat: Cents } {
  return { fee, vat: vatIn(fee, rateAt(policy.vatRates, clock.now())) };
}
