import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  firstDay as day,
  linesOf,
  openPolling,
  statementsOf,
  today,
} from '../../../test/support/investec-polling.ts';
import { BadStatement, type Reported, type ReportedLine } from '../../core/statements/parsed-statement.ts';
import { formatDecimal } from '../../kernel/money.ts';
import { reportedOf as partsOf } from './lines.ts';
import { JsonNumber, readObject } from './reading.ts';

function reportedOf(...poll: Parameters<typeof partsOf>): Reported[] {
  const { closed, open } = partsOf(...poll);
  return [...closed, ...open];
}

/** Returns the keys that the core derives from lines, with their numbers among equal ones. */
function keysOf(reported: Reported[]): string[] {
  const counts = new Map<string, number>();
  return linesOf(reported).map(({ valueOn, amount, type, reference, text }) => {
    const key = [valueOn, amount, type, reference, text].join('|');
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return `${key}|${counts.get(key)}`;
  });
}

describe('transactions are emitted', () => {
  test('as lines with the oldest first, whichever way the bank lists them', async () => {
    const { bank, poll } = await openPolling();
    bank.addTransaction({ amount: '25.50', description: 'DEP123456789092', day });
    bank.addTransaction({ amount: '-10.00', description: 'PAY000000000001', day });
    bank.addTransaction({ amount: '1.00', description: 'later', day: today });
    const reported = await poll();
    const line: Partial<ReportedLine> = {
      reference: '',
      type: '',
      bankKey: null,
      status: 'booked',
      isReversal: false,
      payer: null,
      hint: null,
    };
    assert.deepEqual(linesOf(reported), [
      {
        ...line,
        at: 1,
        bookedOn: day,
        valueOn: day,
        amount: 25_50n,
        text: 'DEP123456789092',
        balance: 125_50n,
      },
      {
        ...line,
        at: 2,
        bookedOn: day,
        valueOn: day,
        amount: -10_00n,
        text: 'PAY000000000001',
        balance: 115_50n,
      },
      { ...line, at: 1, bookedOn: today, valueOn: today, amount: 1_00n, text: 'later', balance: 116_50n },
    ]);
    bank.list('oldest-first');
    assert.deepEqual(keysOf(await poll()), keysOf(reported));
  });

  test('as a final statement of each day that is over, and an intraday one of the rest', async () => {
    const { bank, poll } = await openPolling();
    bank.addTransaction({ amount: '25.50', description: 'one', day });
    bank.addTransaction({ amount: '1.00', description: 'two', day: today });
    const { accountNumber: account } = bank;
    const all = { format: 'investec', account, number: null, files: 'cumulative' };
    const [first, second, third] = [day, '2026-11-21', today];
    assert.deepEqual(statementsOf(await poll()), [
      { ...all, kind: 'final', from: first, to: first, opening: 100_00n, closing: 125_50n },
      { ...all, kind: 'final', from: second, to: second, opening: 125_50n, closing: 125_50n },
      { ...all, kind: 'intraday', from: third, to: third, opening: 125_50n, closing: 126_50n },
    ]);
  });

  test('as nothing certain if a balance is missing: a final day would drop the missing line', () => {
    const rows = [1, null, 3].map((runningBalance, index) => ({
      ...row,
      postedOrder: index + 1,
      runningBalance,
    }));
    const reported = reportedOf(read(rows), [], asked);
    assert.equal(linesOf(reported).length, 3);
    assert.deepEqual(
      statementsOf(reported).map(({ kind, opening, closing }) => [kind, opening, closing]),
      [['intraday', null, null]],
    );
  });

  test('as files of one kind each, with the booked lines before the pending ones', async () => {
    const { bank, poll } = await openPolling();
    bank.addTransaction({ amount: '75.00', description: 'DEP123456789092', day: today });
    bank.addPending({ amount: '75.00', description: 'DEP123456789092', day: today });
    bank.mixPending(true);
    assert.deepEqual(
      linesOf(await poll(today)).map(({ at, status }) => [at, status]),
      [
        [1, 'booked'],
        [2, 'pending'],
      ],
    );
    const { closed, open } = partsOf(read([row]), [], { ...asked, to: today });
    assert.deepEqual(
      [closed, open].map((reported) => statementsOf(reported).map(({ kind, from }) => [kind, from])),
      [
        [
          ['final', day],
          ['final', '2026-11-21'],
        ],
        [['intraday', today]],
      ],
    );
  });

  test('as nothing certain without any lines', async () => {
    const { poll } = await openPolling();
    assert.deepEqual(
      statementsOf(await poll(day, day)).map(({ kind, opening, closing }) => [kind, opening, closing]),
      [['intraday', null, null]],
    );
  });

  test('to the cent: one, and R99 999 999.99 both ways', async () => {
    const { bank, poll } = await openPolling();
    for (const amount of ['0.01', '99999999.99', '-99999999.99', '53.60', '374.00'])
      bank.addTransaction({ amount, description: amount, day });
    assert.deepEqual(
      linesOf(await poll()).map(({ amount, text }) => [formatDecimal(amount), text]),
      ['0.01', '99999999.99', '-99999999.99', '53.60', '374.00'].map((one) => [one, one]),
    );
  });

  test('with equal twins of one day as two, each with its own number', async () => {
    const { bank, poll } = await openPolling();
    const twin = { amount: '50.00', description: 'DEP123456789092', day };
    bank.addTransaction(twin);
    bank.addTransaction(twin);
    const keys = keysOf(await poll());
    assert.deepEqual([keys.length, new Set(keys).size], [2, 2]);
  });

  test('with the same keys after the bank has turned round a day, and with it its uuids', async () => {
    const { bank, poll } = await openPolling();
    bank.addTransaction({ amount: '1.00', description: 'one', day });
    bank.addTransaction({ amount: '2.00', description: 'two', day });
    bank.addTransaction({ amount: '1.00', description: 'one', day });
    bank.addTransaction({ amount: '-2.00', description: 'three', day });
    const before = keysOf(await poll());
    bank.reorder(day);
    assert.deepEqual(keysOf(await poll()).sort(), before.sort());
  });

  test('with the same keys, whatever days were requested', async () => {
    const { bank, poll } = await openPolling();
    const twin = { amount: '50.00', description: 'a twin', valueDate: day, transactionDate: day };
    bank.addTransaction({ ...twin, day });
    bank.addTransaction({ ...twin, day: '2026-11-21' });
    const apart = [...keysOf(await poll(day, day)), ...keysOf(await poll('2026-11-21', '2026-11-21'))];
    assert.deepEqual(keysOf(await poll()), apart);
    assert.equal(new Set(apart).size, 2);
  });

  test("with charges and interest that the bank names so, and never by a payer's text", async () => {
    const { bank, poll } = await openPolling();
    const fee = { day, transactionType: 'FeesAndInterest' };
    bank.addTransaction({ ...fee, amount: '-535.00', description: 'MONTHLY SERVICE CHARGE' });
    bank.addTransaction({ ...fee, amount: '31.09', description: 'CREDIT INTEREST' });
    bank.addTransaction({ ...fee, amount: '-1.00', description: 'DEBIT INTEREST' });
    bank.addTransaction({ ...fee, amount: '5.00', description: 'SERVICE CHARGE REFUND' });
    bank.addTransaction({ day, amount: '5.00', description: 'INTEREST' });
    bank.addTransaction({ day, amount: '-5.00', description: 'MONTHLY SERVICE CHARGE' });
    assert.deepEqual(
      linesOf(await poll()).map(({ hint }) => hint),
      ['charge', 'interest', 'interest', null, null, null],
    );
  });

  test('without those of zero, which stay in the chain', async () => {
    const { bank, poll } = await openPolling();
    bank.addTransaction({ amount: '0.00', description: 'NOTICE', day });
    bank.addTransaction({ amount: '1.00', description: 'one', day });
    assert.deepEqual(
      linesOf(await poll()).map(({ text }) => text),
      ['one'],
    );
  });
});

describe('a pending transaction', () => {
  const announced = { amount: '75.00', description: 'DEP123456789092', day: today };

  test('is no money, and one line with its posted form on the same day', async () => {
    const { bank, poll } = await openPolling();
    const number = bank.addPending(announced);
    const before = await poll();
    assert.deepEqual(
      linesOf(before).map(({ status, balance }) => [status, balance]),
      [['pending', null]],
    );
    bank.settlePending(number);
    const after = await poll();
    assert.deepEqual(
      linesOf(after).map(({ status, balance }) => [status, balance]),
      [['booked', 175_00n]],
    );
    assert.deepEqual(keysOf(after), keysOf(before));
  });

  test('is one if the bank lists it twice, and twins are two', async () => {
    const { bank, poll } = await openPolling();
    bank.addPending(announced);
    bank.mixPending(true);
    assert.equal(linesOf(await poll()).length, 1);
    bank.addPending(announced);
    assert.deepEqual(
      linesOf(await poll()).map(({ status }) => status),
      ['pending', 'pending'],
    );
  });

  test('is also one without a place among the posted ones, whatever its status says', () => {
    const reported = reportedOf(read([{ ...row, postedOrder: 0 }]), [], { ...asked, to: today });
    assert.deepEqual(
      linesOf(reported).map(({ status, balance }) => [status, balance]),
      [['pending', null]],
    );
  });

  test('is left out of past days', async () => {
    const { bank, poll } = await openPolling();
    bank.addPending(announced);
    assert.deepEqual(linesOf(await poll(day, '2026-11-21')), []);
  });
});

const row = {
  accountId: 'A1',
  type: 'CREDIT',
  transactionType: 'Deposits',
  status: 'POSTED',
  description: 'one',
  cardNumber: '',
  postedOrder: 1,
  postingDate: day,
  valueDate: day,
  actionDate: day,
  transactionDate: day,
  amount: 1,
  runningBalance: 1,
  uuid: '000032026112000000001',
};
const asked = {
  banking: 'private' as const,
  accountId: 'A1',
  accountNumber: '10012345678',
  from: day,
  to: day,
  openFrom: today,
};

/** Rows as the client reads them; a text that begins with # is a number as written. */
function read(rows: object[]): unknown[] {
  const text = JSON.stringify({ rows }).replace(/"#([^"]+)"/g, '$1');
  return readObject('a test', text).rows as unknown[];
}

describe('a poll is refused, with the place in the list,', () => {
  const wrong: Record<string, [object, RegExp]> = {
    'for another account': [{ accountId: 'A2' }, /of another account/],
    'for another day': [{ postingDate: '2026-11-19' }, /postingDate 2026-11-19 is not in the requested days/],
    'of no day': [{ postingDate: '2026-02-30' }, /postingDate must be a day/],
    'of a moment': [{ postingDate: '2026-11-20T00:00:00Z' }, /postingDate must be a day/],
    'without a day': [{ postingDate: null }, /postingDate must be a day/],
    'with an amount in words': [{ amount: '1.00' }, /amount must be a number of whole cents/],
    'with parts of a cent': [{ amount: '#1.005' }, /amount must be a number of whole cents/],
    'with a negative amount': [{ amount: -1 }, /not negative/],
    'with an endless amount': [{ amount: '#1e400' }, /amount must be/],
    'with an unknown direction': [{ type: 'C' }, /type must be CREDIT or DEBIT/],
    'with an unknown status': [{ status: 'DONE' }, /status must be POSTED or PENDING/],
    'with a balance in words': [{ runningBalance: '1' }, /runningBalance must be a number/],
    'without a place': [{ postedOrder: null }, /postedOrder must be a whole number/],
    'without a description': [{ description: null }, /description must be a text/],
    'with a novel': [{ description: 'x'.repeat(401) }, /description must be a text of at most 400/],
  };
  for (const [what, [change, reason]] of Object.entries(wrong))
    test(`for a transaction ${what}`, () => {
      const rows = read([
        row,
        { ...row, ...change, ...('runningBalance' in change ? {} : { runningBalance: 2 }) },
      ]);
      assert.throws(
        () => reportedOf(rows, [], asked),
        (error) => error instanceof BadStatement && error.line === 2 && reason.test(error.message),
      );
    });

  for (const [what, one] of Object.entries({ 'a number': 1, 'a list': [], null: null }))
    test(`for a transaction that is ${what}`, () => {
      assert.throws(() => reportedOf([one, new JsonNumber('1')], [], asked), { line: 1 });
      assert.throws(() => reportedOf(read([row]), [one], asked), { line: 2 });
    });

  test('for balances that do not follow', () => {
    const rows = [1, 2, 4, 5].map((runningBalance, index) => ({
      ...row,
      postedOrder: index + 1,
      runningBalance,
    }));
    for (const [listed, line] of [
      [rows, 3],
      [rows.toReversed(), 2],
    ] as const)
      assert.throws(
        () => reportedOf(read(listed), [], asked),
        (error) =>
          error instanceof BadStatement && error.line === line && /does not follow/.test(error.message),
      );
  });

  test('for balances that follow only because days do not', () => {
    const rows = [
      { ...row, postingDate: '2026-11-21', runningBalance: 1 },
      { ...row, runningBalance: 2 },
    ];
    assert.throws(() => reportedOf(read(rows), [], { ...asked, to: today }), /does not follow/);
  });

  test('but not for places that contradict the order of the balances', () => {
    const rows = [1, 2, 3].map((runningBalance, index) => ({
      ...row,
      postedOrder: 9 - index,
      runningBalance,
    }));
    for (const listed of [rows, rows.toReversed()])
      assert.deepEqual(
        linesOf(reportedOf(read(listed), [], asked)).map(({ balance }) => balance),
        [1_00n, 2_00n, 3_00n],
      );
  });
});

describe('numbers and texts', () => {
  test('a number keeps its value in every notation', () => {
    for (const source of ['#1234.5', '#1234.50', '#1234.5000000', '#12345e-1', '#1.2345E3', '#0.12345e+4'])
      assert.equal(
        linesOf(reportedOf(read([{ ...row, amount: source, runningBalance: null }]), [], asked))[0]?.amount,
        1_234_50n,
      );
  });

  test('a text has single spaces, no control characters and no half ones', () => {
    const description = '\t FNB APP\u0000PAYMENT \r\n FROM\u00a0 X \ud800';
    assert.equal(
      linesOf(reportedOf(read([{ ...row, description }]), [], asked))[0]?.text,
      'FNB APP PAYMENT FROM X \ufffd',
    );
  });

  test('any day of the bank is emitted whole: the sum of the lines is closing less opening', async () => {
    const amounts = fc.bigInt({ min: -9_999_999_999n, max: 9_999_999_999n });
    await fc.assert(
      fc.property(fc.array(amounts, { minLength: 1, maxLength: 20 }), fc.boolean(), (cents, isTurned) => {
        let balance = 0n;
        const rows = cents.map((amount, index) => {
          balance += amount;
          return {
            ...row,
            type: amount < 0n ? 'DEBIT' : 'CREDIT',
            amount: `#${formatDecimal(amount < 0n ? -amount : amount)}`,
            postedOrder: index + 1,
            runningBalance: `#${formatDecimal(balance)}`,
          };
        });
        const reported = reportedOf(read(isTurned ? rows.toReversed() : rows), [], asked);
        const [{ kind, opening, closing }] = statementsOf(reported) as [ReturnType<typeof statementsOf>[0]];
        const sum = linesOf(reported).reduce((all, { amount }) => all + amount, 0n);
        assert.deepEqual([kind, opening, closing, sum], ['final', 0n, balance, balance]);
      }),
      { numRuns: 200 },
    );
  });
});
