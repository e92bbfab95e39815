// The database goes away under a running service: killed, so that it refuses, and stopped, so that it hangs.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../src/kernel/db/db.ts';
import { type Answer, ask, createMerchantOf, type Merchant, untilDocsAreMade } from './support/merchant.ts';
import { familyOf, makeTefo, type Running, type Tefo } from './support/process.ts';
import { openReceiver, type Receiver } from './support/receiver.ts';

type Probe = () => Promise<Answer>;

/** What each part of the service says when its database is away; null where it does not need one. */
const says: Record<string, ((answer: Answer) => unknown) | null> = {
  'One API token': ({ body }) =>
    assert.deepEqual([body.code, body.error], ['ServiceUnavailable', 'server_error']),
  'One API payment': ({ body }) => assert.equal(body.code, 'ServiceUnavailable'),
  'One API read': ({ body }) => assert.equal(body.code, 'ServiceUnavailable'),
  'Payments API request': isPlainText,
  'Payments API token': isPlainText,
  'Payments API read': isPlainText,
  'Payouts API banks': isMessage,
  'Payouts API search': isMessage,
  'Payouts API read': isMessage,
  'Merchant External API read': isPlainText,
  authorisation: isPage,
  checkout: isPage,
  'checkout form': isPage,
  console: isPage,
  'console sign-in': isPage,
  bank: ({ text }) => assert.doesNotMatch(text, /ECONN|CONNECTION|select/),
  sandbox: ({ body }) => assert.deepEqual(body, { message: 'the database is away' }),
  live: null,
  docs: null,
  metrics: null,
};

/** By the contract's own words, a Payouts API that cannot be reached is a 500 where the contract lists the statuses. */
const awayStatus = (name: string): number => (name === 'Payouts API read' ? 500 : 503);

function isMessage({ body }: Answer): void {
  assert.deepEqual(Object.keys(body), ['message']);
}

function isPlainText({ headers, text }: Answer): void {
  assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.ok(text.length > 0 && !text.startsWith('{'), text);
}

function isPage({ headers, text }: Answer): void {
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(text, /<h1/);
}

describe('without its database', () => {
  let tefo: Tefo;
  let running: Running;
  let merchant: Merchant;
  let token: string;
  let probes: Record<string, Probe>;

  before(async () => {
    tefo = await makeTefo();
    running = tefo.start();
    await running.ready();
    merchant = createMerchantOf(tefo.base, await tefo.credentials());
    token = (await merchant.token()).body.access_token;
    const { id } = (await merchant.createOne(token)).body;
    probes = probesOf(tefo.base, merchant, token, id);
    await untilDocsAreMade(tefo.base);
  });
  after(() => tefo.remove());

  const get = (path: string) => ask(tefo.base + path, {}, 5_000);
  const isReady = async (): Promise<boolean> => (await get('/health/ready')).status === 200;

  /** What a busy machine may take longer, by an answer that needs no database. In milliseconds. */
  const slackMs = async (): Promise<number> => 10 * (await probes.live!()).ms;

  /** Milliseconds until readiness is `wanted`. */
  async function until(wanted: boolean, withinMs: number): Promise<number> {
    const began = performance.now();
    while ((await isReady()) !== wanted) {
      assert.ok(
        performance.now() - began < withinMs,
        `not ${wanted ? 'ready' : 'unready'} within ${withinMs} ms`,
      );
      await sleep(10);
    }
    return performance.now() - began;
  }

  /** A payment whose notification is awaited. */
  async function payAndHear(receiver: Receiver): Promise<void> {
    const made = await merchant.createOne(token, { notifyUrl: `${receiver.url}/notify` });
    assert.equal(made.status, 201, made.text);
    const paid = await merchant.decide(made.body.id, 'success');
    const began = performance.now();
    const transactionId = paid.body.transactionId;
    while (!receiver.received.some(({ body }) => body.includes(transactionId))) {
      assert.ok(performance.now() - began < 20_000, 'no notification came');
      await sleep(5);
    }
  }

  test('that hangs: unready within two seconds, every surface says 503 in its own way within five, all is well after', async () => {
    const receiver = await openReceiver();
    const family = await familyOf((await tefo.postmaster())!);
    for (const pid of family) process.kill(pid, 'SIGSTOP');
    try {
      const caught = Object.entries(probes).map(async ([name, probe]) => [name, await probe()] as const);
      await until(false, 2_000 + (await slackMs()));
      assert.equal((await get('/health/live')).status, 200);
      // Those that it hung with, and those that came later.
      const answers = await Promise.all(caught);
      for (const [name, probe] of Object.entries(probes)) answers.push([name, await probe()]);
      const limitMs = 5_000 + (await slackMs());
      for (const [name, answer] of answers) {
        assert.ok(answer.ms < limitMs, `${name} took ${answer.ms} ms of ${limitMs}`);
        judge(name, answer);
        assert.equal(answer.status, says[name] ? awayStatus(name) : 200, `${name}: ${answer.text}`);
      }
    } finally {
      for (const pid of family) process.kill(pid, 'SIGCONT');
    }
    await until(true, 20_000);
    for (const [name, probe] of Object.entries(probes)) assert.ok((await probe()).status < 500, name);
    await payAndHear(receiver);
  });

  test('that is killed again and again under load: 503 or the right answer, and nothing is lost', async () => {
    const receiver = await openReceiver();
    const acknowledged: string[] = [];
    const faults: string[] = [];
    let slowest = 0;
    let isOver = false;
    const load = Object.entries(probes).map(async ([name, probe]) => {
      while (!isOver) {
        const answer = await probe();
        slowest = Math.max(slowest, answer.ms);
        if (name === 'One API payment' && answer.status === 201) acknowledged.push(answer.body.id);
        try {
          judge(name, answer);
        } catch (error) {
          faults.push(`${name}: ${(error as Error).message}`);
        }
        await sleep(5);
      }
    });
    const payers = Array.from({ length: 6 }, async () => {
      while (!isOver) {
        const made = await merchant.createOne(token, { notifyUrl: `${receiver.url}/notify` });
        if (made.status === 201) judge('sandbox', await merchant.decide(made.body.id, 'success'));
        else judge('One API payment', made);
      }
    });
    // Before, between and after: ten that were acknowledged.
    const tenMore = async (): Promise<void> => {
      const enough = acknowledged.length + 10;
      while (acknowledged.length < enough) await sleep(10);
    };
    await tenMore();
    for (let round = 0; round < 2; round += 1) {
      await tefo.killDatabase();
      await tenMore();
    }
    isOver = true;
    await Promise.all([...load, ...payers]);

    assert.deepEqual(faults, []);
    assert.ok(slowest < 20_000, `${slowest} ms`);
    await payAndHear(receiver);
    const db = openPool(await tefo.databaseUrl(), { max: 1 });
    const kept = await db`select id from payments where id = any (${acknowledged})`;
    assert.equal(kept.length, acknowledged.length);
    // The listener pauses for up to a second between its tries, whatever the other connections do.
    const listening = async () =>
      (await db`select 1 from pg_stat_activity where query ilike 'listen %tefo_wake%'`).length;
    const began = performance.now();
    while ((await listening()) !== 1) {
      assert.ok(performance.now() - began < 10_000, 'the service does not listen for wakes again');
      await sleep(20);
    }
    await db.end();
    assert.equal((await tefo.command('check')).code, 0);
  });

  test('it has neither ended nor taken an absence for a fault of its own', async () => {
    running.signal('SIGTERM');
    assert.equal((await running.ended).code, 0);
    const lines = (await tefo.log()).trim().split('\n');
    const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
    const restarts = 'the embedded PostgreSQL ended unexpectedly; starting it again';
    assert.deepEqual(
      errors.filter(({ msg }) => msg !== restarts),
      [],
    );
    assert.equal(errors.length, 2);
  });
});

/** An answer is no failure, or the failure that its surface shows when the database is away. */
function judge(name: string, answer: Answer): void {
  if (answer.status < 500) return;
  assert.equal(answer.status, awayStatus(name), answer.text);
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
  says[name]?.(answer);
}

function probesOf(base: string, merchant: Merchant, token: string, id: string): Record<string, Probe> {
  const { siteCode, apiKey } = merchant.credentials;
  const apikey = { headers: { apikey: apiKey } };
  const payouts = { headers: { apikey: apiKey, sitecode: siteCode } };
  const reference = new URLSearchParams({ siteCode, transactionReference: 'ORDER-2' });
  const tokenForm = new URLSearchParams({ grant_type: 'password', SiteCode: siteCode });
  return {
    'One API token': () => merchant.token(),
    'One API payment': () => merchant.createOne(token),
    'One API read': () =>
      ask(`${base}/one/v1/payments/${id}`, { headers: { authorization: `Bearer ${token}` } }),
    'Payments API request': () => merchant.createPayments(),
    'Payments API token': () => ask(`${base}/payments/token`, { method: 'POST', body: tokenForm, ...apikey }),
    'Payments API read': () => ask(`${base}/payments/GetTransactionByReference?${reference}`, apikey),
    'Payouts API banks': () => ask(`${base}/payouts/v1/getavailablebanks`, payouts),
    'Payouts API search': () =>
      ask(`${base}/payouts/v1/getpayoutbyreference`, {
        method: 'POST',
        headers: { ...payouts.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ pageSize: 1, pageIndex: 1, searchFields: [1], searchString: 'PAY-1' }),
      }),
    'Payouts API read': () => ask(`${base}/payouts/v1/getpayout?payoutId=${id}`, payouts),
    'Merchant External API read': () =>
      ask(`${base}/external/api/MerchantApiV1/GetTransactionByReference?${reference}`, apikey),
    authorisation: () => ask(`${base}/subscribe/${id}`),
    checkout: () => ask(`${base}/pay/${id}`),
    'checkout form': () =>
      ask(`${base}/pay/${id}/choose`, { method: 'POST', body: new URLSearchParams({ bank: 'none' }) }),
    console: () =>
      ask(`${base}/console/payments`, { headers: { cookie: `__Host-tefo-session=${'x'.repeat(43)}` } }),
    'console sign-in': () =>
      ask(`${base}/console/sign-in`, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ email: 'nobody@test.example', password: 'not the password of anybody' }),
      }),
    bank: () => ask(`${base}/bank/orders/${id}`),
    sandbox: () => merchant.decide(id, 'pending'),
    live: () => ask(`${base}/health/live`),
    docs: () => ask(`${base}/docs`),
    metrics: () => ask(`${base}/metrics`),
  };
}
