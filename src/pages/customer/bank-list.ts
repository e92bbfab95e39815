// Choosing a bank: the search, the rows, and the errors of the choice.
import { bankNames } from '../../core/banks.ts';
import { findBanks } from '../assets/bank-search.js';
import { type Html, html, raw } from '../html.ts';
import { words } from '../messages/index.ts';
import type { BankChoice, BankError, BankOption, Frame } from './model.ts';

const lens = raw(
  '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><circle cx="8.5" cy="8.5" r="5.5"/><path d="M13 13l4.5 4.5"/></svg>',
);

/** Returns the banks as one question of the task's form. `problem` says why the form came back. */
export function bankList(model: BankChoice, problem: BankError | undefined): Html {
  const { choose } = words(model.language);
  const shown = shownBanks(model);
  // The error summary links to the first bank that can be chosen.
  const first = shown.find((bank) => bank.available);
  return html`<fieldset class="stack-small"${problem ? raw(' aria-describedby="bank-problem"') : ''}>
<legend><h2>${choose.title}</h2></legend>
${problem && html`<p class="wrong" id="bank-problem">${whatToDo(model, problem)}</p>`}
${search(model)}
<ul class="rows" id="banks"${shown.length === 0 ? raw(' hidden') : ''}>${shown.map((bank) => bankRow(model, bank, bank === first))}</ul>
<p role="status" class="quiet"><span data-none${shown.length > 0 ? raw(' hidden') : ''}>${choose.noneFound}</span>
${model.query && html`<a href="${model.path}" data-all>${choose.showAll}</a>`}</p>
</fieldset>`;
}

export function bankErrorText(model: Frame, error: BankError): string {
  const { errors } = words(model.language);
  return error.kind === 'noBank' ? errors.noBank : errors[error.kind](error.bankName);
}

/** Returns the banks that match the search: the one this browser used last, then the others by name. */
export function shownBanks({ banks, query = '', lastBankId }: BankChoice): BankOption[] {
  const found = findBanks(banks.map(bankNames), query);
  const isLast = (bank: BankOption) => Number(bank.id === lastBankId);
  return banks
    .filter((_, index) => found[index])
    .sort((a, b) => isLast(b) - isLast(a) || byName.compare(a.name, b.name));
}

const byName = new Intl.Collator('en');

// The error summary has the full sentence; a shorter one is enough here.
function whatToDo(model: Frame, error: BankError): string {
  const { errors } = words(model.language);
  return error.kind === 'noBank' ? errors.noBank : errors.otherBank;
}

function search(model: BankChoice): Html {
  const { choose } = words(model.language);
  return html`<div class="search"><span>${lens}<input type="search" name="q" form="search" id="q" value="${model.query ?? ''}" aria-label="${choose.search}" placeholder="${choose.search}" autocomplete="off" autocapitalize="off" spellcheck="false" aria-controls="banks"></span>
<button class="button-secondary" form="search" data-plain>${choose.searchButton}</button></div>`;
}

function bankRow(model: BankChoice, bank: BankOption, first: boolean): Html {
  if (!bank.available) return unavailableRow(model, bank);
  const checked = bank.id === model.selectedBankId ? raw(' checked') : '';
  return html`<li${names(bank)}><label class="row"><input type="radio" name="bank" value="${bank.id}" form="choose" data-name="${bank.name}"${first ? raw(' id="bank"') : ''}${checked}>${mark(bank)}<span class="row-text">${bank.name}</span>${lastUsed(model, bank)}</label></li>`;
}

function unavailableRow(model: BankChoice, bank: BankOption): Html {
  const { choose } = words(model.language);
  return html`<li${names(bank)}><label class="row row-off"><input type="radio" name="bank" value="${bank.id}" form="choose" disabled>${mark(bank)}<span class="row-text">${bank.name}<small>${choose.unavailable}${bank.unavailableReason && `: ${choose.unavailableReasons[bank.unavailableReason]}`}</small></span>${lastUsed(model, bank)}</label></li>`;
}

// For the search as the customer types.
const names = (bank: BankOption): Html => html` data-names="${bankNames(bank).join('|')}"`;

// Our own mark for a bank: two letters in its well-known colour. The stylesheet holds the colours and draws the
// letters, so that they cannot be read aloud or found as text.
function mark({ name, paymentType }: BankOption): Html {
  return html`<span class="mark mark-${paymentType}" data-mark="${name.slice(0, 2)}" aria-hidden="true"></span>`;
}

function lastUsed({ language, lastBankId }: BankChoice, bank: BankOption): Html | undefined {
  if (bank.id !== lastBankId) return undefined;
  return html`<span class="row-tag">${words(language).choose.lastUsed}</span>`;
}
