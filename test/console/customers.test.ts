// Customers of payments at the console: found by name and telephone number, shown to those who may see them, and to no one else.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from 'csv/sync';
import { credentialsOf } from '../../src/app/credentials.ts';
import { openPool } from '../../src/kernel/db/db.ts';
import { createMerchantOf } from '../support/merchant.ts';
import { startService, type TestService } from '../support/running.ts';
import { type Visitor, visitorOf } from './support.ts';

let service: TestService;
let support: Visitor;
let developer: Visitor;
let paymentId: string;
before(async () => {
  service = await startService();
  const shop = createMerchantOf(service.base, credentialsOf(service.config, service.merchant));
  const customer = { customer: 'Thandi Mokoena', customerCellphoneNumber: '+27 82 123 4567' };
  const { body } = await shop.createPayments({ transactionReference: 'ORDER-1', ...customer });
  await shop.createPayments({ transactionReference: 'ORDER-2', customer: '100%_\\' });
  const payer = { name: 'Johan Botha', email: 'Johan.Botha@example.co.za', cellphone: '0831112222' };
  const { access_token: token } = (await shop.token()).body;
  await shop.createOne(token, { merchantReference: 'ORDER-3', payer });
  paymentId = body.paymentRequestId;
  assert.ok(paymentId, JSON.stringify(body));
  support = await visitorOf(service, 'support');
  developer = await visitorOf(service, 'developer');
});
after(() => service.end());

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
  for (const text of ['thandeka', '0829999999', 'i\nm']) assert.deepEqual(await referencesOf(text), [], text);
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
  assert.deepEqual([row.outcome, row.customer, row.email], ['open', 'Thandi Mokoena', '']);
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
