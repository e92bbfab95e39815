// A test payment has no bank: the customer, who is a developer, chooses how it ends.
import { errorSummary } from '../../customer/blocks.ts';
import { customerPage } from '../../customer/frame.ts';
import { type Html, html } from '../../html.ts';
import { words } from '../../messages/index.ts';
import type { ChooseTestOutcome, TestOutcome } from '../model.ts';
import { paymentHead, timeLeftOrCancel } from './head.ts';

const outcomes: TestOutcome[] = ['successful', 'cancelled', 'error', 'abandoned', 'pending'];

export function chooseTestOutcome(model: ChooseTestOutcome): Html {
  const { payment, testOutcome } = words(model.language);
  const main = html`<div class="stack-large">
${model.missing && errorSummary(model, 'outcome-successful', testOutcome.missing)}
${paymentHead(model)}
<form method="post" action="${model.actions.choose}" class="stack-large">
<fieldset class="stack-small">
<legend><h2>${testOutcome.title}</h2></legend>
<p class="quiet">${testOutcome.explain(model.merchantName)}</p>
${model.missing && html`<p class="wrong">${testOutcome.missing}</p>`}
<ul class="rows">${outcomes.map(
    (outcome) =>
      html`<li><label class="row"><input type="radio" name="outcome" value="${outcome}" id="outcome-${outcome}"><span class="row-text">${testOutcome[outcome]}<small>${testOutcome[`${outcome}Means`]}</small></span></label></li>`,
  )}</ul>
</fieldset>
<button class="button">${testOutcome.button}</button>
</form>
${timeLeftOrCancel(model, model.actions.cancel)}
</div>`;
  return customerPage(model, { title: payment.pay(model.merchantName), main });
}
