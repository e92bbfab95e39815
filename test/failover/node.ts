// One node of the cluster: a Patroni and the PostgreSQL server that it keeps, which fall and freeze together, as a
// machine does.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { familyOf, isAlive } from '../support/process.ts';
import type { EtcdPlace } from './etcd.ts';
import { patroniSettings } from './patroni-settings.ts';
import type { Programs } from './programs.ts';
import { ask, type Spawner } from './spawning.ts';

export interface NodePlace {
  name: string;
  port: number;
  /** Of Patroni's REST interface. */
  restPort: number;
}

export interface Node extends NodePlace {
  isLeader(): Promise<boolean>;
  /** kill -9 of both and of everything they have started. */
  kill(): Promise<void>;
  /** SIGSTOP of the same: a machine that hangs, or that the network has forgotten. */
  freeze(): Promise<void>;
  thaw(): void;
  start(): void;
  /** For an end of this process, where nothing can be waited for. */
  killNow(): void;
}

export async function startNode(
  spawner: Spawner,
  programs: Programs,
  place: NodePlace & { password: string; etcd: EtcdPlace[] },
): Promise<Node> {
  const { name, port, restPort } = place;
  const folder = join(spawner.home, name);
  const file = join(folder, 'patroni.yml');
  // JSON is YAML.
  await writeFile(file, JSON.stringify(patroniSettings(folder, programs, place), null, 2));
  const command = [...programs.patroni, file];
  let child = spawner.spawn(name, command);
  let frozen: number[] = [];

  const postmaster = (): number | undefined => {
    try {
      return Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]) || undefined;
    } catch {
      return undefined;
    }
  };
  const everybody = async (): Promise<number[]> => {
    const roots = [child.pid, postmaster()].filter((pid) => pid !== undefined);
    const families = await Promise.all(roots.map(familyOf));
    return [...new Set(families.flat())].filter(isAlive);
  };
  const signal = (pids: number[], name: NodeJS.Signals): void => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended meanwhile.
      }
    }
  };

  return {
    name,
    port,
    restPort,
    isLeader: async () => (await ask(`http://127.0.0.1:${restPort}/primary`))?.status === 200,
    kill: async () => signal(await everybody(), 'SIGKILL'),
    freeze: async () => {
      frozen = await everybody();
      signal(frozen, 'SIGSTOP');
    },
    thaw: () => signal(frozen, 'SIGCONT'),
    start: () => {
      child = spawner.spawn(name, command);
    },
    killNow: () =>
      signal(
        [child.pid, postmaster()].filter((pid) => pid !== undefined),
        'SIGKILL',
      ),
  };
}
