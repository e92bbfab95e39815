// A short history against the model, and the list of scenarios; long ones are `npm run simulate`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playCrowd } from './simulator/crowd.ts';
import { playHistory } from './simulator/history.ts';
import { listScenarios, playScenario } from './simulator/scenario.ts';

test('a random history is as the model predicts, and the same seed plays it again, byte for byte', async () => {
  const play = () => playHistory({ seed: 2, steps: 60, whole: true, say: () => {} });
  const [first, again] = [await play(), await play()];
  assert.deepEqual(first.violations, []);
  assert.equal(again.digest, first.digest);
  for (const what of ['payment success', 'payout accepted'])
    assert.ok(first.reached[what], `${what} was not reached`);
});

test('for each of several merchants at the same time, all is as its own model predicts', async () => {
  const { violations, reached } = await playCrowd({
    ...{ seed: 11, merchants: 3, rounds: 2, steps: 10, faults: false },
  });
  assert.deepEqual(violations, []);
  assert.ok(reached['edge payment: created complete'], JSON.stringify(reached));
});

test('a scenario is played with following seeds until a rule is violated, and an error is a violation', async () => {
  const scenario = {
    ...{ what: 'seed 4 fails', replaces: [], settings: { size: 1 } },
    play: async (options: object) => {
      const { seed, size } = options as { seed: number; size: number };
      if (seed === 5) throw new Error('no service');
      const violations = seed === 4 ? ['a rule'] : [];
      return { steps: size, faults: { kill: 1 }, violations, reached: { end: 2 }, digest: String(seed) };
    },
  };
  const play = (seed: number, histories = 9) =>
    playScenario(scenario, { seed, histories, minutes: 0, set: { size: 7 }, say: () => {} });
  const { digest, ...whole } = await play(2);
  assert.deepEqual(whole, {
    ...{ histories: 3, steps: 21, violations: ['seed 4: a rule'], figures: undefined },
    ...{ faults: { kill: 3 }, reached: { end: 6 } },
  });
  assert.notEqual(digest, (await play(2, 2)).digest);
  assert.match((await play(5)).violations[0]!, /^seed 5: Error: no service/);
});

test('each former proof is a part of one scenario', async () => {
  const scenarios = Object.values(await listScenarios());
  const replaced = scenarios.flatMap(({ replaces }) => replaces.map((former) => former.split(' ')[0]));
  const former = ['storm', 'rounds', 'month', 'banks', 'schedules', 'scheduler', 'bulk', 'outbox', 'ledger'];
  for (const name of [...former, 'siege', 'soak', 'upgrade', 'live', 'agree', 'failover'])
    assert.ok(replaced.includes(name), name);
});

test('a scenario refuses a value that a setting does not have', async () => {
  const { siege } = await listScenarios();
  const set = { ...siege!.settings, part: 'insid' };
  const play = await playScenario(siege!, { seed: 1, histories: 1, minutes: 0, set, say: () => {} });
  assert.match(play.violations[0]!, /part must be outside or inside, and not insid/);
});
