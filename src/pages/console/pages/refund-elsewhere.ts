// A refund to an account other than the payer's: the page with its form, which a second person approves afterwards.
import { bankById } from '../../../core/banks.ts';
import { requestRefund } from '../../../core/refunds/actions.ts';
import { refundable } from '../../../core/transactions/refunded-amounts.ts';
import { may } from '../../../core/users/permissions.ts';
import { formatDecimal } from '../../../kernel/money.ts';
import { latestRefundFailure } from '../../../reports/refund-failures.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { button, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { money } from '../views/parts.ts';
import { type Again, type FormRoute, type PageRoute, Refusal, type Visit } from '../visit.ts';
import { accountFields, accountIn } from './beneficiaries.ts';
import { inRands, payable } from './payable.ts';

const page = 'payments';
const action = 'refund.elsewhere';
const path = `${consolePath(page)}/:id/refund-elsewhere`;

export const elsewherePath = (paymentId: string): string => consolePath(page, paymentId, 'refund-elsewhere');

export const elsewherePage: PageRoute = { path, action, show: (visit) => showForm(visit) };

export const elsewhereForm: FormRoute = {
  path,
  action,
  act: async (visit, work, fields) => {
    const { payment, paid } = await payable(visit);
    const { merchantId, contract } = payment;
    const name = (fields.payee ?? '').trim();
    if (name === '') throw new Refusal(422, 'Enter the name of the account’s holder.', 'payee');
    const reason = (fields.reason ?? '').trim();
    if (reason === '')
      throw new Refusal(422, 'Enter the reason for the refund to another account.', 'reason');
    const amount = amountOf(fields.amount, 'amount');
    const refund = await requestRefund(work, {
      ...{ merchantId, contract, transactionId: paid.id, amount, reason, realTime: false },
      expectedRefundable: amountOf(fields.refundable, 'refundable'),
      elsewhere: { name, ...accountIn(visit, fields) },
      createdBy: `user:${visit.user.id}`,
      isLimited: !may(visit.user.rights, 'refund.large', merchantId),
    }).catch((error: unknown) => {
      throw inRands(error);
    });
    const { id, account, bankName } = refund;
    return {
      to: consolePath('refunds', id),
      said: `Refund of ${money(amount)} requested. A second person must approve it.`,
      ...{ subject: `refund ${id}`, merchantId, why: reason },
      after: { amount: formatDecimal(amount), transaction: paid.id, account, bank: bankName },
    };
  },
  again: showForm,
};

async function showForm(visit: Visit, again?: Again): Promise<Html> {
  const { payment, paid } = await payable(visit);
  const left = refundable(paid);
  const failure = await latestRefundFailure(visit.ctx.db, visit.viewer, paid.id);
  const from = paid.payerAccount
    ? `The payer’s account is ${bankById(paid.bankId)?.name ?? ''} ${paid.payerAccount}.`
    : 'The bank did not report the payer’s account.';
  const main = html`<p><a href="${consolePath(page, payment.id)}">Payment ${payment.merchantReference}</a></p>
${failure && html`<p class="attention"><strong>The last refund ${failure.state}</strong>: ${failure.stateReason}</p>`}
<p>${from} Use another account only if that account is closed or not known. A second person must approve the refund.</p>
<p>Refundable: ${money(left)}.</p>
${form({
  to: elsewherePath(payment.id),
  ...again,
  seen: { refundable: formatDecimal(left) },
  label: 'Refund to another account',
  body: html`${field({ name: 'payee', label: 'Account holder’s name', hint: 'As on the account.', ...again, longest: 100 })}
${accountFields(visit, { ...again })}
${field({ name: 'amount', label: 'Amount, in rand', ...again, unit: 'R', inputMode: 'decimal', longest: 20 })}
${field({ name: 'reason', label: 'Reason', hint: 'The approver reads it, and it is kept with the refund.', ...again, longest: 500 })}
${button('Request refund')}`,
})}`;
  return consolePage(visit, { title: 'Refund to another account', page, main });
}
