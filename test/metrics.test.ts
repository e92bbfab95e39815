// Metrics: every fixed name with its help, and figures that follow events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteCheck } from '../src/reports/checks/last.ts';
import { clientOf, openService } from './support/opening.ts';
import { openReceiver } from './support/receiver.ts';

const service = await openService({ env: { TEFO_ADDRESS_LIMIT: '3' } });
const merchant = clientOf(service);

const scrape = async () => (await fetch(`${service.base}/metrics`)).text();

/** The sum of a metric's samples with the given labels. */
function figure(text: string, name: string, labels: Record<string, string> = {}): number {
  const samples = text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const own = samples.filter((line) =>
    Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)),
  );
  return own.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

const fixed = [
  ...['tefo_http_request_seconds', 'tefo_transactions_total', 'tefo_bank_request_seconds'],
  ...['tefo_delivery_attempts_total', 'tefo_deliveries_due', 'tefo_deliveries_oldest_due_seconds'],
  ...[
    'tefo_hash_refusals_total',
    'tefo_limited_requests_total',
    'tefo_database_connections',
    'tefo_sweep_seconds',
  ],
  ...[
    'tefo_sweep_age_seconds',
    'tefo_ledger_unlinked',
    'tefo_ledger_link_lag_seconds',
    'tefo_check_findings',
  ],
];

test('every fixed metric has its help', async () => {
  const text = await scrape();
  assert.deepEqual(
    fixed.filter((name) => !text.includes(`\n# HELP ${name} `)),
    [],
  );
});

test('a payment that is created, paid and notified shows in the figures, and a wrong hash', async () => {
  const before = await scrape();
  const receiver = await openReceiver();
  const token = (await merchant.token()).body.access_token;
  const made = await merchant.createOne(token, { notifyUrl: receiver.url });
  await merchant.decide(made.body.id, 'success');
  const unlinked = await scrape();
  service.clock.advance(7_000);
  assert.ok(figure(unlinked, 'tefo_deliveries_due') >= 1);
  const waiting = await scrape();
  assert.equal(figure(waiting, 'tefo_deliveries_oldest_due_seconds'), 7);
  assert.ok(figure(waiting, 'tefo_ledger_unlinked') >= 1);
  assert.equal(figure(waiting, 'tefo_ledger_link_lag_seconds'), 7);
  await service.drain();
  const wrong = await merchant.createPayments({}, { privateKey: 'not-the-key' });
  assert.match(wrong.text, /HashCheck/);
  const text = await scrape();
  const grown = (name: string, labels: Record<string, string> = {}) =>
    figure(text, name, labels) - figure(before, name, labels);
  assert.equal(grown('tefo_transactions_total', { status: 'Incomplete' }), 1);
  assert.equal(grown('tefo_transactions_total', { status: 'Successful', bank: 'Demo Bank' }), 1);
  assert.equal(grown('tefo_delivery_attempts_total', { kind: 'address', outcome: 'delivered' }), 1);
  assert.equal(grown('tefo_hash_refusals_total', { surface: 'payments' }), 1);
  assert.ok(grown('tefo_bank_request_seconds_count', { bank: 'Demo Bank', outcome: 'answered' }) >= 1);
  assert.equal(figure(text, 'tefo_bank_request_seconds_count', { bank: 'Simulator' }), 0);
  assert.ok(grown('tefo_http_request_seconds_count', { surface: 'probes', route: '/metrics' }) >= 1);
  const created = { surface: 'one', operation: 'createPayment', route: '/one/v1/payments', status: '201' };
  assert.equal(grown('tefo_http_request_seconds_count', created), 1);
  assert.equal(grown('tefo_http_request_seconds_count', { operation: 'createToken' }), 1);
  assert.equal(figure(text, 'tefo_deliveries_due'), 0);
  assert.equal(figure(text, 'tefo_ledger_link_lag_seconds'), 0);
  assert.ok(figure(text, 'tefo_database_connections', { state: 'active' }) >= 1);
});

test('a call that is undone is counted as no transaction', async () => {
  const before = await scrape();
  const token = (await merchant.token()).body.access_token;
  const refused = await merchant.createOne(token, { amount: { currency: 'ZAR', value: -1 } });
  assert.equal(refused.status, 400);
  assert.equal(figure(await scrape(), 'tefo_transactions_total'), figure(before, 'tefo_transactions_total'));
});

test('a request beyond its limit is counted', async () => {
  const before = figure(await scrape(), 'tefo_limited_requests_total', { surface: 'payments' });
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => (await fetch(`${service.base}/payments/getsites`)).status),
  );
  const limited = statuses.filter((status) => status === 429).length;
  assert.ok(limited > 0, statuses.join());
  assert.equal(
    figure(await scrape(), 'tefo_limited_requests_total', { surface: 'payments' }) - before,
    limited,
  );
});

test('a process that did not run the last check reports its findings', async () => {
  assert.ok(Number.isNaN(figure(await scrape(), 'tefo_check_findings')));
  await noteCheck(service.db, { at: service.clock.now(), findings: 3 });
  await noteCheck(service.db, { at: service.clock.now(), findings: 2 });
  service.clock.advance(60_000);
  const text = await scrape();
  assert.equal(figure(text, 'tefo_check_findings'), 2);
  assert.equal(figure(text, 'tefo_check_age_seconds'), 60);
});
