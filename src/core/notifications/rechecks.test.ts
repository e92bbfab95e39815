// Attempts of deliveries that another session changes at the same moment. PostgreSQL 18.4 crashed on them (plans.ts),
// so they have a server of their own: the shared one would take the other tests with it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { openDurableServer } from '../../../test/support/durable-server.ts';
import { inTransaction, openPool, plannedOnce, type Sql, type Tx } from '../../kernel/db/db.ts';
import { allValues } from '../../kernel/db/rows.ts';
import { recordAttempts } from './attempt-store.ts';

const server = await openDurableServer();
const url = await server.database('rechecks');
const db = openPool(url, { max: 8 });
after(async () => {
  await db.end();
  await server.end();
});

const at = new Date('2026-11-20T08:00:00Z');

/** Deliveries of a receiver that each have an attempt under way. */
function beginAttempts(count: number): Promise<string[]> {
  const one = randomUUID();
  return inTransaction(db, async (tx) => {
    // Without the rows that they refer to.
    await tx`set local session_replication_role = replica`;
    const old = tx`('00' || substr(gen_random_uuid()::text, 3))::uuid`;
    return allValues(tx<{ id: string }[]>`
      insert into deliveries (id, merchant_id, site_id, event_id, event_type, object_id, sequence, url, lane, format, created_at,
        due_at, attempts)
      select ${old}, ${one}, ${one}, ${old}, 'transaction.complete', ${one}, number, 'http://127.0.0.1/', 'http://127.0.0.1',
        'one', ${at}, ${at}, 1
      from generate_series(1, ${count}) number
      returning id`);
  });
}

const failed = (deliveryId: string) => ({
  ...{
    id: randomUUID(),
    deliveryId,
    number: 1,
    at,
    durationMs: 1,
    statusCode: 500,
    error: null,
    answer: null,
  },
  ...{ status: 'pending' as const, dueAt: at, tries: 1, postponed: 0 },
});

/** Resolves when the session of that name waits for a row that another one has locked. */
async function someoneWaits(tx: Tx, name: string): Promise<void> {
  const waiting = () => tx`
    select from pg_stat_activity where application_name = ${name} and wait_event_type = 'Lock'`;
  while ((await waiting()).length === 0) await tx`select pg_stat_clear_snapshot()`;
}

// A new session reads for its first time, and so overwrites memory that the server frees too early.
const newSession = (name: string): Sql => openPool(url, { max: 1, name, plans: 'by index' });

test('attempts are recorded whose deliveries are changed by others while they wait for the lock', async () => {
  const record = async (ids: string[]) => {
    const name = randomUUID();
    const session = newSession(name);
    const changed = Promise.withResolvers<void>();
    const changing = inTransaction(db, async (tx) => {
      await tx`update deliveries set note = 'changed' where id = ${ids[1]!}`;
      changed.resolve();
      await someoneWaits(tx, name);
    });
    await changed.promise;
    await plannedOnce(session, (own) => recordAttempts(own, ids.map(failed), at));
    await changing;
    await session.end();
  };
  for (let round = 0; round < 8; round++) {
    const all = await Promise.all([1, 2, 3].map(() => beginAttempts(4)));
    await Promise.all(all.map(record));
    const [counts] = await db`
      select count(*)::integer as deliveries, sum(tries)::integer as tries from deliveries
      where id = any (${all.flat()}::uuid[])`;
    assert.deepEqual(counts, { deliveries: 12, tries: 12 });
  }
});
