// (k) subscription charges per second, from due to paid, booked and published, through the sweep: at a bank that
// responds at once, and at the simulated bank, whose ledger is in the same database. Compared with payments that the
// same process only creates.
import { reactions } from '../src/app/reactions.ts';
import { banks } from '../src/core/banks.ts';
import type { Context } from '../src/core/context.ts';
import { createMerchant, findSiteByCode, type Site } from '../src/core/merchants/actions.ts';
import { createPayment } from '../src/core/payments/actions.ts';
import { type BankAnswer, type Rails, simulatorAccount } from '../src/core/rails.ts';
import {
  authoriseAtBank,
  createSubscription,
  enquireMandate,
  type Subscription,
} from '../src/core/subscriptions/actions.ts';
import { createSubscriptionSweeps } from '../src/core/subscriptions/jobs.ts';
import { dayOf } from '../src/kernel/business-days.ts';
import { shiftedClock } from '../src/kernel/clock.ts';
import { openPool } from '../src/kernel/db/db.ts';
import { createLog } from '../src/kernel/process/log.ts';
import { createKeyring } from '../src/kernel/security/crypto.ts';
import { addDueCharges } from '../test/support/due-charges.ts';
import { openDurableServer } from '../test/support/durable-server.ts';
import { median } from '../test/support/figures.ts';
import { testPolicy } from '../test/support/policy.ts';
import { familySeconds, parentOf, processorSeconds } from '../test/support/processor-time.ts';
import { createTestSimulator } from '../test/support/simulator.ts';
import { compare, type Line, rate } from './figures.ts';

const charges = 2_000;
const creating = 200;

export async function measureCharging(rounds: number): Promise<Line[]> {
  const server = await openDurableServer();
  const db = openPool(await server.database('charging'), { max: 10, plans: 'by index' });
  try {
    const clock = shiftedClock(0);
    const ctx: Context = {
      ...{ db, clock, realClock: clock, policy: testPolicy, log: createLog('silent'), reactions },
      keyring: createKeyring(`k1:${Buffer.alloc(32, 'charging').toString('base64')}`),
      ...{ correlationId: 'charging', actor: 'system' },
    };
    return await measure(ctx, rounds);
  } finally {
    await db.end({ timeout: 1 });
    await server.end();
  }
}

async function measure(ctx: Context, rounds: number): Promise<Line[]> {
  const { siteCode } = await createMerchant(ctx, { name: 'Charging' });
  const site = (await findSiteByCode(ctx.db, siteCode))!;
  const simulator = createTestSimulator({
    ...{ db: ctx.db, clock: ctx.clock, log: ctx.log, publicUrl: 'http://localhost:8420' },
    frame: ({ body }) => String(body),
    onAnswer: async () => {},
    onTransferAnswer: async () => {},
    onDeposit: async () => {},
  });
  const { rails } = simulator;
  const subscription = await subscribe(ctx, site, rails);
  await simulator.decideMandate(subscription.id, 'approved');
  await enquireMandate(ctx, rails, subscription);
  const atOnce = simulator.railsWith({ mandates: { collect: async () => paid } });
  const lines = async (what: string, through: Rails, target: { target?: string }): Promise<Line[]> => {
    const spent: Spent[] = [];
    const { ours, theirs, ratio } = await compare(
      rounds,
      () => chargesPerSecond(ctx, through, subscription, (one) => spent.push(one)),
      () => createdPerSecond(ctx, site),
    );
    const us = (whose: keyof Spent): string =>
      `${Math.round((median(spent.map((one) => one[whose])) / charges) * 1e6)} us`;
    return [
      { part: 'k', what, ours: rate(ours), theirs: rate(theirs), ratio, ...target },
      {
        part: 'k',
        what: '  processor time of one: service + database',
        ours: `${us('service')} + ${us('database')}`,
      },
    ];
  };
  return [
    ...(await lines('charges, a bank that responds at once, by creates', atOnce, {
      target: '>= 600/s on two quiet cores',
    })),
    ...(await lines('charges, the simulated bank, by creates', rails, {})),
  ];
}

/** Processor time in seconds. */
interface Spent {
  service: number;
  database: number;
}

async function openMeter({ db }: Context): Promise<() => Spent> {
  const [row] = await db<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const server = parentOf(row!.pid);
  return () => ({ service: processorSeconds(process.pid), database: familySeconds(server) });
}

const paid: BankAnswer = { outcome: 'paid', reason: null, payerAccount: '62000000001' };

async function subscribe(ctx: Context, site: Site, rails: Rails): Promise<Subscription> {
  const today = dayOf(ctx.clock.now()).toString();
  const subscription = await createSubscription(ctx, {
    ...{ site, amount: 14_990n, merchantReference: 'CLUB-1' },
    ...{ frequency: 'Monthly', firstPaymentDate: today, occurrences: 12 },
  });
  const givenAt = ctx.clock.now().toISOString();
  const consent = { textVersion: '1', language: 'en', address: '127.0.0.1', userAgent: null, givenAt };
  await authoriseAtBank(
    ctx,
    rails,
    subscription,
    { ...banks[0]!, available: true, unavailableReason: null, account: simulatorAccount },
    consent,
    'http://localhost:8420/back',
  );
  return subscription;
}

async function chargesPerSecond(
  ctx: Context,
  rails: Rails,
  like: Subscription,
  tell: (spent: Spent) => void,
): Promise<number> {
  await addDueCharges(ctx.db, like, charges, ctx.clock.now());
  await ctx.db`analyze`;
  const before = await countPaid(ctx);
  const sweeps = createSubscriptionSweeps(ctx, rails);
  const sweep = sweeps.find(({ name }) => name === 'subscriptions.charge')!;
  const meter = await openMeter(ctx);
  const start = meter();
  const began = performance.now();
  while ((await sweep.run()) > 0);
  const seconds = (performance.now() - began) / 1000;
  const end = meter();
  tell({ service: end.service - start.service, database: end.database - start.database });
  const done = (await countPaid(ctx)) - before;
  if (done < charges) throw new Error(`${done} of ${charges} charges were paid`);
  return done / seconds;
}

async function countPaid({ db }: Context): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::integer as count from subscription_charges where state = 'successful'`;
  return row!.count;
}

async function createdPerSecond(ctx: Context, site: Site): Promise<number> {
  const began = performance.now();
  for (let made = 0; made < charges; made += creating)
    await Promise.all(Array.from({ length: creating }, () => createOne(ctx, site)));
  return charges / ((performance.now() - began) / 1000);
}

const createOne = (ctx: Context, site: Site) =>
  createPayment(ctx, { site, contract: 'one', amount: 14_990n, merchantReference: 'order', details: {} });
