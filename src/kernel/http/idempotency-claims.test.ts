import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testDatabase } from '../../../test/support/database.ts';
import { manualClock } from '../clock.ts';
import { openPool } from '../db/db.ts';
import { newId } from '../ids.ts';
import { type Answer, aroundKey, type KeyUse, keepAnswer, replayKey } from './idempotency.ts';

const database = await testDatabase();
const db = openPool(database.url, { max: 4 });
after(async () => {
  await db.end();
  await database.drop();
});
const clock = manualClock('2026-11-20T10:00:00Z');
const merchantId = newId(clock);
const use = (key: string, requestHash = 'one'): KeyUse => ({
  merchantId,
  operation: 'test',
  key,
  requestHash,
  at: clock.now(),
});
const answer = (body: string): Answer => ({ status: 201, body, location: '/here' });

test('a claim whose work throws is free at once', async () => {
  await assert.rejects(
    aroundKey(db, use('throws'), () => Promise.reject(new Error('no'))),
    /^Error: no$/,
  );
  const result = await aroundKey(db, use('throws', 'another'), async () => answer('a'));
  assert.deepEqual(result, { kind: 'answered', answer: answer('a'), replayed: false });
});

test('a claim lasts for 25 seconds, and lapses for the same request only', async () => {
  let end = (_: Answer): void => {};
  const first = aroundKey(db, use('lapse'), () => new Promise<Answer>((resolve) => (end = resolve)));
  const never = () => assert.fail('it is claimed');
  while ((await db`select 1 from idempotency_keys where key = 'lapse'`).length === 0);
  assert.deepEqual(await aroundKey(db, use('lapse'), never), { kind: 'running' });
  clock.advance(25_000);
  assert.deepEqual(await aroundKey(db, use('lapse'), never), { kind: 'running' });
  clock.advance(1);
  assert.deepEqual(await aroundKey(db, use('lapse', 'another'), never), { kind: 'mismatch' });
  const second = await aroundKey(db, use('lapse'), async () => answer('second'));
  assert.deepEqual(second, { kind: 'answered', answer: answer('second'), replayed: false });
  // The first holder is alive after all: it ends its work and changes nothing stored.
  end(answer('first'));
  await first;
  assert.deepEqual(await replayKey(db, use('lapse')), {
    kind: 'answered',
    answer: answer('second'),
    replayed: true,
  });
});

test('a response is stored under a free key, and otherwise is a repeat', async () => {
  assert.deepEqual(await keepAnswer(db, use('keep'), answer('a')), {
    kind: 'answered',
    answer: answer('a'),
    replayed: false,
  });
  const again = await keepAnswer(db, use('keep'), answer('b'));
  assert.deepEqual(again, { kind: 'answered', answer: answer('a'), replayed: true });
  assert.deepEqual(await keepAnswer(db, use('keep', 'another'), answer('b')), { kind: 'mismatch' });
});
