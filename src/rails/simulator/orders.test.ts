import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { capitec, minute, openBank } from '../../../test/support/setup/simulator.ts';
import { banksIn, demoBankId } from '../../core/banks.ts';
import { BankTimeout, BankUnavailable } from '../../core/rails.ts';
import { newId } from '../../kernel/ids.ts';
import { collectionAccount, operatingAccount, payerAccounts } from './accounts.ts';
import { type ForcedOutcome, OrderDecided, UnknownOrder } from './index.ts';

describe('an order', () => {
  test('is opened once, however often it is started', async () => {
    const bank = await openBank();
    const order = bank.terms(2500n);
    const answers = await Promise.all(Array.from({ length: 20 }, () => bank.rail.start(order)));
    assert.deepEqual(
      new Set(answers.map((answer) => answer.redirectUrl)),
      new Set([answers[0]!.redirectUrl]),
    );
    assert.equal(answers[0]!.redirectUrl, `http://localhost:8420/bank/orders/${order.id}`);
    const [{ count }] = await bank.db<[{ count: bigint }]>`select count(*) from bank.orders`;
    assert.equal(count, 1n);
    await assert.rejects(bank.rail.start({ ...order, amount: 2600n }), /another amount/);
  });

  test('ends by the rule, whatever its amount says', async () => {
    let ruled: ForcedOutcome | undefined;
    const bank = await openBank({ ruling: async () => ruled });
    for (const [outcome, answered, later] of [
      ['success', 'paid', 'paid'],
      ['declined', 'declined', 'declined'],
      ['cancelled', 'cancelled', 'cancelled'],
      ['abandoned', 'abandoned', 'abandoned'],
      ['error', 'error', 'error'],
      ['pending', 'pending', 'pending'],
      ['late-success', 'waiting', 'paid'],
      [undefined, 'declined', 'declined'],
    ] as const) {
      ruled = outcome;
      const id = await bank.begin(10_091n);
      await bank.approve(id);
      assert.equal(await bank.outcome(id), answered, `${outcome}`);
      await bank.pass(20 * minute);
      assert.equal(await bank.outcome(id), later, `${outcome}`);
    }
  });

  test('at a bank that does not exist was surely not opened', async () => {
    const bank = await openBank();
    await assert.rejects(
      bank.rail.start({ ...bank.terms(100n), bankId: newId(bank.clock) }),
      BankUnavailable,
    );
  });

  test('for any other amount is paid at once, booked on both accounts, and reported by callback', async () => {
    const bank = await openBank();
    const id = await bank.begin(123450n);
    assert.equal(await bank.outcome(id), 'waiting');
    assert.equal((await bank.rail.step(id, 'authenticate')).outcome, 'authenticated');
    const payerAccount = payerAccounts(capitec)[0].number;
    assert.deepEqual(await bank.rail.step(id, 'approve'), { outcome: 'paid', reason: null, payerAccount });
    await bank.work();
    assert.deepEqual(bank.heard, [{ id, outcome: 'paid', reason: null, payerAccount }]);
    const account = collectionAccount(capitec).number;
    const [line] = await bank.statement();
    assert.deepEqual(
      { ...line },
      {
        movement: 'payment',
        objectId: id,
        bankId: capitec.id,
        account,
        amountCents: 123450n,
        reference: 'INV 17',
        counterpart: payerAccount,
        bookedAt: bank.clock.now(),
      },
    );
    assert.equal(await bank.balance(), 123450n);
    const [total] = await bank.db<
      [{ sum: bigint }]
    >`select sum(amount_cents)::bigint from bank.statement_lines`;
    assert.equal(total.sum, 0n);
  });

  test('approved fifty times at once is booked once', async () => {
    const bank = await openBank();
    const id = await bank.begin(2500n);
    await bank.rail.step(id, 'authenticate');
    const answers = await Promise.all(Array.from({ length: 50 }, () => bank.rail.step(id, 'approve')));
    assert.ok(answers.every((answer) => answer.outcome === 'paid'));
    assert.equal((await bank.statement()).length, 1);
    await bank.work();
    assert.deepEqual(bank.outcomes(), ['paid']);
  });

  test('approved, declined and cancelled at once ends in exactly one way', async () => {
    const bank = await openBank();
    const ids = await Promise.all(Array.from({ length: 10 }, () => bank.begin(2500n)));
    await Promise.all(ids.map((id) => bank.rail.step(id, 'authenticate')));
    const steps = ['approve', 'decline', 'cancel'] as const;
    await Promise.all(ids.flatMap((id) => steps.map((step) => bank.rail.step(id, step))));
    await bank.work();
    assert.equal(bank.heard.length, ids.length);
    const paid = bank.heard.filter(({ outcome }) => outcome === 'paid');
    assert.equal(await bank.balance(), 2500n * BigInt(paid.length));
  });

  test('is not approved before the payer has logged in, nor cancelled after the bank took it', async () => {
    const bank = await openBank();
    const id = await bank.begin(1094n);
    assert.equal((await bank.rail.step(id, 'approve')).outcome, 'waiting');
    assert.equal((await bank.approve(id)).outcome, 'pending');
    assert.equal((await bank.rail.step(id, 'cancel')).outcome, 'pending');
  });

  test('is declined or cancelled by the payer, with the reason and without money', async () => {
    const bank = await openBank();
    const [declined, cancelled] = [await bank.begin(100n), await bank.begin(100n)];
    await bank.rail.step(declined, 'authenticate');
    assert.equal((await bank.rail.step(declined, 'decline')).outcome, 'declined');
    assert.equal((await bank.rail.step(cancelled, 'cancel')).outcome, 'cancelled');
    assert.equal((await bank.approve(cancelled)).outcome, 'cancelled');
    assert.match((await bank.rail.enquire(declined)).reason ?? '', /declined/);
    assert.equal(await bank.balance(), 0n);
  });

  test('without a decision is abandoned when its time is up, with or without the sweep', async () => {
    const bank = await openBank();
    const [asked, swept] = [await bank.begin(100n), await bank.begin(100n)];
    bank.clock.advance(599_999);
    assert.equal(await bank.outcome(asked), 'waiting');
    bank.clock.advance(1);
    assert.equal((await bank.approve(asked)).outcome, 'abandoned');
    await bank.work();
    assert.deepEqual(bank.outcomes(), ['abandoned', 'abandoned']);
    assert.equal(await bank.outcome(swept), 'abandoned');
  });

  test('that the bank does not know is an error', async () => {
    const bank = await openBank();
    assert.equal(await bank.outcome(newId(bank.clock)), 'error');
    assert.equal((await bank.rail.step(newId(bank.clock), 'approve')).outcome, 'error');
  });

  test('leaves lines and accounts that cannot change', async () => {
    const bank = await openBank();
    await bank.approve(await bank.begin(100n));
    await assert.rejects(bank.db`update bank.statement_lines set amount_cents = 1`, /append-only/);
    await assert.rejects(bank.db`delete from bank.accounts`, /append-only/);
  });
});

describe('the amount that decides by itself', () => {
  for (const [cents, outcome] of [
    [91n, 'declined'],
    [92n, 'cancelled'],
  ] as const) {
    test(`.${cents} is ${outcome} at approval`, async () => {
      const bank = await openBank();
      assert.equal((await bank.approve(await bank.begin(1000n + cents))).outcome, outcome);
      await bank.work();
      assert.deepEqual(bank.outcomes(), [outcome]);
      assert.equal(await bank.balance(), 0n);
    });
  }

  test('.93 is abandoned as soon as the payer arrives', async () => {
    const bank = await openBank();
    assert.equal((await bank.rail.step(await bank.begin(1093n), 'authenticate')).outcome, 'abandoned');
  });

  for (const [cents, outcome, balance] of [
    [94n, 'paid', 1094n],
    [95n, 'declined', 0n],
  ] as const) {
    test(`.${cents} is pending, and ${outcome} after 60 seconds`, async () => {
      const bank = await openBank();
      const id = await bank.begin(1000n + cents);
      assert.equal((await bank.approve(id)).outcome, 'pending');
      bank.clock.advance(59_999);
      await bank.work();
      assert.equal(await bank.outcome(id), 'pending');
      bank.clock.advance(1);
      await bank.work();
      assert.deepEqual(bank.outcomes(), ['pending', outcome]);
      assert.equal(await bank.outcome(id), outcome);
      assert.equal(await bank.balance(), balance);
    });
  }

  test('.96 is silent until 5 seconds after its time is up, and then paid', async () => {
    const bank = await openBank();
    const id = await bank.begin(1096n);
    bank.clock.advance(30_000);
    assert.equal((await bank.approve(id)).outcome, 'waiting');
    bank.clock.advance(570_000 + 4_999);
    await bank.work();
    assert.equal(await bank.outcome(id), 'waiting');
    assert.deepEqual(bank.heard, []);
    bank.clock.advance(1);
    await bank.work();
    assert.deepEqual(bank.outcomes(), ['paid']);
    assert.equal(await bank.balance(), 1096n);
  });

  test('.99 times out for 5 seconds, and is then found paid', async () => {
    const bank = await openBank();
    const id = await bank.begin(1099n);
    await bank.rail.step(id, 'authenticate');
    await assert.rejects(bank.rail.step(id, 'approve'), BankTimeout);
    bank.clock.advance(4_999);
    await bank.work();
    await assert.rejects(bank.rail.enquire(id), BankTimeout);
    assert.deepEqual(bank.heard, []);
    bank.clock.advance(1);
    assert.equal(await bank.outcome(id), 'paid');
    await bank.work();
    assert.deepEqual(bank.outcomes(), ['paid']);
    assert.equal(await bank.balance(), 1099n);
  });
});

describe('a forced outcome', () => {
  for (const [forced, outcome] of [
    ['success', 'paid'],
    ['declined', 'declined'],
    ['cancelled', 'cancelled'],
    ['abandoned', 'abandoned'],
    ['pending', 'pending'],
    ['error', 'error'],
  ] as const) {
    test(`${forced} takes effect at once, whatever the amount says, and is reported once`, async () => {
      const bank = await openBank();
      for (const amount of [100n, 191n, 196n]) {
        const id = await bank.begin(amount);
        if (amount === 196n) await bank.approve(id);
        await bank.decide(id, forced);
        await bank.decide(id, forced);
        assert.equal(await bank.outcome(id), outcome);
      }
      await bank.work();
      assert.deepEqual(bank.outcomes(), [outcome, outcome, outcome]);
      assert.equal(await bank.balance(), forced === 'success' ? 487n : 0n);
    });
  }

  test("pending stays so until the next one, and cancels the amount's plan", async () => {
    const bank = await openBank();
    const id = await bank.begin(195n);
    await bank.approve(id);
    await bank.decide(id, 'pending');
    bank.clock.advance(86_400_000);
    await bank.work();
    assert.equal(await bank.outcome(id), 'pending');
    await bank.decide(id, 'success');
    await bank.work();
    assert.deepEqual(bank.outcomes(), ['pending', 'paid']);
  });

  test('success after a decline is money that comes late, booked once', async () => {
    const bank = await openBank();
    const id = await bank.begin(191n);
    await bank.approve(id);
    await Promise.all(Array.from({ length: 10 }, () => bank.decide(id, 'success')));
    await bank.work();
    assert.deepEqual(bank.outcomes(), ['declined', 'paid']);
    assert.equal(await bank.balance(), 191n);
    assert.deepEqual(await bank.rail.enquire(id).then(({ reason }) => reason), null);
  });

  test('late-success on an open order is reported as a failure before the money comes', async () => {
    const bank = await openBank();
    const id = await bank.begin(100n);
    await bank.decide(id, 'late-success');
    assert.deepEqual(bank.outcomes(), ['abandoned']);
    assert.equal(await bank.outcome(id), 'paid');
    await bank.work();
    assert.deepEqual(bank.outcomes(), ['abandoned', 'paid']);
    assert.equal(await bank.balance(), 100n);
  });

  test('cannot return money, replace one failure by another, or name an unknown order', async () => {
    const bank = await openBank();
    const [paid, declined] = [await bank.begin(100n), await bank.begin(191n)];
    await Promise.all([bank.approve(paid), bank.approve(declined)]);
    await assert.rejects(bank.decide(paid, 'declined'), OrderDecided);
    await assert.rejects(bank.decide(declined, 'cancelled'), OrderDecided);
    await assert.rejects(bank.decide(newId(bank.clock), 'success'), UnknownOrder);
    await assert.rejects(bank.decide(newId(bank.clock), 'late-success'), UnknownOrder);
    assert.equal(await bank.balance(), 100n);
  });
});

test('every account of every bank has a unique number, and the Demo Bank is in staging only', () => {
  const listed = banksIn('staging');
  const accounts = [
    operatingAccount,
    ...listed.flatMap((bank) => [...payerAccounts(bank), collectionAccount(bank)]),
  ];
  assert.equal(new Set(accounts.map(({ number }) => number)).size, 34);
  assert.ok(accounts.every(({ number }) => /^[0-9]{9,11}$/.test(number)));
  assert.equal(new Set(listed.map(({ id }) => id)).size, 11);
  assert.ok(listed.some(({ id }) => id === demoBankId));
  assert.ok(!banksIn('production').some(({ id }) => id === demoBankId));
});
