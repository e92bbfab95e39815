// A refund to another account: its facts, and the decision of a second person.
import { approveRefund, declineRefund, type Refund } from '../../../core/refunds/actions.ts';
import { judgeSameness, samenessWords } from '../../../core/users/grants.ts';
import { may } from '../../../core/users/permissions.ts';
import { formatDecimal } from '../../../kernel/money.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { button, field, form } from '../forms.ts';
import { sentence } from '../problems.ts';
import type { Again, AnyVisit, Done, Fields, FormRoute, Visit } from '../visit.ts';
import { Refusal } from '../visit.ts';
import { money, time } from './parts.ts';

type Work = Parameters<FormRoute['act']>[1];

/** Approves or declines a refund as the form says. Throws Refusal, and the errors of the decision. */
export async function decideRefund(visit: AnyVisit, work: Work, id: string, fields: Fields): Promise<Done> {
  const seen = {
    ...(fields.seenAmount !== undefined && { amount: amountOf(fields.seenAmount, 'amount') }),
    ...(fields.seenAccount !== undefined && { account: fields.seenAccount }),
  };
  const why = (fields.reason ?? '').trim();
  const done = (refund: Refund, said: string): Done => ({
    ...{
      to: `/console/refunds/${refund.id}`,
      said,
      subject: `refund ${refund.id}`,
      merchantId: refund.merchantId,
    },
    ...{
      before: { state: 'approval' },
      after: { state: refund.state, amount: formatDecimal(refund.amountCents) },
      why,
    },
  });
  if (fields.do === 'decline') {
    const refund = await declineRefund(work, visit.viewer, id, why, seen);
    return done(refund, 'Refund declined. The amount can be refunded again.');
  }
  if (fields.do !== 'approve') throw new Refusal(422, 'Choose Approve or Decline.');
  const typed = amountOf(fields.amount, 'amount');
  const refund = await approveRefund(work, visit.viewer, id, seen);
  // After the action, which first reports a decision by another user.
  if (typed !== refund.amountCents)
    throw new Refusal(
      422,
      `The refund is ${money(refund.amountCents)}. Enter exactly that amount.`,
      'amount',
    );
  return done(refund, `Refund of ${money(refund.amountCents)} approved. It is paid in the next batch.`);
}

/** Returns the bank's result about the account of a refund or payout, and its time. */
export function payeeWords({ payeeCheck }: Pick<Refund, 'payeeCheck'>): Html | undefined {
  if (payeeCheck === null) return undefined;
  const { outcome, reason, at } = payeeCheck;
  return outcome === 'verified'
    ? html`Verified by the bank, ${time(new Date(at))}`
    : html`<strong>Not verified</strong>: ${reason}, ${time(new Date(at))}`;
}

/** Returns the form that approves or declines a refund, or why the user cannot; undefined if nothing is to be decided. */
export async function refundDecision(
  { ctx, user }: Visit,
  refund: Refund,
  again?: Again,
): Promise<Html | undefined> {
  const { id, merchantId, state, amountCents, accountHolder, bankName, account, payeeCheck } = refund;
  if (state !== 'approval' || !may(user.rights, 'refund.approve', merchantId)) return undefined;
  const doubt =
    payeeCheck !== null && payeeCheck.outcome !== 'verified'
      ? html`<p class="attention"><strong>Payee not verified</strong>: ${payeeCheck.reason}.</p>`
      : undefined;
  const same = (await judgeSameness(ctx, ctx.actor, merchantId))(refund.createdBy);
  if (same)
    return html`<section class="panel" aria-label="Decision">${doubt}<p>${sentence(samenessWords(same, 'refund'))}</p></section>`;
  return html`<section class="panel" aria-labelledby="decide"><h2 id="decide">Approve or decline</h2>
${doubt}<p class="attention"><strong>Not the payer’s account</strong>: ${money(amountCents)} to ${accountHolder}, ${bankName} ${account}. Enter ${money(amountCents)} to approve.</p>
${form({
  to: `/console/refunds/${id}/decide`,
  ...again,
  seen: { seenAmount: formatDecimal(amountCents), seenAccount: account },
  label: 'Approve or decline this refund',
  body: html`${field({ name: 'amount', label: 'Amount, in rand', ...again, unit: 'R', inputMode: 'decimal', isOptional: true, longest: 20 })}
${field({ name: 'reason', label: 'Reason', ...again, hint: 'The merchant sees the reason for a declined refund.', isOptional: true, longest: 200 })}
<p class="buttons">${button(`Approve ${money(amountCents)}`, 'main', 'approve')} ${button('Decline', 'quiet', 'decline')}</p>`,
})}</section>`;
}
