import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addInvestec, startRail } from '../../../test/support/investec-account.ts';
import { openWorld } from '../../../test/support/world.ts';
import { bankNamed } from '../../core/banks.ts';
import { BankTimeout, BankUnavailable, type TransferOrder } from '../../core/rails.ts';
import { readLines } from '../../core/statements/actions.ts';
import { minuteMs } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { createCounterpart } from './index.ts';

const { ctx, db, clock } = await openWorld();
const accountNumber = '10015550001';
const counterpart = await createCounterpart({ clock }, accountNumber);
after(() => counterpart.close());
const { settings } = counterpart;
const account = await addInvestec(ctx, { url: settings.baseUrl, credentials: settings, accountNumber });
const { rail, sweep } = startRail(ctx);

function order(): TransferOrder {
  const { id: bankId, branchCode } = bankNamed('fnb')!;
  const where = { account, id: newId(clock), merchantId: null, purpose: 'payout', refundOf: null } as const;
  const payee = { bankId, branchCode, accountNumber: '62001234567', accountHolder: 'T. Toets' };
  return { ...where, ...payee, amount: 500n, reference: 'KAROO 17', realTime: false };
}

test('a deposit is booked once per id', async () => {
  const deposit = { account, id: 'a', amount: 77n, reference: 'SOMEBODY' };
  await counterpart.deposit(deposit);
  await counterpart.deposit(deposit);
  await counterpart.deposit({ ...deposit, id: 'b' });
  clock.advance(minuteMs);
  await sweep.run();
  const amounts: bigint[] = [];
  for await (const page of readLines(db, account, false))
    amounts.push(...page.map(({ amountCents }) => amountCents));
  assert.deepEqual(amounts, [77n, 77n]);
});

const outcomeOf = async (id: string) =>
  (await counterpart.payments())
    .filter((one) => one.id === id)
    .map(({ amount, outcome }) => [amount, outcome]);

test('the bank reports every outcome, in an order that real banks use', async () => {
  for (const outcome of ['pending', 'failed', 'paid', 'returned'] as const) {
    const one = order();
    await rail.transfers.transfer(one);
    await counterpart.decide(one.id, outcome);
    assert.equal((await rail.transfers.enquire(one)).outcome, outcome);
    assert.deepEqual(await outcomeOf(one.id), [[500n, outcome]]);
  }
  const one = order();
  await rail.transfers.transfer(one);
  for (const outcome of ['paid', 'paid', 'returned'] as const) await counterpart.decide(one.id, outcome);
  assert.equal((await rail.transfers.enquire(one)).outcome, 'returned');
  await assert.rejects(counterpart.decide(one.id, 'paid'), /is returned, and not paid/);
});

test('the bank can be unreachable or lose its responses', async () => {
  const [down, lost] = [order(), order()];
  await counterpart.fail('down');
  await assert.rejects(rail.transfers.transfer(down), BankUnavailable);
  await counterpart.fail('lost');
  await assert.rejects(rail.transfers.transfer(lost), BankTimeout);
  await counterpart.fail('none');
  await assert.rejects(counterpart.decide(down.id, 'paid'), /has no payment/);
  assert.equal((await rail.transfers.enquire(down)).outcome, 'unknown');
  assert.equal((await rail.transfers.enquire(lost)).outcome, 'pending');
  assert.deepEqual([await outcomeOf(down.id), await outcomeOf(lost.id)], [[], [[500n, 'pending']]]);
});
