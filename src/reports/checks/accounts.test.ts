// Each rule about bank accounts finds its fault, planted in a database where all is well, and nothing else does.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { standardBank } from '../../../test/support/pain.ts';
import { openBanking } from '../../../test/support/setup/statements.ts';
import { checkAccounts } from './accounts.ts';

const bank = await openBanking();
const day = '2026-11-19';

before(async () => {
  await bank.account('bank', { paymentProfile: 'standardbank', opening: 10_000n });
  await bank.tell('bank', [[day, 500n, 'GOAT']]);
  const { bankReference } = await bank.owe('bank', 300n);
  const [made] = await bank.exportNow('bank');
  const ids = { messageId: 'A1', originalMessageId: made!.file.messageId };
  await bank.answer('bank', standardBank.finaud(ids, [{ bankReference }]));
});

describe('a planted fault is found by its rule:', () => {
  test('without faults there are no findings', () => bank.sound());

  const faults: [rule: string, plant: string, undo: string, also?: string[]][] = [
    [
      'account-is-its-lines',
      'update payment_orders set in_sum = true',
      'update payment_orders set in_sum = false',
    ],
    [
      'statement-adds-up',
      "update statements set sum_cents = sum_cents + 1 where from_on = '2026-11-19'",
      "update statements set sum_cents = sum_cents - 1 where from_on = '2026-11-19'",
    ],
    [
      'lines-are-the-last-balance',
      "update statement_lines set kinds = '{intraday}' where text = 'GOAT'",
      "update statement_lines set kinds = '{final}' where text = 'GOAT'",
    ],
    [
      'line-was-not-dropped',
      "update statement_lines set status = 'dropped' where text = 'GOAT'",
      "update statement_lines set status = 'booked' where text = 'GOAT'",
    ],
    [
      'deposit-line-has-its-deposit',
      "update statement_lines set object_id = statement_id where text = 'GOAT'",
      "update statement_lines set object_id = id where text = 'GOAT'",
    ],
    [
      'payment-order-is-its-transfer',
      "update payment_orders set meaning = 'returned'",
      "update payment_orders set meaning = 'paid'",
    ],
  ];
  // Statements are append-only.
  const tamper = (statement: string) =>
    bank.db
      .unsafe(`set session_replication_role = replica; ${statement}; reset session_replication_role`)
      .simple();

  for (const [rule, plant, undo] of faults)
    test(rule, async () => {
      await tamper(plant);
      const found = await checkAccounts(bank.db);
      assert.deepEqual([...new Set(found.map((one) => one.rule))], [rule], JSON.stringify(found));
      await tamper(undo);
      assert.deepEqual(await checkAccounts(bank.db), []);
    });

  test('and open lines are not findings', async () => {
    await bank.tell('bank', [['2026-11-20', -17n, 'WHAT']]);
    assert.equal((await bank.reconcile('bank')).difference, -17n + 300n);
    await bank.sound();
  });
});
