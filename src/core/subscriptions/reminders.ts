// E-mails to the customers of subscriptions: before a charge, and after an attempt that failed. A site switches them on; a customer
// stops them. Each is written in the transaction that marks its cause, so there is one for each charge or attempt.
import { at, dayOf } from '../../kernel/business-days.ts';
import { minuteMs } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import type { Context, Work } from '../context.ts';
import { isMailOn, queueEmail } from '../emails/actions.ts';
import { listReminding, siteIn } from '../merchants/actions.ts';
import { change } from '../transitions.ts';
import { action, inWork } from '../unit-of-work.ts';
import * as charges from './charge-store.ts';
import * as store from './store.ts';

/** Returns the address for e-mails about a subscription's charges; undefined without one, or if the customer stopped them. */
function addressOf({ customer, remindersStoppedAt }: store.Subscription): string | undefined {
  return remindersStoppedAt === null ? customer?.email : undefined;
}

/** The language in which the customer agreed. */
const languageOf = ({ consent }: store.Subscription): string | undefined => consent?.language;

/** Adds the e-mail about the latest attempt at a charge, which failed or was reversed. */
export async function queueFailed(
  work: Work,
  subscription: store.Subscription,
  { transactionId }: charges.Charge,
): Promise<void> {
  const recipient = addressOf(subscription);
  if (recipient === undefined || !isMailOn(work)) return;
  if (!(await siteIn(work, subscription.siteId)).emailFailedCharges) return;
  await queueEmail(work, {
    ...ofSubscription(subscription, recipient),
    kind: 'charge-failed',
    objectId: transactionId,
  });
}

const ofSubscription = (subscription: store.Subscription, recipient: string) => ({
  merchantId: subscription.merchantId,
  siteId: subscription.siteId,
  recipient,
  language: languageOf(subscription),
});

/** How many charges are looked at together. */
const together = 200;

/** Creates the sweep that reminds customers of charges: at the time of the charge, some days before. */
export function createReminderSweep(ctx: Context): Sweep {
  return {
    name: 'subscriptions.remind',
    intervalMs: minuteMs,
    nextDue: async (after) => {
      if (!isMailOn(ctx)) return undefined;
      const day = await charges.firstReminder(ctx.db, await listReminding(ctx.db), daysUpTo(ctx, after));
      return day === null ? undefined : at(Temporal.PlainDate.from(day), ctx.policy.chargeTime);
    },
    run: async () => {
      const sites = isMailOn(ctx) ? await listReminding(ctx.db) : [];
      return sites.length === 0 ? 0 : remind(ctx, sites);
    },
  };
}

/** Returns the last day whose time of charges has come, like "2026-12-01". */
function daysUpTo({ policy }: Context, now: Date): string {
  const today = dayOf(now);
  return (at(today, policy.chargeTime) <= now ? today : today.subtract({ days: 1 })).toString();
}

function remind(ctx: Context, sites: readonly charges.Reminding[]): Promise<number> {
  return inWork(ctx, async (work) => {
    const now = work.clock.now();
    const due = await charges.lockToRemind(work.tx, sites, daysUpTo(ctx, now), together);
    const found = await store.findSubscriptions(
      work.tx,
      due.map(({ subscriptionId }) => subscriptionId),
    );
    const subscriptions = new Map(found.map((subscription) => [subscription.id, subscription]));
    for (const charge of due) {
      change(work, charges.subscriptionCharges, charge, { remindedAt: now });
      const subscription = subscriptions.get(charge.subscriptionId);
      if (subscription) await queueReminder(work, subscription, charge);
    }
    return due.length;
  });
}

async function queueReminder(
  work: Work,
  subscription: store.Subscription,
  charge: charges.Charge,
): Promise<void> {
  const recipient = addressOf(subscription);
  // A charge of the same day has no "before" any more, and a daily charge needs no reminder.
  const isLate = charge.chargeDate <= dayOf(work.clock.now()).toString();
  if (recipient === undefined || isLate || subscription.frequency === 'Daily') return;
  const { correlationId } = charge;
  const email = { ...ofSubscription(subscription, recipient), objectId: charge.id };
  await queueEmail({ ...work, correlationId }, { ...email, kind: 'charge-reminder' });
}

/** Stops or starts the e-mails about a subscription's charges, for its customer. */
export const setReminders = action(async (work, id: string, areSent: boolean): Promise<void> => {
  const subscription = await store.lockSubscription(work.tx, id);
  if (!subscription || (subscription.remindersStoppedAt === null) === areSent) return;
  const remindersStoppedAt = areSent ? null : work.clock.now();
  change(work, store.subscriptions, subscription, { remindersStoppedAt });
});
