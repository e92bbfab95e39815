import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reachableStates } from '../../../test/support/machines.ts';
import { accounts, openPayouts, paid } from '../../../test/support/setup/payouts.ts';
import type { Machine } from '../../kernel/state-machine.ts';
import type { Context } from '../context.ts';
import { createTopUpReference, receiveDeposit } from '../deposits/actions.ts';
import { createMerchant, findSiteByCode } from '../merchants/actions.ts';
import { simulatorAccount } from '../rails.ts';
import { everything } from '../viewer.ts';
import { approvePayout, declinePayout, getPayout, submitPayout } from './actions.ts';
import { payoutMachine, subStatuses } from './state.ts';

const shared = await openPayouts({ float: 100_000_000n });

describe('the life of a payout', () => {
  const { bank, ask, accepted, now, jobs, booked, tell, wait } = shared;

  test('is received, submitted, and complete when its bank has paid it', async () => {
    const before = await shared.float();
    const payout = await accepted({ amount: 12_345n });
    assert.equal(payout.state, 'received');
    const taken = await shared.float();
    assert.equal(taken.available, before.available - 12_345n);
    assert.equal(taken.pending, before.pending + 12_345n);
    assert.deepEqual(await booked(payout), ['payout_accepted']);
    await shared.sweeps.receive.run();
    assert.equal((await now(payout)).state, 'submitted');
    await jobs.drain();
    const ended = await now(payout);
    assert.deepEqual([ended.state, ended.subStatus, ended.stateReason], ['complete', 0, null]);
    assert.deepEqual(ended.completedAt, shared.clock.now());
    assert.deepEqual(await booked(payout), ['payout_accepted', 'payout_paid']);
    const spent = await shared.float();
    assert.deepEqual(spent, { available: taken.available, pending: before.pending, ledger: taken.available });
    const order = bank.taken.at(-1)!;
    assert.equal(order.amount, 12_345n);
    assert.equal(order.accountNumber, accounts.tyme.number);
    assert.equal(order.bankId, accounts.tyme.bankId);
    assert.equal(order.branchCode, accounts.tyme.branchCode);
    assert.equal(order.reference, 'KAROO 17');
    assert.equal(order.purpose, 'payout');
    assert.equal(order.realTime, false);
  });

  for (const [what, failure, state, subStatus] of [
    ['that the destination rejects', 'rejected', 'cancelled', 9001],
    ['that fails and the bank does not say whose doing it is', undefined, 'cancelled', 9001],
    ['that the bank could not process', 'bank', 'processing_error', 401],
  ] as const) {
    test(`a payout ${what} is ${state} with ${subStatus}, and its money is in the float again`, async () => {
      const before = await shared.float();
      const reason = 'in words that mean nothing to us';
      bank.mood = { answers: { outcome: 'failed', reason, ...(failure && { failure }) } };
      const payout = await accepted();
      await jobs.drain();
      bank.mood = { answers: paid };
      const ended = await now(payout);
      assert.deepEqual([ended.state, ended.subStatus, ended.stateReason], [state, subStatus, reason]);
      assert.deepEqual(await booked(payout), ['payout_accepted', 'payout_undone']);
      assert.deepEqual(await shared.float(), before);
    });
  }

  test('a payout that comes back after it was paid is returned, and its money is in the float again', async () => {
    const before = await shared.float();
    const payout = await accepted();
    await jobs.drain();
    await tell(payout, { outcome: 'returned', reason: 'the account no longer exists' });
    const ended = await now(payout);
    assert.deepEqual([ended.state, ended.stateReason], ['returned', 'the account no longer exists']);
    assert.deepEqual(await booked(payout), ['payout_accepted', 'payout_paid', 'payout_returned']);
    assert.deepEqual(await shared.float(), before);
    await tell(payout, { outcome: 'returned', reason: 'again' });
    assert.deepEqual(await shared.float(), before, 'and once only');
  });

  test('a payout that comes back before the bank called it paid is returned too', async () => {
    const before = await shared.float();
    bank.mood = { answers: { outcome: 'pending', reason: null } };
    const payout = await accepted();
    await jobs.drain();
    assert.equal((await now(payout)).state, 'submitted');
    await tell(payout, { outcome: 'returned', reason: 'no such account' });
    bank.mood = { answers: paid };
    assert.equal((await now(payout)).state, 'returned');
    assert.deepEqual(await booked(payout), ['payout_accepted', 'payout_undone']);
    assert.deepEqual(await shared.float(), before);
  });

  test('a lost bank response leaves it submitted, however long, and never sends it twice', async () => {
    bank.mood = 'loses its answer';
    const orders = bank.taken.length;
    const payout = await accepted();
    await jobs.drain();
    assert.equal((await now(payout)).state, 'submitted');
    await wait(600);
    assert.equal((await now(payout)).state, 'submitted');
    assert.equal(bank.taken.length, orders + 1);
    bank.mood = { answers: paid };
    await wait(3_600);
    assert.equal((await now(payout)).state, 'complete');
    assert.equal(bank.taken.length, orders + 1);
  });

  test('an order that never reached the bank is sent again with the same id', async () => {
    bank.mood = 'is away';
    const payout = await accepted();
    await jobs.drain();
    assert.equal((await now(payout)).state, 'submitted');
    bank.mood = { answers: paid };
    await wait(60);
    assert.equal((await now(payout)).state, 'complete');
    assert.equal(bank.taken.filter((order) => order.amount === payout.amountCents).length > 0, true);
  });

  test('a bank that is away for long is given up: 4 with 401, and the float has its money', async () => {
    const before = await shared.float();
    const payout = await accepted();
    bank.mood = 'is away';
    await jobs.drain();
    await wait(4 * 3_600);
    assert.equal((await now(payout)).state, 'submitted');
    await wait(3_600);
    bank.mood = { answers: paid };
    const ended = await now(payout);
    assert.deepEqual([ended.state, ended.subStatus], ['processing_error', subStatuses.bankUnavailable]);
    assert.deepEqual(await shared.float(), before);
  });

  test('every end is sent to the notifyUrl of the request, once each', async () => {
    const payout = await accepted({ notifyUrl: 'http://127.0.0.1:1/notify' });
    await jobs.drain();
    await tell(payout, { outcome: 'returned', reason: 'closed' });
    const reported = await shared.db`
      select event.type, event.sequence, event.data->>'state' as state, delivery.url, delivery.format
      from events event join deliveries delivery on delivery.event_id = event.id
      where event.object_id = ${payout.id} order by event.sequence`;
    const receiver = { type: 'payout.complete', url: 'http://127.0.0.1:1/notify', format: 'payout' };
    assert.deepEqual(
      [...reported],
      [
        { ...receiver, sequence: 1, state: 'complete' },
        { ...receiver, sequence: 2, state: 'returned' },
      ],
    );
  });

  test('its steps are recorded with their actors', async () => {
    const payout = await accepted();
    await jobs.drain();
    const steps = await shared.db`
      select from_state, verb, to_state, actor from transitions where object_id = ${payout.id} order by id`;
    assert.deepEqual(
      [...steps],
      [
        { fromState: 'received', verb: 'submit', toState: 'submitted', actor: 'system' },
        { fromState: 'submitted', verb: 'complete', toState: 'complete', actor: 'bank' },
      ],
    );
  });

  test('another site’s payout does not exist', async () => {
    const payout = await accepted();
    const other = await createMerchant(shared.ctx, { name: 'Other Shop' });
    const site = (await findSiteByCode(shared.db, other.siteCode))!;
    await assert.rejects(getPayout(shared.ctx, site, payout.id), { code: 'PayoutNotFound' });
  });

  test('an amount of zero is the caller’s mistake', async () => {
    await assert.rejects(ask({ amount: 0n }), { code: 'InvalidField' });
  });
});

describe('refused at the door', () => {
  const { ask, accepted, now, jobs } = shared;
  const refusal = async (given: Parameters<typeof ask>[0]) => {
    const before = await shared.float();
    const answer = await ask(given);
    assert.deepEqual(await shared.float(), before, 'a refused payout takes nothing');
    return answer.kind === 'refused' ? answer.subStatus : 'accepted';
  };
  const encrypted = 'q5Zl0Jd0mYyZKp3bq2m0Ow==';

  test('more than the float holds: 203', async () => {
    assert.equal(await refusal({ amount: 100_000_000_000n }), 203);
  });

  test('a reference that was used before, however the first ended and however long ago: 204', async () => {
    const first = await accepted({ merchantReference: 'ONCE' });
    assert.equal(await refusal({ merchantReference: 'ONCE' }), 204);
    await jobs.drain();
    assert.equal((await now(first)).state, 'complete');
    assert.equal(await refusal({ merchantReference: 'ONCE', amount: 1n }), 204);
    shared.clock.advance(400 * 24 * 3_600_000);
    assert.equal(await refusal({ merchantReference: 'ONCE' }), 204);
  });

  test('a refused payout has not used its reference', async () => {
    assert.equal(await refusal({ merchantReference: 'AGAIN', amount: 100_000_000_000n }), 203);
    assert.equal(await refusal({ merchantReference: 'AGAIN', accountNumber: '12' }), 9904);
    await accepted({ merchantReference: 'AGAIN' });
  });

  test('a branch of another bank, or no bank at all', async () => {
    for (const branchCode of ['250655', '67891', '6789100', '67891x', '']) {
      assert.equal(await refusal({ branchCode }), 0, branchCode);
    }
    const { bankId, branchCode } = accounts.fnb;
    const fnb = { bank: { id: bankId, branchCode, available: true }, accountNumber: accounts.fnb.number };
    await accepted({ ...fnb, branchCode: '250655' });
    await accepted({ ...fnb, branchCode: '210554' });
    assert.equal(await refusal({ ...fnb, branchCode: '051001' }), 0);
  });

  test('a number that fails its check digit: 9904', async () => {
    const { bankId, branchCode, number } = accounts.fnb;
    const fnb = { bank: { id: bankId, branchCode, available: true }, branchCode };
    await accepted({ ...fnb, accountNumber: number });
    assert.equal(await refusal({ ...fnb, accountNumber: number.replace('7', '8') }), 9904);
    assert.equal(await refusal({ ...fnb, accountNumber: number.slice(1) }), 9904);
    assert.equal(await refusal({ accountNumber: '00000000000' }), 9904);
  });

  test('an encrypted number without a source of the key: 205', async () => {
    assert.equal(await refusal({ accountNumber: encrypted }), 205);
  });

  test('a plain number if the site does not allow it, and malformed cipher text: 205', async () => {
    await shared.changeSite({ allowPlainAccountNumbers: false, verifyUrl: 'http://127.0.0.1:1/verify' });
    assert.equal(await refusal({}), 205);
    for (const accountNumber of [
      'not base64!',
      'abcd',
      '62 001 234 567',
      `${encrypted}AA`,
      'ab'.repeat(17),
    ]) {
      assert.equal(await refusal({ accountNumber }), 205, accountNumber);
    }
    await shared.changeSite({ allowPlainAccountNumbers: true, verifyUrl: null });
  });

  test('real-time clearing in staging: 405', async () => {
    assert.equal(await refusal({ isRtc: true }), 405);
  });
});

describe('a second person', () => {
  const { accepted, now, jobs, ctx } = shared;
  const by = (name: string): Context => ({ ...ctx, actor: `cli:${name}` });

  test('is waited for above the site’s threshold, and lets the payout go', async () => {
    await shared.changeSite({ approvalAboveCents: 50_000n });
    const small = await accepted({ amount: 50_000n });
    const large = await accepted({ amount: 50_001n });
    await jobs.drain();
    assert.equal((await now(small)).state, 'complete');
    assert.equal((await now(large)).state, 'approval');
    await submitPayout(ctx, large.id);
    await shared.wait(100);
    assert.equal((await now(large)).state, 'approval', 'nothing but a person moves it');
    for (const actor of ['cli', 'cli: ', 'system', 'client:Naledi'] as const)
      await assert.rejects(approvePayout({ ...ctx, actor }, everything, large.id), { code: 'InvalidField' });
    const approved = await approvePayout(by('Naledi'), everything, large.id);
    assert.deepEqual([approved.state, approved.approvedBy], ['submitted', 'cli:Naledi']);
    await assert.rejects(approvePayout(by('Thabo'), everything, large.id), { code: 'DoneAlready' });
    await jobs.drain();
    const ended = await now(large);
    assert.deepEqual([ended.state, ended.approvedBy], ['complete', 'cli:Naledi']);
  });

  test('agrees once, however many agree at the same moment', async () => {
    const large = await accepted({ amount: 60_000n });
    await jobs.drain();
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => approvePayout(by(`person ${index}`), everything, large.id)),
    );
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
    const orders = await shared.db`select id from transfers where object_id = ${large.id}`;
    assert.equal(orders.length, 1);
    await jobs.drain();
  });

  test('agrees or declines, one of many being first: it is sent once, or its money is returned once', async () => {
    const before = await shared.float();
    const many = await Promise.all(Array.from({ length: 5 }, () => accepted({ amount: 60_000n })));
    await jobs.drain();
    for (const { id } of many) {
      const answers = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) =>
          index % 2 === 0
            ? approvePayout(by('Naledi'), everything, id)
            : declinePayout(by('Thabo'), everything, id, ''),
        ),
      );
      assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
    }
    await jobs.drain();
    const states = await Promise.all(many.map(async (one) => (await now(one)).state));
    const declined = BigInt(states.filter((state) => state === 'cancelled').length);
    assert.equal(states.filter((state) => state === 'complete').length, 5 - Number(declined));
    const { available, pending, ledger } = await shared.float();
    const spent = 60_000n * (5n - declined);
    assert.deepEqual([available, pending, ledger], [before.available - spent, before.pending, available]);
  });

  test('can do nothing about a payout that does not exist', async () => {
    const nobody = '018f0000-0000-7000-8000-000000000000';
    await assert.rejects(approvePayout(by('Naledi'), everything, nobody), { code: 'PayoutNotFound' });
    await shared.changeSite({ approvalAboveCents: null });
  });
});

describe('deposits', () => {
  const arrived = () => ({
    account: simulatorAccount,
    receivedAt: shared.clock.now(),
    bookedOn: null,
    payer: null,
  });

  test('a site’s top-up reference is always the same, also when it is requested many times at once', async () => {
    const site = await shared.siteNow();
    const references = await Promise.all(
      Array.from({ length: 10 }, () => createTopUpReference(shared.ctx, site)),
    );
    assert.equal(new Set(references).size, 1);
    assert.match(references[0]!, /^TOPUP\d{12}$/);
    const other = await createMerchant(shared.ctx, { name: 'Third Shop' });
    const theirs = await createTopUpReference(shared.ctx, (await findSiteByCode(shared.db, other.siteCode))!);
    assert.notEqual(theirs, references[0]);
  });

  test('a deposit raises the float once, however often the bank reports it', async () => {
    const before = await shared.float();
    const reference = await createTopUpReference(shared.ctx, await shared.siteNow());
    const id = '018f0000-0000-7000-8000-000000000001';
    const deposit = { ...arrived(), id, amount: 7_700n, reference };
    await Promise.all(Array.from({ length: 10 }, () => receiveDeposit(shared.ctx, deposit)));
    await receiveDeposit(shared.ctx, deposit);
    const raised = before.available + 7_700n;
    assert.deepEqual(await shared.float(), { ...before, available: raised, ledger: raised });
    assert.deepEqual(await shared.booked({ id }), ['float_topped_up']);
  });

  test('a reference is known in any letter case and with spaces in it', async () => {
    const before = await shared.float();
    const reference = await createTopUpReference(shared.ctx, await shared.siteNow());
    const written = ` ${reference.slice(0, 5).toLowerCase()} ${reference.slice(5, 9)} ${reference.slice(9)} `;
    const id = '018f0000-0000-7000-8000-000000000002';
    await receiveDeposit(shared.ctx, { ...arrived(), id, amount: 1n, reference: written });
    assert.equal((await shared.float()).available, before.available + 1n);
  });

  test('unallocated money waits in suspense', async () => {
    const id = '018f0000-0000-7000-8000-000000000003';
    const reference = 'for the goat';
    const deposit = { ...arrived(), id, amount: 500n, reference };
    await receiveDeposit(shared.ctx, deposit);
    await receiveDeposit(shared.ctx, deposit);
    const [row] = await shared.db`select state, reference, site_id from deposits where id = ${id}`;
    assert.deepEqual({ ...row }, { state: 'waiting', reference, siteId: null });
    assert.deepEqual(await shared.booked({ id }), ['deposit_unmatched']);
  });
});

test('every state can be reached, and only complete can be left again, because its money can come back', () => {
  const reached = reachableStates(payoutMachine as unknown as Machine);
  assert.deepEqual([...reached].sort(), [...payoutMachine.states].sort());
  const leaving = payoutMachine.edges.flatMap(({ from, verb }) =>
    from.filter((state) => payoutMachine.ended.includes(state)).map((state) => `${state} ${verb}`),
  );
  assert.deepEqual(leaving, ['complete return']);
});

test('after all of this, everything holds together', async () => {
  await shared.jobs.drain();
  assert.deepEqual(await shared.findings(), []);
});
