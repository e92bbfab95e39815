// The programs of docs/guides work as described: each is assembled from its pieces and run as a reader would.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { credentialsOf } from '../src/app/credentials.ts';
import { welcome } from '../src/app/welcome.ts';
import { formatHead, ledgerHead } from '../src/core/ledger/actions.ts';
import { changeSite } from '../src/core/merchants/actions.ts';
import { shiftedClock } from '../src/kernel/clock.ts';
import { openCommands } from './support/commands.ts';
import { environmentOf, piecesOf, servedScript, settingsOf } from './support/guide.ts';
import { ask, createMerchantOf } from './support/merchant.ts';
import { openFolder, openService } from './support/opening.ts';
import { freePort } from './support/ports.ts';
import { openReceiver } from './support/receiver.ts';
import type { TestServiceOptions } from './support/running.ts';
import { until } from './support/until.ts';
import { nameReceivers } from './support/webhook-shop.ts';

const folder = await openFolder('guides');
await symlink(resolve('node_modules'), join(folder, 'node_modules'));

async function open(options: TestServiceOptions) {
  const service = await openService(options);
  return { ...service, credentials: credentialsOf(service.config, service.merchant) };
}

/** A service whose clock was moved by years, which several guides share: a reader may have moved it too. */
nameReceivers();
const tenYearsMs = 3_653 * 24 * 3_600_000;
const env = { TEFO_ALLOWED_NETWORKS: '127.0.0.0/8' };
const today = await open({ clock: shiftedClock(tenYearsMs), started: true, env });
const payoutPort = await freePort();
// Before the first caller: the service's knowledge of a site is a second old.
const verifyUrl = `http://127.0.0.1:${payoutPort}/verify`;
await changeSite(today.ctx, today.credentials.siteCode, { verifyUrl, allowPlainAccountNumbers: true });

/** Runs a guide's program; returns its output lines. Throws its error output when it fails. */
async function run(
  guide: string,
  credentials: object,
  args: string[] = [],
  env: object = {},
  input = '',
): Promise<string[]> {
  const file = join(folder, `${guide}.mjs`);
  await writeFile(file, (await piecesOf(guide, 'js')).join('\n'));
  const running = promisify(execFile)(process.execPath, [file, ...args], {
    env: { ...env, CREDENTIALS: JSON.stringify(credentials) },
    timeout: 60_000,
  });
  // A program that fails reads no further.
  running.child.stdin!.on('error', () => {}).end(input);
  const { stdout } = await running;
  return stdout.trim().split('\n');
}

test('the curl commands of the README create a payment, a refund and a payout', async () => {
  const { base, credentials } = today;
  const blocks = [...(await readFile('README.md', 'utf8')).matchAll(/^```sh\n(.*?)^```$/gms)];
  const commands = blocks
    .map(([, block]) => block!)
    .filter((block) => block.includes('curl'))
    .map((block) =>
      block
        .replaceAll('http://localhost:8420', base)
        .replaceAll('YOUR_CLIENT_ID', credentials.clientId)
        .replaceAll('YOUR_CLIENT_SECRET', credentials.clientSecret)
        .replaceAll('YOUR_SITE_CODE', credentials.siteCode)
        .replaceAll('YOUR_API_KEY', credentials.apiKey)
        .replace('PAYMENT_ID', '$(id)')
        .replace('TRANSACTION_ID', '$(transaction)'),
    );
  // Values that a reader copies from one response into the next command.
  const script = [
    'command -v openssl > /dev/null || openssl() { node -p \'crypto.hash("sha512", fs.readFileSync(0)) + " -"\'; }',
    'id() { sed -E \'s/.*"id":"([^"]*)","status".*/\\1/\' 1.json; }',
    'transaction() { sed -E \'s/.*"transactionId":"([^"]*)".*/\\1/\' 2.json; }',
    ...commands.map((block, index) => `{ ${block} } > ${index + 1}.json`),
  ];
  const cwd = join(folder, 'readme');
  await mkdir(cwd);
  const run = promisify(execFile)('bash', ['-euc', script.join('\n')], {
    cwd,
    env: { PATH: process.env.PATH },
  });
  await run.catch(async (error) => {
    const files = await readdir(cwd);
    const said = await Promise.all(files.sort().map((file) => readFile(join(cwd, file), 'utf8')));
    assert.fail(`${error.stderr} after ${said.join(' | ')}`);
  });
  const answers = commands.map((_, index) => readFile(join(cwd, `${index + 1}.json`), 'utf8'));
  const [payment, paid, refund, payout] = await Promise.all(answers);
  assert.equal(JSON.parse(payment!).status, 'Created');
  assert.equal(JSON.parse(paid!).state, 'successful');
  assert.equal(JSON.parse(refund!).amount.value, 50.25);
  assert.match(payout!, /"payoutId":"[0-9a-f-]{36}"/);
});

test('the commands of the first screen take a payment on each surface', async () => {
  const { config, credentials } = today;
  const parts = welcome(config, credentials, true).split('\n\n');
  const commands = parts.filter((part) => / (One|Payments) API\n/.test(part) && part.includes('curl'));
  const asked = commands.map(async (part) => {
    const command = part.split('\n').slice(1).join('\n');
    const { stdout } = await promisify(execFile)('bash', ['-euc', command], {
      env: { PATH: process.env.PATH },
    });
    return JSON.parse(stdout);
  });
  const [created, requested] = await Promise.all(asked);
  assert.equal(created.status, 'Created', JSON.stringify(created));
  assert.ok(requested.url, JSON.stringify(requested));
});

test('the first screen opens the console, with its password at a terminal alone', () => {
  const { config, credentials } = today;
  const { email, password } = credentials.console;
  assert.ok(
    welcome(config, credentials, true).includes(
      `${credentials.urls.console}: ${email}, password ${password}`,
    ),
  );
  assert.ok(!welcome(config, credentials, false).includes(password));
});

test('the program of the refunds guide refunds on both surfaces and accepts only signed notifications', async () => {
  const { credentials } = today;
  assert.deepEqual(await run('refunds', credentials), [
    'One API: Pending',
    'received: Complete',
    'Payments API: Complete',
    'the transaction: Refunded',
  ]);
});

test('the guide to continuous integration shows the recipes unchanged', async () => {
  const recipes = ['github-actions', 'gitlab-ci'].map((name) => readFile(`recipes/ci/${name}.yml`, 'utf8'));
  assert.deepEqual(await piecesOf('ci', 'yaml'), await Promise.all(recipes));
  assert.deepEqual(await piecesOf('ci', 'js'), [await readFile('recipes/ci/example/shop.test.mjs', 'utf8')]);
});

test('the program of the payouts guide encrypts, verifies, and receives the final status', async () => {
  const { credentials } = today;
  assert.deepEqual(await run('payouts', credentials, [], { PORT: String(payoutPort) }), [
    'accepted: 1',
    'received: 5',
  ]);
});

test('the one on the SDK does too, and its types hold', async () => {
  const { credentials, base, db } = today;
  const file = join(folder, 'payouts.mts');
  const [program = ''] = await piecesOf('payouts', 'ts');
  await writeFile(file, program.replace("'@tefo/sdk'", `'${resolve('sdk/src/index.ts')}'`));
  const running = promisify(execFile)(process.execPath, [file], {
    env: { CREDENTIALS: JSON.stringify(credentials), PORT: String(payoutPort) },
    timeout: 60_000,
  });
  const submitted = () => db<{ id: string }[]>`
    select id from payouts where merchant_reference like 'SDK-%' and state = 'submitted'`;
  const payout = await until(async () => (await submitted())[0]);
  const paid = await ask(`${base}/sandbox/payouts/${payout.id}/outcome`, {
    method: 'POST',
    headers: { ApiKey: credentials.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ outcome: 'complete' }),
  });
  assert.equal(paid.status, 200, paid.text);
  assert.deepEqual((await running).stdout.trim().split('\n'), ['accepted: 1', 'received: 5']);
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'esnext',
    '--types',
    'node',
    '--skipLibCheck',
  ];
  options.push('--allowImportingTsExtensions', '--erasableSyntaxOnly', '--ignoreConfig');
  await promisify(execFile)('node_modules/.bin/tsc', [...options, file]).catch(({ stdout }) =>
    assert.fail(stdout),
  );
});

test('the program of the deposits guide creates references, pays deposits, and accepts only signed notifications', async () => {
  const { credentials } = today;
  assert.deepEqual(await run('deposits', credentials), [
    'unique: Complete 150.00',
    'second deposit: Complete 150.00, PendingInvestigation 150.00',
    'static: Complete 20.00, Complete 35.50',
    'One API: wait Successful',
  ]);
});

test('the program of the notifications guide accepts each event once and in order, and refuses forged ones (U14, U15)', async () => {
  const { credentials } = today;
  assert.deepEqual(await run('notifications', credentials), [
    'received: Successful',
    'duplicate: ignored',
    'forged: 401',
    'history: Delivered, 2 attempts',
  ]);
});

test('the program of the webhooks guide creates a webhook, receives thin and full messages, and deletes it', async () => {
  const port = await freePort();
  const env = { PORT: String(port), ENDPOINT: `http://shop.example:${port}/hook` };
  assert.deepEqual(await run('webhooks', today.credentials, [], env), [
    'created: thin',
    'thin: transaction.complete Successful',
    'full: ORDER-31 150.00 Successful true',
    'left: 0',
  ]);
});

test('the program of the ledger guide recomputes the chain from the rows alone (G7)', async () => {
  const { db } = today;
  const head = await until(async () => {
    const newest = await ledgerHead(db);
    return newest.waiting === 0 && newest.position > 0 ? newest : undefined;
  });
  const [query] = await piecesOf('books', 'sql');
  const rows = await db.unsafe<{ jsonBuildObject: object }[]>(query!);
  const lines = rows.map(({ jsonBuildObject }) => `${JSON.stringify(jsonBuildObject)}\n`);
  assert.deepEqual(await run('books', {}, [formatHead(head)], {}, lines.join('')), [
    `unchanged: ${rows.length}`,
  ]);
  const changed = lines.join('').replace('"payment_received"', '"payment_returned"');
  await assert.rejects(run('books', {}, [formatHead(head)], {}, changed), /differs from its hash/);
});

test('the program of the settlements guide adds every settlement up', async () => {
  const { base, credentials, clock, drain } = await open({});
  const merchant = createMerchantOf(base, credentials);
  for (const value of [150.5, 99]) {
    const token = (await merchant.token()).body.access_token;
    const expireAt = new Date(clock.now().getTime() + 3_600_000).toISOString();
    const payment = await merchant.createOne(token, { amount: { currency: 'ZAR', value }, expireAt });
    assert.equal((await merchant.decide(payment.body.id, 'success')).status, 200);
    clock.advance(24 * 3_600_000);
  }
  clock.advance(3 * 24 * 3_600_000);
  await drain();
  assert.deepEqual(await run('settlements', credentials, ['2026-11-01', '2026-11-30']), ['add up: 2']);
});

test('the program of the account verification guide gets the responses it names', async () => {
  assert.deepEqual(await run('account-verification', (await open({})).credentials), [
    '9000000001 Verified NotChecked ',
    '9000000093 NotVerified NotChecked the account belongs to another identity',
    '9000000099 Unavailable NotChecked the bank could not be asked',
    '62001234567 Verified Passed ',
    '62001234568 NotVerified Failed the account number fails its check digit',
  ]);
});

test('the program of the subscriptions guide authorises, charges, cancels, and accepts only signed notifications', async () => {
  assert.deepEqual(await run('subscriptions', today.credentials), [
    'created: PendingAuthorization',
    'received: subscription.authorization.approved',
    'received: subscription.payment.succeeded 25',
    'charges: Successful Scheduled',
    'received: subscription.payment.succeeded 150',
    'its transaction: Successful',
    'received: subscription.cancelled Canceled',
  ]);
});

test('the program of the guide to a payment creates, pays, cancels and declines payments', async () => {
  const printed = ['Created true', 'Complete', 'Cancelled', '150', 'Error'];
  assert.deepEqual(await run('accept-a-payment', today.credentials), printed);
});

test('the program of the payment links guide creates links, opens them and disables one', async () => {
  const printed = ['Active single INV-1042', '303 true', 'DONATION-1 50.25', 'Disabled'];
  assert.deepEqual(await run('payment-links', today.credentials), printed);
});

test('the program of the bulk guide gets a link for each valid request and an error for the invalid one', async () => {
  const refusal = 'amount must be a number above 0 with at most two decimals and twelve digits before them';
  assert.deepEqual(await run('bulk', today.credentials), [
    `[2] ${refusal}`,
    'CompleteWithErrors',
    'INVOICE-1 has a link',
    'INVOICE-2 has a link',
    `INVOICE-3 ${refusal}`,
    'CompleteWithErrors',
  ]);
});

test('the program of the sandbox guide uses every control', async () => {
  const opened = await open({ started: true });
  const home = await openHome('sandbox', opened);
  const file = join(home, 'sandbox.sh');
  await writeFile(join(opened.config.dataDir, 'credentials.json'), JSON.stringify(opened.credentials));
  const script = await servedScript(`${opened.base}/docs/guides/sandbox`);
  // Snapshots of a sandbox with several merchants are the operator's, at the command line.
  const saving = (await piecesOf('sandbox', 'console')).find((piece) => piece.includes('snapshot save'))!;
  await writeFile(file, `${script}\n${saving}`);
  const env = environmentOf(home, opened);
  const options = { cwd: home, env, timeout: 60_000 };
  const { stdout, stderr } = await promisify(execFile)('bash', ['-eu', file], options);
  assert.equal(stderr, '');
  assert.deepEqual(stdout.trim().split('\n'), [
    'before',
    'payment: Complete',
    'refund: Returned',
    'NO-*',
    'by its rule: Pending',
    '{"rules":[]}',
    '5000.00',
    '2',
    '0',
    'before: Pending',
    'after: Successful',
    'true',
    'false',
    'false',
    'more: 1',
    'more: 0',
  ]);
});

const saidByScripts = {
  '/docs/start':
    /"status":"Created".*"status":"Complete".*verified {"type":"transaction\.complete".*"value":50\.25/s,
  '/docs/guides/hashes': /"paymentRequestId":"[0-9a-f-]{36}"/,
  '/docs/guides/retries': /HTTP\/1.1 201.*HTTP\/1.1 200.*idempotency-replayed: true.*"code":"Conflict"/s,
  '/docs/guides/lists': /^a page of 2\na page of 1\n$/,
};

test('every sh block of the documentation is a script that runs as served', async () => {
  const opened = await open({ started: true });
  await writeFile(join(opened.config.dataDir, 'credentials.json'), JSON.stringify(opened.credentials));
  const pages = [
    '/docs/start',
    ...(await readdir('docs/guides')).map((name) => `/docs/guides/${name.slice(0, -3)}`),
  ];
  const scripts = await Promise.all(pages.map((page) => servedScript(opened.base + page)));
  const withBlocks = pages.filter((_, index) => scripts[index] !== '');
  // The test above runs the script of the sandbox.
  assert.deepEqual(withBlocks.sort(), ['/docs/guides/sandbox', ...Object.keys(saidByScripts)].sort());
  const ran = Object.entries(saidByScripts).map(async ([page, said]) => {
    const cwd = await mkdtemp(join(folder, 'script-'));
    const options = { cwd, env: { PATH: process.env.PATH, PORT: String(await freePort()) } };
    const words = ['-euo', 'pipefail', '-c', scripts[pages.indexOf(page)]!];
    const { stdout } = await promisify(execFile)('bash', words, options);
    assert.match(stdout, said);
  });
  await Promise.all(ran);
});

test('the session of the command line’s guide works as shown', async () => {
  const opened = await open({ clock: 'shared', started: true });
  const { config, credentials } = opened;
  await writeFile(join(config.dataDir, 'credentials.json'), JSON.stringify(credentials));
  const receiver = await openReceiver();
  const home = await openHome('session', opened);
  await writeFile(join(home, 'session.sh'), (await piecesOf('cli', 'console')).join('\n'));
  const { stdout } = await promisify(execFile)('bash', ['-eu', 'session.sh'], {
    cwd: home,
    timeout: 150_000,
    env: { ...environmentOf(home, opened), HOOK: `${receiver.url}/hook` },
  });
  for (const said of [
    /^reference +ORDER-17$/m,
    /200 +\d+ ms {2}transaction\.complete #1/,
    /^state +declined$/m,
    /event +transaction\.complete #1 {2}successful {2}ORDER-17/,
    /^payment ORDER-17, R\s250,00, complete$/m,
    /(?:Refund|Payout) completed/,
    /^ {2}your_site_codezazar150\.00order-19.*<key>$/m,
    /also resent to tefo listen/,
    /in South Africa/,
    /: 4 created or completed\n(?:.*\n)+.*: nothing to create\npayment +ORDER-30 /,
    /^name +clean$/m,
    /2 passed, 0 failed/,
  ])
    assert.match(stdout, said);
});

async function openHome(name: string, opened: Awaited<ReturnType<typeof open>>): Promise<string> {
  const home = join(folder, name);
  await openCommands(home, settingsOf(opened));
  return home;
}
