// The words and markup of the bank's pages about a mandate.
import type { BankDetails } from '../../core/banks.ts';
import type { Frequency } from '../../core/subscriptions/actions.ts';
import { dueDate } from '../../core/subscriptions/schedule.ts';
import { formatRand } from '../../kernel/money.ts';
import { payerAccounts } from './accounts.ts';
import type { Mandate } from './mandate-store.ts';
import { accountChoice, endingOf, type Html, html, loginBody, type View, view } from './views.ts';

const often: Record<Frequency, string> = {
  Daily: 'every day',
  Weekly: 'every week',
  Fortnightly: 'every two weeks',
  Monthly: 'every month',
  Biannually: 'every six months',
  Annually: 'every year',
};

export function mandatePath({ id }: Mandate): string {
  return `/bank/mandates/${id}`;
}

export function mandateLoginView(mandate: Mandate, bank: BankDetails): View {
  const refusal = { value: 'decline', label: 'Decline' };
  return view(`Log in to ${bank.name}`, loginBody(mandatePath(mandate), bank, refusal));
}

/** The terms that the customer is asked to allow, and their decision. */
export function mandateApprovalView(mandate: Mandate, bank: BankDetails): View {
  return view(
    'Approve a regular payment',
    html`<form class="stack-large" method="post" action="${mandatePath(mandate)}/approve">
<h1><span class="pay-to">Allow ${mandate.payee} to take</span> <span class="amount">${formatRand(mandate.amountCents)}</span> <span class="often">${howOften(mandate)}</span></h1>
${mandateFacts(mandate, bank)}
${accountChoice(payerAccounts(bank))}
<div class="actions">
<button class="button" type="submit" name="decision" value="approve">Approve</button>
<button class="button-secondary" type="submit" name="decision" value="decline">Decline</button>
</div>
</form>`,
  );
}

const endings: Record<Exclude<Mandate['state'], 'waiting'>, [title: string, meaning: string]> = {
  approved: ['You approved the regular payment', 'The shop may take it from the account as agreed.'],
  declined: ['You declined the regular payment', 'Nothing will be taken from the account.'],
  lapsed: ['The time to decide is over', 'It was not approved. Nothing will be taken from the account.'],
  cancelled: ['The regular payment was cancelled', 'Nothing more will be taken from the account.'],
};

/** What became of a mandate that the customer can do nothing more about here. */
export function mandateEndingView(mandate: Mandate, state: keyof typeof endings): View {
  const amounts = html`<dt>Amount</dt><dd>${formatRand(mandate.amountCents)} ${howOften(mandate)}</dd>
${payableNow(mandate)}`;
  return endingOf(mandate, endings[state], amounts);
}

function mandateFacts(mandate: Mandate, bank: BankDetails): Html {
  const { occurrences, maximumCents, firstPaymentDate, frequency } = mandate;
  const first = Temporal.PlainDate.from(firstPaymentDate);
  const last = dueDate(first, frequency as Frequency, occurrences);
  return html`<dl class="facts">
${payableNow(mandate)}
<dt>First payment</dt><dd>${dayText(first)}</dd>
<dt>Last payment</dt><dd>${dayText(last)}</dd>
<dt>Regular payments</dt><dd>${occurrences}</dd>
<dt>At most</dt><dd>${formatRand(maximumCents)} in one payment</dd>
<dt>Reference</dt><dd>${mandate.reference}</dd>
<dt>Bank</dt><dd>${bank.name}</dd>
</dl>`;
}

function payableNow({ payableNowCents }: Mandate): Html | '' {
  if (payableNowCents === null) return '';
  return html`<dt>Once, right away</dt><dd>${formatRand(payableNowCents)}</dd>`;
}

function howOften({ occurrences, frequency }: Mandate): string {
  return occurrences === 1 ? 'one time' : often[frequency as Frequency];
}

function dayText(day: Temporal.PlainDate): string {
  return day.toLocaleString('en-GB', { dateStyle: 'medium' });
}
