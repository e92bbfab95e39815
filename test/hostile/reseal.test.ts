// A new master key replaces the old one while two processes work: nothing is lost when a process is killed, and the old key
// can be removed.
// long: two processes under load, each started three times. src/kernel/security/reseal.test.ts interrupts one, and runs two at once.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, type Sql } from '../../src/kernel/db/db.ts';
import { createKeyring } from '../../src/kernel/security/crypto.ts';
import { countSealed } from '../../src/kernel/security/reseal.ts';
import { ask, type Merchant } from '../support/merchant.ts';
import { until } from '../support/until.ts';
import { startTwo, type Two } from './two.ts';

const bytes = (fill: string) => Buffer.from(fill.padEnd(32, '.')).toString('base64');
const [k1, k2] = [`k1:${bytes('old')}`, `k2:${bytes('new')}`];
const texts = 5_000;

/** Many old ApiKeys of a merchant, as years of rotation would leave them. */
async function age(db: Sql, siteCode: string): Promise<void> {
  const ring = createKeyring(k1);
  const sealed = Array.from({ length: texts }, (_, index) => ring.seal(`old ApiKey ${index}`));
  await db`
    insert into credentials (id, merchant_id, kind, sealed, created_at, expires_at)
    select gen_random_uuid(), (select merchant_id from sites where code = ${siteCode}), 'api_key', text, now(), now()
    from unnest(${sealed}::text[]) as text`;
}

async function restart(two: Two, env: Record<string, string>): Promise<void> {
  for (const index of [0, 1] as const) {
    two.running[index].signal('SIGTERM');
    await two.running[index].ended;
    two.running[index] = two.tefos[index].start(env);
    await two.running[index].ready();
  }
}

/** Pays at both processes until stopped; returns the failed payments. */
function press(shops: readonly Merchant[]): () => Promise<string[]> {
  let isOver = false;
  const failures: string[] = [];
  const clients = shops.map(async (shop) => {
    while (!isOver) {
      const made = await shop.createPayments();
      if (made.body?.errorMessage !== null) failures.push(made.text);
      else {
        const paid = await shop.decide(made.body.paymentRequestId, 'success');
        if (paid.status !== 200) failures.push(paid.text);
      }
      await sleep(20);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(clients);
    return failures;
  };
}

/** Everything that is sealed, opened. */
async function openAll(db: Sql, keys: string): Promise<number> {
  const ring = createKeyring(keys);
  const rows = await db<{ sealed: string }[]>`
    select sealed from credentials where sealed is not null
    union all select payer_account_sealed from transactions where payer_account_sealed is not null
    union all select evidence_sealed from hash_mismatches`;
  for (const { sealed } of rows) ring.open(sealed);
  return rows.length;
}

describe('keys reseal', () => {
  test('under load, killed midway and restarted, a reseal leaves nothing under the old key, which can then be removed', async () => {
    const two = await startTwo({ TEFO_MASTER_KEYS: `${k1},${k2}` });
    const shops = await two.merchant('Long in trade');
    const { siteCode } = shops[0].credentials;
    await age(two.db, siteCode);
    const rotated = { TEFO_MASTER_KEYS: `${k2},${k1}` };
    await restart(two, rotated);
    const alone = await two.tefos[1].start({ TEFO_MASTER_KEYS: k2, TEFO_PORT: '1' }).ended;
    assert.match(alone.stderr, /the master key k1 is missing/);

    const stop = press(shops);
    const released = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    // Another session locks a row: the reseal does not wait for it, and does not skip it.
    const holding = inTransaction(two.db, async (tx) => {
      await tx`select id from credentials where split_part(sealed, '.', 1) = 'k1' limit 1 for update`;
      held.resolve();
      await released.promise;
    });
    await held.promise;
    const old = async () => (await countSealed(two.db)).get('k1') ?? 0;
    const killed = two.tefos[0].background('keys', 'reseal', '--json');
    await until(async () => (await old()) < texts);
    killed.signal('SIGKILL');
    await killed.ended;
    assert.ok((await old()) > 0);
    const again = two.run('keys', 'reseal');
    await until(async () => (await old()) === 1);
    released.resolve();
    await holding;
    const done = await again;
    assert.deepEqual([done.currentId, done.emptied], ['k2', ['k1']]);
    assert.deepEqual(await stop(), []);

    const counts = await countSealed(two.db);
    assert.deepEqual([...counts.keys()], ['k2']);
    assert.ok((await openAll(two.db, k2)) > texts);
    const listed = await two.run('keys', 'list');
    assert.deepEqual(
      listed.map(({ id, state, sealed }: Record<string, unknown>) => [id, state, sealed === 0]),
      [
        ['k1', 'empty', true],
        ['k2', 'current', false],
      ],
    );

    await restart(two, { TEFO_MASTER_KEYS: k2 });
    const stopAgain = press(shops);
    await sleep(500);
    assert.deepEqual(await stopAgain(), []);
    const body = new URLSearchParams({ grant_type: 'password', SiteCode: siteCode });
    const headers = { apikey: shops[1].credentials.apiKey };
    assert.equal(
      (await ask(`${two.tefos[1].base}/payments/token`, { method: 'POST', headers, body })).status,
      200,
    );
  });
});
