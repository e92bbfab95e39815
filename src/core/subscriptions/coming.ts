// The next scheduled charges of a subscription. Only the first one has a row; the others are computed from the schedule.
import type { Cents } from '../../kernel/money.ts';
import type { Context } from '../context.ts';
import type { Site } from '../merchants/actions.ts';
import * as charges from './charge-store.ts';
import { chargeDate, dueDate } from './schedule.ts';
import type { Subscription } from './store.ts';

/** A charge to come, on a day like "2026-12-01". */
export interface ComingCharge {
  day: string;
  amountCents: Cents;
}

/** Returns the next charges of a subscription, at most `most`; none if it is not active. */
export async function comingCharges(
  { db, policy }: Context,
  { id, state, amountCents, firstPaymentDate, frequency, occurrences }: Subscription,
  { holidayRule }: Site,
  most: number,
): Promise<ComingCharge[]> {
  const next = state === 'active' ? await charges.findUpcoming(db, id) : undefined;
  if (!next || next.occurrence === null) return [];
  const coming = [{ day: next.chargeDate, amountCents: next.amountCents }];
  const first = Temporal.PlainDate.from(firstPaymentDate);
  for (let nth = next.occurrence + 1; nth <= occurrences && coming.length < most; nth += 1) {
    const due = dueDate(first, frequency, nth);
    coming.push({ day: chargeDate(due, frequency, holidayRule, policy.calendar).toString(), amountCents });
  }
  return coming;
}
