// (j) money out in sets: refunds of a batch submitted, sent and recorded per second, payouts also accepted. The bank
// responds at once. Compared with the database's own insert of as many transfer rows, 200 per statement.
import { setTimeout as sleep } from 'node:timers/promises';
import { reactions } from '../src/app/reactions.ts';
import { banks } from '../src/core/banks.ts';
import type { Context } from '../src/core/context.ts';
import { post } from '../src/core/ledger/actions.ts';
import { changeSite, createMerchant, findSiteByCode, type Site } from '../src/core/merchants/actions.ts';
import { createPayment } from '../src/core/payments/actions.ts';
import { raiseFloat, requestPayout } from '../src/core/payouts/actions.ts';
import { createPayoutSweeps } from '../src/core/payouts/jobs.ts';
import { simulatorAccount } from '../src/core/rails.ts';
import { requestRefunds } from '../src/core/refunds/actions.ts';
import { createRefundSweep } from '../src/core/refunds/jobs.ts';
import { openTransaction } from '../src/core/transactions/actions.ts';
import { recordAnswer } from '../src/core/transactions/transitions.ts';
import { createTransferSweep } from '../src/core/transfers/jobs.ts';
import { inWork } from '../src/core/unit-of-work.ts';
import { manualClock } from '../src/kernel/clock.ts';
import { openPool } from '../src/kernel/db/db.ts';
import { newId } from '../src/kernel/ids.ts';
import { createLog } from '../src/kernel/process/log.ts';
import { createKeyring } from '../src/kernel/security/crypto.ts';
import { openDurableServer } from '../test/support/durable-server.ts';
import { median } from '../test/support/figures.ts';
import { testPolicy } from '../test/support/policy.ts';
import { railsOver } from '../test/support/simulator.ts';
import { type Line, rate } from './figures.ts';

const number = 2_000;
const together = 200;
const rand = 100n;
const day = 24 * 60 * 60_000;
const bank = { ...banks[0]!, available: true, unavailableReason: null, account: simulatorAccount };

/** Every round moves as many refunds and payouts as the last; the first is a warm-up. */
export async function measureMoneyOut(rounds: number): Promise<Line[]> {
  const server = await openDurableServer();
  const desk = await openDesk(await server.database('money_out'));
  try {
    const found: Record<string, number>[] = [];
    for (let round = 0; round <= rounds; round += 1) found.push(await measureRound(desk));
    const counted = found.slice(1);
    const each = (name: string) => median(counted.map((round) => round[name]!));
    const line = (what: string, name: string, target?: string): Line => ({
      part: 'j',
      what,
      ours: rate(each(name)),
      theirs: rate(each('rows')),
      ratio: median(counted.map((round) => round[name]! / round.rows!)),
      ...(target && { target }),
    });
    return [
      line('refunds of one batch taken on, against rows inserted', 'refunds', '600/s'),
      line('their transfers sent, answered and booked', 'refundsPaid'),
      line('payouts accepted, 128 at a time', 'payouts', '600/s'),
      line('payouts taken on', 'payoutsTaken', '600/s'),
      line('their transfers sent, answered and booked', 'payoutsPaid'),
    ];
  } finally {
    await desk.db.end({ timeout: 1 });
    await server.end();
  }
}

type Desk = Awaited<ReturnType<typeof openDesk>>;

async function openDesk(url: string) {
  const db = openPool(url, { max: 10, plans: 'by index' });
  const clock = manualClock('2026-11-20T08:00:00Z');
  const keyring = createKeyring(`k1:${Buffer.alloc(32, 'bench').toString('base64')}`);
  const log = createLog('silent');
  const ctx: Context = {
    ...{ db, clock, realClock: clock, keyring, policy: testPolicy, log, reactions },
    ...{ correlationId: 'bench', actor: 'system' },
  };
  const { siteCode } = await createMerchant(ctx, { name: 'Bench' });
  await changeSite(ctx, siteCode, { allowPlainAccountNumbers: true });
  const site = (await findSiteByCode(db, siteCode))!;
  const owner = { merchantId: site.merchantId, siteId: site.id };
  const amount = 1_000_000n * rand;
  await inWork(ctx, async (work) => {
    await raiseFloat(work, owner, { id: newId(clock), bankAccount: simulatorAccount, amount });
    const amounts = { gross: amount, fee: 0n, vat: 0n };
    await post(work, 'payment_received', {
      ...owner,
      object: 'bench',
      objectId: newId(clock),
      bankAccount: simulatorAccount,
      amounts,
    });
  });
  // Refunds wait until ended days are settled, which this does not measure.
  await db`
    insert into settlement_progress (site_id, merchant_id, business_day, cut_off_at)
    values (${site.id}, ${site.merchantId}, '2099-01-01', '2099-01-01')`;
  const paid = async () => ({ outcome: 'paid' as const, reason: null });
  const rails = railsOver({ transfers: { transfer: paid, enquire: paid } }, db);
  const never = () => Promise.reject(new Error('no merchant is queried here'));
  const [receive] = createPayoutSweeps({
    ctx,
    rails,
    post: never,
    secretsOf: never,
    form: { write: () => ({ headers: {}, body: '' }), read: () => undefined },
  });
  return {
    ...{ db, clock, ctx, site, receive: receive! },
    paidTransaction: await payOnce(ctx, site),
    refunds: createRefundSweep(ctx),
    transfers: createTransferSweep(ctx, rails),
  };
}

/** Returns the id of a paid transaction: others are copies of it. */
async function payOnce(ctx: Context, site: Site): Promise<string> {
  const made = await createPayment(ctx, {
    ...{ site, contract: 'one', amount: rand, merchantReference: 'BENCH', details: {} },
  });
  if (made.kind !== 'made') throw new Error(made.kind);
  const { id } = await openTransaction(ctx, { paymentId: made.payment.id, paymentType: 'redirect', bank });
  await ctx.db`update transactions set state = 'started' where id = ${id}`;
  await recordAnswer(ctx, id, { outcome: 'paid', reason: null, payerAccount: '62001234567' });
  return id;
}

async function measureRound(desk: Desk): Promise<Record<string, number>> {
  await askForRefunds(desk);
  desk.clock.advance(7 * day);
  const refunds = await perSecond(() => drain(desk.refunds));
  const refundsPaid = await perSecond(() => drain(desk.transfers));
  const payouts = await perSecond(() => askForPayouts(desk));
  const payoutsTaken = await perSecond(() => drain(desk.receive));
  const payoutsPaid = await perSecond(() => drain(desk.transfers));
  const rows = await perSecond(() => insertRows(desk));
  const [left] = await desk.db<{ open: number; paid: number }[]>`
    select count(*) filter (where state <> 'paid')::integer as open, count(*)::integer as paid from transfers`;
  if (left!.open > 0 || left!.paid % (2 * number) > 0)
    throw new Error(`not all were paid: ${JSON.stringify(left)}`);
  // Statistics as autovacuum would keep them in a long-running service.
  await desk.db`analyze`;
  return { refunds, refundsPaid, payouts, payoutsTaken, payoutsPaid, rows };
}

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (number / (performance.now() - began)) * 1_000;
}

async function drain({ run }: { run: () => Promise<number> }): Promise<void> {
  while ((await run()) > 0) await sleep(0);
}

/** Creates refunds of as many paid transactions, due with the next batch. */
async function askForRefunds({ ctx, db, site, paidTransaction }: Desk): Promise<void> {
  const copies = await db<{ id: string }[]>`
    with copy as materialized (
      select gen_random_uuid() as payment_id, gen_random_uuid() as id from generate_series(1, ${number}::integer)
    ), payment as (
      insert into payments
      select (jsonb_populate_record(payment, jsonb_build_object('id', copy.payment_id))).*
      from copy, transactions own join payments payment on payment.id = own.payment_id where own.id = ${paidTransaction}
    )
    insert into transactions
    select (jsonb_populate_record(own, jsonb_build_object('id', copy.id, 'payment_id', copy.payment_id))).*
    from copy, transactions own where own.id = ${paidTransaction}
    returning id`;
  for (let from = 0; from < number; from += together) {
    const asked = await requestRefunds(
      ctx,
      copies.slice(from, from + together).map(({ id }) => ({
        ...{ merchantId: site.merchantId, transactionId: id, amount: rand, reason: 'bench' },
        ...{ realTime: false, contract: 'one', createdBy: 'bench' },
      })),
    );
    for (const refund of asked) if (refund instanceof Error) throw refund;
  }
}

async function askForPayouts({ ctx, site }: Desk): Promise<void> {
  let left = number;
  const ask = async () => {
    while (left > 0) {
      left -= 1;
      const answer = await requestPayout(ctx, {
        ...{
          site,
          amount: rand,
          merchantReference: newId(ctx.clock).replaceAll('-', '').slice(-20),
          customerBankReference: 'BENCH',
        },
        ...{ isRtc: false, bank, branchCode: bank.branchCode, accountNumber: '62001234567', hashCheck: '' },
      });
      if (answer.kind === 'refused') throw new Error(answer.reason);
    }
  };
  await Promise.all(Array.from({ length: 128 }, ask));
}

/** Writes as many transfer rows, with the same keys and indexes, as a baseline. */
async function insertRows({ db }: Desk): Promise<void> {
  await db`drop table if exists bench_transfers`;
  await db`create table bench_transfers (like transfers including all)`;
  const ids = await db<{ id: string }[]>`select id from transfers limit ${number}`;
  for (let from = 0; from < number; from += together)
    await db`
      insert into bench_transfers select * from transfers
      where id = any (${ids.slice(from, from + together).map(({ id }) => id)}::uuid[])`;
}
