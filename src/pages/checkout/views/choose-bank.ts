// The task of the checkout: choose a bank, agree, continue.
import { formatDecimal, formatRand } from '../../../kernel/money.ts';
import { bankErrorText, bankList } from '../../customer/bank-list.ts';
import { consentBlock, errorSummary, noBanks } from '../../customer/blocks.ts';
import { customerPage } from '../../customer/frame.ts';
import { handOff } from '../../customer/hand-off.ts';
import type { BankError } from '../../customer/model.ts';
import { bankTask } from '../../customer/task.ts';
import { type Html, html, raw } from '../../html.ts';
import { consentVersion, words } from '../../messages/index.ts';
import type { ChooseBank, ChooseError } from '../model.ts';
import { eftChoice } from './eft.ts';
import { paymentHead, timeLeftOrCancel } from './head.ts';

/** Returns the first page of a payment; without banks, the other way to pay, or a notice that the shop cannot be paid. */
export function chooseBank(model: ChooseBank): Html {
  if (model.banks.length === 0) return withoutBanks(model);
  const { error } = model;
  const problem = bankProblem(error);
  const main = bankTask(model, {
    action: model.actions.choose,
    main: html`${error ? errorSummary(model, problem ? 'bank' : 'amount', errorText(model, error)) : lastTry(model)}
${paymentHead(model, model.variableAmount ? 'asked' : 'shown')}
${amountField(model)}
${bankList(model, problem)}
${eftChoice(model)}`,
    consent: consent(model),
    rest: timeLeftOrCancel(model, model.actions.cancel),
    handOff: handOff(model, words(model.language).handOff.pay),
  });
  const title = words(model.language).payment.pay(model.merchantName);
  return customerPage(model, { title, main, live: model.live, width: 'task' });
}

function withoutBanks(model: ChooseBank): Html {
  const { noBanks: none, payment } = words(model.language);
  const main = html`<div class="stack-large">
${lastTry(model)}
${paymentHead(model, model.variableAmount ? 'asked' : 'shown')}
${eftChoice(model) ?? noBanks(model)}
${timeLeftOrCancel(model, model.actions.cancel)}
</div>`;
  return customerPage(model, { title: model.eft ? payment.pay(model.merchantName) : none.title, main });
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
<div class="money"><span aria-hidden="true">R</span><input type="text" id="amount" name="amount" form="choose" inputmode="decimal" autocomplete="off" value="${typed ?? formatDecimal(model.amountCents).replace('.', ',')}" aria-describedby="amount-hint${wrong ? ' amount-problem' : ''}"${wrong ? raw(' aria-invalid="true"') : ''}></div>
</div>`;
}

function consent(model: ChooseBank): Html {
  const { consent } = words(model.language);
  const order = model.variableAmount
    ? consent.orderVariable(model.merchantName)
    : consent.order(formatRand(model.amountCents), model.merchantName);
  const full = [
    consent.does(model.statementReference),
    consent.sees,
    consent.shares(model.merchantName),
    consent.keeps,
    consent.stops(model.merchantName),
  ];
  return consentBlock(model, `${order} ${consent.approval}`, full, consentVersion);
}

function bankProblem(error: ChooseError | undefined): BankError | undefined {
  switch (error?.kind) {
    case 'noBank':
    case 'bankUnavailable':
    case 'bankUnreachable':
      return error;
    default:
      return undefined;
  }
}

function errorText(model: ChooseBank, error: ChooseError): string {
  const { errors } = words(model.language);
  const { minCents = 0n, maxCents = 0n } = model.variableAmount ?? {};
  switch (error.kind) {
    case 'amountMissing':
    case 'amountUnreadable':
      return errors[error.kind];
    case 'amountOutOfRange':
      return errors.amountOutOfRange(formatRand(minCents), formatRand(maxCents));
    default:
      return bankErrorText(model, error);
  }
}

function lastTry(model: ChooseBank): Html | undefined {
  const { eft, lastTry, notPaid, payment } = words(model.language);
  if (model.wasUnused) return html`<p class="note">${eft.unused(model.merchantName)}</p>`;
  if (!model.lastTry) return undefined;
  const { reason, bankName } = model.lastTry;
  return html`<div class="note">
<h2>${lastTry.title}</h2>
<p>${notPaid[reason](bankName)} ${payment.noMoneyLeft} ${lastTry.next}</p>
</div>`;
}
