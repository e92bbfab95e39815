// Servers of banks: OpenSSH's where it is installed, and one of ssh2.
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { openSftpServer, openSshServer, type SftpServer } from '../../../../test/support/sftp-server.ts';
import { openWorld } from '../../../../test/support/world.ts';
import { bankNamed } from '../../../core/banks.ts';
import { openAccount } from '../../../core/statements/actions.ts';
import { createLog } from '../../../kernel/process/log.ts';
import { makeFolders } from '../placing.ts';
import { readSftp } from './settings.ts';
import { createSftpSweep } from './sweep.ts';

const folder = await mkdtemp(join(tmpdir(), 'tefo-sftp-sweep-'));
const { ctx } = await openWorld();
after(() => rm(folder, { recursive: true }));
const servers: SftpServer[] = [];
after(() => Promise.all(servers.map((server) => server.close())));
let accounts = 0;

/** An account whose bank has a server, and the sweep that looks at it. */
async function openBank(kind: 'openssh' | 'own', change: (server: SftpServer) => object = () => ({})) {
  const server = await openSftpServer(kind);
  servers.push(server);
  accounts += 1;
  const id = `bank${accounts}`;
  const settings = readSftp({
    url: `sftp://tefo@127.0.0.1:${server.port}`,
    ...{ key: server.key, hostKey: server.hostKey, take: undefined, give: undefined },
    ...change(server),
  });
  const own = await makeFolders(folder, id);
  await openAccount(ctx, {
    ...{
      id,
      rail: 'files',
      abilities: ['deposits'],
      bankId: bankNamed('fnb')!.id,
      branchCode: '250655',
      number: `6200000${accounts}`,
    },
    ...{ holder: 'A shop', merchantId: null, statementProfile: 'auto', statementDescription: null },
    ...{ paymentProfile: null, opening: null, cutOff: '16:00', limit: null, releases: 0, customer: null },
    settings: { sftp: settings },
  });
  const warned: { reason?: string; account?: string; file?: string }[] = [];
  const log = createLog('silent');
  log.warn = ((facts: object) => void warned.push(facts)) as never;
  log.child = () => log as never;
  // Each test looks at its own account.
  const looking = { ...ctx, log };
  const sweep = createSftpSweep({ ctx: looking, folder, mostMb: 1, everyMs: 60_000, only: id });
  const inside = (name: string) => join(own, name);
  return {
    id,
    server,
    own,
    warned,
    look: () => sweep.run(),
    names: async (of: 'in' | 'out') => (await readdir(inside(of))).sort(),
    remote: async (of: 'in' | 'out') => (await readdir(join(server.root, of))).sort(),
  };
}

for (const kind of ['openssh', 'own'] as const) {
  const skip = kind === 'openssh' && !openSshServer && 'OpenSSH’s sftp-server is not installed';
  describe(`a server of ${kind}`, { skip }, () => {
    test('is read at once: no packet is held back for the next', async (t) => {
      const bank = await openBank(kind);
      const undelayed = t.mock.method(Socket.prototype, 'setNoDelay').mock;
      const connections: Socket[] = [];
      const note = (message: unknown) => {
        const { socket } = message as { socket: Socket };
        socket.once('connect', () => socket.remotePort === bank.server.port && connections.push(socket));
      };
      subscribe('net.client.socket', note);
      await bank.look();
      unsubscribe('net.client.socket', note);
      assert.deepEqual(bank.warned, []);
      assert.equal(connections.length, 1);
      assert.ok(undelayed.calls.some((call) => call.this === connections[0] && call.arguments[0] === true));
    });

    test('gives new files once, empty ones too, and is given each file once and whole', async () => {
      const bank = await openBank(kind);
      const big = Buffer.alloc(300_000, 'a line of a statement\n');
      await writeFile(join(bank.server.root, 'out', 'a.sta'), big);
      await writeFile(join(bank.server.root, 'out', 'empty.sta'), '');
      await writeFile(join(bank.server.root, 'out', 'b.sta.part'), 'half');
      await writeFile(join(bank.own, 'out', 'TEFO1.xml'), big);
      assert.equal(await bank.look(), 3);
      assert.deepEqual(await bank.names('in'), ['a.sta', 'empty.sta']);
      assert.ok((await readFile(join(bank.own, 'in', 'a.sta'))).equals(big));
      assert.deepEqual(await bank.remote('in'), ['TEFO1.xml']);
      assert.ok((await readFile(join(bank.server.root, 'in', 'TEFO1.xml'))).equals(big));
      // The files were taken on both sides.
      for (const name of await bank.names('in'))
        await rename(join(bank.own, 'in', name), join(bank.own, 'done', name));
      await rm(join(bank.server.root, 'in', 'TEFO1.xml'));
      assert.equal(await bank.look(), 0);
      assert.deepEqual([await bank.names('in'), await bank.remote('in')], [[], []]);
      // The same name with other bytes is another file.
      await writeFile(join(bank.server.root, 'out', 'a.sta'), 'new');
      await utimes(join(bank.server.root, 'out', 'a.sta'), 1_800_000_000, 1_800_000_000);
      assert.equal(await bank.look(), 1);
      assert.deepEqual(await bank.names('in'), ['a.sta']);
      assert.deepEqual(bank.warned, []);
    });

    test('gets nothing if its host key is another one', async () => {
      const bank = await openBank(kind, () => ({ hostKey: `SHA256:${'A'.repeat(43)}` }));
      await writeFile(join(bank.own, 'out', 'TEFO1.xml'), 'x');
      assert.equal(await bank.look(), 0);
      assert.equal(bank.server.logins(), 0);
      assert.equal(
        bank.warned[0]!.reason,
        `the server has the host key ${bank.server.hostKey}, which is not the pinned one`,
      );
    });

    test('that does not know the key does not lead to showing it', async () => {
      const other = await openSftpServer('own');
      await other.close();
      const bank = await openBank(kind, () => ({ key: other.key }));
      await bank.look();
      assert.match(bank.warned[0]!.reason!, /authentication/i);
      assert.doesNotMatch(JSON.stringify(bank.warned), /PRIVATE KEY/);
    });

    test('that is down is retried ever less often, and continues when it is up', async () => {
      const bank = await openBank(kind);
      await writeFile(join(bank.own, 'out', 'TEFO1.xml'), 'x');
      await bank.server.down();
      for (let looks = 0; looks < 6; looks += 1) await bank.look();
      // After the first failure the next look, after the second one is passed over, after the third three.
      assert.equal(bank.warned.length, 3);
      await bank.server.up();
      for (let looks = 0; looks < 4; looks += 1) await bank.look();
      assert.deepEqual(await bank.remote('in'), ['TEFO1.xml']);
      assert.equal(bank.warned.length, 3);
    });
  });
}

test('a download that breaks off leaves no file, and is repeated', async () => {
  const bank = await openBank('own');
  await writeFile(join(bank.server.root, 'out', 'a.sta'), Buffer.alloc(400_000, 'x'));
  bank.server.faults.endsAfterBytes = 100_000;
  assert.equal(await bank.look(), 0);
  assert.equal(bank.warned.length, 1);
  assert.deepEqual(await bank.names('in'), []);
  bank.server.faults.endsAfterBytes = undefined;
  assert.equal(await bank.look(), 1);
  assert.equal((await readFile(join(bank.own, 'in', 'a.sta'))).length, 400_000);
});

test('a file that cannot be taken, and one that is too large, do not stop the ones behind them', async () => {
  const bank = await openBank('own');
  for (const name of ['a.sta', 'b.sta', 'c.sta']) await writeFile(join(bank.server.root, 'out', name), name);
  await mkdir(join(bank.own, 'in', 'a.sta.part'));
  await truncate(join(bank.server.root, 'out', 'b.sta'), 3 * 1024 ** 2);
  assert.equal(await bank.look(), 1);
  assert.deepEqual(await bank.names('in'), ['a.sta.part', 'c.sta']);
  assert.deepEqual(
    bank.warned.map(({ file }) => file),
    ['a.sta', 'b.sta'],
  );
  await rmdir(join(bank.own, 'in', 'a.sta.part'));
  assert.equal(await bank.look(), 1);
  assert.deepEqual(await bank.names('in'), ['a.sta', 'c.sta']);
});

test('a server that renames nothing is written to under the file’s own name', async () => {
  const bank = await openBank('own');
  bank.server.faults.renamesNothing = true;
  await writeFile(join(bank.own, 'out', 'TEFO1.xml'), 'x');
  assert.equal(await bank.look(), 1);
  assert.deepEqual(await bank.remote('in'), ['TEFO1.xml']);
});

test('names that lead elsewhere are not taken', async () => {
  const bank = await openBank('own');
  await writeFile(join(bank.server.root, 'out', '..\\a.sta'), 'x');
  assert.equal(await bank.look(), 0);
  assert.deepEqual(await bank.names('in'), []);
  await bank.look();
  assert.equal(bank.warned.length, 0);
});

test('a payment file that the server refuses delays no statement and no other payment file', async () => {
  const bank = await openBank('own');
  await writeFile(join(bank.own, 'out', 'TEFO1.xml'), 'x');
  await writeFile(join(bank.server.root, 'in', 'TEFO1.xml'), 'another');
  for (let looks = 0; looks < 2; looks += 1) assert.equal(await bank.look(), 0);
  await writeFile(join(bank.own, 'out', 'TEFO2.xml'), 'x');
  await writeFile(join(bank.server.root, 'out', 'a.sta'), 'x');
  assert.equal(await bank.look(), 2);
  assert.deepEqual(await bank.names('in'), ['a.sta']);
  assert.deepEqual(await bank.remote('in'), ['TEFO1.xml', 'TEFO2.xml']);
  assert.deepEqual(
    bank.warned.map(({ file }) => file),
    ['TEFO1.xml', 'TEFO1.xml'],
  );
});

test('an account whose settings cannot be opened does not keep others from their server', async () => {
  const [broken, other] = [await openBank('own'), await openBank('own')];
  await ctx.db`update bank_accounts set settings_sealed = 'k9:lost' where id = ${broken.id}`;
  const logged: object[] = [];
  const log = createLog('silent');
  log.error = ((facts: object) => void logged.push(facts)) as never;
  await writeFile(join(other.server.root, 'out', 'a.sta'), 'x');
  await createSftpSweep({ ctx: { ...ctx, log }, folder, mostMb: 1, everyMs: 60_000 }).run();
  assert.deepEqual(await other.names('in'), ['a.sta']);
  assert.equal(logged.length, 1);
});
