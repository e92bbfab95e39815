// The parts of the pages of batches of payouts.
import { bankById } from '../../../core/banks.ts';
import {
  findWaiting,
  listBatchPayouts,
  mostPayouts,
  openOfBatch,
  type PayoutBatch,
  whyNotDecide,
} from '../../../core/payout-batches/actions.ts';
import { type SheetRow, sheetColumns } from '../../../core/payout-batches/sheet.ts';
import type { Payout } from '../../../core/payouts/actions.ts';
import { judgeSameness, samenessWords } from '../../../core/users/grants.ts';
import { may } from '../../../core/users/permissions.ts';
import { type Cents, formatDecimal } from '../../../kernel/money.ts';
import { type Html, html } from '../../html.ts';
import { button, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { looksAt } from '../operator-access.ts';
import { sentence } from '../problems.ts';
import { whoWords } from '../records.ts';
import type { Again, Problem, Visit } from '../visit.ts';
import { facts, listTime, money, state, time } from './parts.ts';

const page = 'payouts/batches';
const pathOf = (id: string): string => consolePath(page, id);
const mostShown = 20;
const countOf = (count: number): string => `${count} ${count === 1 ? 'payout' : 'payouts'}`;

export function uploadForm(to: string, site: Html, problem?: Problem): Html {
  return html`<p>Upload up to ${mostPayouts} payouts as CSV, one per line. You see a preview with every mistake before anything is created, and a
second person approves the batch by its sum.</p>
${form({
  to,
  problem,
  hasFile: true,
  label: 'Upload batch of payouts',
  body: html`${site}
<div class="field"><label for="f-file">CSV file</label>
<input id="f-file" name="file" type="file" accept=".csv,text/csv,text/plain" required${problem?.field === 'file' && html` aria-invalid="true"`}></div>
${button('Preview batch')}`,
})}
<details class="panel"><summary>Columns and example</summary>
<p>The first line names the columns: <code>${sheetColumns.join(',')}</code>. Leave <code>bank</code> and <code>account</code> blank for a saved
beneficiary, <code>branch</code> for the universal branch code, and <code>statement</code> for the reference. Amounts can be written
1250,50 or 1250.50, and columns separated by commas or semicolons. Format account numbers as text, so that leading zeros stay.</p>
<pre>beneficiary,bank,account,branch,amount,reference,statement
Karoo Paper,FNB,62000000001,,1250.50,INV-1001,TEFO INV 1001
Thandi Dlamini,,,,300.00,WAGES-11-07,WAGES NOV</pre></details>`;
}

interface Sent {
  site: string;
  name: string;
  sheet: string;
}

/** Returns the preview: the mistakes of every row, or the form that creates the batch. */
export function batchPreview(
  visit: Visit,
  to: string,
  { site, name, sheet }: Sent,
  { rows, sum }: { rows: readonly SheetRow[]; sum: Cents },
  before: PayoutBatch | undefined,
): Html {
  const wrong = rows.filter(({ problems }) => problems.length > 0);
  const seen = { site, name, sheet, seenSum: formatDecimal(sum) };
  const main = html`<p><a href="${to}">Upload another file</a></p>
${
  before &&
  html`<p class="attention"><strong>This file was uploaded before</strong>, on ${time(before.createdAt)}: <a href="${pathOf(before.id)}">${countOf(before.payouts)} for ${money(before.sumCents)}</a>.</p>`
}
<p>${name}: <strong>${countOf(rows.length)}</strong> from ${site}${wrong.length === 0 && html`, sum <strong>${money(sum)}</strong>`}.</p>
${
  wrong.length > 0
    ? html`<p class="wrong" role="alert">${wrong.length === 1 ? '1 row has mistakes' : `${wrong.length} rows have mistakes`}. Nothing was created: correct the file, and upload it again.</p>
${problemsTable(wrong)}`
    : html`<section class="panel" aria-label="Create batch">
<p>${countOf(rows.length)} for <strong>${money(sum)}</strong> are taken from the float of ${site} at once. Nothing leaves until a second person approves the batch by its sum; if the batch is declined, the money goes back to the float.</p>
${form({ to, seen, label: 'Create batch', body: button('Create batch') })}</section>`
}
${rowsTable(rows)}`;
  return consolePage(visit, { title: 'Preview of the batch', page, main, back: page });
}

/** Returns a broken rule as a sentence: some rules name what breaks them. */
export const ruleWords = (field: string, rule: string): string =>
  rule.startsWith('the ') ? rule : `${field} ${rule}`;

function problemsTable(wrong: readonly SheetRow[]): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="Mistakes"><table class="cards"><caption>Mistakes</caption>
<thead><tr><th scope="col">Line</th><th scope="col">Field</th><th scope="col">Value</th><th scope="col">Rule</th></tr></thead>
<tbody>${wrong.flatMap(({ line, problems, texts }) =>
    problems.map(
      ({ field, rule }) => html`<tr><td data-label="Line">${line}</td><td data-label="Field">${field}</td>
<td data-label="Value">${texts[field].slice(0, 50)}</td><td data-label="Rule">${ruleWords(field, rule)}</td></tr>`,
    ),
  )}</tbody></table></div>`;
}

function rowsTable(rows: readonly SheetRow[]): Html {
  const right = rows.flatMap(({ payout }) => payout ?? []);
  return html`<div class="table" tabindex="0" role="region" aria-label="Payouts of the file"><table class="cards"><caption>${countOf(right.length)} without mistakes</caption>
<thead><tr><th scope="col">Line</th><th scope="col">Beneficiary</th><th scope="col" class="money">Amount</th><th scope="col">Bank</th><th scope="col">Account</th><th scope="col">Reference</th></tr></thead>
<tbody>${right.map(
    (
      row,
    ) => html`<tr><td data-label="Line">${row.line}</td><td data-label="Beneficiary">${row.name}${row.saved && ' (saved)'}</td>
<td class="money" data-label="Amount">${money(row.amount)}</td><td data-label="Bank">${row.bank.name}</td>
<td data-label="Account">${row.saved ? row.saved.account : row.accountNumber}</td><td data-label="Reference">${row.reference}</td></tr>`,
  )}</tbody></table></div>`;
}

/** Returns the batches that wait for a second person, for the page of payouts. */
export async function waitingBatches({ ctx, viewer }: Visit): Promise<Html | undefined> {
  const found = await findWaiting(ctx.db, viewer, mostShown);
  if (found.length === 0) return undefined;
  return html`<h2 id="batches">Batches awaiting approval</h2>
<div class="table" tabindex="0" role="region" aria-labelledby="batches"><table class="cards">
<caption>${found.length === mostShown ? `The ${mostShown} oldest batches` : `${found.length} ${found.length === 1 ? 'batch' : 'batches'}, oldest first`}</caption>
<thead><tr><th scope="col">File</th><th scope="col" class="money">Sum</th><th scope="col">Payouts</th><th scope="col">Created</th></tr></thead>
<tbody>${found.map(
    (one) => html`<tr><td data-label="File"><a href="${pathOf(one.id)}">${one.fileName}</a></td>
<td class="money" data-label="Sum">${money(one.sumCents)}</td><td data-label="Payouts">${one.payouts}</td><td data-label="Created">${listTime(one.createdAt)}</td></tr>`,
  )}</tbody></table></div>`;
}

export async function batchPage(visit: Visit, batch: PayoutBatch, again?: Again): Promise<Html> {
  const { ctx, viewer } = visit;
  await looksAt(visit, batch.merchantId);
  const payouts = await listBatchPayouts(ctx, viewer, batch.id);
  const open = await openOfBatch(ctx, batch.id);
  const site = await visit.deps.directory.siteById(batch.siteId);
  const decision = await decisionForm(visit, batch, open, again);
  return consolePage(visit, {
    title: `Batch ${batch.fileName}`,
    page,
    back: page,
    main: html`${again && !decision && html`<p class="wrong" role="alert">${again.problem.message}</p>`}
<div class="thing facts-first"><div><section class="panel" aria-label="Batch">
<p class="link-sum"><strong>${money(batch.sumCents)}</strong> ${state(batch.state)}</p>
${facts([
  ['Payouts', String(batch.payouts)],
  ['Site', site && `${site.name} (${site.code})`],
  ['Created by', await whoWords(visit, batch.createdBy)],
  ['Created', time(batch.createdAt)],
  [batch.state.startsWith('declin') ? 'Declined by' : 'Approved by', await whoWords(visit, batch.decidedBy)],
  ['Decided', batch.decidedAt && time(batch.decidedAt)],
])}</section>
${payoutsTable(payouts)}</div>
<aside aria-label="Actions">${decision}</aside></div>`,
  });
}

async function decisionForm(
  visit: Visit,
  batch: PayoutBatch,
  { count, sum }: { count: number; sum: Cents },
  again: Again | undefined,
): Promise<Html | undefined> {
  const { ctx, user, viewer } = visit;
  if (batch.state !== 'waiting' || !may(user.rights, 'batch.approve', batch.merchantId)) return undefined;
  const same = (await judgeSameness(ctx, ctx.actor, batch.merchantId))(batch.createdBy);
  const why = same ? samenessWords(same, 'batch') : await whyNotDecide(ctx, viewer, batch);
  if (why !== undefined)
    return again
      ? undefined
      : html`<section class="panel" aria-label="Decision"><p>${sentence(why)}</p></section>`;
  const left = count === batch.payouts ? '' : ` ${batch.payouts - count} of the batch have failed already.`;
  return html`<section class="panel" aria-labelledby="decide"><h2 id="decide">Approve or decline</h2>
<p>Approving sends ${countOf(count)} for <strong>${money(sum)}</strong>. Payouts that were sent to the bank cannot be reversed.${left} Type the sum to approve.</p>
${form({
  to: pathOf(batch.id),
  ...again,
  seen: { seenSum: formatDecimal(sum) },
  label: 'Approve or decline this batch',
  body: html`${field({ name: 'amount', label: 'Sum, in rand', ...again, unit: 'R', inputMode: 'decimal', isOptional: true, longest: 20 })}
<p class="buttons">${button('Approve', 'main', 'approve')} ${button('Decline', 'quiet', 'decline')}</p>`,
})}</section>`;
}

function payoutsTable(payouts: readonly Payout[]): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="Payouts of the batch"><table class="cards"><caption>${countOf(payouts.length)}</caption>
<thead><tr><th scope="col">Beneficiary</th><th scope="col" class="money">Amount</th><th scope="col">State</th><th scope="col">Bank</th><th scope="col">Account</th><th scope="col">Reference</th><th scope="col">Note</th></tr></thead>
<tbody>${payouts.map(
    (
      one,
    ) => html`<tr><td data-label="Beneficiary"><a data-row href="${consolePath('payouts', one.id)}">${one.beneficiary?.name ?? one.merchantReference}</a></td>
<td class="money" data-label="Amount">${money(one.amountCents)}</td><td data-label="State">${state(one.state)}</td>
<td data-label="Bank">${bankById(one.bankGroupId)?.name}</td><td data-label="Account">${one.account}</td>
<td data-label="Reference">${one.merchantReference}</td><td data-label="Note">${one.beneficiary?.note === 'changed' ? 'Account changed' : one.beneficiary?.note === 'new' ? 'New beneficiary' : ''}</td></tr>`,
  )}</tbody></table></div>`;
}
