import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { notifyUrl, openDeposits } from '../../../test/support/setup/deposits.ts';
import type { Context } from '../context.ts';
import { simulatorAccount } from '../rails.ts';
import { everything } from '../viewer.ts';
import { createMultipleReference, createTopUpReference, openDeposit } from './actions.ts';
import { allocateDeposit, parkDeposit, splitDeposit } from './allocation.ts';
import { listOpenDeposits } from './listing.ts';
import { returnDeposit } from './returns.ts';

const shop = await openDeposits();
const { db } = shop;
const ctx: Context = { ...shop.ctx, actor: 'cli:naledi' };
let orders = 0;
function order(): string {
  orders += 1;
  return `ORDER-${orders}-D`;
}
afterEach(() => shop.sound());

const unknown = (cents: bigint) => shop.arrive('a stranger', cents);
const listed = async (parked = false) =>
  (await listOpenDeposits(ctx, everything, { parked, limit: 500 })).map(({ deposit }) => deposit.id);

/** The last step of an object: who took it, from where, and why. */
async function lastStep(id: string) {
  const [row] = await db`
    select from_state, verb, to_state, actor, reason from transitions where object_id = ${id} order by id desc limit 1`;
  return Object.values({ ...row });
}

describe('a deposit that waits is allocated', () => {
  test('to the reference that it carried: its transaction is successful with the amount received, fee taken, notified', async () => {
    const { reference, paymentId } = await shop.single();
    const id = await shop.arrive(reference, 9_000n);
    await allocateDeposit(ctx, everything, id, { reference: ` ${reference.toLowerCase()}` }, 'rounding');
    const [paid, ...more] = await shop.attempts(paymentId);
    assert.deepEqual([paid!.state, paid!.cents, more], ['successful', 9_000n, []]);
    assert.deepEqual(await shop.notificationsOf(paid!.id), ['pending', 'successful']);
    assert.deepEqual(await shop.booked(paid!.id), { bank_clearing: 9_000n, merchant: -8_675n, fees: -325n });
    assert.deepEqual(await lastStep(id), ['waiting', 'allocate', 'allocated', 'cli:naledi', 'rounding']);
    assert.deepEqual(await shop.paymentNow({ id: paymentId }), { state: 'complete', stateReason: null });
  });

  test('to the reference that it carried, though it came on top: its own payment is complete', async () => {
    const merchantReference = order();
    const { reference } = await shop.single({ merchantReference });
    await shop.arrive(reference, 10_000n);
    const id = await shop.arrive(reference, 10_000n);
    await allocateDeposit(ctx, everything, id, { reference }, null);
    assert.deepEqual(await shop.called(merchantReference), ['successful 10000', 'successful 10000']);
    const { transactionId } = await shop.deposit(id);
    assert.equal((await shop.now({ id: transactionId! })).paidLate, false);
  });

  test('to the reference inside the text that it carried', async () => {
    const { reference, paymentId } = await shop.single();
    const id = await shop.arrive(`PAYMENT FROM ${reference} T MOKOENA`, 9_000n);
    await allocateDeposit(ctx, everything, id, { reference }, null);
    const found = await shop.attempts(paymentId);
    assert.deepEqual(
      found.map(({ state, cents }) => [state, cents]),
      [['successful', 9_000n]],
    );
  });

  test('to a payment, by its reference or its id, whichever way it was to be paid', async () => {
    const one = await shop.single();
    await allocateDeposit(ctx, everything, await unknown(10_000n), { reference: one.reference }, null);
    const other = await shop.ask();
    await allocateDeposit(ctx, everything, await unknown(4_000n), { paymentId: other.id }, null);
    const late = await shop.ask({ expiresAt: new Date(shop.clock.now().getTime() + 1_000) });
    await shop.wait(1);
    await allocateDeposit(ctx, everything, await unknown(10_000n), { paymentId: late.id }, null);
    const found = [];
    for (const id of [one.paymentId, other.id, late.id]) found.push(...(await shop.attempts(id)));
    assert.deepEqual(
      found.map(({ state, cents, late: isLate }) => [state, cents, isLate]),
      [
        ['successful', 10_000n, false],
        ['successful', 4_000n, false],
        // Another transaction reported its end; the money is its own.
        ['abandoned', 10_000n, false],
        ['successful', 10_000n, true],
      ],
    );
  });

  test('to a reference for many, and to a float, by its reference or its site', async () => {
    const merchantReference = order();
    const many = await createMultipleReference(ctx, { site: shop.site, merchantReference });
    await allocateDeposit(ctx, everything, await unknown(700n), { reference: many.reference }, null);
    assert.deepEqual(await shop.called(merchantReference), ['successful 700']);
    const before = await shop.float();
    const reference = await createTopUpReference(ctx, shop.site);
    await allocateDeposit(ctx, everything, await unknown(30n), { reference }, null);
    await allocateDeposit(ctx, everything, await unknown(4n), { floatOf: shop.site.code }, null);
    assert.equal((await shop.float()) - before, 34n);
  });

  test('to another target than its reference: the waiting transaction ends, and the payment created for it too', async () => {
    const merchantReference = order();
    const { reference, paymentId } = await shop.single({ merchantReference });
    await shop.arrive(reference, 10_000n);
    const extra = await shop.arrive(reference, 10_000n);
    const meant = await shop.single();
    await allocateDeposit(ctx, everything, extra, { reference: meant.reference }, null);
    const held = await shop.now({ id: (await shop.deposit(extra)).transactionId! });
    assert.deepEqual([held.state, held.stateReason], ['failed', 'the deposit was meant for something else']);
    assert.deepEqual(await shop.notificationsOf(held.id), ['pending', 'failed']);
    assert.equal((await shop.paymentNow({ id: held.paymentId })).state, 'cancelled');
    assert.equal((await shop.paymentNow({ id: meant.paymentId })).state, 'complete');
    assert.equal((await shop.paymentNow({ id: paymentId })).state, 'complete');
    // A payer who sent too little may pay again with the same reference.
    const short = await shop.single();
    const id = await shop.arrive(short.reference, 1n);
    await allocateDeposit(ctx, everything, id, { floatOf: shop.site.code }, null);
    assert.equal((await shop.paymentNow({ id: short.paymentId })).state, 'created');
    await shop.arrive(short.reference, 10_000n);
    const states = (await shop.attempts(short.paymentId)).map(({ state, late }) => [state, late]);
    assert.deepEqual(states, [
      ['failed', false],
      ['successful', false],
    ]);
  });

  test('to no target that is missing, paid already, or under way elsewhere; then it keeps waiting', async () => {
    const id = await unknown(10_000n);
    const { payment: paid } = await shop.paid();
    const atBank = await shop.ask();
    await shop.goToBank(atBank);
    const looked = await shop.ask();
    await shop.arrive((await openDeposit(ctx, looked, simulatorAccount)).depositReference!, 1n);
    const isTest = await shop.ask({ isTest: true });
    const charge = await shop.ask({ details: { subscriptionId: atBank.id } });
    const nobodys = '018f0000-0000-7000-8000-000000000000';
    for (const [to, code] of [
      [{ reference: 'DEP 1' }, 'DepositReferenceNotFound'],
      [{ paymentId: nobodys }, 'PaymentNotFound'],
      [{ floatOf: 'NOBODY' }, 'SiteNotFound'],
      [{ paymentId: paid.id }, 'PaymentAlreadyComplete'],
      [{ paymentId: atBank.id }, 'PaymentInProgress'],
      [{ paymentId: looked.id }, 'PaymentInProgress'],
      [{ paymentId: isTest.id }, 'StepNotAllowed'],
      [{ paymentId: charge.id }, 'StepNotAllowed'],
    ] as const) {
      await assert.rejects(allocateDeposit(ctx, everything, id, to, null), { code });
    }
    // The subscription does not exist, which `tefo check` would report.
    await db`update payments set details = '{}' where id = ${charge.id}`;
    assert.equal((await shop.deposit(id)).state, 'waiting');
    await assert.rejects(allocateDeposit(ctx, everything, nobodys, { paymentId: paid.id }, null), {
      code: 'DepositNotFound',
    });
  });
});

describe('a deposit that waits is split', () => {
  test('over payments, references and floats, to the cent, and its own transaction takes its part', async () => {
    const merchantReference = order();
    const short = await shop.single({ merchantReference });
    const id = await shop.arrive(short.reference, 25_000n);
    const [one, two] = [await shop.single(), await shop.ask()];
    const many = await createMultipleReference(ctx, { site: shop.site, merchantReference: order() });
    const before = await shop.float();
    const portions = [
      { to: { floatOf: shop.site.code }, amount: 1n },
      { to: { reference: short.reference }, amount: 10_000n },
      { to: { reference: one.reference }, amount: 10_000n },
      { to: { paymentId: two.id }, amount: 4_900n },
      { to: { reference: many.reference }, amount: 99n },
    ];
    await splitDeposit(ctx, everything, id, portions, 'one EFT for five things');
    assert.equal((await shop.float()) - before, 1n);
    assert.deepEqual(await shop.called(merchantReference), ['successful 10000']);
    for (const [paymentId, cents] of [
      [one.paymentId, 10_000n],
      [two.id, 4_900n],
    ] as const) {
      const [paid] = await shop.attempts(paymentId);
      assert.deepEqual([paid!.state, paid!.cents], ['successful', cents]);
    }
    const note = 'one EFT for five things';
    assert.deepEqual(await lastStep(id), ['waiting', 'split', 'allocated', 'cli:naledi', note]);
  });

  test('into at least two parts that add up to it, each positive and for a different target; else not at all', async () => {
    const id = await unknown(10_000n);
    const float = { floatOf: shop.site.code };
    const { reference, paymentId } = await shop.single();
    const before = await shop.float();
    for (const portions of [
      [],
      [{ to: float, amount: 10_000n }],
      [
        { to: float, amount: 5_000n },
        { to: { reference }, amount: 4_999n },
      ],
      [
        { to: float, amount: 5_000n },
        { to: { reference }, amount: 5_001n },
      ],
      [
        { to: float, amount: 10_000n },
        { to: { reference }, amount: 0n },
      ],
      [
        { to: float, amount: 10_001n },
        { to: { reference }, amount: -1n },
      ],
      [
        { to: float, amount: 5_000n },
        { to: float, amount: 5_000n },
      ],
      [
        { to: { paymentId }, amount: 5_000n },
        { to: { reference }, amount: 5_000n },
      ],
    ]) {
      await assert.rejects(splitDeposit(ctx, everything, id, portions, null), { code: 'InvalidField' });
    }
    const { payment: paid } = await shop.paid();
    const half = [
      { to: float, amount: 5_000n },
      { to: { paymentId: paid.id }, amount: 5_000n },
    ];
    await assert.rejects(splitDeposit(ctx, everything, id, half, null), { code: 'PaymentAlreadyComplete' });
    assert.deepEqual([await shop.float(), (await shop.deposit(id)).state], [before, 'waiting']);
    assert.equal((await shop.attempts(paymentId))[0]!.state, 'created');
  });

  test('never leaves a rest: the database refuses a deposit that is done with and not all given away', async () => {
    const id = await unknown(10_000n);
    await assert.rejects(
      db`update deposits set state = 'allocated', completed_at = received_at where id = ${id}`,
      /10000 cents is allocated, but 0 are allocated/,
    );
  });
});

describe('a deposit that waits is sent back', () => {
  const payer = {
    bankId: '913999fa-3a32-4e3d-82f0-a1df7e9e4f7b',
    branchCode: '470010',
    accountNumber: '1234567890',
    holder: 'N Dlamini',
  };

  test('to the account it came from, and the transaction that waited ends when the bank has paid', async () => {
    const { reference, paymentId } = await shop.single();
    const id = await shop.arrive(reference, 9_000n, payer);
    const suspense = await shop.suspense();
    await returnDeposit(ctx, everything, id, 'wrong amount');
    assert.equal(suspense - (await shop.suspense()), 9_000n);
    assert.deepEqual(await lastStep(id), ['waiting', 'return', 'returning', 'cli:naledi', 'wrong amount']);
    await shop.wait(1);
    assert.equal((await shop.attempts(paymentId))[0]!.state, 'pending');
    await shop.wait(61);
    const [sent] = await db`
      select amount_cents, bank_id, branch_code, account_number, account_holder as holder, reference, state
      from bank.transfers where purpose = 'deposit' order by created_at desc limit 1`;
    const expected = {
      amountCents: 9_000n,
      ...payer,
      reference: `RETURN ${reference}`.slice(0, 20),
      state: 'paid',
    };
    assert.deepEqual({ ...sent }, expected);
    assert.deepEqual(await shop.deposit(id).then(({ state, note }) => [state, note]), [
      'returned',
      'wrong amount',
    ]);
    const [held] = await shop.attempts(paymentId);
    assert.deepEqual([held!.state, await shop.notificationsOf(held!.id)], ['failed', ['pending', 'failed']]);
    await shop.arrive(reference, 10_000n);
    assert.equal((await shop.paymentNow({ id: paymentId })).state, 'complete');
  });

  test('and waits again with the bank’s reason when that fails, its transaction with it', async () => {
    const { reference, paymentId } = await shop.single();
    const id = await shop.arrive(reference, 9_097n, payer);
    const suspense = await shop.suspense();
    await returnDeposit(ctx, everything, id, null);
    await shop.wait(1);
    await shop.wait(61);
    const waiting = { state: 'waiting', note: 'rejected by the destination bank' };
    const { transactionId, ...found } = await shop.deposit(id);
    assert.deepEqual(found, waiting);
    assert.equal((await shop.now({ id: transactionId! })).state, 'pending');
    assert.equal(await shop.suspense(), suspense);
    assert.ok((await listed()).includes(id));
    await allocateDeposit(ctx, everything, id, { reference }, null);
    assert.equal((await shop.attempts(paymentId))[0]!.state, 'successful');
  });

  test('and waits again when the money comes back days later; then its transaction can still become successful', async () => {
    const { reference, paymentId } = await shop.single();
    const id = await shop.arrive(reference, 9_098n, payer);
    await returnDeposit(ctx, everything, id, null);
    await shop.wait(1);
    await shop.wait(61);
    assert.equal((await shop.deposit(id)).state, 'returned');
    await shop.wait(24 * 3600);
    assert.equal((await shop.deposit(id)).state, 'waiting');
    await shop.sound();
    await returnDeposit(ctx, everything, id, 'again');
    await shop.wait(1);
    await shop.wait(61);
    await shop.wait(24 * 3600);
    await allocateDeposit(ctx, everything, id, { reference }, null);
    const [paid] = await shop.attempts(paymentId);
    assert.deepEqual([paid!.state, paid!.late], ['successful', true]);
    assert.deepEqual(await shop.notificationsOf(paid!.id), ['pending', 'failed', 'successful']);
  });

  test('also if it was unallocated, and not if the bank did not report its payer', async () => {
    const id = await unknown(50n);
    await returnDeposit(ctx, everything, id, null);
    await shop.wait(1);
    await shop.wait(61);
    assert.equal((await shop.deposit(id)).state, 'returned');
    const other = await unknown(60n);
    const nowhere = { bankId: null, branchCode: null, account: null, accountSealed: null };
    await db`update deposits set ${db(nowhere)} where id = ${other}`;
    await assert.rejects(returnDeposit(ctx, everything, other, null), { code: 'StepNotAllowed' });
  });
});

describe('a deposit that waits is parked', () => {
  test('with a note: off the list, and there again for everything else', async () => {
    const id = await unknown(100n);
    assert.ok((await listed()).includes(id));
    await parkDeposit(ctx, everything, id, 'we have written to the bank');
    await parkDeposit(ctx, everything, id, 'still nothing');
    assert.ok(!(await listed()).includes(id));
    assert.ok((await listed(true)).includes(id));
    assert.deepEqual(await lastStep(id), ['parked', 'park', 'parked', 'cli:naledi', 'still nothing']);
    await allocateDeposit(ctx, everything, id, { floatOf: shop.site.code }, null);
    assert.ok(!(await listed(true)).includes(id));
  });
});

describe('at once', () => {
  test('counts one of several concurrent decisions about a deposit', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { reference, paymentId } = await shop.single({ notifyUrl });
      const id = await shop.arrive(reference, 9_000n);
      const other = await shop.single();
      const float = { floatOf: shop.site.code };
      const halves = [
        { to: float, amount: 4_500n },
        { to: { reference: other.reference }, amount: 4_500n },
      ];
      const decisions = Array.from({ length: 5 }, () => [
        allocateDeposit(ctx, everything, id, { reference }, null),
        allocateDeposit(ctx, everything, id, { reference: other.reference }, null),
        splitDeposit(ctx, everything, id, halves, null),
        returnDeposit(ctx, everything, id, null),
      ]).flat();
      const settled = await Promise.allSettled(decisions);
      const refusals = settled.filter((one) => one.status === 'rejected').map(({ reason }) => reason.code);
      assert.deepEqual(refusals, Array(19).fill('DepositDecided'));
      await shop.wait(1);
      await shop.wait(61);
      const [held] = await shop.attempts(paymentId);
      assert.equal((await shop.notificationsOf(held!.id)).length, 2);
      await shop.sound();
    }
  });

  test('decisions that cross each other, and deposits that come meanwhile, all end', async () => {
    const [one, two] = [await shop.single(), await shop.single()];
    const ids = await Promise.all(Array.from({ length: 12 }, () => unknown(100n)));
    const portions = (first: string, second: string) => [
      { to: { reference: first }, amount: 40n },
      { to: { reference: second }, amount: 50n },
      { to: { floatOf: shop.site.code }, amount: 10n },
    ];
    const settled = await Promise.allSettled([
      ...ids.map((id, index) => {
        const [first, second] = index % 2 ? [one, two] : [two, one];
        return splitDeposit(ctx, everything, id, portions(first.reference, second.reference), null);
      }),
      ...ids.map((_, index) => shop.arrive(index % 2 ? one.reference : two.reference, 10_000n)),
    ]);
    const codes = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    assert.deepEqual(new Set(codes), new Set(['PaymentAlreadyComplete']));
    assert.deepEqual(
      await Promise.all(
        [one, two].map(async ({ paymentId }) => (await shop.paymentNow({ id: paymentId })).state),
      ),
      ['complete', 'complete'],
    );
  });
});
