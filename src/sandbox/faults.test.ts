import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openSandbox } from '../../test/support/setup/sandbox.ts';
import { until } from '../../test/support/until.ts';
import { findSiteByCode } from '../core/merchants/actions.ts';
import { type At, BankUnavailable, simulatorAccount } from '../core/rails.ts';
import { newId } from '../kernel/ids.ts';
import { createLog } from '../kernel/process/log.ts';
import { openFaults } from './faults.ts';

const off = {
  latencyMs: 0,
  errorRate: 0,
  timeoutAfterCommit: false,
  duplicateCallbacks: false,
  reorderCallbacks: false,
  down: false,
};

const at = (id: string, merchantId: string): At => ({ account: simulatorAccount, id, merchantId });

async function open() {
  const sandbox = await openSandbox();
  const other = (await findSiteByCode(sandbox.db, sandbox.stranger.siteCode))!.merchantId;
  const mine = sandbox.site.merchantId;
  const { rail } = sandbox.simulator;
  return {
    ...sandbox,
    mine,
    other,
    rail,
    put: (body: unknown, apiKey?: string) => sandbox.call('PUT', 'faults', body, apiKey),
    isOpenFor: async (merchantId: string) =>
      (await rail.orders.banks(at('', merchantId))).every(({ available }) => available),
    terms: (merchantId: string) => ({
      ...at(newId(sandbox.clock), merchantId),
      bankId: '4816019c-3314-4c80-8b6b-b2cd16dcc4ec',
      amount: 100n,
      payee: 'Shop',
      reference: 'ORDER-1',
      expiresAt: new Date(sandbox.clock.now().getTime() + 600_000),
      returnUrl: 'http://localhost:8420/return',
    }),
  };
}

describe('faults', () => {
  test('are exactly those that the last body named', async () => {
    const { put, call, isOpenFor, mine } = await open();
    const first = { bank: { ...off, down: true, latencyMs: 5 }, notifications: off };
    assert.deepEqual(await put({ bank: { down: true, latencyMs: 5 } }), { status: 200, body: first });
    assert.deepEqual((await call('GET', 'faults')).body, first);
    assert.equal(await isOpenFor(mine), false);
    const second = { bank: { ...off, errorRate: 0.5 }, notifications: { ...off, duplicateCallbacks: true } };
    const named = { bank: { errorRate: 0.5 }, notifications: { duplicateCallbacks: true } };
    assert.deepEqual((await put(named)).body, second);
    assert.deepEqual((await put({})).body, { bank: off, notifications: off });
    assert.equal(await isOpenFor(mine), true);
  });

  test('that are unknown or invalid are a 400 and change nothing', async () => {
    const { put, call } = await open();
    const before = (await put({ bank: { down: true } })).body;
    for (const [body, named] of [
      [{ notification: { down: true } }, /^notification is not a known field/],
      [{ bank: { slow: true } }, /^bank\/slow is not a known field/],
      [{ notifications: { slow: true } }, /^notifications\/slow is not a known field/],
      [{ bank: { down: 'yes' } }, /^bank\/down must be a boolean/],
      [{ notifications: { down: 1 } }, /^notifications\/down must be a boolean/],
      [{ bank: { errorRate: 1.5 } }, /^bank\/errorRate /],
      [{ notifications: { errorRate: -0.1 } }, /^notifications\/errorRate /],
      [{ bank: { latencyMs: -1 } }, /^bank\/latencyMs /],
      [{ notifications: { latencyMs: 60_001 } }, /^notifications\/latencyMs /],
      [{ bank: null }, /^bank must be an object/],
      [undefined, /^the body must be an object/],
    ] as const) {
      const answer = await put(body);
      assert.equal(answer.status, 400);
      assert.match(String(answer.body.message), named);
    }
    assert.deepEqual((await call('GET', 'faults')).body, before);
  });

  test('apply only to the merchant who switched them on', async () => {
    const { put, isOpenFor, mine, other, rail, terms, stranger, call } = await open();
    await put({ bank: { down: true } });
    assert.deepEqual([await isOpenFor(mine), await isOpenFor(other)], [false, true]);
    const order = terms(other);
    await rail.orders.start(order);
    assert.equal((await rail.orders.step(at(order.id, other), 'authenticate')).outcome, 'authenticated');
    await assert.rejects(rail.orders.start(terms(mine)), BankUnavailable);
    await assert.rejects(rail.orders.enquire(at(order.id, mine)), BankUnavailable);
    assert.deepEqual((await call('GET', 'faults', undefined, stranger.apiKey)).body.bank, off);
    await put({}, stranger.apiKey);
    assert.equal(await isOpenFor(mine), false);
  });

  test('delay only the callbacks about the affected payments', async () => {
    const { put, stranger, call, deposits, work } = await open();
    await put({ bank: { down: true } });
    await call('POST', 'deposits', { reference: 'MINE', amount: '1' });
    await call('POST', 'deposits', { reference: 'OTHER', amount: '1' }, stranger.apiKey);
    await work();
    assert.deepEqual(
      deposits.map(({ reference }) => reference),
      ['OTHER'],
    );
    await put({});
    await work();
    assert.deepEqual(
      deposits.map(({ reference }) => reference),
      ['OTHER', 'MINE'],
    );
  });

  test('are known to every process, and after a restart', async () => {
    const { put, db, mine, faults } = await open();
    const elsewhere = await openFaults(db, createLog('silent'));
    await put({ bank: { down: true }, notifications: { errorRate: 0.25 } });
    await until(() => elsewhere.bank.closedFor().length > 0);
    assert.deepEqual(elsewhere.of(mine), faults.of(mine));
    const later = await openFaults(db, createLog('silent'));
    assert.deepEqual(later.bank.closedFor(), [mine]);
    assert.equal(later.of(mine).notifications.errorRate, 0.25);
    await put({});
    await until(() => elsewhere.bank.closedFor().length + later.bank.closedFor().length === 0);
    assert.equal((await db`select 1 from sandbox_faults`).count, 0);
    await Promise.all([elsewhere.close(), later.close()]);
  });
});
