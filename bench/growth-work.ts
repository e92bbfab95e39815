// The work of the service over a filled database: payments created and paid, every sweep with nothing due,
// the busy ones with a hundred rows due among all the others, retention, and the settlement of a day.
import { banks } from '../src/core/banks.ts';
import { post } from '../src/core/ledger/actions.ts';
import { changeSite } from '../src/core/merchants/actions.ts';
import { deliveryShelf, eventShelf } from '../src/core/notifications/archive-store.ts';
import { createPayments } from '../src/core/payments/actions.ts';
import { raiseFloat, requestPayout } from '../src/core/payouts/actions.ts';
import { simulatorAccount } from '../src/core/rails.ts';
import { requestRefunds } from '../src/core/refunds/actions.ts';
import { createRetentionSweep } from '../src/core/retention.ts';
import { nextRun } from '../src/core/settlements/settlement-run.ts';
import { authoriseAtBank, createSubscription, enquireMandate } from '../src/core/subscriptions/actions.ts';
import { mayBeAnnounced } from '../src/core/transactions/archive-store.ts';
import { inWork } from '../src/core/unit-of-work.ts';
import { dayOf } from '../src/kernel/business-days.ts';
import { hourMs } from '../src/kernel/clock.ts';
import { newId } from '../src/kernel/ids.ts';
import { addDueCharges } from '../test/support/due-charges.ts';
import type { Filled, GrowthCase } from './filled.ts';

const due = 100;
const rand = 100n;
const bank = { ...banks[0]!, available: true, unavailableReason: null, account: simulatorAccount };
const rounds = 5;

export async function workCases(filled: Filled): Promise<GrowthCase[]> {
  await makeReady(filled);
  return [...makingCases(filled), ...idleCases(filled), ...sweepCases(filled), ...dayCases(filled)];
}

/** Lets the site pay out and refund, and ends the due times of the filled rows, so that a moved clock finds no other work. */
async function makeReady({ db, ctx, site, sweep }: Filled): Promise<void> {
  const { merchantId, id: siteId } = site;
  await db`update payments set expires_at = '2100-01-01' where state = 'created'`;
  await changeSite(ctx, site.code, { allowPlainAccountNumbers: true });
  const amount = 10_000_000n * rand;
  await inWork(ctx, async (work) => {
    await raiseFloat(
      work,
      { merchantId, siteId },
      { id: newId(ctx.clock), bankAccount: simulatorAccount, amount },
    );
    await post(work, 'payment_received', {
      ...{ merchantId, siteId, object: 'bench', objectId: newId(ctx.clock) },
      ...{ bankAccount: simulatorAccount, amounts: { gross: amount, fee: 0n } },
    });
  });
  await drain(sweep('ledger.link'));
}

async function drain({ run, settle }: { run(): Promise<number>; settle?(): Promise<void> }): Promise<void> {
  while ((await run()) > 0) await settle?.();
  await settle?.();
}

function makingCases({ ask, site, clock, credentials, base }: Filled): GrowthCase[] {
  let made = '';
  const create = async () => {
    const reference = newId(clock);
    const body = {
      ...{ siteCode: site.code, amount: { currency: 'ZAR', value: 149.9 }, merchantReference: reference },
      expireAt: new Date(clock.now().getTime() + hourMs).toISOString(),
    };
    made = JSON.parse(await ask('/one/v1/payments', body)).id;
  };
  const pay = async () => {
    const headers = { 'content-type': 'application/json', apikey: credentials.apiKey };
    const body = JSON.stringify({ outcome: 'success' });
    const answer = await fetch(`${base}/sandbox/transactions/${made}/outcome`, {
      method: 'POST',
      headers,
      body,
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  };
  return [
    { part: 'make', what: 'create a payment', run: create },
    { part: 'make', what: 'pay it: bank chosen, paid, booked, notified', prepare: create, run: pay },
  ];
}

const idleCases = ({ sweeps }: Filled): GrowthCase[] =>
  sweeps.map((sweep) => ({
    part: 'idle',
    what: sweep.name,
    // What earlier parts have left is done first.
    prepare: () => drain(sweep),
    run: () => sweep.run(),
    rounds: 10,
  }));

function sweepCases(filled: Filled): GrowthCase[] {
  const { db, workCtx, clock, site, sweep } = filled;
  const { merchantId, id: siteId } = site;
  const dueNow = () => clock.now();
  const cases: [name: string, prepare: () => Promise<unknown>, runs?: number][] = [
    ['payments.expire', () => makePayments(filled, due)],
    [
      'transactions.enquire',
      () => db`
        update transactions set enquire_at = ${dueNow()} where id in (
          select id from transactions where merchant_id = ${merchantId} and state = 'expired' order by created_at desc limit ${due})`,
      2,
    ],
    [
      'notifications.deliver',
      () => db`
        update deliveries set status = 'pending', due_at = ${dueNow()}, url = 'https://' || own.n || '.example.co.za/notify',
          lane = 'https://' || own.n || '.example.co.za'
        from (select id, row_number() over () % 20 as n from (
          select id from deliveries where merchant_id = ${merchantId} and status = 'delivered' and event_type = 'transaction.complete'
          order by created_at desc limit ${due}) newest) own
        where deliveries.id = own.id`,
    ],
    ['refunds.submit', () => askForRefunds(filled)],
    ['transfers.send', () => askForRefunds(filled).then(() => drain(sweep('refunds.submit')))],
    ['payouts.receive', () => askForPayouts(filled), 2],
    ['subscriptions.charge', async () => addDueCharges(db, await subscribe(filled), due, dueNow())],
    ['ledger.link', () => bookSome(filled)],
  ];
  const snapshots: GrowthCase = {
    part: 'sweep',
    what: 'ledger.snapshot: a day later, a hundred bookings of one site',
    prepare: async () => {
      await drain(sweep('ledger.snapshot'));
      await bookSome(filled);
      clock.advance(25 * hourMs);
    },
    run: () => drain(sweep('ledger.snapshot')),
    rounds,
  };
  const shelves = { delivery: deliveryShelf, event: eventShelf(mayBeAnnounced) };
  const retention = (['delivery', 'event'] as const).map((kind): GrowthCase => {
    const plan = { folder: filled.archiveDir, kinds: [{ kind, days: 150, shelves: [shelves[kind]] }] };
    const batch = createRetentionSweep(workCtx, plan, 200);
    return { part: 'sweep', what: `retention.run: 200 rows of ${kind}`, run: () => batch.run(), rounds };
  });
  return [
    ...cases.map(
      ([name, prepare, runs = 1]): GrowthCase => ({
        part: 'sweep',
        what: `${name}: a hundred due`,
        prepare: async () => {
          // The consequences of the previous case are not measured here.
          for (const one of ['transfers.send', 'notifications.deliver', 'ledger.link'])
            await drain(sweep(one));
          await prepare();
        },
        run: async () => {
          for (let run = 0; run < runs; run += 1) await sweep(name).run();
          await sweep(name).settle?.();
        },
        rounds,
      }),
    ),
    ...retention,
    snapshots,
  ];

  async function bookSome({ ctx }: Filled): Promise<void> {
    await inWork(ctx, async (work) => {
      for (let n = 0; n < due; n += 1)
        await post(work, 'payment_received', {
          ...{ merchantId, siteId, object: 'bench', objectId: newId(ctx.clock) },
          ...{ bankAccount: simulatorAccount, amounts: { gross: rand, fee: 0n } },
        });
    });
  }
}

/** Expired payments. */
async function makePayments({ ctx, db, site, clock }: Filled, number: number): Promise<void> {
  const inputs = Array.from({ length: number }, (_, n) => ({
    ...{ site, contract: 'one' as const, amount: 149_90n, merchantReference: `DUE-${n}`, details: {} },
  }));
  const made = await inWork(ctx, (work) => createPayments(work, inputs));
  const ids = made.flatMap((one) => (one instanceof Error ? [] : [one.id]));
  await db`update payments set expires_at = ${clock.now()} where id = any (${ids}::uuid[])`;
}

/** Refunds that are due, of payments of the site that were paid and not refunded. */
async function askForRefunds({ ctx, db, site, clock }: Filled): Promise<void> {
  const paid = await db<{ id: string }[]>`
    update transactions set payer_account_sealed = ${ctx.keyring.seal('62001234567')} where id in (
      select id from transactions paid where merchant_id = ${site.merchantId} and site_id = ${site.id} and state = 'successful'
        and not exists (select from refunds where transaction_id = paid.id)
      order by created_at desc limit ${due}
    ) returning id`;
  const inputs = paid.map(({ id }) => ({
    ...{ merchantId: site.merchantId, transactionId: id, amount: rand, reason: 'bench' },
    ...{ realTime: false, contract: 'one' as const, createdBy: 'bench' },
  }));
  for (const refund of await requestRefunds(ctx, inputs)) if (refund instanceof Error) throw refund;
  await db`update refunds set due_at = ${clock.now()} where state = 'pending' and created_by = 'bench'`;
}

async function askForPayouts({ ctx, site, clock }: Filled): Promise<void> {
  const ask = () =>
    requestPayout(ctx, {
      ...{
        site: { ...site, allowPlainAccountNumbers: true },
        amount: rand,
        isRtc: false,
        bank,
        branchCode: bank.branchCode,
      },
      ...{ merchantReference: newId(clock).replaceAll('-', '').slice(-20), customerBankReference: 'BENCH' },
      ...{ accountNumber: '62001234567', hashCheck: '' },
    });
  for (const answer of await Promise.all(Array.from({ length: due }, ask)))
    if (answer.kind === 'refused') throw new Error(answer.reason);
}

/** A subscription that its payer has authorised, for others to be copies of. */
async function subscribe({ ctx, site, clock, simulator, rails }: Filled) {
  const subscription = await createSubscription(ctx, {
    ...{ site, amount: 149_90n, merchantReference: 'CLUB-1' },
    ...{ frequency: 'Monthly', firstPaymentDate: dayOf(clock.now()).toString(), occurrences: 12 },
  });
  const givenAt = clock.now().toISOString();
  const consent = { textVersion: '1', language: 'en', address: '127.0.0.1', userAgent: null, givenAt };
  await authoriseAtBank(ctx, rails, subscription, bank, consent, 'http://localhost:8420/back');
  await simulator.decideMandate(subscription.id, 'approved');
  await enquireMandate(ctx, rails, subscription);
  return subscription;
}

const paymentsADay = 2_000;

/**
 * A settlement run: one site has the same number of payments in its day in every run; the first run settles the others' rest.
 */
function dayCases(filled: Filled): GrowthCase[] {
  const { ctx, clock, sweep } = filled;
  return [
    {
      part: 'day',
      what: `settlements.make: a day of ${paymentsADay} payments of one site`,
      prepare: async () => {
        await addPaidDay(filled);
        clock.set(nextRun(ctx.policy, clock.now()));
      },
      run: () => sweep('settlements.make').run(),
      rounds: 3,
    },
  ];
}

/** Adds copies of a paid payment of the site, and books them. */
async function addPaidDay({ ctx, db, site, clock }: Filled): Promise<void> {
  const { id: siteId, merchantId } = site;
  const at = clock.now();
  const [paid] = await db`
    select id from transactions where merchant_id = ${merchantId} and site_id = ${siteId} and state = 'successful'
    order by created_at desc limit 1`;
  const copies = await db<{ id: string }[]>`
    with copy as materialized (
      select uuidv7() as payment_id, uuidv7() as id from generate_series(1, ${paymentsADay}::integer)
    ), payment as (
      insert into payments
      select (jsonb_populate_record(payment, jsonb_build_object('id', copy.payment_id, 'created_at', ${at}::timestamptz))).*
      from copy, transactions own join payments payment on payment.id = own.payment_id where own.id = ${paid!.id}
    )
    insert into transactions
    select (jsonb_populate_record(own, jsonb_build_object('id', copy.id, 'payment_id', copy.payment_id,
      'created_at', ${at}::timestamptz, 'completed_at', ${at}::timestamptz, 'refunded_cents', 0))).*
    from copy, transactions own where own.id = ${paid!.id}
    returning id`;
  await inWork(ctx, async (work) => {
    for (const { id: objectId } of copies)
      await post(work, 'payment_received', {
        ...{ merchantId, siteId, object: 'transaction', objectId },
        ...{ bankAccount: simulatorAccount, amounts: { gross: 149_90n, fee: 150n } },
      });
  });
}
