// Fixtures and scenario rules over the running service: after a load the objects of a file exist, however often it is
// loaded, concurrently or after a kill; and its errors are reported before anything changes.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Credentials } from '../src/app/credentials.ts';
import { openPool } from '../src/kernel/db/db.ts';
import { checkEverything } from '../src/reports/checks/all.ts';
import { readYaml } from '../src/sandbox/fixtures/yaml.ts';
import { tefoWith } from './support/cli.ts';
import { piecesOf } from './support/guide.ts';
import { ask, createMerchantOf } from './support/merchant.ts';
import { openFolder, openService } from './support/opening.ts';
import { until } from './support/until.ts';

const service = await openService({ started: true, clock: 'shared' });
const folder = await openFolder('fixtures');

const control = (apikey: string, method: string, path: string, body?: unknown) =>
  ask(`${service.base}/sandbox/${path}`, {
    method,
    headers: { apikey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

async function newShop() {
  const made = await control(service.merchant.apiKey, 'POST', 'sites');
  const credentials = made.body as Credentials;
  const { apiKey } = credentials;
  return {
    ...createMerchantOf(service.base, credentials),
    credentials,
    control: (method: string, path: string, body?: unknown) => control(apiKey, method, path, body),
    load: (fixtures: unknown) => control(apiKey, 'POST', 'fixtures', fixtures),
    /** How many rows of the merchant's are there, by table. */
    count: async () => {
      const [row] = await service.db`
        with mine as (select merchant_id from sites where code = ${credentials.siteCode})
        select (select count(*)::int from payments where merchant_id in (table mine)) as payments,
          (select count(*)::int from transactions one where merchant_id in (table mine) and not (state = 'failed' and exists (
            select from transactions later where later.payment_id = one.payment_id and later.id > one.id))) as transactions,
          (select count(*)::int from refunds where merchant_id in (table mine)) as refunds,
          (select count(*)::int from payouts where merchant_id in (table mine)) as payouts,
          (select count(*)::int from subscriptions where merchant_id in (table mine)) as subscriptions,
          (select count(*)::int from webhooks where merchant_id in (table mine)) as webhooks,
          (select count(*)::int from bank.deposits where merchant_id in (table mine)) as deposits`;
      return row as Record<string, number>;
    },
  };
}

const full = {
  site: { feeBps: 100, holidayRule: 'before', approvalAbove: '1000.00' },
  webhooks: [{ endpoint: 'https://shop.example/hook', eventType: 'transaction.complete' }],
  rules: [{ merchantReference: 'NO-*', outcome: 'declined' }],
  float: '500.00',
  payments: [
    { merchantReference: 'OPEN', amount: 10, expireAt: 'P2D' },
    {
      merchantReference: 'PAID',
      amount: '150.00',
      outcome: 'success',
      refunds: [
        { amount: 20, reason: 'one came back', outcome: 'complete' },
        { amount: 20, reason: 'one came back', outcome: 'returned' },
        { amount: 30.5 },
      ],
    },
    { merchantReference: 'OLD', amount: 20, contract: 'payments', outcome: 'late-success' },
    { merchantReference: 'TEST', amount: 20, contract: 'payments', isTest: true, outcome: 'declined' },
    ...['declined', 'cancelled', 'abandoned', 'pending', 'error'].map((outcome) => ({
      merchantReference: outcome,
      amount: 25.5,
      outcome,
    })),
    { merchantReference: 'BY-DEPOSIT', amount: 77 },
  ],
  deposits: [
    { payment: 'BY-DEPOSIT', amount: 77 },
    { payment: 'BY-DEPOSIT', amount: 77 },
    { reference: 'WHO KNOWS', amount: '12.34' },
  ],
  payouts: [
    { merchantReference: 'WON-1', amount: 100, outcome: 'complete' },
    { merchantReference: 'WON-2', amount: 50, outcome: 'returned' },
  ],
  subscriptions: [
    {
      merchantReference: 'GYM',
      amount: 99.9,
      frequency: 'Monthly',
      firstPaymentDate: 'P1M',
      occurrences: 12,
      authorization: 'approved',
    },
    {
      merchantReference: 'GYM-NO',
      amount: 99,
      amountConstraints: { minimumValue: 50, maximumValue: 200 },
      frequency: 'Weekly',
      firstPaymentDate: '2100-01-01',
      occurrences: 2,
      authorization: 'declined',
    },
  ],
};

/** The sum of the fixtures. */
const wholeCount = {
  payments: 11, // with the one that is made of the second deposit
  transactions: 10,
  refunds: 3,
  payouts: 2,
  subscriptions: 2,
  webhooks: 1,
  deposits: 4,
};

describe('fixtures', () => {
  test('are there after they were loaded, and loading them again changes nothing', async () => {
    const shop = await newShop();
    const first = await shop.load(full);
    assert.equal(first.status, 200, first.text);
    assert.deepEqual(await shop.count(), wholeCount);
    const states = await service.db<{ reference: string; state: string }[]>`
      select merchant_reference as reference, state from transactions
      where site_id = (select id from sites where code = ${shop.credentials.siteCode}) order by id`;
    assert.deepEqual(Object.fromEntries(states.map(({ reference, state }) => [reference, state])), {
      PAID: 'successful',
      OLD: 'successful',
      TEST: 'failed',
      declined: 'declined',
      cancelled: 'cancelled',
      abandoned: 'abandoned',
      pending: 'pending',
      error: 'failed',
      'BY-DEPOSIT': 'pending',
    });
    const again = await shop.load(full);
    assert.deepEqual(again.body, { ...first.body, made: 0 });
    assert.deepEqual(await shop.count(), wholeCount);
    assert.deepEqual(await checkEverything(service.db, { simulatedBank: true }), []);
  });

  test('are judged as a whole before anything is done, and every fault names its place', async () => {
    const shop = await newShop();
    const payment = { merchantReference: 'A', amount: 10 };
    for (const [fixtures, ...places] of [
      [undefined, ''],
      [[], ''],
      [{ payments: {} }, 'payments'],
      [{ paymens: [], payment: [] }, 'paymens', 'payment'],
      [{ payments: [payment, { amount: 5, x: 1 }] }, 'payments[1].merchantReference', 'payments[1].x'],
      [{ payments: [{ ...payment, amount: 0 }] }, 'payments[0].amount'],
      [{ payments: [{ ...payment, amount: '1.005' }] }, 'payments[0].amount'],
      [{ payments: [{ ...payment, amount: 1.005 }] }, 'payments[0].amount'],
      [{ payments: [{ ...payment, amount: -1 }] }, 'payments[0].amount'],
      [{ payments: [{ ...payment, amount: null }] }, 'payments[0].amount'],
      ['{"payments": [{"merchantReference": "A", "amount": 12345678901234567.1}]}', 'payments[0].amount'],
      [{ float: 'much' }, 'float'],
      [{ payments: [payment, payment] }, 'payments[1].merchantReference'],
      [{ payments: [{ ...payment, outcome: 'paid' }] }, 'payments[0].outcome'],
      [{ payments: [{ ...payment, expireAt: 'tomorrow' }] }, 'payments[0].expireAt'],
      [{ payments: [{ ...payment, isTest: true }] }, 'payments[0].isTest'],
      [{ payments: [{ ...payment, notifyUrl: 'http://169.254.169.254/' }] }, 'payments[0].notifyUrl'],
      [{ payments: [{ ...payment, notifyUrl: 'http://a:b@shop.example/' }] }, 'payments[0].notifyUrl'],
      [{ payments: [{ ...payment, refunds: [{ amount: 1 }] }] }, 'payments[0].refunds'],
      [
        { payments: [{ ...payment, outcome: 'success', refunds: [{ amount: 6 }, { amount: 6 }] }] },
        'payments[0].refunds[1].amount',
      ],
      [{ deposits: [{ amount: 1 }] }, 'deposits[0]'],
      [{ deposits: [{ amount: 1, payment: 'A', reference: 'B' }] }, 'deposits[0]'],
      [{ deposits: [{ amount: 1, payment: 'A' }] }, 'deposits[0].payment'],
      [{ site: { feeBps: 'x', colour: 1 } }, 'site.colour'],
      [{ site: { feeBps: 'x' } }, 'site.feeBps'],
      [{ rules: [{ outcome: 'declined' }] }, 'rules[0]'],
      [{ rules: [{ outcome: 'success', amount: '1.001' }] }, 'rules[0].amount'],
      [
        { webhooks: [{ endpoint: 'http://localhost:1', eventType: 'refund.complete' }] },
        'webhooks[0].endpoint',
      ],
      [
        { subscriptions: [{ ...full.subscriptions[0], firstPaymentDate: 'soon' }] },
        'subscriptions[0].firstPaymentDate',
      ],
      [{ subscriptions: [{ ...full.subscriptions[1], amount: 500 }] }, 'subscriptions[0].amountConstraints'],
      [{ siteCode: service.merchant.siteCode }, 'siteCode'],
    ] as [unknown, ...string[]][]) {
      const answer = await shop.load(fixtures);
      assert.ok(
        answer.status === 400 || answer.status === 404,
        `${JSON.stringify(fixtures)}: ${answer.text}`,
      );
      assert.deepEqual(
        answer.body.faults?.map(({ place }: { place: string }) => place),
        places,
        answer.text,
      );
    }
    assert.ok(Object.values(await shop.count()).every((rows) => rows === 0));
    assert.equal((await shop.load('{"payments": [], "payments": []}')).status, 400);
    assert.equal((await shop.load('{"__proto__": 1}')).status, 400);
  });

  test('that differ from existing objects are refused by name, and nothing changes', async () => {
    const shop = await newShop();
    const { payments, payouts, subscriptions, webhooks } = full;
    const [open] = payments;
    assert.equal(
      (await shop.load({ float: 500, payments: [open], payouts, subscriptions, webhooks })).status,
      200,
    );
    const rows = await shop.count();
    const changed = await shop.load({
      payments: [
        { merchantReference: 'NEW', amount: 1 },
        { ...open, amount: 11, contract: 'payments' },
      ],
      payouts: [{ ...payouts[0], amount: 1 }],
      subscriptions: [{ ...subscriptions[0], amount: 1 }],
      webhooks: [{ ...webhooks[0], messageType: 'full' }],
    });
    assert.equal(changed.status, 409, changed.text);
    assert.deepEqual(changed.body.faults, [
      { place: 'webhooks[0].messageType', rule: 'is full, but the existing object has thin' },
      { place: 'payments[1].amount', rule: 'is 11.00, but the existing object has 10.00' },
      { place: 'payments[1].contract', rule: 'is payments, but the existing object has one' },
      { place: 'payouts[0].amount', rule: 'is 1.00, but the existing object has 100.00' },
      { place: 'subscriptions[0].amount', rule: 'is 1.00, but the existing object has 99.90' },
    ]);
    assert.deepEqual(await shop.count(), rows);
  });

  test('go on where they were refused by the service, without doing anything twice', async () => {
    const shop = await newShop();
    const { payouts } = full;
    const paid = { merchantReference: 'PAID', amount: 10, outcome: 'success' };
    const refused = await shop.load({ payments: [paid], payouts });
    assert.equal(refused.status, 409);
    assert.deepEqual(refused.body.faults, [
      { place: 'payouts[0]', rule: 'is refused: the float does not cover the payout' },
    ]);
    const done = await shop.load({ float: 500, payments: [paid], payouts });
    assert.equal(done.body.made, 5, done.text); // the float, two payouts and their outcomes
    const otherwise = await shop.load({ payments: [{ ...paid, outcome: 'declined' }] });
    assert.deepEqual([otherwise.status, otherwise.body.faults[0].place], [409, 'payments[0].outcome']);
  });

  test('are created once by any number of concurrent loads', async () => {
    const shop = await newShop();
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.load(full)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(answers.filter(({ body }) => body.made > 0).length, 1);
    assert.deepEqual(await shop.count(), wholeCount);
  });

  test('are complete after a second load if the bank was down during the first', async () => {
    const shop = await newShop();
    const { apiKey } = shop.credentials;
    await control(apiKey, 'PUT', 'faults', { bank: { down: true } });
    assert.notEqual((await shop.load(full)).status, 200);
    await control(apiKey, 'PUT', 'faults', {});
    const [row] = await service.db`
      select count(*)::int as failed from transactions
      where state = 'failed' and site_id = (select id from sites where code = ${shop.credentials.siteCode})`;
    assert.ok(row!.failed > 0, 'an attempt did not reach its bank');
    const answer = await shop.load(full);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(await shop.count(), wholeCount);
    assert.equal((await shop.load(full)).body.made, 0);
  });

  /** Waits until all connections of the service are alive. */
  const ready = () =>
    until(async () => {
      const asked = Array.from({ length: 40 }, () => control(service.merchant.apiKey, 'GET', 'rules'));
      return (await Promise.all(asked)).every(({ status }) => status === 200);
    });

  test('that were interrupted anywhere are complete after another load', async () => {
    const shop = await newShop();
    const killer = openPool(service.databaseUrl, { max: 1 });
    let cut = 0;
    for (let round = 1; round <= 4; round++) {
      const loading = shop.load(full);
      await sleep(round * 75);
      await killer`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
      const answer = await loading;
      if (answer.status !== 200) cut += 1;
      await ready();
    }
    await killer.end();
    assert.ok(cut > 0, 'none was cut off');
    const answer = await shop.load(full);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(await shop.count(), wholeCount);
    assert.equal((await shop.load(full)).body.made, 0);
    assert.deepEqual(await checkEverything(service.db, { simulatedBank: true }), []);
  });
});

describe('the schema of fixtures', () => {
  test('accepts valid files, refuses invalid ones, and is served', async () => {
    const shop = await newShop();
    const served = await ask(`${service.base}/docs/fixtures.schema.json`);
    assert.deepEqual(served.body, JSON.parse(await readFile('docs/fixtures.schema.json', 'utf8')));
    const ajv = new Ajv2020({ allowUnionTypes: true });
    addFormats.default(ajv);
    const judge = ajv.compile(served.body);
    const [yaml] = await piecesOf('sandbox', 'yaml');
    const fromGuide = JSON.parse(JSON.stringify(readYaml(yaml!).value));
    for (const fixtures of [{}, full, fromGuide]) assert.ok(judge(fixtures), JSON.stringify(judge.errors));
    for (const fixtures of [{ payment: [] }, { float: 'x' }, { payments: [{ amount: 1 }] }])
      assert.equal(judge(fixtures), false);
    const loaded = await shop.load(fromGuide);
    assert.equal(loaded.status, 200, loaded.text);
  });
});

describe('tefo fixtures load', () => {
  /** Runs the command as a user at a terminal does. */
  async function load(shop: Awaited<ReturnType<typeof newShop>>, text: string, ...args: string[]) {
    const file = join(folder, 'shop.yaml');
    await writeFile(file, text);
    const tefo = tefoWith({
      DATABASE_URL: service.databaseUrl,
      TEFO_DATA_DIR: service.config.dataDir,
      TEFO_MASTER_KEYS: service.config.masterKeys,
      TEFO_PORT: new URL(service.base).port,
    });
    const all = ['fixtures', 'load', file, '--site', shop.credentials.siteCode, ...args];
    const { code, out, err } = await tefo(...all);
    return { code, out, err: err.replaceAll(file, 'shop.yaml') };
  }

  test('makes a site match a file, to the digit', async () => {
    const shop = await newShop();
    const yaml = `
site: {name: 'Thabo & Sons'}
payments:
  - merchantReference: ORDER-1
    amount: 9007199254.01
    outcome: success
  - {merchantReference: "ORDER-2", amount: 00020.50}
`;
    const { code, out, err } = await load(shop, yaml, '--json');
    assert.equal(code, 0, err);
    assert.equal(JSON.parse(out).made, 3);
    const amounts = await service.db<{ amount: bigint }[]>`
      select amount_cents as amount from payments
      where site_id = (select id from sites where code = ${shop.credentials.siteCode}) order by id`;
    assert.deepEqual(
      amounts.map(({ amount }) => amount),
      [900719925401n, 2050n],
    );
  });

  test('names the line of every fault, and ends with 1', async () => {
    const shop = await newShop();
    const wrong = 'payments:\n  - merchantReference: A\n    amount: 1e3\n\n  - amount: 0x10\n';
    assert.deepEqual(await load(shop, wrong), {
      code: 1,
      out: '',
      err:
        'tefo: shop.yaml:3: payments[0].amount must be more than zero, with at most two decimals\n' +
        '      shop.yaml:5: payments[1].merchantReference is required\n' +
        '      shop.yaml:5: payments[1].amount must be more than zero, with at most two decimals\n',
    });
  });
});
