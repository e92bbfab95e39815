// The sandbox's clock over the whole service: one call passes the days, and each event happens at its own time.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { credentialsOf } from '../src/app/credentials.ts';
import { bankNamed } from '../src/core/banks.ts';
import { openAccount } from '../src/core/statements/actions.ts';
import { orderTransfer } from '../src/core/transfers/actions.ts';
import { inWork } from '../src/core/unit-of-work.ts';
import { manualClock } from '../src/kernel/clock.ts';
import { newId } from '../src/kernel/ids.ts';
import { checkEverything } from '../src/reports/checks/all.ts';
import { ask, createMerchantOf } from './support/merchant.ts';
import { openListener, openService } from './support/opening.ts';
import { startReceiver } from './support/running.ts';
import { until } from './support/until.ts';

// A Friday, ten in the morning in South Africa.
const service = await openService({ clock: manualClock('2026-11-20T08:00:00Z'), started: true });
const receiver = await openListener();
const merchant = createMerchantOf(service.base, credentialsOf(service.config, service.merchant));

function clock(body?: unknown, apikey = service.merchant.apiKey) {
  const headers = { apikey, 'content-type': 'application/json' };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  return ask(`${service.base}/sandbox/clock`, init);
}

const following = (body: unknown) => ({
  method: 'POST',
  headers: {
    apikey: service.merchant.apiKey,
    'content-type': 'application/json',
    accept: 'application/x-ndjson',
  },
  body: JSON.stringify(body),
});

/** Moves the clock as a client that accepts lines. */
async function follow(body: unknown) {
  const answer = await fetch(`${service.base}/sandbox/clock`, following(body));
  const lines: { now: string; moved: string; done: boolean }[] = (await answer.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { contentType: answer.headers.get('content-type') ?? '', lines };
}

/** A port of this machine without a listener. */
async function closedPort(): Promise<number> {
  const { url, end } = await startReceiver();
  await end();
  return Number(new URL(url).port);
}

async function pay(amount: string): Promise<string> {
  const made = await merchant.createPayments({ amount, notifyUrl: receiver.url });
  const id = made.body.paymentRequestId as string;
  const token = (await merchant.token()).body.access_token;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = (path: string, body: unknown) =>
    ask(`${service.base}/one/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const opened = await post(`/payments/${id}/transactions`, { paymentType: 'redirect', details: {} });
  const institutionId = '4816019c-3314-4c80-8b6b-b2cd16dcc4ec';
  for (const step of ['selectInstitution', 'authenticate', 'approve']) {
    const taken = await post(`/transactions/${opened.body.id}`, { step, institutionId });
    assert.ok(taken.status < 300, taken.text);
  }
  return opened.body.id;
}

const reported = (id: string): URLSearchParams[] =>
  receiver.received
    .map(({ body }) => new URLSearchParams(body))
    .filter((form) => form.get('TransactionId') === id);

describe('the sandbox’s clock', () => {
  test('is read, moves only forward, and explains any other value', async () => {
    assert.deepEqual((await clock()).body, { now: '2026-11-20T08:00:00.000Z' });
    assert.equal((await clock({ advance: 'PT0S' })).body.now, '2026-11-20T08:00:00.000Z');
    for (const wrong of [
      {},
      { advance: 'P1D', to: '2027-01-01T00:00:00Z' },
      { advance: 'P1D', until: 'noon' },
      { advance: '-P1D' },
      { advance: 'forty days' },
      { advance: 40 },
      { to: '2026-11-20T07:59:59Z' },
      { to: '2026-11-21' },
      { to: null },
    ]) {
      const answer = await clock(wrong);
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.body.message, /advance|to|forward|known field/);
    }
    assert.equal((await clock({ advance: 'P1D' }, 'nobody')).status, 401);
    assert.deepEqual((await clock()).body, { now: '2026-11-20T08:00:00.000Z' });
  });

  test('runs due work on the way, each at its own time, and responds when it is done', async () => {
    const pending = await pay('100.94');
    const paid = await pay('250.00');
    const left = (await merchant.createPayments({ amount: '10.00', notifyUrl: receiver.url })).body
      .paymentRequestId;

    const answer = await clock({ advance: 'PT2M' });
    assert.deepEqual(answer.body, { now: '2026-11-20T08:02:00.000Z' });
    assert.deepEqual(
      reported(pending).map((form) => form.get('Status')),
      ['Pending', 'Complete'],
    );
    const [row] = await service.db<{ completedAt: Date }[]>`
      select completed_at from transactions where id = ${pending}`;
    const seconds = (row!.completedAt.getTime() - Date.parse('2026-11-20T08:00:00Z')) / 1000;
    assert.ok(seconds >= 60 && seconds <= 80, `the bank decides after a minute, not after ${seconds} s`);

    // Over the weekend: Friday's money is settled after Friday's cut-off, and the payment left alone expires.
    assert.equal((await clock({ to: '2026-12-01T10:00:00+02:00' })).status, 200);
    const [settlement] = await service.db<{ businessDay: string; createdAt: Date; totalCents: bigint }[]>`
      select business_day::text as business_day, created_at, total_cents from settlements order by business_day`;
    assert.equal(settlement!.businessDay, '2026-11-20');
    assert.equal(settlement!.totalCents, 35_094n);
    assert.ok(Math.abs(settlement!.createdAt.getTime() - Date.parse('2026-11-20T22:01:00Z')) < 20_000);
    const [expired] = await service.db<{ state: string; at: Date }[]>`
      select to_state as state, at from transitions where object_id = ${left}`;
    assert.equal(expired!.state, 'expired');
    assert.ok(Math.abs(expired!.at.getTime() - Date.parse('2026-11-27T08:00:00Z')) < 20_000);
    assert.equal(reported(paid).length, 1);
    assert.deepEqual(await checkEverything(service.db, { simulatedBank: true }), []);
  });

  test('passes whole schedules of failing receivers at once: posted to twice, each attempt on record at its time', async () => {
    const refusing = await startReceiver(500);
    const number = 25;
    // No process listens there, at any of the addresses.
    const absent = new URL(`http://127.0.0.1:${await closedPort()}`);
    for (let count = 0; count < number; count++) {
      await merchant.createPayments({ notifyUrl: `${refusing.url}/dead` });
      await merchant.createPayments({ notifyUrl: `${absent.origin}/${count}` });
    }
    const fine = await merchant.createPayments({ notifyUrl: `${receiver.url}/fine` });
    const { lines } = await follow({ advance: 'P12D' });
    await refusing.end();

    // Those that were under way at once with the second one.
    assert.ok(refusing.received.length <= 8, `${refusing.received.length} posts`);
    // Each message has ten scheduled times, and the clock stops at none of them.
    assert.ok(lines.length < 6 * number, `${lines.length} stops`);
    assert.ok(fine.body.paymentRequestId);
    assert.equal(receiver.received.filter(({ path }) => path === '/fine').length, 1);

    const rows = await service.db<
      { url: string; status: string; hours: number; tries: number; posted: number }[]
    >`
      select url, status, count(*)::integer as tries,
        count(*) filter (where error is null or error not like 'not posted: %')::integer as posted,
        extract(epoch from max(attempt.at) - min(attempt.at))::float / 3600 as hours
      from deliveries join delivery_attempts attempt on attempt.delivery_id = deliveries.id
      where url like ${`${refusing.url}%`} or url like ${`${absent.origin}%`}
      group by deliveries.id`;
    assert.equal(rows.length, 2 * number);
    for (const { url, status, tries, hours } of rows) {
      assert.deepEqual([status, tries], ['failed', 10], url);
      assert.ok(hours > 60 && hours < 90, `75 h 35 min with jitter, not ${hours} h`);
    }
    const posted = rows.reduce((sum, row) => sum + row.posted, 0);
    assert.ok(posted <= 16, `${posted} posts`);
    assert.deepEqual(await checkEverything(service.db, { simulatedBank: true }), []);
  });

  test('forgets with each move who refused in the one before', async () => {
    const refusing = await startReceiver(500);
    await merchant.createPayments({ notifyUrl: refusing.url });
    await clock({ advance: 'P7DT1M' });
    assert.equal(refusing.received.length, 2);
    await clock({ advance: 'PT10M' });
    assert.equal(refusing.received.length, 3);
    await refusing.end();
  });

  test('reports its progress, a line for each stop, to clients that accept lines', async () => {
    const before = Date.parse((await clock()).body.now);
    const { contentType, lines } = await follow({ advance: 'P2DT3H' });
    assert.match(contentType, /^application\/x-ndjson/);
    const now = new Date(before + 51 * 3_600_000).toISOString();
    assert.deepEqual(lines[0], { now: new Date(before).toISOString(), moved: 'PT0S', done: false });
    assert.deepEqual(lines.at(-1), { now, moved: 'P2DT3H', done: true });
    assert.ok(lines.every((line, index) => index === 0 || line.now >= lines[index - 1]!.now));
    assert.ok(lines.slice(0, -1).every(({ done }) => !done));
    assert.equal((await clock()).body.now, now);
    const refused = await ask(`${service.base}/sandbox/clock`, following({ advance: 'soon' }));
    assert.deepEqual([refused.status, typeof refused.body.message], [400, 'string']);
  });

  test('stops between two instants when its client disconnects', async () => {
    const before = (await clock()).body.now;
    for (const accept of ['application/json', 'application/x-ndjson']) {
      const gone = new AbortController();
      const init = following({ advance: 'P4000D' });
      const headers = { ...init.headers, accept };
      const leaving = fetch(`${service.base}/sandbox/clock`, { ...init, headers, signal: gone.signal });
      await until(async () => (await clock()).body.now !== before);
      gone.abort();
      await leaving.then((answer) => answer.text()).catch(() => {});
      // The next one waits for its turn, so that the first is over then.
      const { now } = (await clock({ advance: 'PT1S' })).body;
      assert.ok(Date.parse(now) - Date.parse(before) < 4_000 * 86_400_000, now);
    }
  });

  test('runs concurrent calls one after the other', async () => {
    const before = (await clock()).body.now;
    const answers = await Promise.all([
      clock({ advance: 'PT1H' }),
      clock({ advance: 'PT2H' }),
      clock({ advance: 'PT1H' }),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    const passed = Date.parse((await clock()).body.now) - Date.parse(before);
    assert.equal(passed, 2 * 3_600_000);
  });

  test('stops less than once a day for each refund whose payment file has no response', async () => {
    const { ctx, db } = service;
    const { id: bankId, branchCode } = bankNamed('fnb')!;
    await openAccount(ctx, {
      ...{ id: 'quiet', rail: 'files', abilities: ['transfers'], bankId, branchCode, number: '62000001234' },
      ...{ holder: 'Karoo Books', merchantId: null, statementProfile: 'auto', statementDescription: null },
      ...{
        paymentProfile: 'pain.001.001.03',
        opening: 1_000_000n,
        cutOff: '16:00',
        limit: null,
        releases: 0,
      },
      ...{ customer: null, settings: null },
    });
    const [site] = await db<{ id: string; merchantId: string }[]>`select id, merchant_id from sites limit 1`;
    const number = 12;
    for (let count = 0; count < number; count += 1) {
      const objectId = newId(ctx.clock);
      await inWork(ctx, async (work) =>
        orderTransfer(work, {
          ...{
            merchantId: site!.merchantId,
            siteId: site!.id,
            purpose: 'refund',
            objectId,
            pays: objectId,
            number: 1,
          },
          ...{
            from: 'quiet',
            amount: 1_000n,
            bankId,
            branchCode,
            accountSealed: ctx.keyring.seal('62000009999'),
          },
          ...{ accountHolder: 'Thandi', reference: 'BOOKS', realTime: false, correlationId: 'quiet' },
        }),
      );
      await clock({ advance: 'PT1M' });
    }
    const { lines } = await follow({ advance: 'P3D' });
    const [waiting] = await db`
      select count(*)::integer as number, sum(tries)::integer as looks from transfers where bank_account = 'quiet' and state = 'sent'`;
    assert.equal(waiting!.number, number);
    assert.ok(waiting!.looks <= 3 * number, `${waiting!.looks} looks`);
    assert.ok(lines.length < 3 * number, `${lines.length} stops`);
  });
});
