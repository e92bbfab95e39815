// Expiry of payments. The sweep that calls it is in jobs.ts; a payment's expiry time is set when it is created (core/payments).
import type { AnyContext } from '../context.ts';
import { lockPayment } from '../payments/actions.ts';
import { inWork } from '../unit-of-work.ts';
import { closePayment } from './closing.ts';

/** Expires a payment at its expiry time. Returns false if it was ended, paid or extended in the meantime. */
export function expirePayment(ctx: AnyContext, id: string): Promise<boolean> {
  return inWork(ctx, async (work) => {
    const payment = await lockPayment(work.tx, id);
    if (!payment || payment.expiresAt > work.clock.now()) return false;
    return closePayment(work, payment, 'expire', 'the time to pay ran out');
  });
}
