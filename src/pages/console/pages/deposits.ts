// Unmatched deposits: the suggested matches of each with reasons, and the decision about it.
import { bankById } from '../../../core/banks.ts';
import type { DepositFacts, Target, TargetFacts } from '../../../core/deposits/allocation.ts';
import { type FoundDeposit, readDeposit } from '../../../core/deposits/listing.ts';
import { type DepositState, isOpen } from '../../../core/deposits/state.ts';
import { findMatch } from '../../../core/deposits/undo.ts';
import { DomainError } from '../../../core/errors.ts';
import type { Seen } from '../../../core/seen.ts';
import { readLine } from '../../../core/statements/line-details.ts';
import { may } from '../../../core/users/permissions.ts';
import { formatDecimal } from '../../../kernel/money.ts';
import { lists } from '../../../reports/lists/all.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { area, button, field, form } from '../forms.ts';
import { listRoutes } from '../list-page.ts';
import { consolePath } from '../navigation.ts';
import { idOf } from '../records.ts';
import { facts, money } from '../views/parts.ts';
import { recordPage, timelineOf } from '../views/record-page.ts';
import { searchView, seenTargets, suggestionsView, undoView } from '../views/suggestions.ts';
import type { Again, Fields, PageRoute, Visit } from '../visit.ts';
import { findUnpaid } from './payment-search.ts';

const page = 'deposits';
export const depositPath = (id: string, ...more: string[]) => consolePath(page, id, ...more);

export const depositPages: PageRoute[] = [
  ...listRoutes({
    page,
    list: lists.deposits,
    title: 'Deposits',
    first: {
      words: 'No unmatched deposits. A deposit appears here when its reference is unknown.',
    },
    tools: () => html`<a href="${consolePath(page)}?state=unmatched&amp;from=2020-01-01">Unmatched only</a>`,
  }),
  {
    path: `${consolePath(page)}/:id`,
    action: 'deposit.see',
    takes: ['q'],
    show: (visit) => showDeposit(visit),
  },
];

/** The form that is shown again with its input. */
export interface DepositAgain extends Again {
  which: 'decide' | 'split' | 'return' | 'match';
}

export async function showDeposit(visit: Visit, again?: DepositAgain): Promise<Html> {
  const id = idOf(visit);
  const found = await readDeposit(visit.ctx, visit.viewer, id);
  const timeline = await timelineOf(visit, { kind: 'deposit', id });
  const isUndecided = isOpen(found.deposit.state);
  const forms = isUndecided ? decisions(visit, found, again) : await undoForm(visit, found);
  const isLost = again && (!isUndecided || again.which === 'match');
  return recordPage(visit, {
    page,
    noun: 'Deposit',
    timeline,
    above: html`${isLost && html`<p class="wrong" role="alert">${again.problem.message}</p>`}${isUndecided && (await matching(visit, found))}`,
    aside: html`${forms}${depositFacts(found, isUndecided && (await isOnStatement(visit, found)))}`,
  });
}

/** True if the visitor can categorise the deposit's statement line instead. */
async function isOnStatement(
  { ctx, viewer, user }: Visit,
  { deposit, ownerId }: FoundDeposit,
): Promise<boolean> {
  if (!may(user.rights, 'reconcile.explain', ownerId)) return false;
  const found = await readLine(ctx, viewer, deposit.id).catch((error: unknown) => {
    if (error instanceof DomainError) return undefined;
    throw error;
  });
  return found?.line.objectId === deposit.id;
}

function depositFacts({ deposit, held }: FoundDeposit, isOnStatement: boolean): Html {
  return html`<section class="panel" aria-label="Sender"><h2>Sender</h2>
${facts([
  ['Text', deposit.reference],
  ['Bank', bankById(deposit.bankId)?.name],
  ['Account', deposit.account],
  ['Holder', deposit.accountHolder],
  ['Arrived at', deposit.bankAccount],
  [
    'Not a payment?',
    isOnStatement
      ? html`<a href="${consolePath('reconcile', 'lines', deposit.id)}">Categorise the statement line</a>`
      : null,
  ],
  ['Note', deposit.stateReason],
  [
    'Held for',
    held && html`<a href="${consolePath('payments', held.paymentId)}">a payment</a>: ${held.stateReason}`,
  ],
])}</section>`;
}

async function matching(visit: Visit, { deposit, candidates, ownerId }: FoundDeposit): Promise<Html> {
  const { id, amountCents: amount } = deposit;
  const mayMatch = may(visit.user.rights, 'deposit.allocate', ownerId);
  const to = mayMatch ? depositPath(id, 'match') : undefined;
  const seen = { seenState: deposit.state, seenAmount: formatDecimal(amount) };
  return html`${suggestionsView({ candidates, to, seen })}
${to && searchView({ path: depositPath(id), ...(await findUnpaid(visit)), to, seen, amount })}`;
}

async function undoForm(visit: Visit, { deposit, ownerId }: FoundDeposit): Promise<Html | undefined> {
  if (deposit.state !== 'allocated' || !may(visit.user.rights, 'deposit.undo', ownerId)) return undefined;
  return undoView({
    to: depositPath(deposit.id, 'undo'),
    seen: { seenMatch: (await findMatch(visit.ctx, deposit.id)) ?? '' },
    words: `The match is reversed in the ledger and the merchant is notified. ${money(deposit.amountCents)} is an unmatched deposit again.`,
  });
}

function decisions(
  { user }: Visit,
  { deposit, candidates, ownerId }: FoundDeposit,
  again: DepositAgain | undefined,
): Html | undefined {
  const mayAllocate = may(user.rights, 'deposit.allocate', ownerId);
  if (!mayAllocate && !may(user.rights, 'deposit.park', ownerId)) return undefined;
  const given = (which: DepositAgain['which']) => ({
    typed: again?.which === which ? again.typed : undefined,
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
  body: html`${mayAllocate && field({ name: 'to', label: 'Allocate to', hint: 'A payment’s reference or id, a deposit reference, or float:SITECODE.', ...decide, isOptional: true, longest: 500 })}
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

/** Returns the deposit as it was shown. */
export function seenOf({ seenState, seenAmount }: Fields): Seen<DepositFacts> {
  return {
    ...(seenState !== undefined && { state: seenState as DepositState }),
    ...(seenAmount !== undefined && { amount: amountOf(seenAmount, 'amount') }),
  };
}

/** Returns a candidate that is chosen by its reference or its payment, as it was shown; undefined for any other target. */
export function targetSeen(fields: Fields, to: Target): Seen<TargetFacts> | undefined {
  const key = 'reference' in to ? to.reference : 'paymentId' in to ? to.paymentId : '';
  const shown = fields[`seen:${key}`];
  if (shown === undefined) return undefined;
  const [payment = '', asked = ''] = shown.split(' ');
  if (payment === '') return undefined;
  return { payment, ...(asked !== '' && { asked: amountOf(asked, 'to') }) };
}
