// The proof of an upgrade: merchants and customers use two processes of the previous version, which are replaced one by one
// by this version, then by the previous one again, and finally by this one. Then a quiet phase, and the judgement.
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openPool } from '../../src/kernel/db/db.ts';
import { countIds } from '../storm/journal.ts';
import { judgeLoad, openLoad } from '../storm/load.ts';
import { openGate } from '../storm/nights.ts';
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

const masterKeys = `k1:${Buffer.alloc(32, 'a key of the upgrade').toString('base64')}`;

export async function proveUpgrade(before: Version, options: UpgradeOptions) {
  const { filled, seed, shoppers } = options;
  const server = await openDurableServer();
  const balancer = await startBalancer();
  const databaseUrl = await server.database('upgrade', { isEmpty: true });
  const fleet = createFleet(balancer, {
    DATABASE_URL: databaseUrl,
    TEFO_MASTER_KEYS: masterKeys,
    TEFO_PUBLIC_URL: balancer.base,
    TEFO_TRUSTED_PROXIES: '127.0.0.0/8',
  });
  const db = openPool(databaseUrl, { max: 2, name: 'upgrade' });
  try {
    const first = await fleet.start(sourceOf(before));
    if (filled > 0) await fill(before, databaseUrl, options);
    const pair = [first, await fleet.start(sourceOf(before))];
    const load = await openLoad(balancer.base, await first.home.credentials());
    // The filled rows have used up the float.
    load.start({ prefix: 'u', seed, shoppers, gate: openGate(), paysOut: filled === 0, restMs: 100 });
    try {
      const played = await play({ fleet, pair, balancer, before }, options);
      await load.stop();
      const { asked, violations } = load.journal;
      const judged =
        filled > 0
          ? { check: null, violations }
          : await judgeLoad(load, { db, bank: db }, () => pair[0]!.home.program('check', '--json'));
      return { ...played, payments: countIds(asked), check: judged.check, violations: judged.violations };
    } finally {
      await load.close();
    }
  } finally {
    await db.end();
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

type Fleet = ReturnType<typeof createFleet>;

interface Member {
  home: Tefo;
  running: Running;
}

function createFleet(balancer: Balancer, env: Record<string, string> & { DATABASE_URL: string }) {
  const homes: Tefo[] = [];
  /** Starts a process; the balancer leads to it when it is ready. `source` is that of another version. */
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
    /** Starts another, and then ends this one in order. Throws, and leaves it, when the other does not start. */
    replace: async ({ home, running }: Member, source?: string): Promise<Member> => {
      const next = await start(source);
      balancer.drop(home.port);
      running.signal('SIGTERM');
      await running.ended;
      return next;
    },
    remove: async (): Promise<void> => {
      for (const home of homes) await home.remove();
    },
  };
}

interface Stage {
  fleet: Fleet;
  /** The two processes that work, the elder first. */
  pair: Member[];
  balancer: Balancer;
  before: Version;
}

async function play({ fleet, pair, balancer, before }: Stage, options: UpgradeOptions) {
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
  const locks = watchLocks(fleet.env.DATABASE_URL);
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
async function migrate({ env }: Fleet): Promise<{ migrations: string[]; migrateSeconds: number }> {
  const home = await makeTefo(env);
  const began = performance.now();
  const { code, stdout, stderr } = await home.program('migrate', '--json');
  const migrateSeconds = (performance.now() - began) / 1000;
  await home.remove();
  if (code !== 0) throw new Error(`tefo migrate: ${stdout} ${stderr}`);
  return { migrations: JSON.parse(stdout).applied, migrateSeconds };
}
