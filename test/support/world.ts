// The core with all its surroundings in the service, for tests: a separate database, a clock that stands still until
// the test moves it, a merchant with a site, the simulated bank, and every sweep. No doubles are used.

import { after } from 'node:test';
import { banks } from '../../src/core/banks.ts';
import type { Context } from '../../src/core/context.ts';
import { createMerchant, findSiteByCode } from '../../src/core/merchants/actions.ts';
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
import { createJobs, type Sweep } from '../../src/kernel/concurrency/jobs.ts';
import { createOutbound, type Post } from '../../src/kernel/http/outbound.ts';
import { bankOf, openCore, publicUrl } from './core.ts';
import { createTestSimulator } from './simulator.ts';

export { demoKeys } from './policy.ts';

const offered = { available: true, unavailableReason: null, account: simulatorAccount };
export const bank: OfferedBank = { ...banks[0]!, ...offered };
export const otherBank: OfferedBank = { ...banks[1]!, ...offered };

/** A notification for tests: the event itself. */
const render: RenderNotification = ({ id, type, sequence, objectId, data }) => ({
  body: JSON.stringify({ type, sequence, objectId, data }),
  headers: { 'webhook-id': id, 'content-type': 'application/json' },
});

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Opens a world; it ends with the test file. `post` wraps the access to the network. */
export async function openWorld(given: { post?: (post: Post) => Post } = {}) {
  const { url, db, clock, log, ctx, directory, end } = await openCore();
  const merchant = await createMerchant(ctx, { name: 'Thabo & Sons' });
  const site = (await findSiteByCode(db, merchant.siteCode))!;
  const simulator = createTestSimulator(bankOf(ctx));
  // Webhooks cannot be private; the loopback address must be allowed by name for them.
  const outbound = createOutbound({ privateAllowed: true, allowedNetworks: ['127.0.0.0/8'] });
  const post = given.post?.(outbound.post) ?? outbound.post;
  const names = ['one', 'payments', 'subscription', 'webhook.thin', 'webhook.full'] as const;
  const formats = Object.fromEntries(names.map((name) => [name, render]));
  const sweeps: Record<'replay' | 'expiry' | 'enquiry' | 'delivery', Sweep> = {
    replay: createReplaySweep(ctx),
    expiry: createExpirySweep(ctx),
    enquiry: createEnquirySweep(ctx, simulator.rails),
    delivery: createDeliverySweep({ ctx, post, formats, secretsOf: directory.secretsOf }),
  };
  after(async () => {
    await outbound.close();
    await end();
  });

  const jobs = createJobs(
    [...Object.values(sweeps), ...createSubscriptionSweeps(ctx, simulator.rails), ...simulator.sweeps],
    log,
  );
  const customer: Context = { ...ctx, actor: 'customer' };

  /** Creates a payment of R 100,00 under the One API, or as `overrides` say. */
  async function ask(overrides: Partial<NewPayment> = {}): Promise<Payment> {
    const usual = { contract: 'one' as const, amount: 10_000n, merchantReference: 'ORDER-1', details: {} };
    const made = await createPayment(ctx, { site, ...usual, ...overrides });
    if (made.kind !== 'made') throw new Error(`no payment was created: ${made.kind}`);
    return made.payment;
  }

  /** The payer chooses a bank and is redirected there. */
  async function goToBank(payment: Payment, chosen: OfferedBank = bank): Promise<Transaction> {
    const given = { paymentId: payment.id, paymentType: 'redirect', bank: chosen } as const;
    const opened = await openTransaction(customer, given);
    return startAtBank(customer, simulator.rails, payment, opened, `${publicUrl}/return`);
  }

  /** The payer takes steps at the bank. */
  async function take(transaction: Transaction, ...steps: BankStep[]): Promise<Transaction> {
    let latest = transaction;
    for (const step of steps) latest = await takeBankStep(customer, simulator.rails, latest, step);
    return latest;
  }

  return {
    ...{ url, db, clock, ctx, merchant, site, directory, simulator, sweeps, jobs, ask, goToBank, take },
    /** A payment whose payer has paid. */
    paid: async (overrides?: Partial<NewPayment>) => {
      const payment = await ask(overrides);
      return { payment, transaction: await take(await goToBank(payment), 'authenticate', 'approve') };
    },
    /** The current transaction. */
    now: async ({ id }: { id: string }): Promise<Transaction> => (await findAnyTransaction(db, id))!,
    paymentNow: async ({ id }: { id: string }) => {
      const [row] = await db<{ state: string; stateReason: string | null }[]>`
        select state, state_reason from payments where id = ${id}`;
      return row!;
    },
    events: async (objectId: string) => [
      ...(await db<{ type: string; sequence: number; state: string }[]>`
        select type, sequence, data->>'state' as state from events where object_id = ${objectId} order by sequence`),
    ],
    /** The bookings for an object: account kind to total cents, debits positive. Empty without bookings. */
    booked: async (objectId: string): Promise<Record<string, bigint>> => {
      const rows = await db<{ kind: string; amountCents: bigint }[]>`
        select account.kind, sum(entry.amount_cents)::bigint as amount_cents
        from ledger_journals journal
        join ledger_entries entry on entry.journal_id = journal.id
        join ledger_accounts account on account.id = entry.account_id
        where journal.object_id = ${objectId} group by account.kind order by min(entry.id)`;
      return Object.fromEntries(rows.map((row) => [row.kind, row.amountCents]));
    },
  };
}
