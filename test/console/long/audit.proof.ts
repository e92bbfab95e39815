// Proof 16: each form leaves exactly one entry of the audit log, in the name of its action, with before and after; nothing
// secret stands in it; and one changed byte of the log is named by its position.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { changeSite } from '../../../src/core/merchants/actions.ts';
import { verifyAudit } from '../../../src/core/people/audit.ts';
import type { Sql } from '../../../src/kernel/db/db.ts';
import { consoleForms } from '../../../src/pages/console/routes.ts';
import { canaries, openBusy } from '../../support/busy.ts';
import { plain, type Shown, type Visitor, visitorOf } from '../support.ts';

const world = await openBusy();
const { db, ctx, merchant } = world;
let people: Visitor[];
before(async () => {
  await changeSite(ctx, merchant.siteCode, { approvalAboveCents: 100n });
  world.directory.forget();
  people = [];
  for (const role of ['admin', 'operator-finance', 'operator-admin', 'developer'] as const)
    people.push(await visitorOf(world, role));
});

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

/** Sends a form of a page, and holds that it left one entry of its action; returns the answer. */
async function act(
  who: number,
  page: string,
  to: string,
  fields: Record<string, string>,
  action: string,
): Promise<Shown> {
  const before = await count();
  const answer = await people[who]!.act(page, to, fields);
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
  const notice = `/console/notices/${await newest('deliveries', `status <> 'pending'`)}`;
  await act(0, notice, `${notice}/resend`, {}, 'notice.resend');
  await act(
    0,
    '/console/users',
    '/console/users',
    { email: 'new@test.example', role: 'viewer' },
    'user.invite',
  );
  const user = `/console/users/${people[3]!.userId}`;
  await act(0, user, `${user}/role`, { role: 'support' }, 'user.role');
  await act(0, user, `${user}/sessions`, {}, 'user.disable');
  await act(0, user, `${user}/disable`, {}, 'user.disable');
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
  const tried = new Set(sent.map(({ route }) => route.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id')));
  t.diagnostic(`${sent.length} forms of ${consoleForms.length} routes, ${tried.size} addresses`);
});

test('an export leaves one entry with what it was filtered by', async () => {
  const before = await count();
  assert.equal((await people[0]!.get('/console/payments.csv?state=complete')).status, 200);
  assert.equal(await count(), before + 1);
  const [entry] = await db`select action, subject, after from console.audit order by position desc limit 1`;
  assert.deepEqual({ ...entry }, { action: 'export', subject: 'payments', after: { state: 'complete' } });
});

test('nothing secret stands in the log, nor in what the log’s page and export show', async (t) => {
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
