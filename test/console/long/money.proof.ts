// Proofs 3, 4 and 5: money moves once. Twenty clicks, two tabs, back and resubmit, the same body a day later, kill -9 of
// the service in between; a change since the page was shown; the same user over another interface.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { changeSite } from '../../../src/core/merchants/actions.ts';
import { openPool } from '../../../src/kernel/db/db.ts';
import { tefoOn } from '../../support/cli.ts';
import { createMerchantOf, payoutRequest } from '../../support/merchant.ts';
import { openTefo } from '../../support/opening.ts';
import { openRefunds } from '../../support/refunding.ts';
import { ask, hiddenOf, paymentPage, type Shown, type Visitor, visitorsOf } from '../support.ts';

const shop = await openRefunds({ clock: 'shared' });
const { db, ctx, merchant } = shop;
const tyme = 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80';

await changeSite(ctx, merchant.siteCode, { approvalAboveCents: 50_000n });
shop.directory.forget();
const [finance, admin, operator] = await visitorsOf(shop, 'finance', 'admin', 'operator-finance');
const answer = await shop.send(
  'POST',
  '/external/Secure/FloatTopUp/CreateFloatTopUpReferenceRequest',
  { 'content-type': 'application/json', apikey: merchant.apiKey, sitecode: merchant.siteCode },
  '',
);
const { beneficiaryReference: reference } = answer.body;
assert.equal((await shop.sandbox('/deposits', { reference, amount: '90000.00' })).status, 200);
await shop.drain();

const statusesOf = (all: readonly Shown[]) => all.map(({ status }) => status).sort();
const once = [303, ...Array<number>(19).fill(409)];

/** Twenty clicks from two tabs at once, then back and again, then a day later: one is carried out. */
async function clickAll(
  visitor: Visitor,
  page: string,
  to: string,
  fields: Record<string, string>,
): Promise<Shown> {
  const tabs = [hiddenOf((await visitor.get(page)).text, to), hiddenOf((await visitor.get(page)).text, to)];
  const bodies = Array.from({ length: 20 }, (_, index) => ({ ...tabs[index % 2]!, ...fields }));
  const answers = await Promise.all(bodies.map((body) => visitor.post(to, body)));
  assert.deepEqual(
    statusesOf(answers),
    once,
    answers.find(({ status }) => status >= 500)?.text ?? 'one is carried out',
  );
  for (const tab of tabs) assert.equal((await visitor.post(to, { ...tab, ...fields })).status, 409, 'back');
  await shop.pass(25 * 3_600_000);
  for (const tab of tabs)
    assert.equal((await visitor.post(to, { ...tab, ...fields })).status, 409, 'a day later');
  return answers.find(({ status }) => status === 303)!;
}

async function paid(rand: number): Promise<string> {
  const transaction = await shop.pay(rand, { merchantReference: `M-${crypto.randomUUID().slice(0, 8)}` });
  return paymentPage(shop, transaction);
}
const refundsOf = async (path: string) =>
  (
    await db`select from refunds r join transactions t on t.id = r.transaction_id where t.payment_id = ${path.split('/')[3]!}`
  ).count;
let typed = 0;
const payout = (more: Record<string, string> = {}) => ({
  ...{ site: merchant.siteCode, amount: '600,25', reference: `TYPED-${++typed}`, bankReference: 'KAROO' },
  ...{ bank: tyme, account: '51000000001', branch: '', ...more },
});
const newPath = '/console/payouts/new';
const idOf = (path: string) => path.split('/').at(-1)!;
const payoutCount = async (reference: string) =>
  (await db`select from payouts where merchant_reference = ${reference}`).count;

describe('money moves once', () => {
  test('a refund', async () => {
    const path = await paid(137.5);
    await clickAll(finance, path, `${path}/refund`, { amount: '7,25', reason: 'broken' });
    assert.equal(await refundsOf(path), 1);
    assert.match((await admin.get(path)).text, /130,25/, 'the second shows the same as the first');
  });

  test('a payout that is typed, and its approval', async () => {
    const given = payout();
    const made = await clickAll(finance, newPath, newPath, given);
    assert.equal(await payoutCount(given.reference), 1);
    await clickAll(admin, made.to!, made.to!, { amount: '600,25', reason: '', do: 'approve' });
    assert.equal((await db`select from transfers where object_id = ${idOf(made.to!)}`).count, 1);
  });

  test('an allocation', async () => {
    const path = await deposit('who knows 1');
    const to = `float:${merchant.siteCode}`;
    await clickAll(operator, path, path, { to, note: '', do: 'allocate' });
    assert.equal((await db`select from deposit_parts where deposit_id = ${idOf(path)}`).count, 1);
  });

  test('two approvers at one instant: one approval is carried out, the other is refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { to } = await finance.act(newPath, newPath, payout());
      await shop.drain();
      const people = [admin, operator];
      const forms = await Promise.all(people.map(async (one) => hiddenOf((await one.get(to!)).text, to!)));
      const answers = await Promise.all(
        people.map((one, at) =>
          one.post(to!, { ...forms[at]!, amount: '600,25', do: at ? 'decline' : 'approve', reason: 'no' }),
        ),
      );
      assert.deepEqual(statusesOf(answers), [303, 409]);
      const second = answers.find(({ status }) => status === 409)!;
      assert.match(second.text, /role="alert">[^<]*(?:approved|declined|decided|rejected)/i, second.text);
    }
  });
});

async function deposit(reference: string): Promise<string> {
  const { body, text } = await shop.sandbox('/deposits', { reference, amount: '33.00' });
  assert.ok(body?.depositId, text);
  await shop.drain();
  return `/console/deposits/${body.depositId}`;
}

describe('a change since the page was shown', () => {
  test('a refund: the refundable amount', async () => {
    const path = await paid(100);
    const seen = hiddenOf((await finance.get(path)).text, `${path}/refund`);
    await admin.act(path, `${path}/refund`, { amount: '10', reason: 'first' });
    const answer = await finance.post(`${path}/refund`, { ...seen, amount: '95', reason: 'kept words' });
    assert.equal(answer.status, 409);
    assert.match(answer.text, /90/);
    assert.match(answer.text, /value="kept words"/);
    assert.match(answer.text, /name="amount"[^>]*value="95"/);
    assert.equal(await refundsOf(path), 1);
  });

  test('a payout: its amount', async () => {
    const { to } = await finance.act(newPath, newPath, payout());
    await shop.drain();
    const seen = { ...hiddenOf((await admin.get(to!)).text, to!), seenAmount: '500.25' };
    const answer = await admin.post(to!, { ...seen, amount: '500,25', reason: 'kept words', do: 'approve' });
    assert.equal(answer.status, 409);
    assert.match(answer.text, /500/);
    assert.match(answer.text, /value="kept words"/);
  });

  test('a deposit: it was parked', async () => {
    const path = await deposit('who knows 2');
    const seen = hiddenOf((await operator.get(path)).text, path);
    assert.equal((await operator.act(path, path, { note: 'asked', do: 'park' })).status, 303);
    const fields = { ...seen, to: `float:${merchant.siteCode}`, note: 'kept words', do: 'allocate' };
    const answer = await operator.post(path, fields);
    assert.equal(answer.status, 409);
    assert.match(answer.text, /parked/);
    assert.match(answer.text, /value="kept words"/);
  });
});

test('the maker is never the checker: by the console, the command line and the database', async () => {
  const { to } = await admin.act(newPath, newPath, payout());
  await shop.drain();
  const { form } = hiddenOf((await admin.get(newPath)).text, newPath);
  assert.equal((await admin.post(to!, { form: form!, amount: '600,25', do: 'approve' })).status, 403);
  const tefo = tefoOn(shop);
  for (const name of [`user:${admin.userId}`, admin.userId, admin.email]) {
    const { code, err, out } = await tefo('payout', 'approve', idOf(to!), '--by', name);
    const [row] = await db`select state, approved_by, created_by from payouts where id = ${idOf(to!)}`;
    assert.equal(row!.state, 'approval', `${name}: ${code} ${err} ${out} ${JSON.stringify(row)}`);
  }
  await assert.rejects(
    db`update payouts set approved_by = created_by, state = 'submitted' where id = ${idOf(to!)}`,
    /violates check/,
  );
});

test('nor can the program that requested a payout: its key cannot decide, and cannot use a user’s name', async () => {
  await changeSite(ctx, merchant.siteCode, { allowPlainAccountNumbers: true });
  shop.directory.forget();
  const notifyUrl = 'https://shop.example/notify';
  const headers = {
    'content-type': 'application/json',
    apikey: merchant.apiKey,
    sitecode: merchant.siteCode,
  };
  const body = payoutRequest(merchant, 60_025, { merchantReference: 'BY-KEY', notifyUrl });
  const answer = await shop.send('POST', '/payouts/v1/requestpayout', headers, JSON.stringify(body));
  const id: string = answer.body.payoutId;
  assert.ok(id, answer.text);
  await shop.drain();
  const now = async () => (await db`select * from payouts where id = ${id}`)[0]!;
  const { state, createdBy } = await now();
  assert.deepEqual([state, createdBy], ['approval', `site:${merchant.siteCode}`]);
  const path = `/console/payouts/${id}`;
  const fields = { form: crypto.randomUUID(), amount: '600,25', do: 'approve' };
  const byKey = await shop.send(
    'POST',
    path,
    { ...headers, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    new URLSearchParams(fields).toString(),
  );
  assert.equal(byKey.status, 401, byKey.text);
  const reported = await tefoOn(shop)('payout', 'approve', id, '--by', createdBy);
  assert.equal((await now()).state, 'approval', `${reported.err} ${reported.out}`);
  for (const name of [createdBy, `cli:${createdBy}`])
    await assert.rejects(
      db`update payouts set approved_by = ${name}, state = 'submitted' where id = ${id}`,
      /violates check/,
    );
  // A user is a different actor.
  assert.equal((await admin.act(path, path, { amount: '600,25', do: 'approve' })).status, 303);
});

test('kill -9 of the service in between: one refund, however often it is sent', async (t) => {
  const tefo = await openTefo({ TEFO_LOG_LEVEL: 'warn' });
  let killed = 0;
  let running = tefo.start();
  await running.ready();
  const credentials = await tefo.credentials();
  const own = createMerchantOf(tefo.base, credentials);
  const { email, password } = credentials.console;
  const at = { base: tefo.base } as Parameters<typeof ask>[0];
  const entered = await ask(at, '/console/sign-in', { fields: { email, password } });
  assert.equal(entered.status, 303, entered.text);
  const cookie = entered.headers.get('set-cookie')!.split(';')[0]!;
  for (const wait of [0, 2, 4, 6, 8, 12, 16, 24]) {
    const { body } = await own.createPayments({ amount: '50.00', transactionReference: `K-${wait}` });
    await own.decide(body.paymentRequestId, 'success');
    const path = `/console/payments/${body.paymentRequestId}`;
    const form = hiddenOf((await ask(at, path, { cookie })).text, `${path}/refund`);
    const fields = { ...form, amount: '5,00', reason: 'x' };
    const first = ask(at, `${path}/refund`, { cookie, fields }).catch(() => undefined);
    await sleep(wait);
    running.signal('SIGKILL');
    killed += 1;
    await running.ended;
    await first;
    running = tefo.start();
    await running.ready();
    const again = await ask(at, `${path}/refund`, { cookie, fields });
    assert.ok([303, 409].includes(again.status), `${again.status} ${again.text}`);
    const third = await ask(at, `${path}/refund`, { cookie, fields });
    assert.equal(third.status, 409);
    const sql = openPool(await tefo.databaseUrl(), { max: 1 });
    const rows =
      await sql`select from refunds r join transactions t on t.id = r.transaction_id where t.payment_id = ${body.paymentRequestId}`;
    await sql.end();
    assert.equal(rows.count, 1);
  }
  t.diagnostic(`${killed} kills, ${killed} refunds`);
});

test('the books are right after all of it', () => shop.assertSound());
