// The parts of the pages of bank accounts.
import type { BankAccount } from '../../../core/accounts/actions.ts';
import { bankById } from '../../../core/banks.ts';
import type { StoredFile } from '../../../core/payment-files/actions.ts';
import {
  type Category,
  categoryKinds,
  type Statement,
  type StatementLine,
} from '../../../core/statements/actions.ts';
import type { Overview } from '../../../core/statements/overview.ts';

import { type Cents, formatDecimal } from '../../../kernel/money.ts';
import { type Html, html } from '../../html.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePath } from '../navigation.ts';
import type { Again, Problem } from '../visit.ts';
import { lineMeanings } from './line-words.ts';
import { listTime, money, state } from './parts.ts';

const pathOf = (id: string, ...more: string[]): string => consolePath('bank-accounts', id, ...more);

const bankOf = ({ bankId, number }: BankAccount): string => `${bankById(bankId)?.name ?? 'Bank'} ${number}`;

/** The age of a statement in words; a statement of the last working day is at most four days old. */
function ageWords(days: number | null): string {
  if (days === null) return 'none';
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : `${days} days ago`;
}
const isOld = (days: number | null): boolean => days !== null && days > 4;

export function accountsTable(all: readonly Overview[]): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="Bank accounts"><table class="cards">
<caption>${all.length} ${all.length === 1 ? 'bank account' : 'bank accounts'}</caption>
<thead><tr><th scope="col">Account</th><th scope="col">Bank</th><th scope="col" class="money">Books</th><th scope="col" class="money">Bank statement</th><th scope="col" class="money">Difference</th><th scope="col">Last statement</th><th scope="col" class="money">Open lines</th><th scope="col" class="money">Unmatched deposits</th><th scope="col" class="money">Files waiting</th></tr></thead>
<tbody>${all.map(
    ({ account, balances, lastDay, ageDays, openLines, unmatched, files }) =>
      html`<tr><td data-label="Account"><a href="${pathOf(account.id)}">${account.id}</a></td><td data-label="Bank">${bankOf(account)}</td>
<td class="money" data-label="Books">${money(balances.books)}</td><td class="money" data-label="Bank statement">${balances.statement === null ? 'none' : money(balances.statement)}</td>
<td class="money" data-label="Difference">${differenceWords(balances)}</td><td data-label="Last statement">${lastDay ? html`${lastDay} <span class="hint">${ageWords(ageDays)}</span>` : 'none'}</td>
<td class="money" data-label="Open lines">${openLines}</td><td class="money" data-label="Unmatched deposits">${unmatched}</td><td class="money" data-label="Files waiting">${files.length}</td></tr>`,
  )}</tbody></table></div>`;
}

const differenceWords = ({ statement, difference }: Overview['balances']): Html | string => {
  if (statement === null) return 'not known';
  return difference === 0n ? money(0n) : html`<strong class="differs">${money(difference)}</strong>`;
};

const decimal = (cents: Cents | null): string => (cents === null ? '' : formatDecimal(cents));

/** The facts of an account, each with a name and its value for programs. */
export function accountFacts({
  account,
  balances,
  lastDay,
  ageDays,
  openLines,
  unmatched,
  files,
}: Overview): Html {
  const { books, statement, difference, day } = balances;
  const isKnown = statement !== null;
  const rows: [label: string, name: string, value: string, shown: Html | string][] = [
    ['Ledger balance', 'books', decimal(books), html`<strong>${money(books)}</strong>`],
    [
      'Balance at the bank',
      'statement',
      decimal(statement),
      isKnown ? html`<strong>${money(statement)}</strong>` : 'No statement yet',
    ],
    ['Difference', 'difference', isKnown ? decimal(difference) : '', differenceWords(balances)],
    [
      'Last statement',
      'last-statement',
      lastDay ?? '',
      lastDay
        ? html`${lastDay}, ${ageWords(ageDays)}${isOld(ageDays) && html` <span class="wrong-text">A newer statement is due.</span>`}`
        : 'None',
    ],
    ['Open lines', 'open-lines', String(openLines), String(openLines)],
    [
      'Unmatched deposits',
      'unmatched',
      String(unmatched),
      unmatched === 0
        ? '0'
        : html`<a href="${consolePath('deposits')}?state=waiting&amp;from=2020-01-01">${unmatched}</a>`,
    ],
    ['Payment files waiting', 'files', String(files.length), String(files.length)],
    ['Cut-off for payments', 'cut-off', account.cutOff, `${account.cutOff} SAST on business days`],
    ['Bank', 'bank', bankOf(account), bankOf(account)],
    ['Account holder', 'holder', account.holder, account.holder],
  ];
  return html`<section class="panel" aria-label="Bank account"><dl class="facts">${rows.map(
    ([label, name, value, shown]) =>
      html`<dt>${label}</dt><dd data-field="${name}" data-value="${value}">${shown}</dd>`,
  )}</dl>
${isKnown && difference !== 0n && html`<p class="wrong" role="status">The bank has ${money(difference < 0n ? -difference : difference)} ${difference < 0n ? 'less' : 'more'} than the ledger. <a href="${consolePath('reconcile', day)}">View the lines that differ</a>.</p>`}
${isKnown && difference === 0n && html`<p class="said">The bank agrees with the ledger as at ${day}.</p>`}</section>`;
}

export function linesView({ openLines }: Overview, lines: readonly StatementLine[]): Html {
  if (lines.length === 0)
    return html`<section class="panel" aria-labelledby="lines"><h2 id="lines">Open lines</h2><p>None. Every statement line is matched or categorised.</p></section>`;
  return html`<section aria-labelledby="lines"><h2 id="lines">Open lines</h2>
<div class="table" tabindex="0" role="region" aria-label="Table of open lines"><table class="cards">
<caption>${lines.length < openLines ? `The oldest ${lines.length} of ${openLines} lines` : `${openLines} ${openLines === 1 ? 'line needs' : 'lines need'} a match or a category`}</caption>
<thead><tr><th scope="col">Date</th><th scope="col" class="money">Amount</th><th scope="col">Text</th><th scope="col">Action</th></tr></thead>
<tbody>${lines.map(
    ({ id, bookedOn, amountCents, text }) =>
      html`<tr><td data-label="Date" class="when">${bookedOn}</td><td class="money" data-label="Amount">${money(amountCents)}</td><td data-label="Text">${text}</td><td data-label="Action"><a href="${consolePath('reconcile', 'lines', id)}" aria-label="Match or categorise ${money(amountCents)} of ${bookedOn}">Match or categorise</a></td></tr>`,
  )}</tbody></table></div></section>`;
}

export function statementsView(statements: readonly Statement[]): Html | undefined {
  if (statements.length === 0) return undefined;
  return html`<section aria-labelledby="statements"><h2 id="statements">Statements</h2>
<div class="table" tabindex="0" role="region" aria-label="Table of statements"><table class="cards"><caption>${statements.length === 1 ? 'The last import' : `The last ${statements.length} imports`}</caption>
<thead><tr><th scope="col">Imported</th><th scope="col">File</th><th scope="col">Type</th><th scope="col">Period</th><th scope="col" class="money">Lines</th><th scope="col" class="money">Closing balance</th><th scope="col">Imported by</th></tr></thead>
<tbody>${statements.map(
    (one) =>
      html`<tr><td data-label="Imported">${listTime(one.importedAt)}</td><td data-label="File">${one.fileName}</td><td data-label="Type">${one.format}, ${one.kind}</td><td data-label="Period" class="when">${periodWords(one)}</td>
<td class="money" data-label="Lines">${one.lines}</td><td class="money" data-label="Closing balance">${one.closingCents === null ? 'not stated' : money(one.closingCents)}</td><td data-label="Imported by">${one.importedBy}</td></tr>`,
  )}</tbody></table></div></section>`;
}

export const periodWords = ({ fromOn, toOn }: Pick<Statement, 'fromOn' | 'toOn'>): string =>
  fromOn === null || toOn === null ? 'none' : fromOn === toOn ? fromOn : `${fromOn} to ${toOn}`;

export function filesView(files: readonly StoredFile[]): Html | undefined {
  if (files.length === 0) return undefined;
  return html`<section aria-labelledby="files"><h2 id="files">Payment files waiting</h2>
<div class="table" tabindex="0" role="region" aria-label="Table of payment files"><table class="cards"><caption>Files that have not been sent to the bank</caption>
<thead><tr><th scope="col">File</th><th scope="col">State</th><th scope="col" class="money">Payments</th><th scope="col" class="money">Amount</th><th scope="col">Pays on</th></tr></thead>
<tbody>${files.map(
    (one) =>
      html`<tr><td data-label="File">${one.messageId}</td><td data-label="State">${state(one.state)}</td><td class="money" data-label="Payments">${one.payments}</td><td class="money" data-label="Amount">${money(one.amountCents)}</td><td data-label="Pays on">${one.executionDate}</td></tr>`,
  )}</tbody></table></div></section>`;
}

export function uploadView({ id }: BankAccount, problem: Problem | undefined): Html {
  return html`<section class="panel" aria-labelledby="upload"><h2 id="upload">Upload bank file</h2>
<p>Upload a statement (MT940, MT942, camt, OFX or CSV) or a payment status report (pain.002). You see a preview before anything is imported.</p>
${form({
  to: pathOf(id, 'files'),
  problem,
  label: 'Upload a bank file',
  hasFile: true,
  body: html`<div class="field"><label for="f-file">File</label>
<p class="hint" id="h-file">At most 16 MB.</p>
<input id="f-file" name="file" type="file" required aria-describedby="h-file"${problem && html` aria-invalid="true"`}></div>
${button('Preview')}`,
})}</section>`;
}

export function categoriesView(
  { id }: BankAccount,
  categories: readonly Category[],
  again: Again | undefined,
): Html {
  return html`<details class="panel"${again && html` open`}><summary>Your categories</summary>
<p>Categories for statement lines, besides ${categoryKinds.map((kind) => lineMeanings[kind].toLowerCase()).join(', ')}.</p>
${
  categories.length > 0 &&
  html`<ul class="plain">${categories.map(
    (one) => html`<li>${one.name} <span class="hint">${lineMeanings[one.kind]}</span>
${form({ to: pathOf(id, 'remove-category'), seen: { category: one.id }, label: `Remove ${one.name}`, body: button('Remove', 'quiet') })}</li>`,
  )}</ul>`
}
${form({
  to: pathOf(id, 'categories'),
  ...again,
  label: 'Add a category',
  body: html`${field({ name: 'name', label: 'Name', hint: 'For example Rent.', ...again, longest: 50 })}
${choice({ name: 'kind', label: 'Posted as', options: categoryKinds.map((kind) => [kind, lineMeanings[kind]] as const), chosen: again?.typed.kind })}
${button('Add category', 'quiet')}`,
})}</details>`;
}
