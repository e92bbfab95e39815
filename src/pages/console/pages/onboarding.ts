// The onboarding record: a merchant uploads the documents that are asked of it, and two users of the operator review each.
import type { FastifyReply } from 'fastify';
import { findMerchantById } from '../../../core/merchants/actions.ts';
import {
  extensionOf,
  listInReview,
  missingOf,
  mostBytes,
  type OnboardingDocument,
  openContent,
  type RecordLine,
  readDocument,
  readRecord,
  reviewDocument,
  titleOf,
  uploadDocument,
} from '../../../core/onboarding/actions.ts';
import { inWork } from '../../../core/unit-of-work.ts';
import { record } from '../../../core/users/audit.ts';
import { may } from '../../../core/users/permissions.ts';
import { only } from '../../../core/viewer.ts';
import { fileOf } from '../../../kernel/http/multipart.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { looksAt } from '../operator-access.ts';
import { refuseMaker } from '../problems.ts';
import { idOf, whoWords } from '../records.ts';
import { empty, facts, state, time } from '../views/parts.ts';
import { type Again, type AnyVisit, type FormRoute, type PageRoute, Refusal, type Visit } from '../visit.ts';

const page = 'onboarding';
const path = consolePath(page);
const see = 'onboarding.see';

export const onboardingPages: PageRoute[] = [
  { path, action: see, takes: ['merchant'], show: (visit) => showRecord(visit) },
  { path: `${path}/:id`, action: see, show: (visit) => showDocument(visit) },
  { path: `${path}/:id/file`, action: see, isExport: true, show: sendFile },
];

export const onboardingForms: FormRoute[] = [
  {
    path: `${path}/upload`,
    action: 'onboarding.upload',
    takesFile: true,
    // The file with the form's fields.
    mostBytes: mostBytes + 64 * 1024,
    act: async (visit, work, fields) => {
      const merchant = await requireMerchant({ ...visit, ctx: work }, fields.merchant);
      const file = fileOf(visit.request.body);
      if (file?.field !== 'file') throw new Refusal(422, 'Choose a file.', 'file');
      const { kind = '', expiresOn = '' } = fields;
      const document = await uploadDocument(work, visit.viewer, {
        ...{
          merchantId: merchant.id,
          kind,
          expiresOn: expiresOn.trim(),
          fileName: file.name,
          bytes: file.bytes,
        },
      });
      const { id, merchantId, sha256, byteCount } = document;
      return {
        ...{ to: consolePath(page, id), said: 'Document uploaded. Two users of the operator review it.' },
        ...{ subject: `document ${id}`, merchantId, after: { kind, sha256, bytes: byteCount } },
      };
    },
    again: showRecord,
  },
  {
    path: `${path}/:id/review`,
    action: 'onboarding.review',
    act: async (visit, work, fields) => {
      const isAccepted = fields.do === 'accept';
      if (!isAccepted && fields.do !== 'decline') throw new Refusal(422, 'Choose Accept or Decline.');
      const reason = (fields.reason ?? '').trim();
      const seen = fields.seen === 'reviewed' ? ('reviewed' as const) : ('submitted' as const);
      const id = idOf(visit);
      const document = await reviewDocument(work, visit.viewer, id, { isAccepted, reason, seen }).catch(
        refuseMaker,
      );
      const { merchantId, state: became } = document;
      return {
        ...{ to: consolePath(page, id), said: saidOf[became] ?? 'Document reviewed.' },
        ...{ subject: `document ${id}`, merchantId, before: { state: seen }, after: { state: became } },
        why: reason,
      };
    },
    again: showDocument,
  },
];

const saidOf: Partial<Record<OnboardingDocument['state'], string>> = {
  reviewed: 'Accepted. A second user of the operator must accept the document too.',
  accepted: 'Document accepted by two users.',
  declined: 'Document declined. The merchant is notified of the reason.',
};

interface Owned {
  id: string;
  code: string;
}

/** Returns the merchant with a code, or the only one; undefined if several are possible. Throws Refusal for an unknown code. */
async function merchantOf({ ctx, viewer }: AnyVisit, code = ''): Promise<Owned | undefined> {
  const { merchants } = await findScope(ctx.db, viewer);
  if (code === '') return viewer.merchants !== 'all' && merchants.length === 1 ? merchants[0] : undefined;
  const found = merchants.find((one) => one.code === code);
  if (!found) throw new Refusal(400, `No merchant with code "${code.slice(0, 50)}".`, 'merchant');
  return found;
}

async function requireMerchant(visit: AnyVisit, code: string | undefined): Promise<Owned> {
  const found = await merchantOf(visit, code);
  if (!found) throw new Refusal(422, 'Enter the code of the merchant.', 'merchant');
  return found;
}

async function showRecord(visit: Visit, again?: Again): Promise<Html> {
  const { ctx, viewer, query, user } = visit;
  const isForMany = viewer.merchants === 'all' || viewer.merchants.length > 1;
  const merchant = await merchantOf(visit, again?.typed.merchant ?? query.merchant);
  const filter =
    isForMany &&
    html`<form class="filters" method="get" action="${path}" role="search" aria-label="Filters">
${field({ name: 'merchant', label: 'Merchant', typed: { merchant: merchant?.code ?? '' } })}
<button class="quiet-button">Show</button></form>`;
  if (!merchant) {
    const main = html`${filter}${await inReview(visit)}`;
    return consolePage(visit, { title: 'Documents', page, main });
  }
  if (query.merchant) await looksAt(visit, merchant.id);
  const lines = await readRecord(ctx, viewer, merchant.id);
  const missing = missingOf(lines);
  const upload = may(user.rights, 'onboarding.upload', merchant.id)
    ? uploadForm(merchant, lines, again)
    : undefined;
  const standing =
    missing.length === 0
      ? 'All required documents are accepted.'
      : `Required and not accepted yet: ${missing.map(({ title }) => title).join(', ')}.`;
  const main = html`${filter}<p>${standing}</p>${recordTable(lines)}${upload}`;
  return consolePage(visit, { title: `Documents: ${merchant.code}`, page, main });
}

function recordTable(lines: readonly RecordLine[]): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="Documents"><table class="cards"><caption>Documents</caption>
<thead><tr><th scope="col">Document</th><th scope="col">Required</th><th scope="col">State</th><th scope="col">Valid until</th><th scope="col">Newest upload</th></tr></thead>
<tbody>${lines.map(
    ({ title, asked, isRequired, accepted, newest }) =>
      html`<tr><th scope="row">${title}<span class="hint">${asked}</span></th><td data-label="Required">${isRequired ? 'Yes' : 'No'}</td>
<td data-label="State">${accepted ? linkTo(accepted) : 'None accepted'}</td><td data-label="Valid until">${accepted?.expiresOn}</td>
<td data-label="Newest upload">${newest && html`${linkTo(newest)} ${newest.state === 'declined' && html`<span class="hint">${newest.stateReason}</span>`}`}</td></tr>`,
  )}</tbody></table></div>`;
}

const linkTo = (document: OnboardingDocument): Html =>
  html`<a href="${consolePath(page, document.id)}">${state(document.state)}</a> ${time(document.createdAt)}`;

function uploadForm({ code }: Owned, lines: readonly RecordLine[], again?: Again): Html {
  const options = [
    ['', 'Choose a document'] as const,
    ...lines.map(({ kind, title }) => [kind, title] as const),
  ];
  return html`<section class="panel" aria-labelledby="upload"><h2 id="upload">Upload document</h2>
${form({
  to: `${path}/upload`,
  ...again,
  hasFile: true,
  seen: { merchant: code },
  label: 'Upload document',
  body: html`${choice({ name: 'kind', label: 'Document', options, chosen: again?.typed.kind, ...again })}
<div class="field"><label for="f-file">File</label><p class="hint" id="h-file">PDF, PNG or JPEG, at most 10 MB.</p>
<input id="f-file" name="file" type="file" accept="application/pdf,image/png,image/jpeg" aria-describedby="h-file" required></div>
${field({ name: 'expiresOn', label: 'Valid until', type: 'date', hint: 'The last day on which it is valid, if it states one.', ...again, isOptional: true, longest: 10 })}
${button('Upload document')}`,
})}</section>`;
}

async function inReview({ ctx, viewer }: Visit): Promise<Html> {
  const found = await listInReview(ctx, viewer);
  if (found.length === 0)
    return empty('No documents await a review. Enter the code of a merchant to see its documents.');
  const { merchants } = await findScope(ctx.db, viewer);
  const codes = new Map(merchants.map(({ id, code }) => [id, code]));
  return html`<div class="table" tabindex="0" role="region" aria-label="Documents to review"><table class="cards"><caption>Documents to review, oldest first</caption>
<thead><tr><th scope="col">Document</th><th scope="col">Merchant</th><th scope="col">State</th><th scope="col">Uploaded</th></tr></thead>
<tbody>${found.map(
    (one) => html`<tr><th scope="row"><a href="${consolePath(page, one.id)}">${titleOf(one.kind)}</a></th>
<td data-label="Merchant">${codes.get(one.merchantId)}</td><td data-label="State">${state(one.state)}</td><td data-label="Uploaded">${time(one.createdAt)}</td></tr>`,
  )}</tbody></table></div>`;
}

async function showDocument(visit: Visit, again?: Again): Promise<Html> {
  const document = await readDocument(visit.ctx, visit.viewer, idOf(visit));
  await looksAt(visit, document.merchantId);
  const merchant = await findMerchantById(visit.ctx.db, document.merchantId);
  const { id, kind, fileName, byteCount, mediaType, sha256, expiresOn, createdAt, firstAt, secondAt } =
    document;
  const review = reviewForm(visit, document, again);
  const main = html`${again?.problem && !review && html`<p class="wrong" role="alert">${again.problem.message}</p>`}
<p><a href="${path}?merchant=${encodeURIComponent(merchant?.code ?? '')}">Documents of ${merchant?.name}</a></p>
<div class="thing facts-first"><div><section class="panel" aria-label="Document"><p>${state(document.state)} ${document.stateReason && html`<span class="hint">${document.stateReason}</span>`}</p>
${facts([
  ['Merchant', merchant && `${merchant.name} (${merchant.code})`],
  [
    'File',
    fileName === null
      ? 'Erased'
      : html`${fileName}, ${extensionOf[mediaType].toUpperCase()}, ${String(Math.ceil(byteCount / 1024))} kB`,
  ],
  ['SHA-256', html`<code>${sha256}</code>`],
  ['Valid until', expiresOn],
  ['Uploaded', html`${time(createdAt)}, by ${(await whoWords(visit, document.createdBy)) ?? 'a user'}`],
  [
    'First review',
    firstAt && html`${time(firstAt)}, by ${(await whoWords(visit, document.firstBy)) ?? 'the operator'}`,
  ],
  [
    'Second review',
    secondAt && html`${time(secondAt)}, by ${(await whoWords(visit, document.secondBy)) ?? 'the operator'}`,
  ],
])}
${fileName !== null && html`<p><a href="${consolePath(page, id, 'file')}" data-export>Download file</a></p>`}</section></div>
<aside aria-label="Actions">${review}</aside></div>`;
  return consolePage(visit, { title: titleOf(kind), page, main });
}

function reviewForm(
  { user }: Visit,
  { id, state: word, merchantId }: OnboardingDocument,
  again?: Again,
): Html | undefined {
  if (word !== 'submitted' && word !== 'reviewed') return undefined;
  if (!may(user.rights, 'onboarding.review', merchantId)) return undefined;
  const first =
    word === 'submitted' ? 'Two users accept a document.' : 'One user has accepted it. Another one must too.';
  return html`<section class="panel" aria-labelledby="review"><h2 id="review">Review</h2><p>${first} Download and read the file first.</p>
${form({
  to: consolePath(page, id, 'review'),
  ...again,
  seen: { seen: word },
  label: 'Review this document',
  body: html`${field({ name: 'reason', label: 'Reason', hint: 'Required to decline. The merchant reads it.', ...again, isOptional: true, longest: 200 })}
<p class="buttons">${button('Accept document', 'main', 'accept')} ${button('Decline document', 'quiet', 'decline')}</p>`,
})}</section>`;
}

/** Sends the file for download alone, and records that in the audit log of its merchant. */
async function sendFile(visit: Visit): Promise<FastifyReply> {
  const { ctx, viewer, user, request, reply } = visit;
  const document = await readDocument(ctx, viewer, idOf(visit));
  const bytes = await openContent(ctx, document);
  const { id, merchantId, kind, mediaType, sha256 } = document;
  const deed = {
    who: user.id,
    merchantId,
    action: see,
    subject: `document ${id}`,
    after: { kind, sha256 },
  } as const;
  await inWork(ctx, (work) => record(work, { ...deed, network: request.ip }));
  return reply
    .type(mediaType)
    .header('content-disposition', `attachment; filename="${kind}-${id}.${extensionOf[mediaType]}"`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'no-store')
    .send(bytes);
}

/** Returns the required documents of a merchant that are not accepted, by title. */
export async function missingDocuments({ ctx }: AnyVisit, merchantId: string): Promise<string[]> {
  return missingOf(await readRecord(ctx, only(merchantId), merchantId)).map(({ title }) => title);
}
