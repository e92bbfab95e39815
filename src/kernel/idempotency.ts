// Idempotency keys: the first answer to a key is kept in the transaction that did the work, and given again to
// whoever repeats the request. Nothing outside the database remembers anything, so a crash cannot tear them apart.
import { isLockTimeout, type Sql, type Tx, inTransaction } from './db.ts';

/** One use of a key: whose, for which operation, and what was asked (a hash of the canonical request). */
export interface KeyUse {
  merchantId: string;
  operation: string;
  key: string;
  requestHash: string;
  at: Date;
}

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
export async function onceByKey(db: Sql, use: KeyUse, work: (tx: Tx) => Promise<Answer>): Promise<KeyedResult> {
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
  if (!row || row.status === null) return { kind: 'running' };
  if (row.requestHash !== use.requestHash) return { kind: 'mismatch' };
  return { kind: 'answered', answer: { status: row.status, body: row.body, location: row.location }, replayed: true };
}

/** Removes keys used before `before`, at most `limit` of them; answers how many. */
export async function forgetKeys(db: Sql, before: Date, limit: number): Promise<number> {
  const gone = await db`
    delete from idempotency_keys
    where ctid in (select ctid from idempotency_keys where created_at < ${before} limit ${limit})`;
  return gone.count;
}
