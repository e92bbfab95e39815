import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { capitec, minute, openBank } from '../../../test/support/setup/simulator.ts';
import { banks } from '../../core/banks.ts';
import { BankTimeout, BankUnavailable } from '../../core/rails.ts';
import { payerAccounts } from './accounts.ts';
import { MandateDecided, OrderDecided, UnknownMandate, UnknownOrder } from './index.ts';

const day = 24 * 60 * minute;
const account = payerAccounts(capitec)[0].number;

describe('a mandate', () => {
  test('waits for its customer, is approved once, and reports the account', async () => {
    const bank = await openBank();
    const order = bank.mandate();
    const { redirectUrl } = await bank.rail.authorise(order);
    assert.equal(redirectUrl, `http://localhost:8420/bank/mandates/${order.id}`);
    const standing = () => bank.rail.enquireMandate(order.id);
    const waiting = { outcome: 'waiting', status: 'waiting', bankId: capitec.id, payerAccount: null };
    assert.deepEqual(await standing(), waiting);
    assert.deepEqual(await bank.rail.authorise(order), { redirectUrl });
    await bank.decideMandate(order.id, 'approved');
    await bank.decideMandate(order.id, 'approved');
    assert.deepEqual(await standing(), {
      ...waiting,
      outcome: 'approved',
      status: 'approved',
      payerAccount: account,
    });
    await assert.rejects(bank.decideMandate(order.id, 'declined'), MandateDecided);
    await assert.rejects(bank.decideMandate(bank.mandate().id, 'declined'), UnknownMandate);
  });

  test('that two windows decide at once is decided in one way', async () => {
    const bank = await openBank();
    for (let round = 0; round < 10; round += 1) {
      const order = bank.mandate();
      await bank.rail.authorise(order);
      const decisions = (['approved', 'declined'] as const).flatMap((one) => Array(5).fill(one));
      const done = await Promise.allSettled(decisions.map((one) => bank.decideMandate(order.id, one)));
      const { outcome } = await bank.rail.enquireMandate(order.id);
      done.forEach(({ status }, index) => {
        assert.equal(status === 'fulfilled', decisions[index] === outcome);
      });
    }
  });

  test('lapses at its time, and cannot be approved from then on', async () => {
    const bank = await openBank();
    const order = bank.mandate();
    await bank.rail.authorise(order);
    bank.clock.advance(day);
    await assert.rejects(bank.decideMandate(order.id, 'approved'), MandateDecided);
    assert.equal((await bank.rail.enquireMandate(order.id)).outcome, 'lapsed');
  });

  test('moves to another bank while it is undecided, and stays at the bank of the decision', async () => {
    const bank = await openBank();
    const order = bank.mandate();
    await bank.rail.authorise(order);
    const moved = { ...order, bankId: banks[0]!.id };
    await bank.rail.authorise(moved);
    assert.equal((await bank.rail.enquireMandate(order.id)).bankId, banks[0]!.id);
    await bank.decideMandate(order.id, 'approved');
    await bank.rail.authorise(order);
    assert.equal((await bank.rail.enquireMandate(order.id)).bankId, banks[0]!.id);
  });

  test('keeps its terms: the same id with others, or at no bank, is refused', async () => {
    const bank = await openBank();
    const order = bank.mandate();
    await bank.rail.authorise(order);
    for (const other of [{ maximum: 1_000_000n }, { payableNow: 1n }])
      await assert.rejects(bank.rail.authorise({ ...order, ...other }), /another amount/);
    await assert.rejects(bank.rail.authorise(bank.mandate({ bankId: order.id })), BankUnavailable);
  });

  test('is revoked for good, as often as one likes, also if it does not exist', async () => {
    const bank = await openBank();
    const order = await bank.approved();
    for (let times = 0; times < 2; times += 1) await bank.rail.revoke(order.id);
    await bank.rail.revoke(bank.mandate().id);
    assert.equal((await bank.rail.enquireMandate(order.id)).outcome, 'cancelled');
    const answer = await bank.rail.collect(bank.collection(order, 100n));
    assert.deepEqual([answer.outcome, answer.reason], ['declined', 'The mandate is cancelled.']);
  });

  test('that is not known is unknown', async () => {
    const bank = await openBank();
    const answer = await bank.rail.enquireMandate(bank.mandate().id);
    assert.deepEqual([answer.outcome, answer.bankId], ['unknown', null]);
  });
});

describe('a collection', () => {
  test('is paid from the account of the mandate, booked once and reported by callback', async () => {
    const bank = await openBank();
    const order = await bank.approved();
    const collection = bank.collection(order, 10_000n);
    const paid = { outcome: 'paid', reason: null, payerAccount: account };
    assert.deepEqual(await bank.rail.collect(collection), paid);
    assert.deepEqual(await bank.rail.enquire(collection.id), paid);
    await bank.work();
    assert.deepEqual(bank.heard, [{ id: collection.id, ...paid }]);
    const [line] = await bank.statement();
    assert.deepEqual([line!.amountCents, line!.reference, line!.counterpart], [10_000n, 'GYM 17', account]);
    assert.equal(await bank.balance(), 10_000n);
  });

  test('sent fifty times at once is collected once', async () => {
    const bank = await openBank();
    const order = await bank.approved();
    const collection = bank.collection(order, 10_000n);
    const answers = await Promise.all(Array.from({ length: 50 }, () => bank.rail.collect(collection)));
    assert.ok(answers.every(({ outcome }) => outcome === 'paid'));
    assert.equal(await bank.balance(), 10_000n);
    await assert.rejects(bank.rail.collect({ ...collection, amount: 9_999n }), /another amount/);
  });

  test('is declined if the mandate does not allow it, and the same again', async () => {
    const bank = await openBank();
    const approved = await bank.approved();
    const waiting = bank.mandate();
    await bank.rail.authorise(waiting);
    const declined = bank.mandate();
    await bank.rail.authorise(declined);
    await bank.decideMandate(declined.id, 'declined');
    const cases = [
      [bank.collection(approved, 20_001n), 'The amount is more than the mandate allows.'],
      [{ ...bank.collection(approved, 100n), bankId: banks[0]!.id }, 'The mandate is at another bank.'],
      [bank.collection(waiting, 100n), 'The mandate is waiting.'],
      [bank.collection(declined, 100n), 'The mandate is declined.'],
    ] as const;
    for (const [collection, reason] of cases) {
      const answer = await bank.rail.collect(collection);
      assert.deepEqual([answer.outcome, answer.reason], ['declined', reason]);
      assert.deepEqual(await bank.rail.enquire(collection.id), answer);
    }
    const answer = await bank.rail.collect(bank.collection(bank.mandate(), 100n));
    assert.deepEqual([answer.outcome, answer.reason], ['declined', 'The bank does not know the mandate.']);
    assert.equal(await bank.balance(), 0n);
  });

  test('is decided by its cents as an approval is', async () => {
    const bank = await openBank();
    const order = await bank.approved();
    const collect = async (amount: bigint) => {
      const collection = bank.collection(order, amount);
      const answer = await bank.rail.collect(collection).catch((error) => {
        assert.ok(error instanceof BankTimeout);
        return { outcome: 'silence' };
      });
      return [collection.id, answer.outcome] as const;
    };
    const cases: [bigint, string, number, string][] = [
      [10_091n, 'declined', 0, 'declined'],
      [10_092n, 'cancelled', 0, 'cancelled'],
      [10_094n, 'pending', minute, 'paid'],
      [10_095n, 'pending', minute, 'declined'],
      [10_096n, 'waiting', 60 * minute + 5_000, 'paid'],
      [10_099n, 'silence', 5_000, 'paid'],
    ];
    for (const [amount, atFirst, after, inTheEnd] of cases) {
      const [id, outcome] = await collect(amount);
      assert.equal(outcome, atFirst, String(amount));
      await bank.pass(after);
      assert.equal(await bank.outcome(id), inTheEnd, String(amount));
    }
  });

  test('that arrives after its time is not collected any more', async () => {
    const bank = await openBank();
    const collection = bank.collection(await bank.approved(), 10_000n);
    bank.clock.advance(60 * minute);
    assert.equal((await bank.rail.collect(collection)).outcome, 'abandoned');
    assert.equal(await bank.balance(), 0n);
  });

  test('meets the faults that are on', async () => {
    const bank = await openBank();
    const order = await bank.approved();
    const collection = bank.collection(order, 10_000n);
    bank.setFaults({ down: true });
    await assert.rejects(bank.rail.collect(collection), BankUnavailable);
    bank.setFaults({ timeoutAfterCommit: true });
    await assert.rejects(bank.rail.collect(collection), BankTimeout);
    await assert.rejects(bank.rail.authorise(order), BankTimeout);
    await assert.rejects(bank.rail.revoke(order.id), BankTimeout);
    bank.setFaults({});
    assert.equal(await bank.outcome(collection.id), 'paid');
    assert.equal((await bank.rail.enquireMandate(order.id)).outcome, 'cancelled');
  });
});

describe('a collection that was paid', () => {
  test('comes back once, on the 60th day too: on the statement, reported, and with its code', async () => {
    const bank = await openBank();
    const { id, ...rest } = bank.collection(await bank.approved(), 10_000n);
    await bank.rail.collect({ id, ...rest });
    await bank.pass(60 * day);
    await Promise.all(['02', '36', '02'].map((code) => bank.returnCollection(id, code)));
    await bank.work();
    const { outcome, reason, unpaidCode } = await bank.rail.enquire(id);
    assert.deepEqual([outcome, reason], ['returned', 'The bank returned the money.']);
    assert.match(unpaidCode!, /^(02|36)$/);
    const lines = (await bank.statement()).map(({ movement, amountCents }) => [movement, amountCents]);
    assert.deepEqual(lines, [
      ['payment', 10_000n],
      ['unpaid', -10_000n],
    ]);
    assert.equal(await bank.balance(), 0n);
    assert.deepEqual(bank.outcomes(), ['paid', 'returned']);
    await bank.returnCollection(id);
    assert.equal((await bank.rail.enquire(id)).unpaidCode, unpaidCode);
  });

  test('cannot be returned after its dispute window: 60 days, or 40 if it was paid before 13 April 2026', async () => {
    const bank = await openBank();
    const { id, ...rest } = bank.collection(await bank.approved(), 10_000n);
    await bank.rail.collect({ id, ...rest });
    await bank.pass(61 * day);
    const refusal = /a collection can be returned for (\d+) days, this one until (\S+)\.$/;
    await assert.rejects(bank.returnCollection(id, '02'), OrderDecided);
    await assert.rejects(bank.returnCollection(id, '02'), refusal);
    for (const [paidAt, days, until] of [
      ['2026-04-12T21:59:59Z', '40', '2026-05-22'],
      ['2026-04-12T22:00:00Z', '60', '2026-06-12'],
    ] as const) {
      await bank.db`update bank.orders set decided_at = ${paidAt} where id = ${id}`;
      const said = await bank.returnCollection(id, '02').then(String, String);
      assert.deepEqual(refusal.exec(said)?.slice(1), [days, until]);
    }
    assert.equal((await bank.rail.enquire(id)).outcome, 'paid');
    assert.equal(await bank.balance(), 10_000n);
  });

  test("is the only kind that can: not one that was declined, a payer's order, or an unknown one", async () => {
    const bank = await openBank();
    const declined = bank.collection(await bank.approved(), 10_091n);
    await bank.rail.collect(declined);
    await assert.rejects(bank.returnCollection(declined.id, '02'), OrderDecided);
    const order = await bank.begin(10_000n);
    await bank.approve(order);
    await assert.rejects(bank.returnCollection(order, '02'), OrderDecided);
    await assert.rejects(bank.returnCollection(bank.mandate().id, '02'), UnknownOrder);
    assert.equal(await bank.balance(), 10_000n);
  });
});
