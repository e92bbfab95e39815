// Idempotency keys: the first response to a key is stored in the transaction that did the work, and returned when the
// request is repeated. Only the database stores it, so a crash cannot separate the two.
import { plus } from '../clock.ts';
import { type Db, inTransaction, isLockTimeout, type Sql, type Tx } from '../db/db.ts';
import { allValues, execute, firstRow, rowCount } from '../db/rows.ts';

/** One use of a key: the merchant, the operation, and a hash of the canonical request. */
export interface KeyUse {
  merchantId: string;
  operation: string;
  key: string;
  requestHash: string;
  at: Date;
}

/** A key is 1 to 255 printable ASCII characters. */
export const usableKey = /^[\x20-\x7e]{1,255}$/;

export interface Answer {
  status: number;
  body: string | null;
  location: string | null;
}

export type KeyedResult =
  | { kind: 'answered'; answer: Answer; replayed: boolean }
  /** The key was used for a different request. */
  | { kind: 'mismatch' }
  /** The first request with this key is still running. */
  | { kind: 'running' };

interface KeyRow {
  requestHash: string;
  status: number | null;
  location: string | null;
  body: string | null;
}

/**
 * Does `work` once per key, in one transaction with the key and its response. A simultaneous repeat waits up to a
 * second for the key's row and then gets the first response. When `work` throws, nothing is stored and the key is free.
 */
export async function onceByKey(
  db: Sql,
  use: KeyUse,
  work: (tx: Tx) => Promise<Answer>,
): Promise<KeyedResult> {
  try {
    return await inTransaction(db, async (tx) => {
      await tx`set local lock_timeout = '1s'`;
      const inserted = await tx`
        insert into idempotency_keys (merchant_id, operation, key, request_hash, created_at)
        values (${use.merchantId}, ${use.operation}, ${use.key}, ${use.requestHash}, ${use.at})
        on conflict do nothing
        returning 1`;
      if (inserted.length === 0) return replay(await findKey(tx, use), use);
      await tx`set local lock_timeout = 0`;
      const answer = await work(tx);
      await tx`
        update idempotency_keys
        set status = ${answer.status}, location = ${answer.location}, body = ${answer.body}
        where merchant_id = ${use.merchantId} and operation = ${use.operation} and key = ${use.key}`;
      return { kind: 'answered', answer, replayed: false };
    });
  } catch (error) {
    if (isLockTimeout(error)) return { kind: 'running' };
    throw error;
  }
}

/** How long an unfinished claim lasts, in milliseconds: longer than any request runs. */
const claimMs = 25_000;

/**
 * Does `work` once per key when it cannot be one transaction because it calls another server: it claims the key, does
 * the work and stores the response. When `work` throws, the key is free again. When the process dies, the claim lapses
 * after 25 seconds and a repeat does the work again, so `work` must be safe to repeat, or end the key itself (endKey)
 * in the transaction that counts.
 */
export async function aroundKey(db: Sql, use: KeyUse, work: () => Promise<Answer>): Promise<KeyedResult> {
  const claimed = await db`
    insert into idempotency_keys (merchant_id, operation, key, request_hash, created_at)
    values (${use.merchantId}, ${use.operation}, ${use.key}, ${use.requestHash}, ${use.at})
    on conflict (merchant_id, operation, key) do update set created_at = excluded.created_at
    where idempotency_keys.status is null and idempotency_keys.request_hash = excluded.request_hash
      and idempotency_keys.created_at < ${plus(use.at, -claimMs)}
    returning 1`;
  if (claimed.length === 0) return replayKey(db, use);
  try {
    const answer = await work();
    await endClaim(db, use, answer);
    return { kind: 'answered', answer, replayed: false };
  } catch (error) {
    await freeClaim(db, use).catch(() => {});
    throw error;
  }
}

/**
 * Stores the response under a key that aroundKey has claimed, in the transaction that did the work, so that both exist
 * or neither. Returns false if another request has taken over the claim; the caller must then undo its work.
 */
export async function endKey(tx: Tx, use: KeyUse, answer: Answer): Promise<boolean> {
  return (await endClaim(tx, use, answer)) > 0;
}

// The time of a claim identifies its holder: the first holder cannot end a claim that was taken over.
const endClaim = (db: Db, use: KeyUse, answer: Answer) =>
  rowCount(db`
    update idempotency_keys
    set status = ${answer.status}, location = ${answer.location}, body = ${answer.body}
    where merchant_id = ${use.merchantId} and operation = ${use.operation} and key = ${use.key}
      and status is null and created_at = ${use.at}`);

const freeClaim = (db: Sql, use: KeyUse) =>
  execute(db`
    delete from idempotency_keys
    where merchant_id = ${use.merchantId} and operation = ${use.operation} and key = ${use.key}
      and status is null and created_at = ${use.at}`);

/** Stores a response under a free key, for a refusal that was rolled back. Otherwise returns the stored result. */
export async function keepAnswer(db: Sql, use: KeyUse, answer: Answer): Promise<KeyedResult> {
  const kept = await db`
    insert into idempotency_keys (merchant_id, operation, key, request_hash, status, location, body, created_at)
    values (${use.merchantId}, ${use.operation}, ${use.key}, ${use.requestHash}, ${answer.status}, ${answer.location},
      ${answer.body}, ${use.at})
    on conflict do nothing
    returning 1`;
  return kept.length > 0 ? { kind: 'answered', answer, replayed: false } : replayKey(db, use);
}

/** Returns the result stored under a key, for a repeated request. */
export async function replayKey(db: Sql, use: KeyUse): Promise<KeyedResult> {
  return replay(await findKey(db, use), use);
}

const findKey = (db: Sql | Tx, use: KeyUse) =>
  firstRow(db<KeyRow[]>`
    select request_hash, status, location, body
    from idempotency_keys
    where merchant_id = ${use.merchantId} and operation = ${use.operation} and key = ${use.key}`);

function replay(row: KeyRow | undefined, use: KeyUse): KeyedResult {
  if (!row) return { kind: 'running' };
  if (row.requestHash !== use.requestHash) return { kind: 'mismatch' };
  if (row.status === null) return { kind: 'running' };
  return {
    kind: 'answered',
    answer: { status: row.status, body: row.body, location: row.location },
    replayed: true,
  };
}

/**
 * Returns the use of a key whose response contains `id`, by a merchant between two instants; undefined if it never
 * existed or was deleted. The times keep the query from reading every key.
 */
export const findUse = (db: Db, by: { merchantId: string; id: string; from: Date; to: Date }) =>
  firstRow(db<{ operation: string; key: string; status: number; at: Date }[]>`
    select operation, key, status, created_at as at from idempotency_keys
    where created_at >= ${by.from} and created_at <= ${by.to} and merchant_id = ${by.merchantId}
      and status between 200 and 299 and position(${by.id} in coalesce(location, '') || coalesce(body, '')) > 0
    order by created_at limit 1`);

/** Returns the bodies of the responses to a merchant under a key, for any operation. */
export const bodiesOf = (db: Db, merchantId: string, key: string) =>
  allValues(db<{ body: string }[]>`
    select body from idempotency_keys
    where merchant_id = ${merchantId} and key = ${key} and body is not null`);
