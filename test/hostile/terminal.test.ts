// Every command over a database full of hostile text: its output, as text and as JSON, moves no cursor, starts no extra line
// and keeps the direction of reading.
// alone: its settings are in the environment.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, mock, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { credentialsOf } from '../../src/app/credentials.ts';
import { commands } from '../../src/cli/commands.ts';
import { run, sayFailure } from '../../src/cli/program.ts';
import { plain, plainJson } from '../../src/kernel/process/terminal.ts';
import { ask, signedFields } from '../support/merchant.ts';
import { answering, openReceiver } from '../support/receiver.ts';
import { startService } from '../support/running.ts';
import { bankCalls, type TriedCommand } from './bank-calls.ts';
import { reportCalls } from './report-calls.ts';
import { assertHarmless, evil, poison } from './screen.ts';
import { userCalls } from './user-calls.ts';

const known: Record<string, string> = {};
const service = await startService({ started: true, clock: 'shared' });
after(() => service.end());
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
    const answer = await ask(`${service.base}${path}`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
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
  await ask(`${service.base}/payments/postpaymentrequest`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify(misSigned),
  });
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
    ...{
      siteCode,
      clientId,
      payment: payment!.id,
      transaction: transaction!.id,
      hash: hash!.id,
      merchant: merchant!.code,
    },
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

/** The arguments of each command; `shows`: the hostile texts that it is sure to print. */
const calls: Record<string, TriedCommand> = {
  logs: {
    args: () => [
      ['--since', '2d'],
      ['--since', '2d', '--reference', known.payment!],
    ],
    shows: true,
  },
  explain: {
    args: () => [[known.transaction!], [known.hash!], [known.payout1!], [known.deposit1!], [evil], ['GYM']],
    shows: true,
  },
  'webhook test': { args: () => [[receiver.url, '--only', 'good', '--timeout', '1']] },
  'hash explain': { args: () => [[], [known.hash!], [evil]], shows: true },
  credentials: { args: () => [[]] },
  pay: { args: () => [[known.payment!], [evil]] },
  clock: { args: () => [[], [evil]] },
  'clock advance': { args: () => [['PT1M'], [evil]] },
  'clock to': { args: () => [[evil]] },
  reset: { args: () => [[], ['--yes']] },
  'fixtures load': {
    args: () => [[join(service.config.dataDir, 'evil.yaml')], [`/no/${evil}`]],
    shows: true,
  },
  'snapshot save': { args: () => [['one'], [evil]] },
  'snapshot list': { args: () => [[]] },
  'snapshot delete': { args: () => [['one'], [evil]] },
  'snapshot restore': { args: () => [[evil]] },
  resend: { args: () => [[known.transaction!], [evil]] },
  'merchant create': {
    args: () => [
      ['--name', evil],
      ['--name', 'Next'],
    ],
  },
  'merchant list': { args: () => [[]], shows: true },
  'merchant show': { args: () => [[known.merchant!], [evil]], shows: true },
  'merchant set': {
    args: () => [
      [known.merchant!, `invoiceName=a${evil}`],
      [evil, `${evil}=1`],
    ],
  },
  'site create': { args: () => [['--merchant', known.merchant!, '--name', evil]] },
  'site set': {
    args: () => [
      [known.siteCode!, 'feeBps=1'],
      [known.siteCode!, `${evil}=1`],
      [known.siteCode!, `name=a${evil}`],
    ],
    shows: true,
  },
  'site show': { args: () => [[known.siteCode!], [evil]], shows: true },
  'client create': {
    args: () => [
      ['--merchant', known.merchant!, '--name', evil],
      ['--merchant', evil],
    ],
    shows: true,
  },
  'client rotate': {
    args: () => [
      [known.clientId!, '--merchant', known.merchant!],
      [evil, '--merchant', evil],
    ],
  },
  'secret rotate': {
    args: () => [
      [known.siteCode!, 'webhookSecret'],
      [evil, 'apiKey'],
    ],
  },
  'payout approve': { args: () => [[known.payout1!, '--by', `x${evil}`], [evil]], shows: true },
  'payout decline': { args: () => [[known.payout2!, '--note', evil], [evil]], shows: true },
  'deposit list': { args: () => [[], ['--parked']], shows: true },
  'deposit allocate': {
    args: () => [
      [known.deposit1!, `float:${known.siteCode}`],
      [known.deposit1!, evil],
    ],
    shows: true,
  },
  'deposit split': {
    args: () => [
      [known.deposit2!, `float:${known.siteCode}=1`, `float:${known.siteCode}=1`],
      [evil, evil, evil],
    ],
  },
  'deposit return': { args: () => [[known.deposit3!, '--note', evil], [evil]] },
  'deposit park': { args: () => [[known.deposit4!, '--note', evil]], shows: true },
  'deposit undo': { args: () => [[evil], [known.deposit1!, '--note', evil]] },
  'deposit payer': {
    args: () => [
      [known.deposit1!, evil],
      [evil, evil],
    ],
    shows: true,
  },
  ...bankCalls({ evil, known, folder: () => service.config.dataDir }),
  ...userCalls(evil, known),
  ...reportCalls(evil, known),
  check: { args: () => [[]] },
  'ledger head': { args: () => [[]] },
  'ledger verify': { args: () => [[], ['--head', evil]] },
  migrate: { args: () => [[]] },
  completion: { args: () => [['bash'], ['zsh'], ['fish'], [evil]] },
  trigger: { args: () => [['transaction.complete'], [evil], ['transaction.complete', '--reference', evil]] },
  listen: { args: () => [['--forward-to', evil]] },
  'client disable': { args: () => [[known.clientId!], [evil]] },
  'client enable': { args: () => [[known.clientId!], [evil]] },
  'secret list': {
    args: () => [
      ['--merchant', known.merchant!],
      ['--site', evil],
    ],
  },
  'secret revoke': { args: () => [[evil]] },
  'keys list': { args: () => [[]] },
  'keys reseal': { args: () => [[]] },
  'retention run': { args: () => [[]] },
  'person export': { args: () => [['0821234567'], [evil]] },
  'person erase': { args: () => [['nobody@shop.example'], [evil]] },
  'restore begin': { args: () => [['--by', `x${evil}`]], shows: true },
  'restore status': { args: () => [[]], shows: true },
  'restore release': {
    args: () => [
      ['--accept', evil],
      ['--force', '--by', `x${evil}`],
    ],
    shows: true,
  },
  // Its screen is the service's, which the tests of operations read.
  start: { args: () => [[`--${evil}`]] },
  // It serves until its input ends.
  mcp: { args: () => [[`--${evil}`]] },
  // No other process holds the folder.
  stop: { args: () => [[]] },
};

test('every hostile text is in the database, and every command runs', () => {
  for (const column of [
    ...[
      'deliveries.url',
      'delivery_attempts.answer',
      'delivery_attempts.error',
      'deposits.reference',
      'events.data',
      'merchants.name',
    ],
    ...[
      'payments.merchant_reference',
      'payouts.merchant_reference',
      'refunds.reason',
      'sites.name',
      'subscriptions.merchant_reference',
    ],
    ...[
      'transitions.reason',
      'transitions.correlation_id',
      'transitions.actor',
      'hash_mismatches.reference',
      'webhooks.endpoint',
    ],
  ])
    assert.ok(poisoned.includes(column), `${column} is not among ${poisoned.join(', ')}`);
  assert.deepEqual(Object.keys(calls).sort(), Object.keys(commands).sort());
});

describe('the output of a command is harmless', () => {
  before(() =>
    writeFile(
      join(service.config.dataDir, 'evil.yaml'),
      `payments:\n  - merchantReference: ${JSON.stringify(evil)}\n    amount: ten\n    "${'\\e[2J'}": 1\n`,
    ),
  );
  for (const [name, { args, shows }] of Object.entries(calls)) {
    test(name, async () => {
      let all = '';
      for (const given of args()) {
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
