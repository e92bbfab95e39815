// Settlements under /secure: the totals of business days, for all sites of a merchant or for one.
import { Readable } from 'node:stream';
import Type, { type Static } from 'typebox';
import { listSettlements, type Settlement } from '../../core/settlements/actions.ts';
import { dayRange, parseDay } from '../../kernel/calendar.ts';
import type { Place } from '../../kernel/http/paging.ts';
import { toJsonNumber } from '../../kernel/money.ts';
import { lastOf, required } from '../../kernel/required.ts';
import { requireSite } from '../dialect/auth.ts';
import { Refusal } from '../dialect/errors.ts';
import { nullable, rand, siteCode, uuid, wholeDay } from '../dialect/shapes.ts';
import { operation } from '../operation.ts';
import type { SurfaceCall, SurfaceDeps } from './deps.ts';

const pageSize = 500;

const days = { fromDate: wholeDay, toDate: wholeDay };
const OfMerchant = Type.Object(days);
const OfSite = Type.Object({ siteCode, ...days });

const count = Type.Integer({ minimum: 0 });

const SettlementRecord = Type.Object(
  {
    settlementId: uuid,
    reference: Type.String(),
    date: Type.String({ format: 'date' }),
    siteCode: Type.String(),
    totalSettlement: rand,
    totalFees: rand,
    lineItemCounts: Type.Object({
      total: count,
      transaction: count,
      refund: count,
      adjustment: count,
      payout: count,
    }),
    bankName: nullable(Type.String()),
    accountNumber: nullable(Type.String()),
  },
  { title: 'SettlementRecord' },
);

const described = {
  method: 'GET',
  description: 'Newest day first.',
  responses: { 200: Type.Array(SettlementRecord) },
  access: 'bearer',
} as const;

export const settlementOperations = [
  operation({
    ...described,
    path: '/secure/settlements',
    name: 'getSettlements',
    summary: 'Get settlements',
    query: OfMerchant,
    handle: getSettlements,
  }),
  operation({
    ...described,
    path: '/secure/settlements/getsitesettlements',
    name: 'getSiteSettlements',
    summary: 'Get site settlements',
    query: OfSite,
    handle: getSiteSettlements,
  }),
];

/** GET /secure/settlements: an array of the settlements of the token's merchant, the latest day first. */
async function getSettlements(call: SurfaceCall<Static<typeof OfMerchant>>) {
  return answer(call, readDays(call.query));
}

/** GET /secure/settlements/getsitesettlements: the settlements of one of the merchant's sites. */
async function getSiteSettlements(call: SurfaceCall<Static<typeof OfSite>>) {
  const range = readDays(call.query);
  const { id: siteId } = await requireSite(call, call.query.siteCode);
  return answer(call, { ...range, siteId });
}

interface Days {
  from: Date;
  to: Date;
}

// The last day that the database can hold. There is nothing to find beyond it.
const latest = Temporal.PlainDate.from('9000-01-01');

function readDays({ fromDate, toDate }: Static<typeof OfMerchant>): Days {
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
  { deps, merchantId, reply }: SurfaceCall,
  filter: Days & { siteId?: string },
): Promise<Readable> {
  const pages = readPages(deps, merchantId, filter);
  // Fetched before the answer starts: a failure here can still get its own status instead of breaking off the list.
  const first = await pages.next();
  reply.type('application/json; charset=utf-8');
  return Readable.from(write(deps, first.done ? [] : first.value, pages));
}

async function* readPages(
  deps: SurfaceDeps,
  merchantId: string,
  filter: Days & { siteId?: string },
): AsyncGenerator<Settlement[]> {
  let place: Place | undefined;
  for (;;) {
    const request = { limit: pageSize, offset: 0, place };
    const { rows, hasMore } = await listSettlements(deps.ctx.db, { merchantId, ...filter }, request);
    yield rows;
    if (!hasMore) return;
    const { id, createdAt } = lastOf(rows);
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
): Promise<Static<typeof SettlementRecord>> {
  const site = required(await directory.siteById(settlement.siteId), 'site');
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
