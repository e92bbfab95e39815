import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reachableStates } from '../../test/support/machines.ts';
import { findEdge, legalSteps, type Machine, stateDiagram } from './state-machine.ts';

const lamp: Machine<'off' | 'on' | 'broken' | 'gone', 'press' | 'drop'> = {
  object: 'lamp',
  table: 'lamps',
  states: ['off', 'on', 'broken', 'gone'],
  initial: 'off',
  ended: ['broken'],
  edges: [
    { from: ['off'], verb: 'press', to: 'on' },
    { from: ['on'], verb: 'press', to: 'off' },
    { from: ['off', 'on'], verb: 'drop', to: 'broken', event: 'lamp.broken' },
  ],
};

test('a verb takes the edge of the present state, and is refused without one in the table', () => {
  assert.equal(findEdge(lamp, 'off', 'press')?.to, 'on');
  assert.equal(findEdge(lamp, 'on', 'press')?.to, 'off');
  assert.equal(findEdge(lamp, 'on', 'drop')?.event, 'lamp.broken');
  assert.equal(findEdge(lamp, 'broken', 'press'), undefined);
});

test('the legal steps are every edge from every state it starts in', () => {
  assert.deepEqual(
    [...legalSteps(lamp)],
    ['off press on', 'on press off', 'off drop broken', 'on drop broken'],
  );
});

test('a state is reachable only by a path from the initial one', () => {
  assert.deepEqual(reachableStates(lamp), new Set(['off', 'on', 'broken']));
});

test('the diagram has every edge', () => {
  assert.equal(
    stateDiagram(lamp),
    [
      'stateDiagram-v2',
      '  [*] --> off',
      '  off --> on: press',
      '  on --> off: press',
      '  off --> broken: drop',
      '  on --> broken: drop',
    ].join('\n'),
  );
});
