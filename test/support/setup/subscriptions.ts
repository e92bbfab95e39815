// Subscriptions of a site at the simulated bank, on a clock that stands still until it is moved.
import assert from 'node:assert/strict';
import type { OfferedBank } from '../../../src/core/rails.ts';
import {
  authoriseAtBank,
  type Charge,
  createSubscription,
  enquireMandate,
  findAnySubscription,
  listCharges,
  type MandateConsent,
  type NewSubscription,
  type Subscription,
} from '../../../src/core/subscriptions/actions.ts';
import { createSubscriptionSweeps } from '../../../src/core/subscriptions/jobs.ts';
import { dayOf } from '../../../src/kernel/business-days.ts';
import { checkEverything } from '../../../src/reports/checks/all.ts';
import { local } from '../settling.ts';
import { bank, openWorld } from '../world.ts';

export { local } from '../settling.ts';

export const consent: MandateConsent = {
  textVersion: '2026-11',
  language: 'en',
  address: '196.25.1.1',
  userAgent: null,
  givenAt: '2026-11-20T08:00:00.000Z',
};

export type Given = Partial<NewSubscription>;

export async function openSubscriptions() {
  const world = await openWorld();
  const { ctx, db, clock, site, simulator, jobs } = world;
  const [bankSweep, chargeSweep] = createSubscriptionSweeps(ctx, simulator.rails);

  const subscribe = (given: Given = {}): Promise<Subscription> =>
    createSubscription(ctx, {
      site,
      amount: 10_000n,
      merchantReference: 'GYM-1',
      frequency: 'Monthly',
      firstPaymentDate: dayOf(clock.now()).toString(),
      occurrences: 3,
      ...given,
    });
  const goToBank = (subscription: { id: string }, chosen: OfferedBank = bank) =>
    findAnySubscription(ctx.db, subscription.id).then((current) =>
      authoriseAtBank(ctx, simulator.rails, current!, chosen, consent, 'http://localhost:8420/back'),
    );
  const comeBack = async ({ id }: { id: string }): Promise<Subscription> =>
    enquireMandate(ctx, simulator.rails, (await findAnySubscription(ctx.db, id))!);
  const approve = async (subscription: { id: string }): Promise<Subscription> => {
    await goToBank(subscription);
    await simulator.decideMandate(subscription.id, 'approved');
    return comeBack(subscription);
  };

  return {
    ...world,
    bankSweep: bankSweep!,
    chargeSweep: chargeSweep!,
    subscribe,
    goToBank,
    comeBack,
    approve,
    /** A subscription that its customer has approved; nothing is charged yet. */
    active: async (given: Given = {}) => approve(await subscribe(given)),
    stateOf: async ({ id }: { id: string }) => (await findAnySubscription(ctx.db, id))!.state,
    read: async ({ id }: { id: string }) => (await findAnySubscription(ctx.db, id))!,
    /** Moves the clock to a local time and runs all due work. */
    on: async (at: string) => {
      clock.set(local(at));
      await jobs.drain();
    },
    /** Moves the clock to eight o'clock of the next business day. */
    nextMorning: async () => {
      const day = ctx.policy.calendar.nextBusinessDay(dayOf(clock.now()));
      clock.set(local(`${day}T08:00`));
      await jobs.drain();
    },
    /** Moves the clock on by seconds and runs all due work. */
    wait: async (seconds: number) => {
      clock.advance(seconds * 1_000);
      await jobs.drain();
    },
    /** The current charges, oldest first; on a clock that stands still, by number. */
    charges: async (subscription: { id: string }): Promise<Charge[]> => {
      const { rows } = await listCharges(ctx.db, (await findAnySubscription(ctx.db, subscription.id))!, {
        limit: 500,
        offset: 0,
      });
      const number = (charge: Charge) => charge.occurrence ?? 0;
      return rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || number(a) - number(b));
    },
    /** "1 successful" or "adhoc failed" for each charge, by number. */
    states: async ({ id }: { id: string }): Promise<string[]> => {
      const rows = await db<{ text: string }[]>`
        select coalesce(occurrence::text, type) || ' ' || state as text from subscription_charges
        where subscription_id = ${id} order by occurrence nulls last, created_at, id`;
      return rows.map(({ text }) => text);
    },
    /** The bank's collections under a subscription's mandate, in cents, by order. */
    collected: async ({ id }: { id: string }): Promise<bigint[]> => {
      const rows = await db<{ cents: bigint }[]>`
        select amount_cents as cents from bank.orders where mandate_id = ${id} and state = 'paid'
        order by decided_at, created_at, id`;
      return rows.map(({ cents }) => cents);
    },
    mandateState: async ({ id }: { id: string }): Promise<string | undefined> => {
      const [row] = await db<{ state: string }[]>`select state from bank.mandates where id = ${id}`;
      return row?.state;
    },
    /** The types of a subscription's events, without their common prefix. */
    notificationsOf: async ({ id }: { id: string }): Promise<string[]> =>
      (await world.events(id)).map(({ type }) => type.replace('subscription.', '')),
    /** Asserts that nothing is wrong, and that the bank's statement matches the ledger. */
    sound: async () => {
      assert.deepEqual(await checkEverything(db, { simulatedBank: true }), []);
    },
  };
}

export type Subscriptions = Awaited<ReturnType<typeof openSubscriptions>>;

/** The same on a Thursday morning, after six. */
export async function openOnThursday(): Promise<Subscriptions> {
  const gym = await openSubscriptions();
  await gym.on('2027-01-14T08:00');
  return gym;
}
