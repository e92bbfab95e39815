// The first lines of a payment's page: its outcome, the reason, what to say to the customer, and who the customer is.
import type { Outcome } from '../../../reports/outcomes.ts';
import type { PaymentSummary } from '../../../reports/payment-summary.ts';
import { type Html, html } from '../../html.ts';
import { consolePath } from '../navigation.ts';
import { outcome as outcomeStatus } from './parts.ts';

/** Advice for a customer who calls about the payment; absent if the outcome needs none. */
const advice: Partial<Record<Outcome, string>> = {
  open: 'The customer has not paid yet. They can pay with the same link until it expires.',
  'paid-late':
    'The bank confirmed this payment after it had ended. The money has arrived: do not ask the customer to pay again.',
  declined: 'No money was taken. The customer can try again, use another account or ask their bank why.',
  failed: 'No money was taken. The customer can try again.',
  abandoned:
    'The customer left their bank’s page before approving the payment. No money was taken, and they can try again.',
  expired: 'The customer did not pay in time. Create a new payment for them.',
  cancelled:
    'The payment was cancelled and no money was taken. Create a new payment if the customer still wants to pay.',
  reversed: 'The bank reversed the payment after it had been paid. Ask the customer to pay again.',
};

/** Returns the summary. `isCustomerShown`: the reader may see customers. */
export function paymentSummary(
  { outcome, reason, customer, email, phone, customerId }: PaymentSummary,
  isCustomerShown: boolean,
): Html {
  const text = advice[outcome];
  const customers = [
    ['customer', 'Customer', customer],
    ['email', 'E-mail', email],
    ['phone', 'Phone', phone],
  ] as const;
  const known = isCustomerShown ? customers.filter(([, , value]) => value !== null) : [];
  return html`<section class="panel" aria-label="Outcome">
<p><span data-field="outcome" data-value="${outcome}">${outcomeStatus(outcome)}</span>${reason !== null && html` <span class="hint" data-field="reason">${reason}</span>`}</p>
${text && html`<p>${text}</p>`}
${known.length > 0 && html`<dl class="facts">${known.map(([field, label, value]) => html`<dt>${label}</dt><dd data-field="${field}">${value}</dd>`)}</dl>`}
${known.length > 0 && customerId !== null && html`<p><a href="${consolePath('customers', customerId)}">All payments of this customer</a></p>`}
</section>`;
}
