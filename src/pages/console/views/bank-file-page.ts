// The preview of a bank file: the effect of each line, skipped parts with the reason, the totals, and the balance afterwards.
import type { BankAccount } from '../../../core/accounts/actions.ts';
import type { TakenAnswer } from '../../../core/payment-files/answers.ts';
import type { Imported } from '../../../core/statements/actions.ts';
import type { FileOf, ImportedFile, Preview } from '../../../core/statements/file-import.ts';
import { type Html, html } from '../../html.ts';
import { button, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import type { Visit } from '../visit.ts';
import { lineMeanings } from './line-words.ts';
import { facts, money } from './parts.ts';

const pathOf = (id: string, ...more: string[]): string => consolePath('bank-accounts', id, ...more);

interface Shown {
  account: BankAccount;
  name: string;
  /** The id of the kept file. */
  upload: string;
}

type Line = Preview['lines'][number];

const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

export function statementPreview(visit: Visit, shown: Shown, { parts, skipped }: FileOf<Preview>): Html {
  const taken = parts.flatMap((part) => ('imported' in part ? [part] : []));
  const added = taken.reduce(
    (sum, { imported }) => sum + (imported.status === 'duplicate' ? 0 : imported.new),
    0,
  );
  const main = html`<p><a href="${pathOf(shown.account.id)}">Bank account ${shown.account.id}</a></p>
<p>This is a preview. Nothing has been imported.</p>
${parts.map((part) => ('imported' in part ? partView(part) : html`<p class="wrong" role="alert">${part.account.id}: not imported. ${part.refusal.line === null ? '' : `Line ${part.refusal.line}: `}${part.refusal.message}.</p>`))}
${skipped.length > 0 && skippedView(skipped)}
${importForm(shown, added === 0 ? 'Import anyway' : `Import ${plural(added, 'line')}`, added === 0 ? 'The file has no new lines. An import changes nothing.' : 'The lines are posted once, even if you import the file again.')}`;
  return consolePage(visit, { title: `Preview of ${shown.name}`, page: 'bank-accounts', main });
}

const importForm = ({ account, upload }: Shown, words: string, hint: string): Html =>
  html`<section class="panel" aria-label="Import">${form({
    to: pathOf(account.id, 'import'),
    seen: { upload },
    label: 'Import the file',
    body: html`<p>${hint}</p><p class="buttons">${button(words)} <a class="quiet-button" href="${pathOf(account.id)}">Cancel</a></p>`,
  })}</section>`;

function partView({ account, imported, lines }: { account: BankAccount } & Preview): Html {
  const { status, format, from, to, opening, closing } = imported;
  const period = from === null ? 'none' : from === to ? from : `${from} to ${to}`;
  return html`<section class="panel" aria-labelledby="p-${account.id}"><h2 id="p-${account.id}">${account.id}</h2>
${status === 'duplicate' && html`<p class="said">This file was imported before.</p>`}
${facts([
  ['Format', format],
  ['Period', period],
  ['Opening balance', opening === null ? null : money(opening)],
  ['Balance after', closing === null ? null : money(closing)],
  ['New lines', String(status === 'duplicate' ? 0 : imported.new)],
  ['Already imported', imported.known > 0 ? `${plural(imported.known, 'line')}, skipped` : null],
  ['Result', resultWords(imported)],
])}</section>
${lines.length > 0 && linesTable(account, lines, imported.new)}`;
}

/** Returns what an import does, or did: "3 matched, 1 unmatched deposit, 2 open lines". */
function resultWords({
  status,
  matched,
  waiting,
  charges,
  explained,
  reversals,
  open,
  pending,
}: Imported): string {
  if (status === 'duplicate') return 'nothing changes';
  const all = [
    [matched, `${matched} matched`],
    [waiting, plural(waiting, 'unmatched deposit')],
    [explained, plural(explained, 'payment by us', 'payments by us')],
    [charges, plural(charges, 'bank charge or interest', 'bank charges or interest')],
    [reversals, plural(reversals, 'reversal')],
    [open, plural(open, 'open line')],
    [pending, `${pending} pending at the bank`],
  ] as const;
  return all.flatMap(([count, words]) => (count > 0 ? [words] : [])).join(', ') || 'nothing new';
}

function linesTable({ id }: BankAccount, lines: readonly Line[], all: number): Html {
  const [paidIn, out] = [
    lines.filter(({ amountCents }) => amountCents > 0n),
    lines.filter(({ amountCents }) => amountCents < 0n),
  ];
  const sum = (some: readonly Line[]) => some.reduce((total, { amountCents }) => total + amountCents, 0n);
  return html`<div class="table" tabindex="0" role="region" aria-label="Lines of ${id}"><table class="cards">
<caption>${lines.length < all ? `The first ${lines.length} of ${all} new lines` : plural(lines.length, 'new line')}</caption>
<thead><tr><th scope="col">Date</th><th scope="col" class="money">Amount</th><th scope="col">Text</th><th scope="col">What happens</th><th scope="col">Reason</th></tr></thead>
<tbody>${lines.map(
    (line) =>
      html`<tr><td data-label="Date" class="when">${line.bookedOn}</td><td class="money" data-label="Amount">${money(line.amountCents)}</td><td data-label="Text">${line.text}</td><td data-label="What happens">${effectOf(line)}</td><td data-label="Reason">${line.rule ?? ''}</td></tr>`,
  )}</tbody>
<tfoot><tr><th scope="row">Received</th><td class="money">${money(sum(paidIn))}</td><td colspan="3">${plural(paidIn.length, 'line')}</td></tr>
<tr><th scope="row">Paid</th><td class="money">${money(sum(out))}</td><td colspan="3">${plural(out.length, 'line')}</td></tr></tfoot></table></div>`;
}

function effectOf({ status, meaning, pays }: Line): string {
  if (status === 'pending') return 'Pending at the bank: not posted';
  if (meaning === null) return 'Open: needs a match or a category';
  if (meaning !== 'deposit') return lineMeanings[meaning];
  return pays === null ? 'Unmatched deposit' : pays === 'float' ? 'Tops up the float' : `Pays ${pays}`;
}

const skippedView = (skipped: FileOf<Preview>['skipped']): Html =>
  html`<section class="panel" aria-labelledby="skipped"><h2 id="skipped">Skipped</h2><ul>${skipped.map(
    ({ account, reason }) => html`<li>${account ?? 'A statement'}: ${reason}</li>`,
  )}</ul></section>`;

export function importedWords(name: string, { parts, skipped }: ImportedFile): string {
  const done = parts.map((part) => {
    if (!('imported' in part)) return `${part.account.id}: not imported, ${part.refusal.message}`;
    const { imported, account } = part;
    if (imported.status === 'duplicate') return `${account.id}: imported before, nothing was changed`;
    return `${account.id}: ${plural(imported.new, 'new line')} (${resultWords(imported)})`;
  });
  const left = skipped.length > 0 ? ` Skipped: ${plural(skipped.length, 'statement')}.` : '';
  return `${name} imported. ${done.join('; ')}.${left}`;
}

const meaningWords: Record<string, string> = {
  paid: 'Paid',
  failed: 'Failed',
  returned: 'Returned',
  accepted: 'Accepted, not paid yet',
  pending: 'Pending',
};

export function answerPreview(visit: Visit, shown: Shown, answer: TakenAnswer): Html {
  const { messageId, groupStatus, payments, unknown, status } = answer;
  const main = html`<p><a href="${pathOf(shown.account.id)}">Bank account ${shown.account.id}</a></p>
<p>This is a preview. Nothing has been imported.</p>
<section class="panel" aria-label="Response">${status === 'duplicate' && html`<p class="said">This file was imported before.</p>`}
${facts([
  ['Responds to', messageId],
  ['Status of the file', groupStatus],
  ['Unknown references', unknown.length > 0 ? `${unknown.slice(0, 20).join(', ')}: skipped` : null],
])}</section>
<div class="table" tabindex="0" role="region" aria-label="Payments"><table class="cards"><caption>${plural(payments.length, 'payment')}</caption>
<thead><tr><th scope="col">Reference</th><th scope="col">Bank’s status</th><th scope="col">What happens</th></tr></thead>
<tbody>${payments
    .slice(0, 500)
    .map(
      (one) =>
        html`<tr><td data-label="Reference">${one.bankReference}</td><td data-label="Bank’s status">${one.said ?? ''}</td><td data-label="What happens">${meaningWords[one.status ?? one.meaning] ?? one.status ?? one.meaning}</td></tr>`,
    )}</tbody></table></div>
${importForm(shown, `Import ${plural(payments.length, 'status', 'statuses')}`, 'The payments change as shown, once.')}`;
  return consolePage(visit, { title: `Preview of ${shown.name}`, page: 'bank-accounts', main });
}
