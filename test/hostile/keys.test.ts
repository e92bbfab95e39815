// Other users of the machine cannot read secrets of a service in its log, in output without a terminal, or in
// typed commands.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTefo } from '../support/opening.ts';
import { outsideEnvironment } from '../support/process.ts';

const { tefo, running: service, merchant } = await startTefo();
const known = merchant.credentials;

test('the log and the credentials are their owner’s alone', async () => {
  for (const file of ['tefo.log', 'credentials.json'])
    assert.equal((await stat(join(tefo.dataDir, file))).mode & 0o777, 0o600, file);
});

test('the first screen names no key where it is no terminal, and where they are', () => {
  const screen = service.said();
  assert.match(screen, /Tefo is ready/);
  assert.match(screen, /npx tefo credentials \(masked here/);
  for (const key of ['apiKey', 'privateKey', 'clientSecret', 'webhookSecret', 'payoutAccessToken'] as const)
    assert.ok(!screen.includes(known[key]!), key);
});

/** Of production, where nothing else is looked at before a secret that is typed. */
const production = {
  TEFO_MODE: 'production',
  TEFO_PUBLIC_URL: 'https://pay.example.com',
  TEFO_MASTER_KEYS: `k1:${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`,
};

test('a secret setting comes from a file or standard input, and in production never from the command line', async () => {
  const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
  const env = { ...outsideEnvironment(), TEFO_DATA_DIR: tefo.dataDir, TEFO_PORT: String(tefo.port) };
  const options = { cwd: tefo.dataDir, env };
  const setting = (value: string) => ['site', 'set', known.siteCode, `payoutAccessToken=${value}`];
  const set = (value: string) => tefo.command(...setting(value));
  const now = async () => JSON.parse((await tefo.command('credentials', '--json')).stdout).payoutAccessToken;
  const typed = await promisify(execFile)(process.execPath, [cli, ...setting('typed-by-hand')], {
    ...options,
    env: { ...env, ...production },
  }).then(
    () => assert.fail('it was taken'),
    (error: { code: number; stderr: string; stdout: string }) => error,
  );
  assert.equal(typed.code, 2);
  assert.match(typed.stderr, /payoutAccessToken is a secret.*payoutAccessToken=-.*payoutAccessToken=@FILE/);
  assert.doesNotMatch(typed.stderr + typed.stdout, /typed-by-hand/);
  assert.equal(await now(), known.payoutAccessToken);

  const file = join(tefo.dataDir, 'token');
  await writeFile(file, 'from-a-file\n');
  assert.equal((await set(`@${file}`)).code, 0);
  assert.equal(await now(), 'from-a-file');
  assert.equal((await set('@/nowhere')).code, 1);

  const asked = promisify(execFile)(
    process.execPath,
    [cli, 'site', 'set', known.siteCode, 'payoutAccessToken=-'],
    options,
  );
  asked.child.stdin!.end('from-a-pipe\r\n');
  await asked;
  assert.equal(await now(), 'from-a-pipe');
});
