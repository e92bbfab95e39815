// The review of a payout: what will happen when it is created.
import { maskAccount } from '../../../core/account-numbers.ts';
import { bankById } from '../../../core/banks.ts';
import type { Beneficiary } from '../../../core/beneficiaries/actions.ts';
import { getFloat, isFirstPayout, type NewPayout } from '../../../core/payouts/actions.ts';
import { type Html, html } from '../../html.ts';
import { button, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import type { Fields, Visit } from '../visit.ts';
import { facts, money, time } from './parts.ts';

interface Reviewed extends Omit<NewPayout, 'beneficiary'> {
  name: string;
  saved: Beneficiary | undefined;
  /** The beneficiary will be saved. */
  isSaved: boolean;
}

/** Returns the page with the form that creates the payout. */
export async function payoutReview(visit: Visit, to: string, fields: Fields, input: Reviewed): Promise<Html> {
  const { site, amount, bank, branchCode, accountNumber, name, saved, isSaved } = input;
  const { availableCents } = await getFloat(visit.ctx, site);
  const isFirst = isSaved || (saved !== undefined && (await isFirstPayout(visit.ctx, saved)));
  const { do: _do, form: _form, ...seen } = fields;
  const isCovered = availableCents >= amount;
  const main = html`<section class="panel" aria-labelledby="what"><h2 id="what">Pay ${money(amount)}${name !== '' && ` to ${name}`}</h2>
${facts([
  ['Amount', money(amount)],
  ['To', name],
  ['Bank', bankById(bank.id)?.name],
  ['Branch', branchCode],
  ['Account', accountNumber.length > 4 ? maskAccount(accountNumber) : accountNumber],
  [
    'Account since',
    saved && isFirst ? html`${time(saved.accountSince)}: this is the first payout to it` : undefined,
  ],
  [
    'From',
    `${site.name} (${site.code}): ${money(availableCents)} available, ${isCovered ? `${money(availableCents - amount)} after it` : 'not enough'}`,
  ],
  ['Fee', 'none'],
  ['Your reference', input.merchantReference],
  ['On their statement', input.customerBankReference],
  ['Leaves', leaving(input, isFirst)],
])}
${!isCovered && html`<p class="wrong" role="alert">The float of ${site.code} has ${money(availableCents)}: not enough for this payout.</p>`}
${isSaved && html`<p>${name} is saved as a beneficiary.</p>`}
<p>The amount is taken from the float when you create the payout. A payout that was sent to the bank cannot be reversed.</p>
${isCovered && form({ to, seen, label: 'Create this payout', body: button('Create payout') })}
${form({ to, seen: { ...seen, do: 'change' }, label: 'Change this payout', body: button('Change', 'quiet') })}</section>`;
  return consolePage(visit, { title: 'Review payout', page: 'payouts', main });
}

function leaving({ site, amount }: Reviewed, isFirst: boolean): string {
  const limit = site.approvalAboveCents;
  const verified = site.verifyUrl === null ? '' : ', and your server has verified it';
  if (limit !== null && amount > limit)
    return `when a second person has approved it (more than ${money(limit)})${verified}`;
  if (limit !== null && isFirst)
    return `when a second person has approved it (first payout to this account)${verified}`;
  if (verified !== '') return 'when your server has verified it';
  return 'at once: it is sent to the bank, or with the next payment file';
}
