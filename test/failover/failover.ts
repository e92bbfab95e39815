// The proof of failover: merchants and customers at work on several processes over a cluster, of which something is killed
// in each round. Then the quiet, and the judgement.
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool, type Sql } from '../../src/kernel/db/db.ts';
import { acknowledgedIn } from '../storm/journal.ts';
import { judgeLoad, openLoad } from '../storm/load.ts';
import { openGate } from '../storm/nights.ts';
import { seeded } from '../storm/random.ts';
import { openDurableServer } from '../support/durable-server.ts';
import { type Cluster, differentPorts, startCluster } from './cluster.ts';
import { type Stage, strikes, type Target } from './kills.ts';
import { type Probe, startProbe } from './probe.ts';
import { type Services, startServices } from './processes.ts';
import type { Programs } from './programs.ts';
import { judgeTopUps, type TopUp, topUpUntil } from './top-ups.ts';

export interface FailoverOptions {
  rounds: number;
  /** The kills, repeated in this order. */
  turns: readonly Target[];
  seed: number;
  shoppers: number;
  /** How the service reaches its primary. */
  over: 'haproxy' | 'hosts';
  say: (line: string) => void;
}

interface Round {
  target: Target;
  /** From its beginning until all is whole again. */
  seconds: number;
  /** Of them, how many no payment could be created. */
  without: ReturnType<Probe['without']>;
}

const masterKeys = `k1:${Buffer.alloc(32, 'a key of the failover').toString('base64')}`;

/** Throws when a process does not recover; then the output of its programs stays in the cluster's folder. */
export async function proveFailover(programs: Programs, options: FailoverOptions) {
  const { say } = options;
  const [api1, api2, worker1, worker2] = await differentPorts(4);
  const ports = { api: [api1!, api2!], worker: [worker1!, worker2!] };
  // The bank keeps what the cluster may lose.
  const bank = await openDurableServer();
  const ended: string[] = [];
  let cluster: Cluster | undefined;
  let services: Services | undefined;
  try {
    say('starting the cluster');
    cluster = await startCluster(programs, ports.api);
    const bankUrl = await bank.database('bank');
    const env = {
      DATABASE_URL: options.over === 'hosts' ? cluster.urlOfHosts : cluster.url,
      TEFO_BANK_DATABASE_URL: bankUrl,
      TEFO_MASTER_KEYS: masterKeys,
      TEFO_PUBLIC_URL: cluster.base,
      TEFO_TRUSTED_PROXIES: '127.0.0.0/8',
      TEFO_DATABASE_WAIT_SECONDS: '120',
    };
    say('starting two processes of each role');
    services = await startServices(env, ports, (what) => ended.push(what));
    const stage = { cluster, services, random: seeded(options.seed, 'kills') };
    const report = await play(stage, ended, options, bankUrl);
    cluster.remove();
    return report;
  } catch (error) {
    if (cluster) say(`the output of its programs is in ${cluster.home}`);
    throw error;
  } finally {
    cluster?.end();
    await services?.remove();
    await bank.end();
  }
}

async function play(stage: Stage, ended: string[], options: FailoverOptions, bankUrl: string) {
  const { cluster, services } = stage;
  const { seed, shoppers, say } = options;
  const load = await openLoad(cluster.base, services.credentials);
  const { calls, journal, receiver } = load;
  const db = openPool(cluster.url, { max: 2, name: 'failover' });
  const bank = openPool(bankUrl, { max: 2, name: 'failover' });
  const topUps: TopUp[] = [];
  try {
    const listeners = await countListeners(db);
    const began = performance.now();
    load.start({ prefix: 'f', seed, shoppers, gate: openGate(), paysOut: true, restMs: 100 });
    const topping = topUpUntil(calls, journal, topUps, load.isOver);
    const probe = startProbe(calls, journal, load.isOver);
    const rounds = await playRounds(stage, probe, options).finally(load.stop);
    await Promise.all([topping, probe.ended]);
    const over = performance.now();
    say('the rounds are over; waiting for quiet');
    const left = await countListeners(db);
    if (left !== listeners)
      ended.push(`${listeners} connections listened for wakes before, and now ${left} do`);
    const books = { db, bank };
    const judged = await judgeLoad(load, books, () => services.command('check', '--json'));
    await judgeTopUps(topUps, books, (text) => judged.violations.push(text));
    return {
      rounds,
      acknowledged: { ...acknowledgedIn(journal), topUps: topUps.length },
      lostAnswers: journal.lostAnswers,
      notifications: receiver.received(),
      /** Seconds without service of the whole run. */
      without: probe.without(began, over),
      seconds: Math.round((over - began) / 1000),
      check: judged.check,
      violations: [...ended, ...judged.violations],
    };
  } finally {
    await load.close();
    await Promise.all([db.end(), bank.end()]);
  }
}

/** The number of the service's connections that listen to its other processes. */
async function countListeners(db: Sql): Promise<number> {
  const [row] = await db<{ listening: number }[]>`
    select count(*)::integer as listening from pg_stat_activity where query ilike 'listen %'`;
  return row!.listening;
}

async function playRounds(stage: Stage, probe: Probe, options: FailoverOptions): Promise<Round[]> {
  const { rounds, turns, say } = options;
  const played: Round[] = [];
  for (let number = 1; number <= rounds; number += 1) {
    const target = turns[(number - 1) % turns.length]!;
    const began = performance.now();
    await sleep(stage.random.between(1_000, 4_000));
    await strikes[target](stage);
    await stage.cluster.whole();
    await stage.services.ready();
    // A gap is known when it has ended.
    await sleep(1_500);
    const ended = performance.now();
    const without = probe.without(began, ended);
    played.push({ target, seconds: (ended - began) / 1000, without });
    say(
      `round ${number}: ${target}, whole again after ${((ended - began) / 1000).toFixed(0)} s, ` +
        `without service for ${without.total.toFixed(1)} s`,
    );
  }
  return played;
}
