// One node of the cluster: a Patroni and the PostgreSQL server that it keeps, which fall and freeze together, as a
// machine does.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { familyOf, isAlive } from '../support/process.ts';
import type { EtcdPlace } from './etcd.ts';
import type { Programs } from './programs.ts';
import { ask, type Spawner } from './spawning.ts';

export interface NodePlace {
  name: string;
  port: number;
  /** Of Patroni's REST interface. */
  restPort: number;
}

export type Node = Awaited<ReturnType<typeof startNode>>;

export async function startNode(
  spawner: Spawner,
  programs: Programs,
  place: NodePlace & { password: string; etcd: EtcdPlace[] },
) {
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
  const roots = () => [child.pid, postmaster()].filter((pid) => pid !== undefined);
  const everybody = async (): Promise<number[]> => {
    const families = await Promise.all(roots().map(familyOf));
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
    /** kill -9 of both and of everything they have started. */
    kill: async () => signal(await everybody(), 'SIGKILL'),
    /** SIGSTOP of the same: a machine that hangs, or that the network has forgotten. */
    freeze: async (): Promise<void> => {
      frozen = await everybody();
      signal(frozen, 'SIGSTOP');
    },
    thaw: () => signal(frozen, 'SIGCONT'),
    start: (): void => {
      child = spawner.spawn(name, command);
    },
    /** For an end of this process, where nothing can be waited for. */
    killNow: () => signal(roots(), 'SIGKILL'),
  };
}

/** The settings of Patroni; docs/operations/scale.md explains the same lines. */
function patroniSettings(
  folder: string,
  { postgresBin, etcdVersion }: Programs,
  { name, port, restPort, password, etcd }: NodePlace & { password: string; etcd: EtcdPlace[] },
): object {
  const rest = `127.0.0.1:${restPort}`;
  const address = `127.0.0.1:${port}`;
  return {
    scope: 'tefo',
    name,
    restapi: { listen: rest, connect_address: rest },
    [etcdVersion === 2 ? 'etcd' : 'etcd3']: { hosts: etcd.map(({ client }) => `127.0.0.1:${client}`) },
    bootstrap: {
      dcs: {
        // Without a message of the leader for `ttl` seconds another is chosen: twenty is Patroni's minimum.
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 7,
        // A commit is acknowledged when a standby has it too, and without a standby none is.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          // A primary that was replaced becomes a standby again by itself.
          use_pg_rewind: true,
          use_slots: true,
          parameters: { max_connections: 150, shared_buffers: '64MB', max_wal_size: '512MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: join(folder, 'data'),
      bin_dir: postgresBin,
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
      },
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        'local all all scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
    },
  };
}
