// The package as a stranger has it: packed, installed into a project of their own, imported, required, type-checked; and
// with a service that it starts by itself.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { glob, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { piecesOf } from './support/guide.ts';
import { freePort } from './support/ports.ts';

const run = promisify(execFile);
const root = resolve('.');

let project: string;

before(async () => {
  project = await mkdtemp(join(tmpdir(), 'tefo-stranger-'));
  const packed = await run('npm', ['pack', '--json', '--pack-destination', project, join(root, 'sdk')], {
    env: outside(),
  });
  const [{ filename }] = JSON.parse(packed.stdout);
  await writeFile(join(project, 'package.json'), '{ "name": "shop", "private": true }');
  const flags = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...flags, join(project, filename)], { cwd: project, env: outside() });
});

after(async () => {
  await rm(project, { recursive: true, force: true });
});

/** The environment without what makes a process part of this test run, and without anybody's settings. */
function outside(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(TEFO_|NODE_TEST_CONTEXT$|npm_)/.test(name));
  return Object.fromEntries(kept);
}

// Vitest and Jest are not installed here: what their programs take of them stands in their place.
const runners = `
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
const expect = (got) => ({ toBe: (one) => assert.equal(got, one), toEqual: (one) => assert.deepEqual(got, one) });
export { after as afterAll, before as beforeAll, expect, test };
Object.assign(globalThis, { afterAll: after, beforeAll: before, expect, test });
`;

test('the project of the testing guide passes, over a service that it starts', async () => {
  const vitest = join(project, 'node_modules/vitest');
  await mkdir(vitest);
  await writeFile(join(vitest, 'index.mjs'), runners);
  await writeFile(join(vitest, 'package.json'), '{"exports": "./index.mjs"}');
  const files = new Map<string, string>();
  for (const piece of await piecesOf('testing', 'js')) {
    const [, name, text] = /^\/\/ (\S+)\n(.*)$/s.exec(piece)!;
    files.set(name!, (files.get(name!) ?? '') + text);
  }
  for (const [name, text] of files) await writeFile(join(project, name), text);
  const names = [...files.keys()];
  for (const name of names.filter((one) => /config|jest-/.test(one))) await import(join(project, name));
  const { stdout } = await run(
    process.execPath,
    [
      ...['--test', '--test-global-setup=tefo-setup.mjs', '--import=vitest', '--test-reporter=tap'],
      ...['--test-concurrency=1', ...names.filter((name) => /\.(test|vitest|jest)\./.test(name))],
    ],
    { cwd: project, env: { ...outside(), TEFO_CHECKOUT: root }, timeout: 300_000 },
  );
  assert.match(stdout, /^# pass 11$/m);
  assert.match(stdout, /^# fail 0$/m);
});

test('it has types that hold, and nothing in it but what it needs', async () => {
  await writeFile(
    join(project, 'shop.mts'),
    `import { type ErrorCode, SignatureError, Tefo, TefoError, verifyWebhook, type WebhookEvent } from '@tefo/sdk';
     import { receiveWebhooks } from '@tefo/sdk/next';
     import { type Notification, type Sandbox, startSandbox } from '@tefo/sdk/testing';
     await using sandbox: Sandbox = await startSandbox({ settings: { feeBps: 100, holidayRule: 'none' } });
     const told: Notification = await sandbox.notifications.next({ type: 'refund.complete' });
     const now: Date = await sandbox.clock.advance('P1D');
     // @ts-expect-error: no such outcome
     await sandbox.outcome.refund('id', 'success');
     try { await verifyWebhook(told.body, told.headers, 'whsec_'); } catch (error) {
       if (error instanceof SignatureError && error.code === 'NotNow') console.log(now);
     }
     const tefo = new Tefo(sandbox.credentials);
     const amount = { currency: 'ZAR', value: 10 } as const;
     const { id } = await tefo.one.createPayment({ body: { amount, merchantReference: 'A', expireAt: '2100-01-01T00:00:00Z' } });
     const name: string = id;
     // @ts-expect-error: an amount is needed
     await tefo.one.createPayment({ body: { merchantReference: 'A', expireAt: '2100-01-01T00:00:00Z' } });
     // @ts-expect-error: it is an object
     const wrong: number = await tefo.one.getPayment({ path: { id: name } });
     for await (const { status } of tefo.one.listRefunds({ query: { fromDate: '2026-01-01', toDate: '2026-01-02' } }))
       console.log(status === 'Complete');
     export const POST = receiveWebhooks('whsec_', (event: WebhookEvent) => {
       if (event.type === 'transaction.complete' && 'id' in event.data) console.log(event.data.id, wrong);
     });
     try { await tefo.payouts.getAvailableBanks(); } catch (error) {
       const code: ErrorCode | undefined = error instanceof TefoError ? error.code : undefined;
       console.log(code);
     }`,
  );
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext', '--types', 'node'];
  const roots = ['--typeRoots', join(root, 'node_modules/@types')];
  await run(join(root, 'node_modules/.bin/tsc'), [...options, ...roots, 'shop.mts'], { cwd: project }).catch(
    ({ stdout }) => assert.fail(stdout),
  );
  const folder = join(project, 'node_modules/@tefo/sdk');
  assert.deepEqual((await readdir(folder)).sort(), ['README.md', 'dist', 'package.json']);
  const declared = await Array.fromAsync(glob('**/*.d.ts', { cwd: join(folder, 'dist') }));
  for (const file of declared.filter((one) => !one.startsWith('generated/')))
    assert.doesNotMatch(await readFile(join(folder, 'dist', file), 'utf8'), /\bany\b(?=[;,)>\]])/, file);
});

test('what an integration loads is small, and runs where there is no Node', async () => {
  const dist = join(project, 'node_modules/@tefo/sdk/dist');
  const loaded = new Map<string, string>();
  const load = async (file: string): Promise<void> => {
    if (loaded.has(file)) return;
    const source = await readFile(file, 'utf8');
    loaded.set(file, source);
    for (const [, name] of source.matchAll(/from '([^']+)'/g)) {
      assert.match(name!, /^\./, `${file} imports ${name}`);
      await load(join(file, '..', name!));
    }
  };
  await load(join(dist, 'index.js'));
  const bytes = [...loaded.values()].reduce((sum, source) => sum + Buffer.byteLength(source), 0);
  assert.ok(bytes <= 40_000, `${bytes} bytes`);
  for (const name of ['fastify', 'hono', 'next', 'express'])
    await load(join(dist, 'receivers', `${name}.js`));
});

test('it starts a service where there is none, and leaves nothing behind', async () => {
  const folder = join(project, 'spawning');
  await mkdir(folder);
  const program = join(folder, 'spawn.mjs');
  await writeFile(
    program,
    `import { startSandbox } from '@tefo/sdk/testing';
     const sandbox = await startSandbox({ url: process.env.AT, spawn: { directory: ${JSON.stringify(root)} } });
     console.log(sandbox.credentials.siteCode, (await sandbox.clock.now()).getTime() > 0);
     await sandbox.close();
     const isGone = await fetch(process.env.AT).then(() => false, () => true);
     console.log(isGone);`,
  );
  const env = { ...outside(), AT: `http://127.0.0.1:${await freePort()}`, TMPDIR: folder };
  const { stdout } = await run(process.execPath, [program], { cwd: folder, env });
  assert.match(stdout, /^SAN\w+ true\ntrue\n$/);
  assert.deepEqual(await readdir(folder), ['spawn.mjs']);
});
