import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openWorld } from '../../../test/support/world.ts';
import { createMerchant, findSiteByCode } from '../merchants/actions.ts';
import { listMismatches, recordMismatch } from './actions.ts';
import { createMismatchSweeps, type Diagnose } from './jobs.ts';

const { ctx, db, clock, site } = await openWorld();
const finding = { mistake: 'KeyMissing', field: null, cause: 'No key.', cure: 'Append it.' };

const keep = (reference: string, of = site) =>
  recordMismatch(ctx, of, { surface: 'payments', reference, evidence: { dropped: 3 } });

/** Returns the sweep of a process that was just started. */
const sweepOf = (diagnose: Diagnose) => createMismatchSweeps(ctx, diagnose)[0]!;

const attemptsOf = async (reference: string): Promise<number> => {
  const [row] = await db<{ attempts: number }[]>`
    select attempts from hash_mismatches where reference = ${reference}`;
  return row!.attempts;
};

const mismatch = async (about: string) => (await listMismatches(ctx, site, { about, limit: 1 }))[0]!;

test('requests with a wrong hash are deleted, but not if retention archives them', () => {
  const namesOf = (keptDays?: null) =>
    createMismatchSweeps(ctx, async () => [], keptDays).map(({ name }) => name);
  assert.deepEqual(
    [namesOf(), namesOf(null)],
    [['mismatches.diagnose', 'mismatches.forget'], ['mismatches.diagnose']],
  );
});

describe('the search for the mistake of a wrong hash', () => {
  test('is marked before it begins, so that a search which ends its process is started twice and never again', async () => {
    await keep('KILLER');
    let begun = 0;
    const killing: Diagnose = () => {
      begun += 1;
      return new Promise(() => {});
    };
    for (const attempt of [1, 2]) {
      const running = sweepOf(killing).run();
      running.catch(() => {});
      while (begun < attempt) await new Promise((resolve) => setImmediate(resolve));
      assert.equal(await attemptsOf('KILLER'), attempt, 'marked while it is looked at');
      // The process was killed during the search, and is started again.
      assert.equal(await sweepOf(killing).run(), 0, 'not at once: another process may be at it');
      clock.advance(61_000);
    }
    for (let hour = 0; hour < 3; hour += 1) {
      assert.equal(await sweepOf(killing).run(), 0);
      clock.advance(60 * 60_000);
    }
    assert.equal(begun, 2);
    const { isGivenUp, findings, dropped } = await mismatch('KILLER');
    assert.deepEqual([isGivenUp, findings, dropped], [true, null, 3]);
  });

  test('that is abandoned does not delay the ones behind it, and is tried again a minute later', async () => {
    await keep('BEHIND');
    clock.advance(1);
    await keep('POISON');
    let isPoisonous = true;
    const diagnose: Diagnose = async () => {
      if (isPoisonous) {
        isPoisonous = false;
        throw new Error('took more than 1000 ms');
      }
      return [finding];
    };
    const sweep = sweepOf(diagnose);
    while ((await sweep.run()) > 0);
    assert.deepEqual((await mismatch('BEHIND')).findings, [finding]);
    const { findings, isGivenUp } = await mismatch('POISON');
    assert.deepEqual([findings, isGivenUp], [null, false]);
    clock.advance(61_000);
    await sweep.run();
    assert.deepEqual((await mismatch('POISON')).findings, [finding]);
  });
});

test('keeps at most 1 000 wrong hashes of a site, the newest, and loses none of another', async () => {
  const other = await createMerchant(ctx, { name: 'Other' });
  const busy = (await findSiteByCode(db, other.siteCode))!;
  const before = await listMismatches(ctx, site, { limit: 500 });
  const evidence = ctx.keyring.seal('{}');
  await db`
    insert into hash_mismatches (id, merchant_id, site_id, surface, reference, evidence_sealed, correlation_id, created_at)
    select gen_random_uuid(), ${busy.merchantId}, ${busy.id}, 'payments', 'OLD-' || number, ${evidence}, 'none',
      ${clock.now()}::timestamptz - interval '1 day' - number * interval '1 minute'
    from generate_series(1, 1003) number`;
  for (const reference of ['NEW-1', 'NEW-2']) {
    clock.advance(1);
    await keep(reference, busy);
  }
  const kept = await db<{ reference: string }[]>`
    select reference from hash_mismatches where site_id = ${busy.id} order by created_at desc`;
  assert.deepEqual([kept.length, kept[0]!.reference, kept.at(-1)!.reference], [1_000, 'NEW-2', 'OLD-998']);
  assert.deepEqual(await listMismatches(ctx, site, { limit: 500 }), before);
});

test('a surface that stores more of a request than the limit is stopped', async () => {
  const evidence = { dropped: 0, text: 'x'.repeat(40_000) };
  await assert.rejects(
    recordMismatch(ctx, site, { surface: 'payments', reference: 'LARGE', evidence }),
    /keeps too much/,
  );
});
