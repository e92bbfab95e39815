// The words and markup of the simulated bank's pages. What surrounds them is handed in by the composition root.
import { html as template } from 'hono/html';
import type { BankDetails } from '../../core/banks.ts';
import { formatRand } from '../../kernel/money.ts';
import { payerAccounts } from './accounts.ts';
import type { Order, OrderState } from './outcomes.ts';

/** Makes a document of a page; `band` goes above everything, as wide as the window. */
export type Frame = (page: { title: string; band: unknown; body: unknown; lang?: string }) => string;

/** A page as the frame takes it. */
export type View = Parameters<Frame>[0];

export type Html = Awaited<ReturnType<typeof template>>;
export const html = template as (parts: TemplateStringsArray, ...values: unknown[]) => Html;

const band = html`<aside class="band band-striped" aria-label="Test bank"><p><strong>TEST BANK</strong>
This is not a real bank and no real money moves. Never type your own bank details here.</p></aside>`;

export function view(title: string, body: Html): View {
  return { title: `${title} - TEST BANK`, band, body, lang: 'en' };
}

export function loginView(order: Order, bank: BankDetails): View {
  const refusal = { value: 'cancel', label: 'Cancel' };
  return view(`Log in to ${bank.name}`, loginBody(pathOf(order), bank, refusal));
}

/** Renders the log-in that leads to the approval below `path`, and the way to decline without it. */
export function loginBody(path: string, bank: BankDetails, refusal: { value: string; label: string }): Html {
  return html`<div class="stack-large">
<h1>Log in to ${bank.name}</h1>
<form class="stack" method="post" action="${path}">
<p>The form is filled in for you. Just log in.</p>
<div class="field"><label for="user">Test user</label>
<input id="user" name="user" type="text" value="demo" autocomplete="off" readonly></div>
<div class="field"><label for="pin">Test PIN</label>
<input id="pin" name="pin" type="text" value="12345" autocomplete="off" readonly></div>
<button class="button" type="submit">Log in</button>
</form>
<form method="post" action="${path}/approve">
<button class="button-secondary" type="submit" name="decision" value="${refusal.value}">${refusal.label}</button>
</form>
</div>`;
}

export function approvalView(order: Order, bank: BankDetails): View {
  return view(
    'Approve the payment',
    html`<form class="stack-large" method="post" action="${pathOf(order)}/approve">
<h1><span class="pay-to">Pay ${order.payee}</span> <span class="amount">${formatRand(order.amountCents)}</span></h1>
<dl class="facts">
<dt>Bank</dt><dd>${bank.name}</dd>
<dt>Reference</dt><dd>${order.reference}</dd>
</dl>
${accountChoice(payerAccounts(bank))}
<div class="actions">
<button class="button" type="submit" name="decision" value="approve">Approve</button>
<button class="button-secondary" type="submit" name="decision" value="decline">Decline</button>
<button class="button-secondary" type="submit" name="decision" value="cancel">Cancel</button>
</div>
</form>`,
  );
}

/** From which of the customer's accounts. */
export function accountChoice(accounts: ReturnType<typeof payerAccounts>): Html {
  return html`<fieldset class="stack"><legend class="label">Pay from</legend>
<div class="rows">${accounts.map(
    ({ number, name }, index) => html`
<div><label class="row"><input type="radio" name="account" value="${number}"${index === 0 ? html` checked` : ''}>
<span class="row-text">${name}<small>${number}</small></span></label></div>`,
  )}
</div></fieldset>`;
}

const endings: Record<Exclude<OrderState, 'started' | 'authenticated'>, [title: string, meaning: string]> = {
  processing: [
    'Your payment is being processed',
    'You approved the payment. The bank will confirm it soon, and you do not need to wait here.',
  ],
  paid: ['You paid', 'The bank has made the payment.'],
  declined: ['The bank declined the payment', 'No money left the account.'],
  cancelled: ['The payment was cancelled', 'No money left the account.'],
  abandoned: [
    'The payment was not approved',
    'It ended before anyone approved it. No money left the account.',
  ],
  error: ['The bank could not make the payment', 'No money left the account.'],
  returned: ['The payment was returned', 'The bank has returned the money to the account.'],
};

/** What became of an order that the payer can do nothing more about. */
export function endingView(order: Order, state: keyof typeof endings): View {
  return endingOf(order, endings[state], html`<dt>Amount</dt><dd>${formatRand(order.amountCents)}</dd>`);
}

/** Renders the end of an order or a mandate: its meaning, its facts, and the way back. */
export function endingOf(
  { payee, reference, returnUrl }: Pick<Order, 'payee' | 'reference' | 'returnUrl'>,
  [title, meaning]: [title: string, meaning: string],
  amounts: Html,
): View {
  return view(
    title,
    html`<div class="stack-large">
<h1>${title}</h1>
<p>${meaning}</p>
<dl class="facts">
${amounts}
<dt>To</dt><dd>${payee}</dd>
<dt>Reference</dt><dd>${reference}</dd>
</dl>
${backLink(returnUrl)}
</div>`,
  );
}

/** The bank does not get to the payer. Without an order it has no shop to lead back to. */
export function busyView(order?: Order): View {
  return view(
    'The bank is not responding',
    html`<div class="stack-large">
<h1>We are busy</h1>
<p>The bank cannot respond right now. Your payment may have gone through. Go back to the shop: it receives the outcome from the bank.</p>
${order ? backLink(order.returnUrl) : ''}
</div>`,
  );
}

export function unknownView(): View {
  return view(
    'Page not found',
    html`<div class="stack-large"><h1>Payment not found</h1>
<p>The address is wrong or not complete. Go back to the shop and start the payment again.</p></div>`,
  );
}

export function pathOf(order: Order): string {
  return `/bank/orders/${order.id}`;
}

/** Renders the link back to the page that sent the customer here. */
export function backLink(returnUrl: string): Html {
  return html`<p class="actions"><a class="button" href="${returnUrl}">Back to the shop</a></p>`;
}
