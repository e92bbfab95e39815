// One member of etcd, where Patroni's nodes agree on who leads.
import { kill } from '../support/processes.ts';
import type { Programs } from './programs.ts';
import { ask, type Spawner } from './spawning.ts';

export interface EtcdPlace {
  name: string;
  client: number;
  peer: number;
}

export type Etcd = ReturnType<typeof startEtcd>;

export function startEtcd(spawner: Spawner, programs: Programs, place: EtcdPlace, all: EtcdPlace[]) {
  const { name } = place;
  const client = `http://127.0.0.1:${place.client}`;
  const peer = `http://127.0.0.1:${place.peer}`;
  const cluster = all.map((one) => `${one.name}=http://127.0.0.1:${one.peer}`).join(',');
  const command = [
    ...programs.etcd,
    ...['--name', name, '--data-dir', `${spawner.home}/${name}`],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', cluster, '--initial-cluster-state', 'new'],
    // For machines that are busy with everything else.
    ...['--heartbeat-interval', '200', '--election-timeout', '2000'],
    ...(programs.etcdVersion === 2 ? ['--enable-v2'] : []),
    ...['--logger', 'zap', '--log-level', 'warn'],
  ];
  let child = spawner.spawn(name, command);
  return {
    name,
    /** Undefined when it does not respond, or there is no leader. */
    status: async (): Promise<{ isLeader: boolean } | undefined> => {
      const answer = await ask(`${client}/v3/maintenance/status`, { method: 'POST', body: '{}' });
      const { header, leader } = (answer?.body ?? {}) as { header?: { member_id: string }; leader?: string };
      return header && leader && leader !== '0' ? { isLeader: header.member_id === leader } : undefined;
    },
    kill: () => kill(child),
    start: (): void => {
      child = spawner.spawn(name, command);
    },
  };
}
