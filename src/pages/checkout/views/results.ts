// How a payment or an attempt ended: the title first, then the explanation and the next step.
import { formatRand } from '../../../kernel/money.ts';
import { bigWord, facts, takingBack, wayOut } from '../../customer/blocks.ts';
import { troubleSentences } from '../../customer/charge.ts';
import { nothingMoreHere } from '../../customer/contact.ts';
import { customerPage } from '../../customer/frame.ts';
import { type Html, html } from '../../html.ts';
import { words } from '../../messages/index.ts';
import { dateTime } from '../../messages/time.ts';
import type { Charge, Ended, NotPaid, Paid, TakenBack } from '../model.ts';

/**
 * The bank paid; `late` if the payment was over already. The customer must read about late money, so they are not taken
 * back automatically.
 */
export function paid(model: Paid): Html {
  const { paid, payment } = words(model.language);
  const main = html`<div class="stack-large">
${bigWord('successful', paid.title, formatRand(model.amountCents))}
<p>${model.late ? paid.late(model.merchantName) : paid.explain(model.merchantName)}</p>
${facts([
  [payment.payee, model.merchantName],
  [payment.whatFor, model.description],
  [payment.reference, model.reference],
  paidFrom(model),
  [payment.when, dateTime(model.language, model.paidAt)],
])}
<div class="actions">
${wayOut(model)}
${model.backUrl && !model.late && takingBack(model)}
</div>
</div>`;
  return customerPage(model, { title: paid.title, main, state: model.depositState });
}

function paidFrom({ language, bankName, account }: Paid): [string, string] {
  const { payment } = words(language);
  return account ? [payment.payer, payment.accountOf(bankName, account.slice(-4))] : [payment.bank, bankName];
}

/** One attempt ended without money, and another can be made. */
export function notPaid(model: NotPaid): Html {
  const { notPaid, payment } = words(model.language);
  const next = model.reason === 'declined' ? notPaid.declinedNext : notPaid.otherNext;
  const main = html`<div class="stack-large">
${bigWord('error', notPaid.title, formatRand(model.amountCents))}
<div class="stack-small">
<p>${notPaid[model.reason](model.bankName)}</p>
<p><strong>${payment.noMoneyLeft}</strong></p>
<p>${next}</p>
</div>
${facts([
  [payment.reference, model.reference],
  [payment.bank, model.bankName],
  [payment.when, dateTime(model.language, model.endedAt)],
])}
<div class="actions">
<a class="button" href="${model.tryAgainPath}">${notPaid.tryAgain}</a>
${model.hasWayBack ? html`<form method="post" action="${model.actions.leave}"><button class="button-secondary">${payment.back(model.merchantName)}</button></form>` : html`<form method="post" action="${model.actions.cancel}"><button class="button-secondary">${payment.cancelHere}</button></form>`}
</div>
</div>`;
  return customerPage(model, { title: notPaid.title, main });
}

/** A charge that is not paid yet or never will be. A failed one says why, and what happens next. */
export function charge(model: Charge): Html {
  const { charge, notPaid, payment } = words(model.language);
  const { isOver, trouble } = model;
  const title = isOver ? notPaid.title : trouble ? charge.notYet : charge.title;
  const main = html`<div class="stack-large">
${bigWord(isOver ? 'error' : 'pending', title, formatRand(model.amountCents))}
<div class="stack-small">
<p>${charge.partOf(model.merchantName)} ${!isOver && !trouble && charge.byBank}</p>
${trouble && troubleSentences(model, trouble).map((sentence) => html`<p>${sentence}</p>`)}
</div>
${facts([
  [payment.payee, model.merchantName],
  [payment.reference, model.reference],
])}
${nothingMoreHere(model)}
</div>`;
  return customerPage(model, { title, main });
}

/** The payment was paid, and a bank reversed it. Only the customer's bank knows whether the money is in the account again. */
export function takenBack(model: TakenBack): Html {
  const { takenBack, payment } = words(model.language);
  const main = html`<div class="stack-large">
${bigWord('error', takenBack.title, formatRand(model.amountCents))}
<div class="stack-small">
<p>${takenBack.explain}</p>
<p><strong>${takenBack.money}</strong></p>
<p>${takenBack.next(model.merchantName)}</p>
</div>
${facts([
  [payment.whatFor, model.description],
  [payment.reference, model.reference],
  [payment.when, dateTime(model.language, model.takenBackAt)],
])}
${wayOut(model)}
</div>`;
  return customerPage(model, { title: takenBack.title, main });
}

/** The customer or the merchant cancelled the payment. */
export function cancelled(model: Ended): Html {
  const { cancelled } = words(model.language);
  return ended(model, cancelled.title, cancelled.explain, cancelled.next(model.merchantName));
}

/** The time to pay is over. */
export function expired(model: Ended): Html {
  const { expired } = words(model.language);
  const when = dateTime(model.language, model.expiresAt);
  return ended(model, expired.title, expired.explain(when), expired.next(model.merchantName));
}

function ended(model: Ended, title: string, what: string, next: string): Html {
  const { payment } = words(model.language);
  const main = html`<div class="stack-large">
${bigWord('ended', title, formatRand(model.amountCents))}
<div class="stack-small">
<p>${what}</p>
<p><strong>${model.bankMayStillPay ? mayStillPay(model) : payment.noMoneyLeft}</strong></p>
${!model.bankMayStillPay && html`<p>${next}</p>`}
</div>
${facts([
  [payment.whatFor, model.description],
  [payment.reference, model.reference],
])}
${wayOut(model)}
</div>`;
  return customerPage(model, { title, main, state: model.depositState });
}

function mayStillPay({ language, merchantName, isOfDeposit }: Ended): string {
  const { eft, payment } = words(language);
  return isOfDeposit ? eft.mayHavePaid(merchantName) : payment.mayStillPay(merchantName);
}
