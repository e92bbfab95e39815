// The webhook receiver test: the guide's receivers pass all of it, naive ones fail exactly the expected checks, and the
// command keeps its documented addresses, languages and exit codes.
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { credentialsOf } from '../src/app/credentials.ts';
import { UsageError } from '../src/cli/command.ts';
import { run } from '../src/cli/program.ts';
import { refused, taken } from '../src/devtools/webhook-test/judge.ts';
import { caseNames, casesOf } from '../src/devtools/webhook-test/run.ts';
import { createSend } from '../src/devtools/webhook-test/send.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { tefoWith } from './support/cli.ts';
import { columnOf } from './support/column.ts';
import { piecesOf } from './support/guide.ts';
import { openFolder, openService } from './support/opening.ts';
import { freePort } from './support/ports.ts';
import { serveInTest } from './support/serving.ts';

const service = await openService({ clock: systemClock(), started: true });
const folder = await openFolder('webhook-test');
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill();
});
// What runs under the test runner must not think it is a test.
const { NODE_TEST_CONTEXT: _, ...outside } = process.env;
const guide = await readFile('docs/guides/webhook-test.md', 'utf8');

/** Runs the guide's receiver as its reader does; returns its address. */
async function guideReceiver(): Promise<string> {
  const file = join(folder, 'receiver.mjs');
  await writeFile(file, (await piecesOf('webhook-test', 'js')).join('\n'));
  const port = await freePort();
  const CREDENTIALS = JSON.stringify(credentialsOf(service.config, service.merchant));
  const child = spawn(process.execPath, [file], { env: { ...outside, CREDENTIALS, PORT: String(port) } });
  children.push(child);
  child.stderr!.on('data', (text) => process.stderr.write(text));
  await once(child.stdout!, 'data');
  return `http://127.0.0.1:${port}`;
}

/** The guide's receiver in PHP behind PHP's own server; undefined where the machine has none, or no SQLite for it. */
async function phpReceiver(): Promise<string | undefined> {
  const probe = promisify(execFile)('php', ['-r', 'new PDO("sqlite::memory:"); mb_strtolower("");']);
  if (
    !(await probe.then(
      () => true,
      () => false,
    ))
  )
    return undefined;
  await writeFile(join(folder, 'notify.php'), (await piecesOf('webhook-test', 'php')).join('\n'));
  const port = await freePort();
  const { webhookSecret, privateKey } = service.merchant;
  const env = {
    ...outside,
    PHP_CLI_SERVER_WORKERS: '4',
    WEBHOOK_SECRET: webhookSecret,
    PRIVATE_KEY: privateKey,
  };
  const server = ['-S', `127.0.0.1:${port}`, 'notify.php'];
  // A separate process group: its workers do not end with it.
  const child = spawn('php', server, {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  after(() => process.kill(-child.pid!));
  await once(child.stderr!, 'data');
  return `http://127.0.0.1:${port}`;
}

interface Report {
  ok: boolean;
  passed: number;
  failed: number;
  notes: string[];
  results: { name: string; language: string; problems: string[]; why: string; cure: string }[];
}

const testReceiver = (...args: string[]) =>
  tefoWith({
    DATABASE_URL: service.databaseUrl,
    TEFO_DATA_DIR: service.config.dataDir,
    TEFO_PORT: String(service.config.port),
  })('webhook', 'test', ...args, '--site', service.merchant.siteCode);

async function reportOf(...args: string[]): Promise<Report & { code: number }> {
  const { code, out, err } = await testReceiver(...args, '--json');
  assert.ok(out.startsWith('{'), out + err);
  return { code, ...(JSON.parse(out) as Report) };
}

const failing = ({ results }: Report): string[] =>
  results.filter(({ problems }) => problems.length > 0).map(({ name }) => name);

interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A merchant's server, written quickly: it reads all input, and ignores broken connections. */
async function openShop(
  answer: (asked: Asked) => [status: number, body?: object],
): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const url = await serveInTest((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const one = { method, path, headers, body: Buffer.concat(chunks).toString() };
      asked.push({ ...one, body: one.body.slice(0, 1_000) });
      const [status, body] = answer(one);
      response.writeHead(status).end(body && JSON.stringify(body));
    });
  });
  return { url, asked };
}

/** A shop that trusts every form: the last message about an order decides. */
function trusting(): Parameters<typeof openShop>[0] {
  const orders = new Map<string, { state: string; amount: string; fulfilled: number }>();
  const take = (body: string): void => {
    const {
      TransactionReference: name,
      Amount: amount = '',
      Status: state = '',
    } = Object.fromEntries(new URLSearchParams(body));
    if (name === undefined) return;
    const order = orders.get(name) ?? { amount, fulfilled: 0 };
    const isPaid = state === 'Complete';
    orders.set(name, {
      ...order,
      state: isPaid ? 'paid' : state,
      fulfilled: order.fulfilled + Number(isPaid),
    });
  };
  return ({ method, path, body }) => {
    const reference = decodeURIComponent(path.replace('/orders/', ''));
    const known = orders.get(reference);
    if (method === 'GET') return [known ? 200 : 404, known];
    if (method === 'PUT' && !known)
      orders.set(reference, { state: 'open', amount: JSON.parse(body).amount, fulfilled: 0 });
    if (method === 'POST') take(body);
    return [200];
  };
}

/** A typical receiver of JSON: it signs the reserialised body, with one signature and no clock. */
function fragile({ headers, body }: Asked): [status: number] {
  try {
    const event = JSON.parse(body);
    const key = Buffer.from(service.merchant.webhookSecret.slice('whsec_'.length), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${JSON.stringify(event)}`;
    const mine = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    const isKnown = event.type === 'transaction.complete' || event.type === 'refund.complete';
    return [headers['webhook-signature'] !== mine ? 401 : isKnown ? 200 : 400];
  } catch {
    return [500];
  }
}

const mistakes =
  'raw-bytes rotation unknown-event old-timestamp future-timestamp huge-body empty-body not-json'.split(' ');

describe('the receiver test of', { concurrency: true }, () => {
  test('the receiver in PHP passes all checks but those of the server before it', async (t) => {
    const base = await phpReceiver();
    if (!base) return t.diagnostic('there is no PHP with SQLite here');
    const report = await reportOf(`${base}/notify`, '--format', 'form', '--orders', `${base}/orders`);
    assert.deepEqual(failing(report), ['huge-body']);
  });

  test('the receiver in the guide passes everything, in both languages', async () => {
    const base = await guideReceiver();
    const { code, out, err } = await testReceiver(`${base}/notify`, '--orders', `${base}/orders/{reference}`);
    assert.equal(code, 0, out + err);
    assert.match(out, /^57 passed, 0 failed\.$/m);
    for (const language of ['json', 'form'] as const) {
      assert.ok(casesOf(language).length >= 25);
      for (const { name, what } of casesOf(language)) {
        assert.ok(
          out
            .split('\n')
            .some(
              (line) =>
                /^ok +/.test(line) && line.includes(language) && line.includes(name) && line.includes(what),
            ),
        );
      }
    }
    assert.equal(err, '', 'how far it is, it shows at a terminal alone');
  });

  test('a shop that trusts every message sees each of its mistakes, with the reason and the fix', async () => {
    const { url } = await openShop(trusting());
    const report = await reportOf(url, '--orders', `${url}/orders`, '--timeout', '3');
    assert.deepEqual([report.code, report.ok], [1, false]);
    assert.deepEqual(
      failing(report),
      'duplicate concurrent-duplicates reordered missing-signature bad-signature other-secret tampered-body doubled-field resplit wrong-amount huge-body keep-alive empty-body content-type'.split(
        ' ',
      ),
    );
    const byName = new Map(report.results.map((result) => [result.name, result]));
    assert.match(
      report.notes.join(' '),
      /The receiver does not accept json \(order EXAM-\w+-1 is open, and must be paid\)/,
    );
    assert.match(byName.get('duplicate')!.problems[0]!, /order EXAM-\w+-1 was shipped 3 times/);
    assert.match(byName.get('wrong-amount')!.problems[0]!, /is paid, and must not be/);
    assert.equal(
      byName.get('missing-signature')!.problems[0],
      'it was accepted with a 200, but must be refused with a 4xx',
    );
    assert.match(byName.get('huge-body')!.problems.join(), /all 32 MB were read before the response/);
    for (const { why, cure } of report.results) assert.ok(why.length > 20 && cure.length > 20);
  });

  test('a receiver that parses before it verifies fails differently written and old messages', async () => {
    const others = ['good', 'unicode', 'tampered-id'];
    const named = casesOf('json', [...mistakes, ...others]).map(({ name }) => name);
    const { url } = await openShop(fragile);
    const report = await reportOf(url, '--timeout', '3', '--only', named.join());
    assert.equal(report.code, 1);
    assert.deepEqual(columnOf(report.results, 'name'), named);
    assert.deepEqual(failing(report), mistakes);
    assert.ok(report.results.every(({ language }) => language === 'json'));
    assert.match(
      report.notes.join(' '),
      /The receiver does not accept form .*\. Use --format form to test it/,
    );
    assert.match(report.notes.join(' '), /The effect on orders was not checked: use --orders/);
  });

  test('a receiver that takes nothing good is sent nothing else', async () => {
    const gone = await openShop(() => [410]);
    const report = await reportOf(gone.url);
    assert.deepEqual([report.code, failing(report)], [1, ['good', 'good']]);
    assert.match(report.results[0]!.problems[0]!, /410, which disables notifications permanently/);
    assert.equal(gone.asked.length, 2);
    assert.match(report.notes.join(' '), /No further messages were sent/);
  });
});

test('a wrong call ends with 2 and an explanation', async () => {
  const cases: [args: string[], message: RegExp][] = [
    [['ftp://shop.example'], /URL must be an http or https address/],
    [
      ['http://127.0.0.1:9', '--only', 'duplicate,nonsense'],
      /--only has unknown names: nonsense; use good, duplicate/,
    ],
    [['http://127.0.0.1:9', '--format', 'xml'], /--format must be json or form/],
    [['http://127.0.0.1:9', '--timeout', '0'], /--timeout must be 1 to 60 seconds/],
  ];
  for (const [args, message] of cases) {
    await assert.rejects(
      run(['exam', ...args]),
      (error) => error instanceof UsageError && message.test(error.message),
    );
  }
});

test('private addresses are called where the policy allows them, and nowhere else', async () => {
  const { url, asked } = await openShop(() => [200]);
  const { port } = new URL(url);
  const message = { headers: {}, body: 'x' };
  for (const address of [
    url,
    `http://localhost:${port}`,
    `http://[::ffff:127.0.0.1]:${port}`,
    'http://169.254.169.254/',
  ]) {
    const policy = { privateAllowed: false, allowedNetworks: [] };
    const send = createSend({ url: new URL(address), policy, timeoutMs: 2_000 });
    const said = await send(message).then(
      ({ error }) => error,
      ({ message: text }) => text,
    );
    assert.match(said, /is not called|resolves to a refused address/, address);
  }
  assert.equal(asked.length, 0);
});

test('a receiver that says nothing is waited for as long as was said, and one that moves is not followed', async () => {
  const policy = { privateAllowed: true, allowedNetworks: [] };
  const url = new URL(await serveInTest(() => {}));
  const answer = await createSend({ url, policy, timeoutMs: 200 })({ headers: {}, body: 'x' });
  assert.deepEqual([answer.status, answer.error], [null, 'no response within 0.2 s']);
  assert.match(taken(answer)!, /the request failed: no response within 0.2 s/);
  assert.match(refused({ ...answer, status: 302 })!, /redirects are not followed/);
  assert.match(refused({ ...answer, status: 500 })!, /the receiver failed/);
  assert.equal(refused({ ...answer, status: 403 }), undefined);
});

test('complaints about receivers have a case each (U4, U5, U6, U9, U13, U14, U15, U30, U31)', () => {
  const cases = {
    U4: 'raw-bytes',
    U5: 'extra-fields',
    U6: 'reordered',
    U9: 'duplicate',
    U13: 'early',
    U14: 'reordered',
    U15: 'concurrent-duplicates',
    U30: 'late-success',
    U31: 'wrong-amount',
  };
  for (const name of Object.values(cases)) assert.ok(caseNames.includes(name), name);
});

test('the guide lists every case of both languages', () => {
  for (const name of caseNames) {
    const line = guide.split('\n').find((one) => one.startsWith(`| \`${name}\` |`));
    assert.ok(line, name);
    const [, , json, form, what] = line.split('|').map((cell) => cell.trim());
    for (const [language, cell] of [
      ['json', json],
      ['form', form],
    ] as const) {
      const found = casesOf(language, [name])[0];
      assert.equal(cell === 'x', found !== undefined, `${name} in ${language}`);
      if (found) assert.equal(what!.toLowerCase(), found.what.toLowerCase());
    }
  }
});
