// Bulk payment requests: thousands in one compressed body. What can be judged at once is reported in the answer; the
// links are made afterwards and reported in the result.
import Type, { type Static } from 'typebox';
import { addressRule, judgePosted } from '../../core/addresses.ts';
import {
  type BulkItem,
  type BulkJob,
  type BulkJobState,
  createBulkJob,
  findBulkJobs,
} from '../../core/bulk/actions.ts';
import { hashRefusal } from '../../core/hash-mismatches/actions.ts';
import type { Site } from '../../core/merchants/actions.ts';
import { createYielder, limitConcurrency } from '../../kernel/concurrency/semaphore.ts';
import { getOrThrow } from '../../kernel/required.ts';
import { operation } from '../operation.ts';
import { contextOf } from './auth.ts';
import { createBulkForm, type Element, type ElementForm } from './bulk-form.ts';
import { type ElementText, notJson, UnreadableData } from './compressed.ts';
import type { DialectCall, DialectDeps } from './deps.ts';
import { isLonger, isWebAddress, webAddressRule } from './fields.ts';
import { type GivenFields, readElement, readRecord } from './given.ts';
import { keepPaymentRequest, noteWrong, type WrongItems } from './mismatch.ts';
import { moment, uuid } from './shapes.ts';

/** The limit for the bodies of these operations. */
export const bulkBodyLimitBytes = 16 * 1024 * 1024;

export const bulkStatusName: Record<BulkJobState, string> = {
  received: 'Received',
  processing: 'Processing',
  complete: 'Complete',
  complete_with_errors: 'CompleteWithErrors',
  error: 'Error',
};

// Each job holds megabytes, so the others wait in line.
const inTurn = limitConcurrency(2);

const longestReference = 100;
const longestAddress = 150;
const mostElements = 5_000;

const compressedData = Type.String({
  minLength: 1,
  contentEncoding: 'base64',
  description: 'A JSON array of payment requests in UTF-8, compressed with gzip, in base64.',
});

export const CompressedData = Type.Object({ compressedData }, { title: 'CompressedData' });

const BulkRequest = Type.Object(
  {
    jobReference: Type.String({ minLength: 1, maxLength: longestReference }),
    notifyUrl: Type.String({
      maxLength: longestAddress,
      format: 'uri',
      description: 'Receives the result: the requests in order, each with its link or its error.',
    }),
    compressedData,
  },
  { title: 'BulkPaymentRequest' },
);

const BulkAnswer = Type.Object(
  {
    jobId: Type.Optional(uuid),
    jobReference: Type.String({ maxLength: longestReference }),
    errors: Type.Array(Type.String(), {
      description:
        'The errors. An error of an element starts with its index. Valid elements still get their link.',
      examples: [['[3] amount is required']],
    }),
  },
  { title: 'BulkPaymentResponse' },
);
type BulkAnswer = Static<typeof BulkAnswer>;

const BulkJobRecord = Type.Object(
  {
    JobId: uuid,
    DateCreated: moment,
    DateModified: moment,
    JobStatus: Type.Enum(Object.values(bulkStatusName)),
    JobReference: Type.String({ maxLength: longestReference }),
    NotifyUrl: Type.String(),
  },
  { title: 'BulkPaymentJob' },
);
type BulkJobRecord = Static<typeof BulkJobRecord>;

const ByJobReference = Type.Object({ reference: Type.String() });

export const createBulkOperation = operation({
  method: 'POST',
  path: '/Secure/BulkPaymentRequests/Create',
  name: 'createBulkPaymentRequests',
  summary: 'Create bulk payment request',
  description: `At most ${mostElements} payment requests in one job, which runs in the background. A rejected job returns 200 with errors and no jobId.`,
  body: BulkRequest,
  responses: { 200: BulkAnswer },
  xml: { body: ['BulkPaymentRequest'], response: ['BulkPaymentResponse'] },
  bodyLimitBytes: bulkBodyLimitBytes,
  handle: requestBulkJob,
});

export const readBulkOperation = operation({
  method: 'GET',
  path: '/Secure/BulkPaymentRequests/GetBulkJobByReference',
  name: 'getBulkJobByReference',
  summary: 'Get bulk job status',
  description: 'The jobs of the last seven days with the reference.',
  query: ByJobReference,
  responses: { 200: Type.Array(BulkJobRecord) },
  xml: { response: ['BulkPaymentJobs', 'BulkPaymentJob'] },
  handle: bulkJobsByReference,
});

/**
 * Accepts a bulk job. A response without a jobId rejects the whole job, and `errors` gives the reason. With a jobId, `errors`
 * names the elements that will get no link, each by its index.
 */
async function requestBulkJob(call: DialectCall): Promise<BulkAnswer> {
  const answer = await inTurn(() => judgeJob(call));
  const { jobId, jobReference, errors } = answer;
  call.request.log.info(
    { jobId, jobReference, errors: errors.length, first: errors[0] },
    jobId === undefined ? 'a bulk job was refused' : 'a bulk job was received',
  );
  return answer;
}

async function judgeJob(call: DialectCall): Promise<BulkAnswer> {
  const { deps, request } = call;
  const fields = readRecord(request, 'BulkPaymentRequest');
  // The fields already hold the body; a second copy would cost megabytes.
  request.body = undefined;
  const jobReference = beginning(fields.get('jobreference')?.text ?? '', longestReference);
  const problems = judgeFields(deps, fields);
  if (problems.length > 0) return { jobReference, errors: problems };
  const { jobId, errors } = await takeOn(call, fields);
  return { ...(jobId !== undefined && { jobId }), jobReference, errors };
}

/** Returns the first characters of a text. A surrogate pair is never cut: many programs cannot read half of one. */
function beginning(text: string, most: number): string {
  return [...text.slice(0, 2 * most)].slice(0, most).join('');
}

function judgeFields({ config }: DialectDeps, fields: GivenFields): string[] {
  return [
    judgeText(fields, 'jobReference', longestReference),
    judgeText(fields, 'notifyUrl', longestAddress) ??
      judgeAddress(getOrThrow(fields, 'notifyurl').text, config),
    judgeText(fields, 'compressedData'),
  ].filter((problem) => problem !== undefined);
}

function judgeText(fields: GivenFields, name: string, most?: number): string | undefined {
  const given = fields.get(name.toLowerCase());
  if (!given || (given.kind === 'text' && given.text.trim() === '')) return `${name} is required`;
  if (given.kind === 'broken') return `${name} has characters that are not allowed`;
  if (given.kind !== 'text') return `${name} must be text`;
  return most !== undefined && isLonger(given.text, most)
    ? `${name} must have at most ${most} characters`
    : undefined;
}

/** Returns why a job's result cannot be posted to an address. */
export function judgeAddress(address: string, config: DialectDeps['config']): string | undefined {
  if (!isWebAddress(address)) return `notifyUrl ${addressRule(address, webAddressRule)}`;
  const reason = judgePosted(address, config);
  return reason && `notifyUrl is not allowed: ${reason}`;
}

async function takeOn(call: DialectCall, fields: GivenFields): Promise<Omit<BulkAnswer, 'jobReference'>> {
  const judged = await judgeData(call, getOrThrow(fields, 'compresseddata').text);
  if ('refused' in judged) return { errors: [`compressedData ${judged.refused}`] };
  const { items, site } = judged;
  const errors = items.flatMap(({ error }, index) => (error === null ? [] : [`[${index}] ${error}`]));
  // Without a site there is no private key to sign the result with.
  if (!site) return { errors };
  const job = await createBulkJob(contextOf(call, site), {
    site,
    reference: getOrThrow(fields, 'jobreference').text,
    notifyUrl: getOrThrow(fields, 'notifyurl').text,
    items,
  });
  return job ? { jobId: job.id, errors } : { errors: ['jobReference was used before for this site'] };
}

interface JudgedData {
  items: Pick<BulkItem, 'element' | 'error'>[];
  /** The first of the merchant's sites that an element names. */
  site: Site | undefined;
}

async function judgeData(
  call: DialectCall,
  compressedData: string,
): Promise<JudgedData | { refused: string }> {
  try {
    const texts = await call.deps.packing.run('unpack', compressedData);
    return texts.length === 0 ? { refused: 'holds no payment request' } : await judgeAll(call, texts);
  } catch (error) {
    if (error instanceof UnreadableData) return { refused: error.message };
    throw error;
  }
}

async function judgeAll(call: DialectCall, texts: readonly ElementText[]): Promise<JudgedData> {
  const { deps, request } = call;
  const form = createBulkForm(deps);
  const data: JudgedData = { items: [], site: undefined };
  const mistaken: WrongItems<{ judged: Element; text: string }> = new Map();
  const yieldIfDue = createYielder();
  for (const [index, text] of texts.entries()) {
    await yieldIfDue();
    const judged = await judgeElement(form, call.merchantId, text, index);
    data.site ??= judged.site;
    const error = 'refused' in judged ? judged.refused : null;
    data.items.push({ element: judged.isRecord ? (text as string) : null, error });
    if (error === hashRefusal) noteWrong(mistaken, judged.site!.id, { judged, text: text as string });
  }
  if (mistaken.size > 0) request.refused = { ...request.refused, text: hashRefusal };
  for (const { first, wrong } of mistaken.values()) {
    const { site, texts: fields } = first.judged;
    const ctx = contextOf(call, site!);
    const among = { wrong, items: texts.length };
    await keepPaymentRequest(ctx, site!, 'bulk', readElement(first.text) as GivenFields, fields!, among);
  }
  return data;
}

async function judgeElement(
  form: ElementForm,
  merchantId: string,
  text: ElementText,
  index: number,
): Promise<Element> {
  if (typeof text !== 'string')
    return { isRecord: false, refused: `a payment request must have at most ${text.most}` };
  try {
    return await form.judge(undefined, merchantId, text);
  } catch (error) {
    if (error instanceof SyntaxError) throw notJson(index);
    throw error;
  }
}

async function bulkJobsByReference({
  ctx,
  merchantId,
  query,
}: DialectCall<Static<typeof ByJobReference>>): Promise<BulkJobRecord[]> {
  const jobs = await findBulkJobs(ctx, merchantId, query.reference);
  return jobs.map(toRecord);
}

function toRecord(job: BulkJob): BulkJobRecord {
  return {
    JobId: job.id,
    DateCreated: job.createdAt.toISOString(),
    DateModified: job.modifiedAt.toISOString(),
    JobStatus: bulkStatusName[job.state],
    JobReference: job.reference,
    NotifyUrl: job.notifyUrl,
  };
}
