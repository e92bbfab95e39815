// Payouts with their surroundings: an own database, a clock that stands still until it is moved, a merchant with a
// float, every sweep, and a bank controlled by the test. Only the bank is made for tests.

import { after } from 'node:test';
import { banksIn } from '../../../src/core/banks.ts';
import type { Context } from '../../../src/core/context.ts';
import { createTopUpReference, receiveDeposit } from '../../../src/core/deposits/actions.ts';
import {
  changeSite,
  createMerchant,
  findSite,
  findSiteByCode,
  type SiteChange,
} from '../../../src/core/merchants/actions.ts';
import { createDeliverySweep, type RenderNotification } from '../../../src/core/notifications/jobs.ts';
import {
  findAnyPayout,
  type NewPayout,
  type Payout,
  requestPayout,
} from '../../../src/core/payouts/actions.ts';
import { createPayoutSweeps } from '../../../src/core/payouts/jobs.ts';
import type { Policy } from '../../../src/core/policy.ts';
import {
  BankTimeout,
  BankUnavailable,
  type Rail,
  simulatorAccount,
  type TransferAnswer,
  type TransferOrder,
} from '../../../src/core/rails.ts';
import { recordTransferAnswer } from '../../../src/core/transfers/answers.ts';
import { createTransferSweep } from '../../../src/core/transfers/jobs.ts';
import { createJobs } from '../../../src/kernel/concurrency/jobs.ts';
import type { Sql } from '../../../src/kernel/db/db.ts';
import { createOutbound, type Post } from '../../../src/kernel/http/outbound.ts';
import { newId } from '../../../src/kernel/ids.ts';
import { checkDeposits } from '../../../src/reports/checks/deposits.ts';
import { checkLedger } from '../../../src/reports/checks/ledger.ts';
import { checkPayouts } from '../../../src/reports/checks/payouts.ts';
import { verificationForm } from '../../../src/surfaces/payouts/verification.ts';
import { openCore } from '../core.ts';
import { passTime } from '../passing.ts';
import { testPolicy } from '../policy.ts';
import { postings } from '../refunding.ts';
import { railsOver } from '../simulator.ts';

/** How the bank behaves from now on. */
export type BankMood =
  /** Accepts the order and returns this. */
  | { answers: TransferAnswer }
  /** Accepts the order, and its answer is lost. */
  | 'loses its answer'
  /** Unreachable, so it has accepted nothing. */
  | 'is away';

export interface TestBank {
  rail: Rail;
  mood: BankMood;
  /** Every order it accepted, in order; a repeated order counts twice. */
  taken: TransferOrder[];
  /** Its answer to queries about its orders. */
  knows: Map<string, TransferAnswer>;
}

export const paid: TransferAnswer = { outcome: 'paid', reason: null };

function createBank(): TestBank {
  const notHere = () => Promise.reject(new Error('this bank only pays'));
  const bank: TestBank = {
    mood: { answers: paid },
    taken: [],
    knows: new Map(),
    rail: {
      deposits: {
        details: async () => ({
          bankName: 'Demo Bank',
          branchCode: '999999',
          accountNumber: '9012345678',
          holder: 'Tefo',
        }),
      },
      orders: {
        banks: async () =>
          banksIn('staging').map((one) => ({ ...one, available: true, unavailableReason: null })),
        start: notHere,
        step: notHere,
        enquire: notHere,
      },
      transfers: {
        transfer: async (order) => {
          const { mood } = bank;
          if (mood === 'is away') throw new BankUnavailable();
          bank.taken.push(order);
          const known = bank.knows.get(order.id);
          const answer = known ?? (mood === 'loses its answer' ? paid : mood.answers);
          bank.knows.set(order.id, answer);
          if (mood === 'loses its answer') throw new BankTimeout();
          return answer;
        },
        enquire: async ({ id }) => {
          if (bank.mood === 'is away') throw new BankUnavailable();
          if (bank.mood === 'loses its answer') throw new BankTimeout();
          return bank.knows.get(id) ?? { outcome: 'unknown', reason: null };
        },
      },
    },
  };
  return bank;
}

/** Unused account numbers, of banks whose check digits are in the table and of one whose are not. */
export const accounts = {
  fnb: { bankId: '4816019c-3314-4c80-8b6b-b2cd16dcc4ec', branchCode: '250655', number: '62001234567' },
  tyme: { bankId: 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80', branchCode: '678910', number: '51000000001' },
};

export interface WorldOptions {
  policy?: Partial<Policy>;
  /** Replaces the network. */
  post?: (post: Post) => Post;
  /** How notifications are written; by default the event itself. */
  render?: RenderNotification;
  /** Connections to the database. */
  connections?: number;
}

const renderEvent: RenderNotification = ({ type, sequence, data }) => ({
  body: JSON.stringify({ type, sequence, data }),
  headers: { 'content-type': 'application/json' },
});

/** Opens a world; it ends with the test file. Its site has a float of `float` cents and allows plain numbers. */
export async function openPayouts(options: WorldOptions & { float?: bigint } = {}) {
  const { connections, policy: changed } = options;
  const policy = { ...testPolicy, ...changed };
  // A Friday, 11:00 in Johannesburg.
  const core = await openCore({ at: '2026-11-20T09:00:00Z', connections, policy });
  const { url, db, clock, log, directory, end } = core;
  const ctx: Context = { ...core.ctx, realClock: clock };
  const merchant = await createMerchant(ctx, { name: 'Karoo Books' });
  await changeSite(ctx, merchant.siteCode, { allowPlainAccountNumbers: true });
  const { id: siteId } = (await findSiteByCode(db, merchant.siteCode))!;
  const outbound = createOutbound({ privateAllowed: true, allowedNetworks: [] });
  const post = options.post?.(outbound.post) ?? outbound.post;
  const bank = createBank();
  const rails = railsOver(bank.rail, db);
  const transfers = createTransferSweep(ctx, rails);
  const secretsOf = directory.secretsOf;
  const ofPayouts = createPayoutSweeps({ ctx, rails, post, secretsOf, form: verificationForm });
  const [receive, verify] = ofPayouts;
  const formats = { payout: options.render ?? renderEvent };
  const deliveries = createDeliverySweep({ ctx, post, formats, secretsOf });
  const jobs = createJobs([...ofPayouts, transfers, deliveries], log);
  after(async () => {
    await outbound.close();
    await end();
  });

  const siteNow = async () => (await findSite(db, siteId))!;
  let drawn = 0;

  /** Requests a payout of R 100,00 to an account without a check digit rule, or as `given` says. */
  async function ask(given: Partial<NewPayout> = {}) {
    drawn += 1;
    const merchantReference = `PAY-${drawn}`;
    const account = accounts.tyme;
    return requestPayout(ctx, {
      site: await siteNow(),
      amount: 10_000n,
      merchantReference,
      customerBankReference: 'KAROO 17',
      isRtc: false,
      bank: { id: account.bankId, branchCode: account.branchCode, available: true },
      branchCode: account.branchCode,
      accountNumber: account.number,
      hashCheck: 'not looked at',
      ...given,
    });
  }

  const world = {
    url,
    db,
    clock,
    ctx,
    policy,
    bank,
    rails,
    merchant,
    directory,
    jobs,
    siteNow,
    ask,
    sweeps: { receive: receive!, verify: verify!, transfers, deliveries },
    /** Creates an accepted payout. */
    accepted: async (given?: Partial<NewPayout>): Promise<Payout> => {
      const answer = await ask(given);
      if (answer.kind === 'refused') throw new Error(`refused: ${answer.reason}`);
      return answer.payout;
    },
    changeSite: (change: SiteChange) => changeSite(ctx, merchant.siteCode, change),
    /** A deposit for the float. */
    topUp: async (amount: bigint) => {
      const reference = await createTopUpReference(ctx, await siteNow());
      await receiveDeposit(ctx, {
        account: simulatorAccount,
        id: newId(clock),
        amount,
        reference,
        receivedAt: clock.now(),
        bookedOn: null,
        payer: null,
      });
    },
    float: () => floatOf(db, siteId),
    now: async ({ id }: { id: string }) => (await findAnyPayout(ctx.db, id))!,
    /** Moves the clock and runs due work: for minutes in steps of ten seconds, for longer from one due time to the next. */
    wait: async (seconds: number) => {
      if (seconds > 600) return passTime(clock, jobs, seconds * 1_000);
      for (let left = seconds; left > 0; left -= 10) {
        clock.advance(Math.min(left, 10) * 1_000);
        await jobs.drain();
      }
    },
    /** The bank's callback about a payout's transfer. */
    tell: async ({ id }: { id: string }, answer: TransferAnswer) => {
      const [row] = await db<{ id: string }[]>`select id from transfers where object_id = ${id}`;
      await recordTransferAnswer({ ...ctx, actor: 'bank' }, row!.id, answer);
    },
    booked: ({ id }: { id: string }) => postings(db, id),
    /** All findings of `tefo check`. */
    findings: async () => [
      ...(await checkLedger(db)),
      ...(await checkPayouts(db)),
      ...(await checkDeposits(db)),
    ],
  };
  if (options.float) await world.topUp(options.float);
  return world;
}

export type Payouts = Awaited<ReturnType<typeof openPayouts>>;

async function floatOf(db: Sql, siteId: string) {
  const [row] = await db<{ available: bigint; pending: bigint; ledger: bigint }[]>`
    select coalesce((select available_cents from floats where site_id = ${siteId}), 0)::bigint as available,
      coalesce((select pending_cents from floats where site_id = ${siteId}), 0)::bigint as pending,
      -coalesce((
        select sum(entry.amount_cents) from ledger_entries entry
        join ledger_accounts account on account.id = entry.account_id
        where account.site_id = ${siteId} and account.kind = 'float'), 0)::bigint as ledger`;
  return row!;
}
