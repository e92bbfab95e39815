import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveryMachine } from '../../../core/notifications/state.ts';
import { machines } from '../../../reports/timelines/steps.ts';
import { stateKinds } from './parts.ts';

for (const { object, states, initial } of [...machines, deliveryMachine])
  test(`every state of a ${object} has a look, and its first one is not that of an end`, () => {
    assert.deepEqual(
      states.filter((state) => !(state in stateKinds)),
      [],
    );
    assert.notEqual(stateKinds[initial], 'ended');
  });
