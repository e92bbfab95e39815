import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openSandbox } from '../../test/support/setup/sandbox.ts';
import { banks } from '../core/banks.ts';
import { createPayment, findPaymentForCustomer } from '../core/payments/actions.ts';
import { simulatorAccount } from '../core/rails.ts';
import { cancelRefund } from '../core/refunds/actions.ts';
import { submitRefund } from '../core/refunds/jobs.ts';
import { openTransaction, startAtBank } from '../core/transactions/actions.ts';
import { cancelPayment } from '../core/transactions/cancellation.ts';
import { only } from '../core/viewer.ts';
import { newId } from '../kernel/ids.ts';
import { depositor } from '../rails/simulator/accounts.ts';

const day = 24 * 60 * 60_000;

describe('a refund', () => {
  for (const [outcome, state, reason, left] of [
    ['complete', 'complete', null, 9_500n],
    ['failed', 'failed', 'rejected by the destination bank', 10_000n],
    ['returned', 'returned', 'the account no longer exists', 10_000n],
  ] as const) {
    for (const isSubmitted of [false, true]) {
      test(`that is ${isSubmitted ? 'submitted' : 'pending'} is ${outcome} at once`, async () => {
        const sandbox = await openSandbox();
        const refund = await sandbox.refund(10_000n, 500n);
        if (isSubmitted) {
          await submitRefund(sandbox.ctx, refund.id);
          await sandbox.work();
        }
        const answer = await sandbox.call('POST', `refunds/${refund.id}/outcome`, { outcome });
        assert.deepEqual(answer, { status: 200, body: { refundId: refund.id, state, reason } });
        sandbox.clock.advance(3 * day);
        await sandbox.work();
        assert.equal(await sandbox.stateOf(refund), state);
        assert.deepEqual(await sandbox.holdings(), [left, left]);
      });
    }
  }

  test('passes through submitted, and each transition is recorded', async () => {
    const sandbox = await openSandbox();
    const refund = await sandbox.refund(10_000n, 500n);
    await sandbox.call('POST', `refunds/${refund.id}/outcome`, { outcome: 'complete' });
    await sandbox.call('POST', `refunds/${refund.id}/outcome`, { outcome: 'returned' });
    const steps = await sandbox.db<{ toState: string; actor: string }[]>`
      select to_state, actor from transitions where object_id = ${refund.id} order by id`;
    assert.deepEqual(
      steps.map(({ toState, actor }) => [toState, actor]),
      [
        ['submitted', 'sandbox'],
        ['complete', 'bank'],
        ['returned', 'bank'],
      ],
    );
    assert.deepEqual(await sandbox.holdings(), [10_000n, 10_000n]);
  });

  test('is decided regardless of the payment’s amount', async () => {
    const sandbox = await openSandbox();
    const refund = await sandbox.refund(10_097n, 500n);
    const { body } = await sandbox.call('POST', `refunds/${refund.id}/outcome`, { outcome: 'complete' });
    assert.equal(body.state, 'complete');
  });

  test('that has ended rejects another outcome (409), and ignores the same one', async () => {
    const sandbox = await openSandbox();
    const refund = await sandbox.refund(10_000n, 500n);
    const decide = (outcome: string) => sandbox.call('POST', `refunds/${refund.id}/outcome`, { outcome });
    await decide('failed');
    assert.equal((await decide('failed')).status, 200);
    for (const outcome of ['complete', 'returned']) {
      assert.deepEqual(await decide(outcome), {
        status: 409,
        body: { message: 'The transfer is failed already.' },
      });
    }
    assert.equal(await sandbox.stateOf(refund), 'failed');
  });

  test('that is cancelled or exceeds the balance cannot be decided (409)', async () => {
    const sandbox = await openSandbox();
    const cancelled = await sandbox.refund(10_000n, 500n);
    await cancelRefund(sandbox.ctx, only(cancelled.merchantId), cancelled.id);
    const answer = await sandbox.call('POST', `refunds/${cancelled.id}/outcome`, { outcome: 'complete' });
    assert.deepEqual(answer, {
      status: 409,
      body: { message: 'no bank has the refund: it is cancelled, cancelled by the merchant' },
    });
    const [first, second] = [await sandbox.refund(100n, 100n), await sandbox.refund(100n, 100n)];
    await sandbox.settle(10_100n);
    assert.equal(
      (await sandbox.call('POST', `refunds/${first.id}/outcome`, { outcome: 'complete' })).status,
      200,
    );
    assert.deepEqual(await sandbox.call('POST', `refunds/${second.id}/outcome`, { outcome: 'complete' }), {
      status: 409,
      body: {
        message: 'no bank has the refund: it is pending, the balance of the site does not cover it yet',
      },
    });
  });

  test('responds with 404 for another merchant’s or an unknown one, and 400 for an invalid outcome', async () => {
    const sandbox = await openSandbox();
    const refund = await sandbox.refund(10_000n, 500n);
    const address = `refunds/${refund.id}/outcome`;
    const body = { outcome: 'complete' };
    const missing = { status: 404, body: { message: 'refund not found' } };
    assert.deepEqual(await sandbox.call('POST', address, body, sandbox.stranger.apiKey), missing);
    assert.deepEqual(await sandbox.call('POST', `refunds/${newId(sandbox.clock)}/outcome`, body), missing);
    assert.deepEqual(await sandbox.call('POST', 'refunds/17/outcome', body), missing);
    for (const wrong of [{ outcome: 'rejected' }, {}, [], null, { outcome: 7 }]) {
      assert.deepEqual(await sandbox.call('POST', address, wrong), {
        status: 400,
        body: { message: 'outcome must be one of complete, failed, returned' },
      });
    }
    assert.equal(await sandbox.stateOf(refund), 'pending');
  });

  test('is sent again before its outcome is set if the call to the bank was lost', async () => {
    const sandbox = await openSandbox();
    const refund = await sandbox.refund(10_000n, 500n);
    await submitRefund(sandbox.ctx, refund.id);
    await sandbox.call('PUT', 'faults', { bank: { errorRate: 1 } });
    await sandbox.work();
    const down = await sandbox.call('POST', `refunds/${refund.id}/outcome`, { outcome: 'complete' });
    assert.equal(down.status, 409);
    await sandbox.call('PUT', 'faults', {});
    const answer = await sandbox.call('POST', `refunds/${refund.id}/outcome`, { outcome: 'complete' });
    assert.equal(answer.body.state, 'complete');
    assert.deepEqual(await sandbox.holdings(), [9_500n, 9_500n]);
  });

  test('is decided once by ten concurrent calls during the sweeps', async () => {
    const sandbox = await openSandbox();
    const refund = await sandbox.refund(10_000n, 500n);
    const calls = Array.from({ length: 10 }, () =>
      sandbox.call('POST', `refunds/${refund.id}/outcome`, { outcome: 'complete' }),
    );
    const [answers] = await Promise.all([Promise.all(calls), sandbox.work()]);
    assert.deepEqual(new Set(answers.map(({ body }) => body.state)), new Set(['complete']));
    await sandbox.work();
    assert.deepEqual(await sandbox.holdings(), [9_500n, 9_500n]);
  });
});

describe('a payout', () => {
  for (const [outcome, end, reason] of [
    ['complete', 'paid', null],
    ['rejected', 'failed', 'rejected by the destination bank'],
    ['failed', 'failed', 'the bank could not process the payout'],
    ['returned', 'returned', 'the account no longer exists'],
  ] as const) {
    test(`is ${outcome} at once, and its merchant is notified`, async () => {
      const sandbox = await openSandbox();
      const answer = await sandbox.call('POST', `payouts/${sandbox.payoutId}/outcome`, { outcome });
      assert.deepEqual(answer, { status: 200, body: { payoutId: sandbox.payoutId, state: end, reason } });
      await sandbox.work();
      assert.deepEqual(sandbox.payoutsEnded, [[end, reason]]);
    });
  }

  test('responds with 404 for another merchant’s or an unknown one, and 400 for an invalid outcome', async () => {
    const sandbox = await openSandbox();
    const body = { outcome: 'rejected' };
    const address = `payouts/${sandbox.payoutId}/outcome`;
    assert.equal((await sandbox.call('POST', address, body, sandbox.stranger.apiKey)).status, 404);
    assert.equal((await sandbox.call('POST', `payouts/${newId(sandbox.clock)}/outcome`, body)).status, 404);
    const nothing = { status: 404, body: { message: 'there is no such control' } };
    assert.deepEqual(await sandbox.call('POST', 'payouts', body), nothing);
    assert.equal((await sandbox.call('POST', address, { outcome: 'paid' })).status, 400);
    assert.deepEqual(sandbox.payoutsEnded, []);
  });
});

describe('a deposit', () => {
  test('arrives with its reference; its amount is a decimal as text or as a number', async () => {
    const sandbox = await openSandbox();
    const reference = 'TOP UP 17';
    for (const [amount, text, cents] of [
      ['25', '25.00', 2_500n],
      ['25.5', '25.50', 2_550n],
      ['0.01', '0.01', 1n],
      [25, '25.00', 2_500n],
      [25.5, '25.50', 2_550n],
      [599.8, '599.80', 59_980n],
      [0.07, '0.07', 7n],
    ] as const) {
      const { status, body } = await sandbox.call('POST', 'deposits', { reference, amount });
      const receivedAt = sandbox.clock.now();
      assert.deepEqual(
        { status, ...body },
        {
          status: 200,
          depositId: body.depositId,
          reference,
          amount: text,
          receivedAt: receivedAt.toISOString(),
        },
      );
      assert.deepEqual(sandbox.deposits.at(-1), {
        account: simulatorAccount,
        id: body.depositId,
        reference,
        amount: cents,
        receivedAt,
        bookedOn: null,
        payer: depositor,
      });
    }
    assert.equal((await sandbox.holdings())[0], 70_088n);
  });

  test('can come from a named account', async () => {
    const sandbox = await openSandbox();
    const [fnb] = banks;
    const from = { bankId: fnb!.id.toUpperCase(), accountNumber: '62001234567' };
    const payer = { bankId: fnb!.id, branchCode: '250655', accountNumber: '62001234567', holder: null };
    for (const [given, expected] of [
      [from, payer],
      [
        { ...from, branchCode: '250100', name: 'N Dlamini' },
        { ...payer, branchCode: '250100', holder: 'N Dlamini' },
      ],
    ]) {
      const sent = { reference: 'A', amount: 1, from: given };
      assert.equal((await sandbox.call('POST', 'deposits', sent)).status, 200);
      assert.deepEqual(sandbox.deposits.at(-1)!.payer, expected);
    }
    for (const [given, message] of [
      [{ ...from, accountNumber: '12A' }, /^from\/accountNumber /],
      [{ ...from, bankId: 'fnb' }, /^from\/bankId /],
      [{ ...from, bankId: '018f0000-0000-7000-8000-000000000000' }, /^from\/bankId is not a bank/],
      [{ bankId: fnb!.id }, /^from\/accountNumber is required/],
      ['somebody', /^from must be an object/],
    ] as const) {
      const { status, body } = await sandbox.call('POST', 'deposits', {
        reference: 'A',
        amount: 1,
        from: given,
      });
      assert.equal(status, 400);
      assert.match(String(body.message), message);
    }
  });

  test('with an invalid body is a 400 with the reason', async () => {
    const sandbox = await openSandbox();
    const reference = 'TOP UP 17';
    for (const [body, message] of [
      [{ amount: '1' }, 'reference is required'],
      [{ reference }, 'amount is required'],
      [{ reference: '', amount: '1' }, 'reference must not be empty'],
      [{ reference: 'x'.repeat(51), amount: '1' }, 'reference must have at most 50 characters'],
      [{ reference, amount: '1', currency: 'ZAR' }, 'currency is not a known field'],
      [[], 'the body must be an object'],
    ] as const) {
      assert.deepEqual(await sandbox.call('POST', 'deposits', body), { status: 400, body: { message } });
    }
    for (const amount of [0, -1, '0', '-1', '1.005', 1.005, 'R1', '1e3', true, null, {}, 0.0000001]) {
      assert.deepEqual(await sandbox.call('POST', 'deposits', { reference, amount }), {
        status: 400,
        body: { message: 'amount must be more than zero, with at most two decimals' },
      });
    }
    assert.deepEqual(await sandbox.holdings(), [0n, 0n]);
  });
});

test('the clock control returns the service’s time', async () => {
  const sandbox = await openSandbox();
  sandbox.clock.advance(day);
  assert.deepEqual(await sandbox.call('GET', 'clock'), {
    status: 200,
    body: { now: '2026-11-21T08:00:00.000Z' },
  });
});

test('a payment at an unreachable bank is a 503, and its outcome is still set', async () => {
  const sandbox = await openSandbox();
  const transaction = await sandbox.pay(100n, false);
  await sandbox.call('PUT', 'faults', { bank: { errorRate: 1 } });
  const address = `transactions/${transaction.id}/outcome`;
  assert.equal((await sandbox.call('POST', address, { outcome: 'success' })).status, 503);
  await sandbox.call('PUT', 'faults', {});
  await sandbox.work();
  assert.deepEqual(await sandbox.holdings(), [100n, 100n]);
});

test('an attempt that never reached a bank cannot be decided, and the 409 names the next step', async () => {
  const sandbox = await openSandbox();
  await sandbox.call('PUT', 'faults', { bank: { down: true } });
  await assert.rejects(sandbox.pay(100n, false));
  await sandbox.call('PUT', 'faults', {});
  const bank = { ...banks[0]!, available: true, unavailableReason: null, account: simulatorAccount };
  const [attempt] = await sandbox.db<
    { id: string; paymentId: string }[]
  >`select id, payment_id from transactions`;
  const { id, paymentId } = attempt!;
  const decide = async (named: string) =>
    (await sandbox.call('POST', `transactions/${named}/outcome`, { outcome: 'success' })) as {
      status: number;
      body: { message: string };
    };
  for (const named of [id, paymentId]) {
    const { status, body } = await decide(named);
    assert.equal(status, 409);
    assert.match(
      body.message,
      /^the attempt is failed and never reached a bank, .*; let its payer choose a bank at/,
    );
    assert.ok(body.message.includes(`POST /payments/${paymentId}/transactions`));
  }
  const payment = (await findPaymentForCustomer(sandbox.ctx.db, paymentId))!;
  const other = await openTransaction(sandbox.ctx, { paymentId, paymentType: 'redirect', bank });
  await startAtBank(sandbox.ctx, sandbox.rails, payment, other, 'http://localhost:8420/return');
  assert.equal((await decide(other.id)).status, 200);
  // Also for a payment that has ended.
  const late = await decide(id);
  assert.deepEqual(
    [late.status, /its payment is complete: make another/.test(late.body.message)],
    [409, true],
  );
});

test('every control requires a valid ApiKey', async () => {
  const sandbox = await openSandbox();
  for (const [method, path] of [
    ['POST', 'transactions/1/outcome'],
    ['POST', 'refunds/1/outcome'],
    ['POST', 'payouts/1/outcome'],
    ['POST', 'subscriptions/1/authorize'],
    ['POST', 'sites'],
    ['PATCH', 'sites/1'],
    ['POST', 'deposits'],
    ['GET', 'faults'],
    ['PUT', 'faults'],
    ['GET', 'clock'],
    ['GET', 'snapshots'],
    ['POST', 'snapshots'],
    ['POST', 'snapshots/1/restore'],
    ['DELETE', 'snapshots/1'],
  ] as const) {
    assert.deepEqual(await sandbox.call(method, path, undefined, 'nobody'), {
      status: 401,
      body: { message: 'the ApiKey header is missing or unknown' },
    });
  }
});

test('a payment that ended without an attempt is closed: its outcome cannot be set', async () => {
  const { ctx, site, rails, call, db } = await openSandbox();
  const about = { site, contract: 'one', amount: 100n, merchantReference: 'ORDER-2', details: {} } as const;
  const made = await createPayment(ctx, about);
  assert.ok(made.kind === 'made');
  await cancelPayment(ctx, rails, made.payment, 'no');
  const [reported] = await db`select id from transactions where payment_id = ${made.payment.id}`;
  for (const id of [made.payment.id, reported!.id]) {
    const { status, body } = await call('POST', `transactions/${id}/outcome`, { outcome: 'success' });
    assert.deepEqual([status, body.code], [409, 'PaymentClosed']);
  }
});
