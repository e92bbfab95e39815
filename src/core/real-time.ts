// The limits of real-time clearing. Checked when a payout is accepted, and again when the money leaves, for payouts and
// refunds.
import { dayOf, timeOf } from '../kernel/business-days.ts';
import { type Cents, formatDecimal } from '../kernel/money.ts';
import type { Context } from './context.ts';

/** Returns the limit of real-time clearing at an instant, in cents. */
export function realTimeLimit({ calendar, realTimeLimits }: Context['policy'], at: Date): Cents {
  const { businessHours, until, otherwise } = realTimeLimits;
  const isOpen = calendar.isBusinessDay(dayOf(at)) && isBefore(timeOf(at), until);
  return isOpen ? businessHours : otherwise;
}

function isBefore(time: Temporal.PlainTime, until: string): boolean {
  return Temporal.PlainTime.compare(time, Temporal.PlainTime.from(until)) < 0;
}

/** Returns why an amount cannot be cleared in real time now; undefined if it can. */
export function refuseRealTime(ctx: Pick<Context, 'policy' | 'clock'>, amount: Cents): string | undefined {
  if (!ctx.policy.realTimeAllowed) return 'real-time clearing is not available here: isRtc must be false';
  const limit = realTimeLimit(ctx.policy, ctx.clock.now());
  if (amount <= limit) return undefined;
  return `the amount is above the limit of real-time clearing at this time, R${formatDecimal(limit)}`;
}
