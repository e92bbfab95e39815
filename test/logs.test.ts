// `tefo logs` for a running service: requests, events, attempts and wrong hashes in one sequence (K1, D8).
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ask, createMerchantOf, type Merchant, signedFields } from './support/merchant.ts';
import { makeTefo, type Tefo } from './support/process.ts';
import { answering, openReceiver, type Receiver } from './support/receiver.ts';
import { until } from './support/until.ts';

let tefo: Tefo;
let shop: Merchant;
let token: string;
before(async () => {
  // As a developer's terminal has them who exports an integration's names.
  tefo = await makeTefo({ TEFO_API_KEY: 'sk_of_a_shop', TEFO_LOGLEVEL: 'info' });
  await tefo.start().ready();
  shop = createMerchantOf(tefo.base, await tefo.credentials());
  token = (await shop.token()).body.access_token;
});
after(() => tefo.remove());

// biome-ignore lint/suspicious/noExplicitAny: each kind of entry has its own members.
type Entry = Record<string, any>;

async function logs(...args: string[]): Promise<Entry[]> {
  const { code, stdout, stderr } = await tefo.command('logs', '--json', ...args);
  assert.equal(code, 0, stderr);
  return stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** A paid payment, delivered as often as `receiver` fails. */
async function pay(receiver: Receiver, merchantReference: string): Promise<void> {
  const { body } = await shop.createOne(token, { merchantReference, notifyUrl: `${receiver.url}/told` });
  await shop.decide(body.id, 'success');
}

async function attempts(reference: string, wanted: number): Promise<Entry[]> {
  return until(async () => {
    const found = (await logs('--reference', reference)).filter(({ kind }) => kind === 'delivery');
    return found.length >= wanted && found;
  });
}

describe('the history', () => {
  test('contains everything about a reference, in the order of time, with the receiver’s responses', async () => {
    const receiver = await openReceiver(
      answering(500, {}, `{"error": "no such order",\n "trace": "${'x'.repeat(3_000)}"}`),
    );
    await pay(receiver, 'ORDER-31');
    const [attempt] = await attempts('ORDER-31', 1);
    assert.deepEqual([attempt!.statusCode, attempt!.number, attempt!.type], [500, 1, 'transaction.complete']);
    assert.match(attempt!.answer, /^\{"error": "no such order",\n "trace": "x{3000}"\}$/);

    const entries = await logs('--reference', 'ORDER-31');
    const times = entries.map(({ at }) => at);
    assert.deepEqual(times, times.toSorted());
    assert.ok(
      new Set(entries.map(({ kind }) => kind)).isSupersetOf(new Set(['request', 'event', 'delivery'])),
    );
    assert.ok(
      entries.some(({ kind, method, status }) => kind === 'request' && method === 'POST' && status === 201),
    );
    const { stdout } = await tefo.command('logs', '--reference', 'ORDER-31', '--status', '5xx');
    assert.match(
      stdout,
      /^.* delivery {2}500 {2}transaction\.complete -> \S+\/told {2}attempt 1, \d+ ms {2}event \S+ {2}response: \{"error": "no such order", "trace": "x+$/m,
    );
    // It may have been tried again meanwhile.
    for (const line of stdout.trim().split('\n')) assert.match(line, / delivery {2}500 /);
  });

  test('is restricted by --since, --status and --reference', async () => {
    const receiver = await openReceiver();
    await pay(receiver, 'ORDER-32');
    await attempts('ORDER-32', 1);
    const privateKey = `${shop.credentials.privateKey} `;
    await shop.createPayments({ transactionReference: 'ORDER-33' }, { privateKey });
    assert.deepEqual(
      new Set((await logs('--reference', 'ORDER-33')).map(({ kind }) => kind)),
      new Set(['request', 'mismatch']),
    );
    const taken = await logs('--reference', 'ORDER-32', '--status', '200');
    assert.ok(taken.length > 0 && taken.every(({ status, statusCode }) => (status ?? statusCode) === 200));
    const states = await logs('--status', 'successful');
    assert.ok(states.length > 0 && states.every(({ state }) => state === 'successful'));
    assert.deepEqual(await logs('--since', '2199-01-01T00:00:00Z'), []);
    const wrong = await tefo.command('logs', '--since', 'yesterday');
    assert.deepEqual([wrong.code, wrong.stdout], [2, '']);
  });

  test('shows why a request at /pay was refused, which only its customer saw', async () => {
    const fields = signedFields(shop.credentials, { amount: '0' });
    const { status } = await ask(`${tefo.base}/pay`, { method: 'POST', body: new URLSearchParams(fields) });
    assert.equal(status, 400);
    const refused = (await logs('--status', '400')).find(({ route }) => route === '/pay');
    assert.match(refused!.reason, /^amount must be /);
    const { stdout } = await tefo.command('logs', '--status', '400');
    assert.match(stdout, / request {3}400 {2}POST \/pay .* amount must be /);
  });

  test('is shown as it arrives with --follow', async () => {
    const receiver = await openReceiver();
    await pay(receiver, 'ORDER-34');
    const following = tefo.background('logs', '--follow', '--json');
    const shows = async (text: string) => {
      await until(() => following.said().includes(text));
    };
    await shows('ORDER-34');
    await pay(receiver, 'ORDER-35');
    await shows('ORDER-35');
    following.signal('SIGINT');
    assert.equal((await following.ended).code, 0);
  });
});

test('a request leaves its kind and its result in the log, and no content', async () => {
  const secrets = ['sk_in_a_header', 'sk_in_a_query', 'sk_in_a_body', 'sk_of_a_bearer'];
  const [apikey, query, hidden, bearer] = secrets;
  const correlationId = 'carried-by-a-request';
  const json = { 'content-type': 'application/json', 'x-correlation-id': correlationId };
  const headers = { ...json, apikey: apikey!, authorization: `Bearer ${bearer}` };
  const body = JSON.stringify({ client_secret: hidden, hashCheck: hidden, token: hidden });
  for (const path of ['/one/v1/token', '/one/v1/payments', '/sandbox/faults', '/pay', '/nowhere/token']) {
    const url = `${tefo.base}${path}?apiKey=${query}&token=${query}`;
    await ask(url, { method: 'POST', headers, body });
  }
  let lines: string[];
  do {
    lines = (await tefo.log()).split('\n').filter((line) => line.includes(correlationId));
  } while (lines.length < 5);
  for (const secret of secrets) assert.ok(!lines.join().includes(secret), secret);
  const named = 'level time correlationId method address route status ms at reason'.split(' ');
  for (const answered of lines.map((line) => JSON.parse(line)).filter(({ route }) => route))
    assert.deepEqual(
      Object.keys(answered).filter((name) => !named.includes(name)),
      [],
    );
});

test('unknown setting names stop neither the service nor a command, and are reported once', async () => {
  const warnings = [
    'TEFO_API_KEY is no setting of this version, and ignored',
    'TEFO_LOGLEVEL is no setting of this version, and ignored; did you mean TEFO_LOG_LEVEL?',
  ];
  const { code, stderr } = await tefo.program('merchant', 'list');
  assert.deepEqual([code, stderr.trim().split('\n')], [0, warnings.map((warning) => `tefo: ${warning}`)]);
  const log = await tefo.log();
  const warned = log.split('\n').filter((line) => line.includes('"level":40'));
  for (const warning of warnings)
    assert.ok(
      warned.some((line) => line.includes(warning)),
      warning,
    );
  assert.doesNotMatch(stderr + log, /sk_of_a_shop/);
});
