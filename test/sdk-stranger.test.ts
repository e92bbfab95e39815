// The package as a stranger has it: packed, installed into a project of their own, imported, required, type-checked; and
// with a service that it starts by itself.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { startService, type TestService } from './running.ts';

const run = promisify(execFile);
const root = resolve('.');

let service: TestService;
let project: string;

before(async () => {
  service = await startService({ started: true });
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
  await service.end();
  await rm(project, { recursive: true, force: true });
});

/** The environment without what makes a process part of this test run, and without anybody's settings. */
function outside(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(TEFO_|NODE_TEST_CONTEXT$|npm_)/.test(name));
  return Object.fromEntries(kept);
}

const here = () => ({
  cwd: project,
  env: { ...outside(), TEFO_URL: service.base, TEFO_API_KEY: service.merchant.apiKey },
});

const shopTest = `
test('an order that is paid is shipped', async () => {
  const sandbox = await startSandbox();
  const { urls, credentials, notifications } = sandbox;
  const fields = {
    siteCode: credentials.siteCode, countryCode: 'ZA', currencyCode: 'ZAR', amount: 599.8,
    transactionReference: 'ORDER-17', bankReference: 'ORDER 17', isTest: false,
    cancelUrl: 'https://shop.example/c', errorUrl: 'https://shop.example/e', successUrl: 'https://shop.example/s',
    notifyUrl: notifications.url,
  };
  const answer = await fetch(urls.payments + '/postpaymentrequest', {
    method: 'POST',
    headers: { ApiKey: credentials.apiKey, 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ ...fields, hashCheck: paymentHash(fields, credentials.privateKey) }),
  });
  const { paymentRequestId, errorMessage } = await answer.json();
  assert.equal(errorMessage, null);
  await sandbox.outcome.transaction(paymentRequestId, 'success');
  const told = await notifications.next({ reference: 'ORDER-17' });
  assert.equal(told.data.Amount, '599.80');
  await sandbox.close();
});
`;

test('it is imported and required in tests of node:test', async () => {
  await writeFile(
    join(project, 'imported.test.mjs'),
    `import assert from 'node:assert/strict';
     import { test } from 'node:test';
     import { paymentHash, startSandbox } from '@tefo/sdk';
     ${shopTest}`,
  );
  await writeFile(
    join(project, 'required.test.cjs'),
    `const assert = require('node:assert/strict');
     const { test } = require('node:test');
     const { paymentHash, startSandbox } = require('@tefo/sdk');
     ${shopTest}`,
  );
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap'], here());
  assert.match(stdout, /# pass 2\n/);
});

test('it has types that hold, and nothing in it but what it needs', async () => {
  await writeFile(
    join(project, 'shop.mts'),
    `import { type Notification, type Sandbox, SignatureError, startSandbox, verifyWebhook } from '@tefo/sdk';
     await using sandbox: Sandbox = await startSandbox({ settings: { feeBps: 100, holidayRule: 'none' } });
     const told: Notification = await sandbox.notifications.next({ type: 'refund.complete' });
     const now: Date = await sandbox.clock.advance('P1D');
     // @ts-expect-error: no such outcome
     await sandbox.outcome.refund('id', 'success');
     try { verifyWebhook(told.body, told.headers, 'whsec_'); } catch (error) {
       if (error instanceof SignatureError && error.code === 'NotNow') console.log(now);
     }`,
  );
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext', '--types', 'node'];
  const roots = ['--typeRoots', join(root, 'node_modules/@types')];
  await run(join(root, 'node_modules/.bin/tsc'), [...options, ...roots, 'shop.mts'], here()).catch(
    ({ stdout }) => assert.fail(stdout),
  );
  assert.deepEqual((await readdir(join(project, 'node_modules/@tefo/sdk'))).sort(), [
    'README.md',
    'hashes.js',
    'index.d.ts',
    'index.js',
    'notifications.js',
    'package.json',
    'receiver.js',
    'sandbox.js',
    'spawn.js',
    'webhooks.js',
  ]);
});

test('it starts a service where there is none, and leaves nothing behind', async () => {
  const folder = join(project, 'spawning');
  await mkdir(folder);
  const program = join(folder, 'spawn.mjs');
  await writeFile(
    program,
    `import { startSandbox } from '@tefo/sdk';
     const sandbox = await startSandbox({ url: process.env.AT, spawn: { directory: ${JSON.stringify(root)} } });
     console.log(sandbox.credentials.siteCode, (await sandbox.clock.now()).getTime() > 0);
     await sandbox.close();
     const isGone = await fetch(process.env.AT).then(() => false, () => true);
     console.log(isGone);`,
  );
  const at = new URL(service.base);
  at.port = String(await freePort());
  const env = { ...outside(), AT: at.origin, TMPDIR: folder };
  const { stdout } = await run(process.execPath, [program], { cwd: folder, env });
  assert.match(stdout, /^SAN\w+ true\ntrue\n$/);
  assert.deepEqual(await readdir(folder), ['spawn.mjs']);
});

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening));
  const { port } = probe.address() as { port: number };
  await new Promise((closed) => probe.close(closed));
  return port;
}
