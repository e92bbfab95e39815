// Exports: the rows of a list as a file. Each export is audited, and a user can run at most two at once.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { inWork } from '../../core/unit-of-work.ts';
import { record } from '../../core/users/audit.ts';
import { getOrThrow } from '../../kernel/required.ts';
import { exportCsv, exportName } from '../../reports/lists/csv.ts';
import { recordedWords } from '../../reports/lists/filters.ts';
import type { Filters, List } from '../../reports/lists/list.ts';
import { exportXlsx } from '../../reports/lists/workbook.ts';
import { copyReader } from './replicas.ts';
import { Refusal, type Visit } from './visit.ts';

const mostAtOnce = 2;
/** The number of exports of each user in this process now. */
const underWay = new Map<string, number>();

/** The formats of an export, by the extension of its address. */
export const formats = {
  csv: { type: 'text/csv; charset=utf-8', write: exportCsv },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: exportXlsx },
} as const;
export type Format = keyof typeof formats;

/** Sends the rows of a list as a file. Throws Refusal while the user runs two other exports. */
export async function sendRows(
  visit: Visit,
  list: List,
  filters: Filters,
  format: Format,
): Promise<FastifyReply> {
  const { viewer, reply } = visit;
  const end = begin(visit.user.id);
  try {
    await noteExport(visit, list.name, recordedWords(filters));
  } catch (error) {
    end();
    throw error;
  }
  // A stream is closed however it ends: complete, cut off, or abandoned by the reader.
  // It holds one part at a time; in object mode it would hold sixteen.
  const { type, write } = formats[format];
  const parts = write(copyReader(visit), list, viewer, filters);
  const file = Readable.from(parts, { objectMode: false }).once('close', end);
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${exportName(list, filters)}.${format}"`)
    .send(file);
}

function begin(personId: string): () => void {
  const others = underWay.get(personId) ?? 0;
  if (others >= mostAtOnce)
    throw new Refusal(429, 'You are already running two exports. Wait until one has finished.');
  underWay.set(personId, others + 1);
  return () => {
    const left = getOrThrow(underWay, personId) - 1;
    if (left > 0) underWay.set(personId, left);
    else underWay.delete(personId);
  };
}

export async function noteExport({ ctx, viewer, user, request }: Visit, subject: string, after: object) {
  const merchantId = viewer.merchants === 'all' ? null : (viewer.merchants[0] ?? null);
  const deed = { who: user.id, merchantId, action: 'export', subject, after, network: request.ip } as const;
  await inWork(ctx, (work) => record(work, deed));
}
