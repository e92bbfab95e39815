// Batches of payouts: uploaded as a CSV, previewed with the mistakes of every row, created, and approved by their sum.

import type { Work } from '../../../core/context.ts';
import type { Site } from '../../../core/merchants/actions.ts';
import {
  createPayoutBatch,
  decidePayoutBatch,
  findSameFile,
  readPayoutBatch,
} from '../../../core/payout-batches/actions.ts';
import {
  mostSheetBytes,
  type PayoutSheet,
  readPayoutSheet,
  type SheetPayout,
} from '../../../core/payout-batches/sheet.ts';
import { type Action, may } from '../../../core/users/permissions.ts';
import { fileOf } from '../../../kernel/http/multipart.ts';
import { formatDecimal } from '../../../kernel/money.ts';
import { firstOf } from '../../../kernel/required.ts';
import { sha256Hex } from '../../../kernel/security/crypto.ts';
import { lists } from '../../../reports/lists/all.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { consolePage } from '../frame.ts';
import { listRoutes } from '../list-page.ts';
import { consolePath } from '../navigation.ts';
import { refuseMaker } from '../problems.ts';
import { idOf } from '../records.ts';
import { money } from '../views/parts.ts';
import { batchPage, batchPreview, ruleWords, uploadForm } from '../views/payout-batch.ts';
import {
  type Again,
  type AnyVisit,
  type Done,
  type Fields,
  type FormRoute,
  type PageRoute,
  Refusal,
  type Visit,
} from '../visit.ts';
import { ownSite, siteChoice } from './new-payout.ts';

const page = 'payouts/batches';
const path = consolePath(page);
const newPath = consolePath(page, 'new');
/** The file as multipart, or as the text of a form that encodes it. */
const mostBytes = 4 * mostSheetBytes;

export const payoutBatchPages: PageRoute[] = [
  ...listRoutes({
    page,
    list: lists.payoutBatches,
    title: 'Payout batches',
    first: { words: 'No batches yet. Upload a CSV to pay several beneficiaries, approved by their sum.' },
    tools: ({ user }) =>
      may(user.rights, 'batch.create')
        ? html`<a class="act-button act-main" href="${newPath}">Upload batch</a>`
        : undefined,
  }),
  { path: newPath, action: 'batch.create', show: (visit) => showForm(visit) },
  { path: `${path}/:id`, action: 'payout.see', show: (visit) => showBatch(visit) },
];

const decisions = { decline: 'batch.decline' } as const satisfies Record<string, Action>;

export const payoutBatchForms: FormRoute[] = [
  {
    path: newPath,
    action: 'batch.create',
    mostBytes,
    takesFile: true,
    preview: async (visit, fields) => {
      if (fields.sheet !== undefined) return undefined;
      const file = fileOf(visit.request.body);
      if (!file || file.bytes.length === 0) throw new Refusal(422, 'Choose a CSV file.', 'file');
      const sheet = textOf(file.bytes);
      const { site, read } = await readFile(visit, fields, sheet);
      const before = await findSameFile(visit.ctx, site.merchantId, digestOf(sheet));
      return batchPreview(visit, newPath, { site: site.code, name: file.name, sheet }, read, before);
    },
    act: (visit, work, fields) => create(visit, work, fields),
    again: showForm,
  },
  {
    path: `${path}/:id`,
    action: 'batch.approve',
    buttons: decisions,
    act: (visit, work, fields) => decide(visit, work, fields).catch(refuseMaker),
    again: showBatch,
  },
];

/** The digest of the text with plain line ends: forms send others. */
const digestOf = (sheet: string): string => sha256Hex(sheet.replace(/\r\n?/g, '\n'));

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Spreadsheets in South Africa also write the code page of Windows. */
const windows = new TextDecoder('windows-1252');

function textOf(bytes: Buffer): string {
  if (bytes.length > mostSheetBytes)
    throw new Refusal(422, `The file is larger than ${mostSheetBytes / 1024} kB.`, 'file');
  try {
    return utf8.decode(bytes);
  } catch {
    return windows.decode(bytes);
  }
}

async function readFile(
  visit: AnyVisit,
  fields: Fields,
  sheet: string,
): Promise<{ site: Site; read: Exclude<PayoutSheet, { wrong: string }> }> {
  const site = await ownSite(visit, visit.ctx, fields.site ?? '');
  const read = await readPayoutSheet(visit.ctx, site, sheet, visit.deps.isStaging);
  if ('wrong' in read) throw new Refusal(422, read.wrong, 'file');
  return { site, read };
}

async function create(visit: AnyVisit, work: Work, fields: Fields): Promise<Done> {
  const sheet = fields.sheet ?? '';
  if (Buffer.byteLength(sheet) > mostSheetBytes) throw new Refusal(422, 'The file is too large.', 'file');
  const { site, read } = await readFile(visit, fields, sheet);
  const wrong = read.rows.find(({ payout }) => payout === undefined);
  if (wrong) {
    const { field, rule } = firstOf(wrong.problems);
    throw new Refusal(409, `Line ${wrong.line}: ${ruleWords(field, rule)}. Upload the file again.`, 'file');
  }
  if (fields.seenSum !== formatDecimal(read.sum))
    throw new Refusal(409, `The sum is ${money(read.sum)} now. Check the preview again.`, 'file');
  const payouts = read.rows.flatMap(({ payout }) => (payout ? [payoutOf(payout)] : []));
  const file = { fileName: (fields.name ?? 'file').slice(0, 200), fileDigest: digestOf(sheet) };
  const batch = await createPayoutBatch(work, { site, ...file, payouts });
  return {
    to: consolePath(page, batch.id),
    said: `Batch of ${payouts.length} payouts for ${money(read.sum)} created. A second person approves it.`,
    subject: `payout_batch ${batch.id}`,
    merchantId: site.merchantId,
    after: { payouts: payouts.length, sum: formatDecimal(read.sum), file: file.fileName },
  };
}

const payoutOf = ({ line, name, bank, saved, ...row }: SheetPayout) => ({
  line,
  amount: row.amount,
  merchantReference: row.reference,
  customerBankReference: row.statement,
  isRtc: false,
  bank: { id: bank.id, branchCode: bank.branchCode, available: true },
  branchCode: row.branchCode,
  accountNumber: row.accountNumber,
  hashCheck: null,
  isTyped: true,
  beneficiary: { name, ...(saved && { saved }) },
});

async function decide(visit: AnyVisit, work: Work, fields: Fields): Promise<Done> {
  const id = idOf(visit);
  const isDeclined = fields.do === 'decline';
  if (!isDeclined && fields.do !== undefined && fields.do !== 'approve')
    throw new Refusal(422, 'Choose Approve or Decline.');
  const typed = isDeclined ? undefined : amountOf(fields.amount, 'amount');
  const { batch, sum } = await decidePayoutBatch(work, visit.viewer, id, isDeclined ? 'decline' : 'approve', {
    ...(fields.seenSum !== undefined && !isDeclined && { sum: amountOf(fields.seenSum, 'amount') }),
  });
  // After the action, which first reports a decision by another user.
  if (typed !== undefined && typed !== sum)
    throw new Refusal(422, `The sum is ${money(sum)}. Enter exactly that amount.`, 'amount');
  return {
    to: consolePath(page, id),
    said: isDeclined
      ? 'Batch declined. Its payouts are cancelled, and the amounts go back to the float.'
      : `Batch of ${money(sum)} approved. Its payouts are being sent.`,
    subject: `payout_batch ${id}`,
    merchantId: batch.merchantId,
    before: { state: 'waiting' },
    after: { state: batch.state, sum: formatDecimal(sum), payouts: batch.payouts },
  };
}

async function showForm(visit: Visit, again?: Again): Promise<Html> {
  const main = uploadForm(newPath, await siteChoice(visit, again), again?.problem);
  return consolePage(visit, { title: 'Upload batch of payouts', page, main, back: page });
}

async function showBatch(visit: Visit, again?: Again): Promise<Html> {
  const batch = await readPayoutBatch(visit.ctx, visit.viewer, idOf(visit));
  return batchPage(visit, batch, again);
}
