// Scheduled reports by SFTP: once, to the server with the pinned host key alone.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { newestOf } from '../src/core/scheduled-reports/actions.ts';
import { openMerchant } from '../src/core/users/merchant-opening.ts';
import { openService } from './support/opening.ts';
import { openReports } from './support/reports.ts';
import { local } from './support/settling.ts';
import { openSftpServer } from './support/sftp-server.ts';

const service = await openService();
const { add, charge, folder, removeAll, runAll, runAt } = await openReports(service);

describe('scheduled reports', () => {
  beforeEach(removeAll);

  test('reach an SFTP server once, after it was down for two days and wherever an attempt ended', async () => {
    const server = await openSftpServer('own');
    after(() => server.close());
    service.clock.set(local('2026-12-28T09:00'));
    const to = `sftp://tefo@127.0.0.1:${server.port}/in`;
    const access = { sftpKey: server.key, hostKey: server.hostKey };
    await assert.rejects(add({ to }), /sftpKey: must be a private key/);
    await assert.rejects(add({ to, sftpKey: server.key, hostKey: 'MD5:aa' }), /hostKey: must be/);
    await assert.rejects(add({ ...access, to: 'sftp://tefo:word@127.0.0.1/in' }), /without a password/);
    const daily = await add({ to, ...access });
    assert.doesNotMatch(JSON.stringify(daily), /PRIVATE KEY/);
    await charge('2026-12-28T10:00');
    await server.down();
    // The server of one merchant delays no other.
    const other = await openMerchant(service.ctx, { name: 'Karoo Books' });
    await add({ name: 'other', merchantId: other.merchant.id });
    for (const at of ['2026-12-29T06:00', '2026-12-29T18:00', '2026-12-30T05:00']) await runAt(at);
    assert.ok((await readdir(join(folder, 'books'))).length > 0);
    const [waiting] = await newestOf(service.ctx, daily, 1);
    assert.match(waiting!.lastError!, /ECONNREFUSED/);
    await server.up();
    await runAt('2026-12-30T09:30');
    const names = async () => (await readdir(join(server.root, 'in'))).toSorted();
    const name = `${service.merchant.merchant.code}_daily_2026-12-28_v1.csv`;
    assert.ok((await names()).includes(name));
    assert.ok((await names()).every((one) => !one.endsWith('.part')));
    const sent = await readFile(join(server.root, 'in', name));
    assert.equal(hash('sha256', sent, 'hex'), waiting!.sha256);
    // The process ends before the delivery is noted, and the recipient has taken the file by then.
    await rm(join(server.root, 'in', name));
    await service.db`
      update reports set due_at = ${service.clock.now()}, delivered_at = null where id = ${waiting!.id}`;
    await runAll();
    assert.ok(!(await names()).includes(name));
    // It ends before the file has its own name.
    await writeFile(join(server.root, 'in', `${name}.part`), sent);
    await service.db`
      update reports set due_at = ${service.clock.now()}, delivered_at = null where id = ${waiting!.id}`;
    await runAll();
    assert.ok((await names()).includes(name));
    const [done] = await newestOf(service.ctx, daily, 100).then((all) =>
      all.filter(({ id }) => id === waiting!.id),
    );
    assert.ok(done!.deliveredAt);
  });

  test('are not sent to an SFTP server with another host key, nor in production to a private address', async () => {
    const server = await openSftpServer('own');
    after(() => server.close());
    service.clock.set(local('2026-12-31T09:00'));
    const to = `sftp://tefo@127.0.0.1:${server.port}/in`;
    const access = { sftpKey: server.key, hostKey: `SHA256:${'A'.repeat(43)}` };
    const daily = await add({ to, ...access });
    const errorsAt = async (at: string, ctx = service.ctx) => {
      await runAt(at, { ctx });
      return (await newestOf(service.ctx, daily, 100)).map(({ lastError }) => lastError);
    };
    for (const error of await errorsAt('2027-01-04T06:00')) assert.match(error!, /has the host key SHA256:/);
    const addressRules = { ...service.ctx.policy.addressRules, mode: 'production' as const };
    const inProduction = { ...service.ctx, policy: { ...service.ctx.policy, addressRules } };
    for (const error of await errorsAt('2027-01-04T10:00', inProduction))
      assert.equal(error, 'the address is not allowed');
    assert.equal(server.logins(), 0);
    assert.deepEqual(await readdir(join(server.root, 'in')), []);
  });
});
