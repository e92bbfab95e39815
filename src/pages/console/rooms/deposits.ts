// Unmatched deposits: the suggested matches of each with reasons, and the decision about it.
import { bankById } from '../../../core/banks.ts';
import type { DepositFacts, Target, TargetFacts } from '../../../core/deposits/allocation.ts';
import { type Candidate, type OpenDeposit, readDeposit } from '../../../core/deposits/listing.ts';
import { type DepositState, isOpen } from '../../../core/deposits/state.ts';
import { may } from '../../../core/people/permissions.ts';
import type { Seen } from '../../../core/seen.ts';
import { formatDecimal } from '../../../kernel/money.ts';
import { lists } from '../../../reports/lists/all.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { area, button, field, form } from '../forms.ts';
import { listRoutes } from '../list-page.ts';
import { consolePath } from '../navigation.ts';
import { idOf } from '../records.ts';
import { facts, money, id as shownId } from '../views/parts.ts';
import { recordPage, timelineOf } from '../views/record-page.ts';
import type { Fields, PageRoute, Problem, Visit } from '../visit.ts';

const room = 'deposits';
export const depositPath = (id: string, ...more: string[]) => consolePath(room, id, ...more);

export const depositPages: PageRoute[] = [
  ...listRoutes({
    room,
    list: lists.deposits,
    title: 'Unmatched deposits',
    first: {
      words: 'No unmatched deposits. A deposit appears here when its reference is unknown.',
      command: 'npx tefo deposit list',
    },
    tools: () => html`<a href="${consolePath(room)}?state=waiting&amp;from=2020-01-01">Unmatched only</a>`,
  }),
  { path: `${consolePath(room)}/:id`, action: 'deposit.see', show: (visit) => showDeposit(visit) },
];

/** The form that is shown again with its input. */
export interface Again {
  which: 'decide' | 'split' | 'return';
  fields: Fields;
  problem: Problem;
}

export async function showDeposit(visit: Visit, again?: Again): Promise<Html> {
  const id = idOf(visit);
  const found = await readDeposit(visit.ctx, visit.viewer, id);
  const story = await timelineOf(visit, { kind: 'deposit', id });
  const isUndecided = isOpen(found.deposit.state);
  const forms = isUndecided ? decisions(visit, found, again) : undefined;
  const isLost = again && !isUndecided;
  return recordPage(visit, {
    room,
    noun: 'Deposit',
    story,
    above: html`${isLost && html`<p class="wrong" role="alert">${again.problem.message}</p>`}${isUndecided && candidatesView(found)}`,
    aside: html`${forms}${depositFacts(found)}`,
  });
}

function depositFacts({ deposit, held }: OpenDeposit): Html {
  return html`<section class="panel" aria-label="Sender"><h2>Sender</h2>
${facts([
  ['Text', deposit.reference],
  ['Bank', bankById(deposit.bankId)?.name],
  ['Account', deposit.account],
  ['Holder', deposit.accountHolder],
  ['Arrived at', deposit.bankAccount],
  ['Note', deposit.stateReason],
  [
    'Held for',
    held && html`<a href="${consolePath('payments', held.paymentId)}">a payment</a>: ${held.stateReason}`,
  ],
])}</section>`;
}

function candidatesView({ candidates, deposit }: OpenDeposit & { candidates: Candidate[] }): Html {
  if (candidates.length === 0)
    return html`<section class="panel" aria-labelledby="whose"><h2 id="whose">Suggested matches</h2>
<p>None. No open payment has a similar reference or this amount. <a href="/console/search?q=${encodeURIComponent(formatDecimal(deposit.amountCents))}">Search for the amount</a>.</p></section>`;
  return html`<section aria-labelledby="whose"><h2 id="whose">Suggested matches</h2>
<table class="cards"><caption>Suggested matches, most likely first</caption>
<thead><tr><th scope="col">Reference</th><th scope="col">Site</th><th scope="col">Payment</th><th scope="col" class="money">Amount due</th><th scope="col">Reason</th></tr></thead>
<tbody>${candidates.map(
    (
      one,
    ) => html`<tr><td data-label="Reference">${shownId(one.reference)}</td><td data-label="Site">${one.siteCode}</td>
<td data-label="Payment">${one.paymentId ? html`<a href="${consolePath('payments', one.paymentId)}">${one.merchantReference ?? 'a payment'}</a>` : (one.merchantReference ?? 'float')}</td>
<td class="money" data-label="Amount due">${one.amountCents === null ? 'any amount' : money(one.amountCents)}</td><td data-label="Reason">${one.reason}</td></tr>`,
  )}</tbody></table></section>`;
}

function decisions(
  { person }: Visit,
  { deposit, candidates }: OpenDeposit & { candidates: Candidate[] },
  again: Again | undefined,
): Html | undefined {
  const mayAllocate = may(person.rights, 'deposit.allocate', deposit.merchantId);
  if (!mayAllocate && !may(person.rights, 'deposit.park', deposit.merchantId)) return undefined;
  const given = (which: Again['which']) => ({
    typed: again?.which === which ? again.fields : undefined,
    problem: again?.which === which ? again.problem : undefined,
  });
  const seen = { seenState: deposit.state, seenAmount: formatDecimal(deposit.amountCents) };
  const decide = given('decide');
  const split = given('split');
  const back = given('return');
  const title = mayAllocate ? 'Allocate or put on hold' : 'Put on hold';
  return html`<section class="panel" aria-labelledby="decide"><h2 id="decide">${title}</h2>
${form({
  to: depositPath(deposit.id),
  ...decide,
  seen: { ...seen, ...seenTargets(candidates) },
  label: title,
  body: html`${mayAllocate && field({ name: 'to', label: 'Allocate to', hint: 'A deposit reference, a payment id, or float:SITECODE.', ...decide, isOptional: true, longest: 500 })}
${field({ name: 'note', label: 'Note', hint: 'Required when putting on hold.', ...decide, isOptional: true, longest: 500 })}
<p class="buttons">${mayAllocate && button(`Allocate ${money(deposit.amountCents)}`, 'main', 'allocate')} ${button('Put on hold', 'quiet', 'park')}</p>`,
})}</section>
${
  mayAllocate &&
  html`<details class="panel"${split.problem && html` open`}><summary>Split deposit</summary>
${form({
  to: depositPath(deposit.id, 'split'),
  ...split,
  seen,
  label: 'Split this deposit',
  body: html`${area({ name: 'parts', label: 'Parts', hint: 'One per line, as TARGET=AMOUNT. The parts must add up to the deposit.', ...split })}
${field({ name: 'splitNote', label: 'Note on the split', ...split, isOptional: true })}
${button('Split')}`,
})}</details>
<details class="panel"${back.problem && html` open`}><summary>Return to sender</summary>
${
  deposit.bankId === null
    ? html`<p>The bank did not report the sender’s account, so the deposit cannot be returned from here.</p>`
    : form({
        to: depositPath(deposit.id, 'return'),
        ...back,
        seen,
        label: 'Return this deposit',
        body: html`<p>Returns the deposit to ${deposit.accountHolder ?? 'account'} ${deposit.account}. Type the amount to confirm.</p>
${field({ name: 'amount', label: 'Amount, in rand', ...back, unit: 'R', inputMode: 'decimal', longest: 20 })}
${field({ name: 'returnNote', label: 'Reason', ...back, isOptional: true })}
${button(`Return ${money(deposit.amountCents)}`, 'danger')}`,
      })
}</details>`
}`;
}

/** Sends along the candidates as shown, so that a changed candidate is refused. */
const seenTargets = (candidates: readonly Candidate[]): Fields =>
  Object.fromEntries(
    candidates.map(({ reference, paymentId, amountCents }) => [
      `seen:${reference}`,
      `${paymentId ?? ''} ${amountCents === null ? '' : formatDecimal(amountCents)}`,
    ]),
  );

/** Returns the deposit as it was shown. */
export function seenOf({ seenState, seenAmount }: Fields): Seen<DepositFacts> {
  return {
    ...(seenState !== undefined && { state: seenState as DepositState }),
    ...(seenAmount !== undefined && { amount: amountOf(seenAmount, 'amount') }),
  };
}

/** Returns a candidate that is chosen by its reference, as it was shown; undefined for any other target. */
export function targetSeen(fields: Fields, to: Target): Seen<TargetFacts> | undefined {
  const shown = 'reference' in to ? fields[`seen:${to.reference}`] : undefined;
  if (shown === undefined) return undefined;
  const [payment = '', asked = ''] = shown.split(' ');
  if (payment === '') return undefined;
  return { payment, ...(asked !== '' && { asked: amountOf(asked, 'to') }) };
}
