import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBank } from '../../../test/support/setup/simulator.ts';
import { demoBankId } from '../../core/banks.ts';
import { depositor } from './accounts.ts';

test('a deposit is on the statement of the account it was to be paid to, and is reported at once', async () => {
  const bank = await openBank();
  const arrived = await bank.deposit({ reference: 'TOP UP 17', amount: 250_000n });
  assert.deepEqual(bank.depositsHeard, [arrived]);
  const { id: depositId, amount, reference, receivedAt } = arrived;
  assert.deepEqual(
    { amount, reference, receivedAt },
    {
      amount: 250_000n,
      reference: 'TOP UP 17',
      receivedAt: bank.clock.now(),
    },
  );
  assert.deepEqual(
    (await bank.statement()).map((line) => ({ ...line })),
    [
      {
        movement: 'deposit',
        objectId: depositId,
        bankId: demoBankId,
        account: (await bank.rail.depositAccount()).accountNumber,
        amountCents: 250_000n,
        reference: 'TOP UP 17',
        counterpart: depositor.accountNumber,
        bookedAt: receivedAt,
      },
    ],
  );
  assert.equal(await bank.balance(), 250_000n);
});

test('the same reference and amount again is another deposit', async () => {
  const bank = await openBank();
  const given = { reference: 'TOP UP 17', amount: 100n };
  const arrived = await Promise.all(Array.from({ length: 20 }, () => bank.deposit(given)));
  await bank.work();
  assert.equal(new Set(arrived.map(({ id }) => id)).size, 20);
  assert.equal(bank.depositsHeard.length, 20);
  assert.equal(await bank.balance(), 2_000n);
});

test('a deposit that was not taken is reported again after its lease, the same', async () => {
  const received: unknown[] = [];
  const bank = await openBank({
    onDeposit: async (deposit) => {
      if (received.push(deposit) === 1) throw new Error('killed before the mark');
    },
  });
  const arrived = await bank.deposit({ reference: 'TOP UP 17', amount: 100n });
  await bank.work();
  assert.equal(received.length, 1);
  bank.clock.advance(15_000);
  await bank.work();
  bank.clock.advance(86_400_000);
  await bank.work();
  assert.deepEqual(received, [arrived, arrived]);
  assert.equal(await bank.balance(), 100n);
});

test('a deposit is reported twice if callbacks are duplicated, and waits while the bank is down', async () => {
  const bank = await openBank({ faults: { duplicateCallbacks: true, reorderCallbacks: true } });
  await bank.deposit({ reference: 'A', amount: 100n });
  assert.equal(bank.depositsHeard.length, 2);
  bank.setFaults({ down: true });
  await bank.deposit({ reference: 'B', amount: 100n });
  await bank.work();
  assert.equal(bank.depositsHeard.length, 2);
  bank.setFaults({});
  await bank.work();
  assert.deepEqual(
    bank.depositsHeard.map(({ reference }) => reference),
    ['A', 'A', 'B'],
  );
});

test('no deposit of zero or less arrives, and an arrived one cannot change', async () => {
  const bank = await openBank();
  for (const amount of [0n, -1n]) await assert.rejects(bank.deposit({ reference: 'A', amount }));
  await bank.deposit({ reference: 'A', amount: 1n });
  await assert.rejects(bank.db`update bank.deposits set amount_cents = 2`, /append-only/);
  assert.equal(await bank.balance(), 1n);
});
