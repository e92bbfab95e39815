// Several merchants of one service at the same time, each with a separate model that predicts its responses: whatever the others do,
// and although the service decides and writes work of several of them together. On another site of each, several clients send requests
// at the same time, whose order is judged. With faults, the service and its database fail while requests are in progress.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, seeded } from '../storm/random.ts';
import { setFaults } from './actions/circumstances.ts';
import { type Clients, openClients } from './clients.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { readReached } from './coverage.ts';
import { faultNames, playFault } from './fault-kinds.ts';
import { actions, type Player, playerOf, type Step, stepsOf } from './history.ts';
import { judgeEnd, passMonth, readStates } from './judges.ts';
import { patient } from './patient.ts';
import { added, type Outcome } from './scenario.ts';
import { joinWorld, type Manner, openWorld, openWorldOf, type World } from './world.ts';

export interface CrowdOptions {
  seed: number;
  merchants: number;
  rounds: number;
  /** Steps of each merchant in a round. */
  steps: number;
  /** Whether the service and its database fail. */
  faults: boolean;
}

/** One merchant: its player, and its clients. */
interface Member {
  player: Player;
  clients: Clients;
}

export async function playCrowd(options: CrowdOptions): Promise<Outcome> {
  const cluster = options.faults ? await openCluster() : undefined;
  const worlds: World[] = [];
  try {
    const counts = new Map<string, number>();
    const count = (kind: string, times = 1) => counts.set(kind, (counts.get(kind) ?? 0) + times);
    await openWorlds(options, cluster, worlds, () => count('lost response'));
    const members: Member[] = [];
    for (const [index, world] of worlds.entries())
      members.push({ player: playerOf(world, options.seed + index), clients: await openClients(world) });
    const crowd: Crowd = { options, cluster, members, count, judged: 0 };
    for (let round = 0; round < options.rounds && listViolations(crowd).length === 0; round += 1)
      await playRound(crowd, round);
    if (listViolations(crowd).length === 0) await end(crowd);
    const models = members.map(({ player: { model } }) => model);
    return {
      steps: options.rounds * options.steps * options.merchants + crowd.judged,
      faults: added([Object.fromEntries(counts), ...models.map(({ faults }) => Object.fromEntries(faults))]),
      violations: listViolations(crowd),
      reached: added([
        ...models.map(({ reached }) => Object.fromEntries(reached)),
        await readReached(worlds[0]!.service.db),
        { 'concurrent request judged': crowd.judged },
      ]),
    };
  } finally {
    await endAll(worlds);
    await cluster?.end();
  }
}

interface Crowd {
  options: CrowdOptions;
  cluster: Cluster | undefined;
  members: readonly Member[];
  /** Counts a fault. */
  count(kind: string, times?: number): void;
  /** How many requests of clients were judged. */
  judged: number;
}

async function openWorlds(
  { seed, merchants }: CrowdOptions,
  cluster: Cluster | undefined,
  worlds: World[],
  onLost: () => void,
): Promise<void> {
  const wrap = cluster && ((merchant: World['merchant']) => patient(merchant, { ...cluster, onLost }));
  worlds.push(wrap ? await openWorldOf(cluster.service, wrap) : await openWorld(String(seed)));
  while (worlds.length < merchants)
    worlds.push(await joinWorld(worlds[0]!, `Merchant ${worlds.length + 1}`, wrap));
}

const listViolations = ({ cluster, members }: Crowd): string[] => [
  ...members.flatMap(({ player: { violations } }, index) =>
    violations.map((violation) => `merchant ${index + 1}, ${violation}`),
  ),
  ...(cluster?.violations ?? []),
];

/** Two of three rounds have a fault. */
const isFaulty = (round: number): boolean => round % 3 !== 2;

/** Steps of each merchant, and its clients, at the same time; with a fault meanwhile. Then time passes for all. */
async function playRound(crowd: Crowd, round: number): Promise<void> {
  const { options, members } = crowd;
  const cluster = isFaulty(round) ? crowd.cluster : undefined;
  const random = seeded(options.seed, `round ${round}`);
  if (cluster) await setLines(crowd, random);
  crowd.cluster?.expectFaults(cluster !== undefined);
  let isOver = false;
  const fault = (cluster ? playOneFault(crowd, cluster, round) : Promise.resolve()).finally(() => {
    isOver = true;
  });
  await Promise.all([
    fault,
    ...members.map(async ({ player, clients }, index) => {
      const steps = stepsOfRound(options, options.seed + index, round, cluster !== undefined);
      if (!cluster && random.chance(0.3))
        await player.play({ number: (round + 1) * options.steps, action: 'faultsChange' });
      // A bank that loses its responses leaves the outcome of a request open.
      const isClear = !player.model.isBankLossy;
      await Promise.all([playSteps(player, steps), isClear && clients.play(random, () => isOver)]).catch(
        (error: Error) => player.violations.push(`round ${round + 1}: ${error.stack}`),
      );
    }),
  ]);
  for (const { player, clients } of members) {
    player.world.receive('accept');
    const { judged, violations } = await clients.judge();
    crowd.judged += judged;
    player.violations.push(...violations.map((violation) => `round ${round + 1}, clients: ${violation}`));
  }
  await share(crowd, random, (round + 1) * options.steps);
}

/** Banks and receivers misbehave as well, except that no bank loses its responses. */
async function setLines({ members, count }: Crowd, random: Random): Promise<void> {
  for (const { player } of members) {
    const { world, model } = player;
    const [bank, notifications] = [random.pick(bankFaults), random.pick(receiverFaults)];
    await setFaults(world, { bank, notifications });
    model.isBankLossy = false;
    const manner = random.pick(manners);
    world.receive(manner);
    if (manner !== 'accept') count(`receiver: ${manner}s`);
    for (const kind of Object.keys(bank)) count(`bank: ${kind}`);
    for (const kind of Object.keys(notifications)) count(`receiver: ${kind}`);
  }
}

/** The faults take turns, in an order of the seed. */
async function playOneFault({ options, count }: Crowd, cluster: Cluster, round: number): Promise<void> {
  const turn = round - Math.floor(round / 3);
  const name = shuffled(faultNames, seeded(options.seed, 'faults'))[turn % faultNames.length]!;
  count(name, await playFault(name, cluster, seeded(options.seed, `fault ${round}`)));
}

const manners: readonly Manner[] = ['accept', 'refuse', 'hang'];
const bankFaults = [{ latencyMs: 20 }, { duplicateCallbacks: true }, { reorderCallbacks: true }];
const receiverFaults = [{}, { duplicateCallbacks: true }, { reorderCallbacks: true }, { errorRate: 0.5 }];

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const places = new Map(items.map((item) => [item, random.between(0, 2 ** 30)]));
  return items.toSorted((one, other) => places.get(one)! - places.get(other)!);
}

/** Actions whose requests a merchant can repeat until it knows their outcome, and that need no due work. */
const enduring = new Set([
  ...['create', 'createWrongly', 'createRepeatedly', 'decide', 'decideAgain', 'cancel', 'strangerLooks'],
  ...['refund', 'refundRepeatedly', 'cancelRefund', 'answerRefund', 'subscribe', 'cancelSubscription'],
  ...['payOut', 'payOutTwice', 'answerPayout', 'lookAtFloat'],
]);

/** The steps of a merchant in a round, without those that happen to all, and to its clients. */
function stepsOfRound({ steps }: CrowdOptions, seed: number, round: number, isDisturbed: boolean): Step[] {
  return stepsOf(seed, (round + 1) * steps)
    .slice(-steps)
    .filter(({ action }) => !actions[action]!.isShared && action !== 'faultsChange')
    .filter(({ action }) => !isDisturbed || enduring.has(action));
}

async function playSteps({ violations, play }: Player, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    await play(step);
    if (violations.length > 0) return;
  }
}

/** Plays a step that happens to all; then all read their states. */
async function share({ cluster, members, count }: Crowd, random: Random, number: number): Promise<void> {
  const players = members.map(({ player }) => player);
  const action = random.pick(cluster ? ['timePasses', 'work is killed'] : shared);
  if (cluster && action !== 'timePasses') count('kill during due work', await killWork(cluster, random));
  else await players[0]!.play({ number, action });
  for (const { world, play } of players) {
    await world.signIn();
    await play({ number, action }, readStates);
  }
}

const shared = Object.keys(actions).filter((name) => actions[name]!.isShared);

/** Longer than a killed process holds its rows. */
const leaseMs = 61_000;

/** Time passes, and the process that does the due work is killed; another does the rest. Returns whether it was still at work. */
async function killWork(cluster: Cluster, random: Random): Promise<number> {
  const { service, server } = cluster;
  service.clock.advance(random.between(60, 2_880) * 60_000);
  let isDone = false;
  await cluster.disturb(async () => {
    const work = cluster.drainThere().then(
      () => {
        isDone = true;
      },
      () => {},
    );
    await sleep(random.between(5, 500));
    await (random.chance(0.5) ? cluster.killService() : server.kill());
    await work;
  });
  service.clock.advance(leaseMs);
  await service.drain();
  return isDone ? 0 : 1;
}

async function end({ options, members }: Crowd): Promise<void> {
  const players = members.map(({ player }) => player);
  for (const { world } of players) await setFaults(world, {});
  await passMonth(players.map(({ world }) => world));
  const number = options.rounds * options.steps + 1;
  for (const { play } of players) await play({ number, action: 'the end' }, judgeEnd);
}

/** The service ends with the first. */
async function endAll([first, ...others]: readonly World[]): Promise<void> {
  for (const world of others) await world.end();
  await first?.end();
}
