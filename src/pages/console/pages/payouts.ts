// Payouts: the list with those awaiting approval on top, and one payout with its approval.
import { bankById } from '../../../core/banks.ts';
import {
  approvePayout,
  declinePayout,
  judgeChanger,
  listWaitingPayouts,
  mayDecide,
  type Payout,
  type PayoutFacts,
  readPayout,
} from '../../../core/payouts/actions.ts';
import { judgeSameness, samenessWords } from '../../../core/users/grants.ts';
import { may, merchantsFor } from '../../../core/users/permissions.ts';
import type { Viewer } from '../../../core/viewer.ts';
import { formatDecimal } from '../../../kernel/money.ts';
import { firstOf } from '../../../kernel/required.ts';
import { lists } from '../../../reports/lists/all.ts';
import { listFloats } from '../../../reports/lists/floats.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { button, field, form } from '../forms.ts';
import { listRoutes } from '../list-page.ts';
import { consolePath } from '../navigation.ts';
import { refuseMaker, sentence } from '../problems.ts';
import { idOf, whoWords } from '../records.ts';
import { facts, listTime, money, time } from '../views/parts.ts';
import { waitingBatches } from '../views/payout-batch.ts';
import { recordPage, timelineOf } from '../views/record-page.ts';
import { payeeWords } from '../views/refund-decision.ts';
import {
  type Again,
  type AnyVisit,
  type Done,
  type Fields,
  type FormRoute,
  type PageRoute,
  Refusal,
  type Visit,
} from '../visit.ts';
import { newPayoutForm, newPayoutPage } from './new-payout.ts';
import { approvalsForm, approvalsPage } from './payout-approvals.ts';

const page = 'payouts';
const pathOf = (id: string) => consolePath(page, id);
const mostShown = 20;

export const payoutPages: PageRoute[] = [
  ...listRoutes({
    page,
    list: lists.payouts,
    title: 'Payouts',
    first: { words: 'No payouts yet. Payouts to people and suppliers are paid from a site’s float.' },
    tools: ({ user }) =>
      may(user.rights, 'payout.create')
        ? html`<a class="quiet-button" href="${consolePath('payouts/batches', 'new')}">Upload batch</a> <a class="act-button act-main" href="${consolePath(page, 'new')}">New payout</a>`
        : undefined,
    above: async (visit) => html`${await waitingBatches(visit)}${await waiting(visit)}${await floats(visit)}`,
  }),
  newPayoutPage,
  approvalsPage,
  { path: `${consolePath(page)}/:id`, action: 'payout.see', show: (visit) => showPayout(visit) },
];

export const payoutForms: FormRoute[] = [
  newPayoutForm,
  approvalsForm,
  {
    path: `${consolePath(page)}/:id`,
    action: 'payout.approve',
    buttons: { decline: 'payout.decline' },
    act: (visit, work, fields) => decide(visit, work, fields).catch(refuseMaker),
    again: showPayout,
  },
];

async function decide(visit: AnyVisit, work: Parameters<FormRoute['act']>[1], fields: Fields): Promise<Done> {
  const id = idOf(visit);
  const seen = seenOf(fields);
  const before = { state: 'approval' };
  if (fields.do === 'decline') {
    const why = (fields.reason ?? '').trim();
    const payout = await declinePayout(work, visit.viewer, id, why, seen);
    return {
      ...doneOf(payout, 'Payout declined. The amount is back in the float.'),
      ...{ before, after: { state: payout.state, amount: formatDecimal(payout.amountCents) }, why },
    };
  }
  if (fields.do !== 'approve') throw new Refusal(422, 'Choose Approve or Decline.');
  const typed = amountOf(fields.amount, 'amount');
  const payout = await approvePayout(work, visit.viewer, id, seen);
  // After the action, which first reports a decision by another user.
  if (typed !== payout.amountCents)
    throw new Refusal(
      422,
      `The payout is ${money(payout.amountCents)}. Enter exactly that amount.`,
      'amount',
    );
  return {
    ...doneOf(payout, `Payout of ${money(payout.amountCents)} approved and being processed.`),
    ...{ before, after: { state: payout.state, amount: formatDecimal(payout.amountCents) } },
    why: (fields.reason ?? '').trim(),
  };
}

const doneOf = ({ id, merchantId }: Payout, said: string): Done => ({
  to: pathOf(id),
  said,
  subject: `payout ${id}`,
  merchantId,
});

function seenOf({ seenAmount, seenAccount }: Fields): { [Name in keyof PayoutFacts]?: PayoutFacts[Name] } {
  return {
    ...(seenAmount !== undefined && { amount: amountOf(seenAmount, 'amount') }),
    ...(seenAccount !== undefined && { account: seenAccount === '' ? null : seenAccount }),
  };
}

/** The user as the approver: an operator never decides as the merchant. */
const deciderOf = ({ user }: Visit): Viewer => ({
  merchants: merchantsFor(user.rights, 'payout.approve'),
});

async function showPayout(visit: Visit, again?: Again): Promise<Html> {
  const id = idOf(visit);
  const payout = await readPayout(visit.ctx, visit.viewer, id);
  const timeline = await timelineOf(visit, { kind: 'payout', id });
  const decision = await decisionForm(visit, payout, again);
  return recordPage(visit, {
    page,
    noun: 'Payout',
    timeline,
    above: html`${again && !decision && html`<p class="wrong" role="alert">${again.problem.message}</p>`}`,
    aside: html`${decision}${await payoutFacts(visit, payout, decision === undefined)}`,
  });
}

async function payoutFacts(visit: Visit, payout: Payout, hasNote: boolean): Promise<Html> {
  return html`<section class="panel" aria-label="Beneficiary"><h2>Beneficiary</h2>
${hasNote && noteWords(payout)}
${facts([
  [
    'Name',
    payout.beneficiaryId
      ? html`<a href="${consolePath('beneficiaries', payout.beneficiaryId)}">${payout.beneficiary?.name}</a>`
      : payout.beneficiary?.name,
  ],
  [
    'Batch',
    payout.batchId && html`<a href="${consolePath(page, 'batches', payout.batchId)}">the whole batch</a>`,
  ],
  ['Bank', bankById(payout.bankGroupId)?.name],
  ['Branch', payout.branchCode],
  ['Account', payout.account ?? 'not known until the merchant verifies the payout'],
  ['Payee', payeeWords(payout)],
  ['Statement reference', payout.customerBankReference],
  ['Requested by', await whoWords(visit, payout.createdBy)],
  ['Approved by', await whoWords(visit, payout.approvedBy)],
])}</section>`;
}

/** Returns why the approver must look at the account. */
function noteWords(payout: Payout): Html | undefined {
  const { beneficiary, payeeCheck } = payout;
  const isDoubtful = payeeCheck !== null && payeeCheck.outcome !== 'verified';
  const doubt = isDoubtful
    ? html`<p class="attention"><strong>Payee not verified</strong>: ${payeeCheck.reason}.</p>`
    : '';
  return html`${doubt}${accountWords(beneficiary)}`;
}

function accountWords(beneficiary: Payout['beneficiary']): Html | undefined {
  if (!beneficiary?.note || !beneficiary.since) return undefined;
  const since = time(new Date(beneficiary.since));
  return beneficiary.note === 'new'
    ? html`<p class="attention"><strong>New beneficiary</strong>: saved on ${since}, and this is the first payout to it.</p>`
    : html`<p class="attention"><strong>Account changed on</strong> ${since}: this is the first payout to the new account.</p>`;
}

/** Returns why the user cannot decide about a waiting payout; undefined if they can. */
async function whyNotDecide(visit: Visit, payout: Payout): Promise<Html | string | undefined> {
  const { ctx } = visit;
  const same = (await judgeSameness(ctx, ctx.actor, payout.merchantId))(payout.createdBy);
  if (same) return sentence(samenessWords(same, 'payout'));
  if (payout.batchId !== null)
    return html`This payout is part of a batch. <a href="${consolePath(page, 'batches', payout.batchId)}">Approve or decline the whole batch.</a>`;
  const changer = await judgeChanger(ctx, payout);
  if (changer !== undefined) return sentence(changer);
  if (await mayDecide(ctx, deciderOf(visit), payout)) return undefined;
  return 'Awaiting approval by a second person. This site does not allow operators to approve payouts.';
}

async function decisionForm(
  visit: Visit,
  payout: Payout,
  again: Again | undefined,
): Promise<Html | undefined> {
  const { user } = visit;
  const isWaiting = payout.state === 'approval' && may(user.rights, 'payout.approve', payout.merchantId);
  if (!isWaiting) return undefined;
  const why = await whyNotDecide(visit, payout);
  if (why !== undefined)
    return again
      ? undefined
      : html`<section class="panel" aria-label="Decision">${noteWords(payout)}<p>${why}</p></section>`;
  return html`<section class="panel" aria-labelledby="decide"><h2 id="decide">Approve or decline</h2>
${noteWords(payout)}<p>${money(payout.amountCents)} to ${payout.beneficiary?.name ? `${payout.beneficiary.name}, ` : ''}${payout.account ?? 'an account that is not known yet'}. Enter ${money(payout.amountCents)} to approve.</p>
${form({
  to: pathOf(payout.id),
  ...again,
  seen: { seenAmount: formatDecimal(payout.amountCents), seenAccount: payout.account ?? '' },
  label: 'Approve or decline this payout',
  body: html`${field({ name: 'amount', label: 'Amount, in rand', ...again, unit: 'R', inputMode: 'decimal', isOptional: true, longest: 20 })}
${field({ name: 'reason', label: 'Reason', ...again, hint: 'The merchant sees the reason for a declined payout.', isOptional: true, longest: 200 })}
<p class="buttons">${button(`Approve ${money(payout.amountCents)}`, 'main', 'approve')} ${button('Decline', 'quiet', 'decline')}</p>`,
})}</section>`;
}

async function waiting(visit: Visit): Promise<Html | undefined> {
  const found = await listWaitingPayouts(visit.ctx.db, visit.viewer, { limit: mostShown + 1 });
  if (found.length === 0) return undefined;
  const shown = found.slice(0, mostShown);
  const mine = `user:${visit.user.id}`;
  return html`<section aria-labelledby="waiting"><h2 id="waiting">Awaiting approval</h2>
<div class="table" tabindex="0" role="region" aria-label="Payouts awaiting approval"><table class="cards">
<caption>${found.length > mostShown ? `The ${mostShown} oldest payouts` : `${shown.length} ${shown.length === 1 ? 'payout' : 'payouts'}, oldest first`}</caption>
<thead><tr><th scope="col">Reference</th><th scope="col" class="money">Amount</th><th scope="col">Bank</th><th scope="col">Account</th><th scope="col">Created</th><th scope="col">Requested by</th></tr></thead>
<tbody>${shown.map(
    (one) => html`<tr><td data-label="Reference"><a href="${pathOf(one.id)}">${one.merchantReference}</a></td>
<td class="money" data-label="Amount">${money(one.amountCents)}</td><td data-label="Bank">${bankById(one.bankGroupId)?.name}</td>
<td data-label="Account">${one.account}</td><td data-label="Created">${listTime(one.createdAt)}</td>
<td data-label="Requested by">${one.createdBy === mine ? 'you' : one.createdBy?.startsWith('user:') ? 'a colleague' : 'API'}</td></tr>`,
  )}</tbody></table></div>
${may(visit.user.rights, 'payout.approve') && found.some(({ createdBy }) => createdBy !== mine) && html`<p><a href="${consolePath(page, 'approve')}">Approve several payouts</a></p>`}</section>`;
}

async function floats(visit: Visit): Promise<Html | undefined> {
  const found = await listFloats(visit.ctx.db, visit.viewer);
  if (found.length === 0) return undefined;
  const sum = found.reduce((total, { availableCents }) => total + availableCents, 0n);
  const where = found.length === 1 ? `the float of ${firstOf(found).site}` : `${found.length} floats`;
  return html`<details class="panel"><summary>${money(sum)} available in ${where}</summary>
<div class="table" tabindex="0" role="region" aria-label="Floats by site"><table><caption>Floats by site</caption><thead><tr><th scope="col">Site</th><th scope="col" class="money">Available</th><th scope="col" class="money">Pending</th></tr></thead>
<tbody>${found.map(
    ({ site, availableCents, pendingCents }) =>
      html`<tr><th scope="row">${site}</th><td class="money">${money(availableCents)}</td><td class="money">${money(pendingCents)}</td></tr>`,
  )}</tbody></table></div></details>`;
}
