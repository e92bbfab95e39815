// The kills, in turn, and the restarts: by its supervisor, as on a separate machine.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../storm/random.ts';
import { type Cluster, etcdLeader } from './cluster.ts';
import type { Node } from './node.ts';
import type { Service, Services } from './processes.ts';
import { until } from './spawning.ts';

export type Target = 'primary' | 'worker' | 'api' | 'haproxy' | 'choice' | 'etcd';

/** What the rounds kill, in turn: in the fourth of five HAProxy by itself, or the server that it has chosen. */
const usualTurns: readonly Target[] = [
  ...(['primary', 'worker', 'api', 'haproxy', 'etcd'] as const),
  ...(['primary', 'worker', 'api', 'choice', 'etcd'] as const),
];

export interface Stage {
  cluster: Cluster;
  services: Services;
  random: Random;
}

/**
 * Returns targets from names with commas between them; empty: the usual turns.
 * @throws where a name is not of a target
 */
export function targetsOf(names: string): readonly Target[] {
  if (names === '') return usualTurns;
  return names.split(',').map((name) => {
    if (Object.hasOwn(strikes, name)) return name as Target;
    throw new Error(`there is no target ${name}: there are ${Object.keys(strikes).join(', ')}`);
  });
}

/** A supervisor's time to restart a program, in milliseconds. */
const supervisorMs = 1_000;

/** Kills a process, and restarts it. */
export const strikes: Record<Target, (stage: Stage) => Promise<void>> = {
  // Patroni and PostgreSQL at once, as a machine fails; it returns when another has replaced it.
  primary: async ({ cluster }) => {
    const node = await until(cluster.leader);
    await node.kill();
    await otherLeads(cluster, node);
    node.start();
  },
  // The server behind HAProxy hangs as a whole, is replaced, and then resumes without knowing that.
  choice: async ({ cluster }) => {
    const name = await until(() => cluster.haproxy.chosen());
    const node = cluster.nodes.find((one) => one.name === name)!;
    await node.freeze();
    await otherLeads(cluster, node).finally(node.thaw);
  },
  haproxy: async ({ cluster: { haproxy } }) => {
    await haproxy.kill();
    await sleep(supervisorMs);
    haproxy.start();
  },
  etcd: async ({ cluster: { etcd } }) => {
    const leader = await until(() => etcdLeader(etcd));
    await leader.kill();
    const others = etcd.filter((member) => member !== leader);
    await until(() => etcdLeader(others));
    leader.start();
  },
  worker: (stage) => killService(stage, 'worker'),
  api: (stage) => killService(stage, 'api'),
};

async function killService({ services, random }: Stage, role: Service['role']): Promise<void> {
  await random.pick(services.all.filter((service) => service.role === role)).killAndStart();
}

async function otherLeads({ nodes }: Cluster, old: Node): Promise<void> {
  const others = nodes.filter((node) => node !== old);
  await until(async () => (await Promise.all(others.map((node) => node.isLeader()))).includes(true));
}
