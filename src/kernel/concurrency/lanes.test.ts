import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLanes, type Lanes } from './lanes.ts';

const rules = { placesInAll: 20, placesPerLane: 2, ahead: 6 };

/** Starts items of one queue and owner that get their responses one by one; `left` are those that were released. */
function begin(lanes: Lanes, names: string[], lane = 'lane') {
  const state = { asked: [] as string[], left: [] as string[] };
  const answers = new Map(names.map((name) => [name, Promise.withResolvers<boolean>()]));
  for (const name of names) {
    lanes.begin({ id: name, lane, owner: 'owner' }, async ({ take }) => {
      const answer = await take(
        () => {
          state.asked.push(name);
          return answers.get(name)!.promise;
        },
        (isGood) => isGood,
      );
      if (answer === undefined) state.left.push(name);
    });
  }
  return { state, answer: (name: string, isGood: boolean) => answers.get(name)!.resolve(isGood) };
}

test('a queue has its places, and callers that wait for one get it in turn', async () => {
  const lanes = createLanes(rules);
  const { state, answer } = begin(lanes, ['a', 'b', 'c']);
  await sleep(5);
  assert.deepEqual(state.asked, ['a', 'b']);
  assert.deepEqual([lanes.free(), lanes.underWay()], [17, ['a', 'b', 'c']]);
  assert.deepEqual(lanes.standings(), new Map([['lane', { load: 3, room: 0 }]]));
  answer('b', true);
  await sleep(5);
  assert.deepEqual(state.asked, ['a', 'b', 'c']);
  // The queue's server responded at once.
  assert.deepEqual(lanes.standings(), new Map([['lane', { load: 2, room: 6 }]]));
  answer('a', true);
  answer('c', true);
  await lanes.settle();
  assert.deepEqual([lanes.free(), lanes.ownerLoads.size], [20, 0]);
  // Nor does it wait for us when there is more to do: it is known to be quick.
  assert.deepEqual(lanes.standings(), new Map([['lane', { load: 0, room: 8 }]]));
});

test('a queue gets no work ahead before a success, nor after a failure', async () => {
  const lanes = createLanes(rules);
  const { answer } = begin(lanes, ['a', 'b', 'c']);
  assert.equal(lanes.standings().get('lane')!.room, 0);
  answer('a', true);
  await sleep(5);
  assert.equal(lanes.standings().get('lane')!.room, 6);
  answer('b', false);
  await sleep(5);
  assert.equal(lanes.standings().get('lane')!.room, 1);
  answer('c', true);
  await lanes.settle();
});

test('work that waits in the queue of a failing receiver goes back, and other queues are not delayed', async () => {
  const lanes = createLanes(rules);
  const bad = begin(lanes, ['a', 'b', 'c', 'd', 'e', 'f']);
  const good = begin(lanes, ['x', 'y', 'z'], 'other');
  await sleep(5);
  for (const name of ['a', 'b', 'c']) {
    bad.answer(name, false);
    await sleep(5);
  }
  assert.deepEqual(bad.state, { asked: ['a', 'b', 'c', 'd'], left: ['e', 'f'] });
  for (const name of ['x', 'y', 'z']) good.answer(name, true);
  bad.answer('d', true);
  await lanes.settle();
  assert.deepEqual(good.state, { asked: ['x', 'y', 'z'], left: [] });
});

test('work that finds a place is not released, however slow the machine is', async () => {
  let ms = 0;
  const lanes = createLanes({ ...rules, stopwatch: () => (ms += 3_000) });
  const bad = begin(lanes, ['a', 'b', 'c']);
  for (const name of ['a', 'b', 'c']) bad.answer(name, false);
  await lanes.settle();
  const slow = begin(lanes, ['d', 'e']);
  for (const name of ['d', 'e']) slow.answer(name, true);
  await lanes.settle();
  assert.deepEqual(slow.state, { asked: ['d', 'e'], left: [] });
});

test('a caller that waits for a place is woken whenever one comes free', async () => {
  const lanes = createLanes(rules);
  let reported = 0;
  lanes.connect(() => {
    reported += 1;
  });
  const { answer } = begin(lanes, ['a']);
  await sleep(5);
  assert.equal(reported, 0);
  answer('a', true);
  await lanes.settle();
  assert.ok(reported > 0);
});
