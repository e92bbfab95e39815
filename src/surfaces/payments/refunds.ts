// Refunds under /secure: submitted in a list where one bad item stops no other, and read.
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { Context } from '../../core/context.ts';
import { DomainError } from '../../core/errors.ts';
import { recordMismatch } from '../../core/mismatches/actions.ts';
import {
  getRefund,
  listRefunds,
  type Refund,
  type RefundState,
  refundStates,
  requestRefund,
} from '../../core/refunds/actions.ts';
import { getTransaction } from '../../core/transactions/actions.ts';
import { dayRange, parseDay } from '../../kernel/calendar.ts';
import { isUuid } from '../../kernel/ids.ts';
import { jsonAndXml } from '../described.ts';
import { Refusal } from '../dialect/errors.ts';
import { hashRefusal, noteWrong, type WrongItems } from '../dialect/mismatch.ts';
import { readParameters } from '../dialect/query.ts';
import { refundStatusName, refundStatusNumber } from '../dialect/refund-status.ts';
import { uuid, wholeDay } from '../dialect/shapes.ts';
import type { SurfaceDeps } from './deps.ts';
import { isRefundSigned } from './refund-hash.ts';
import { type RefundItem, RefundItems, readItem, readItems } from './refund-items.ts';
import { refundEvidence } from './refund-mismatch.ts';
import { RefundRecord, Submission, toRecord } from './refund-wire.ts';
import type { Operation } from './route.ts';
import { sendRecords } from './wire.ts';

type WrongRefunds = WrongItems<Required<RefundItem>>;

/** The most refunds that a read answers. */
const mostRefunds = 500;

const ListQuery = Type.Object({
  refundDate: Type.Optional(wholeDay),
  status: Type.Optional(
    Type.String({ description: 'A number from 0 to 5, or the name of a status in any letter case.' }),
  ),
});
const ByTransaction = Type.Object({ transactionId: uuid });
const ById = Type.Object({ refundId: uuid });

const RefundRecords = Type.Array(RefundRecord, { maxItems: mostRefunds });

export const refundOperations: Operation[] = [
  {
    method: 'POST',
    path: '/secure/refunds/submit',
    name: 'submitRefunds',
    summary: 'Submit refund',
    description: 'One answer for each item, in order. An item that is refused stops no other.',
    bearer: true,
    body: jsonAndXml(RefundItems, 'Refunds', 'Refund'),
    answer: jsonAndXml(Type.Array(Submission), 'Refunds', 'Refund'),
    errors: [400],
    handle: submitRefunds,
  },
  {
    method: 'GET',
    path: '/secure/refunds/getrefunds',
    name: 'getRefunds',
    summary: 'Get refunds',
    description: 'Newest first.',
    bearer: true,
    query: ListQuery,
    answer: jsonAndXml(RefundRecords, 'Refunds', 'Refund'),
    errors: [400],
    handle: getRefunds,
  },
  {
    method: 'GET',
    path: '/secure/refunds/getrefund',
    name: 'getRefund',
    summary: 'Get refund',
    bearer: true,
    query: ById,
    answer: jsonAndXml(RefundRecord, 'Refund'),
    errors: [400],
    handle: getRefundById,
  },
  {
    method: 'GET',
    path: '/secure/refunds/getrefundsbytransactionid',
    name: 'getRefundsByTransactionId',
    summary: 'Get refunds by transaction id',
    bearer: true,
    query: ByTransaction,
    answer: jsonAndXml(RefundRecords, 'Refunds', 'Refund'),
    errors: [400],
    handle: getRefundsByTransaction,
  },
];

/** POST /secure/refunds/submit: an ARRAY in, an ARRAY out in the same order. */
async function submitRefunds(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answers = [];
  const mistaken: WrongRefunds = new Map();
  for (const item of readItems(request)) answers.push(await submitItem(deps, request, item, mistaken));
  await keepMistaken(deps, request, mistaken, answers.length);
  return sendRecords(request, reply, 'Refunds', 'Refund', answers);
}

async function submitItem(
  deps: SurfaceDeps,
  request: FastifyRequest,
  given: unknown,
  mistaken: WrongRefunds,
): Promise<Static<typeof Submission>> {
  const { item, errors } = readItem(deps, given);
  const echo = { transactionId: item.transactionId ?? null, refundAmount: item.amountNumber ?? null };
  if (errors.length > 0) return { refundId: null, ...echo, errors };
  try {
    const refund = await submit(deps, request, item as Required<RefundItem>, mistaken);
    return { refundId: refund.id, ...echo, errors: null };
  } catch (error) {
    return { refundId: null, ...echo, errors: [explain(request, error)] };
  }
}

// Also what is nobody's fault but ours is an item's own: the refunds made before it must be told.
function explain(request: FastifyRequest, error: unknown): string {
  if (error instanceof DomainError) return error.message;
  request.log.error({ error }, 'a refund could not be made');
  return 'The service failed; read the refunds of the transaction before you send this one again';
}

async function submit(
  deps: SurfaceDeps,
  request: FastifyRequest,
  item: Required<RefundItem>,
  mistaken: WrongRefunds,
): Promise<Refund> {
  const merchantId = request.apiKeyOwner;
  const siteId = await siteOfTransaction(deps, merchantId, item.transactionId);
  const { privateKeys } = await deps.directory.secretsOf(siteId);
  if (!isRefundSigned(item, item.hashCheck, privateKeys)) {
    noteWrong(mistaken, siteId, item);
    throw new DomainError('InvalidField', { detail: hashRefusal });
  }
  return requestRefund(contextOf(deps, request), {
    merchantId,
    transactionId: item.transactionId.toLowerCase(),
    amount: item.cents,
    reason: item.refundReason,
    notifyUrl: item.notifyUrl,
    realTime: item.isRtc,
    contract: 'payments',
    createdBy: 'api',
  });
}

function contextOf({ ctx }: SurfaceDeps, request: FastifyRequest): Context {
  return { ...ctx, correlationId: request.id, actor: `merchant:${request.apiKeyOwner}` };
}

/** Keeps the first of each site's items whose hash is wrong. */
async function keepMistaken(
  deps: SurfaceDeps,
  request: FastifyRequest,
  mistaken: WrongRefunds,
  items: number,
): Promise<void> {
  const [ctx, merchantId] = [contextOf(deps, request), request.apiKeyOwner];
  try {
    for (const [id, { first, wrong }] of mistaken) {
      const evidence = { ...refundEvidence(first), among: { wrong, items } };
      await recordMismatch(
        ctx,
        { id, merchantId },
        { surface: 'refunds', reference: first.transactionId, evidence },
      );
    }
  } catch (error) {
    // The refunds that were made must be told, whatever becomes of this.
    request.log.error({ error }, 'a refund with a wrong hash could not be kept for diagnosis');
  }
}

async function siteOfTransaction(
  { ctx }: SurfaceDeps,
  merchantId: string,
  transactionId: string,
): Promise<string> {
  return (await getTransaction(ctx, merchantId, transactionId.toLowerCase())).siteId;
}

/** GET /secure/refunds/getrefunds: newest first, by day and status where they are given. */
async function getRefunds(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { refundDate: date, status } = readParameters(request, ListQuery);
  const day = date === undefined ? undefined : parseDay(date);
  if (date !== undefined && !day) throw new Refusal(400, 'refundDate must be a day, like 2026-11-21');
  const state = readState(status);
  const range = day && dayRange(day, day);
  return answerRefunds(deps, request, reply, { ...range, state });
}

function readState(text: string | undefined): RefundState | undefined {
  if (text === undefined) return undefined;
  const matches = (state: RefundState): boolean =>
    String(refundStatusNumber[state]) === text ||
    refundStatusName[state].toLowerCase() === text.toLowerCase();
  const state = refundStates.find(matches);
  if (!state) throw new Refusal(400, 'status must be a number from 0 to 5 or the name of a status');
  return state;
}

/** GET /secure/refunds/getrefundsbytransactionid. */
async function getRefundsByTransaction(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { transactionId: id } = readParameters(request, ByTransaction);
  const transactionId = asUuid('transactionId', id);
  return answerRefunds(deps, request, reply, { transactionId });
}

async function answerRefunds(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  filter: { from?: Date; to?: Date; state?: RefundState; transactionId?: string },
): Promise<FastifyReply> {
  const merchantId = request.apiKeyOwner;
  const page = await listRefunds(deps.ctx, { merchantId, ...filter }, { limit: mostRefunds, offset: 0 });
  const records = await Promise.all(page.rows.map((refund) => toRecord(deps, refund)));
  return sendRecords(request, reply, 'Refunds', 'Refund', records);
}

/** GET /secure/refunds/getrefund: ONE record; 400 for an id that is nobody's. */
async function getRefundById(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { refundId } = readParameters(request, ById);
  const refund = await getRefund(deps.ctx, request.apiKeyOwner, asUuid('refundId', refundId));
  return sendRecords(request, reply, 'Refund', undefined, await toRecord(deps, refund));
}

function asUuid(name: string, given: string): string {
  if (!isUuid(given)) throw new Refusal(400, `${name} must be a uuid`);
  return given.toLowerCase();
}
