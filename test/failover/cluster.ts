// A PostgreSQL cluster on loopback ports, of Debian's programs: three etcd members, three PostgreSQL servers each kept by a
// Patroni, with synchronous replication, and HAProxy, which leads to the primary and to the service's processes that are
// ready.
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool } from '../../src/kernel/db/db.ts';
import { runnerFor } from '../../src/kernel/db/embedded/binaries.ts';
import { freePort } from '../support/ports.ts';
import { onExit } from '../support/process.ts';
import { type Etcd, startEtcd } from './etcd.ts';
import { startHaproxy } from './haproxy.ts';
import { type Node, startNode } from './node.ts';
import type { Programs } from './programs.ts';
import { createSpawner, until } from './spawning.ts';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

const nodeNumbers = [1, 2, 3];
const password = 'failover';

/** `apiPorts`: of the service's processes, to which HAProxy leads as soon as they are ready. */
export async function startCluster(programs: Programs, apiPorts: number[]) {
  const home = await mkdtemp(join(tmpdir(), 'tefo-failover-'));
  const spawner = createSpawner(home, await runnerFor(home), programs.env);
  const forget = onExit(() => end());
  const ports = await differentPorts(6 + 2 * nodeNumbers.length + 2);
  const take = (): number => ports.pop()!;

  const members = nodeNumbers.map((number) => ({ name: `etcd${number}`, client: take(), peer: take() }));
  const etcd = members.map((member) => startEtcd(spawner, programs, member, members));
  await until(() => etcdLeader(etcd));
  const places = nodeNumbers.map((number) => ({ name: `node${number}`, port: take(), restPort: take() }));
  const nodes: Node[] = [];
  for (const place of places) {
    await mkdir(join(home, place.name));
    nodes.push(await startNode(spawner, programs, { ...place, password, etcd: members }));
  }
  const [databasePort, frontPort] = [take(), take()];
  const haproxy = await startHaproxy(spawner, programs, { databasePort, frontPort, apiPorts, places });

  /** Patroni's current leader; undefined without one. */
  const leader = async (): Promise<Node | undefined> => {
    for (const node of nodes) if (await node.isLeader()) return node;
    return undefined;
  };
  /** Resolves when every part of it is there again, both standbys streaming and one of them synchronous. */
  const whole = () =>
    until(async () => {
      const first = await leader();
      const answers = await Promise.all(etcd.map((member) => member.status()));
      if (!first || answers.includes(undefined) || (await haproxy.chosen()) !== first.name) return false;
      return hasBothStandbys(superuserOf(first));
    });
  /** Ends every process. */
  function end(): void {
    for (const node of nodes) node.killNow();
    spawner.killAll();
  }
  await whole();
  await createDatabase(superuserOf((await leader())!));
  return {
    ...{ home, nodes, etcd, haproxy, leader, whole, end },
    /** The database of the service, by way of HAProxy, and by the addresses of all servers. */
    url: `postgres://tefo:${password}@127.0.0.1:${databasePort}/tefo`,
    urlOfHosts: `postgres://tefo:${password}@${places.map(({ port }) => `127.0.0.1:${port}`).join(',')}/tefo`,
    /** HAProxy's port for requests to the service. */
    base: `http://127.0.0.1:${frontPort}`,
    remove: (): void => {
      end();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
      forget();
    },
  };
}

/** The member that leads etcd, as its members say; undefined while they elect one. */
export async function etcdLeader(etcd: Etcd[]): Promise<Etcd | undefined> {
  for (const member of etcd) {
    const status = await member.status();
    if (status?.isLeader) return member;
  }
  return undefined;
}

const superuserOf = ({ port }: Node): string => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

async function hasBothStandbys(url: string): Promise<boolean> {
  const sql = openPool(url, { max: 1, connectSeconds: 2 });
  try {
    const rows = await sql<{ syncState: string }[]>`
      select sync_state from pg_stat_replication where state = 'streaming' and application_name like 'node%'`;
    return rows.length === nodeNumbers.length - 1 && rows.some(({ syncState }) => syncState === 'sync');
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 0 });
  }
}

async function createDatabase(url: string): Promise<void> {
  const sql = openPool(url, { max: 1 });
  await sql.unsafe(`create role tefo login password '${password}'`);
  await sql`create database tefo owner tefo`;
  await sql.end();
}

/** So many free ports, each once. */
export async function differentPorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
