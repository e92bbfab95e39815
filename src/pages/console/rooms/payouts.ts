// Payouts: the list with those awaiting approval on top, and one payout with its approval.
import { bankById } from '../../../core/banks.ts';
import { DomainError } from '../../../core/errors.ts';
import {
  approvePayout,
  declinePayout,
  listWaitingPayouts,
  mayDecide,
  type Payout,
  type PayoutFacts,
  readPayout,
} from '../../../core/payouts/actions.ts';
import { judgeSameness, samenessWords } from '../../../core/people/grants.ts';
import { may, merchantsFor } from '../../../core/people/permissions.ts';
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
import { sentence } from '../problems.ts';
import { idOf, whoWords } from '../records.ts';
import { facts, money, time } from '../views/parts.ts';
import { recordPage, timelineOf } from '../views/record-page.ts';
import {
  type AnyVisit,
  type Done,
  type Fields,
  type FormRoute,
  type PageRoute,
  type Problem,
  Refusal,
  type Visit,
} from '../visit.ts';
import { newPayoutForm, newPayoutPage } from './new-payout.ts';
import { approvalsForm, approvalsPage } from './payout-approvals.ts';

const room = 'payouts';
const pathOf = (id: string) => consolePath(room, id);
const mostShown = 20;

export const payoutPages: PageRoute[] = [
  ...listRoutes({
    room,
    list: lists.payouts,
    title: 'Payouts',
    first: { words: 'No payouts yet. Payouts to people and suppliers are paid from a site’s float.' },
    tools: ({ person }) =>
      may(person.rights, 'payout.create')
        ? html`<a class="act-button act-main" href="${consolePath(room, 'new')}">New payout</a>`
        : undefined,
    above: async (visit) => html`${await waiting(visit)}${await floats(visit)}`,
  }),
  newPayoutPage,
  approvalsPage,
  { path: `${consolePath(room)}/:id`, action: 'payout.see', show: (visit) => showPayout(visit) },
];

export const payoutForms: FormRoute[] = [
  newPayoutForm,
  approvalsForm,
  {
    path: `${consolePath(room)}/:id`,
    action: 'payout.approve',
    buttons: { decline: 'payout.decline' },
    act: async (visit, work, fields) => {
      try {
        return await decide(visit, work, fields);
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'MakerMayNotDecide') throw error;
        throw new Refusal(403, sentence(error.message));
      }
    },
    again: (visit, fields, problem) => showPayout(visit, { fields, problem }),
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
const deciderOf = ({ person }: Visit): Viewer => ({
  merchants: merchantsFor(person.rights, 'payout.approve'),
});

interface Again {
  fields: Fields;
  problem: Problem;
}

async function showPayout(visit: Visit, again?: Again): Promise<Html> {
  const id = idOf(visit);
  const payout = await readPayout(visit.ctx, visit.viewer, id);
  const story = await timelineOf(visit, { kind: 'payout', id });
  const decision = await decisionForm(visit, payout, again);
  return recordPage(visit, {
    room,
    noun: 'Payout',
    story,
    above: html`${again && !decision && html`<p class="wrong" role="alert">${again.problem.message}</p>`}`,
    aside: html`${decision}${await payoutFacts(visit, payout)}`,
  });
}

async function payoutFacts(visit: Visit, payout: Payout): Promise<Html> {
  return html`<section class="panel" aria-label="Beneficiary"><h2>Beneficiary</h2>
${facts([
  ['Bank', bankById(payout.bankGroupId)?.name],
  ['Branch', payout.branchCode],
  ['Account', payout.account ?? 'not known until the merchant verifies the payout'],
  ['Statement reference', payout.customerBankReference],
  ['Requested by', await whoWords(visit, payout.createdBy)],
  ['Approved by', await whoWords(visit, payout.approvedBy)],
])}</section>`;
}

async function decisionForm(
  visit: Visit,
  payout: Payout,
  again: Again | undefined,
): Promise<Html | undefined> {
  const { person } = visit;
  const isWaiting = payout.state === 'approval' && may(person.rights, 'payout.approve', payout.merchantId);
  if (!isWaiting) return undefined;
  const same = (await judgeSameness(visit.ctx, visit.ctx.actor, payout.merchantId))(payout.createdBy);
  if (same)
    return again
      ? undefined
      : html`<section class="panel" aria-label="Decision"><p>${sentence(samenessWords(same, 'payout'))}</p></section>`;
  if (!(await mayDecide(visit.ctx, deciderOf(visit), payout)))
    return again
      ? undefined
      : html`<section class="panel" aria-label="Decision"><p>Awaiting approval by a second person. This site does not allow operators to approve payouts.</p></section>`;
  const { fields: typed, problem } = again ?? {};
  return html`<section class="panel" aria-labelledby="decide"><h2 id="decide">Approve or decline</h2>
<p>${money(payout.amountCents)} to ${payout.account ?? 'an account that is not known yet'}. Enter ${money(payout.amountCents)} to approve.</p>
${form({
  to: pathOf(payout.id),
  typed,
  problem,
  seen: { seenAmount: formatDecimal(payout.amountCents), seenAccount: payout.account ?? '' },
  label: 'Approve or decline this payout',
  body: html`${field({ name: 'amount', label: 'Amount, in rand', typed, problem, unit: 'R', inputMode: 'decimal', isOptional: true, longest: 20 })}
${field({ name: 'reason', label: 'Reason', typed, problem, hint: 'The merchant sees the reason for a declined payout.', isOptional: true, longest: 200 })}
<p class="buttons">${button(`Approve ${money(payout.amountCents)}`, 'main', 'approve')} ${button('Decline', 'quiet', 'decline')}</p>`,
})}</section>`;
}

async function waiting(visit: Visit): Promise<Html | undefined> {
  const found = await listWaitingPayouts(visit.ctx, visit.viewer, { limit: mostShown + 1 });
  if (found.length === 0) return undefined;
  const shown = found.slice(0, mostShown);
  const mine = `user:${visit.person.id}`;
  return html`<section aria-labelledby="waiting"><h2 id="waiting">Awaiting approval</h2>
<div class="table" tabindex="0" role="region" aria-label="Payouts awaiting approval"><table class="cards">
<caption>${found.length > mostShown ? `The ${mostShown} oldest payouts` : `${shown.length} ${shown.length === 1 ? 'payout' : 'payouts'}, oldest first`}</caption>
<thead><tr><th scope="col">Reference</th><th scope="col" class="money">Amount</th><th scope="col">Bank</th><th scope="col">Account</th><th scope="col">Created</th><th scope="col">Requested by</th></tr></thead>
<tbody>${shown.map(
    (one) => html`<tr><td data-label="Reference"><a href="${pathOf(one.id)}">${one.merchantReference}</a></td>
<td class="money" data-label="Amount">${money(one.amountCents)}</td><td data-label="Bank">${bankById(one.bankGroupId)?.name}</td>
<td data-label="Account">${one.account}</td><td data-label="Created">${time(one.createdAt)}</td>
<td data-label="Requested by">${one.createdBy === mine ? 'you' : one.createdBy?.startsWith('user:') ? 'a colleague' : 'API'}</td></tr>`,
  )}</tbody></table></div>
${may(visit.person.rights, 'payout.approve') && found.some(({ createdBy }) => createdBy !== mine) && html`<p><a href="${consolePath(room, 'approve')}">Approve several payouts</a></p>`}</section>`;
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
