import { lockPayment } from '../payments/actions.ts';
import { action } from '../unit-of-work.ts';
import { closePayment } from './closing.ts';

/** Expires a payment at its expiry time. Returns false if it was ended, paid or extended in the meantime. */
export const expirePayment = action(async (work, id: string): Promise<boolean> => {
  const payment = await lockPayment(work.tx, id);
  if (!payment || payment.expiresAt > work.clock.now()) return false;
  return closePayment(work, payment, 'expire', 'the time to pay ran out');
});
