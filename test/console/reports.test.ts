// Reports: the account statement of a period equals the ledger, each figure leads to the lines that add up to it, and other
// merchants are unknown.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'csv/sync';
import { openMerchant } from '../../src/core/users/merchant-opening.ts';
import { readDatedRate } from '../../src/kernel/dated-rates.ts';
import { figureNames, movementNames } from '../../src/reports/account-statement/figures.ts';
import { createTotalsSweep } from '../../src/reports/totals/jobs.ts';
import { openBusy } from '../support/busy.ts';
import { plain, type Visitor, visitorOf } from './support.ts';

const busy = await openBusy();
const { db, ctx } = busy;
const own = busy.merchant.merchant;
// A fee with VAT, after those without.
Object.assign(ctx.policy, { vatRates: [readDatedRate('15@2020-01-01')] });
await busy.one('POST', '/bankaccount/verify', {
  body: {
    accountNumber: '62000000001',
    branchCode: '999999',
    identity: { type: 'said', identifier: '8001015009087' },
    surname: 'Dlamini',
  },
});
const finance = await visitorOf(busy, 'finance');
const operator = await visitorOf(busy, 'operator-finance');
const { merchant: other } = await openMerchant(ctx, { name: 'Other' });
const stranger = await visitorOf(busy, 'finance', other.id);
const all = 'from=2020-01-01&to=2030-01-01';

const centsOf = (text: string): bigint => BigInt(text.replace('.', ''));

/** Returns the figures of a page with their links. */
function figuresOf(text: string): Map<string, { cents: bigint; to: string }> {
  const found = [...text.matchAll(/<a href="([^"]*)" data-figure="([a-z]+)" data-value="([^"]*)"/g)];
  return new Map(found.map(([, to, name, value]) => [name!, { cents: centsOf(value!), to: plain(to!) }]));
}

async function reportOf(who: Visitor, query: string) {
  const page = await who.get(`/console/reports?${query}`);
  assert.equal(page.status, 200, page.text);
  const figures = figuresOf(page.text);
  assert.deepEqual([...figures.keys()], [...figureNames]);
  return figures;
}

/** Returns the balance of the merchant's accounts before an instant, from the ledger. */
async function balanceBefore(at: string): Promise<bigint> {
  const [row] = await db<[{ cents: bigint }]>`
    select coalesce(-sum(entry.amount_cents), 0)::bigint as cents
    from ledger_entries entry join ledger_accounts account on account.id = entry.account_id
    where account.kind in ('merchant', 'float') and account.merchant_id = ${own.id} and entry.booked_at < ${at}`;
  return row.cents;
}

describe('an account statement', () => {
  test('leads from the opening to the closing balance, which are the ledger’s, on every day', async () => {
    const days = await db<{ day: string }[]>`
      select distinct (booked_at at time zone 'Africa/Johannesburg')::date::text as day from ledger_entries order by 1`;
    assert.ok(days.length > 1);
    for (const { day } of days) {
      const figures = await reportOf(finance, `from=${day}&to=${day}`);
      const of = (name: string) => figures.get(name)!.cents;
      assert.equal(of('opening'), await balanceBefore(`${day}T00:00:00+02:00`));
      assert.equal(
        movementNames.reduce((sum, name) => sum + of(name), of('opening')),
        of('closing'),
      );
      assert.equal(of('net'), of('gross') + of('fees') + of('vat') + of('refunds') + of('returns'));
    }
  });

  test('has every kind of movement with its sign, and the payments’ gross', async () => {
    const figures = await reportOf(finance, all);
    const [row] = await db<[{ gross: bigint }]>`
      select sum(transaction.amount_cents)::bigint as gross from ledger_journals journal
      join transactions transaction on transaction.id = journal.object_id
      where journal.template = 'payment_received' and journal.merchant_id = ${own.id}`;
    assert.equal(figures.get('gross')!.cents, row.gross);
    assert.equal(figures.get('opening')!.cents, 0n);
    for (const name of ['fees', 'vat', 'refunds', 'payouts']) assert.ok(figures.get(name)!.cents < 0n, name);
    assert.notEqual(figures.get('settled')!.cents, 0n);
    const [earned] = await db<[{ fees: bigint; vat: bigint }]>`
      select sum(entry.amount_cents) filter (where account.kind = 'fees')::bigint as fees,
        sum(entry.amount_cents) filter (where account.kind = 'vat')::bigint as vat
      from ledger_entries entry join ledger_accounts account on account.id = entry.account_id`;
    assert.deepEqual([figures.get('fees')!.cents, figures.get('vat')!.cents], [earned.fees, earned.vat]);
  });

  test('each figure leads to the ledger’s lines that add up to it', async () => {
    for (const [name, { cents, to }] of await reportOf(finance, all)) {
      const page = await finance.get(to);
      assert.equal(page.status, 200, page.text);
      if (name === 'opening' || name === 'closing') continue;
      assert.equal(/data-total="amount" data-value="([^"]*)"/.exec(page.text)![1], String(formatted(cents)));
      const count = Number(/data-total="count" data-value="([^"]*)"/.exec(page.text)![1]);
      const csv = await finance.get(to.replace('/ledger?', '/ledger.csv?'));
      const rows = parse(csv.text.replace(/# .*\n$/, ''), { columns: true }) as Record<string, string>[];
      assert.equal(rows.length, count);
      const sum = rows.reduce(
        (total, { debit, credit }) => total + centsOf(credit || '0') - centsOf(debit || '0'),
        0n,
      );
      assert.equal(sum, cents, name);
    }
  });

  test('is the same after its days are rolled up', async () => {
    const before = [...(await reportOf(operator, all))];
    busy.clock.advance(2 * 86_400_000);
    const sweep = createTotalsSweep(ctx, { settledMs: 0 });
    await sweep.run();
    for (let more = 1; more > 0; ) more = Number(await sweep.run());
    const [rolled] = await db<[{ n: number }]>`select count(*)::integer as n from totals_postings`;
    assert.ok(rolled.n > 0);
    assert.deepEqual([...(await reportOf(operator, all))], before);
  });

  test('is a CSV with the same figures, and a PDF', async () => {
    const figures = await reportOf(finance, all);
    const csv = await finance.get(`/console/reports.csv?${all}`);
    const rows = parse(csv.text, { columns: true }) as Record<string, string>[];
    assert.deepEqual(
      rows.map(({ figure, amount }) => [figure, centsOf(amount!)]),
      [...figures].map(([name, { cents }]) => [name, cents]),
    );
    const pdf = await fetch(new URL(`/console/reports.pdf?${all}`, busy.base), {
      headers: { cookie: finance.cookie },
    });
    assert.equal(pdf.headers.get('content-type'), 'application/pdf');
    const bytes = Buffer.from(await pdf.arrayBuffer());
    assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
    assert.match(bytes.subarray(-6).toString(), /%%EOF/);
  });
});

const formatted = (cents: bigint): string => {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

describe('access', () => {
  test('reports are for finance, admins and the operator’s finance', async () => {
    for (const role of ['viewer', 'support', 'developer'] as const) {
      const visitor = await visitorOf(busy, role);
      assert.equal((await visitor.get('/console/reports')).status, 403, role);
      assert.equal((await visitor.get('/console/reports.pdf')).status, 403, role);
    }
    assert.equal((await operator.get('/console/reports')).status, 200);
  });

  test('another merchant is as unknown as one that is not there', async () => {
    const [known, unknown] = await Promise.all(
      [own.code, 'NOBODY1'].map((code) => stranger.get(`/console/reports?merchant=${code}`)),
    );
    assert.deepEqual([known!.status, unknown!.status], [400, 400]);
    for (const { cents } of (await reportOf(stranger, all)).values()) assert.equal(cents, 0n);
    assert.equal((await stranger.get(`/console/ledger?merchant=${own.code}`)).status, 400);
    for (const { cents } of (await reportOf(operator, `${all}&merchant=${other.code}`)).values())
      assert.equal(cents, 0n);
  });

  for (const [query, status] of [
    ['period=2026-13', 422],
    ['period=soon', 422],
    ['from=2026-11-05&to=2026-11-01', 422],
    ['to=2026-11-01', 422],
    ['period=this-month&from=2026-11-01', 422],
    ['site=NOPE', 400],
    ['colour=red', 400],
    ['period=last-month', 200],
    ['period=this-quarter', 200],
    ['period=last-quarter', 200],
    ['period=2026-11', 200],
  ] as const) {
    test(`${query} returns ${status}`, async () => {
      assert.equal((await finance.get(`/console/reports?${query}`)).status, status);
    });
  }
});
