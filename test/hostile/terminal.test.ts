// Every command over a database full of hostile text: its output, as text and as JSON, moves no cursor, starts no extra line
// and keeps the direction of reading.
// alone: its settings are in the environment.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, mock, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { credentialsOf } from '../../src/app/credentials.ts';
import { commands } from '../../src/cli/commands.ts';
import { run, sayFailure } from '../../src/cli/program.ts';
import { plain, plainJson } from '../../src/kernel/process/terminal.ts';
import { postJson, signedFields } from '../support/merchant.ts';
import { openService } from '../support/opening.ts';
import { answering, openReceiver } from '../support/receiver.ts';
import { commandLines } from './command-lines.ts';
import { assertHarmless, evil, poison } from './screen.ts';

const known: Record<string, string> = {};
const service = await openService({ started: true, clock: 'shared' });
// A receiver's response is stored, and shown.
const receiver = await openReceiver(answering(500, { 'content-type': 'text/plain' }, evil));
const credentials = credentialsOf(service.config, service.merchant);
await writeFile(join(service.config.dataDir, 'credentials.json'), JSON.stringify(credentials));
await fill();
const poisoned = await service.jobs.alone(() => poison(service.db));
Object.assign(process.env, {
  TEFO_DATA_DIR: service.config.dataDir,
  TEFO_PORT: String(service.config.port),
  DATABASE_URL: service.databaseUrl,
});

/** One of everything that a command shows. */
async function fill(): Promise<void> {
  const { apiKey: apikey, siteCode, clientId } = credentials;
  const call = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await postJson(`${service.base}${path}`, body, { apikey, ...headers });
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.body;
  };
  const endpoint = `${receiver.url}/told`;
  const webhooks = [{ endpoint: 'https://shop.example/hook', eventType: 'transaction.complete' }];
  await call('/sandbox/fixtures', { webhooks });
  // Commands that do not wait for input.
  await service.db`update webhooks set endpoint = 'http://127.0.0.1:9/hook', lane = 'http://127.0.0.1:9'`;
  await call('/sandbox/fixtures', {
    site: {
      notifyUrl: endpoint,
      successUrl: endpoint,
      approvalAbove: '40.00',
      allowPlainAccountNumbers: true,
    },
    float: '500.00',
    payments: [
      {
        merchantReference: 'PAID',
        amount: 150,
        outcome: 'success',
        refunds: [{ amount: 20, reason: 'one came back', outcome: 'complete' }],
      },
      { merchantReference: 'OPEN', amount: 10 },
      { merchantReference: 'BY-DEPOSIT', amount: 77 },
    ],
    deposits: [
      { payment: 'BY-DEPOSIT', amount: 77 },
      ...'12345'.split('').map((n) => ({ reference: `WHO ${n}`, amount: n })),
    ],
    payouts: [
      { merchantReference: 'WON-1', amount: 30, outcome: 'complete' },
      { merchantReference: 'WON-2', amount: 50 },
      { merchantReference: 'WON-3', amount: 50 },
    ],
    subscriptions: [
      {
        merchantReference: 'GYM',
        amount: 99.9,
        frequency: 'Monthly',
        firstPaymentDate: 'P1M',
        occurrences: 12,
        authorization: 'approved',
      },
    ],
  });
  // An attacker needs no key for this one, nor for its address in the log.
  const misSigned = {
    ...signedFields({ siteCode, privateKey: 'another' }, { transactionReference: `ORDER${evil}` }),
  };
  await postJson(`${service.base}/payments/postpaymentrequest`, misSigned, { apikey });
  const time = new Date().toISOString();
  const request = {
    level: 30,
    time,
    method: 'GET',
    route: `/${evil}`,
    status: 404,
    ms: 1,
    correlationId: evil,
  };
  await writeFile(
    join(service.config.dataDir, 'tefo.log'),
    [request, { level: 50, time, msg: evil, correlationId: evil }]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  await writeFile(
    join(service.config.dataDir, 'evil.csv'),
    `Date,Description,Amount,Balance\n20261101,"${evil.replaceAll('"', '')}",1.00,1.00\n`,
  );
  const deposits =
    await service.db`select id from deposits where state = 'waiting' and transaction_id is null order by id`;
  const [payment] = await service.db`select id from payments where merchant_reference = 'OPEN'`;
  const waiting =
    await service.db`select id from payouts where merchant_reference in ('WON-2', 'WON-3') order by id`;
  const [transaction] = await service.db`select transaction_id as id from refunds`;
  const [hash] = await service.db`select id from hash_mismatches`;
  const [merchant] = await service.db`select code from merchants`;
  Object.assign(known, {
    ...{ siteCode, clientId, receiver: receiver.url, folder: service.config.dataDir },
    ...{ payment: payment!.id, transaction: transaction!.id, hash: hash!.id, merchant: merchant!.code },
    ...Object.fromEntries(deposits.map(({ id }, index) => [`deposit${index + 1}`, id])),
    ...Object.fromEntries(waiting.map(({ id }, index) => [`payout${index + 1}`, id])),
  });
}

/** Runs a command as `tefo` does, and returns its output. */
async function said(args: string[]): Promise<string> {
  const texts: string[] = [];
  const streams = [process.stdout, process.stderr].map((stream) => {
    const write = stream.write.bind(stream);
    // The runner of the tests writes bytes.
    return mock.method(stream, 'write', (chunk: string | Buffer, ...more: never[]) =>
      typeof chunk === 'string' ? texts.push(chunk) > 0 : write(chunk, ...more),
    );
  });
  try {
    await run(args).catch((error) => sayFailure(error, args));
  } finally {
    for (const stream of streams) stream.mock.restore();
  }
  return texts.join('');
}

/** Returns the arguments that a line stands for. */
const argsOf = (line: string): string[] =>
  line
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => word.replace(/\{(\w+)\}/g, (_, name) => known[name]!).replaceAll('EVIL', evil));

test('every hostile text is in the database, and every command runs', () => {
  for (const column of [
    ...'deliveries.url delivery_attempts.answer delivery_attempts.error deposits.reference events.data merchants.name'.split(
      ' ',
    ),
    ...'payments.merchant_reference payouts.merchant_reference refunds.reason sites.name subscriptions.merchant_reference'.split(
      ' ',
    ),
    ...'transitions.reason transitions.correlation_id transitions.actor hash_mismatches.reference webhooks.endpoint'.split(
      ' ',
    ),
  ])
    assert.ok(poisoned.includes(column), `${column} is not among ${poisoned.join(', ')}`);
  assert.deepEqual(Object.keys(commandLines).sort(), Object.keys(commands).sort());
});

describe('the output of a command is harmless', () => {
  before(() =>
    writeFile(
      join(service.config.dataDir, 'evil.yaml'),
      `payments:\n  - merchantReference: ${JSON.stringify(evil)}\n    amount: ten\n    "${'\\e[2J'}": 1\n`,
    ),
  );
  for (const [name, { lines, shows }] of Object.entries(commandLines)) {
    test(name, async () => {
      let all = '';
      for (const given of lines.map(argsOf)) {
        for (const json of [[], ['--json']]) {
          const text = await said([...name.split(' '), ...given, ...json]);
          assertHarmless(text, `${name} ${json}`);
          all += text;
        }
      }
      assert.ok(all.length > 0);
      if (shows) assert.match(all, /\\x1b|\\u001b/, `no hostile text appeared: ${all.slice(0, 400)}`);
    });
  }

  test('tefo complete, for any input', async () => {
    assertHarmless(await said(['complete', '--', 'trigger', evil, '']), 'complete');
  });

  for (const args of [
    ['listen', '--forward-to'],
    ['logs', '--follow', '--since', '2d'],
  ]) {
    for (const json of [[], ['--json']]) {
      test(`${args[0]} ${args[1]} ${json}, for as long as it stays`, async () => {
        const more = args[0] === 'listen' ? [receiver.url, '--since', '2d'] : [];
        const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
        const child = spawn(process.execPath, [cli, ...args, ...more, ...json], {
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        let text = '';
        const enough = new Promise<void>((resolve) => {
          for (const stream of [child.stdout, child.stderr])
            stream.setEncoding('utf8').on('data', (some) => {
              text += some;
              if (/\\x1b|\\u001b/.test(text)) resolve();
            });
          child.once('exit', () => resolve());
        });
        await enough;
        child.kill('SIGKILL');
        assertHarmless(text, args.join(' '));
        assert.match(text, /\\x1b|\\u001b/);
      });
    }
  }
});

test('invisible characters are written as numbers, and other text is unchanged', () => {
  assert.equal(plain('Thabo & Söhne 🛒 — R 1'), 'Thabo & Söhne 🛒 — R 1');
  assert.equal(
    plain('a\tb\r\n\u001b[2J\u007f\u009b\u202e\u2028\u{e0041}\ud800'),
    'a\\tb\\r\\n\\x1b[2J\\x7f\\x9b\\u202e\\u2028\\u{e0041}\\ud800',
  );
  const value = { text: evil, list: [1n, 'é'], null: null };
  for (const indent of [undefined, 2]) {
    assertHarmless(plainJson(value, indent), 'JSON');
    assert.deepEqual(JSON.parse(plainJson(value, indent)), { ...value, list: ['1', 'é'] });
  }
});
