// What was decided before anything began: requests that were refused for their hash, the right hash, the idempotency
// key and its meaning.
import { minuteMs, plus } from '../../kernel/clock.ts';
import { findUse } from '../../kernel/http/idempotency.ts';
import { beginningOf } from './beginnings.ts';
import { type Raw, refusedExchange } from './exchanges.ts';
import type { Family } from './family.ts';
import { type MismatchRow, readMismatches } from './record-store.ts';
import type { ReadScope } from './scope.ts';
import type { Note } from './timeline.ts';
import { redact } from './words.ts';

type Named = { merchantReference: string; bankReference: string | null };

/** Describes a request that was refused for a wrong hash, and the mistake that explains it. */
function tellMismatch(row: MismatchRow, raw: Raw | undefined): Note {
  const [finding] = row.findings ?? [];
  return {
    record: `hash_mismatches/${row.id}`,
    at: row.createdAt,
    kind: 'refused',
    object: 'request',
    objectId: row.id,
    what: `a request to ${row.surface} for "${row.reference ?? ''}" was refused: its hash was wrong`,
    why: finding ? `${finding.mistake}: ${redact(`${finding.cause} ${finding.cure}`)}` : unexplained(row),
    by: null,
    correlationId: row.correlationId,
    ...(raw && row.evidenceSealed !== null && { exchange: refusedExchange(row.evidenceSealed, raw) }),
  };
}

function unexplained({ findings, isGivenUp }: MismatchRow): string {
  if (isGivenUp) return 'the search for the mistake was abandoned';
  return findings === null ? 'not looked at yet' : 'no known mistake leads to the hash that was sent';
}

/** Describes refused requests. They belong to the object that they name, even if it was created before or after. */
export async function tellRefused(
  scope: ReadScope,
  of: Omit<Parameters<typeof readMismatches>[1], 'withEvidence'>,
  raw: Raw | undefined,
): Promise<Note[]> {
  const rows = await readMismatches(scope, { ...of, withEvidence: raw?.formats !== undefined });
  return rows.map((row) => tellMismatch(row, raw));
}

interface Signed {
  object: string;
  id: string;
  createdAt: Date;
  createdBy: string | null;
  correlationId: string;
  /** The fields whose end the hash does not prove. */
  unproven?: string | null;
}

/** Notes that the hash was right, for objects that only a request with a right hash can create. */
export function tellHashes({ payments, refunds, payouts }: Family): Note[] {
  const isSent = (createdBy: string | null) =>
    createdBy === null || /^(site|merchant):|^customer$/.test(createdBy);
  const isHashed = ({ createdBy, contract }: { createdBy: string | null; contract: string }) =>
    contract === 'payments' && isSent(createdBy);
  const signed: Signed[] = [
    ...payments
      .filter((row) => isHashed(row) || row.jobId !== null)
      .map((row) => ({ ...row, object: 'payment', unproven: tellAmbiguity(row.ambiguousEnds, row) })),
    ...refunds.filter(isHashed).map((row) => ({ ...row, object: 'refund' })),
    // Fixtures of a sandbox are not created by requests.
    ...payouts.filter(({ createdBy }) => isSent(createdBy)).map((row) => ({ ...row, object: 'payout' })),
  ];
  return signed.map(({ object, id, createdAt, createdBy, correlationId, unproven }) => ({
    record: `hash/${id}`,
    at: createdAt,
    kind: 'hash',
    object,
    objectId: id,
    what: unproven ? `request signature valid, but it does not show ${unproven}` : 'request signature valid',
    why: unproven
      ? 'the request came through the payer’s browser, and the hash joins fields without separators: compare the amount with your order; the site’s referencePattern shows where a reference ends'
      : 'a request with an invalid signature creates nothing',
    by: createdBy,
    correlationId,
    cause: beginningOf(id),
  }));
}

/** Describes the fields that may have ended elsewhere. Null if the hash proves all ends. */
function tellAmbiguity(ends: string[] | null, { merchantReference, bankReference }: Named): string | null {
  if (ends === null) return null;
  const values: Record<string, string | null> = { transactionReference: merchantReference, bankReference };
  const named = ends.map((name) => (values[name] ? `${name} "${redact(values[name])}"` : name));
  return `where ${named.join(' and ')} ${named.length === 1 ? 'ends' : 'end'}`;
}

/** Describes the idempotency keys with which a merchant created objects on the One API, or their absence. */
export async function tellKeys(
  { db }: ReadScope,
  merchantId: string,
  { payments, refunds, subscriptions, transactions, charges }: Family,
): Promise<Note[]> {
  const isByClient = ({ createdBy }: { createdBy: string | null }) =>
    createdBy?.startsWith('client:') ?? false;
  const asked = [
    ...payments.filter(isByClient).map((row) => ({ ...row, object: 'payment', isNoted: true })),
    ...refunds.filter(isByClient).map((row) => ({ ...row, object: 'refund', isNoted: true })),
    ...subscriptions.filter(isByClient).map((row) => ({ ...row, object: 'subscription', isNoted: true })),
    // It is not recorded whether a client requested these.
    ...transactions.map((row) => ({ ...row, createdBy: null, object: 'transaction', isNoted: false })),
    ...charges
      .filter(({ type }) => type === 'adhoc')
      .map((row) => ({ ...row, createdBy: null, object: 'charge', isNoted: false })),
  ];
  const notes: Note[] = [];
  const uses = await Promise.all(
    asked.map(({ id, createdAt }) =>
      findUse(db, { merchantId, id, from: plus(createdAt, -minuteMs), to: plus(createdAt, minuteMs) }),
    ),
  );
  for (const [index, { object, id, createdAt, createdBy, correlationId, isNoted }] of asked.entries()) {
    const use = uses[index];
    if (!use && !isNoted) continue;
    notes.push({
      record: `key/${id}`,
      at: createdAt,
      kind: 'key',
      object,
      objectId: id,
      what: use
        ? `${use.operation} used the Idempotency-Key "${redact(use.key)}" for the first time`
        : 'no Idempotency-Key is on record for it',
      why: use
        ? `the response (${use.status}) is stored: a repeated request gets it again and creates nothing`
        : 'none was sent, or it has expired: a repeated request creates another',
      by: createdBy,
      correlationId,
      cause: beginningOf(id),
    });
  }
  return notes;
}
