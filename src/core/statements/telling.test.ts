// Reports of banks before they are final: announced, intraday, in other words, dropped, and repeated.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openBanking } from '../../../test/support/setup/statements.ts';
import { checkAccounts } from '../../reports/checks/accounts.ts';

const bank = await openBanking();
const day = '2026-11-19';
const intraday = { format: 'mt942' } as const;

const pendingCsv = (id: string, rows: string[]): string =>
  [
    'Nr,Account,Posting Date,Transaction Date,Description,Original Description,Parent Category,Category,Money In,Money Out,Fee,Balance',
    ...rows,
  ]
    .join('\r\n')
    .concat('\r\n')
    .replaceAll('ACCOUNT', id);

describe('a line that is on its way', () => {
  test('is shown and no money; when it is booked it is a deposit once', async () => {
    const number = '62000007771';
    await bank.account('announced', { number });
    const pending =
      '1,ACCOUNT,2026-11-19 8:05,2026-11-19 8:05,(Pending) EFT FROM GOAT,(Pending) EFT FROM GOAT,O,O,50.00,,,';
    const other = '2,ACCOUNT,2026-11-18 8:05,2026-11-18 8:05,EFT SHEEP,EFT SHEEP,O,O,10.00,,,10.00';
    const first = await bank.take('announced', pendingCsv(number, [other, pending]));
    assert.deepEqual([first.new, first.pending, first.waiting], [2, 1, 1]);
    assert.deepEqual(await bank.shown('announced'), ['booked deposit 1000', 'pending - 5000']);
    assert.equal(await bank.books('announced'), 1_000n);
    await bank.agreed('announced');
    const booked = '2,ACCOUNT,2026-11-19 8:05,2026-11-19 8:05,EFT FROM GOAT,EFT FROM GOAT,O,O,50.00,,,60.00';
    const second = await bank.take('announced', pendingCsv(number, [other.replace('2,', '1,'), booked]));
    assert.deepEqual([second.new, second.known, second.pending], [1, 1, 0]);
    assert.deepEqual(await bank.shown('announced'), ['booked deposit 1000', 'booked deposit 5000']);
    await bank.agreed('announced');
  });
});

describe('a line of an intraday statement', () => {
  test('is booked at once, and is the same line when the final statement shows it in other words', async () => {
    await bank.account('words');
    const early = await bank.tell('words', [[day, 5_000n, 'PROV CREDIT GOAT', 'GOATS17']], intraday);
    assert.deepEqual([early.kind, early.waiting, early.new], ['intraday', 1, 1]);
    assert.equal(await bank.books('words'), 5_000n);
    const final = await bank.tell('words', [[day, 5_000n, 'MAGTAPE CREDIT GOAT', 'GOATS17']], {
      opening: 0n,
    });
    assert.deepEqual([final.new, final.known], [0, 1]);
    assert.deepEqual(await bank.shown('words'), ['booked deposit 5000']);
    await bank.agreed('words');
    const again = await bank.tell('words', [[day, 5_000n, 'PROV CREDIT GOAT', 'GOATS17']], intraday);
    assert.deepEqual([again.new, await bank.books('words')], [0, 5_000n]);
    await bank.agreed('words');
  });

  test('also if the final one comes first', async () => {
    await bank.account('later');
    await bank.tell('later', [[day, 5_000n, 'MAGTAPE CREDIT', 'GOATS17']], { opening: 0n });
    const early = await bank.tell('later', [[day, 5_000n, 'PROV CREDIT', 'GOATS17']], intraday);
    assert.deepEqual([early.new, early.known], [0, 1]);
    await bank.agreed('later');
  });

  test('has an equal twin: each is one of the final ones; a third of the final statement is new', async () => {
    await bank.account('equal');
    const prov = [day, 5_000n, 'PROV', 'GOATS17'] as const;
    const magtape = [day, 5_000n, 'MAGTAPE', 'GOATS17'] as const;
    await bank.tell('equal', [prov, prov], intraday);
    const final = await bank.tell('equal', [magtape, magtape, magtape], { opening: 0n });
    assert.deepEqual([final.new, final.known, await bank.books('equal')], [1, 2, 15_000n]);
    await bank.agreed('equal');
  });

  test('with another amount, day or reference is another', async () => {
    await bank.account('apart');
    await bank.tell('apart', [[day, 5_000n, 'PROV', 'GOATS17']], intraday);
    const final = await bank.tell('apart', [[day, 5_000n, 'PROV', 'GOATS18']], { opening: 0n });
    assert.deepEqual([final.new, final.known], [1, 0]);
    assert.deepEqual(await bank.shown('apart'), ['dropped deposit 5000', 'booked deposit 5000']);
  });

  test('that the final statement lacks is dropped: the ledger differs, and the check reports it', async () => {
    await bank.account('dropped');
    await bank.tell(
      'dropped',
      [
        [day, 5_000n, 'GONE', 'GOATS17'],
        [day, 700n, 'STAYS', 'SHEEP'],
      ],
      intraday,
    );
    await bank.tell('dropped', [[day, 700n, 'STAYS', 'SHEEP']], { opening: 0n });
    assert.deepEqual(await bank.shown('dropped'), ['dropped deposit 5000', 'booked deposit 700']);
    const reported = await bank.reconcile('dropped');
    assert.deepEqual([reported.statement, reported.books, reported.difference], [700n, 5_700n, -5_000n]);
    assert.deepEqual(
      reported.rows.map(({ kind, amount, text }) => [kind, amount, text]),
      [['dropped', 5_000n, 'GONE GOATS17']],
    );
    const [line] = await bank.lines('dropped');
    const found = (await checkAccounts(bank.db)).filter(({ object }) => object === line!.id);
    assert.deepEqual(
      found.map(({ rule }) => rule),
      ['line-was-not-dropped'],
    );
  });

  test('that was dropped and becomes final after all stays as it was booked, once', async () => {
    await bank.account('after-all');
    await bank.tell('after-all', [[day, 5_000n, 'LATE', 'GOATS17']], intraday);
    await bank.tell('after-all', [[day, 700n, 'STAYS', 'SHEEP']], { opening: 0n });
    assert.deepEqual(await bank.shown('after-all'), ['dropped deposit 5000', 'booked deposit 700']);
    await bank.tell(
      'after-all',
      [
        [day, 700n, 'STAYS', 'SHEEP'],
        [day, 5_000n, 'LATE', 'GOATS17'],
      ],
      { opening: 0n },
    );
    assert.deepEqual(await bank.shown('after-all'), ['booked deposit 5000', 'booked deposit 700']);
    const { difference, rows } = await bank.reconcile('after-all');
    assert.deepEqual([difference, rows, await bank.books('after-all')], [0n, [], 5_700n]);
  });

  test('that waits for a user and is dropped is gone; when it is reported again, it waits again', async () => {
    await bank.account('open-gone');
    await bank.tell('open-gone', [[day, -300n, 'WHAT IS IT', 'X1']], intraday);
    assert.deepEqual(await bank.shown('open-gone'), ['open - -300']);
    await bank.tell('open-gone', [[day, 700n, 'STAYS', 'SHEEP']], { opening: 0n });
    assert.deepEqual(await bank.shown('open-gone'), ['booked deposit 700']);
    await bank.tell('open-gone', [[day, -300n, 'WHAT IS IT', 'X1']], intraday);
    assert.deepEqual((await bank.shown('open-gone')).toSorted(), ['booked deposit 700', 'open - -300']);
  });

  test('on a day that no final statement covers stays as it is', async () => {
    await bank.account('not-yet');
    await bank.tell('not-yet', [['2026-11-20', 5_000n, 'TODAY', 'GOATS17']], intraday);
    await bank.tell('not-yet', [[day, 700n, 'YESTERDAY', 'SHEEP']], { opening: 0n });
    assert.deepEqual(await bank.shown('not-yet'), ['booked deposit 700', 'booked deposit 5000']);
    const { day: until, difference, rows } = await bank.reconcile('not-yet');
    assert.deepEqual([until, difference, rows], [day, 0n, []]);
    assert.equal(await bank.books('not-yet'), 5_700n);
  });

  test('and an advice of the same movement is the same line', async () => {
    await bank.account('advised');
    const line = [day, 5_000n, 'CREDIT', 'GOATS17'] as const;
    const advice = await bank.tell('advised', [line], { format: 'camt.054' });
    assert.deepEqual([advice.kind, advice.format, advice.waiting], ['advice', 'camt.054', 1]);
    const report = await bank.tell('advised', [line], { format: 'camt.052' });
    assert.deepEqual([report.kind, report.new, report.known], ['intraday', 0, 1]);
    const final = await bank.tell('advised', [line], { format: 'camt.053', opening: 0n });
    assert.deepEqual([final.kind, final.new, final.known], ['final', 0, 1]);
    assert.equal(await bank.books('advised'), 5_000n);
    assert.deepEqual(await bank.shown('advised'), ['booked deposit 5000']);
  });
});
