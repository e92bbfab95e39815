import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  firstDay as day,
  linesOf,
  openPolling,
  statementsOf,
  today,
} from '../../../test/support/investec-polling.ts';
import { BadStatement } from '../../core/statements/parsed-statement.ts';
import { readBusinessTransaction } from './business-transactions.ts';
import { readObject } from './reading.ts';

describe('transactions of business banking', () => {
  test('are emitted as those of private banking are', async () => {
    const reported = await Promise.all(
      (['private', 'business'] as const).map(async (banking) => {
        const { bank, poll } = await openPolling(banking);
        bank.addTransaction({ amount: '99999999.99', description: 'DEP123456789092', day });
        bank.addTransaction({ amount: '-0.01', description: 'PAY000000000097', day });
        bank.addTransaction({ amount: '5.00', description: 'twin', day: today });
        bank.addTransaction({ amount: '5.00', description: 'twin', day: today });
        const first = await poll();
        bank.list('oldest-first');
        assert.deepEqual(statementsOf(await poll()), statementsOf(first));
        return first;
      }),
    );
    const [ofPrivate, ofBusiness] = reported as [(typeof reported)[0], (typeof reported)[0]];
    assert.deepEqual(statementsOf(ofBusiness), statementsOf(ofPrivate));
    assert.deepEqual(
      linesOf(ofBusiness),
      linesOf(ofPrivate).map((line) => ({ ...line, reference: line.text })),
    );
  });

  test('are no money while they are pending', async () => {
    const { bank, poll } = await openPolling('business');
    const pending = bank.addPending({ amount: '75.00', description: 'DEP123456789092', day: today });
    bank.mixPending(true);
    const statuses = async () => linesOf(await poll()).map(({ status, balance }) => [status, balance]);
    assert.deepEqual(await statuses(), [['pending', null]]);
    bank.settlePending(pending);
    assert.deepEqual(await statuses(), [['booked', 175_00n]]);
  });
});

const row = {
  accountId: 'A1',
  transactionDescription: 'EFT FROM',
  postDate: day,
  deposit: 1.5,
  withdrawal: 0,
  transactionAmount: 1.5,
  drCrIndicator: 'CREDIT',
  transactionStatus: 'approved',
  runningBalance: 1.5,
  currencyCode: 'ZAR',
};

function read(change: object) {
  const { one } = readObject('a test', JSON.stringify({ one: { ...row, ...change } }));
  return readBusinessTransaction(one, 7, { accountId: 'A1', from: day, to: day });
}

describe('a transaction of business banking', () => {
  test('has each of its references once in its text', () => {
    const { text, reference } = read({
      clientStatementReference: 'DEP123456789092',
      paymentReference: 'EFT FROM',
    });
    assert.deepEqual([text, reference], ['EFT FROM DEP123456789092', 'DEP123456789092']);
  });

  test('needs no day while it is pending', () => {
    const pending = { transactionStatus: 'pending' };
    assert.equal(read({ ...pending, postDate: null }).day, day);
    assert.equal(read({ ...pending, postDate: '2026-11-19' }).day, '2026-11-19');
  });

  test('leaves the account, with or without a sign', () => {
    const leaving = { drCrIndicator: 'DEBIT', deposit: 0 };
    assert.equal(read({ ...leaving, withdrawal: 1.5 }).amount, -1_50n);
    assert.equal(read({ ...leaving, withdrawal: -1.5, transactionAmount: -1.5 }).amount, -1_50n);
  });

  const wrong: Record<string, [object, RegExp]> = {
    'for another account': [{ accountId: 'A2' }, /of another account/],
    'in dollars': [{ currencyCode: 'USD' }, /currencyCode must be ZAR/],
    'of a moment': [{ postDate: `${day}T22:00:01Z` }, /postDate must be a day/],
    'for another day': [{ postDate: today }, /postDate 2026-11-22 is not in the requested days/],
    'with two amounts': [{ transactionAmount: 2 }, /must agree with drCrIndicator/],
    'both in and out': [{ withdrawal: 1.5 }, /must agree with drCrIndicator/],
    'with another direction': [{ drCrIndicator: 'DEBIT' }, /must agree with drCrIndicator/],
    'without a direction': [{ drCrIndicator: 'CR' }, /drCrIndicator must be/],
    'in parts of a cent': [{ deposit: 1.505 }, /deposit must be a number of whole cents/],
    'with an unknown status': [{ transactionStatus: 'declined' }, /transactionStatus must be/],
    'without a status': [{ transactionStatus: null }, /transactionStatus must be/],
    'without a description': [{ transactionDescription: 1 }, /transactionDescription must be a text/],
  };
  for (const [what, [change, reason]] of Object.entries(wrong))
    test(`is refused ${what}`, () => {
      const isRight = (error: unknown) =>
        error instanceof BadStatement && error.line === 7 && reason.test(error.message);
      assert.throws(() => read(change), isRight);
    });
});
