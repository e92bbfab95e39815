// Payments: the list, and one payment with its timeline and actions.
import { resendAll } from '../../../core/notifications/messages.ts';
import type { Payment } from '../../../core/payments/actions.ts';
import { requestRefund } from '../../../core/refunds/actions.ts';
import { findOfPayment, type Transaction } from '../../../core/transactions/actions.ts';
import { cancelPaymentAtBank, cancelPaymentLocally } from '../../../core/transactions/cancellation.ts';
import { refundable } from '../../../core/transactions/refunded-amounts.ts';
import { may } from '../../../core/users/permissions.ts';
import { formatDecimal } from '../../../kernel/money.ts';
import { firstOf, required } from '../../../kernel/required.ts';
import { payments } from '../../../reports/lists/payments.ts';
import { findSummary } from '../../../reports/payment-summary.ts';
import { latestRefundFailure } from '../../../reports/refund-failures.ts';
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
import { type Again, type FormRoute, type PageRoute, type Problem, Refusal, type Visit } from '../visit.ts';
import { manyForms, manyPages, manyTools } from './bulk-actions.ts';
import { atSite, inRands, ownPayment, payable } from './payable.ts';
import { remarkForm, remarkOn } from './payment-notes.ts';
import { elsewhereForm, elsewherePage, elsewherePath } from './refund-elsewhere.ts';

const page = 'payments';
const pathOf = (id: string) => consolePath(page, id);

export const paymentPages: PageRoute[] = [
  ...listRoutes({
    page,
    list: payments,
    title: 'Payments',
    tools: (visit) =>
      html`${manyTools(visit)}${
        may(visit.user.rights, 'link.create') &&
        html`<a class="act-button act-main" href="${consolePath('links', 'new')}">New payment link</a>`
      }`,
    first: {
      words: 'No payments yet. Payments appear here when a merchant creates one.',
      next: ({ user }) =>
        may(user.rights, 'link.create')
          ? html`<a href="${consolePath('links', 'new')}">Create a payment link</a> to request the first one.`
          : undefined,
    },
  }),
  ...manyPages,
  elsewherePage,
  {
    path: `${consolePath(page)}/:id`,
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
  elsewhereForm,
  {
    path: `${consolePath(page)}/:id/refund`,
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
        createdBy: `user:${visit.user.id}`,
        isLimited: !may(visit.user.rights, 'refund.large', payment.merchantId),
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
    again: (visit, refund) => showPayment(visit, { refund }),
  },
  {
    path: `${consolePath(page)}/:id/cancel`,
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
    again: (visit, { problem }) => showPayment(visit, { problem }),
  },
  {
    path: `${consolePath(page)}/:id/resend`,
    action: 'notice.resend',
    act: async (visit, work) => {
      const payment = await ownPayment(visit);
      const attempts = await findOfPayment(visit.ctx.db, atSite(payment));
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
    again: (visit, { problem }) => showPayment(visit, { problem }),
  },
  {
    path: `${consolePath(page)}/:id/note`,
    action: 'payment.note',
    act: async (visit, work, fields) => remarkOn(visit, work, await ownPayment(visit), fields),
    again: (visit, remark) => showPayment(visit, { remark }),
  },
];

interface Refused {
  refund?: Again;
  remark?: Again;
  problem?: Problem;
}

async function showPayment(visit: Visit, again: Refused = {}): Promise<Html> {
  const payment = await ownPayment(visit);
  const timeline = await timelineOf(visit, { kind: 'payment', id: payment.id });
  const attempts = await findOfPayment(visit.ctx.db, atSite(payment));
  const paid = attempts.find(({ state: word }) => word === 'successful');
  const summary = required(await findSummary(visit.ctx.db, payment.id), 'summary');
  const isCustomerShown = may(visit.user.rights, 'customer.see', payment.merchantId);
  return recordPage(visit, {
    page,
    noun: 'Payment',
    timeline,
    above: again.problem && html`<p class="wrong" role="alert">${again.problem.message}</p>`,
    below: remarkForm(visit, payment, again.remark),
    summary: live(visit, 'summary', paymentSummary(summary, isCustomerShown)),
    aside: html`${live(visit, 'attempts', html`${attempts.map((attempt) => attemptView(attempt))}`)}
${paid && (await refundForm(visit, payment, paid, again.refund))}
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

async function refundForm(
  { ctx, user, viewer }: Visit,
  payment: Payment,
  paid: Transaction,
  again: Refused['refund'],
): Promise<Html | undefined> {
  const left = refundable(paid);
  if (left <= 0n || paid.isTest || !may(user.rights, 'refund.request', payment.merchantId)) return undefined;
  const elsewhere = html`<a href="${elsewherePath(payment.id)}">Refund to another account</a>`;
  if (paid.payerAccountSealed === null)
    return html`<section class="panel" aria-labelledby="refund"><h2 id="refund">Refund</h2>
<p>Refundable: ${money(left)}. The bank did not report the payer’s account. ${elsewhere}</p></section>`;
  const failure = await latestRefundFailure(ctx.db, viewer, paid.id);
  return html`<section class="panel" aria-labelledby="refund"><h2 id="refund">Refund</h2>
<p>Refundable: ${money(left)}. There is no second confirmation.</p>
${form({
  to: `${pathOf(payment.id)}/refund`,
  ...again,
  seen: { refundable: formatDecimal(left) },
  label: 'Refund',
  body: html`${field({ name: 'amount', label: 'Amount, in rand', ...again, unit: 'R', inputMode: 'decimal', longest: 20 })}
${field({ name: 'reason', label: 'Reason', ...again, hint: 'May be visible to the customer.', isOptional: true, longest: 100 })}
${button('Refund payment')}`,
})}${
  failure
    ? html`<p class="attention"><strong>The last refund ${failure.state}</strong>: ${failure.stateReason} ${elsewhere}</p>`
    : html`<p>Is the payer’s account closed? ${elsewhere}</p>`
}</section>`;
}

function otherForms({ user }: Visit, payment: Payment, attempts: readonly Transaction[]): Html | undefined {
  const mayCancel = payment.state === 'created' && may(user.rights, 'payment.cancel', payment.merchantId);
  const mayResend = attempts.length > 0 && may(user.rights, 'notice.resend', payment.merchantId);
  if (!mayCancel && !mayResend) return undefined;
  return html`${mayResend && html`<section class="panel" aria-label="Notifications">${form({ to: `${pathOf(payment.id)}/resend`, body: button('Resend notifications', 'quiet') })}</section>`}
${
  mayCancel &&
  html`<section class="panel" aria-labelledby="cancel"><h2 id="cancel">Cancel</h2>${form({
    to: `${pathOf(payment.id)}/cancel`,
    body: html`<p class="hint">The customer can no longer pay it, and the merchant is notified. A cancelled payment cannot be opened again.</p>${button('Cancel payment', 'danger')}`,
  })}</section>`
}`;
}
