// A user explains a line, once; reversals by a bank; charges and interest; and the ledger against the statement.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openBanking } from '../../../test/support/setup/statements.ts';
import { createMultipleReference, createTopUpReference } from '../deposits/actions.ts';
import { splitDeposit } from '../deposits/allocation.ts';
import { everything } from '../viewer.ts';
import type { LineMeaning } from './actions.ts';

const bank = await openBanking();
const day = '2026-11-19';

/** An account with one open line; returns the line's id. */
async function openLine(id: string, amount = -300n): Promise<string> {
  await bank.account(id);
  await bank.tell(id, [[day, amount, 'WHAT IS IT']], { format: amount > 0n ? 'mt942' : 'mt940' });
  return (await bank.lines(id))[0]!.id;
}

/** Asserts that an explanation is refused, and that nothing changed. */
async function refused(lineId: string, as: LineMeaning, object: string | null, reason: RegExp) {
  const before = await bank.counts();
  await assert.rejects(bank.explain(lineId, as, object), reason);
  assert.deepEqual(await bank.counts(), before);
}

const nobodys = '018f0000-0000-7000-8000-000000000000';

describe('an open line', () => {
  for (const [as, posted] of [
    ['charge', { bank_charges: 300n, bank_clearing: -300n }],
    ['interest', { bank_interest: 300n, bank_clearing: -300n }],
    ['own', { own_movements: 300n, bank_clearing: -300n }],
  ] as const) {
    test(`is booked as ${as}, once, by the user who explains it`, async () => {
      const line = await openLine(`as-${as}`);
      const explained = await bank.explain(line, as);
      assert.deepEqual(
        [explained.status, explained.meaning, explained.objectId, explained.rule],
        ['booked', as, null, 'explained by Naledi'],
      );
      assert.deepEqual(await bank.booked(line), posted);
      await bank.agreed(`as-${as}`);
      await refused(line, as, null, new RegExp(`booked as ${as}, so it cannot be matched again`));
      await refused(line, 'own', null, /cannot be matched again/);
    });
  }

  test('explained twice at once is booked once', async () => {
    const line = await openLine('race');
    const said = await Promise.allSettled([bank.explain(line, 'charge'), bank.explain(line, 'own')]);
    assert.deepEqual(said.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    assert.equal(await bank.books('race'), -300n);
    await bank.agreed('race');
  });

  test('refuses an explanation that it cannot have, and does nothing', async () => {
    const line = await openLine('wrong');
    await refused(nobodys, 'charge', null, /there is no line/);
    await refused(line, 'deposit', null, /a debit, so it cannot be a deposit/);
    await refused(line, 'reversal', null, /requires the id of the reversed deposit/);
    await refused(line, 'reversal', nobodys, /no deposit/);
    await refused(line, 'payment', null, /requires the id/);
    await refused(line, 'payment', nobodys, /has no payment for/);
    await refused(line, 'return', nobodys, /a debit cannot be a return/);
    await bank.tell('wrong', [[day, 299n, 'GOAT']], { opening: -300n });
    const deposit = (await bank.lines('wrong'))[1]!;
    await refused(line, 'reversal', deposit.object, /of the deposit differs/);
    await refused(deposit.id, 'return', nobodys, /booked as deposit/);
  });
});

describe('a deposit that the bank reverses', () => {
  test('unallocated, by the only line of its text and amount, is gone by itself', async () => {
    await bank.account('gone');
    await bank.tell('gone', [
      [day, 5_000n, 'EFT GOAT'],
      [day, -5_000n, 'EFT GOAT'],
    ]);
    const [deposit] = await bank.lines('gone');
    assert.deepEqual(await bank.shown('gone'), ['booked deposit 5000', 'booked reversal -5000']);
    assert.equal((await bank.deposit(deposit!.object!)).state, 'reversed');
    assert.equal(await bank.books('gone'), 0n);
    await bank.agreed('gone');
  });

  test('with two candidates is left to a user, who decides', async () => {
    await bank.account('two');
    await bank.tell('two', [
      [day, 5_000n, 'EFT GOAT'],
      [day, 5_000n, 'EFT GOAT'],
      [day, -5_000n, 'EFT GOAT'],
    ]);
    assert.deepEqual(await bank.shown('two'), ['booked deposit 5000', 'booked deposit 5000', 'open - -5000']);
    const [first, second, line] = await bank.lines('two');
    await bank.explain(line!.id, 'reversal', second!.object);
    assert.equal((await bank.deposit(first!.object!)).state, 'waiting');
    assert.equal((await bank.deposit(second!.object!)).state, 'reversed');
    await bank.agreed('two');
    await bank.tell('two', [[day, -5_000n, 'SOMETHING ELSE']], { opening: 5_000n });
    const [, , , other] = await bank.lines('two');
    await refused(other!.id, 'reversal', second!.object, /already reversed/);
  });

  test('allocated, is left open; explained, the transaction is an error with the reason, and is notified again', async () => {
    await bank.account('allocated');
    const { reference, paymentId } = await bank.single();
    const text = `EFT ${reference}`;
    const reported = await bank.tell('allocated', [[day, 10_000n, text]]);
    assert.equal(reported.matched, 1);
    const [paid] = await bank.attempts(paymentId);
    assert.equal(paid!.state, 'successful');
    const before = (await bank.notificationsOf(paid!.id)).length;
    await bank.tell('allocated', [['2026-11-20', -10_000n, text]]);
    assert.deepEqual(await bank.shown('allocated'), ['booked deposit 10000', 'open - -10000']);
    const [deposit, line] = await bank.lines('allocated');
    await bank.explain(line!.id, 'reversal', deposit!.object);
    const [after] = await bank.attempts(paymentId);
    assert.equal(after!.state, 'reversed');
    const reported2 = await bank.notificationsOf(paid!.id);
    assert.deepEqual([reported2.length, reported2.at(-1)], [before + 1, 'reversed']);
    assert.equal((await bank.deposit(deposit!.object!)).state, 'reversed');
    assert.match((await bank.now(paid!)).stateReason ?? '', /the bank returned the money: "EFT DEP\d{12}"/);
    assert.equal(await bank.books('allocated'), 0n);
    await bank.agreed('allocated');
  });

  test('allocated, and marked as taken back and the only one, is reversed by itself', async () => {
    await bank.account('marked');
    const { reference, paymentId } = await bank.single();
    const text = `EFT ${reference}`;
    await bank.tell('marked', [[day, 10_000n, text]]);
    await bank.tell('marked', [['2026-11-20', -10_000n, text]], {
      edit: (sta) => sta.replace('DR100,00', 'RC100,00'),
    });
    assert.deepEqual(await bank.shown('marked'), ['booked deposit 10000', 'booked reversal -10000']);
    assert.equal((await bank.attempts(paymentId))[0]!.state, 'reversed');
    await bank.agreed('marked');
  });

  test('with several parts, one of which cannot be reversed, stays whole, and its line open', async () => {
    await bank.account('split');
    const { reference, paymentId } = await bank.single();
    await bank.tell('split', [[day, 12_000n, 'FOR THE GOAT']]);
    const [deposit] = await bank.lines('split');
    const parts = [
      { to: { reference }, amount: 10_000n },
      { to: { floatOf: bank.site.code }, amount: 2_000n },
    ];
    await splitDeposit(bank.ctx, everything, deposit!.object!, parts, null);
    // Paid out, as it were.
    await bank.db`update floats set available_cents = available_cents - 2000`;
    await bank.tell('split', [['2026-11-20', -12_000n, 'FOR THE GOAT']], {
      edit: (sta) => sta.replace('DR120,00', 'RC120,00'),
    });
    assert.deepEqual(await bank.shown('split'), ['booked deposit 12000', 'open - -12000']);
    assert.equal((await bank.attempts(paymentId))[0]!.state, 'successful');
    assert.equal((await bank.deposit(deposit!.object!)).state, 'allocated');
    assert.equal(await bank.books('split'), 12_000n);
    await bank.db`update floats set available_cents = available_cents + 2000`;
    const [, line] = await bank.lines('split');
    await bank.explain(line!.id, 'reversal', deposit!.object);
    assert.equal((await bank.attempts(paymentId))[0]!.state, 'reversed');
    assert.equal(await bank.float(), 0n);
    await bank.agreed('split');
  });

  test('that raised a float lowers it', async () => {
    await bank.account('floats');
    const topUp = await createTopUpReference(bank.ctx, bank.site);
    await bank.tell('floats', [[day, 20_000n, `TRF ${topUp}`]]);
    assert.equal(await bank.float(), 20_000n);
    await bank.tell('floats', [['2026-11-20', -20_000n, `TRF ${topUp}`]], {
      edit: (sta) => sta.replace('DR200,00', 'RC200,00'),
    });
    assert.deepEqual(await bank.shown('floats'), ['booked deposit 20000', 'booked reversal -20000']);
    assert.equal(await bank.float(), 0n);
    await bank.agreed('floats');
  });

  test('that paid a reference of many reverses its own payment only', async () => {
    await bank.account('many');
    const made = await createMultipleReference(bank.ctx, {
      site: bank.site,
      merchantReference: 'RENT-9',
    });
    const reference = made.reference;
    await bank.tell('many', [
      [day, 4_000n, `JAN ${reference}`],
      [day, 4_000n, `FEB ${reference}`],
    ]);
    assert.deepEqual(await bank.called('RENT-9'), ['successful 4000', 'successful 4000']);
    await bank.tell('many', [['2026-11-20', -4_000n, `FEB ${reference}`]], {
      edit: (sta) => sta.replace('DR40,00', 'RC40,00'),
    });
    assert.deepEqual((await bank.called('RENT-9')).toSorted(), ['reversed 4000', 'successful 4000']);
    await bank.agreed('many');
  });
});

test('charges and interest are booked by the profile’s rules, in and out', async () => {
  await bank.account('hints', { statementProfile: 'bankzero' });
  const csv = [
    'Date, Day, Time, Type, Description 1, Description 2, Fee, Amount, Balance, Has Attachments',
    '2026-11-19,Thu,10:15,EFT,GOAT,,-2.00,50.00,48.00,No',
  ].join('\r\n');
  const reported = await bank.take('hints', `${csv}\r\n`);
  assert.deepEqual([reported.charges, reported.waiting, reported.closing], [1, 1, 4_800n]);
  assert.deepEqual((await bank.shown('hints')).toSorted(), ['booked charge -200', 'booked deposit 5000']);
  const charge = (await bank.lines('hints')).find(({ as }) => as === 'charge');
  assert.equal(charge!.rule, "the profile's rule");
  await bank.agreed('hints');
});

describe('the books against the statement', () => {
  test('differ by the open lines, at the end of each requested day', async () => {
    await bank.account('days', { opening: 1_000n });
    await bank.tell('days', [['2026-11-17', 500n, 'GOAT']]);
    await bank.tell('days', [['2026-11-18', -70n, 'WHAT']]);
    await bank.tell('days', [['2026-11-19', 30n, 'SHEEP']]);
    const at = async (asked?: string) => {
      const { day: until, opening, statement, books, difference, rows } = await bank.reconcile('days', asked);
      return [
        until,
        opening,
        statement,
        books,
        difference,
        rows.map(({ kind, amount }) => `${kind} ${amount}`),
      ];
    };
    assert.deepEqual(await at('2026-11-16'), ['2026-11-16', 1_000n, null, 1_000n, 0n, []]);
    assert.deepEqual(await at('2026-11-17'), ['2026-11-17', 1_000n, 1_500n, 1_500n, 0n, []]);
    assert.deepEqual(await at('2026-11-18'), ['2026-11-18', 1_000n, 1_430n, 1_500n, -70n, ['open -70']]);
    assert.deepEqual(await at(), ['2026-11-19', 1_000n, 1_460n, 1_530n, -70n, ['open -70']]);
    const line = (await bank.lines('days')).find(({ status }) => status === 'open')!;
    await bank.explain(line.id, 'charge');
    assert.deepEqual(await at('2026-11-18'), ['2026-11-18', 1_000n, 1_430n, 1_430n, 0n, []]);
    await bank.agreed('days');
    assert.equal(await bank.books('days'), 1_460n);
  });

  test('can begin below zero, for an overdrawn account', async () => {
    await bank.account('red');
    await bank.tell('red', [[day, 100n, 'GOAT']], { opening: -2_500n });
    assert.equal(await bank.books('red'), -2_400n);
    await bank.agreed('red');
  });
});
