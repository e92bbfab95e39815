// Lines of one file that belong together are booked in one transaction, and each counts for those after it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBanking } from '../../../test/support/setup/statements.ts';

const bank = await openBanking();

/** Marks the last debit of an MT940 as taking back a credit. */
const marked = (text: string): string => text.replace(/DR(?=[\d,]+NTRF(?![\s\S]*DR))/, 'RC');

async function attemptsFor(id: string) {
  const { reference, paymentId } = await bank.single({ account: id, merchantReference: `ORDER-${id}` });
  return { reference, attempts: () => bank.attempts(paymentId) };
}

test('two deposits for one payment: the first pays it, the second waits', async () => {
  await bank.account('twice');
  const { reference, attempts } = await attemptsFor('twice');
  const text = `IB PAYMENT FROM ${reference}`;
  const reported = await bank.tell('twice', [
    ['2026-11-20', 10_000n, text],
    ['2026-11-20', 10_000n, text],
  ]);
  assert.deepEqual([reported.matched, reported.waiting], [1, 1]);
  assert.deepEqual(
    (await attempts()).map(({ state }) => state),
    ['successful'],
  );
  assert.deepEqual((await bank.called('ORDER-twice')).sort(), ['pending 10000', 'successful 10000']);
  await bank.agreed('twice');
});

test('a deposit and its reversal: the transaction that it has paid is an error', async () => {
  await bank.account('bounced');
  const { reference, attempts } = await attemptsFor('bounced');
  const reported = await bank.tell(
    'bounced',
    [
      ['2026-11-20', 10_000n, `CHEQUE ${reference}`],
      ['2026-11-20', -10_000n, `CHEQUE ${reference}`],
    ],
    { edit: marked },
  );
  assert.deepEqual([reported.matched, reported.reversals, reported.open], [1, 1, 0]);
  assert.deepEqual(
    (await attempts()).map(({ state }) => state),
    ['reversed'],
  );
  await bank.agreed('bounced');
});

test('an unallocated deposit and its reversal: it is gone', async () => {
  await bank.account('stranger');
  const reported = await bank.tell(
    'stranger',
    [
      ['2026-11-20', 10_000n, 'CHEQUE 77'],
      ['2026-11-20', -10_000n, 'CHEQUE 77'],
    ],
    { edit: marked },
  );
  assert.deepEqual([reported.reversals, reported.open], [1, 0]);
  await bank.agreed('stranger');
});

test('a debit before a credit of the same words reverses nothing', async () => {
  await bank.account('before');
  const reported = await bank.tell('before', [
    ['2026-11-20', -10_000n, 'CASH'],
    ['2026-11-20', 10_000n, 'CASH'],
  ]);
  assert.deepEqual([reported.reversals, reported.open, reported.waiting], [0, 1, 1]);
});

test('a statement without lines and days is no last balance once another follows', async () => {
  await bank.account('quiet');
  const nedbank = { format: 'nedbank' };
  await bank.tell('quiet', [['2026-11-18', 10_000n, 'CASH']], nedbank);
  await bank.tell('quiet', [], nedbank);
  await bank.tell('quiet', [['2026-11-20', 5_000n, 'CASH']], nedbank);
  await bank.agreed('quiet');
});
