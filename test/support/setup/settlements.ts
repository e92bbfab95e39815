// A site whose balance tests change, its settlements and transfers, and the simulated bank. The clock stands still.

import assert from 'node:assert/strict';
import type { Context } from '../../../src/core/context.ts';
import { balanceAt, type Posting } from '../../../src/core/ledger/actions.ts';
import { changeSite, type Site } from '../../../src/core/merchants/actions.ts';
import type { Policy } from '../../../src/core/policy.ts';
import { createSettlementSweep } from '../../../src/core/settlements/jobs.ts';
import { createTransferSweep } from '../../../src/core/transfers/jobs.ts';
import { plus } from '../../../src/kernel/clock.ts';
import { createJobs } from '../../../src/kernel/concurrency/jobs.ts';
import type { Cents } from '../../../src/kernel/money.ts';
import { checkLedger } from '../../../src/reports/checks/ledger.ts';
import { checkSettlements } from '../../../src/reports/checks/settlements.ts';
import { bankOf } from '../core.ts';
import { book as bookFor, local, settlementAccount } from '../settling.ts';
import { simulatorOn } from '../simulator.ts';
import { openWorld } from '../world.ts';

export { local, settlementAccount as account } from '../settling.ts';

export interface Row {
  id: string;
  day: string;
  state: string;
  reason: string | null;
  total: Cents;
  fees: Cents;
  reference: string;
}

export async function openSettlements(given: Partial<Policy> = {}) {
  const world = await openWorld();
  const { db, clock, site } = world;
  const ctx: Context = { ...world.ctx, policy: { ...world.ctx.policy, ...given } };
  const simulator = simulatorOn(ctx, bankOf(ctx, 'transfers'));
  const settle = createSettlementSweep(ctx);
  const transfers = createTransferSweep(ctx, simulator.rails);
  const jobs = createJobs([settle, transfers, ...simulator.sweeps], ctx.log);
  await changeSite(ctx, site.code, { settlementAccount });

  /** Books on a site's balance, now or at a local time to which the clock is moved. */
  async function book(
    amounts: Record<string, Cents>,
    at: string | null = null,
    posting: Posting = 'payment_received',
    of: Site = site,
  ): Promise<void> {
    if (at !== null) clock.set(local(at));
    await bookFor(ctx, of, posting, amounts);
  }

  const list = (of: Site = site): Promise<Row[]> =>
    db<Row[]>`
      select id, business_day::text as day, state, state_reason as reason, total_cents as total, fees_cents as fees, reference
      from settlements where site_id = ${of.id} order by business_day`.then((rows) => [...rows]);

  return {
    ...world,
    ctx,
    simulator,
    settle,
    transfers,
    jobs,
    book,
    list,
    /** Money from customers, without a fee. */
    earn: (gross: Cents, at: string | null = null, of?: Site) =>
      book({ gross, fee: 0n }, at, 'payment_received', of),
    /** Refunded money. */
    giveBack: (amount: Cents, at: string | null = null, of?: Site) =>
      book({ amount }, at, 'refund_submitted', of),
    /** Moves the clock to a local time and runs all due work. */
    on: async (at: string) => {
      clock.set(local(at));
      await jobs.drain();
    },
    /** Moves the clock on by seconds and runs all due work. */
    wait: async (seconds: number) => {
      clock.advance(seconds * 1_000);
      await jobs.drain();
    },
    balance: (of: Site = site) => balanceAt(db, 'merchant', of.id, plus(clock.now(), 1)),
    /** [type, amount, fee] of a day's lines, in the order of booking. */
    lines: async (day: string): Promise<[string, Cents, Cents][]> =>
      (
        await db<{ type: string; amount: Cents; fee: Cents }[]>`
          select line.type, line.amount_cents as amount, line.fee_cents as fee
          from settlement_lines line join settlements settlement on settlement.id = line.settlement_id
          where settlement.site_id = ${site.id} and settlement.business_day = ${day}
          order by line.booked_at, line.journal_id`
      ).map(({ type, amount, fee }) => [type, amount, fee]),
    /** The states of the transfers of a settlement, the oldest first. */
    transfersOf: async (id: string): Promise<string[]> =>
      (
        await db<
          { state: string }[]
        >`select state from transfers where object_id = ${id} order by created_at, id`
      ).map(({ state }) => state),
    /** Asserts that ledger and settlements are correct. */
    sound: async () => {
      assert.deepEqual([...(await checkLedger(db)), ...(await checkSettlements(db))], []);
    },
  };
}

export type Settlements = Awaited<ReturnType<typeof openSettlements>>;
