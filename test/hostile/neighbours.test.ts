// Merchants who share a sandbox: what belongs to all of them is not for the ApiKey of one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createKeyring } from '../../src/kernel/security/crypto.ts';
import { operatorHeader } from '../../src/sandbox/operator.ts';
import { saveSnapshot } from '../../src/sandbox/snapshots/snapshot-store.ts';
import { columnOf } from '../support/column.ts';
import { ask } from '../support/merchant.ts';
import { startService, type TestService } from '../support/running.ts';
import { demoKeys } from '../support/world.ts';

async function open(env: Record<string, string> = {}) {
  const service: TestService = await startService({ env });
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    ask(`${service.base}/sandbox/${path}`, {
      method,
      headers: {
        apikey: service.merchant.apiKey,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      } as never,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return { ...service, call, operator: () => operatorHeader(service.ctx.keyring, service.clock) };
}

describe('a snapshot', () => {
  test('is a merchant’s to save and restore as long as there is no other', async () => {
    const { call } = await open();
    assert.equal((await call('POST', 'snapshots', { name: 'mine' })).status, 201);
    assert.equal((await call('POST', 'snapshots/mine/restore')).status, 200);
    assert.equal((await call('DELETE', 'snapshots/mine')).status, 204);
  });

  test('ends with a second merchant: snapshots are not saved, listed, restored or deleted, and the other merchant’s data stays', async () => {
    const { call, db, clock, operator } = await open();
    await saveSnapshot(db, 'before', clock.now());
    const other = (await call('POST', 'sites', {})).body;
    const refused: [method: string, path: string, command: string, body?: unknown][] = [
      ['GET', 'snapshots', 'list'],
      ['POST', 'snapshots', 'save NAME', { name: 'before' }],
      ['POST', 'snapshots/before/restore', 'restore NAME'],
      ['DELETE', 'snapshots/before', 'delete NAME'],
    ];
    for (const apikey of [undefined, other.apiKey]) {
      for (const [method, path, command, body] of refused) {
        const answer = await call(method, path, body, apikey && { apikey });
        assert.equal(answer.status, 403, `${method} ${path}`);
        assert.deepEqual(answer.body, {
          message: `a snapshot contains all merchants, and this sandbox has several merchants: the operator can run \`tefo snapshot ${command}\``,
        });
      }
    }
    assert.equal((await db`select 1 from sites where code = ${other.siteCode}`).count, 1);
    const { body } = await call('GET', 'snapshots', undefined, await operator());
    assert.deepEqual(columnOf(body.snapshots, 'name'), ['before']);
  });
});

describe('the clock', () => {
  test('can be moved by every merchant, unless a setting reserves it', async () => {
    const { call } = await open();
    assert.equal((await call('POST', 'clock', { advance: 'PT1M' })).status, 200);
  });

  test('can be moved only by the operator where the setting says so, whatever a caller claims', async () => {
    const { call, clock, operator } = await open({ TEFO_SANDBOX_CLOCK: 'operator' });
    const began = clock.now();
    const stranger = await operatorHeader(createKeyring(demoKeys), clock);
    for (const headers of [
      {},
      stranger,
      { Authorization: 'Bearer operator' },
      { Authorization: `Bearer ${'x.'.repeat(300)}` },
    ]) {
      const answer = await call('POST', 'clock', { advance: 'P40D' }, headers as never);
      assert.equal(answer.status, 403);
      assert.match(answer.body.message, /`tefo clock`/);
    }
    assert.deepEqual(clock.now(), began);
    assert.equal((await call('GET', 'clock')).status, 200);
    assert.equal((await call('POST', 'clock', { advance: 'PT1M' }, await operator())).status, 200);
    assert.equal(
      (await call('POST', 'clock', { advance: 'PT1M' }, { apikey: 'nobody', ...(await operator()) })).status,
      401,
    );
  });
});
