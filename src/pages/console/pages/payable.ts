// The payment of a page, and its paid attempt.
import { DomainError } from '../../../core/errors.ts';
import { findPaymentForCustomer, type Payment } from '../../../core/payments/actions.ts';
import { findOfPayment, type Transaction } from '../../../core/transactions/actions.ts';
import { sees } from '../../../core/viewer.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { parseDecimal } from '../../../kernel/money.ts';
import { required } from '../../../kernel/required.ts';
import { money } from '../views/parts.ts';
import { type AnyVisit, Refusal } from '../visit.ts';

/** Throws Refusal for a payment that does not exist or is not the viewer's. */
export async function ownPayment({ ctx, viewer, params }: AnyVisit): Promise<Payment> {
  const id = (params.id ?? '').toLowerCase();
  const payment = isUuid(id) ? await findPaymentForCustomer(ctx.db, id) : undefined;
  if (payment && sees(viewer, payment.merchantId)) return payment;
  throw new Refusal(404, 'Payment not found, or you do not have access.');
}

/** Returns the payment and its paid attempt. Throws TransactionNotRefundable without one. */
export async function payable(visit: AnyVisit): Promise<{ payment: Payment; paid: Transaction }> {
  const payment = await ownPayment(visit);
  const attempts = await findOfPayment(visit.ctx.db, atSite(payment));
  const paid = attempts.find(({ state: word }) => word === 'successful');
  if (!paid) throw new DomainError('TransactionNotRefundable');
  return { payment, paid };
}

/** Returns the place of a payment's attempts. */
export const atSite = ({ merchantId, siteId, id, isTest }: Payment) => ({
  merchantId,
  siteId,
  isTest,
  paymentId: id,
});

/** Writes amounts in a refusal as the page does. */
export function inRands(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'RefundableChanged') return error;
  return new Refusal(
    409,
    `${error.message.replace(/\d{1,12}\.\d\d/g, (amount) => money(required(parseDecimal(amount), 'amount')))}.`,
  );
}
