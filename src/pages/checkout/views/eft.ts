// Paying by a deposit: the button that chooses it, the details to pay by, and money that waits for a person.
import { formatDecimal, formatRand } from '../../../kernel/money.ts';
import { backLink, bigWord, facts } from '../../customer/blocks.ts';
import { customerPage } from '../../customer/frame.ts';
import { type Html, html } from '../../html.ts';
import { words } from '../../messages/index.ts';
import { status } from '../../status.ts';
import type { ChooseBank, Eft, Held } from '../model.ts';
import { paymentHead, timeLeftOrCancel } from './head.ts';

/** Returns the other way to pay, below the banks. A customer who has chosen it before finds the details again. */
export function eftChoice(model: ChooseBank): Html | undefined {
  if (!model.eft) return undefined;
  const { eft } = words(model.language);
  const { action, isChosen } = model.eft;
  const isOnly = model.banks.length === 0;
  return html`<div class="stack-small">
${!isOnly && html`<h2>${eft.or}</h2>`}
<p class="quiet">${isChosen ? eft.started : eft.hint}</p>
<form method="post" action="${action}" data-method="eft"><button class="${isOnly ? 'button' : 'button-secondary'}">${eft.pay}</button></form>
</div>`;
}

/** Returns the details to pay by. The page changes when a bank's statement shows the money. */
export function eft(model: Eft): Html {
  const { eft } = words(model.language);
  const { merchantName, range, otherPath } = model;
  const main = html`<div class="stack-large">
${paymentHead(model)}
<section class="stack">
<div class="stack-small">
<h2>${eft.pay}</h2>
<p>${eft.explain}</p>
${isOther(model.account.holder, merchantName) && html`<p>${eft.receives(model.account.holder, merchantName)}</p>`}
</div>
${details(model)}
<p class="note">${range ? eft.range(formatRand(range.minCents), formatRand(range.maxCents)) : eft.exact(formatRand(model.amountCents))}</p>
</section>
<section class="stack-small">
<h2>${status('pending', eft.waiting)}</h2>
<p>${eft.statement}</p>
<p>${eft.seen(merchantName)} ${eft.safe}</p>
</section>
<div class="actions">
${otherPath && html`<a class="button-secondary" href="${otherPath}">${eft.other}</a>`}
<button type="button" class="button-link" data-print hidden>${eft.print}</button>
</div>
${timeLeftOrCancel(model, model.actions.cancel, eft.later(merchantName))}
</div>`;
  return customerPage(model, {
    title: words(model.language).payment.pay(merchantName),
    main,
    state: model.depositState,
    live: model.live,
    isToCopy: true,
    refreshSeconds: 10,
  });
}

/** Returns whether an account is in another name than the shop's, apart from case, punctuation and "(Pty) Ltd". */
function isOther(holder: string, merchantName: string): boolean {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .replace(/ (?:pty )?ltd *$/, '')
      .trim();
  return plain(holder) !== plain(merchantName);
}

type Detail = [field: string, name: string, value: string, shown?: string];

function details(model: Eft): Html {
  const { eft, payment } = words(model.language);
  const { account, amountCents, depositReference } = model;
  const rows: Detail[] = [
    ['holder', eft.holder, account.holder],
    ['bank', payment.bank, account.bankName],
    ['account', eft.account, account.accountNumber],
    ['branch', eft.branch, account.branchCode],
    ['amount', payment.amount, formatDecimal(amountCents), formatRand(amountCents)],
    ['reference', payment.reference, depositReference],
  ];
  return html`<dl class="details">${rows.map(
    ([field, name, value, shown = value]) =>
      html`<div><dt id="detail-${field}">${name}</dt><dd data-field="${field}" data-value="${value}"><span class="detail-value">${shown}</span>
<button type="button" class="button-copy" data-copy="${field}" data-copied="${eft.copied}" aria-describedby="detail-${field}" hidden><span data-word>${eft.copy}</span></button></dd></div>`,
  )}</dl>
<p class="unseen" role="status" data-copied-spoken></p>`;
}

/** Returns the page of a deposit with an unexpected amount, until an operator has decided about it. */
export function held(model: Held): Html {
  const { eft, payment } = words(model.language);
  const { receivedCents, amountCents, merchantName } = model;
  const main = html`<div class="stack-large">
${bigWord('pending', eft.held, formatRand(receivedCents))}
<div class="stack-small" role="status">
<p>${receivedCents === amountCents ? eft.heldMore : eft.heldAmount(formatRand(receivedCents), formatRand(amountCents))}</p>
<p>${eft.heldNext(merchantName)}</p>
</div>
${facts([
  [payment.payee, merchantName],
  [payment.reference, model.reference],
])}
${backLink(model, 'button-secondary')}
</div>`;
  return customerPage(model, {
    title: eft.held,
    main,
    state: model.depositState,
    live: model.live,
    refreshSeconds: 10,
  });
}
