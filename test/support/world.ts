// The core with all its surroundings in the service, for tests: a separate database, a clock that stands still until
// the test moves it, a merchant with a site, the simulated bank, and every sweep. No doubles are used.

import { after } from 'node:test';
import { reactions } from '../../src/app/reactions.ts';
import { banks } from '../../src/core/banks.ts';
import type { Context } from '../../src/core/context.ts';
import {
  createMerchant,
  findSiteByCode,
  type NewMerchant,
  type Site,
} from '../../src/core/merchants/actions.ts';
import { createDirectory, type Directory } from '../../src/core/merchants/directory.ts';
import { createDeliverySweep, type RenderNotification } from '../../src/core/notifications/jobs.ts';
import { createReplaySweep } from '../../src/core/notifications/replays.ts';
import { createPayment, type NewPayment, type Payment } from '../../src/core/payments/actions.ts';
import { type BankStep, type OfferedBank, simulatorAccount } from '../../src/core/rails.ts';
import { createSubscriptionSweeps } from '../../src/core/subscriptions/jobs.ts';
import {
  findAnyTransaction,
  openTransaction,
  startAtBank,
  type Transaction,
} from '../../src/core/transactions/actions.ts';
import { takeBankStep } from '../../src/core/transactions/enquiries.ts';
import { createEnquirySweep, createExpirySweep } from '../../src/core/transactions/jobs.ts';
import { recordAnswer } from '../../src/core/transactions/transitions.ts';
import { type MovableClock, manualClock, systemClock } from '../../src/kernel/clock.ts';
import { createJobs, type Jobs, type Sweep } from '../../src/kernel/concurrency/jobs.ts';
import { openPool, type Sql } from '../../src/kernel/db/db.ts';
import { createOutbound, type Post } from '../../src/kernel/http/outbound.ts';
import { createLog } from '../../src/kernel/process/log.ts';
import { createKeyring } from '../../src/kernel/security/crypto.ts';
import { poolSize, testDatabase } from './database.ts';
import { testPolicy } from './policy.ts';
import { createTestSimulator, type TestSimulator } from './simulator.ts';

export const demoKeys = `k1:${Buffer.alloc(32, 'a key of the tests').toString('base64')}`;
const offered = { available: true, unavailableReason: null, account: simulatorAccount };
export const bank: OfferedBank = { ...banks[0]!, ...offered };
export const otherBank: OfferedBank = { ...banks[1]!, ...offered };

/** A notification for tests: the event itself. */
const render: RenderNotification = ({ id, type, sequence, objectId, data }) => ({
  body: JSON.stringify({ type, sequence, objectId, data }),
  headers: { 'webhook-id': id, 'content-type': 'application/json' },
});

export interface World {
  url: string;
  db: Sql;
  clock: MovableClock;
  ctx: Context;
  merchant: NewMerchant;
  site: Site;
  directory: Directory;
  simulator: TestSimulator;
  sweeps: Record<'replay' | 'expiry' | 'enquiry' | 'delivery', Sweep>;
  jobs: Jobs;
  /** Creates a payment of R 100,00 under the One API, or as `given` says. */
  ask(given?: Partial<NewPayment>): Promise<Payment>;
  /** The payer chooses a bank and is redirected there. */
  goToBank(payment: Payment, chosen?: OfferedBank): Promise<Transaction>;
  /** The payer takes steps at the bank. */
  take(transaction: Transaction, ...steps: BankStep[]): Promise<Transaction>;
  /** A payment whose payer has paid. */
  paid(given?: Partial<NewPayment>): Promise<{ payment: Payment; transaction: Transaction }>;
  /** The current transaction. */
  now(transaction: { id: string }): Promise<Transaction>;
  /** The current payment. */
  paymentNow(payment: { id: string }): Promise<{ state: string; stateReason: string | null }>;
  /** The types, sequence numbers and states of an object's events. */
  events(objectId: string): Promise<{ type: string; sequence: number; state: string }[]>;
  /** The bookings for an object: account kind to total cents, debits positive. Empty without bookings. */
  booked(objectId: string): Promise<Record<string, bigint>>;
}

/** Opens a world; it ends with the test file. `post` wraps the access to the network. */
export async function openWorld(given: { post?: (post: Post) => Post } = {}): Promise<World> {
  const database = await testDatabase();
  const db = openPool(database.url, { max: poolSize, plans: 'by index' });
  const clock = manualClock('2026-11-20T08:00:00Z');
  const log = createLog('silent');
  const keyring = createKeyring(demoKeys);
  const ctx: Context = {
    db,
    clock,
    realClock: systemClock(),
    keyring,
    policy: testPolicy,
    log,
    correlationId: 'test',
    actor: 'system',
    reactions,
  };
  const merchant = await createMerchant(ctx, { name: 'Thabo & Sons' });
  const site = (await findSiteByCode(db, merchant.siteCode))!;
  const directory = createDirectory(ctx);
  const simulator = createTestSimulator({
    db,
    clock,
    log,
    publicUrl: 'http://localhost:8420',
    frame: ({ body }) => String(body),
    onAnswer: async (id, answer) => void (await recordAnswer({ ...ctx, actor: 'bank' }, id, answer)),
    onTransferAnswer: async () => {},
    onDeposit: async () => {},
  });
  // Webhooks cannot be private; the loopback address must be allowed by name for them.
  const outbound = createOutbound({ privateAllowed: true, allowedNetworks: ['127.0.0.0/8'] });
  const post = given.post?.(outbound.post) ?? outbound.post;
  const formats = {
    one: render,
    payments: render,
    subscription: render,
    'webhook.thin': render,
    'webhook.full': render,
  };
  const sweeps = {
    replay: createReplaySweep(ctx),
    expiry: createExpirySweep(ctx),
    enquiry: createEnquirySweep(ctx, simulator.rails),
    delivery: createDeliverySweep({ ctx, post, formats, secretsOf: directory.secretsOf }),
  };
  after(async () => {
    await outbound.close();
    await db.end({ timeout: 1 });
    await database.drop();
  });

  const customer: Context = { ...ctx, actor: 'customer' };
  const world: World = {
    url: database.url,
    db,
    clock,
    ctx,
    merchant,
    site,
    directory,
    simulator,
    sweeps,
    jobs: createJobs(
      [...Object.values(sweeps), ...createSubscriptionSweeps(ctx, simulator.rails), ...simulator.sweeps],
      log,
    ),
    ask: async (overrides = {}) => {
      const usual = { contract: 'one' as const, amount: 10_000n, merchantReference: 'ORDER-1', details: {} };
      const made = await createPayment(ctx, { site, ...usual, ...overrides });
      if (made.kind !== 'made') throw new Error(`no payment was created: ${made.kind}`);
      return made.payment;
    },
    goToBank: async (payment, chosen = bank) => {
      const opened = await openTransaction(customer, {
        paymentId: payment.id,
        paymentType: 'redirect',
        bank: chosen,
      });
      return startAtBank(customer, simulator.rails, payment, opened, 'http://localhost:8420/return');
    },
    take: async (transaction, ...steps) => {
      let latest = transaction;
      for (const step of steps) latest = await takeBankStep(customer, simulator.rails, latest, step);
      return latest;
    },
    paid: async (overrides) => {
      const payment = await world.ask(overrides);
      const started = await world.goToBank(payment);
      return { payment, transaction: await world.take(started, 'authenticate', 'approve') };
    },
    now: async ({ id }) => (await findAnyTransaction(ctx.db, id))!,
    paymentNow: async ({ id }) => {
      const [row] = await db<{ state: string; stateReason: string | null }[]>`
        select state, state_reason from payments where id = ${id}`;
      return row!;
    },
    events: async (objectId) => [
      ...(await db<{ type: string; sequence: number; state: string }[]>`
        select type, sequence, data->>'state' as state from events where object_id = ${objectId} order by sequence`),
    ],
    booked: async (objectId) => {
      const rows = await db<{ kind: string; amountCents: bigint }[]>`
        select account.kind, sum(entry.amount_cents)::bigint as amount_cents
        from ledger_journals journal
        join ledger_entries entry on entry.journal_id = journal.id
        join ledger_accounts account on account.id = entry.account_id
        where journal.object_id = ${objectId} group by account.kind order by min(entry.id)`;
      return Object.fromEntries(rows.map((row) => [row.kind, row.amountCents]));
    },
  };
  return world;
}
