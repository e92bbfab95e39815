// The scheduler killed and doubled: round after round, two of them work on the same subscriptions at the same time, and
// at least one is killed on the way. In the end each occurrence must have been charged once: no double, and no gap.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { banks } from '../../src/core/banks.ts';
import { createMerchant, findSiteByCode, type Site } from '../../src/core/merchants/actions.ts';
import { simulatorAccount } from '../../src/core/rails.ts';
import { authoriseAtBank, createSubscription, enquireMandate } from '../../src/core/subscriptions/actions.ts';
import { dayOf } from '../../src/kernel/business-days.ts';
import { plus } from '../../src/kernel/clock.ts';
import type { Sql } from '../../src/kernel/db/db.ts';
import { checkEverything } from '../../src/reports/checks/all.ts';
import { type Random, seeded } from '../storm/random.ts';
import { testDatabase } from '../support/database.ts';
import { openInstance, type Task } from './instance.ts';

export interface SchedulerOptions {
  rounds: number;
  seed: number;
  /** Real processes and a real signal; else instances in this process with all connections cut. */
  isReal: boolean;
  say?: (line: string) => void;
}

const hour = 3_600_000;
const day = 24 * hour;
const start = new Date('2026-11-23T08:00:00Z');

export async function runScheduler(options: SchedulerOptions) {
  const { rounds, seed, say } = options;
  const random = seeded(seed, 'scheduler');
  const database = await testDatabase();
  const calm = openInstance(calmTask(database.url, start), () => {});
  const report = newReport();
  const plans: Plan[] = [];
  try {
    const merchant = await createMerchant(calm.ctx, { name: 'Gym' });
    const site = (await findSiteByCode(calm.ctx.db, merchant.siteCode))!;
    for (let now = start; report.rounds < rounds; report.rounds += 1) {
      now = plus(now, leap(random));
      calm.clock.set(now);
      // New ones all the time, so that there is always something to charge, and something to catch up with.
      for (let made = 0; made < 2; made += 1) plans.push(await subscribe(calm, site, random));
      report.kills += await playRound(database.url, now, random, options.isReal);
      if (report.rounds % 10 === 9) say?.(`${report.rounds + 1} rounds, ${report.kills} kills`);
    }
    await healAll(calm);
    report.subscriptions = plans.length;
    await judge(calm.ctx.db, plans, report);
  } finally {
    await calm.end();
    await database.drop();
  }
  return report;
}

/** `paid` and `failed` are charges that were paid and that failed, as they should. */
const newReport = () => ({
  ...{ rounds: 0, kills: 0, subscriptions: 0, paid: 0, failed: 0 },
  violations: [] as string[],
});
type Report = ReturnType<typeof newReport>;

const calmTask = (url: string, now: Date): Task => ({
  url,
  now: now.toISOString(),
  faults: {},
  afterWrites: 0,
  lastLeaves: false,
});

/** Sometimes no time passes, sometimes two days. */
const leap = (random: Random): number =>
  random.pick([0, 30_000, 5 * 60_000, hour, 6 * hour, day, day, 2 * day]);

/** Two schedulers at once; returns the number of kills. */
async function playRound(url: string, now: Date, random: Random, isReal: boolean): Promise<number> {
  const tasks = [true, random.chance(0.5)].map((isKilled): Task => {
    const faults = {
      timeoutAfterCommit: random.chance(0.2),
      duplicateCallbacks: random.chance(0.3),
      reorderCallbacks: random.chance(0.3),
    };
    // A run that has little to do ends after some twenty writes, one that charges after hundreds.
    const afterWrites = isKilled ? 1 + random.between(0, random.pick([30, 150, 600])) : 0;
    return { url, now: now.toISOString(), faults, afterWrites, lastLeaves: random.chance(0.5) };
  });
  const killed = await Promise.all(tasks.map(isReal ? runProcess : runHere));
  return killed.filter(Boolean).length;
}

async function runHere(task: Task): Promise<boolean> {
  const instance = openInstance(task, (cut) => cut());
  try {
    await instance.drain();
  } catch (error) {
    if (!instance.isDead()) throw error;
  }
  // Its remaining work has no effect; its pool is left to fail.
  void instance.end();
  return instance.isDead();
}

async function runProcess(task: Task): Promise<boolean> {
  const worker = new URL('./worker.ts', import.meta.url).pathname;
  try {
    await promisify(execFile)(process.execPath, [worker, JSON.stringify(task)], { timeout: 120_000 });
    return false;
  } catch (error) {
    if ((error as { signal?: string; killed?: boolean }).signal === 'SIGKILL') return true;
    throw error;
  }
}

interface Plan {
  id: string;
  occurrences: number;
  payableNow: bigint | undefined;
  amount: bigint;
  /** Whether the bank declines each of its charges. */
  isDeclined: boolean;
}

type Instance = ReturnType<typeof openInstance>;

const bank = { ...banks[0]!, available: true, unavailableReason: null, account: simulatorAccount };
const consent = {
  textVersion: '1',
  language: 'en',
  address: '::1',
  userAgent: null,
  givenAt: start.toISOString(),
};

async function subscribe({ ctx, clock, simulator }: Instance, site: Site, random: Random): Promise<Plan> {
  // Paid, paid after a minute, paid late, paid by a bank that is busy; declined, declined after a minute.
  const cents = random.pick([0n, 0n, 0n, 94n, 96n, 99n, 91n, 95n]);
  const payableNow = random.chance(0.3) ? 7_000n : undefined;
  const occurrences = random.between(1, 7);
  const amount = 10_000n + cents;
  const first = dayOf(clock.now()).add({ days: random.between(0, 4) });
  const subscription = await createSubscription(ctx, {
    site,
    amount,
    merchantReference: 'GYM',
    frequency: random.pick(['Daily', 'Daily', 'Weekly', 'Fortnightly', 'Monthly']),
    firstPaymentDate: first.toString(),
    occurrences,
    ...(payableNow !== undefined && { payableNow }),
  });
  await authoriseAtBank(ctx, simulator.rails, subscription, bank, consent, 'http://localhost/back');
  await simulator.decideMandate(subscription.id, 'approved');
  await enquireMandate(ctx, simulator.rails, subscription);
  const isDeclined = cents === 91n || cents === 95n;
  return { id: subscription.id, occurrences, payableNow, amount, isDeclined };
}

/** The kills have ended; time passes until no work is left. */
async function healAll({ ctx, clock, drain }: Instance): Promise<void> {
  for (let steps = 0; steps < 2_000; steps += 1) {
    await drain();
    const [row] = await ctx.db<{ open: bigint; due: Date | null }[]>`
      select count(*) as open, (select min(due_at) from subscription_charges) as due
      from subscriptions where state = 'active'`;
    if (row!.open === 0n) break;
    // To the next due time, but not past a time that a bank has promised meanwhile.
    const soon = plus(clock.now(), hour);
    clock.set(row!.due !== null && row!.due > soon && (await isQuiet(ctx.db)) ? row!.due : soon);
  }
  clock.advance(day);
  await drain();
}

async function isQuiet(db: Sql): Promise<boolean> {
  const rows = await db`
    select 1 from subscription_charges where state = 'charging'
    union all select 1 from bank.orders where due_at is not null limit 1`;
  return rows.length === 0;
}

/** Compares the database and the bank with the expected result of each subscription. */
async function judge(db: Sql, plans: Plan[], report: Report): Promise<void> {
  for (const plan of plans) report.violations.push(...(await judgeOne(db, plan, report)));
  for (const row of await db<{ id: string; number: number }[]>`
    select payment_id as id, count(*)::integer as number
    from transactions group by payment_id, (created_at at time zone 'Africa/Johannesburg')::date having count(*) > 1`) {
    report.violations.push(`${row.number} attempts on one day: ${row.id}`);
  }
  for (const { rule, object, detail } of await checkEverything(db, { simulatedBank: true })) {
    report.violations.push(`${rule}: ${object} ${detail}`);
  }
}

async function judgeOne(db: Sql, plan: Plan, report: Report): Promise<string[]> {
  const charges = await db<{ type: string; occurrence: number; state: string; attempts: number }[]>`
    select type, occurrence, state, attempts from subscription_charges where subscription_id = ${plan.id}
    order by occurrence`;
  const orders = await db<{ cents: bigint }[]>`
    select amount_cents as cents from bank.orders where mandate_id = ${plan.id} and state = 'paid'`;
  const scheduled = charges.filter(({ type }) => type === 'scheduled');
  report.paid += orders.length;
  report.failed += charges.filter(({ state }) => state === 'failed').length;

  // With three failures in a row the subscription fails, and its later charges are cancelled.
  const last = plan.isDeclined ? Math.min(plan.occurrences, 3) : plan.occurrences;
  const want = plan.isDeclined ? 'failed' : 'successful';
  const decided = scheduled.slice(0, last);
  const collected = sorted(orders.map(({ cents }) => cents));
  const holds: [boolean, string][] = [
    [decided.length === last && decided.every(({ state }) => state === want), `an occurrence is not ${want}`],
    [scheduled.every(({ occurrence }, index) => occurrence === index + 1), 'there is a gap'],
    [charges.every(({ attempts }) => attempts <= 3), 'more than three attempts'],
    [collected === sorted(toCollect(plan)), `the bank has collected ${collected}`],
  ];
  const list = scheduled.map(({ occurrence, state }) => `${occurrence} ${state}`).join(', ');
  const broken = holds.filter(([isHeld]) => !isHeld).map(([, what]) => what);
  return broken.map((what) => `${what}: ${plan.id}, ${plan.occurrences} of ${plan.amount} cents: ${list}`);
}

const sorted = (cents: bigint[]): string => cents.toSorted((a, b) => Number(a - b)).join();

function toCollect({ isDeclined, occurrences, amount, payableNow }: Plan): bigint[] {
  const scheduled = isDeclined ? [] : Array.from({ length: occurrences }, () => amount);
  return payableNow === undefined ? scheduled : [...scheduled, payableNow];
}
