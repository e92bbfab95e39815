// Subscriptions of another site of the merchant: authorised or declined, charged as time passes, cancelled.
import { dayOf } from '../../../src/kernel/business-days.ts';
import { type Action, someOf } from '../action.ts';

const subscribe: Action = {
  weight: 1,
  play: async (turn) => {
    const { world, model, random, step, expect, reach } = turn;
    const cents = random.between(10, 500) * 100;
    const occurrences = random.between(1, 4);
    const { status, text, body } = await world.merchant.one('/subscriptions', {
      siteCode: world.club.siteCode,
      amount: { currency: 'ZAR', value: cents / 100 },
      merchantReference: `CLUB-${step}`,
      frequency: 'Daily',
      firstPaymentDate: dayOf(world.service.clock.now()).add({ days: 5 }).toString(),
      occurrences,
    });
    expect(
      status === 201 && body?.status === 'PendingAuthorization',
      () => `a subscription was answered ${status}: ${text}`,
    );
    if (status !== 201) return;
    const outcome = random.pick(['approved', 'approved', 'declined'] as const);
    const id = body.subscriptionId;
    const { status: authorised, text: why } = await world.merchant.sandbox(`/subscriptions/${id}/authorize`, {
      outcome,
    });
    const isLost = model.isBankLossy && authorised === 503;
    expect(authorised === 200 || isLost, () => `${outcome} was answered ${authorised}: ${why}`);
    if (authorised !== 200) return;
    model.subscriptions.push({ id, cents, occurrences, state: outcome === 'approved' ? 'active' : 'failed' });
    reach(`subscription ${outcome}`);
  },
};

const cancelSubscription: Action = {
  weight: 1,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const running = someOf(turn, model.subscriptions);
    if (!running || random.chance(0.5)) return;
    const { status, text } = await world.merchant.one(`/subscriptions/${running.id}/cancel`, {});
    // One that has completed in the meantime cannot be cancelled any more.
    expect(
      status === 200 || (status < 500 && running.state !== 'cancelled'),
      () => `cancelling a subscription that is ${running.state} was answered ${status}: ${text}`,
    );
    if (status === 200 && running.state === 'active') running.state = 'cancelled';
    reach(status === 200 ? 'subscription cancelled' : 'cancelling refused');
  },
};

export const subscriptionActions = { subscribe, cancelSubscription };
