// The settings of a Patroni of the cluster; docs/operations/scale.md explains the same lines.
import { join } from 'node:path';
import type { EtcdPlace } from './etcd.ts';
import type { NodePlace } from './node.ts';
import type { Programs } from './programs.ts';

export function patroniSettings(
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
