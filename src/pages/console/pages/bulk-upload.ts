// Payment requests from a CSV: previewed with their number and total, and created when the user types the total.
import { createBulkJob } from '../../../core/bulk/actions.ts';
import { findSiteByCode, type Site } from '../../../core/merchants/actions.ts';
import { sees } from '../../../core/viewer.ts';
import { inThousands } from '../../../kernel/formats/text.ts';
import { type Cents, formatDecimal } from '../../../kernel/money.ts';
import { getOrThrow } from '../../../kernel/required.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { area, button, choice, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { money } from '../views/parts.ts';
import {
  type Again,
  type Fields,
  type FormRoute,
  type PageRoute,
  type Problem,
  Refusal,
  type Visit,
} from '../visit.ts';

const path = consolePath('bulk', 'new');
const action = 'bulk.upload';
/** A CSV of 5 000 rows of 500 characters, encoded as a form. */
const mostBytes = 4 * 1024 * 1024;
const longestSheet = 2_500_000;
const mostShown = 50;
/** Fields whose default is a setting of the site. */
const urlFields = ['successUrl', 'cancelUrl', 'errorUrl', 'notifyUrl'];

export const uploadPage: PageRoute = { path, action, show: (visit) => showForm(visit) };

export const uploadForm: FormRoute = {
  path,
  action,
  mostBytes,
  preview: async (visit, fields) => {
    const judged = await judge(visit, fields);
    return fields.amount === undefined ? showPreview(visit, fields, judged) : undefined;
  },
  act: async (visit, work, fields) => {
    const { site, rows, good, sum, reference, notifyUrl } = await getOrThrow(judgedOf, visit.request);
    if (fields.seenGood !== String(good))
      throw new Refusal(
        409,
        `${count(good)} of ${count(rows.length)} rows are valid now. Check the preview again.`,
      );
    if (amountOf(fields.amount, 'amount') !== sum)
      throw new Refusal(422, `The total is ${money(sum)}. Enter exactly that amount.`, 'amount');
    const job = await createBulkJob(work, { site, reference, notifyUrl, items: rows });
    if (!job) throw new Refusal(409, 'This site already has a bulk job with this name.', 'reference');
    return {
      to: consolePath('bulk', job.id),
      said: `Creating ${count(good)} payment requests for ${money(sum)}.`,
      subject: `bulk job ${job.id}`,
      merchantId: site.merchantId,
      after: { reference, payments: rows.length, refused: rows.length - good, sum: formatDecimal(sum) },
    };
  },
  again: async (visit, again) => {
    if (again.typed.amount === undefined) return showForm(visit, again);
    const judged = await judge(visit, again.typed).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    return judged ? showPreview(visit, again.typed, judged, again.problem) : showForm(visit, again);
  },
};

interface Judged {
  site: Site;
  reference: string;
  notifyUrl: string;
  rows: readonly { number: number; element: string; error: string | null; amount: Cents | null }[];
  /** The number of valid rows, and their total. */
  good: number;
  sum: Cents;
}

/** The preview validates a CSV once: before the transaction, because it may query banks. */
const judgedOf = new WeakMap<Visit['request'], Promise<Judged>>();

function judge(visit: Visit, fields: Fields): Promise<Judged> {
  const known = judgedOf.get(visit.request) ?? judgeFields(visit, fields);
  judgedOf.set(visit.request, known);
  return known;
}

async function judgeFields({ ctx, deps, viewer }: Visit, fields: Fields): Promise<Judged> {
  const code = fields.site ?? '';
  const site = code.length > 50 ? undefined : await findSiteByCode(ctx.db, code);
  if (!site || !sees(viewer, site.merchantId))
    throw new Refusal(400, `No site with code "${code.slice(0, 50)}".`, 'site');
  const reference = (fields.reference ?? '').trim();
  if (!/^[^\p{C}]{1,100}$/u.test(reference))
    throw new Refusal(422, 'Enter a job name of 1 to 100 characters.', 'reference');
  const notifyUrl = (fields.notifyUrl ?? '').trim() || site.addresses.notifyUrl || '';
  if (notifyUrl === '') throw new Refusal(422, 'Enter the URL that receives the result.', 'notifyUrl');
  const wrong = deps.sheets.judgeAddress(notifyUrl);
  if (wrong !== undefined || notifyUrl.length > 150)
    throw new Refusal(
      422,
      `The result cannot be sent to this URL: ${wrong ?? 'it is too long'}.`,
      'notifyUrl',
    );
  const sheet = await deps.sheets.judge(site, fields.sheet ?? '');
  if ('wrong' in sheet) throw new Refusal(422, sheet.wrong, 'sheet');
  const right = sheet.rows.filter(({ error }) => error === null);
  const sum = right.reduce((total, { amount }) => total + amount!, 0n);
  return { site, reference, notifyUrl, rows: sheet.rows, good: right.length, sum };
}

const count = (number: number): string => inThousands(String(number), ' ');

async function showForm(visit: Visit, again?: Again): Promise<Html> {
  const { sites } = await findScope(visit.ctx.db, visit.viewer);
  const main = html`<p>Upload up to 5 000 payment requests, one per line. The first line names the columns: <code>amount</code>,
<code>transactionReference</code>, <code>bankReference</code>, and any other field of a payment request. You see a preview with the total
before anything is created.</p>
${form({
  to: path,
  ...again,
  label: 'Upload payment requests',
  body: html`${choice({ name: 'site', label: 'Site', options: sites.map(({ code }) => [code, code] as const), chosen: again?.typed.site })}
${fields(again)}
${sheetField(again)}
${button('Preview')}`,
})}
<details class="panel"><summary>Example</summary>
<pre>amount,transactionReference,bankReference,customer
150.00,RENT-11-001,NOV RENT 1,N. Example
1250.50,RENT-11-002,NOV RENT 2,T. Example</pre></details>`;
  return consolePage(visit, { title: 'Upload payment requests', page: 'bulk', main });
}

const fields = (again?: Partial<Again>): Html =>
  html`${field({ name: 'reference', label: 'Job name', hint: 'Must be unique for this site.', ...again, longest: 100 })}
${field({ name: 'notifyUrl', label: 'Result URL', hint: 'Receives the result. Leave blank for the site’s notification URL.', ...again, isOptional: true, longest: 150 })}`;

const sheetField = (again?: Partial<Again>): Html =>
  html`<div class="field" data-script hidden><label for="f-file">CSV file</label>
<input id="f-file" type="file" accept=".csv,text/csv,text/plain" data-into="f-sheet"></div>
${area({ name: 'sheet', label: 'CSV', hint: 'Paste the rows here. A file that you choose appears here first.', ...again, longest: longestSheet })}`;

function showPreview(visit: Visit, typed: Fields, judged: Judged, problem?: Problem): Html {
  const { site, rows, good, sum } = judged;
  const refused = rows.filter(({ error }) => error !== null);
  const { form: _form, amount: _amount, ...rest } = typed;
  const given = { typed, problem };
  const main = html`<p><strong>${count(good)}</strong> of ${count(rows.length)} ${rows.length === 1 ? 'row is' : 'rows are'} valid. Total: <strong>${money(sum)}</strong>, for the site ${site.code}.</p>
${refused.length > 0 && refusedView(visit, refused, site)}
${
  good > 0 &&
  html`<section class="panel" aria-labelledby="make"><h2 id="make">Create payment requests</h2>
<p>Each valid row gets a payment link. Customers are not charged until they pay. Type the total to confirm.</p>
${form({
  to: path,
  problem,
  seen: { ...rest, seenGood: String(good) },
  label: 'Create payment requests',
  body: html`${field({ name: 'amount', label: 'Total, in rand', ...given, unit: 'R', inputMode: 'decimal', longest: 20 })}
${button(`Create ${count(good)} ${good === 1 ? 'payment' : 'payments'}`)}`,
})}</section>`
}
<details class="panel"${good === 0 && html` open`}><summary>Change the CSV</summary>
${form({
  to: path,
  label: 'Change the CSV',
  seen: { site: site.code },
  body: html`${fields({ typed })}
${sheetField({ typed })}
${button('Preview again', 'quiet')}`,
})}</details>`;
  return consolePage(visit, { title: 'Upload payment requests', page: 'bulk', main });
}

function refusedView({ deps }: Visit, refused: Judged['rows'], site: Site): Html {
  const shown = refused.slice(0, mostShown);
  const lacksUrl = refused.some(({ error }) =>
    urlFields.some((name) => error?.startsWith(`${name} is required`)),
  );
  return html`<section aria-labelledby="refused"><h2 id="refused">Rejected rows</h2>
${lacksUrl && html`<p>Add the column of the URL, or set it for all payments of the site first: <a href="${consolePath('settings', site.code)}">site settings</a>.</p>`}
<div class="table" tabindex="0" role="region" aria-label="Rejected rows"><table class="cards"><caption>${shown.length < refused.length ? `First ${mostShown} of ${count(refused.length)} rows` : `${refused.length} ${refused.length === 1 ? 'row' : 'rows'}`}</caption>
<thead><tr><th scope="col">Row</th><th scope="col">Error</th></tr></thead>
<tbody>${shown.map(({ number, error }) => html`<tr><td data-label="Row">${number}</td><td data-label="Error">${error}</td></tr>`)}</tbody></table></div>
<details class="panel"><summary>Rejected rows as CSV, to fix</summary>
<label class="unseen" for="refused-csv">Rejected rows as CSV</label>
<textarea id="refused-csv" rows="8" readonly>${deps.sheets.write(refused)}</textarea>
<p class="hint">You can also download them from the page of the bulk job.</p></details></section>`;
}
