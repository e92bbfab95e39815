// Refunds: the list, and one refund with its state.

import { readSpendable } from '../../../core/ledger/actions.ts';
import { cancellableStates, cancelRefund, getRefund, type Refund } from '../../../core/refunds/actions.ts';
import { findAnyTransaction } from '../../../core/transactions/actions.ts';
import { may } from '../../../core/users/permissions.ts';
import { formatDecimal } from '../../../kernel/money.ts';
import { getOrThrow } from '../../../kernel/required.ts';
import { lists } from '../../../reports/lists/all.ts';
import { listWaitingRefunds } from '../../../reports/lists/waiting-refunds.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { button, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { listRoutes } from '../list-page.ts';
import { consolePath } from '../navigation.ts';
import { refuseMaker } from '../problems.ts';
import { idOf, whoWords } from '../records.ts';
import { facts, listTime, money, id as shownId, state, time } from '../views/parts.ts';
import { decideRefund, payeeWords, refundDecision } from '../views/refund-decision.ts';
import type { Again, Fields, FormRoute, PageRoute, Problem, Visit } from '../visit.ts';

const page = 'refunds';
const pathOf = (id: string, ...more: string[]) => consolePath(page, id, ...more);

export const refundPages: PageRoute[] = [
  ...listRoutes({
    page,
    list: lists.refunds,
    title: 'Refunds',
    first: {
      words: 'No refunds yet. Open a paid payment to issue one.',
      next: () => html`<a href="${consolePath('payments')}?outcome=paid">View paid payments</a>`,
    },
    above: coverage,
  }),
  { path: `${consolePath(page)}/:id`, action: 'refund.see', show: (visit) => showRefund(visit) },
];

export const refundForms: FormRoute[] = [
  {
    path: `${consolePath(page)}/:id/decide`,
    action: 'refund.approve',
    buttons: { decline: 'refund.decline' },
    act: (visit, work, fields) => decideRefund(visit, work, idOf(visit), fields).catch(refuseMaker),
    again: (visit, again) => showRefund(visit, again.problem, again),
  },
  {
    path: `${consolePath(page)}/:id/cancel`,
    action: 'refund.cancel',
    act: async (visit, work, fields) => {
      const refund = await getRefund(work, visit.viewer, idOf(visit));
      await cancelRefund(work, visit.viewer, refund.id, seenOf(fields));
      return {
        to: pathOf(refund.id),
        said: `Refund of ${money(refund.amountCents)} cancelled. The amount can be refunded again.`,
        subject: `refund ${refund.id}`,
        merchantId: refund.merchantId,
        before: { state: refund.state },
        after: { state: 'cancelled', amount: formatDecimal(refund.amountCents) },
      };
    },
    again: (visit, { problem }) => showRefund(visit, problem),
  },
];

const seenOf = ({ seenAmount, seenState }: Fields) => ({
  state: cancellableStates.find((one) => one === seenState) ?? ('pending' as const),
  ...(seenAmount !== undefined && { amount: amountOf(seenAmount, 'amount') }),
});

async function showRefund(visit: Visit, problem?: Problem, again?: Again): Promise<Html> {
  const refund = await getRefund(visit.ctx, visit.viewer, idOf(visit));
  const paymentId = (await findAnyTransaction(visit.ctx.db, refund.transactionId))?.paymentId;
  const payment = paymentId && consolePath('payments', paymentId);
  const decision = await refundDecision(visit, refund, again);
  const isOther = refund.accountSealed !== null;
  const main = html`${problem && !(again && decision) && html`<p class="wrong" role="alert">${problem.message}</p>`}
<div class="thing"><div><section class="panel" aria-label="Facts"><p class="sum">${money(refund.amountCents)}</p>
<p>${state(refund.state)}${refund.stateReason && html` <span class="hint">${refund.stateReason}</span>`}</p>
${facts([
  ['Reason', refund.reason],
  ['To', `${refund.bankName} ${refund.account}${isOther ? ', not the payer’s account' : ''}`],
  ['Account holder', refund.accountHolder],
  ['Payee', payeeWords(refund)],
  ['Statement reference', refund.statementReference],
  ['Payment', payment && html`<a href="${payment}">${refund.merchantReference}</a>`],
  ['Requested', time(refund.createdAt)],
  ['By', await whoWords(visit, refund.createdBy)],
  ['Approved by', await whoWords(visit, refund.approvedBy)],
  ['Sent to bank', refund.submittedAt && time(refund.submittedAt)],
  ['Completed', refund.completedAt && time(refund.completedAt)],
  ['Id', shownId(refund.id)],
])}</section>
<section class="panel" aria-labelledby="due"><h2 id="due">Next steps</h2><p>${nextWords(refund)}</p></section></div>
<aside aria-label="At the side">${decision}<section class="panel" aria-label="More">${
    payment && html`<p>The <a href="${payment}">payment’s timeline</a> shows all steps of this refund.</p>`
  }${cancelForm(visit, refund)}</section></aside></div>`;
  return consolePage(visit, { title: `Refund of ${refund.merchantReference}`, page, main });
}

/** Whether the balance of each site covers its pending refunds. */
async function coverage({ ctx, viewer, user }: Visit): Promise<Html | undefined> {
  const found = await listWaitingRefunds(ctx.db, viewer);
  if (found.length === 0) return undefined;
  const balances = await readSpendable(
    ctx.db,
    found.map(({ siteId }) => siteId),
  );
  const maySee = (merchantId: string) => may(user.rights, 'ledger.see', merchantId);
  return html`<section aria-labelledby="covered"><h2 id="covered">Pending in next batch</h2>
<div class="table" tabindex="0" role="region" aria-label="Pending refunds by site"><table class="cards"><caption>Pending refunds by site</caption>
<thead><tr><th scope="col">Site</th><th scope="col">Refunds</th><th scope="col" class="money">Total</th><th scope="col">Next batch</th><th scope="col" class="money">Balance</th><th scope="col">Funded</th></tr></thead>
<tbody>${found.map(({ site, siteId, merchantId, count, cents, dueAt }) => {
    const short = cents - getOrThrow(balances, siteId);
    const covered = short <= 0n ? 'Yes' : maySee(merchantId) ? `Short by ${money(short)}` : 'No';
    return html`<tr><td data-label="Site">${site}</td><td data-label="Refunds">${count}</td><td class="money" data-label="Total">${money(cents)}</td>
<td data-label="Next batch">${listTime(dueAt)}</td><td class="money" data-label="Balance">${maySee(merchantId) && money(getOrThrow(balances, siteId))}</td><td data-label="Funded">${covered}</td></tr>`;
  })}</tbody></table></div></section>`;
}

function nextWords({ state: word, dueAt }: Refund): Html {
  if (word === 'payee_check') return html`The bank is verifying that the account belongs to the payee.`;
  if (word === 'approval') return html`Waiting for a second person to approve the account.`;
  if (word === 'pending' || word === 'approved') return html`Included in the batch of ${time(dueAt)}.`;
  if (word === 'submitted') return html`Waiting for the bank to confirm the refund.`;
  return html`Refund ${word}. No further steps.`;
}

function cancelForm({ user }: Visit, refund: Refund): Html | undefined {
  if (
    !(cancellableStates as readonly string[]).includes(refund.state) ||
    !may(user.rights, 'refund.cancel', refund.merchantId)
  )
    return undefined;
  return form({
    to: pathOf(refund.id, 'cancel'),
    seen: { seenAmount: formatDecimal(refund.amountCents), seenState: refund.state },
    label: 'Cancel this refund',
    body: html`<p>You can cancel the refund until it is sent to the bank. No money has left the account.</p>${button('Cancel refund', 'quiet')}`,
  });
}
