// The pages of a payment link: what is to be paid, before its payment is created, and why it cannot be paid any more.
import type { LinkState } from '../../core/links/actions.ts';
import { type Cents, formatRand } from '../../kernel/money.ts';
import { errorSummary, facts, wayOut } from '../customer/blocks.ts';
import { customerPage } from '../customer/frame.ts';
import type { MerchantFrame } from '../customer/model.ts';
import { timeLeft } from '../customer/time-left.ts';
import { type Html, html, raw } from '../html.ts';
import { words } from '../messages/index.ts';
import { dateTime } from '../messages/time.ts';
import { type StatusKind, status } from '../status.ts';

export type AmountError = 'amountMissing' | 'amountUnreadable' | 'amountOutOfRange';

/** The data of every page about a link. */
export interface LinkFrame extends MerchantFrame {
  description?: string | undefined;
  /** Null where the link does not expire. */
  expiresAt: Date | null;
  now: Date;
}

/** The form posts `amount` where the customer types it. */
export interface ToPay extends LinkFrame {
  action: string;
  /** The amount of the link, or the limits of an open amount. */
  amount: { cents: Cents } | { minCents: Cents; maxCents: Cents; typed?: string | undefined };
  error?: AmountError | undefined;
}

/** Returns the page before the payment: what is to be paid, and one button. */
export function toPay(model: ToPay): Html {
  const { payment, link } = words(model.language);
  const { amount, error } = model;
  const isAsked = 'minCents' in amount;
  const main = html`<div class="stack-large">
${error && errorSummary(model, 'amount', errorText(model, error))}
<div class="stack-small">
<h1><span class="pay-to">${payment.pay(model.merchantName)}</span>${isAsked ? '' : html` <span class="amount">${formatRand(amount.cents)}</span>`}</h1>
${model.description && html`<p>${model.description}</p>`}
<p class="quiet small">${payment.reference}: ${model.reference}</p>
</div>
<form method="post" action="${model.action}" class="stack-large">
${isAsked && amountField(model, amount)}
<button class="button">${link.continue}</button>
</form>
${model.expiresAt && timeLeft({ ...model, expiresAt: model.expiresAt }, payment.payBefore)}
</div>`;
  return customerPage(model, { title: payment.pay(model.merchantName), main });
}

function errorText(model: ToPay, error: AmountError): string {
  const { errors } = words(model.language);
  const { amount } = model;
  if (error !== 'amountOutOfRange' || !('minCents' in amount))
    return error === 'amountUnreadable' ? errors.amountUnreadable : errors.amountMissing;
  return errors.amountOutOfRange(formatRand(amount.minCents), formatRand(amount.maxCents));
}

function amountField(
  model: ToPay,
  { minCents, maxCents, typed }: { minCents: Cents; maxCents: Cents; typed?: string | undefined },
): Html {
  const { choose } = words(model.language);
  const { error } = model;
  return html`<div class="field">
<label for="amount">${choose.amountLabel}</label>
<p class="hint" id="amount-hint">${choose.amountHint(formatRand(minCents), formatRand(maxCents))}</p>
${error && html`<p class="wrong" id="amount-problem">${errorText(model, error)}</p>`}
<div class="money"><span aria-hidden="true">R</span><input type="text" id="amount" name="amount" inputmode="decimal" autocomplete="off" maxlength="20" value="${typed ?? ''}" aria-describedby="amount-hint${error ? ' amount-problem' : ''}"${error ? raw(' aria-invalid="true"') : ''}></div>
</div>`;
}

export interface Closed extends LinkFrame {
  state: Exclude<LinkState, 'active'>;
  backUrl?: string;
}

const looks: Record<Closed['state'], StatusKind> = {
  paid: 'successful',
  disabled: 'ended',
  expired: 'ended',
};

export function closed(model: Closed): Html {
  const { link, payment } = words(model.language);
  const { state, merchantName, expiresAt } = model;
  const sentences = {
    paid: [link.paidMeans],
    disabled: [link.disabledMeans(merchantName), link.again(merchantName)],
    expired: [
      link.expiredMeans(expiresAt ? dateTime(model.language, expiresAt) : ''),
      link.again(merchantName),
    ],
  }[state];
  const main = html`<div class="stack-large">
<div class="stack">
<h1>${status(looks[state], link[state])}</h1>
${sentences.map((sentence) => html`<p>${sentence}</p>`)}
</div>
${facts([
  [payment.whatFor, model.description],
  [payment.reference, model.reference],
])}
${wayOut(model)}
</div>`;
  return customerPage(model, { title: link[state], main });
}

/** Returns the page of a link whose reference another payment of the site took. */
export function taken(model: LinkFrame): Html {
  const { link, payment } = words(model.language);
  const main = html`<div class="stack-large">
<div class="stack">
<h1>${status('ended', link.disabled)}</h1>
<p>${link.taken(model.merchantName)} ${payment.noMoneyLeft}</p>
<p>${link.again(model.merchantName)}</p>
</div>
</div>`;
  return customerPage(model, { title: link.disabled, main });
}
