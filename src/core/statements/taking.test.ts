// A statement is taken once, whole or not at all, whatever the order in which files come.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openBanking } from '../../../test/support/setup/statements.ts';
import { drawChecked } from '../../kernel/check-digits.ts';
import { bookNew } from './booking.ts';
import { BadStatement } from './parsed-statement.ts';
import { takeStatement } from './statement-import.ts';

const bank = await openBanking();

/** Asserts that a file is refused for a reason, and that no row of any table is another than before. */
async function refused(id: string, text: string | Buffer, reason: RegExp, line?: number | null) {
  const before = await bank.counts();
  await assert.rejects(bank.take(id, text), (error) => {
    assert.ok(error instanceof BadStatement, `${error}`);
    assert.match(error.message, reason);
    if (line !== undefined) assert.equal(error.line, line);
    return true;
  });
  assert.deepEqual(await bank.counts(), before);
}

/** Returns the number of the row of a statement's first movement in its file, from 1. */
const lineOf = (text: string): number => text.split('\r\n').findIndex((row) => row.startsWith(':61:')) + 1;

describe('the same file', () => {
  test('again, under whatever name, is a duplicate with nothing new', async () => {
    await bank.account('again');
    const text = bank.write('again', [
      ['2026-11-18', 10_000n, 'ONE'],
      ['2026-11-19', -500n, 'TWO'],
    ]);
    const first = await bank.take('again', text, 'a.sta');
    assert.deepEqual(first, {
      status: 'imported',
      format: 'mt940',
      kind: 'final',
      from: '2026-11-18',
      to: '2026-11-19',
      opening: 0n,
      closing: 9_500n,
      lines: 2,
      new: 2,
      known: 0,
      pending: 0,
      matched: 0,
      waiting: 1,
      charges: 0,
      explained: 0,
      reversals: 0,
      open: 1,
      skipped: [],
    });
    const before = await bank.counts();
    const second = await bank.take('again', text, 'other name.sta');
    assert.deepEqual(
      [second.status, second.lines, second.new, second.known, second.waiting, second.open],
      ['duplicate', 2, 0, 2, 0, 0],
    );
    assert.deepEqual(await bank.counts(), before);
  });

  test('two hundred times at once is taken once', async () => {
    await bank.account('at-once');
    const text = bank.write('at-once', [
      ['2026-11-19', 100n, 'A'],
      ['2026-11-19', 100n, 'A'],
      ['2026-11-19', -30n, 'FEE?'],
    ]);
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, index) => bank.take('at-once', text, `${index}.sta`)),
    );
    assert.equal(all.filter(({ status }) => status === 'imported').length, 1);
    assert.equal(
      all.reduce((sum, one) => sum + one.new, 0),
      3,
    );
    assert.deepEqual(await bank.shown('at-once'), ['booked deposit 100', 'booked deposit 100', 'open - -30']);
    const [row] =
      await bank.db`select count(*)::integer as count from deposits where bank_account = 'at-once'`;
    assert.equal(row!.count, 2);
    assert.equal(await bank.books('at-once'), 200n);
  });
});

describe('files that cover the same days', () => {
  test('two equal deposits in three cumulative files are two', async () => {
    await bank.account('grows');
    const day = '2026-11-19';
    const opening = 0n;
    const [a, b] = [
      [day, 5_000n, 'MAGTAPE CREDIT'],
      [day, 5_000n, 'MAGTAPE CREDIT'],
    ] as const;
    const first = await bank.tell('grows', [a], { opening });
    const second = await bank.tell('grows', [a, b], { opening });
    const third = await bank.tell('grows', [a, b, [day, 700n, 'ELSE']], { opening });
    assert.deepEqual([first.new, second.new, third.new], [1, 1, 1]);
    assert.deepEqual([first.known, second.known, third.known], [0, 1, 2]);
    assert.deepEqual(await bank.shown('grows'), [
      'booked deposit 5000',
      'booked deposit 5000',
      'booked deposit 700',
    ]);
    await bank.agreed('grows');
  });

  test('that overlap add only the new lines; the known lines are no gap', async () => {
    await bank.account('overlap');
    const all = [1, 2, 3, 4, 5].map((day) => [`2026-11-1${day}`, 1_000n, `DAY ${day}`] as const);
    await bank.tell('overlap', all.slice(0, 3), { opening: 0n });
    const next = await bank.tell('overlap', all.slice(1), { opening: 1_000n });
    assert.deepEqual([next.new, next.known, next.closing], [2, 2, 5_000n]);
    assert.equal(await bank.books('overlap'), 5_000n);
    await bank.agreed('overlap');
    const older = await bank.tell('overlap', all.slice(0, 2), {
      opening: 0n,
      name: 'b.sta',
      from: '2026-11-10',
    });
    assert.deepEqual([older.new, older.known], [0, 2]);
    await bank.agreed('overlap');
  });

  test('that partly repeat another in other bytes, from the middle of a day, are known', async () => {
    await bank.account('middle');
    const day = '2026-11-18';
    const files = ['A', 'B', 'C'].map((text) => [[day, 1_000n, text]] as const);
    for (const [index, one] of files.entries())
      await bank.tell('middle', one, { opening: 1_000n * BigInt(index) });
    const again = await bank.tell('middle', files[1]!, { opening: 1_000n });
    assert.deepEqual([again.status, again.new, again.known], ['imported', 0, 1]);
    await bank.agreed('middle');
  });

  test('an older file of a day that comes late does not set the balance back', async () => {
    await bank.account('back');
    const [a, b] = [
      ['2026-11-18', 5_000n, 'A'],
      ['2026-11-18', 700n, 'B'],
    ] as const;
    const older = bank.write('back', [a], { opening: 0n });
    await bank.tell('back', [a, b], { opening: 0n });
    assert.deepEqual([(await bank.take('back', older)).new, await bank.books('back')], [0, 5_700n]);
    await bank.agreed('back');
    const next = await bank.tell('back', [['2026-11-19', 1n, 'NEXT']], { opening: 5_700n });
    assert.equal(next.new, 1);
    await bank.agreed('back');
  });

  test('with known lines under other balances, or without lines after a gap, are refused', async () => {
    await bank.account('shifted');
    await bank.tell('shifted', [['2026-11-16', 1_000n, 'ONE']], { opening: 0n });
    const shifted = bank.write('shifted', [['2026-11-16', 1_000n, 'ONE']], { opening: 5n });
    await refused('shifted', shifted, /0\.05.*10\.00/);
    await refused(
      'shifted',
      bank.write('shifted', [], { opening: 3_000n, from: '2026-11-18' }),
      /30\.00.*10\.00/,
    );
    const quiet = await bank.tell('shifted', [], { opening: 1_000n, from: '2026-11-18' });
    assert.deepEqual(
      [quiet.lines, quiet.to, (await bank.reconcile('shifted')).day],
      [0, '2026-11-18', '2026-11-18'],
    );
    await bank.agreed('shifted');
  });

  test('with a twin in a file that begins where the last one has ended: each is a deposit', async () => {
    await bank.account('twins');
    const of = (opening: bigint) =>
      bank.write('twins', [['2026-11-19', 5_000n, 'EFT', 'GOATS']], { format: 'capitec-business', opening });
    const first = await bank.take('twins', of(0n));
    const second = await bank.take('twins', of(5_000n));
    assert.deepEqual([first.new, second.new, second.closing], [1, 1, 10_000n]);
    const again = await bank.take('twins', of(5_000n));
    assert.deepEqual([again.new, again.status === 'duplicate' || again.known === 1], [0, true]);
    assert.equal(await bank.books('twins'), 10_000n);
    await bank.agreed('twins');
  });

  test('a gap is refused; the missing file heals it, and then the refused one is taken', async () => {
    await bank.account('gap');
    await bank.tell('gap', [['2026-11-16', 1_000n, 'MONDAY']]);
    const third = bank.write('gap', [['2026-11-18', 3_000n, 'WEDNESDAY']], { opening: 3_000n });
    await refused(
      'gap',
      third,
      /balance of 30\.00, and the statements before it end with 10\.00/,
      lineOf(third),
    );
    await bank.tell('gap', [['2026-11-17', 2_000n, 'TUESDAY']]);
    const healed = await bank.take('gap', third);
    assert.deepEqual([healed.status, healed.new, healed.closing], ['imported', 1, 6_000n]);
    await bank.agreed('gap');
  });

  test('with several statements: each begins where the one before has ended', async () => {
    await bank.account('several');
    const one = bank.write('several', [['2026-11-16', 1_000n, 'ONE']], { opening: 0n });
    const two = bank.write('several', [['2026-11-17', 1_000n, 'TWO']], { opening: 1_000n });
    const bad = bank.write('several', [['2026-11-17', 1_000n, 'TWO']], { opening: 1_001n });
    await refused('several', one + bad, /10\.01.*10\.00/, one.split('\n').length - 1 + lineOf(bad));
    const taken = await bank.take('several', one + two);
    assert.deepEqual(
      [taken.new, taken.opening, taken.closing, taken.from, taken.to],
      [2, 0n, 2_000n, '2026-11-16', '2026-11-17'],
    );
    await bank.agreed('several');
  });
});

describe('a file is refused, and changes no row of any table,', () => {
  test('that is of another account', async () => {
    await bank.account('other', { number: '62000009999' });
    await refused(
      'other',
      bank.write('other', [['2026-11-19', 1n, 'A']], { number: '62000001234' }),
      /another account, \*1234/,
    );
    const spaced = bank.write('other', [['2026-11-19', 1n, 'A']], { number: '0062000009999' });
    assert.equal((await bank.take('other', spaced)).new, 1);
  });

  test("that does not open with the account's known balance", async () => {
    await bank.account('opened', { opening: 5_000n });
    const wrong = bank.write('opened', [['2026-11-19', 1n, 'A']], { opening: 4_999n });
    await refused('opened', wrong, /49\.99.*50\.00/, lineOf(wrong));
    const empty = bank.write('opened', [], { opening: 4_999n });
    await refused('opened', empty, /49\.99.*50\.00/, null);
    await bank.tell('opened', [['2026-11-19', 1n, 'A']]);
    assert.equal(await bank.books('opened'), 5_001n);
    await bank.agreed('opened');
  });

  test('that has a day after today, with the line', async () => {
    await bank.account('late');
    const text = bank.write('late', [
      ['2026-11-20', 1n, 'TODAY'],
      ['2026-11-21', 2n, 'TOMORROW'],
    ]);
    await refused('late', text, /after today/, lineOf(text.replace(':61:261120', '')));
    bank.clock.advance(86_400_000);
    assert.equal((await bank.take('late', text)).new, 2);
  });

  test('that is empty, has null bytes, is cut off, or whose balances do not follow', async () => {
    await bank.account('broken');
    const good = bank.write('broken', [
      ['2026-11-18', 1_000n, 'ONE'],
      ['2026-11-19', 1n, 'TWO'],
    ]);
    await refused('broken', '', /./, null);
    for (const part of [0.3, 0.6, 0.8]) await refused('broken', good.slice(0, good.length * part), /./);
    await refused('broken', good.replace('CR10,00', 'CR10,01'), /./);
    assert.equal((await bank.take('broken', good)).new, 2);
    await bank.agreed('broken');
  });

  test('and lines that are known do not save a wrong balance after them', async () => {
    await bank.account('tail');
    await bank.tell('tail', [['2026-11-18', 1_000n, 'ONE']]);
    const text = bank.write(
      'tail',
      [
        ['2026-11-18', 1_000n, 'ONE'],
        ['2026-11-19', 5n, 'TWO'],
      ],
      { opening: 1n },
    );
    await refused('tail', text, /0\.01|10\.00/);
  });
});

test('a service that is killed between import and booking continues with the lines, once', async () => {
  await bank.account('killed');
  // Lines without a known reference are booked at import.
  const reference = `DEP${drawChecked()}`;
  const text = bank.write('killed', [
    ['2026-11-18', 1_000n, `ONE ${reference}`],
    ['2026-11-19', -25n, `BACK ${reference}`],
  ]);
  await takeStatement(bank.ctx, 'killed', bank.fileOf(text), 'a test');
  assert.deepEqual(await bank.shown('killed'), ['new - 1000', 'new - -25']);
  const [count, other] = await Promise.all([bookNew(bank.ctx, 'killed'), bookNew(bank.ctx, 'killed')]);
  assert.ok(count + other >= 2);
  assert.deepEqual(await bank.shown('killed'), ['booked deposit 1000', 'open - -25']);
  assert.equal(await bank.books('killed'), 1_000n);
});

test('the same bytes again finish an interrupted import', async () => {
  await bank.account('finished');
  const text = bank.write('finished', [['2026-11-18', 1_000n, 'ONE']]);
  await takeStatement(bank.ctx, 'finished', bank.fileOf(text), 'a test');
  assert.equal((await bank.take('finished', text)).status, 'duplicate');
  assert.deepEqual(await bank.shown('finished'), ['booked deposit 1000']);
  await bank.agreed('finished');
});
