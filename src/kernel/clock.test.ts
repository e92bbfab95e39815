import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualClock, plus, systemClock, timeHere } from './clock.ts';
import { isUuid, newId } from './ids.ts';

test('a clock that is moved by hand stops, goes forward, and refuses to go back', () => {
  const clock = manualClock('2026-11-20T08:00:00Z');
  assert.deepEqual(clock.now(), clock.now());
  clock.advance(1_500);
  assert.equal(clock.now().toISOString(), '2026-11-20T08:00:01.500Z');
  clock.set(plus(clock.now(), 1));
  assert.throws(() => clock.set(new Date('2026-11-20T08:00:00Z')), RangeError);
  assert.throws(() => clock.advance(-1), RangeError);
});

test("a reader's change to the returned time does not move the clock", () => {
  const clock = manualClock('2026-11-20T08:00:00Z');
  clock.now().setFullYear(1999);
  assert.equal(clock.now().getUTCFullYear(), 2026);
});

test('a caller that sends a past time learns the present time, and that the clock was moved if it was', () => {
  const now = systemClock().now();
  assert.equal(timeHere(now), `it is ${now.toISOString()} here`);
  const moved = plus(now, 86_400_000);
  assert.match(timeHere(moved), new RegExp(`^it is ${moved.toISOString()} here, because .* was moved`));
});

test('an id is a UUIDv7 of the clock’s time, never the same twice, and sorts by time', () => {
  const clock = manualClock('2026-11-20T08:00:00.123Z');
  const ids = new Set<string>();
  const inOrder: string[] = [];
  for (let round = 0; round < 50; round++) {
    const batch = Array.from({ length: 200 }, () => newId(clock));
    batch.forEach((id) => void ids.add(id));
    inOrder.push(batch[0]!);
    clock.advance(1);
  }
  assert.equal(ids.size, 10_000);
  assert.deepEqual(inOrder, inOrder.toSorted());
  for (const id of inOrder) {
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  assert.equal(
    Number.parseInt(inOrder[0]!.replace('-', '').slice(0, 12), 16),
    Date.UTC(2026, 10, 20, 8, 0, 0, 123),
  );
});

test('only the text of a UUID is one', () => {
  assert.equal(isUuid('4816019C-3314-4c80-8b6b-b2cd16dcc4ec'), true);
  for (const other of [
    '',
    '4816019c33144c808b6bb2cd16dcc4ec',
    '4816019c-3314-4c80-8b6b-b2cd16dcc4eg',
    ' 4816019c-3314-4c80-8b6b-b2cd16dcc4ec',
    '4816019c-3314-4c80-8b6b-b2cd16dcc4ec\n',
    7,
    null,
    undefined,
    {},
  ]) {
    assert.equal(isUuid(other), false);
  }
});
