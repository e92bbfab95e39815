// Finance pages with every kind of object: each page's content, its export, and the permitted cancellations.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatDecimal, formatRand } from '../../src/kernel/money.ts';
import { dayText } from '../../src/pages/messages/time.ts';
import { checkEverything } from '../../src/reports/checks/all.ts';
import { plainRand } from '../../src/reports/lists/csv.ts';
import { openBusy } from '../support/busy.ts';
import { hiddenOf, type Shown, strangerOf, visitorsOf } from './support.ts';

const busy = await openBusy();
const { db } = busy;
const [finance, viewer, operator] = await visitorsOf(busy, 'finance', 'viewer', 'operator-finance');
const stranger = await strangerOf(busy, 'finance');

async function one(table: string, where = 'true'): Promise<Record<string, string>> {
  const [row] = await db.unsafe(`select * from ${table} where ${where} order by created_at limit 1`);
  assert.ok(row, `no ${table} where ${where}`);
  return row as Record<string, string>;
}

const things = {
  refunds: await one('refunds'),
  payouts: await one('payouts'),
  subscriptions: await one('subscriptions'),
  bulk: await one('bulk_jobs'),
  settlements: await one('settlements'),
};
const lines = ({ text }: Shown) => text.trimEnd().split('\n');

describe('each thing', () => {
  for (const [room, { id }] of Object.entries(things)) {
    test(`${room}: is a page for its roles and for operators, and a 404 for others`, async () => {
      const path = `/console/${room}/${id}`;
      const page = await viewer.get(path);
      assert.equal(page.status, 200, page.text);
      assert.match(page.text, /Next steps/);
      assert.equal((await operator.get(path)).status, 200);
      assert.equal((await stranger.get(path)).status, 404);
      assert.equal((await viewer.get(`/console/${room}/nothing`)).status, 404);
      const ids = [...page.text.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name);
      assert.equal(new Set(ids).size, ids.length, 'an id is repeated');
      assert.match((await viewer.get(`/console/${room}`)).text, new RegExp(`/console/${room}/${id}`));
    });
  }
});

describe('a settlement', () => {
  const { id } = things.settlements;
  const path = `/console/settlements/${id}`;

  test('shows its composition by kind, and its lines add up to it in the export', async () => {
    const [row] = await db<{ totalCents: bigint }[]>`select total_cents from settlements where id = ${id!}`;
    const csv = await viewer.get(`${path}.csv`);
    assert.match(csv.headers.get('content-type')!, /^text\/csv/);
    const [head, ...rest] = lines(csv);
    assert.match(head!, /^id,site,booked,bookedUtc,type,reference,description,amount,fee,vat,net$/);
    const nets = rest.slice(0, -1).map((line) => BigInt(line.split(',').at(-1)!.replace('.', '')));
    assert.equal(
      nets.reduce((sum, cents) => sum + cents, 0n),
      row!.totalCents,
    );
    assert.match((await viewer.get(path)).text, /Breakdown/);
  });

  test('is filtered by its address, and a foreign filter is named', async () => {
    const some = await viewer.get(`${path}?type=transaction`);
    assert.match(some.text, /<option value="transaction" selected>/);
    const wrong = await viewer.get(`${path}?site=X`);
    assert.deepEqual([wrong.status, /no filter site/.test(wrong.text)], [400, true]);
    assert.equal((await stranger.get(`${path}.csv`)).status, 404);
  });
});

describe('a bulk job', () => {
  test('exports the refused rows with the reasons, and what was sent to users who see customers', async () => {
    const refused = await db`select from bulk_items where job_id = ${things.bulk.id!} and error is not null`;
    const csv = await viewer.get(`/console/bulk/${things.bulk.id}.csv?state=refused`);
    assert.equal(lines(csv)[0], 'item,state,payment,link,error');
    const full = await finance.get(`/console/bulk/${things.bulk.id}.csv?state=refused`);
    assert.equal(lines(full)[0], 'item,state,payment,link,error,element');
    assert.match(lines(csv).at(-1)!, new RegExp(`^# ${refused.count} row`));
  });
});

describe('cancelling', () => {
  test('a refund that waits: once, by finance', async () => {
    const { id } = await one('refunds', `state = 'cancelled'`).catch(() => ({ id: '' }));
    const [paid] = await db<{ paymentId: string }[]>`
      select payment_id from transactions
      where state = 'successful' and amount_cents > refunded_cents + 100 and merchant_id = ${busy.merchant.merchant.id}
        and payer_account_sealed is not null and not is_test limit 1`;
    const payment = `/console/payments/${paid!.paymentId}`;
    const asked = await finance.act(payment, `${payment}/refund`, { amount: '1,00', reason: 'test' });
    assert.equal(asked.status, 303, asked.text);
    const refund = await one(
      'refunds',
      `state = 'pending' and id <> '${id || paid!.paymentId}' and reason = 'test'`,
    );
    const path = `/console/refunds/${refund.id}`;
    const page = await finance.get(path);
    assert.match(page.text, new RegExp(`href="${payment}"`));
    assert.match(page.text, /Included in the batch/);
    assert.doesNotMatch((await viewer.get(path)).text, />Cancel refund</);
    const to = `${path}/cancel`;
    const forms = [hiddenOf(page.text, to), hiddenOf((await finance.get(path)).text, to)];
    const clicks = await Promise.all(
      Array.from({ length: 20 }, (_, index) => finance.post(to, forms[index % 2]!)),
    );
    assert.deepEqual(clicks.map(({ status }) => status).sort(), [303, ...Array(19).fill(409)]);
    assert.match((await finance.get(path)).text, / cancelled/);
    assert.equal((await viewer.post(to, forms[0]!)).status, 403);
  });

  test('a subscription is charged now: once, within its band, by finance', async () => {
    const { id, amountCents } = await one('subscriptions', `state = 'active'`);
    const path = `/console/subscriptions/${id}`;
    const to = `${path}/charge`;
    await db`update subscriptions set minimum_cents = null, maximum_cents = null where id = ${id!}`;
    assert.doesNotMatch((await finance.get(path)).text, /Charge now/);
    await db`update subscriptions set minimum_cents = 100, maximum_cents = amount_cents where id = ${id!}`;
    assert.doesNotMatch((await viewer.get(path)).text, /Charge now/);
    const form = hiddenOf((await finance.get(path)).text, to);
    const over = { amount: formatDecimal(BigInt(amountCents!) + 1n), reference: 'TOO-MUCH' };
    const refused = await finance.act(path, to, over);
    assert.equal(refused.status, 422, refused.text);
    assert.match(refused.text, /value="TOO-MUCH"/);
    const own = { ...form, amount: '1,00', reference: 'CONSOLE-1' };
    const clicks = await Promise.all(Array.from({ length: 5 }, () => finance.post(to, own)));
    assert.deepEqual(clicks.map(({ status }) => status).sort(), [303, ...Array(4).fill(409)]);
    assert.equal(
      (await db`select from subscription_charges where merchant_reference = 'CONSOLE-1'`).count,
      1,
    );
    assert.equal((await viewer.post(to, own)).status, 403);
    const other = hiddenOf((await stranger.get('/console/me')).text, '/console/me/password').form!;
    assert.equal((await stranger.post(to, { ...own, form: other })).status, 404);
  });

  test('a subscription that is active: once, by finance', async () => {
    const { id } = await one('subscriptions', `state = 'active'`);
    const path = `/console/subscriptions/${id}`;
    assert.doesNotMatch((await viewer.get(path)).text, />Cancel subscription</);
    const late = hiddenOf((await finance.get(path)).text, `${path}/cancel`);
    assert.equal((await finance.act(path, `${path}/cancel`)).status, 303);
    assert.equal((await finance.post(`${path}/cancel`, late)).status, 409);
    assert.equal((await one('subscriptions', `id = '${id}'`)).state, 'canceled');
  });
});

describe('the ledger', () => {
  test('adds up to zero for operators, and shows a merchant their own accounts alone', async () => {
    const all = await operator.get('/console/ledger');
    assert.match(all.text, /Debits and credits balance/);
    assert.match(all.text, /Bank clearing/);
    const own = await finance.get('/console/ledger');
    assert.equal(own.status, 200);
    assert.doesNotMatch(own.text, /Bank clearing|Integrity hash/);
    assert.equal((await finance.get('/console/ledger?kind=fees')).status, 422);
    assert.equal((await viewer.get('/console/ledger')).status, 403);
    assert.match((await stranger.get('/console/ledger')).text, /No journals yet/);
  });

  test('shows the database’s entries of a day, and exports them all', async () => {
    const [day] = await db<{ day: string; cents: bigint; n: number }[]>`
      select (entry.booked_at at time zone 'Africa/Johannesburg')::date::text as day, sum(entry.amount_cents)::bigint as cents,
        count(distinct entry.journal_id)::integer as n
      from ledger_entries entry join ledger_accounts account on account.id = entry.account_id
      where account.kind = 'merchant' and account.merchant_id = ${busy.merchant.merchant.id}
      group by 1 order by 3 desc limit 1`;
    const csv = await finance.get(`/console/ledger.csv?kind=merchant&day=${day!.day}`);
    assert.equal(csv.status, 200, csv.text);
    assert.equal(lines(csv).at(-1), `# ${day!.n} rows, ${plainRand(day!.cents)} debits less credits`);
    assert.equal(lines(csv).length, day!.n + 2);
    const page = await finance.get(`/console/ledger?kind=merchant&day=${day!.day}`);
    assert.ok(page.text.includes(`Trial balance at ${dayText('en', day!.day)}`));
  });

  for (const [query, status] of [
    ['colour=red', 400],
    ['site=NOPE', 400],
    ['day=21-11-2026', 422],
    ['after=x', 422],
  ] as const) {
    test(`refuses ${query}`, async () => {
      assert.equal((await finance.get(`/console/ledger?${query}`)).status, status);
    });
  }
});

test('charges are listed by failing, failed and due, with the reasons', async () => {
  const path = '/console/subscriptions/charges';
  const [failed] = await db<{ n: number }[]>`
    select count(*)::integer as n from subscription_charges where state = 'failed'`;
  const page = await viewer.get(path);
  assert.equal(page.status, 200, page.text);
  assert.match(page.text, />Retrying</);
  assert.match(page.text, failed!.n > 0 ? /Failed charges by reason/ : /No charges failed/);
  assert.match((await stranger.get(path)).text, /No charges are being retried/);
});

test('refunds that wait say whether the balance carries them, to who may see balances', async () => {
  const [row] = await db<{ n: number; cents: bigint }[]>`
    select count(*)::integer as n, sum(amount_cents)::bigint as cents from refunds where state = 'pending'`;
  const page = (await finance.get('/console/refunds')).text;
  assert.equal(row!.n > 0, /Pending refunds by site/.test(page));
  assert.doesNotMatch((await stranger.get('/console/refunds')).text, /Pending refunds/);
});

describe('reconciliation', () => {
  test('is finance’s and the operator’s; a day is an address', async () => {
    assert.equal((await viewer.get('/console/reconcile')).status, 403);
    assert.match((await operator.get('/console/reconcile')).text, /Simulated bank/);
    const asked = await operator.get('/console/reconcile?day=2026-12-01');
    assert.deepEqual([asked.status, asked.to], [303, '/console/reconcile/2026-12-01']);
    assert.equal((await finance.get(asked.to!)).status, 200);
    assert.equal((await operator.get('/console/reconcile/2026-13-01')).status, 422);
  });
});

test('cancelling keeps the books balanced', async () => {
  await busy.drain();
  assert.deepEqual(await checkEverything(db, { simulatedBank: true }), []);
});

describe('the settlements', () => {
  test('the next settlement shows its day to all, and its amount so far to finance', async () => {
    const address = '/console/settlements';
    await busy.pay(12.5, { merchantReference: 'NEXT-1' });
    for (const visitor of [viewer, finance])
      assert.match((await visitor.get(address)).text, /Next settlement/);
    const [row] = await db<{ cents: bigint }[]>`
      select -coalesce(sum(entry.amount_cents), 0)::bigint as cents
      from ledger_entries entry join ledger_accounts account on account.id = entry.account_id
      where account.kind = 'merchant' and account.merchant_id = ${busy.merchant.merchant.id}`;
    const { text } = await finance.get(address);
    assert.ok(row!.cents !== 0n && text.includes(`Amount so far: ${formatRand(row!.cents)}`), text);
    assert.doesNotMatch((await viewer.get(address)).text, /Amount so far/);
  });
});
