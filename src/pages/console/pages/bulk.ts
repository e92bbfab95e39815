// Bulk payment requests: the list, and one job with the outcome of each payment request.
import { type BulkJob, findSeenBulkJob, listRefusedItems } from '../../../core/bulk/actions.ts';
import { may } from '../../../core/users/permissions.ts';
import { lists } from '../../../reports/lists/all.ts';
import { type Html, html } from '../../html.ts';
import { noteExport } from '../exports.ts';
import { exportRoutes, listRoutes, partList } from '../list-page.ts';
import { live } from '../live/parts.ts';
import { consolePath } from '../navigation.ts';
import { idOf } from '../records.ts';
import { recordPage, timelineOf } from '../views/record-page.ts';
import { type PageRoute, Refusal, type Visit } from '../visit.ts';
import { uploadPage } from './bulk-upload.ts';

const page = 'bulk';
const action = 'bulk.see';

export const bulkPages: PageRoute[] = [
  ...listRoutes({
    page,
    list: lists.bulkJobs,
    title: 'Bulk payment requests',
    first: { words: 'No bulk jobs yet. Upload a CSV to create payment requests.' },
    tools: ({ user }) =>
      may(user.rights, 'bulk.upload')
        ? html`<a class="act-button act-main" href="${consolePath(page, 'new')}">Upload CSV</a>`
        : undefined,
  }),
  uploadPage,
  { path: `${consolePath(page)}/:id`, action, takes: 'filters', show: showJob },
  ...exportRoutes({
    path: `${consolePath(page)}/:id`,
    list: lists.bulkItems,
    of: async (visit) => (await ownJob(visit)).id,
  }),
  // It contains the data of customers as it was sent.
  { path: `${consolePath(page)}/:id/refused.csv`, action: 'bulk.upload', isExport: true, show: sendRefused },
];

async function ownJob(visit: Visit): Promise<BulkJob> {
  const job = await findSeenBulkJob(visit.ctx.db, visit.viewer, idOf(visit));
  if (job) return job;
  throw new Refusal(404, 'Bulk job not found, or you do not have access.');
}

/** Sends the rejected rows as they were uploaded, each with its error. */
async function sendRefused(visit: Visit) {
  const job = await ownJob(visit);
  await noteExport(visit, 'bulk-items', { job: job.id, state: 'refused' });
  const name = job.reference.replace(/[^A-Za-z0-9_.-]/g, '-').slice(0, 80);
  return visit.reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="refused_${name}.csv"`)
    .send(visit.deps.sheets.write(await listRefusedItems(visit.ctx, job)));
}

async function showJob(visit: Visit): Promise<Html> {
  const job = await ownJob(visit);
  const { id, itemCount, nextIndex } = job;
  const timeline = await timelineOf(visit, { kind: 'bulk_job', id });
  const items = { list: lists.bulkItems, of: id, path: consolePath(page, id), title: 'Payment requests' };
  return recordPage(visit, {
    page,
    noun: 'Bulk job',
    timeline,
    above: await partList(visit, { ...items, none: 'This job has no payment requests.' }),
    aside: html`<section class="panel" aria-label="Progress"><h2>Progress</h2>
${live(
  visit,
  'progress',
  html`<p><progress value="${nextIndex}" max="${itemCount}" aria-label="Processed">${nextIndex}</progress> ${nextIndex} of ${itemCount} processed</p>`,
)}
${may(visit.user.rights, 'bulk.upload', job.merchantId) && html`<p><a href="${consolePath(page, id, 'refused.csv')}">Download rejected rows (CSV)</a>, fix the errors and upload them as a new job.</p>`}</section>`,
  });
}
