// All payments that a filter matches, at once: looked at first, each done once, and on after a process is killed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBulkActionSweep } from '../../src/core/bulk-actions/jobs.ts';
import { findSiteByCode, type Site } from '../../src/core/merchants/actions.ts';
import { createPayments } from '../../src/core/payments/actions.ts';
import type { Rails } from '../../src/core/rails.ts';
import { inWork } from '../../src/core/unit-of-work.ts';
import { openMerchant } from '../../src/core/users/merchant-opening.ts';
import { isDatabaseAway, openPool } from '../../src/kernel/db/db.ts';
import { atEnd } from '../support/ending.ts';
import { openService } from '../support/opening.ts';
import { startReceiver } from '../support/running.ts';
import { ask, hiddenOf, plain, visitorOf, visitorsOf } from './support.ts';

const service = await openService();
const { ctx, db, merchant, clock } = service;
/** Of 26 pages; otherwise of some. */
const many = process.env.TEST_LONG === '1' ? 1_284 : 130;
const cancel = '/console/payments/cancel';
const resend = '/console/payments/resend';

const receiver = await startReceiver();
atEnd(() => receiver.end());
const [support, finance, operator] = await visitorsOf(service, 'support', 'finance', 'operator-support');
const { merchant: other, siteCode } = await openMerchant(ctx, { name: 'Other' });
const stranger = await visitorOf(service, 'support', other.id);
const theirs = (await findSiteByCode(db, siteCode))!;

/** Creates open payments of R 1,00, R 1,01 and so on; returns their sum, as a user types it. */
async function made(prefix: string, count: number, site?: Site): Promise<string> {
  const own = site ?? (await findSiteByCode(db, merchant.siteCode))!;
  const expiresAt = new Date(clock.now().getTime() + 5 * 86_400_000);
  const inputs = Array.from({ length: count }, (_, index) => ({
    ...{ site: own, contract: 'payments' as const, amount: 100n + BigInt(index), expiresAt },
    ...{ merchantReference: `${prefix}-${index}`, bankReference: 'KAROO', isTest: false },
    ...{ notifyUrl: receiver.url, details: {} },
  }));
  for (let from = 0; from < count; from += 100)
    await inWork(ctx, (work) => createPayments(work, inputs.slice(from, from + 100)));
  const cents = inputs.reduce((sum, { amount }) => sum + amount, 0n);
  return `${cents / 100n},${String(cents % 100n).padStart(2, '0')}`;
}

const states = (prefix: string) =>
  db<{ state: string; n: number }[]>`
    select state, count(*)::integer as n from payments where merchant_reference like ${`${prefix}-%`} group by 1 order by 1`;
const outcomes = async (path: string) => {
  const id = path.split('/').at(-1)!;
  return db<{ outcome: string | null; n: number }[]>`
    select outcome, count(*)::integer as n from task_items where task_id = ${id} group by 1 order by 1`;
};
const lineOf = (rows: readonly { n: number }[]) => rows.map((row) => Object.values(row).join(' '));

describe('all open payments that a filter matches', () => {
  test(`are cancelled once each, ${many} of them, though a process is killed on the way`, async () => {
    const sum = await made('MANY', many);
    await made('OTHER', 3);
    const path = `${cancel}?reference=MANY-`;
    const list = await support.get('/console/payments?reference=MANY-');
    assert.ok(plain(list.text).includes(`href="${path}"`));
    const page = await support.get(path);
    assert.match(
      plain(page.text),
      new RegExp(`<strong>${many === 1_284 ? '1 284' : many} payments</strong>`),
    );
    assert.ok(plain(page.text).includes(`name="seenSum" value="${sum.replace(',', '.')}"`));
    const fields = hiddenOf(page.text, cancel);
    assert.equal((await support.post(cancel, { ...fields, amount: '1' })).status, 422);
    const form = hiddenOf((await support.get(path)).text, cancel);
    const begun = await support.post(cancel, { ...form, amount: sum });
    assert.equal(begun.status, 303, begun.text);
    assert.equal((await support.post(cancel, { ...form, amount: sum })).status, 409);
    assert.equal((await db`select from tasks`).count, 1);

    // A process is interrupted midway, and another continues when its lease is over. The banks have no order
    // of it, so none is called.
    const pool = openPool(service.databaseUrl, { max: 2, name: 'cut' });
    const dying = createBulkActionSweep({ ...ctx, db: pool }, {} as Rails);
    let cuts = 0;
    for (let step = 0; step < 3; step += 1) {
      const running = dying.run().catch((error: unknown) => {
        assert.ok(isDatabaseAway(error), String(error));
        cuts += 1;
      });
      await sleep(60);
      await db`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut'`;
      await running;
      clock.advance(60_001);
    }
    await pool.end({ timeout: 1 });
    assert.ok(cuts > 0);
    const half = await support.get(begun.to!);
    assert.match(half.text, /running/);
    await service.drain();
    assert.deepEqual(lineOf(await states('MANY')), [`cancelled ${many}`]);
    assert.deepEqual(lineOf(await states('OTHER')), ['created 3']);
    assert.deepEqual(lineOf(await outcomes(begun.to!)), [`done ${many}`]);
    const steps = await db<{ n: number }[]>`
      select count(*)::integer as n from transitions step join payments payment on payment.id = step.object_id
      where payment.merchant_reference like 'MANY-%' and step.to_state = 'cancelled' and step.actor = ${`user:${support.userId}`}`;
    assert.equal(steps[0]!.n, many);
    assert.equal(receiver.received.length, many);
    const done = await support.get(begun.to!);
    assert.match(plain(done.text), new RegExp(`${many} of .* payments: ${many} cancelled, 0 failed`));
    const csv = await support.get(`${begun.to}.csv`);
    assert.equal(csv.text.trimEnd().split('\n').length, many + 2);
    assert.equal((await db`select from console.audit where action = 'payment.cancel'`).count, 1);
  });

  test('are notified again, each once; payments without notifications are refused', async () => {
    await made('AGAIN', 12);
    const before = receiver.received.length;
    const page = `${resend}?reference=AGAIN-`;
    const none = await support.act(page, resend);
    await service.drain();
    assert.deepEqual(lineOf(await outcomes(none.to!)), ['refused 12']);
    assert.match((await support.get(`${none.to}?state=refused`)).text, /the payment has no notification yet/);
    const sum = hiddenOf((await support.get(`${cancel}?reference=AGAIN-`)).text, cancel).seenSum!;
    await support.act(`${cancel}?reference=AGAIN-`, cancel, { amount: sum });
    await service.drain();
    assert.equal(receiver.received.length, before + 12);
    const reported = await support.act(page, resend);
    await service.drain();
    assert.deepEqual(lineOf(await outcomes(reported.to!)), ['done 12']);
    assert.equal(receiver.received.length, before + 24);
  });

  test('are processed as shown: if the matches have changed, none is', async () => {
    await made('STALE', 2);
    const path = `${cancel}?reference=STALE-`;
    const fields = hiddenOf((await support.get(path)).text, cancel);
    await made('STALE-MORE', 1);
    const answer = await support.post(cancel, { ...fields, amount: '2,01' });
    assert.equal(answer.status, 409);
    assert.match(plain(answer.text), /3 payments for .* match now/);
    assert.deepEqual(lineOf(await states('STALE')), ['created 3']);
    // A payment that is paid or cancelled after the task has started is refused individually.
    const sum = hiddenOf((await support.get(path)).text, cancel).seenSum!;
    const begun = await support.act(path, cancel, { amount: sum });
    const [first] = await db<{ id: string }[]>`select id from payments where merchant_reference = 'STALE-0'`;
    const one = `/console/payments/${first!.id}`;
    assert.equal((await support.act(one, `${one}/cancel`)).status, 303);
    await service.drain();
    assert.deepEqual(lineOf(await outcomes(begun.to!)), ['done 2', 'refused 1']);
    assert.match((await support.get(begun.to!)).text, /2 cancelled, 1 failed/);
  });

  test('are only one’s own, and only of who may', async () => {
    await made('FOREIGN', 2, theirs);
    assert.equal((await ask(service, cancel, { fields: {} })).status, 401);
    assert.equal((await finance.get(cancel)).status, 403);
    assert.equal((await finance.post(resend, {})).status, 403);
    assert.doesNotMatch((await finance.get('/console/payments')).text, /payments\/cancel/);
    assert.match((await support.get(`${cancel}?reference=FOREIGN-`)).text, /No payments match/);
    const foreign = hiddenOf((await stranger.get(`${cancel}?reference=FOREIGN-`)).text, cancel);
    const stolen = await support.post(cancel, { ...foreign, amount: '2,01' });
    assert.equal(stolen.status, 409);
    const begun = await operator.act(`${resend}?reference=FOREIGN-`, resend);
    assert.equal(begun.status, 303);
    assert.equal((await operator.get(begun.to!)).status, 200);
    for (const one of [support, stranger]) assert.equal((await one.get(begun.to!)).status, 404);
    assert.equal((await stranger.get(`${begun.to}.csv`)).status, 404);
    const own = await stranger.act(`${resend}?reference=FOREIGN-`, resend);
    assert.equal((await stranger.get(own.to!)).status, 200);
    assert.equal((await support.get(own.to!)).status, 404);
    assert.deepEqual(lineOf(await states('FOREIGN')), ['created 2']);
  });

  test('cannot be cancelled in another state than open', async () => {
    assert.equal((await support.get(`${cancel}?state=complete`)).status, 422);
    assert.equal((await support.get(`${cancel}?colour=red`)).status, 400);
  });
});
