// The settlement run of a site and the claim of its refunds at once, while refunds are cancelled and payments arrive:
// both spend the site's balance, which never goes below zero, and each booked line is settled once.
import { setTimeout as sleep } from 'node:timers/promises';
import { changeSite } from '../../src/core/merchants/actions.ts';
import { createRefundSweep } from '../../src/core/refunds/jobs.ts';
import { createSettlementSweep } from '../../src/core/settlements/jobs.ts';
import { at, dayOf } from '../../src/kernel/business-days.ts';
import type { Sql } from '../../src/kernel/db/db.ts';
import { settlementAccount } from '../support/settling.ts';
import { cents, sum } from './merchant.ts';
import { type Asked, askPayment, askRefunds, letTheBankPay, must, pay, succeed } from './paying.ts';
import type { Race, Round, Shop, Stage } from './stage.ts';

const paymentsADay = 6;
const lateADay = 2;
/** Refunds of payments with these cents fail at the bank, or are returned by it. */
const unlucky = [97, 98] as const;

export const settling: Race = {
  // two settlement runs against two refund pick-ups, cancellations and payments of one site
  open: async (stage) => {
    const { ctx, clock } = stage.service;
    const shop = await stage.openShop('Settling');
    await changeSite(ctx, shop.siteCode, { feeBps: 250, feeCents: 100n, settlementAccount });
    clock.set(nextMorning(stage));
    const paid: Paid[] = [];
    return (round) => play(stage, shop, round, paid);
  },
};

/** Days in the past; refunds are requested for any of the last. */
type Paid = { transactionId: string; cents: number };

/** When the settlement of the day before and a batch of refunds are both due. */
function nextMorning({ service: { ctx, clock } }: Stage): Date {
  return at(ctx.policy.calendar.nextBusinessDay(dayOf(clock.now())), '10:00');
}

async function play(stage: Stage, shop: Shop, round: Round, paid: Paid[]): Promise<void> {
  const { clock, db } = stage.service;
  const { random, expect, count } = round;
  const asked: Asked[] = [];
  const references: string[] = [];
  // Now and then a day's runs are missed, so that two days are settled at once.
  for (let left = random.chance(0.2) ? 2 : 1; left > 0; left -= 1) {
    asked.push(...(await tradeForADay(stage, shop, random, paid)));
    references.push(`${shop.siteCode}-${dayOf(clock.now()).toString().replaceAll('-', '')}`);
    if (left > 1) await goToNextMorning(stage);
  }
  const late = await Promise.all(
    Array.from({ length: lateADay }, () => askPayment(stage, shop, drawAmount(random))),
  );
  await goToNextMorning(stage);
  const watch = watchBalance(db, shop.id);
  const least = await race(stage, round, asked, late).then(watch.end, async (error) => {
    await watch.end();
    throw error;
  });
  expect(least >= 0n, `the balance was seen at ${least} cents`);
  await compare(db, shop.id, expect);
  // Waiting refunds can use the rest of the settlement.
  await letTheBankPay(stage);
  await compare(db, shop.id, expect);
  const states = await db<{ state: string; number: number }[]>`
    select state, count(*)::integer as number from refunds where id = any (${asked.map(({ id }) => id!)}) group by state`;
  for (const { state, number } of states) count(`refunds ${state === 'pending' ? 'waiting' : state}`, number);
  for (const reference of references) {
    const total = await readSettlement(stage, round, reference);
    count(total === undefined ? 'days carried forward' : 'days settled');
  }
}

async function goToNextMorning(stage: Stage): Promise<void> {
  stage.service.clock.set(nextMorning(stage));
  await stage.merchant.signIn();
}

function drawAmount(random: Round['random']): number {
  const amount = random.between(10, 500) * 100;
  return amount + (random.chance(0.3) ? random.pick(unlucky) : random.between(0, 90));
}

/**
 * A day's payments, and refunds of them and of earlier ones: on some days they exceed the balance. Returns the refunds.
 */
async function tradeForADay(
  stage: Stage,
  shop: Shop,
  random: Round['random'],
  paid: Paid[],
): Promise<Asked[]> {
  const today = await Promise.all(
    Array.from({ length: paymentsADay }, async () => {
      const amount = drawAmount(random);
      return { transactionId: await pay(stage, shop, amount), cents: amount };
    }),
  );
  paid.push(...today);
  paid.splice(0, paid.length - 5 * paymentsADay);
  const asked = await Promise.all(
    Array.from({ length: random.between(2, 12) }, () => {
      const of = random.pick(paid);
      const wanted = {
        ...of,
        cents: random.between(1, Math.ceil(of.cents * random.pick([0.2, 0.5, 1])) + 1),
      };
      return askRefunds(stage, shop, random, [wanted]);
    }),
  );
  return asked.flat().filter(({ id }) => id !== undefined);
}

async function race(stage: Stage, { random, expect }: Round, asked: Asked[], late: string[]): Promise<void> {
  const { ctx } = stage.service;
  const after = (work: () => Promise<unknown>) => sleep(random.between(0, 60)).then(work);
  const cancelled = asked.filter(() => random.chance(0.2));
  await Promise.all([
    ...[0, 1].map(() => after(() => createSettlementSweep(ctx).run())),
    ...[0, 1, 2].map(() => after(() => createRefundSweep(ctx).run())),
    ...late.map((id) => after(() => succeed(stage, id))),
    ...cancelled.map(({ id }) =>
      after(async () => {
        const { status, text } = await stage.merchant.one(`/refunds/${id}/cancel`, {});
        expect(status === 200 || status === 409, `a cancellation was answered ${status}: ${text}`);
      }),
    ),
  ]);
  // Refunds that came too early for the settlement's writers are repeated.
  await createSettlementSweep(ctx).run();
}

/** Reads the site's balance repeatedly, as any client would see it; `end` returns the smallest value. */
function watchBalance(db: Sql, siteId: string): { end(): Promise<bigint> } {
  let isOver = false;
  const watching = (async () => {
    let least: bigint | undefined;
    while (least === undefined || !isOver) {
      const [row] = await db<{ balance: bigint }[]>`
        select coalesce(-sum(entry.amount_cents), 0)::bigint as balance
        from ledger_entries entry join ledger_accounts account on account.id = entry.account_id
        where account.kind = 'merchant' and account.site_id = ${siteId}`;
      if (least === undefined || row!.balance < least) least = row!.balance;
    }
    return least;
  })();
  return {
    end: () => {
      isOver = true;
      return watching;
    },
  };
}

/** A settlement as its merchant reads it: its lines add up to it. Returns its total; undefined without one. */
async function readSettlement(
  { merchant, service: { clock } }: Stage,
  { expect }: Round,
  reference: string,
): Promise<number | undefined> {
  const today = clock.now().getTime();
  const days = { fromDate: dateOf(today - 30 * 86_400_000), toDate: dateOf(today) };
  const { results } = must(
    await merchant.one(`/settlements?${new URLSearchParams({ ...days, reference })}`),
    200,
  ).body;
  expect(results.length < 2, `${reference} is the reference of ${results.length} settlements`);
  const [settlement] = results;
  if (!settlement) return undefined;
  const lines = must(await merchant.one(`/settlements/${settlement.id}/lineitems?limit=500`), 200).body
    .results;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service answers.
  const totalOf = (name: string) => sum(lines.map((line: any) => cents(line[name].value)));
  const reported = [settlement.totalSettlement, settlement.totalFees]
    .map(({ value }) => cents(value))
    .join(' ');
  const added = `${totalOf('settlementAmount')} ${totalOf('fee')}`;
  expect(reported === added, `${reference} has total and fees ${reported}, its lines ${added}`);
  expect(
    settlement.lineItemCounts.total === lines.length,
    `${reference} says ${settlement.lineItemCounts.total} lines, and has ${lines.length}`,
  );
  return cents(settlement.totalSettlement.value);
}

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The site's balance and its parts: every line up to the newest settlement is in one, and no later line is. */
async function compare(db: Sql, siteId: string, expect: Round['expect']): Promise<void> {
  const [row] = await db<
    { balance: bigint; least: bigint; missing: number; early: number; lines: bigint; totals: bigint }[]
  >`
    with moved as (
      select entry.id, entry.journal_id, -entry.amount_cents as net, entry.booked_at, journal.template
      from ledger_entries entry
      join ledger_accounts account on account.id = entry.account_id and account.kind = 'merchant'
      join ledger_journals journal on journal.id = entry.journal_id
      where account.site_id = ${siteId}
    ), running as (select sum(net) over (order by id) as balance from moved),
    settled as (
      select max(cut_off_at) as up_to, coalesce(sum(total_cents), 0) as total from settlements where site_id = ${siteId}
    ), earned as (
      select moved.*, line.journal_id is not null as is_settled
      from moved left join settlement_lines line on line.journal_id = moved.journal_id
      where template <> 'settlement_made'
    )
    select (select coalesce(sum(net), 0)::bigint from moved) as balance,
      (select coalesce(min(balance), 0)::bigint from running) as least,
      (select count(*)::integer from earned, settled where booked_at <= up_to and not is_settled) as missing,
      (select count(*)::integer from earned, settled where booked_at > up_to and is_settled) as early,
      (select coalesce(sum(net), 0)::bigint from earned where is_settled) as lines,
      (select total::bigint from settled) as totals`;
  const { balance, least, missing, early, lines, totals } = row!;
  expect(least >= 0n, `booked one after another, the balance was ${least} cents; now ${balance}`);
  expect(missing === 0, `${missing} lines up to the newest settlement are in none`);
  expect(early === 0, `${early} lines after the newest settlement are in one`);
  expect(lines === totals, `settled lines are ${lines} cents, settlements ${totals}`);
}
