// Several merchants of one service at the same time, each with a separate model that predicts its responses: whatever the others do,
// and although the service decides and writes work of several of them together. Between rounds, time passes and connections break.
import { seeded } from '../storm/random.ts';
import { setFaults } from './actions/circumstances.ts';
import { readReached } from './coverage.ts';
import { actions, type Player, playerOf, type Step, stepsOf } from './history.ts';
import { judgeEnd, passMonth, readStates } from './judges.ts';
import { added, type Outcome } from './scenario.ts';
import { joinWorld, openWorld, type World } from './world.ts';

export interface CrowdOptions {
  seed: number;
  merchants: number;
  rounds: number;
  /** Steps of each merchant in a round. */
  steps: number;
}

export async function playCrowd({ seed, merchants, rounds, steps }: CrowdOptions): Promise<Outcome> {
  const first = await openWorld(String(seed));
  const worlds = [first];
  try {
    while (worlds.length < merchants) worlds.push(await joinWorld(first, `Merchant ${worlds.length + 1}`));
    const players = worlds.map((world, index) => playerOf(world, seed + index));
    const isBroken = () => players.some(({ violations }) => violations.length > 0);
    for (let round = 0; round < rounds && !isBroken(); round += 1) {
      await Promise.all(
        players.map((player, index) => playRound(player, roundOf(seed + index, round, steps))),
      );
      await share(players, seeded(seed, `between ${round}`).pick(shared), (round + 1) * steps);
    }
    const end = { number: rounds * steps + 1, action: 'the end' };
    if (!isBroken()) {
      for (const world of worlds) await setFaults(world, {});
      await passMonth(worlds);
      for (const player of players) await player.play(end, judgeEnd);
    }
    const counted = players.map(({ model }) => Object.fromEntries(model.reached));
    return {
      steps: rounds * steps * merchants,
      faults: added(players.map(({ model }) => Object.fromEntries(model.faults))),
      violations: players.flatMap(({ violations }, index) =>
        violations.map((violation) => `merchant ${index + 1}, ${violation}`),
      ),
      reached: added([...counted, await readReached(first.service.db)]),
    };
  } finally {
    await endAll(worlds);
  }
}

const shared = Object.keys(actions).filter((name) => actions[name]!.isShared);

/** The steps of a merchant in a round, without those that happen to all. */
function roundOf(seed: number, round: number, steps: number): Step[] {
  return stepsOf(seed, (round + 1) * steps)
    .slice(-steps)
    .filter(({ action }) => !actions[action]!.isShared);
}

async function playRound({ violations, play }: Player, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    await play(step);
    if (violations.length > 0) return;
  }
}

/** Plays a step that happens to all; then all read their states. */
async function share(players: readonly Player[], action: string, number: number): Promise<void> {
  await players[0]!.play({ number, action });
  for (const { world, play } of players) {
    await world.signIn();
    await play({ number, action }, readStates);
  }
}

/** The service ends with the first. */
async function endAll([first, ...others]: readonly World[]): Promise<void> {
  for (const world of others) await world.end();
  await first?.end();
}
