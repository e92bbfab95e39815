import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../test/support/until.ts';
import { openWorld } from '../../../test/support/world.ts';
import { inTransaction } from '../db/db.ts';
import { createKeyring } from './crypto.ts';
import { holdMasterKeys, noteEmptied, startMasterKeys } from './master-keys.ts';
import { countSealed, reseal } from './reseal.ts';

const key = (id: string, fill: string) => `${id}:${Buffer.alloc(32, fill).toString('base64')}`;
const [k1, k2] = [key('k1', 'old'), key('k2', 'new')];
const [now, later] = [new Date('2026-11-20T10:00:00Z'), new Date('2026-11-21T10:00:00Z')];
/** More than one step takes. */
const texts = 5_000;

test('an interrupted reseal continues, waits for locked rows, and the retired key is then not needed', async () => {
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

  assert.deepEqual([...(await countSealed(db))], [['k2', texts]]);
  const alone = createKeyring(k2);
  await holdMasterKeys(db, alone);
  const rows = await db<{ sealed: string }[]>`select sealed from credentials`;
  assert.deepEqual(
    rows.map((row) => alone.open(row.sealed)).sort(),
    Array.from({ length: texts }, (_, index) => `old ApiKey ${index}`).sort(),
  );
});
