// The proof of failover: merchants and customers at work on several processes over a cluster, of which something is killed
// in each round. Then the quiet, and the judgement.
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../../src/kernel/db/db.ts';
import { type Calls, openCalls } from '../storm/calls.ts';
import { countIds, countOutcomes, type Journal, newJournal } from '../storm/journal.ts';
import { fillFloat } from '../storm/money-out.ts';
import { openGate } from '../storm/nights.ts';
import { type Harm, judge, type Violation } from '../storm/oracle.ts';
import { quietMs, readSeen, waitForQuiet } from '../storm/quiet.ts';
import { seeded } from '../storm/random.ts';
import { type Receiver, startReceiver } from '../storm/receiver.ts';
import { shop } from '../storm/shopper.ts';
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

export interface Round {
  target: Target;
  /** From its beginning until all is whole again. */
  seconds: number;
  /** Of them, how many no payment could be created. */
  without: { total: number; longest: number };
}

export interface FailoverReport {
  rounds: Round[];
  acknowledged: { payments: number; outcomes: number; refunds: number; payouts: number; topUps: number };
  lostAnswers: number;
  notifications: number;
  /** Seconds without service of the whole run. */
  without: { total: number; longest: number };
  seconds: number;
  /** What `tefo check` says of all books. */
  check: boolean;
  violations: Violation[];
}

const masterKeys = `k1:${Buffer.alloc(32, 'a key of the failover').toString('base64')}`;

/** Throws when a process does not recover; then the output of its programs stays in the cluster's folder. */
export async function proveFailover(programs: Programs, options: FailoverOptions): Promise<FailoverReport> {
  const { say } = options;
  const [api1, api2, worker1, worker2] = await differentPorts(4);
  const ports = { api: [api1!, api2!], worker: [worker1!, worker2!] };
  // The bank keeps what the cluster may lose.
  const bank = await openDurableServer();
  const journal = newJournal();
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
    services = await startServices(env, ports, (what) => journal.violations.push(what));
    const stage = { cluster, services, random: seeded(options.seed, 'kills') };
    const report = await play(stage, journal, options, { databaseUrl: cluster.url, bankUrl });
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

interface Urls {
  databaseUrl: string;
  bankUrl: string;
}

async function play(
  stage: Stage,
  journal: Journal,
  options: FailoverOptions,
  urls: Urls,
): Promise<FailoverReport> {
  const receiver = await startReceiver();
  const calls = await openCalls(stage.cluster.base, stage.services.credentials, () => {
    journal.lostAnswers += 1;
  });
  try {
    await fillFloat(calls);
    const listeners = await countListeners(urls.databaseUrl);
    const began = performance.now();
    const load = startLoad(calls, journal, receiver, options);
    const rounds = await playRounds(stage, load.probe, options).finally(load.stop);
    const ended = performance.now();
    options.say('the rounds are over; waiting for quiet');
    const left = await countListeners(urls.databaseUrl);
    if (left !== listeners)
      journal.violations.push(`${listeners} connections listened for wakes before, and now ${left} do`);
    const judged = await judgeAll(stage, calls, journal, load.topUps, receiver, urls);
    return {
      rounds,
      acknowledged: {
        payments: countIds(journal.asked),
        outcomes: countOutcomes(journal.asked),
        refunds: journal.refunds.length,
        payouts: journal.payouts.length,
        topUps: load.topUps.length,
      },
      lostAnswers: journal.lostAnswers,
      notifications: receiver.received(),
      without: load.probe.without(began, ended),
      seconds: Math.round((ended - began) / 1000),
      ...judged,
    };
  } finally {
    await calls.close();
    await receiver.close();
  }
}

/** The number of the service's connections that listen to its other processes. */
async function countListeners(url: string): Promise<number> {
  const db = openPool(url, { max: 1, name: 'failover' });
  const [row] = await db<{ listening: number }[]>`
    select count(*)::integer as listening from pg_stat_activity where query ilike 'listen %'`;
  await db.end();
  return row!.listening;
}

interface Load {
  probe: Probe;
  topUps: TopUp[];
  /** Resolves when every shopper has finished. */
  stop(): Promise<void>;
}

function startLoad(calls: Calls, journal: Journal, receiver: Receiver, options: FailoverOptions): Load {
  const topUps: TopUp[] = [];
  const gate = openGate();
  let isSoonOver = false;
  const isOver = () => isSoonOver;
  const shoppers = Array.from({ length: options.shoppers }, (_, index) => {
    const name = `f${index + 1}`;
    const random = seeded(options.seed, name);
    return shop({
      ...{ name, calls, journal, random, gate, isOver },
      ...{ notifyUrl: receiver.url, paysOut: true, restMs: 100 },
    });
  });
  const topping = topUpUntil(calls, journal, topUps, isOver);
  const probe = startProbe(calls, journal);
  return {
    probe,
    topUps,
    stop: async () => {
      isSoonOver = true;
      await Promise.all([...shoppers, topping, probe.stop()]);
    },
  };
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

async function judgeAll(
  { services }: Stage,
  calls: Calls,
  journal: Journal,
  topUps: TopUp[],
  receiver: Receiver,
  { databaseUrl, bankUrl }: Urls,
): Promise<Pick<FailoverReport, 'check' | 'violations'>> {
  const db = openPool(databaseUrl, { max: 2, name: 'failover' });
  const bank = openPool(bankUrl, { max: 2, name: 'failover' });
  const violations: Violation[] = journal.violations.map((text) => ({ text, harm: 'wrong' }));
  const say = (text: string, harm: Harm = 'wrong') => void violations.push({ text, harm });
  try {
    const books = { db, bank };
    if (!(await waitForQuiet(books, quietMs))) say(`after ${quietMs / 1000} s there was still work waiting`);
    violations.push(...(await judge(journal, await readSeen(calls, receiver), books)));
    await judgeTopUps(topUps, books, say);
    const check = await services.command('check', '--json');
    if (check.code !== 0) say(`tefo check: ${check.stdout.trim()} ${check.stderr.trim()}`);
    return { check: check.code === 0, violations };
  } finally {
    await Promise.all([db.end(), bank.end()]);
  }
}
