// The task of the checkout: choose a bank, agree, continue.
import { formatDecimal, formatRand } from '../../../kernel/money.ts';
import { type Html, html, raw } from '../../html.ts';
import { consentVersion, words } from '../../words/index.ts';
import type { BankOption, ChooseBank, ChooseError } from '../model.ts';
import { cancelForm, checkoutPage, paymentHead } from './frame.ts';
import { timeLeft } from './time-left.ts';

/** The first page of a payment. */
export function chooseBank(model: ChooseBank): Html {
  const { payment, choose } = words(model.language);
  const shown = matching(model.banks, model.query);
  // The error summary links to the first bank that can be chosen.
  const first = shown.find((bank) => bank.available);
  const main = html`<div class="stack-large">
${model.error ? errorSummary(model, model.error) : lastTry(model)}
${paymentHead(model, model.variableAmount ? 'asked' : 'shown')}
${searchForm(model)}
<form method="post" action="${model.actions.choose}" class="stack-large">
${amountField(model)}
<fieldset class="stack-small"${bankProblem(model.error) ? raw(' aria-describedby="bank-problem"') : ''}>
<legend><h2>${choose.title}</h2></legend>
${bankProblem(model.error) && html`<p class="wrong" id="bank-problem">${errorText(model, model.error!)}</p>`}
${search(model)}
<ul class="rows" id="banks" data-last-used="${choose.lastUsed}"${shown.length === 0 ? raw(' hidden') : ''}>${shown.map((bank) => bankRow(model, bank, bank === first))}</ul>
<p role="status" class="quiet"><span data-none${shown.length > 0 ? raw(' hidden') : ''}>${choose.noneFound}</span>
${model.query && html`<a href="${model.path}" data-all>${choose.showAll}</a>`}</p>
</fieldset>
${consent(model)}
<button class="button" data-continue="${choose.continueTo('{bank}')}">${choose.continueToBank}</button>
</form>
<div>
${timeLeft(model)}
${cancelForm(model, model.actions.cancel)}
</div>
</div>`;
  return checkoutPage(model, { title: payment.pay(model.merchantName), main });
}

function matching(banks: BankOption[], query = ''): BankOption[] {
  const wanted = query.trim().toLowerCase();
  return banks.filter((bank) => bank.name.toLowerCase().includes(wanted));
}

const lens = raw(
  '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><circle cx="8.5" cy="8.5" r="5.5"/><path d="M13 13l4.5 4.5"/></svg>',
);

// Searching has a form of its own, so that it works without a script and sends no payment. A browser replaces the
// query of such a form's address by the fields, so what is in the address becomes fields.
function searchForm(model: ChooseBank): Html {
  const [path, query] = model.path.split('?');
  const kept = [...new URLSearchParams(query)];
  return html`<form id="search" method="get" action="${path}" hidden>${kept.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}</form>`;
}

function search(model: ChooseBank): Html {
  const { choose } = words(model.language);
  return html`<div class="search"><span>${lens}<input type="search" name="q" form="search" id="q" value="${model.query ?? ''}" aria-label="${choose.search}" placeholder="${choose.search}" autocomplete="off" autocapitalize="off" spellcheck="false" aria-controls="banks"></span>
<button class="button-secondary" form="search" data-plain>${choose.searchButton}</button></div>`;
}

function bankRow(model: ChooseBank, bank: BankOption, first: boolean): Html {
  if (!bank.available) return unavailableRow(model, bank);
  const checked = bank.id === model.selectedBankId ? raw(' checked') : '';
  return html`<li><label class="row"><input type="radio" name="bank" value="${bank.id}" data-name="${bank.name}"${first ? raw(' id="bank"') : ''}${checked}><span class="row-text">${bank.name}</span></label></li>`;
}

function unavailableRow(model: ChooseBank, bank: BankOption): Html {
  const { choose } = words(model.language);
  return html`<li><label class="row row-off"><input type="radio" name="bank" value="${bank.id}" disabled><span class="row-text">${bank.name}<small>${choose.unavailable}${bank.unavailableReason && html`: <span lang="en">${bank.unavailableReason}</span>`}</small></span></label></li>`;
}

function amountField(model: ChooseBank): Html | undefined {
  if (!model.variableAmount) return undefined;
  const { choose } = words(model.language);
  const { minCents, maxCents, typed } = model.variableAmount;
  const wrong = model.error && !bankProblem(model.error) ? model.error : undefined;
  return html`<div class="field">
<label for="amount">${choose.amountLabel}</label>
<p class="hint" id="amount-hint">${choose.amountHint(formatRand(minCents), formatRand(maxCents))}</p>
${wrong && html`<p class="wrong" id="amount-problem">${errorText(model, wrong)}</p>`}
<div class="money"><span aria-hidden="true">R</span><input type="text" id="amount" name="amount" inputmode="decimal" autocomplete="off" value="${typed ?? formatDecimal(model.amountCents).replace('.', ',')}" aria-describedby="amount-hint${wrong ? ' amount-problem' : ''}"${wrong ? raw(' aria-invalid="true"') : ''}></div>
</div>`;
}

function consent(model: ChooseBank): Html {
  const { consent } = words(model.language);
  const order = model.variableAmount
    ? consent.orderVariable(model.merchantName)
    : consent.order(formatRand(model.amountCents), model.merchantName);
  return html`<section class="stack-small" aria-label="${consent.title}">
<input type="hidden" name="consent" value="${consentVersion}">
<p>${order} ${consent.approval}</p>
<details class="fold small"><summary>${consent.more}</summary>
<p>${consent.does(model.statementReference)}</p>
<p>${consent.sees}</p>
<p>${consent.shares(model.merchantName)}</p>
<p>${consent.keeps}</p>
<p>${consent.stops(model.merchantName)}</p>
<p class="quiet">${consent.version(consentVersion)}</p>
</details>
</section>`;
}

function bankProblem(error?: ChooseError): boolean {
  return error?.kind === 'noBank' || error?.kind === 'bankUnavailable' || error?.kind === 'bankUnreachable';
}

function errorText(model: ChooseBank, error: ChooseError): string {
  const { errors } = words(model.language);
  const { minCents = 0n, maxCents = 0n } = model.variableAmount ?? {};
  switch (error.kind) {
    case 'noBank':
    case 'amountMissing':
    case 'amountUnreadable':
      return errors[error.kind];
    case 'amountOutOfRange':
      return errors.amountOutOfRange(formatRand(minCents), formatRand(maxCents));
    case 'bankUnavailable':
    case 'bankUnreachable':
      return errors[error.kind](error.bankName);
  }
}

function errorSummary(model: ChooseBank, error: ChooseError): Html {
  const { errors } = words(model.language);
  return html`<div class="note note-error" role="alert" tabindex="-1" data-focus>
<h2>${errors.title}</h2>
<p><a href="#${bankProblem(error) ? 'bank' : 'amount'}">${errorText(model, error)}</a></p>
</div>`;
}

function lastTry(model: ChooseBank): Html | undefined {
  if (!model.lastTry) return undefined;
  const { lastTry, notPaid, payment } = words(model.language);
  const { reason, bankName } = model.lastTry;
  return html`<div class="note">
<h2>${lastTry.title}</h2>
<p>${notPaid[reason](bankName)} ${payment.noMoneyLeft} ${lastTry.next}</p>
</div>`;
}
