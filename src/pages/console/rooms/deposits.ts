// Deposits that nobody's reference explains: whose each may be and why, and the decision about it.
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
import { consolePath } from '../rooms.ts';
import { idOf } from '../things.ts';
import { facts, money, id as shownId } from '../views/parts.ts';
import { storyOf, storyPage } from '../views/story-page.ts';
import type { Fields, PageRoute, Problem, Visit } from '../visit.ts';

const room = 'deposits';
export const depositPath = (id: string, ...more: string[]) => consolePath(room, id, ...more);

export const depositPages: PageRoute[] = [
  ...listRoutes({
    room,
    list: lists.deposits,
    title: 'Unmatched deposits',
    first: {
      words: 'Money whose reference nobody knows waits here for a person.',
      command: 'npx tefo deposit list',
    },
    tools: () => html`<a href="${consolePath(room)}?state=waiting&amp;from=2020-01-01">All that wait</a>`,
  }),
  { path: `${consolePath(room)}/:id`, action: 'deposit.see', show: (visit) => showDeposit(visit) },
];

/** Which of a page's forms is shown again, with what was typed. */
export interface Again {
  which: 'decide' | 'split' | 'return';
  fields: Fields;
  problem: Problem;
}

export async function showDeposit(visit: Visit, again?: Again): Promise<Html> {
  const id = idOf(visit);
  const found = await readDeposit(visit.ctx, visit.viewer, id);
  const story = await storyOf(visit, { kind: 'deposit', id });
  const isUndecided = isOpen(found.deposit.state);
  const forms = isUndecided ? decisions(visit, found, again) : undefined;
  const isLost = again && !isUndecided;
  return storyPage(visit, {
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
    'Waits in',
    held && html`<a href="${consolePath('payments', held.paymentId)}">a payment</a>: ${held.stateReason}`,
  ],
])}</section>`;
}

function candidatesView({ candidates, deposit }: OpenDeposit & { candidates: Candidate[] }): Html {
  if (candidates.length === 0)
    return html`<section class="panel" aria-labelledby="whose"><h2 id="whose">Whose is it?</h2>
<p>Nothing that waits has a reference like it, or its amount. <a href="/console/search?q=${encodeURIComponent(formatDecimal(deposit.amountCents))}">Search for the amount</a>.</p></section>`;
  return html`<section aria-labelledby="whose"><h2 id="whose">Whose is it?</h2>
<table class="cards"><caption>What it may be meant for, the likeliest first</caption>
<thead><tr><th scope="col">Reference</th><th scope="col">Site</th><th scope="col">Order</th><th scope="col" class="money">Asks for</th><th scope="col">Why</th></tr></thead>
<tbody>${candidates.map(
    (
      one,
    ) => html`<tr><td data-label="Reference">${shownId(one.reference)}</td><td data-label="Site">${one.siteCode}</td>
<td data-label="Order">${one.paymentId ? html`<a href="${consolePath('payments', one.paymentId)}">${one.merchantReference ?? 'a payment'}</a>` : (one.merchantReference ?? 'the float')}</td>
<td class="money" data-label="Asks for">${one.amountCents === null ? 'any amount' : money(one.amountCents)}</td><td data-label="Why">${one.reason}</td></tr>`,
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
  return html`<section class="panel" aria-labelledby="decide"><h2 id="decide">Decide</h2>
${form({
  to: depositPath(deposit.id),
  ...decide,
  seen: { ...seen, ...seenTargets(candidates) },
  label: 'Decide about this deposit',
  body: html`${mayAllocate && field({ name: 'to', label: 'Whose it is', hint: 'A deposit reference, a payment’s id, or float:SITECODE.', ...decide, isOptional: true, longest: 500 })}
${field({ name: 'note', label: 'Note', hint: 'Parking needs one.', ...decide, isOptional: true, longest: 500 })}
<p class="buttons">${mayAllocate && button(`Allocate ${money(deposit.amountCents)}`, 'main', 'allocate')} ${button('Park', 'quiet', 'park')}</p>`,
})}</section>
${
  mayAllocate &&
  html`<details class="panel"${split.problem && html` open`}><summary>Split it</summary>
${form({
  to: depositPath(deposit.id, 'split'),
  ...split,
  seen,
  label: 'Split this deposit',
  body: html`${area({ name: 'parts', label: 'Parts', hint: 'One a line: TO=AMOUNT. Together they are the whole deposit.', ...split })}
${field({ name: 'splitNote', label: 'Note on the split', ...split, isOptional: true })}
${button('Split')}`,
})}</details>
<details class="panel"${back.problem && html` open`}><summary>Send it back</summary>
${
  deposit.bankId === null
    ? html`<p>The bank did not tell which account it came from, so it cannot be sent back from here.</p>`
    : form({
        to: depositPath(deposit.id, 'return'),
        ...back,
        seen,
        label: 'Send this deposit back',
        body: html`<p>To ${deposit.accountHolder ?? 'account'} ${deposit.account}. Type the amount: nothing more is asked.</p>
${field({ name: 'amount', label: 'Amount, in rand', ...back, unit: 'R', inputMode: 'decimal', longest: 20 })}
${field({ name: 'returnNote', label: 'Why it goes back', ...back, isOptional: true })}
${button(`Return ${money(deposit.amountCents)}`, 'danger')}`,
      })
}</details>`
}`;
}

/** What was shown of the candidates is sent along: who chooses one decides about it as it was. */
const seenTargets = (candidates: readonly Candidate[]): Fields =>
  Object.fromEntries(
    candidates.map(({ reference, paymentId, amountCents }) => [
      `seen:${reference}`,
      `${paymentId ?? ''} ${amountCents === null ? '' : formatDecimal(amountCents)}`,
    ]),
  );

/** Returns what was seen of the deposit. */
export function seenOf({ seenState, seenAmount }: Fields): Seen<DepositFacts> {
  return {
    ...(seenState !== undefined && { state: seenState as DepositState }),
    ...(seenAmount !== undefined && { amount: amountOf(seenAmount, 'amount') }),
  };
}

/** Returns what was seen of a candidate that is chosen by its reference; undefined for any other target. */
export function targetSeen(fields: Fields, to: Target): Seen<TargetFacts> | undefined {
  const shown = 'reference' in to ? fields[`seen:${to.reference}`] : undefined;
  if (shown === undefined) return undefined;
  const [payment = '', asked = ''] = shown.split(' ');
  if (payment === '') return undefined;
  return { payment, ...(asked !== '' && { asked: amountOf(asked, 'to') }) };
}
