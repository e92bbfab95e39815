import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../../../test/storm/random.ts';
import { budget } from '../../../test/support/budget.ts';
import { local, openRefunds, postings, type Refunds, zar } from '../../../test/support/refunding.ts';
import { inTransaction } from '../../kernel/db/db.ts';
import { newId } from '../../kernel/ids.ts';
import { balanceAt } from '../ledger/actions.ts';
import { changeSite, createSite, findSiteByCode } from '../merchants/actions.ts';
import { createSettlementSweep } from '../settlements/jobs.ts';
import { createRefundSweep } from './jobs.ts';

const seed = Date.now() % 1_000_000;
const random = seeded(seed, 'refunds');
const decimal = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

interface Verdict {
  cents: number;
  /** Where it was accepted. */
  id?: string;
  /** The amount left according to the refusal, in cents. */
  left?: number;
}

const refusal = /^(\d+\.\d\d) is more than the (\d+\.\d\d) that can still be refunded$/;

function readRefusal(text: string, cents: number): Verdict {
  const [, asked, left] = refusal.exec(text) ?? assert.fail(text);
  assert.equal(asked, decimal(cents));
  return { cents, left: Number(left!.replace('.', '')) };
}

/** Requests a refund in one of the possible ways. */
async function ask(shop: Refunds, transactionId: string, cents: number): Promise<Verdict> {
  const way = random.pick(['one', 'list', 'payments']);
  if (way === 'payments') {
    const { body } = await shop.submit([{ transactionId, amount: decimal(cents), refundReason: 'x' }]);
    const [{ refundId, errors }] = body;
    return refundId === null ? readRefusal(errors[0], cents) : { cents, id: refundId };
  }
  const wanted = { amount: zar(cents / 100), reason: 'x' };
  const answer =
    way === 'one'
      ? await shop.one('POST', `/transactions/${transactionId}/refunds`, { body: wanted })
      : await shop.one('POST', '/refunds', { body: [{ transactionId, ...wanted }] });
  if (answer.status === 201) return { cents, id: [answer.body].flat()[0].id };
  assert.equal(answer.body.code, 'RefundExceedsTransaction', answer.text);
  return readRefusal(answer.body.detail, cents);
}

const sum = (verdicts: Verdict[]): number => verdicts.reduce((total, { cents }) => total + cents, 0);

/**
 * Requests many refunds at once, of which some do not fit into `room`; returns the accepted ones. Each refusal names
 * the amount left at its moment, some of which may have been freed only later (`freed`).
 */
async function storm(
  shop: Refunds,
  transactionId: string,
  room: number,
  amounts: number[],
  freed = 0,
): Promise<Verdict[]> {
  const verdicts = await Promise.all(amounts.map((cents) => ask(shop, transactionId, cents)));
  const accepted = verdicts.filter(({ id }) => id !== undefined);
  const rest = room - sum(accepted);
  assert.ok(rest >= 0, `accepted ${sum(accepted)} of ${room} (seed ${seed})`);
  for (const { cents, left } of verdicts) {
    if (left === undefined) continue;
    assert.ok(
      left < cents && left >= rest - freed && left <= room,
      `${left} left for ${cents} (seed ${seed})`,
    );
  }
  return accepted;
}

/** The remaining amount is reported to the cent, is accepted, and then nothing is left. */
async function fill(shop: Refunds, transactionId: string, rest: number): Promise<Verdict[]> {
  assert.equal((await ask(shop, transactionId, rest + 1)).left, rest);
  const last = rest > 0 ? [await ask(shop, transactionId, rest)] : [];
  assert.ok(last.every(({ id }) => id !== undefined));
  assert.equal((await ask(shop, transactionId, 1)).left, 0);
  return last;
}

/** Some refunds, and always one: each step of the test happens in every run. */
const someOf = (live: Verdict[]): Verdict[] => live.filter((_, index) => index === 0 || random.chance(0.4));

const many = budget(16, 200);
/** The limit of each amount, so that together they exceed the whole about three times. */
const mostCents = (count: number, cents: number) => Math.round((6 * cents) / count);
test(`${many} refunds at once over both surfaces never exceed the amount, and a freed part can be refunded again`, async () => {
  const shop = await openRefunds();
  const transactionId = await shop.pay(100);
  const amounts = (count: number, most: number) =>
    Array.from({ length: count }, () => random.between(1, most));
  const freed = budget(16, 50);
  let live = await storm(shop, transactionId, 10_000, amounts(many, mostCents(many, 10_000)));
  live.push(...(await fill(shop, transactionId, 10_000 - sum(live))));

  // Cancelled, all at once, while others make requests.
  const cancelled = someOf(live);
  live = live.filter((one) => !cancelled.includes(one));
  const [, during] = await Promise.all([
    Promise.all(cancelled.map(({ id }) => shop.one('POST', `/refunds/${id}/cancel`))),
    storm(shop, transactionId, 10_000 - sum(live), amounts(freed, mostCents(freed, 4_000)), sum(cancelled)),
  ]);
  live.push(...during);
  live.push(...(await fill(shop, transactionId, 10_000 - sum(live))));

  // Failed and returned at the bank.
  await shop.moveTo('2026-11-20T14:00');
  const lost = someOf(live);
  for (const { id } of lost) {
    const outcome = random.pick(['failed', 'returned']);
    assert.equal((await shop.sandbox(`/refunds/${id}/outcome`, { outcome })).status, 200);
  }
  live = live.filter((one) => !lost.includes(one));
  await shop.pass(60_000);
  live.push(
    ...(await storm(shop, transactionId, 10_000 - sum(live), amounts(freed, mostCents(freed, 4_000)))),
  );
  live.push(...(await fill(shop, transactionId, 10_000 - sum(live))));
  assert.equal(sum(live), 10_000);

  await shop.moveTo('2026-11-20T16:00');
  await shop.pass(60_000);
  assert.equal((await shop.readTransaction(transactionId)).status, 'Refunded');
  const paid = await shop.db<{ cents: bigint }[]>`
    select -sum(amount_cents)::bigint as cents from bank.statement_lines where transfer_id is not null`;
  assert.equal(paid[0]!.cents, 10_000n);
  await shop.assertSound();
});

describe('the database', async () => {
  const shop = await openRefunds();
  const { db, clock } = shop;
  const transactionId = await shop.pay(100);
  const { id } = await shop.refund(transactionId, 60);

  /** A refund written around the code. */
  const smuggle = (cents: number) => db`
    insert into refunds select (populate_record).* from (
      select jsonb_populate_record(refund, ${db.json({ id: newId(clock), amount_cents: cents })}) as populate_record
      from refunds refund where id = ${id}) as copied`;

  test('lets a transaction claim no more than its amount, and repay no more than it claims', async () => {
    const write = (claimed: number, repaid: number) => db`
      update transactions set refunded_cents = ${claimed}, repaid_cents = ${repaid} where id = ${transactionId}`;
    for (const [claimed, repaid] of [
      [10_001, 0],
      [-1, 0],
      [5_000, 5_001],
      [5_000, -1],
    ] as const) {
      await assert.rejects(write(claimed, repaid), /transactions_(refunded|repaid)_check/);
    }
  });

  test('takes no refund that its transaction does not claim, for any writer', async () => {
    await assert.rejects(smuggle(4_000), /claim 10000 cents and have repaid 0, not 6000 and 0/);
    await assert.rejects(db`update refunds set amount_cents = 1 where id = ${id}`, /claim 1 cents/);
    await assert.rejects(
      db`update refunds set state = 'complete', completed_at = now() where id = ${id}`,
      /have repaid 6000/,
    );
  });

  test('takes no two that fit singly and not together, written at the same moment', async () => {
    const write = () =>
      inTransaction(db, async (tx) => {
        const [row] = await tx<{ refundedCents: bigint }[]>`
          select refunded_cents from transactions where id = ${transactionId}`;
        await pause(50);
        await tx`update transactions set refunded_cents = ${row!.refundedCents + 3_000n} where id = ${transactionId}`;
        await tx`
          insert into refunds select (populate_record).* from (
            select jsonb_populate_record(refund, ${db.json({ id: newId(clock), amount_cents: 3_000 })}) as populate_record
            from refunds refund where id = ${id}) as copied`;
      });
    const tries = await Promise.allSettled([write(), write(), write()]);
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
    await shop.assertSound();
  });
});

test('exactly one wins of a cancellation and a pick-up, in 100 races', async () => {
  const shop = await openRefunds();
  const { db, ctx, clock } = shop;
  const transactions = await Promise.all(Array.from({ length: 10 }, () => shop.pay(100)));
  const ids: string[] = [];
  for (let index = 0; index < 100; index += 1) {
    ids.push((await shop.refund(transactions[index % 10]!, 10)).id);
  }
  clock.set(local('2026-11-20T14:00'));
  // Two processes pick refunds up in the order of their requests; the merchant cancels in another order. The first is
  // cancelled before they begin and the last after they have ended, so that each side wins at least once.
  const pickUp = async () => {
    while ((await createRefundSweep(ctx).run()) > 0);
  };
  const cancel = async (id: string) => {
    const { status, body } = await shop.one('POST', `/refunds/${id}/cancel`);
    return { id, status, code: body?.code };
  };
  const places = new Map(ids.map((id) => [id, random.between(0, 1_000)]));
  const [first, ...others] = ids.toSorted((a, b) => places.get(a)! - places.get(b)!);
  const last = others.pop()!;
  const answers = [await cancel(first!)];
  const pickedUp = Promise.all([pickUp(), pickUp()]);
  const race = others.map((id, index) => pause(index * 6).then(() => cancel(id)));
  answers.push(...(await Promise.all(race)), await pickedUp.then(() => cancel(last)));
  let cancelled = 0;
  for (const { id, status, code } of answers) {
    const refund = await shop.read(id);
    const transfers = await db`select 1 from transfers where object_id = ${id}`;
    const seen = [status, code, refund.status, transfers.length, await postings(db, id)];
    const isCancelled = status === 200;
    cancelled += isCancelled ? 1 : 0;
    assert.deepEqual(
      seen,
      isCancelled
        ? [200, undefined, 'Cancelled', 0, []]
        : [409, 'RefundAlreadySubmitted', 'Submitted', 1, ['refund_submitted']],
      `seed ${seed}`,
    );
  }
  assert.ok(cancelled > 0 && cancelled < 100, `${cancelled} of 100 were cancelled`);
  await shop.drain();
  await shop.pass(60_000);
  const [row] = await db`
    select sum(refunded_cents)::integer as claimed, sum(repaid_cents)::integer as repaid from transactions`;
  assert.deepEqual(row, { claimed: (100 - cancelled) * 1_000, repaid: (100 - cancelled) * 1_000 });
  await shop.assertSound();
});

describe('the balance of a site', async () => {
  const shop = await openRefunds();
  const { db, ctx, clock } = shop;

  /** A site that keeps half of its earnings. */
  async function open(name: string) {
    const { siteCode } = await createSite(ctx, shop.merchant.merchant, name);
    await changeSite(ctx, siteCode, { feeBps: 5_000 });
    const { id } = (await findSiteByCode(db, siteCode))!;
    return { siteCode, id };
  }
  const balance = (siteId: string) => balanceAt(db, 'merchant', siteId, clock.now());
  async function least(siteId: string): Promise<bigint> {
    const [row] = await db<{ least: bigint }[]>`
      select min(balance)::bigint as least from (
        select -sum(entry.amount_cents) over (order by entry.id) as balance
        from ledger_entries entry join ledger_accounts account on account.id = entry.account_id
        where account.kind = 'merchant' and account.site_id = ${siteId}) as running`;
    return row!.least;
  }

  test('is never spent twice, however many pick up at once: as many refunds leave as it covers', async () => {
    const site = await open('Market');
    const other = await open('Fair');
    const ids: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      ids.push((await shop.refund(await shop.pay(10, { siteCode: site.siteCode }), 10)).id);
    }
    const elsewhere = (await shop.refund(await shop.pay(10, { siteCode: other.siteCode }), 5)).id;
    clock.set(local('2026-11-20T14:00'));
    await Promise.all(Array.from({ length: 6 }, () => createRefundSweep(ctx).run()));
    const count = async (state: string) =>
      (await db`select 1 from refunds where id = any (${ids}) and state = ${state}`).length;
    assert.deepEqual([await count('submitted'), await count('pending')], [10, 10]);
    assert.equal(await balance(site.id), 0n);
    assert.equal((await shop.read(elsewhere)).status, 'Submitted');
    await shop.pay(40, { siteCode: site.siteCode });
    await shop.moveTo('2026-11-20T16:00');
    assert.deepEqual([await count('pending'), await balance(site.id)], [8, 0n]);
    assert.equal(await least(site.id), 0n);
    await shop.pass(60_000);
    await shop.assertSound();
  });

  test('is settled before it is spent, also if the settlement comes late', async () => {
    const site = await open('Kiosk');
    await shop.moveTo('2026-11-20T16:30');
    const { id } = await shop.refund(await shop.pay(100, { siteCode: site.siteCode }), 50);
    clock.set(local('2026-11-23T10:00'));
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    await Promise.all([
      ...Array.from({ length: 3 }, () => begun.then(() => createRefundSweep(ctx).run())),
      begun.then(() => createSettlementSweep(ctx).run()),
      begin(),
    ]);
    await shop.drain();
    const refund = await shop.read(id);
    assert.deepEqual(
      [refund.status, refund.reason],
      ['Pending', 'the balance of the site does not cover it yet'],
    );
    const [settlement] = await db`select total_cents from settlements where site_id = ${site.id}`;
    assert.equal(settlement!.totalCents, 5_000n);
    assert.deepEqual([await balance(site.id), await least(site.id)], [0n, 0n]);
    await shop.assertSound();
  });
});
