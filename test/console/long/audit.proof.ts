// Proof 16: each form leaves exactly one entry of the audit log, under the name of its action, with before and after and
// without secrets; and a changed byte of the log is named by its position.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { changeSite } from '../../../src/core/merchants/actions.ts';
import { verifyAudit } from '../../../src/core/users/audit.ts';
import { atCommandLine } from '../../../src/core/users/signed-in-user.ts';
import { createUser } from '../../../src/core/users/users.ts';
import type { Sql } from '../../../src/kernel/db/db.ts';
import { consoleForms } from '../../../src/pages/console/routes.ts';
import { canaries, openBusy } from '../../support/busy.ts';
import { columnOf } from '../../support/column.ts';
import { day, tellLines } from '../reported-lines.ts';
import { enter, hiddenOf, plain, type Shown, visitorsOf } from '../support.ts';
import { registered } from './device.ts';

const world = await openBusy();
const { db, ctx, merchant } = world;
await changeSite(ctx, merchant.siteCode, { approvalAboveCents: 100n });
world.directory.forget();
const people = await visitorsOf(world, 'admin', 'operator-finance', 'operator-admin', 'developer', 'finance');

const [password, account] = ['a canary sentence of a password', canaries.payoutAccount];
const secrets = new Set<string>([password, ...Object.values(canaries)]);
const tyme = 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80';

interface Sent {
  route: string;
  action: string;
  answer: Shown;
}
const sent: Sent[] = [];
const count = async () => Number((await db`select count(*) as n from console.audit`)[0]!.n);

/** Sends a form of a page, and checks that it left one entry of its action; returns the response. */
async function act(
  who: number,
  page: string,
  to: string,
  fields: Record<string, string>,
  action: string,
): Promise<Shown> {
  const shown = await people[who]!.get(page);
  return send(who, to, { ...hiddenOf(shown.text, to), ...fields }, action);
}

async function send(who: number, to: string, fields: Record<string, string>, action: string): Promise<Shown> {
  const before = await count();
  const answer = await people[who]!.post(to, fields);
  assert.ok([200, 303].includes(answer.status), `${to}: ${answer.status} ${answer.text.slice(-1500)}`);
  assert.equal(await count(), before + 1, `${to}: not one entry`);
  const [entry] = await db`select action, who from console.audit order by position desc limit 1`;
  assert.deepEqual({ ...entry }, { action, who: people[who]!.userId }, to);
  sent.push({ route: to, action, answer });
  for (const [, code] of plain(answer.text).matchAll(/<code>([^<]{16,})<\/code>/g)) secrets.add(code!);
  return answer;
}

async function newest(table: string, where: string): Promise<string> {
  const [row] = await db.unsafe<{ id: string }[]>(
    `select id from ${table} where ${where} order by id desc limit 1`,
  );
  assert.ok(row, `no ${table} where ${where}`);
  return row.id;
}

test('each form leaves one entry, in the name of its action', async (t) => {
  const pay = async () => {
    const id = await world.pay(40, { merchantReference: `A-${crypto.randomUUID().slice(0, 6)}` });
    return `/console/payments/${(await db`select payment_id from transactions where id = ${id}`)[0]!.paymentId}`;
  };
  const paid = await pay();
  await act(0, paid, `${paid}/refund`, { amount: '5', reason: 'r' }, 'refund.request');
  const refund = `/console/refunds/${await newest('refunds', `state = 'pending' or state = 'submitted' or true`)}`;
  await act(0, refund, `${refund}/cancel`, {}, 'refund.cancel');
  await act(0, paid, `${paid}/resend`, {}, 'notice.resend');
  const open = await world.program.createPayments({ transactionReference: 'A-open' });
  const created = `/console/payments/${open.body.paymentRequestId}`;
  await act(0, created, `${created}/cancel`, {}, 'payment.cancel');
  const payout = {
    ...{ site: merchant.siteCode, amount: '10', reference: 'A-OUT', bankReference: 'KAROO' },
    ...{ bank: tyme, account, branch: '' },
  };
  const { to } = await act(0, '/console/payouts/new', '/console/payouts/new', payout, 'payout.create');
  await world.drain();
  await act(1, to!, to!, { amount: '10', reason: '', do: 'approve' }, 'payout.approve');
  for (const [fields, path, action] of [
    [{ note: 'n', do: 'park' }, '', 'deposit.park'],
    [{ to: `float:${merchant.siteCode}`, note: 'n', do: 'allocate' }, '', 'deposit.allocate'],
    [{ amount: '3', returnNote: '' }, '/return', 'deposit.allocate'],
  ] as const) {
    const { body } = await world.sandbox('/deposits', { reference: 'A GOAT', amount: '3.00' });
    await world.drain();
    const page = `/console/deposits/${body.depositId}`;
    await act(1, page, page + path, fields, action);
  }
  const club = `/console/subscriptions/${await world.active({ merchantReference: 'A-CLUB' })}`;
  await act(0, club, `${club}/cancel`, {}, 'subscription.cancel');
  const keys = '/console/settings/keys';
  await act(0, keys, keys, {}, 'key.rotate');
  const site = `/console/settings/${merchant.siteCode}`;
  await act(0, site, `${site}/site`, { name: 'Another Name' }, 'settings.change');
  const hook = { endpoint: 'https://shop.example/a', eventType: 'transaction.complete', messageType: 'thin' };
  const made = await act(0, '/console/webhooks/new', '/console/webhooks/new', hook, 'webhook.change');
  await act(0, made.to!, made.to!, { ...hook, endpoint: 'https://shop.example/b' }, 'webhook.change');
  await act(0, made.to!, `${made.to}/delete`, {}, 'webhook.change');
  const deliveryPath = `/console/deliveries/${await newest('deliveries', `status <> 'pending'`)}`;
  await act(0, deliveryPath, `${deliveryPath}/resend`, {}, 'notice.resend');
  await act(
    0,
    '/console/users',
    '/console/users',
    { email: 'new@test.example', role: 'viewer' },
    'user.invite',
  );
  const user = `/console/users/${people[3]!.userId}`;
  await act(0, user, user, { role: 'support', do: '' }, 'user.role');
  await act(0, user, user, { do: 'sessions' }, 'user.disable');
  await act(0, user, user, { do: 'disable' }, 'user.disable');
  const shop = { name: 'A New Shop', siteName: '', email: 'owner@test.example' };
  await act(2, '/console/merchants', '/console/merchants', shop, 'merchant.create');
  const me = { current: people[1]!.password, password };
  await act(1, '/console/me', '/console/me/password', me, 'me.change');
  secrets.add(people[1]!.password);
  await act(
    0,
    '/console/sandbox',
    '/console/sandbox/deposit',
    { reference: 'X', amount: '1' },
    'sandbox.use',
  );
  tell(t);
});

function tell(t: TestContext): void {
  const tried = new Set(
    sent.map(({ route }) =>
      route.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id').replace(`/${merchant.siteCode}`, '/:site'),
    ),
  );
  const untried = consoleForms.map(({ path }) => path).filter((path) => !tried.has(path));
  t.diagnostic(`${sent.length} forms, ${tried.size} of ${consoleForms.length} routes so far`);
  t.diagnostic(`not among them: ${untried.join(' ')}`);
}

test('so do those of a site, of its webhooks and of its account', async () => {
  const site = `/console/settings/${merchant.siteCode}`;
  const set = (who: number, part: string, fields: Record<string, string>, action = 'settings.change') =>
    act(who, site, `${site}/${part}`, fields, action);
  await set(0, 'addresses', { returnUrl: 'https://shop.example/back' });
  const money = { approvalAbove: '1,00', consoleRefundLimit: '900', allowPlainAccountNumbers: 'true' };
  await set(0, 'money', money);
  await set(2, 'fees', { feeBps: '150', feeCents: '0', verificationFee: '0.00' }, 'fee.change');
  await set(0, 'account', { bank: tyme, account: '51000000002', branch: '', holder: 'Karoo Books' });
  secrets.add('51000000002');
  await set(0, 'account/stop', {});
  // It missed the earlier notifications: no other endpoint received them.
  const given = { endpoint: 'https://shop.example/r', eventType: 'refund.complete', messageType: 'thin' };
  const { to } = await act(0, '/console/webhooks/new', '/console/webhooks/new', given, 'webhook.change');
  const hook = to!;
  await act(0, `${hook}/replay?since=60d&until=`, `${hook}/replay`, {}, 'webhook.replay');
  await act(0, hook, `${hook}/stop`, {}, 'webhook.replay');
  const id = hook.split('/').at(-1)!;
  const at = ctx.clock.now();
  await db`
    insert into receivers
      (id, webhook_id, merchant_id, url, failures, failing_since, last_failed_at, disabled_at, disabled_reason)
    values (${id}, ${id}, ${merchant.merchant.id}, ${given.endpoint}, 9, ${at}, ${at}, ${at}, 'gone')`;
  await act(0, hook, `${hook}/enable`, {}, 'webhook.change');
  await act(0, hook, `${hook}/secret`, {}, 'key.rotate');
});

test('so do those of payments, of money and of the sandbox', async () => {
  const remarked = await world.program.createPayments({ transactionReference: 'A-remark' });
  const payment = `/console/payments/${remarked.body.paymentRequestId}`;
  await act(0, payment, `${payment}/note`, { text: 'she called' }, 'payment.note');
  const sandbox = '/console/sandbox';
  const outcome = { id: remarked.body.paymentRequestId, outcome: 'success' };
  await act(0, sandbox, `${sandbox}/outcome`, outcome, 'sandbox.use');
  await act(0, sandbox, `${sandbox}/faults`, { 'bank.latencyMs': '1' }, 'sandbox.use');
  await act(0, sandbox, `${sandbox}/clock`, { advance: 'PT1H' }, 'sandbox.use');
  const many = '/console/payments/resend';
  await act(0, `${many}?reference=A-remark`, many, {}, 'notice.resend');
  await world.program.createPayments({ transactionReference: 'A-many', amount: '12.50' });
  const cancel = '/console/payments/cancel';
  await act(0, `${cancel}?reference=A-many`, cancel, { amount: '12,50' }, 'payment.cancel');
  const active = `/console/subscriptions/${await world.active({ merchantReference: 'A-NOW' })}`;
  await act(0, active, `${active}/charge`, { amount: '1,00', reference: 'A-NOW-1' }, 'subscription.charge');
  const { body } = await world.sandbox('/deposits', { reference: 'TWO GOATS', amount: '3.00' });
  const { body: other } = await world.sandbox('/deposits', { reference: 'A GOAT', amount: '3.00' });
  await world.drain();
  const deposit = `/console/deposits/${body.depositId}`;
  const [multiple] = await db<{ reference: string }[]>`
    select reference from deposit_references where purpose = 'multiple' limit 1`;
  const parts = `float:${merchant.siteCode}=1.00\r\n${multiple!.reference}=2.00`;
  await act(1, deposit, `${deposit}/split`, { parts, splitNote: 'two in one' }, 'deposit.allocate');
  assert.ok(other.depositId);
  const [line] = await tellLines(world, 'own', [[day, -700n, 'A FEE']], merchant.merchant.id);
  const explained = `/console/reconcile/lines/${line}`;
  await act(1, explained, explained, { as: 'charge', object: '', note: 'of the bank' }, 'reconcile.explain');
  const payout = {
    ...{ site: merchant.siteCode, amount: '11', reference: 'A-DECLINED', bankReference: 'KAROO' },
    ...{ bank: tyme, account, branch: '' },
  };
  const { to } = await act(0, '/console/payouts/new', '/console/payouts/new', payout, 'payout.create');
  await world.drain();
  await act(1, to!, to!, { amount: '11', reason: 'not now', do: 'decline' }, 'payout.decline');
});

test('so do those of oneself, of views and of going live', async (t) => {
  const page = '/console/payments?reference=A-VIEW';
  await act(0, page, '/console/views', { name: 'Mine' }, 'view.save');
  const view = `/console/views/${await newest('console.views', `name = 'Mine'`)}`;
  await act(0, page, `${view}/remove`, {}, 'view.save');
  const { id, code } = merchant.merchant;
  await db`
    insert into console.go_live (merchant_id, asked_by, asked_at)
    values (${id}, ${`user:${people[0]!.userId}`}, now())`;
  await db`update merchants set is_live = false where id = ${id}`;
  const live = `/console/go-live?merchant=${code}`;
  await act(2, live, '/console/go-live/switch', { do: 'agree' }, 'go-live.switch');
  const me = '/console/me';
  await enter(world, people[2]!);
  await act(2, me, `${me}/sessions`, {}, 'me.change');
  await enter(world, people[2]!);
  await enter(world, people[2]!);
  await act(2, me, `${me}/sessions/others`, {}, 'me.change');
  await act(2, me, `${me}/app`, {}, 'me.change');
  const [, secret] = /<code>([A-Z2-7]+)<\/code>/.exec((await people[2]!.get(`${me}/app`)).text)!;
  secrets.add(secret!);
  const code6 = new TOTP({ secret: Secret.fromBase32(secret!) }).generate();
  await act(2, `${me}/app`, `${me}/app/confirm`, { code: code6 }, 'me.change');
  await act(2, me, `${me}/app/remove`, {}, 'me.change');
  tell(t);
});

test('so do those of a request that is tried, of a sheet and of a passkey', async () => {
  const tried = { site: merchant.siteCode, surface: 'payments', body: '{"siteCode":"X","hashCheck":"0"}' };
  const tryAt = '/console/developers/try';
  await act(0, tryAt, tryAt, tried, 'hash.try');
  const upload = '/console/bulk/new';
  const at = 'https://shop.example/a';
  const sheet = `amount;transactionReference;bankReference;notifyUrl;successUrl;cancelUrl;errorUrl\r\n12;A-S;K;${at};${at};${at};${at}`;
  const given = { site: merchant.siteCode, reference: 'A-SHEET', notifyUrl: at, sheet };
  const looked = await people[4]!.act(upload, upload, given);
  await send(4, upload, { ...hiddenOf(looked.text, upload), amount: '12,00' }, 'bulk.upload');
  const passkeys = '/console/me/passkeys';
  const page = (await people[4]!.get(passkeys)).text;
  const [, options] = /data-options="([^"]*)"/.exec(page)!;
  const credential = registered(JSON.parse(plain(options!)), new URL(world.base).origin);
  const fields = { ...hiddenOf(page, passkeys), name: 'Work laptop', credential };
  await send(4, passkeys, fields, 'me.change');
  await act(4, '/console/me', `${passkeys}/remove`, {}, 'me.change');
});

test('several payouts that are approved together leave one entry each', async () => {
  const made: string[] = [];
  for (const reference of ['A-ONE', 'A-TWO']) {
    const given = { site: merchant.siteCode, amount: '12', reference, bankReference: 'KAROO' };
    const to = '/console/payouts/new';
    made.push((await act(0, to, to, { ...given, bank: tyme, account, branch: '' }, 'payout.create')).to!);
  }
  await world.drain();
  const path = '/console/payouts/approve';
  const page = (await people[1]!.get(path)).text;
  const seen = [...page.matchAll(/name="(pay:[^"]+)" value="([^"]*)"/g)].flatMap(([, name, value]) =>
    made.some((one) => one.endsWith(name!.slice(4))) ? [[name!, plain(value!)] as const] : [],
  );
  const summed = await people[1]!.post(path, { ...hiddenOf(page, path), ...Object.fromEntries(seen) });
  assert.equal(summed.status, 200, summed.text);
  const first = await count();
  const answer = await people[1]!.post(path, { ...hiddenOf(summed.text, path), amount: '24' });
  assert.equal(answer.status, 303, answer.text);
  sent.push({ route: path, action: 'payout.approve', answer });
  const entries = await db`
    select subject, before, after from console.audit where position > ${first} order by subject`;
  const expected = made.map((one) => `payout ${one.split('/').at(-1)}`).sort();
  assert.deepEqual(columnOf(entries, 'subject'), expected);
  for (const { before, after } of entries) assert.ok(before && after);
});

test('so does who asks to go live', async (t) => {
  const { id } = merchant.merchant;
  await meetAllPoints(id);
  await act(0, '/console/go-live', '/console/go-live', {}, 'go-live.ask');
  tell(t);
});

/** Writes the evidence for each requirement of going live. */
async function meetAllPoints(merchantId: string): Promise<void> {
  const now = ctx.clock.now();
  for (const email of ['one@test.example', 'two@test.example'])
    await createUser(ctx, atCommandLine('test', true), { email, role: 'admin', merchantId });
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from console.go_live where merchant_id = ${merchantId}`;
    const [reported] = await tx<{ id: string }[]>`
      select id from deliveries where merchant_id = ${merchantId} and exists (
        select from delivery_attempts where delivery_id = deliveries.id and number = 2)
        and exists (select from transactions where transactions.id = deliveries.object_id) limit 1`;
    assert.ok(reported, 'no notification was sent twice');
    await tx`
      update deliveries set status = 'delivered', created_at = ${now}, attempts = 2, due_at = null where id = ${reported.id}`;
    await tx`update delivery_attempts set status_code = 200 where delivery_id = ${reported.id}`;
    await tx`
      update transactions set paid_late = true, created_at = ${now}
      where id = (select object_id from deliveries where id = ${reported.id})`;
    await tx`delete from hash_mismatches where merchant_id = ${merchantId}`;
    await tx`
      insert into console.exams (site_id, passed_at) select id, ${now} from sites where merchant_id = ${merchantId}
      on conflict do nothing`;
    await tx`
      insert into console.factors (id, user_id, kind, secret_sealed, created_at, confirmed_at)
      select gen_random_uuid(), id, 'totp', '', ${now}, ${now} from console.users
      where email in ('one@test.example', 'two@test.example')`;
    await tx`
      update sites set addresses = addresses || '{"returnUrl": "https://shop.example/back"}',
        settlement_account = coalesce(settlement_account,
          (select settlement_account from sites where settlement_account is not null limit 1))
      where merchant_id = ${merchantId}`;
    await tx`
      insert into verifications
      select (jsonb_populate_record(known, jsonb_build_object('id', gen_random_uuid(), 'site_id', sites.id,
        'bank_id', settlement_account ->> 'bankId', 'branch_code', settlement_account ->> 'branchCode',
        'account', lpad(right(settlement_account ->> 'accountNumber', 4),
          length(settlement_account ->> 'accountNumber'), '*')))).*
      from sites, (select verifications as known from verifications where outcome = 'verified' limit 1) one
      where merchant_id = ${merchantId}`;
    await tx`update refunds set created_at = ${now} where merchant_id = ${merchantId} and state = 'complete'`;
  });
}

test('an export leaves one entry with its filters', async () => {
  const before = await count();
  assert.equal((await people[0]!.get('/console/payments.csv?state=complete')).status, 200);
  assert.equal(await count(), before + 1);
  const [entry] = await db`select action, subject, after from console.audit order by position desc limit 1`;
  assert.deepEqual({ ...entry }, { action: 'export', subject: 'payments', after: { state: 'complete' } });
});

test('the log, its page and its export contain no secret', async (t) => {
  for (const key of ['clientSecret', 'apiKey', 'privateKey', 'webhookSecret', 'payoutAccessToken'] as const)
    secrets.add(merchant[key]);
  for (const { cookie } of people) secrets.add(cookie.split('=')[1]!);
  const [{ text }] = (await db`select string_agg(to_jsonb(a)::text, ' ') as text from console.audit a`) as [
    { text: string },
  ];
  const [, operator] = [people[0]!, people[2]!];
  const shown = `${(await operator.get('/console/audit')).text}${(await operator.get('/console/audit.csv')).text}`;
  const ids = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
  const found = [...secrets].filter((one) => one && !ids.test(one) && `${text}${plain(shown)}`.includes(one));
  t.diagnostic(`${secrets.size} secrets looked for`);
  assert.deepEqual(found, []);
});

test('one changed byte is named by its position', async (t) => {
  const whole = await verifyAudit(db);
  assert.equal(whole.wrong, undefined);
  const columns = ['who', 'action', 'subject', 'network', 'correlation_id'];
  let flips = 0;
  for (let position = 1; position <= whole.entries; position += 1) {
    const column = columns[position % columns.length]!;
    const [row] = await db.unsafe<Record<string, string>[]>(
      `select ${column} as text from console.audit where position = ${position}`,
    );
    if (!row?.text) continue;
    const changed = `${row.text.slice(0, -1)}${row.text.endsWith('x') ? 'y' : 'x'}`;
    await tamper(db, column, position, changed);
    assert.equal((await verifyAudit(db)).wrong?.position, position);
    await tamper(db, column, position, row.text);
    flips += 1;
  }
  assert.equal((await verifyAudit(db)).wrong, undefined);
  t.diagnostic(`${flips} changes of ${whole.entries} entries named`);
});

async function tamper(sql: Sql, column: string, position: number, text: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(`update console.audit set ${column} = $1 where position = $2`, [text, position]);
  });
}
