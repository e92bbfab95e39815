// Customers of payments at the console: found by name and telephone number, shown to those who may see them, and to no one else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv/sync';
import { credentialsOf } from '../../src/app/credentials.ts';
import { createLink } from '../../src/core/links/actions.ts';
import { findSiteByCode } from '../../src/core/merchants/actions.ts';
import { openPool } from '../../src/kernel/db/db.ts';
import { clientOf, openService } from '../support/opening.ts';
import { hiddenOf, type Visitor, visitorsOf } from './support.ts';

const service = await openService();
const shop = clientOf(service);
const customer = { customer: 'Thandi Mokoena', customerCellphoneNumber: '+27 82 123 4567' };
const { body } = await shop.createPayments({ transactionReference: 'ORDER-1', ...customer });
await shop.createPayments({ transactionReference: 'ORDER-2', customer: '100%_\\' });
const payer = { name: 'Johan Botha', email: 'Johan.Botha@example.co.za', cellphone: '0831112222' };
const { access_token: token } = (await shop.token()).body;
await shop.createOne(token, { merchantReference: 'ORDER-3', payer });
const paymentId = body.paymentRequestId;
assert.ok(paymentId, JSON.stringify(body));
const [support, developer] = await visitorsOf(service, 'support', 'developer');

async function referencesOf(customer: string): Promise<string[]> {
  const { status, text } = await support.get(
    `/console/payments.csv?customer=${encodeURIComponent(customer)}`,
  );
  assert.equal(status, 200, text);
  return [...text.matchAll(/ORDER-\d/g)].map(([reference]) => reference);
}

test('a customer is found by a part of the name or the telephone number, however it is typed', async () => {
  for (const text of [
    'thandi',
    'MOKOENA',
    'i mok',
    '0821234567',
    '082 123 4567',
    '+27 82 123-4567',
    '123 45',
  ])
    assert.deepEqual(await referencesOf(text), ['ORDER-1'], text);
  for (const text of ['johan.botha@EXAMPLE', 'Botha', '083 111 2222'])
    assert.deepEqual(await referencesOf(text), ['ORDER-3'], text);
  for (const text of ['%', '_', '\\']) assert.deepEqual(await referencesOf(text), ['ORDER-2'], text);
  for (const text of ['thandeka', '0829999999', 'thandi botha'])
    assert.deepEqual(await referencesOf(text), [], text);
});

test('a name is found with one typing error, if no name has the text itself', async () => {
  for (const text of ['tandi', 'thanddi', 'thadni', 'Mokoana', 'thandi mokeona'])
    assert.deepEqual(await referencesOf(text), ['ORDER-1'], text);
  for (const text of ['mkna', 'boka']) assert.deepEqual(await referencesOf(text), [], text);
});

test('a customer has a page with their payments, and a list finds it', async () => {
  const payer = { name: 'Johan Botha', email: 'johan.botha@EXAMPLE.co.za' };
  const { access_token: token } = (await shop.token()).body;
  await shop.createOne(token, { merchantReference: 'ORDER-4', payer });
  const list = await support.get('/console/customers?q=johan.botha@');
  assert.equal(list.status, 200);
  const [row, ...others] = [
    ...list.text.matchAll(/<a data-row href="(\/console\/customers\/[0-9a-f-]+)">([^<]+)</g),
  ];
  assert.deepEqual(others, []);
  assert.equal(row![2], 'Johan Botha');
  const page = await support.get(row![1]!);
  assert.equal(page.status, 200);
  for (const reference of ['ORDER-3', 'ORDER-4']) assert.match(page.text, new RegExp(`>${reference}<`));
  assert.match(page.text, /data-field="email">Johan.Botha@example.co.za</);
  assert.match((await support.get(`/console/payments/${paymentId}`)).text, /href="\/console\/customers\//);
  const csv = await support.get(`${row![1]}.csv`);
  assert.match(csv.text, /ORDER-3/);
  assert.equal((await support.get('/console/customers?q=nobody')).status, 200);
  for (const path of ['/console/customers', '/console/customers?q=johan', row![1]!, `${row![1]}.csv`])
    assert.equal((await developer.get(path)).status, 403, path);
  assert.equal((await support.get(`/console/customers/${paymentId}`)).status, 404);
});

test('the search finds customers, for those who may see them', async () => {
  const find = (visitor: Visitor, text: string) =>
    visitor.get(`/console/search?q=${encodeURIComponent(text)}`);
  for (const text of ['mokoena', 'Thandi Mokoena', 'tandi mokoena', '082 123 4567'])
    assert.match((await find(support, text)).to ?? '', /^\/console\/customers\//, text);
  for (const text of ['mokoena', '082 123 4567']) {
    const { status, text: page } = await find(developer, text);
    assert.equal(status, 200);
    assert.doesNotMatch(page, /Thandi|customers?\b/, text);
  }
});

test('subscriptions, links and refunds are found by their customer, for those who may see them', async () => {
  const { siteCode } = credentialsOf(service.config, service.merchant);
  const site = (await findSiteByCode(service.db, siteCode))!;
  const { id } = await createLink(service.ctx, {
    ...{ site, amount: 4_500n, merchantReference: 'LINK-1', uses: 'single' },
    customer: { name: 'Johan Botha', email: 'johan.botha@example.co.za' },
  });
  assert.match((await support.get('/console/links.csv?customer=botha')).text, /LINK-1/);
  assert.doesNotMatch((await support.get('/console/links.csv?customer=mokoena')).text, /LINK-1/);
  for (const name of ['subscriptions', 'refunds']) {
    const path = `/console/${name}.csv?customer=botha`;
    assert.equal((await support.get(path)).status, 200, path);
    assert.equal((await developer.get(path)).status, 400, path);
  }
  assert.match((await support.get(`/console/links/${id}`)).text, /Payment link for R.45,00 created/);
  assert.match((await support.get('/console/search?q=LINK-1')).to ?? '', new RegExp(`/console/links/${id}`));
});

test('a saved view does not keep a name that was typed', async () => {
  const typed = await support.get('/console/payments?customer=mokoena&outcome=open');
  assert.doesNotMatch(typed.text, /Save this view/);
  const hidden = hiddenOf((await support.get('/console/payments?outcome=open')).text, '/console/views');
  const query = 'customer=mokoena&outcome=open';
  const refused = await support.post('/console/views', { ...hidden, query, name: 'Mine', team: '' });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /cannot keep a customer/);
});

test('lists, pages and exports show the customer to support', async () => {
  const page = await support.get(`/console/payments/${paymentId}`);
  assert.match(page.text, /data-field="customer">Thandi Mokoena</);
  assert.match(page.text, /data-field="phone">\+?\d*821234567</);
  assert.match(page.text, /data-field="outcome" data-value="open"/);
  assert.match((await support.get('/console/payments')).text, /data-label="Customer">Thandi Mokoena</);
  const rows: Record<string, string>[] = parse((await support.get('/console/payments.csv')).text, {
    ...{ bom: true, columns: true, relax_column_count: true },
  });
  const row = rows.find(({ id }) => id === paymentId)!;
  assert.deepEqual([row.outcome, row.customer, row.email], ['Open', 'Thandi Mokoena', '']);
  assert.match(row.phone!, /821234567$/);
});

test('a developer sees no customer and cannot search for one', async () => {
  for (const path of [
    `/console/payments/${paymentId}`,
    '/console/payments',
    '/console/payments.csv',
    '/console/payments.xlsx',
  ]) {
    const { status, text } = await developer.get(path);
    assert.equal(status, 200, path);
    assert.doesNotMatch(text, /Thandi|821234567/, path);
  }
  for (const path of ['/console/payments', '/console/payments.csv', '/console/payments/resend'])
    assert.equal((await developer.get(`${path}?customer=thandi`)).status, 400, path);
});

test('the audit log records an export without the name that it was filtered by', async () => {
  await referencesOf('Mokoena');
  const db = openPool(service.databaseUrl, { max: 1 });
  const entries = await db<
    { after: string }[]
  >`select after::text from console.audit where action = 'export'`;
  await db.end();
  assert.ok(entries.some(({ after }) => after.includes('(hidden)')));
  assert.ok(!entries.some(({ after }) => /mokoena/i.test(after)));
});
