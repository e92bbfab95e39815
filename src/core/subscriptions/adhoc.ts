// Ad-hoc charges: their authorisation with a subscription, and a request for one.
import type { Tx } from '../../kernel/db/db.ts';
import { type Cents, formatRand } from '../../kernel/money.ts';
import { assertPayable } from '../accounts/actions.ts';
import type { AnyContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { inWork } from '../unit-of-work.ts';
import * as charges from './charge-store.ts';
import * as store from './store.ts';
import { addChargeNow } from './transitions.ts';

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
export function adhocTerms(subscription: store.Subscription): AdhocTerms | null {
  const { minimumCents, maximumCents, maxAdhocCharges, maxAdhocTotalCents } = subscription;
  if (minimumCents === null || maximumCents === null || maxAdhocCharges === 0) return null;
  return {
    minimum: minimumCents,
    maximum: maximumCents,
    maxCharges: maxAdhocCharges,
    maxTotal: maxAdhocTotalCents,
  };
}

/**
 * Requests an ad-hoc charge now. Throws PaymentMethodUnavailable when no bank could collect it, SubscriptionNotActive,
 * AdhocChargesNotAuthorised without a band, InvalidField ("amount") outside of the band, and SubscriptionLimitReached
 * beyond the limits that the customer authorised.
 */
export async function chargeNow(
  ctx: AnyContext,
  { id, merchantId }: store.Subscription,
  input: { amount: Cents; merchantReference: string; description?: string },
): Promise<charges.Charge> {
  await assertPayable(ctx, merchantId, ['mandates']);
  return inWork(ctx, async (work) => {
    const subscription = await store.lockSubscription(work.tx, id);
    if (!subscription) throw new DomainError('SubscriptionNotFound');
    if (subscription.state !== 'active')
      throw new DomainError('SubscriptionNotActive', { detail: `the subscription is ${subscription.state}` });
    assertInOwnBand(subscription, input.amount);
    await assertWithinLimits(work.tx, subscription, input.amount);
    const { amount: amountCents, merchantReference, description = null } = input;
    return addChargeNow(work, subscription, {
      type: 'adhoc',
      amountCents,
      merchantReference,
      description,
    });
  });
}

function assertInOwnBand({ minimumCents, maximumCents }: store.Subscription, amount: Cents): void {
  if (minimumCents === null || maximumCents === null) throw new DomainError('AdhocChargesNotAuthorised');
  if (amount >= minimumCents && amount <= maximumCents) return;
  const detail = `the amount must be from ${formatRand(minimumCents)} to ${formatRand(maximumCents)}`;
  throw invalidField('amount', detail);
}

/**
 * Every request counts, even a failed one: its money may still come late. The caller holds the subscription, so each of
 * several simultaneous requests counts those before it.
 */
async function assertWithinLimits(tx: Tx, subscription: store.Subscription, amount: Cents): Promise<void> {
  const { id, maxAdhocCharges, maxAdhocTotalCents } = subscription;
  if (maxAdhocCharges === null && maxAdhocTotalCents === null) return;
  const asked = await charges.sumAdhocCharges(tx, id);
  if (maxAdhocCharges !== null && asked.count >= maxAdhocCharges) {
    const detail =
      maxAdhocCharges === 0
        ? 'the customer has authorised no ad-hoc charges'
        : `the customer has authorised ${maxAdhocCharges} ad-hoc charges, and ${asked.count} were requested`;
    throw new DomainError('SubscriptionLimitReached', { detail });
  }
  if (maxAdhocTotalCents !== null && asked.cents + amount > maxAdhocTotalCents) {
    const detail = `the customer has authorised ad-hoc charges of ${formatRand(maxAdhocTotalCents)} in total, and ${formatRand(maxAdhocTotalCents - asked.cents)} remains`;
    throw new DomainError('SubscriptionLimitReached', { detail });
  }
}
