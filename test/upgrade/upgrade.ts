// The proof of an upgrade: merchants and customers use two processes of the previous version, which are replaced one by one
// by this version, then by the previous one again, and finally by this one. Then a quiet phase, and the judgement.
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Credentials } from '../../src/app/credentials.ts';
import { openPool } from '../../src/kernel/db/db.ts';
import { type Calls, openCalls } from '../storm/calls.ts';
import { countIds, type Journal, newJournal } from '../storm/journal.ts';
import { fillFloat } from '../storm/money-out.ts';
import { openGate } from '../storm/nights.ts';
import { judge } from '../storm/oracle.ts';
import { quietMs, readSeen, waitForQuiet } from '../storm/quiet.ts';
import { seeded } from '../storm/random.ts';
import { type Receiver, startReceiver } from '../storm/receiver.ts';
import { shop } from '../storm/shopper.ts';
import { openDurableServer } from '../support/durable-server.ts';
import { makeTefo, type Running, type Tefo } from '../support/process.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { watchLocks } from './lock-watch.ts';
import type { Version } from './versions.ts';

export interface UpgradeOptions {
  /** Payments that are there before. */
  filled: number;
  /** How long each pair of processes works, in seconds. */
  seconds: number;
  shoppers: number;
  seed: number;
  say(line: string): void;
}

export interface UpgradeReport {
  /** What `tefo migrate` applied under load. */
  migrations: string[];
  migrateSeconds: number;
  /** The longest that a request waited for a table meanwhile. */
  longestLockMs: number;
  /** Whether the version before started again on the new schema. */
  isBack: boolean;
  requests: number;
  failures: string[];
  /** The slowest answer of all. */
  slowestMs: number;
  payments: number;
  /** What `tefo check` says; null where payments were filled in, which have no books. */
  check: boolean | null;
  violations: string[];
}

const masterKeys = `k1:${Buffer.alloc(32, 'a key of the upgrade').toString('base64')}`;

export async function proveUpgrade(before: Version, options: UpgradeOptions): Promise<UpgradeReport> {
  const server = await openDurableServer();
  const balancer = await startBalancer();
  const fleet = createFleet(balancer, {
    DATABASE_URL: await server.database('upgrade', { isEmpty: true }),
    TEFO_MASTER_KEYS: masterKeys,
    TEFO_PUBLIC_URL: balancer.base,
    TEFO_TRUSTED_PROXIES: '127.0.0.0/8',
  });
  try {
    const first = await fleet.start(sourceOf(before));
    if (options.filled > 0) await fill(before, fleet.env.DATABASE_URL!, options);
    const pair = [first, await fleet.start(sourceOf(before))];
    const load = await startLoad(balancer.base, await first.home.credentials(), options);
    try {
      const played = await play({ fleet, pair, balancer, before }, options);
      await load.stop();
      const { asked, violations } = load.journal;
      const judged = options.filled > 0 ? { check: null, violations } : await judgeAll(load, fleet, pair[0]!);
      return { ...played, payments: countIds(asked), ...judged };
    } finally {
      await load.close();
    }
  } finally {
    await fleet.remove();
    await balancer.close();
    await server.end();
  }
}

const sourceOf = ({ folder }: Version): string => `${folder}/src`;

/** Fills in payments by the version before, whose tables they go into. */
async function fill({ folder }: Version, url: string, { filled, say }: UpgradeOptions): Promise<void> {
  say(`filling in ${filled} payments`);
  const args = ['scripts/console-seed.ts', '--payments', String(filled), '--database', url];
  await promisify(execFile)(process.execPath, args, { cwd: folder });
}

interface Fleet {
  env: Record<string, string>;
  /** Starts a process; the balancer leads to it when it is ready. `source` is that of another version. */
  start(source?: string): Promise<Member>;
  /** Starts another, and then ends this one in order. Throws, and leaves it, when the other does not start. */
  replace(member: Member, source?: string): Promise<Member>;
  remove(): Promise<void>;
}

interface Member {
  home: Tefo;
  running: Running;
}

function createFleet(balancer: Balancer, env: Record<string, string>): Fleet {
  const homes: Tefo[] = [];
  const start = async (source?: string): Promise<Member> => {
    const home = await makeTefo(env, source ? { source } : {});
    homes.push(home);
    const running = home.start();
    await running.ready();
    balancer.add(home.port);
    return { home, running };
  };
  return {
    env,
    start,
    replace: async ({ home, running }, source) => {
      const next = await start(source);
      balancer.drop(home.port);
      running.signal('SIGTERM');
      await running.ended;
      return next;
    },
    remove: async () => {
      for (const home of homes) await home.remove();
    },
  };
}

interface Load {
  calls: Calls;
  journal: Journal;
  receiver: Receiver;
  /** Resolves when every client has finished. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

async function startLoad(base: string, credentials: Credentials, options: UpgradeOptions): Promise<Load> {
  const { filled, seed, shoppers } = options;
  const journal = newJournal();
  const receiver = await startReceiver();
  const calls = await openCalls(base, credentials, () => (journal.lostAnswers += 1));
  await fillFloat(calls);
  const gate = openGate();
  let isSoonOver = false;
  const working = Array.from({ length: shoppers }, (_, index) => {
    const name = `u${index + 1}`;
    return shop({
      ...{ name, calls, journal, gate, random: seeded(seed, name), isOver: () => isSoonOver },
      // The filled rows have used up the float.
      ...{ notifyUrl: receiver.url, paysOut: filled === 0, restMs: 100 },
    });
  });
  const stop = async (): Promise<void> => {
    isSoonOver = true;
    await Promise.all(working);
  };
  const close = async (): Promise<void> => {
    isSoonOver = true;
    await calls.close();
    await receiver.close();
  };
  return { calls, journal, receiver, stop, close };
}

interface Stage {
  fleet: Fleet;
  /** The two processes that work, the elder first. */
  pair: Member[];
  balancer: Balancer;
  before: Version;
}

type Played = Omit<UpgradeReport, 'payments' | 'check' | 'violations'>;

async function play({ fleet, pair, balancer, before }: Stage, options: UpgradeOptions): Promise<Played> {
  let slowestMs = 0;
  /** Lets them work for a while. */
  const hold = async (what: string): Promise<void> => {
    await sleep(options.seconds * 1_000);
    const { requests, failures, slowestMs: ms } = balancer.figures();
    slowestMs = Math.max(slowestMs, ms);
    options.say(`${what}: ${requests} requests, ${failures.length} failed, the slowest ${ms.toFixed(0)} ms`);
  };
  /** Puts another process in the place of the elder. */
  const turn = async (what: string, source?: string): Promise<void> => {
    pair.push(await fleet.replace(pair[0]!, source));
    pair.shift();
    await hold(what);
  };

  await hold('two of the version before');
  const locks = watchLocks(fleet.env.DATABASE_URL!);
  const migrated = await migrate(fleet);
  await hold('both on the new schema');
  const longestLockMs = await locks.stop();
  await turn('one of each');
  await turn('two of this version');
  const isBack = await turn('back: one of each', sourceOf(before)).then(
    () => true,
    (error: Error) => void options.say(`it does not go back: ${error.message}`),
  );
  if (isBack) {
    await turn('back: two of the version before', sourceOf(before));
    await turn('forward again: one of each');
    await turn('forward again: two of this version');
  }
  const { requests, failures } = balancer.figures();
  return { ...migrated, longestLockMs, isBack: isBack === true, requests, failures, slowestMs };
}

/** Runs `tefo migrate` of this version. */
async function migrate({ env }: Fleet): Promise<Pick<UpgradeReport, 'migrations' | 'migrateSeconds'>> {
  const home = await makeTefo(env);
  const began = performance.now();
  const { code, stdout, stderr } = await home.program('migrate', '--json');
  const migrateSeconds = (performance.now() - began) / 1000;
  await home.remove();
  if (code !== 0) throw new Error(`tefo migrate: ${stdout} ${stderr}`);
  return { migrations: JSON.parse(stdout).applied, migrateSeconds };
}

async function judgeAll(
  { journal, calls, receiver }: Load,
  { env }: Fleet,
  { home }: Member,
): Promise<Pick<UpgradeReport, 'check' | 'violations'>> {
  const db = openPool(env.DATABASE_URL!, { max: 2, name: 'upgrade' });
  try {
    const books = { db, bank: db };
    const violations = [...journal.violations];
    if (!(await waitForQuiet(books, quietMs))) violations.push('there was still work waiting');
    const judged = await judge(journal, await readSeen(calls, receiver), books);
    violations.push(...judged.map(({ text }) => text));
    const check = await home.program('check', '--json');
    if (check.code !== 0) violations.push(`tefo check: ${check.stdout.trim()} ${check.stderr.trim()}`);
    return { check: check.code === 0, violations };
  } finally {
    await db.end();
  }
}
