import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../test/support/until.ts';
import { openWorld } from '../../../test/support/world.ts';
import { inTransaction, type Sql } from '../db/db.ts';
import { createKeyring } from './crypto.ts';
import { holdMasterKeys, noteEmptied, startMasterKeys } from './master-keys.ts';
import { countSealed, reseal } from './reseal.ts';

const key = (id: string, fill: string) => `${id}:${Buffer.alloc(32, fill).toString('base64')}`;
const [k1, k2] = [key('k1', 'old'), key('k2', 'new')];
const [now, later] = [new Date('2026-11-20T10:00:00Z'), new Date('2026-11-21T10:00:00Z')];
/** More than one step takes. */
const texts = 5_000;

/** A database with many texts under a retired key. */
async function openAged() {
  const { db, merchant } = await openWorld();
  // Of the world's own key.
  await db`truncate master_keys`;
  await db`delete from credentials`;
  const old = createKeyring(k1);
  await startMasterKeys(db, old, now);
  const sealed = Array.from({ length: texts }, (_, index) => old.seal(`old ApiKey ${index}`));
  await db`
    insert into credentials (id, merchant_id, kind, sealed, created_at, expires_at)
    select gen_random_uuid(), ${merchant.merchant.id}, 'api_key', text, now(), now()
    from unnest(${sealed}::text[]) as text`;
  const both = createKeyring(`${k2},${k1}`);
  await startMasterKeys(db, both, later);
  return { db, both };
}

/** Holds that every text is there, once, and opens with the new key alone. */
async function assertResealed(db: Sql): Promise<void> {
  assert.deepEqual([...(await countSealed(db))], [['k2', texts]]);
  const alone = createKeyring(k2);
  await holdMasterKeys(db, alone);
  const rows = await db<{ sealed: string }[]>`select sealed from credentials`;
  assert.deepEqual(
    rows.map((row) => alone.open(row.sealed)).sort(),
    Array.from({ length: texts }, (_, index) => `old ApiKey ${index}`).sort(),
  );
}

test('an interrupted reseal continues, waits for locked rows, and the retired key is then not needed', async () => {
  const { db, both } = await openAged();
  const leftOf = async (id: string) => (await countSealed(db)).get(id) ?? 0;

  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const locking = inTransaction(db, async (tx) => {
    await tx`select id from credentials limit 1 for update`;
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const interrupted = new Error('interrupted');
  const interrupt = (): void => {
    throw interrupted;
  };
  await assert.rejects(reseal(db, both, interrupt), interrupted);
  assert.ok((await leftOf('k1')) > 1 && (await leftOf('k2')) > 0);
  const again = reseal(db, both, () => {});
  await until(async () => (await leftOf('k1')) === 1);
  released.resolve();
  await locking;
  await again;
  await noteEmptied(db, ['k1'], later);
  await assertResealed(db);
});

// test/hostile/reseal.test.ts kills processes under load.
test('two reseals at once reseal each text once', async () => {
  const { db, both } = await openAged();
  const done = await Promise.all([reseal(db, both, () => {}), reseal(db, both, () => {})]);
  assert.equal(done[0] + done[1], texts);
  await noteEmptied(db, ['k1'], later);
  await assertResealed(db);
});
