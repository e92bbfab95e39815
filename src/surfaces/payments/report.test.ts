import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { openSurface } from '../../../test/support/setup/payments-api.ts';
import { chooseTestOutcome } from '../../core/transactions/actions.ts';
import { writeCsvLine } from './csv.ts';

type Surface = Awaited<ReturnType<typeof openSurface>>;

interface Row {
  id: string;
  createdDate: string;
  createdDateUtc: string;
}

const report = (surface: Surface, startDate: string, endDate: string, headers: Record<string, string> = {}) =>
  surface.get('GetTransactionReport', { siteCode: surface.merchant.siteCode, startDate, endDate }, headers);

/** Copies of the transaction, one made at each instant. */
async function copyAt(surface: Surface, id: string, instants: Date[]): Promise<void> {
  await surface.db`
    insert into transactions (id, merchant_id, site_id, payment_id, state, payment_type, amount_cents, currency,
      merchant_reference, is_test, correlation_id, created_at, completed_at)
    select gen_random_uuid(), merchant_id, site_id, payment_id, state, payment_type, amount_cents, currency,
      merchant_reference, is_test, correlation_id, made.at, made.at
    from transactions, unnest(${instants.map((instant) => instant.toISOString())}::text[]::timestamptz[]) as made (at) where id = ${id}`;
}

/** An independent CSV parser. */
function readCsv(text: string): string[][] {
  const cells = text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g);
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of cells) {
    lines.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') lines.push([]);
  }
  return lines.slice(0, -1);
}

describe('a transaction report', () => {
  let surface: Surface;
  before(async () => {
    surface = await openSurface();
  });

  test('has exactly the fields of the contract, times in both zones, and no test payments', async () => {
    const own = await openSurface();
    const payment = await own.pay({ amount: '10.50', customer: 'Naledi', optional3: 'three' });
    const { id } = await own.attempt(payment);
    await chooseTestOutcome(own.ctx, await own.pay({ isTest: true }), 'success');
    const answer = await report(own, '2026-11-20', '2026-11-20');
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.deepEqual(answer.json(), [
      {
        id,
        siteCode: own.merchant.siteCode,
        siteName: 'Thabo & Sons',
        createdDate: '2026-11-20T10:00:00.000+02:00',
        createdDateUtc: '2026-11-20T08:00:00.000Z',
        paymentDate: '2026-11-20T08:00:00.000Z',
        bankFromName: 'Demo Bank',
        bankToName: null,
        fromReference: 'INV 17',
        toReference: 'INV 17',
        toAccount: null,
        transactionReference: 'ORDER-17',
        customer: 'Naledi',
        optional1: null,
        optional2: null,
        optional3: 'three',
        optional4: null,
        optional5: null,
        amount: 10.5,
        status: 'Complete',
        lastEvent: 'The payment was received',
      },
    ]);
  });

  test('is of whole South African days, both included, also across the end of a year', async () => {
    const { id } = await surface.attempt(await surface.pay());
    const start = Date.parse('2026-12-30T00:00:00Z');
    const aroundMidnight = [
      '2026-12-31T21:59:59.999Z',
      '2026-12-31T22:00:00.000Z',
      '2027-01-01T21:59:59.999Z',
      '2027-01-01T22:00:00.000Z',
    ];
    const random = fc
      .sample(fc.integer({ min: 0, max: 4 * 24 * 60 * 60 * 1000 }), 60)
      .map((ms) => new Date(start + ms));
    const instants = [...random, ...aroundMidnight.map((text) => new Date(text))];
    await copyAt(surface, id, instants);
    // The country is two hours ahead of UTC all year round.
    const dayOf = (instant: Date) =>
      new Date(instant.getTime() + 2 * 60 * 60 * 1000).toISOString().slice(0, 10);
    const days = [
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
      '2027-01-03',
      '2027-01-04',
    ];
    for (const [index, first] of days.entries()) {
      for (const last of days.slice(index)) {
        const rows = (await report(surface, first, last)).json<Row[]>();
        const expected = instants.filter((instant) => dayOf(instant) >= first && dayOf(instant) <= last);
        assert.deepEqual(
          rows.map((row) => row.createdDateUtc),
          expected.map((instant) => instant.toISOString()).sort(),
        );
        for (const row of rows)
          assert.equal(row.createdDate.slice(0, 10), dayOf(new Date(row.createdDateUtc)));
      }
    }
  });

  test('discards a time of day', async () => {
    assert.equal((await report(surface, '2026-12-30T23:59:59Z', '2026-12-30 01:00')).statusCode, 200);
  });

  test('has every row once and in order, however many there are', async () => {
    const own = await openSurface();
    const { id } = await own.attempt(await own.pay());
    // Many at one instant, so that batches end among them.
    const instants = Array.from(
      { length: 1_700 },
      (_, index) => new Date(Date.parse('2026-11-21T10:00:00Z') + Math.floor(index / 400)),
    );
    await copyAt(own, id, instants);
    const rows = (await report(own, '2026-11-21', '2026-11-21')).json<Row[]>();
    assert.equal(new Set(rows.map((row) => row.id)).size, 1_700);
    assert.deepEqual(
      rows.map((row) => row.createdDateUtc),
      instants.map((instant) => instant.toISOString()),
    );
    const lines = readCsv((await report(own, '2026-11-21', '2026-11-21', { accept: 'text/csv' })).body);
    assert.deepEqual(
      lines.slice(1).map(([first]) => first),
      rows.map((row) => row.id),
    );
  });

  test('is refused if its days are invalid, in the wrong order, or more than 31', async () => {
    const days: [start: string, end: string, says: RegExp][] = [
      ['2026-02-30', '2026-03-01', /^startDate must be a date/],
      ['2026-03-01', '1 March', /^endDate must be a date/],
      ['2026-03-02', '2026-03-01', /^endDate must not be before startDate$/],
      ['2026-03-01', '2026-04-01', /at most 31 days$/],
    ];
    for (const [start, end, says] of days) {
      const answer = await report(surface, start, end);
      assert.equal(answer.statusCode, 400);
      assert.match(String(answer.headers['content-type']), /^text\/plain/);
      assert.match(answer.body, says);
    }
    assert.equal((await report(surface, '2026-03-01', '2026-03-31')).statusCode, 200);
    assert.deepEqual((await report(surface, '2026-03-01', '2026-03-01')).json(), []);
  });

  test('is CSV on request, with a header line', async () => {
    const own = await openSurface();
    const optional1 = '=HYPERLINK("http://x","y")';
    const { id } = await own.attempt(await own.pay({ optional1, optional2: '-1', customer: 'a, "b"' }));
    const answer = await report(own, '2026-11-20', '2026-11-20', { accept: 'text/csv' });
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
    const [names, row, ...more] = readCsv(answer.body);
    assert.deepEqual(more, []);
    assert.equal(
      names!.join(','),
      'id,siteCode,siteName,createdDate,createdDateUtc,paymentDate,bankFromName,bankToName,fromReference,toReference,toAccount,transactionReference,customer,optional1,optional2,optional3,optional4,optional5,amount,status,lastEvent',
    );
    const cell = (name: string) => row![names!.indexOf(name)];
    assert.equal(cell('id'), id);
    assert.equal(cell('amount'), '25.00');
    assert.equal(cell('optional1'), `'${optional1}`);
    assert.equal(cell('optional2'), "'-1");
    assert.equal(cell('optional3'), '');
    assert.equal(cell('customer'), 'a, "b"');
    const empty = await report(own, '2026-03-01', '2026-03-01', { accept: 'text/csv' });
    assert.equal(readCsv(empty.body).length, 1);
  });

  test('leaves no connection to the database with a reader who does not read on', async () => {
    const own = await openSurface();
    const { id } = await own.attempt(await own.pay());
    await copyAt(
      own,
      id,
      Array.from({ length: 3_000 }, () => new Date('2026-11-21T10:00:00Z')),
    );
    const base = await own.server.listen({ port: 0, host: '127.0.0.1' });
    const query = new URLSearchParams({
      siteCode: own.merchant.siteCode,
      startDate: '2026-11-21',
      endDate: '2026-11-21',
    });
    const open = () =>
      fetch(`${base}/payments/gettransactionreport?${query}`, {
        headers: { apikey: own.merchant.apiKey },
      });
    const slow = await Promise.all(Array.from({ length: 8 }, open));
    const [{ one }] = await own.db<[{ one: number }]>`select 1 as one`;
    assert.equal(one, 1);
    for (const answer of slow) assert.equal(((await answer.json()) as Row[]).length, 3_000);
  });
});

test('a cell that a spreadsheet would run is shown instead, and every other comes out as it went in', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1']) {
    assert.deepEqual(readCsv(writeCsvLine([text])), [[`'${text}`]]);
  }
  const harmless = fc.array(
    fc.string({ unit: fc.constantFrom(...'a1 ,"\r\n=+-@\'é') }).map((text) => `x${text}`),
    { minLength: 1 },
  );
  fc.assert(fc.property(harmless, (cells) => assert.deepEqual(readCsv(writeCsvLine(cells)), [cells])));
});
