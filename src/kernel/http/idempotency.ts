// Idempotency keys: the first answer to a key is kept in the transaction that did the work, and given again to
// whoever repeats the request. Nothing outside the database remembers anything, so a crash cannot tear them apart.
import { plus } from '../clock.ts';
import { type Db, inTransaction, isLockTimeout, type Sql, type Tx } from '../db/db.ts';

/** One use of a key: whose, for which operation, and what was asked (a hash of the canonical request). */
export interface KeyUse {
  merchantId: string;
  operation: string;
  key: string;
  requestHash: string;
  at: Date;
}

/** What a key may be: 1 to 255 printable ASCII characters. */
export const usableKey = /^[\x20-\x7e]{1,255}$/;

export interface Answer {
  status: number;
  body: string | null;
  location: string | null;
}

export type KeyedResult =
  | { kind: 'answered'; answer: Answer; replayed: boolean }
  /** The key was used for another request. */
  | { kind: 'mismatch' }
  /** The first request with this key has not ended yet. */
  | { kind: 'running' };

interface KeyRow {
  requestHash: string;
  status: number | null;
  location: string | null;
  body: string | null;
}

/**
 * Does `work` once per key, in one transaction with the key and its answer. A simultaneous twin waits up to a
 * second on the key's row and then gets the first answer; when `work` throws, nothing is kept and the key is free.
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

/** How long a claim stands whose holder has not ended it: longer than any request lives, in milliseconds. */
const claimMs = 25_000;

/**
 * Does `work` once per key where it cannot be one transaction, because a stranger is called on the way: the key is
 * claimed, the work done, its answer kept. When `work` throws, the key is free again. When its process dies, the claim
 * lapses after 25 seconds and a repeat does the work anew, so `work` must be harmless where it was done before, or end the
 * key by itself (endKey) with the transaction that counts.
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
 * Keeps the answer under a key that aroundKey has claimed, in the transaction that did the work: together they are there
 * or not. False where the claim was taken over meanwhile; the caller must then undo its work.
 */
export async function endKey(tx: Tx, use: KeyUse, answer: Answer): Promise<boolean> {
  return (await endClaim(tx, use, answer)) > 0;
}

// The time of a claim tells its holder: one that was taken over is no longer the first holder's to end.
async function endClaim(db: Db, use: KeyUse, answer: Answer): Promise<number> {
  const ended = await db`
    update idempotency_keys
    set status = ${answer.status}, location = ${answer.location}, body = ${answer.body}
    where merchant_id = ${use.merchantId} and operation = ${use.operation} and key = ${use.key}
      and status is null and created_at = ${use.at}`;
  return ended.count;
}

async function freeClaim(db: Sql, use: KeyUse): Promise<void> {
  await db`
    delete from idempotency_keys
    where merchant_id = ${use.merchantId} and operation = ${use.operation} and key = ${use.key}
      and status is null and created_at = ${use.at}`;
}

/** Keeps an answer under a key that is free: for a refusal whose transaction kept nothing. Else answers as a repeat. */
export async function keepAnswer(db: Sql, use: KeyUse, answer: Answer): Promise<KeyedResult> {
  const kept = await db`
    insert into idempotency_keys (merchant_id, operation, key, request_hash, status, location, body, created_at)
    values (${use.merchantId}, ${use.operation}, ${use.key}, ${use.requestHash}, ${answer.status}, ${answer.location},
      ${answer.body}, ${use.at})
    on conflict do nothing
    returning 1`;
  return kept.length > 0 ? { kind: 'answered', answer, replayed: false } : replayKey(db, use);
}

/** What is stored under a key, as the answer to a request that repeats it. */
export async function replayKey(db: Sql, use: KeyUse): Promise<KeyedResult> {
  return replay(await findKey(db, use), use);
}

async function findKey(db: Sql | Tx, use: KeyUse): Promise<KeyRow | undefined> {
  const [row] = await db<KeyRow[]>`
    select request_hash, status, location, body
    from idempotency_keys
    where merchant_id = ${use.merchantId} and operation = ${use.operation} and key = ${use.key}`;
  return row;
}

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
 * Removes keys used before `before`, at most `limit` of them; answers how many.
 * all merchants: a key’s age is the same for everybody.
 */
export async function forgetKeys(db: Sql, before: Date, limit: number): Promise<number> {
  const gone = await db`
    delete from idempotency_keys
    where ctid in (select ctid from idempotency_keys where created_at < ${before} limit ${limit})`;
  return gone.count;
}

/**
 * The use of a key whose answer speaks of `id`, made by a merchant between two instants; undefined where there was none,
 * or it is forgotten. The times keep it from reading every key there is.
 */
export async function findUse(
  db: Db,
  by: { merchantId: string; id: string; from: Date; to: Date },
): Promise<{ operation: string; key: string; status: number; at: Date } | undefined> {
  const [row] = await db<{ operation: string; key: string; status: number; at: Date }[]>`
    select operation, key, status, created_at as at from idempotency_keys
    where created_at >= ${by.from} and created_at <= ${by.to} and merchant_id = ${by.merchantId}
      and status between 200 and 299 and position(${by.id} in coalesce(location, '') || coalesce(body, '')) > 0
    order by created_at limit 1`;
  return row;
}

/** What a merchant was answered under a key, whatever it was used for. */
export async function bodiesOf(db: Db, merchantId: string, key: string): Promise<string[]> {
  const rows = await db<{ body: string }[]>`
    select body from idempotency_keys
    where merchant_id = ${merchantId} and key = ${key} and body is not null`;
  return rows.map(({ body }) => body);
}
