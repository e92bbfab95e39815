// Proof 2: two merchants have equal names and references. Requests by users of one, with any of the other's names, ids
// and words, return no byte of the other's and change nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMerchant } from '../../../src/core/users/merchant-opening.ts';
import { merchantRoles } from '../../../src/core/users/permissions.ts';
import { writeCursor } from '../../../src/kernel/http/paging.ts';
import { consoleForms, consolePages } from '../../../src/pages/console/routes.ts';
import { hiddenOf, plain, type Shown, type Visitor, visitorOf } from '../support.ts';
import { plant } from './planting.ts';
import { openWorld, valuesOf } from './world.ts';

const world = await openWorld();
const { db, ctx } = world;
const canary = 'CANARYBIRD';
const foreign = world.merchant;
/** Codes of the other merchant: no response contains them, except as the request's own text. */
const visitors: Visitor[] = [];

const own = await openMerchant(ctx, { name: 'Karoo Books' });
await world.pay(70, { merchantReference: 'ORDER-9', notifyUrl: `${world.receiver.url}/own` }, own);
const transaction = await world.pay(100, { merchantReference: 'REFUNDED' }, own);
await world.refund(transaction, 10, {}, own);
await world.drain();
for (const role of merchantRoles) visitors.push(await visitorOf(world, role, own.merchant.id));
const strangers = await visitorOf(world, 'admin');
const words = [foreign.siteCode, foreign.merchant.code, strangers.email, canary, foreign.apiKey.slice(-8)];
const ids = await idsOf(foreign.merchant.id);
const planted = await plant(db, [(number) => `${canary} ${number}`], { merchantId: foreign.merchant.id });
assert.ok(planted.columns.length > 40, `${planted.columns}`);

async function idsOf(merchantId: string): Promise<string[]> {
  const tables = await db<{ name: string }[]>`
    select t.table_schema || '.' || t.table_name as name from information_schema.columns c
    join information_schema.columns i using (table_schema, table_name)
    join information_schema.tables t using (table_schema, table_name)
    where c.column_name = 'merchant_id' and i.column_name = 'id' and i.data_type = 'uuid' and t.table_type = 'BASE TABLE'`;
  const found = [merchantId];
  for (const { name } of tables)
    for (const { id } of await db.unsafe<{ id: string }[]>(
      `select id::text from ${name} where merchant_id = '${merchantId}'`,
    ))
      found.push(id);
  const lines = await db<{ id: string }[]>`
    select l.id::text from statement_lines l join bank_accounts a on a.id = bank_account where merchant_id = ${merchantId}`;
  return [...found, ...lines.map(({ id }) => id)];
}

let idsInOne: RegExp;
/** Parts of a response that belong to the other merchant, except the request's own text. */
function leaksIn({ text, to, headers }: Shown, asked: string): string[] {
  idsInOne ??= new RegExp(ids.join('|'), 'g');
  const whole = `${plain(text)}\n${to ?? ''}\n${[...headers.values()].join('\n')}`;
  const known = decodeURIComponent(asked);
  const found = [...(whole.match(idsInOne) ?? []), ...words.filter((word) => whole.includes(word))];
  return [...new Set(found)].filter((one) => !known.includes(one));
}

async function asAll(address: string): Promise<string[]> {
  const answers = await Promise.all(visitors.map((visitor) => visitor.get(address)));
  return answers.flatMap((shown, index) => {
    const leaks = leaksIn(shown, address);
    const bad = shown.status >= 500 ? ['answers 5xx'] : [];
    return [...leaks, ...bad].map((leak) => `${visitors[index]!.email.split('-')[0]} ${address}: ${leak}`);
  });
}

test('no page, export or object path reveals another merchant', async (t) => {
  const addresses: { address: string; isForeign: boolean }[] = [];
  for (const { path } of consolePages) {
    const [, name] = /:(\w+)/.exec(path) ?? [];
    const values = await valuesOf(db, path, 40);
    for (const value of name === 'id' ? [...values, ...ids.slice(0, 5)] : values)
      addresses.push({
        address: path.replace(/:\w+/, encodeURIComponent(value)),
        isForeign: isForeign(value),
      });
  }
  const wrong: string[] = [];
  for (const { address, isForeign: isOthers } of addresses) {
    wrong.push(...(await asAll(address)));
    if (!isOthers) continue;
    const { status } = await visitors.at(-1)!.get(address);
    if (status !== 404 && status !== 403) wrong.push(`${address}: ${status}`);
  }
  t.diagnostic(`${addresses.length * visitors.length} responses, ${ids.length} foreign ids, 0 foreign bytes`);
  assert.deepEqual(wrong, []);
});

const isForeign = (value: string): boolean => ids.includes(value) || value === foreign.siteCode;

test('no filter and no search reaches another merchant', async (t) => {
  const wrong: string[] = [];
  const [latest] = await db<{ id: string; createdAt: Date }[]>`
    select id, created_at from payments where merchant_id = ${foreign.merchant.id} order by created_at desc limit 1`;
  const after = writeCursor({ direction: 'after', ...latest! });
  const queries = [
    ...[`site=${foreign.siteCode}`, `merchant=${foreign.merchant.code}`, `after=${after}`],
    ...['reference=ORDER-9', 'from=2026-11-01', `subject=${latest!.id}`, 'kind=merchant'],
    ...[`receiver=127.0.0.1`, 'state=complete&from=2026-01-01', 'min=0&from=2026-01-01'],
    `who=${words[2]}`,
    // Last: afterwards the merchant's log contains it, as a filter of its export.
    `reference=${canary}`,
  ];
  let asked = 0;
  const paths = consolePages.map(({ path }) => path).filter((path) => !path.includes(':'));
  for (const query of queries)
    for (const path of paths) {
      if (query.includes(canary) && path.startsWith('/console/audit')) continue;
      wrong.push(...(await asAll(`${path}?${query}`)));
      asked += visitors.length;
    }
  const texts = [
    'ORDER-9',
    'REFUNDED',
    canary,
    '0001',
    '5678',
    '70',
    '1000,00',
    foreign.siteCode,
    ...ids.slice(0, 200),
  ];
  for (const text of texts) {
    wrong.push(...(await asAll(`/console/search?q=${encodeURIComponent(text)}`)));
    asked += visitors.length;
  }
  t.diagnostic(`${asked} responses`);
  assert.deepEqual(wrong, []);
});

/** A digest of every row that belongs to the other merchant. */
async function digest(): Promise<Record<string, string>> {
  const tables = await db<{ name: string }[]>`
    select t.table_schema || '.' || t.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.column_name = 'merchant_id' and t.table_type = 'BASE TABLE'`;
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await db.unsafe<{ sum: string }[]>(
      `select count(*) || md5(coalesce(string_agg(x::text, '|' order by x::text), '')) as sum from ${name} x where merchant_id = '${foreign.merchant.id}'`,
    );
    found[name] = row!.sum;
  }
  return found;
}

test('no form of one merchant changes or reveals another’s objects', async (t) => {
  const before = await digest();
  const wrong: string[] = [];
  let sent = 0;
  for (const { path } of consoleForms.filter((form) => !form.path.startsWith('/console/me/'))) {
    const addresses = await foreignAddresses(path);
    for (const address of addresses)
      for (const given of foreignFields()) {
        sent += 2;
        wrong.push(...(await sendAsBoth(address, given, path.includes(':'))));
      }
  }
  t.diagnostic(`${sent} forms, 0 foreign rows changed`);
  assert.deepEqual(wrong, []);
  assert.deepEqual(await digest(), before);
});

async function foreignAddresses(path: string): Promise<string[]> {
  const [, name] = /:(\w+)/.exec(path) ?? [];
  if (!name) return [path];
  const values = await valuesOf(db, path, 60);
  return values.filter(isForeign).map((value) => path.replace(/:\w+/, value));
}

async function sendAsBoth(
  address: string,
  given: Record<string, string>,
  isOfThing: boolean,
): Promise<string[]> {
  const senders = visitors.filter(({ email }) => /^(?:admin|finance)-/.test(email));
  const wrong: string[] = [];
  for (const visitor of senders) {
    const shown = await visitor.post(address, { ...given, form: crypto.randomUUID() });
    wrong.push(...leaksIn(shown, `${address} ${Object.values(given).join(' ')}`));
    if (shown.status === 303 && isOfThing) wrong.push('is carried out');
    if (shown.status >= 500) wrong.push('answers 5xx');
  }
  return wrong.map((one) => `${address}: ${one}`);
}

function foreignFields(): Record<string, string>[] {
  const { merchant, siteCode } = foreign;
  const common = {
    ...{ site: siteCode, merchant: merchant.id, merchantId: merchant.id, amount: '1,00', reference: 'X' },
    ...{
      bankReference: 'X',
      bank: 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80',
      account: '51000000001',
      branch: '',
    },
    ...{
      email: `visitor@${siteCode.toLowerCase()}.example`,
      role: 'viewer',
      kind: 'apiKey',
      seen: '',
      name: 'N',
    },
    ...{
      outcome: 'success',
      id: ids[0]!,
      endpoint: 'https://example.com/',
      eventType: 'transaction.complete',
    },
    ...{ messageType: 'thin', to: siteCode, note: 'n', reason: 'r', since: '30d', until: '', messages: '1' },
    ...{ 'bank.down': 'on', advance: 'PT1S', from: '2026-01-01T00:00:00Z' },
  };
  return [
    { ...common, do: 'approve' },
    { ...common, do: 'decline', merchant: merchant.code, id: ids[1]! },
    {
      ...common,
      do: 'allocate',
      merchant: siteCode,
      id: ids.at(-1)!,
      kind: 'privateKey',
      to: `float:${siteCode}`,
    },
  ];
}

test('an export and a page show a merchant’s own objects, including equal ones', async () => {
  const [viewer] = visitors;
  const list = await viewer!.get('/console/payments?from=2026-11-01&reference=ORDER-9');
  assert.match(list.text, /1 payment\b/);
  const csv = await viewer!.get('/console/payments.csv?from=2026-11-01');
  assert.match(csv.text, /# 2 rows/);
  assert.ok(hiddenOf(list.text, '/console/sign-out') !== undefined);
});
