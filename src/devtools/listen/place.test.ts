import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createPlace, type KeptPlace, type Written } from './place.ts';

/** The actions of writers and a listener, in any order. */
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('begin' as const) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('write' as const), which: fc.nat(50) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('commit' as const), which: fc.nat(50) }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('read' as const), limit: fc.integer({ min: 1, max: 4 }) }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('tell' as const), which: fc.nat(50) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('keep' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const) }) },
  ),
  { maxLength: 150, size: 'max' },
);

type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

/** Simulates a database of numbered transactions, and a listener that reads, delivers, saves and is killed. */
function simulation() {
  let nextNumber = 10n;
  let nextId = 1;
  const open: { number: bigint; events: Written[] }[] = [];
  const visible: Written[] = [];
  let kept: KeptPlace = { below: nextNumber, delivered: [] };
  let place = createPlace(kept);
  let pending: string[] = [];
  let deliveredNow = new Set<string>();
  const deliveredAndKept = new Set<string>();
  const delivered: string[] = [];

  function read(limit: number): void {
    const { from, known } = place.next();
    const visibleBelow = open.reduce((least, { number }) => (number < least ? number : least), nextNumber);
    const found = visible
      .filter(({ id, writtenIn }) => writtenIn >= from && !known.includes(id))
      .toSorted((a, b) => Number(a.writtenIn - b.writtenIn) || a.id.localeCompare(b.id))
      .slice(0, limit);
    for (const { id } of found)
      assert.ok(!deliveredAndKept.has(id), `${id} was delivered and saved, and is read again`);
    place.take(found, { visibleBelow, isAll: found.length < limit });
    pending.push(...found.map(({ id }) => id));
    assert.equal(new Set(pending).size, pending.length, 'an event is taken twice');
  }
  function tell(which: number): void {
    const [id] = pending.splice(which % pending.length, 1);
    if (id === undefined) return;
    assert.ok(!deliveredNow.has(id), `${id} is delivered twice`);
    place.tell(id);
    delivered.push(id);
    deliveredNow.add(id);
  }
  function keep(): void {
    kept = place.kept();
    for (const id of deliveredNow) deliveredAndKept.add(id);
  }
  const does: Record<Step['do'], (step: Step) => void> = {
    begin: () => void open.push({ number: nextNumber++, events: [] }),
    write: (step) => {
      const writer = open[('which' in step ? step.which : 0) % open.length];
      if (writer) writer.events.push({ id: `e${nextId++}`, writtenIn: writer.number });
    },
    commit: (step) => {
      const [writer] = open.splice(('which' in step ? step.which : 0) % open.length, 1);
      if (writer) visible.push(...writer.events);
    },
    read: (step) => read('limit' in step ? step.limit : 1),
    tell: (step) => tell('which' in step ? step.which : 0),
    keep,
    crash: () => {
      place = createPlace(kept);
      pending = [];
      deliveredNow = new Set();
    },
  };
  return {
    does: (step: Step) => does[step.do](step),
    end: () => {
      for (const writer of open.splice(0)) visible.push(...writer.events);
      for (let left = visible.length + 1; left > 0; left--) {
        read(4);
        while (pending.length > 0) tell(0);
        keep();
      }
      assert.deepEqual(new Set(delivered), new Set(visible.map(({ id }) => id)));
      const { delivered: remembered } = place.kept();
      assert.deepEqual(remembered, [], 'without open transactions, no event is stored one by one');
    },
  };
}

test('a listener that continues from a saved place receives each event once, whenever transactions commit', () => {
  fc.assert(
    fc.property(steps, (given) => {
      const simulated = simulation();
      for (const step of given) simulated.does(step);
      simulated.end();
    }),
    { numRuns: 2_000 },
  );
});
