// The reads of MerchantApiV1 that the Payments API does not have: by request, by reference and day, and the banks.
import type { FastifyRequest } from 'fastify';
import { findByReference, findOfPayment } from '../../core/transactions/actions.ts';
import { dayOf } from '../../kernel/business-days.ts';
import { dayRange, parseDay } from '../../kernel/calendar.ts';
import { isUuid } from '../../kernel/ids.ts';
import { contextOf, requireSite } from '../dialect/auth.ts';
import type { DialectDeps } from '../dialect/deps.ts';
import { Refusal } from '../dialect/errors.ts';
import { readInstant } from '../dialect/fields.ts';
import { requireParameters } from '../dialect/query.ts';
import { type TransactionRecord, writeTransactions } from '../dialect/transactions.ts';

/** At most ten, newest first; none for a request that is nobody's, another site's or of the other kind (isTest). */
export async function transactionsByRequestId(
  deps: DialectDeps,
  request: FastifyRequest,
): Promise<TransactionRecord[]> {
  const { siteCode, requestId, isTest } = requireParameters(request, 'siteCode', 'requestId');
  const site = await requireSite(deps, request, siteCode);
  if (!isUuid(requestId)) throw new Refusal(400, 'requestId must be a uuid');
  const ctx = contextOf(deps, request, site);
  const by = {
    merchantId: site.merchantId,
    siteId: site.id,
    paymentId: requestId.toLowerCase(),
    isTest,
  };
  return writeTransactions(ctx, site, await findOfPayment(ctx, by));
}

/** At most ten, newest first, of the South African day in which `transactionDate` lies. */
export async function transactionsByReferenceDate(
  deps: DialectDeps,
  request: FastifyRequest,
): Promise<TransactionRecord[]> {
  const { siteCode, transactionReference, transactionDate, isTest } = requireParameters(
    request,
    'siteCode',
    'transactionReference',
    'transactionDate',
  );
  const site = await requireSite(deps, request, siteCode);
  const day = readDay(transactionDate);
  const ctx = contextOf(deps, request, site);
  const by = {
    merchantId: site.merchantId,
    siteId: site.id,
    merchantReference: transactionReference,
    isTest,
    ...dayRange(day, day),
  };
  return writeTransactions(ctx, site, await findByReference(ctx, by));
}

// Days that the database can hold.
const latest = Temporal.PlainDate.from('9000-01-01');

/** A time with an offset lies in a South African day; without one, the day is what is written. */
function readDay(given: string): Temporal.PlainDate {
  const day = hasOffset.test(given) ? dayAt(given) : parseDay(given);
  if (!day) throw new Refusal(400, 'transactionDate must be a day, like 2026-11-21, or a date and time');
  return Temporal.PlainDate.compare(day, latest) > 0 ? latest : day;
}

const hasOffset = /[T ].*(?:Z|[+-]\d{2}:?\d{2})$/i;

function dayAt(given: string): Temporal.PlainDate | undefined {
  const instant = readInstant(given);
  return instant && dayOf(instant);
}

/** The banks a payment may be asked for at: an id is what selectedBankId takes. */
export async function getBanks(deps: DialectDeps, request: FastifyRequest): Promise<unknown> {
  const { siteCode } = requireParameters(request, 'siteCode');
  const site = await requireSite(deps, request, siteCode);
  const banks = await deps.rail.banks(site.merchantId);
  return banks.map(({ id, name, branchCode, available }) => ({
    id,
    name,
    universalBranchCode: branchCode,
    isAvailable: available,
  }));
}
