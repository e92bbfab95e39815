// Payments: the list, and one payment with its timeline and actions.
import { DomainError } from '../../../core/errors.ts';
import { resendAll } from '../../../core/notifications/messages.ts';
import { findPaymentForCustomer, type Payment } from '../../../core/payments/actions.ts';
import { may } from '../../../core/people/permissions.ts';
import { requestRefund } from '../../../core/refunds/actions.ts';
import { findOfPayment, type Transaction } from '../../../core/transactions/actions.ts';
import { cancelPaymentAtBank, cancelPaymentLocally } from '../../../core/transactions/cancellation.ts';
import { refundable } from '../../../core/transactions/refunded-amounts.ts';
import { sees } from '../../../core/viewer.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { formatDecimal, parseDecimal } from '../../../kernel/money.ts';
import { firstOf, required } from '../../../kernel/required.ts';
import { payments } from '../../../reports/lists/payments.ts';
import { findSummary } from '../../../reports/payment-summary.ts';
import { markPayments } from '../../../reports/timelines/changes.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { button, field, form } from '../forms.ts';
import { listRoutes } from '../list-page.ts';
import { live } from '../live/parts.ts';
import { consolePath } from '../navigation.ts';
import { facts, money, state } from '../views/parts.ts';
import { paymentSummary } from '../views/payment-summary.ts';
import { recordPage, timelineOf } from '../views/record-page.ts';
import {
  type AnyVisit,
  type Fields,
  type FormRoute,
  type PageRoute,
  type Problem,
  Refusal,
  type Visit,
} from '../visit.ts';
import { manyForms, manyPages, manyTools } from './bulk-actions.ts';
import { remarkForm, remarkOn } from './payment-notes.ts';

const room = 'payments';
const pathOf = (id: string) => consolePath(room, id);

export const paymentPages: PageRoute[] = [
  ...listRoutes({
    room,
    list: payments,
    title: 'Payments',
    tools: manyTools,
    first: {
      words: 'No payments yet. Payments appear here when a merchant creates one.',
      command: 'npx tefo credentials',
    },
  }),
  ...manyPages,
  {
    path: `${consolePath(room)}/:id`,
    action: 'payment.see',
    show: (visit) => showPayment(visit),
    peek: async (visits) => {
      const ids = visits.map(({ params }) => params.id!.toLowerCase());
      const marks = await markPayments(firstOf(visits).ctx.db, ids);
      return ids.map((id) => marks.get(id) ?? '');
    },
  },
];

export const paymentForms: FormRoute[] = [
  ...manyForms,
  {
    path: `${consolePath(room)}/:id/refund`,
    action: 'refund.request',
    act: async (visit, work, fields) => {
      const { payment, paid } = await payable(visit);
      const amount = amountOf(fields.amount, 'amount');
      const shown = amountOf(fields.refundable, 'refundable');
      if (amount > shown)
        throw new Refusal(422, `Amount exceeds the refundable balance of ${money(shown)}.`, 'amount');
      const refund = await requestRefund(work, {
        merchantId: payment.merchantId,
        transactionId: paid.id,
        amount,
        expectedRefundable: shown,
        reason: (fields.reason ?? '').trim(),
        realTime: false,
        contract: payment.contract,
        createdBy: `user:${visit.person.id}`,
        isLimited: !may(visit.person.rights, 'refund.large', payment.merchantId),
      }).catch((error: unknown) => {
        throw inRands(error);
      });
      return {
        to: pathOf(payment.id),
        said: `Refund of ${money(amount)} created. It is paid in the next batch.`,
        subject: `refund ${refund.id}`,
        merchantId: payment.merchantId,
        after: { amount: formatDecimal(amount), transaction: paid.id },
        why: refund.reason,
      };
    },
    again: (visit, fields, problem) => showPayment(visit, { refund: { fields, problem } }),
  },
  {
    path: `${consolePath(room)}/:id/cancel`,
    action: 'payment.cancel',
    // The bank that has the payment is notified first.
    call: async (visit) => {
      const { id } = await ownPayment(visit);
      await cancelPaymentAtBank(visit.ctx, visit.deps.rails, visit.viewer, id);
    },
    act: async (visit, work) => {
      const before = await ownPayment(visit);
      const { id, merchantId } = await cancelPaymentLocally(work, visit.viewer, before.id);
      return {
        to: pathOf(id),
        said: 'Payment cancelled.',
        subject: `payment ${id}`,
        merchantId,
        before: { state: before.state },
        after: { state: 'cancelled' },
      };
    },
    again: (visit, _fields, problem) => showPayment(visit, { problem }),
  },
  {
    path: `${consolePath(room)}/:id/resend`,
    action: 'notice.resend',
    act: async (visit, work) => {
      const payment = await ownPayment(visit);
      const attempts = await findOfPayment(visit.ctx, atSite(payment));
      await resendAll(
        work,
        visit.viewer,
        attempts.map(({ id }) => id),
      );
      return {
        to: pathOf(payment.id),
        said: 'Notifications queued for resend.',
        subject: `payment ${payment.id}`,
        merchantId: payment.merchantId,
      };
    },
    again: (visit, _fields, problem) => showPayment(visit, { problem }),
  },
  {
    path: `${consolePath(room)}/:id/note`,
    action: 'payment.note',
    act: async (visit, work, fields) => remarkOn(visit, work, await ownPayment(visit), fields),
    again: (visit, fields, problem) => showPayment(visit, { remark: { fields, problem } }),
  },
];

/** Throws Refusal for a payment that does not exist or is not the viewer's. */
async function ownPayment({ ctx, viewer, params }: AnyVisit): Promise<Payment> {
  const id = (params.id ?? '').toLowerCase();
  const payment = isUuid(id) ? await findPaymentForCustomer(ctx, id) : undefined;
  if (payment && sees(viewer, payment.merchantId)) return payment;
  throw new Refusal(404, 'Payment not found, or you do not have access.');
}

async function payable(visit: AnyVisit): Promise<{ payment: Payment; paid: Transaction }> {
  const payment = await ownPayment(visit);
  const attempts = await findOfPayment(visit.ctx, atSite(payment));
  const paid = attempts.find(({ state: word }) => word === 'successful');
  if (!paid) throw new DomainError('TransactionNotRefundable');
  return { payment, paid };
}

const atSite = ({ merchantId, siteId, id, isTest }: Payment) => ({
  merchantId,
  siteId,
  isTest,
  paymentId: id,
});

/** Writes amounts in a refusal as the page does. */
function inRands(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'RefundableChanged') return error;
  return new Refusal(
    409,
    `${error.message.replace(/\d{1,12}\.\d\d/g, (amount) => money(required(parseDecimal(amount), 'amount')))}.`,
  );
}

interface Again {
  refund?: { fields: Fields; problem: Problem };
  remark?: { fields: Fields; problem: Problem };
  problem?: Problem;
}

async function showPayment(visit: Visit, again: Again = {}): Promise<Html> {
  const payment = await ownPayment(visit);
  const story = await timelineOf(visit, { kind: 'payment', id: payment.id });
  const attempts = await findOfPayment(visit.ctx, atSite(payment));
  const paid = attempts.find(({ state: word }) => word === 'successful');
  const summary = required(await findSummary(visit.ctx.db, payment.id), 'summary');
  const isCustomerShown = may(visit.person.rights, 'customer.see', payment.merchantId);
  return recordPage(visit, {
    room,
    noun: 'Payment',
    story,
    above: again.problem && html`<p class="wrong" role="alert">${again.problem.message}</p>`,
    below: remarkForm(visit, payment, again.remark),
    summary: live(visit, 'summary', paymentSummary(summary, isCustomerShown)),
    aside: html`${live(visit, 'attempts', html`${attempts.map((attempt) => attemptView(attempt))}`)}
${paid && refundForm(visit, payment, paid, again.refund)}
${otherForms(visit, payment, attempts)}`,
  });
}

function attemptView(attempt: Transaction): Html {
  return html`<section class="panel" aria-label="Attempt"><h2>${attempt.bankName ?? 'Attempt'}</h2>
<p>${state(attempt.state)}</p>
${facts([
  ['Account', attempt.payerAccount],
  ['Paid late', attempt.paidLate ? 'yes' : null],
  ['Refundable', attempt.state === 'successful' ? money(refundable(attempt)) : null],
  ['Transaction', html`<code>${attempt.id}</code>`],
])}</section>`;
}

function refundForm(
  { person }: Visit,
  payment: Payment,
  paid: Transaction,
  again: Again['refund'],
): Html | undefined {
  const left = refundable(paid);
  if (left <= 0n || !may(person.rights, 'refund.request', payment.merchantId)) return undefined;
  const typed = again?.fields;
  const problem = again?.problem;
  return html`<section class="panel" aria-labelledby="refund"><h2 id="refund">Refund</h2>
<p>Refundable: ${money(left)}. There is no second confirmation.</p>
${form({
  to: `${pathOf(payment.id)}/refund`,
  typed,
  problem,
  seen: { refundable: formatDecimal(left) },
  label: 'Refund',
  body: html`${field({ name: 'amount', label: 'Amount, in rand', typed, problem, unit: 'R', inputMode: 'decimal', longest: 20 })}
${field({ name: 'reason', label: 'Reason', typed, problem, hint: 'May be visible to the customer.', isOptional: true, longest: 100 })}
${button('Refund payment')}`,
})}</section>`;
}

function otherForms({ person }: Visit, payment: Payment, attempts: readonly Transaction[]): Html | undefined {
  const mayCancel = payment.state === 'created' && may(person.rights, 'payment.cancel', payment.merchantId);
  const mayResend = attempts.length > 0 && may(person.rights, 'notice.resend', payment.merchantId);
  if (!mayCancel && !mayResend) return undefined;
  return html`<section class="panel" aria-label="More">
${mayResend && form({ to: `${pathOf(payment.id)}/resend`, body: button('Resend notifications', 'quiet') })}
${mayCancel && form({ to: `${pathOf(payment.id)}/cancel`, body: button('Cancel payment', 'quiet') })}
</section>`;
}
