// Settlements under /secure: what business days came to, of all sites of a merchant or of one.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { listSettlements, type Settlement } from '../../core/settlements/actions.ts';
import { dayRange, parseDay } from '../../kernel/calendar.ts';
import { toJsonNumber } from '../../kernel/money.ts';
import type { Place } from '../../kernel/page.ts';
import { requireSite } from '../dialect/auth.ts';
import { Refusal } from '../dialect/errors.ts';
import { requireParameters } from '../dialect/query.ts';
import type { SurfaceDeps } from './deps.ts';

const pageSize = 500;

/** GET /secure/settlements: an ARRAY of the settlements of the merchant whose token it is, the latest day first. */
export async function getSettlements(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { fromDate, toDate } = requireParameters(request, 'fromDate', 'toDate');
  return answer(deps, request, reply, readDays(fromDate, toDate));
}

/** GET /secure/settlements/getsitesettlements: those of one of the merchant's sites. */
export async function getSiteSettlements(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { siteCode, fromDate, toDate } = requireParameters(request, 'siteCode', 'fromDate', 'toDate');
  const range = readDays(fromDate, toDate);
  const { id: siteId } = await requireSite(deps, request, siteCode);
  return answer(deps, request, reply, { ...range, siteId });
}

interface Days {
  from: Date;
  to: Date;
}

// Days that the database can hold, and beyond which there is nothing to find.
const latest = Temporal.PlainDate.from('9000-01-01');

function readDays(fromDate: string, toDate: string): Days {
  const first = requireDay('fromDate', fromDate);
  const last = requireDay('toDate', toDate);
  if (Temporal.PlainDate.compare(last, first) < 0)
    throw new Refusal(400, 'toDate must not be before fromDate');
  return dayRange(first, last);
}

function requireDay(name: string, text: string): Temporal.PlainDate {
  const day = parseDay(text);
  if (!day) throw new Refusal(400, `${name} must be a date like 2027-01-31`);
  return Temporal.PlainDate.compare(day, latest) > 0 ? latest : day;
}

async function answer(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  filter: Days & { siteId?: string },
): Promise<FastifyReply> {
  const pages = readPages(deps, request.apiKeyOwner, filter);
  // Whatever keeps the first page from being read is still an answer of its own, and no list that breaks off.
  const first = await pages.next();
  reply.type('application/json; charset=utf-8');
  return reply.send(Readable.from(write(deps, first.done ? [] : first.value, pages)));
}

async function* readPages(
  deps: SurfaceDeps,
  merchantId: string,
  filter: Days & { siteId?: string },
): AsyncGenerator<Settlement[]> {
  let place: Place | undefined;
  for (;;) {
    const request = { limit: pageSize, offset: 0, place };
    const { rows, hasMore } = await listSettlements(deps.ctx, { merchantId, ...filter }, request);
    yield rows;
    if (!hasMore) return;
    const { id, createdAt } = rows.at(-1)!;
    place = { id, createdAt, direction: 'after' };
  }
}

async function* write(
  deps: SurfaceDeps,
  first: Settlement[],
  rest: AsyncIterable<Settlement[]>,
): AsyncGenerator<string> {
  yield '[';
  let between = '';
  for await (const rows of chain(first, rest)) {
    for (const row of rows) {
      yield between + JSON.stringify(await toRecord(deps, row));
      between = ',';
    }
  }
  yield ']';
}

async function* chain(first: Settlement[], rest: AsyncIterable<Settlement[]>): AsyncGenerator<Settlement[]> {
  yield first;
  yield* rest;
}

async function toRecord(
  { directory }: SurfaceDeps,
  settlement: Settlement,
): Promise<Record<string, unknown>> {
  const site = (await directory.siteById(settlement.siteId))!;
  return {
    settlementId: settlement.id,
    reference: settlement.reference,
    date: settlement.businessDay,
    siteCode: site.code,
    totalSettlement: toJsonNumber(settlement.totalCents),
    totalFees: toJsonNumber(settlement.feesCents),
    lineItemCounts: settlement.counts,
    bankName: settlement.bankAccount?.bankName ?? null,
    accountNumber: settlement.bankAccount?.account ?? null,
  };
}
