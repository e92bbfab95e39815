// A test payment has no bank: the customer, who is a developer, says how it ends.
import { type Html, html } from '../../html.ts';
import { words } from '../../words/index.ts';
import type { ChooseTestOutcome, TestOutcome } from '../model.ts';
import { cancelForm, checkoutPage, paymentHead } from './frame.ts';
import { timeLeft } from './time-left.ts';

const outcomes: TestOutcome[] = ['successful', 'cancelled', 'error', 'abandoned', 'pending'];

/** Where a test payment is decided. */
export function chooseTestOutcome(model: ChooseTestOutcome): Html {
  const { payment, testOutcome, errors } = words(model.language);
  const main = html`<div class="stack-large">
${
  model.missing &&
  html`<div class="note note-error" role="alert" tabindex="-1" data-focus>
<h2>${errors.title}</h2>
<p><a href="#outcome-successful">${testOutcome.missing}</a></p>
</div>`
}
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
<div>
${timeLeft(model)}
${cancelForm(model, model.actions.cancel)}
</div>
</div>`;
  return checkoutPage(model, { title: payment.pay(model.merchantName), main });
}
