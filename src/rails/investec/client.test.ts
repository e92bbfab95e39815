import assert from 'node:assert/strict';
import dns from 'node:dns';
import { after, describe, mock, test } from 'node:test';
import { inspect } from 'node:util';
import { type Failure, type InvestecBank, openInvestec } from '../../../test/support/investec.ts';
import { freePort } from '../../../test/support/ports.ts';
import { BankTimeout, BankUnavailable, OrderConflict } from '../../core/rails.ts';
import { manualClock, minuteMs } from '../../kernel/clock.ts';
import { type Banking, createInvestecClient, type InvestecClient, PaymentRefused } from './client.ts';
import { type Call, createCaller } from './http.ts';
import { createTokens } from './tokens.ts';

const days = { from: '2026-11-20', to: '2026-11-22' };
const xml = '<Document><MsgId>M-1 Café</MsgId></Document>';

async function opened({
  pageSize,
  call,
  timeoutMs = 300,
  banking = 'private',
}: {
  pageSize?: number;
  call?: Call;
  timeoutMs?: number;
  banking?: Banking;
} = {}) {
  const clock = manualClock('2026-11-22T08:00:00Z');
  const bank = await openInvestec(clock, { ...(pageSize && { pageSize }), opening: '100.00' });
  const caller = createCaller({ timeoutMs, mostBytes: 1024 * 1024 });
  after(caller.close);
  const access = { banking, baseUrl: bank.url, ...bank.credentials, clock, call: call ?? caller.call };
  return { bank, clock, access, client: createInvestecClient(access) };
}

/** Returns the error of a call, after a check for secrets and whole account numbers in it. */
async function failing(bank: InvestecBank, doing: Promise<unknown>): Promise<Error> {
  const error = (await doing.then(
    () => assert.fail('nothing was thrown'),
    (thrown) => thrown,
  )) as Error;
  const all = `${error.message} ${error.stack} ${JSON.stringify(error)} ${inspect(error, { depth: 9, showHidden: true })}`;
  for (const secret of [...bank.secrets(), bank.accountNumber, bank.accountId])
    assert.ok(!all.includes(secret), `an error holds ${secret}`);
  return error;
}

const reads: Record<string, (client: InvestecClient, bank: InvestecBank) => Promise<unknown>> = {
  accounts: (client) => client.accounts(),
  balance: (client, { accountId }) => client.balance(accountId),
  transactions: (client, { accountId }) => client.transactions(accountId, days),
  pending: (client, { accountId }) => client.pendingTransactions(accountId),
};

describe('a token', () => {
  test('is fetched once for many calls, also for those that come together', async () => {
    const { bank, client } = await opened();
    await Promise.all([client.accounts(), client.balance(bank.accountId), client.accounts()]);
    await client.pay('key', xml);
    assert.equal(bank.tokens(), 1);
  });

  test('is replaced shortly before it ends, and not earlier', async () => {
    const { bank, clock, client } = await opened();
    await client.accounts();
    clock.advance(28 * minuteMs);
    await client.accounts();
    assert.equal(bank.tokens(), 1);
    clock.advance(minuteMs);
    await client.accounts();
    assert.equal(bank.tokens(), 2);
    assert.equal(bank.requests().filter((one) => one.includes('/accounts')).length, 3);
  });

  test('that the bank does not take any more is replaced once', async () => {
    const { bank, client } = await opened();
    bank.failNext(1, 'expired');
    assert.equal((await client.accounts()).length, 1);
    assert.equal(bank.tokens(), 2);
    bank.failNext(2, 'expired');
    assert.ok((await failing(bank, client.accounts())) instanceof BankUnavailable);
    assert.equal(bank.tokens(), 3);
    assert.equal((await client.accounts()).length, 1);
  });

  test('that was replaced since is not dropped for an old one', async () => {
    const clock = manualClock('2026-11-22T08:00:00Z');
    let fetched = 0;
    const endsAt = new Date('2026-11-22T08:30:00Z');
    const tokens = createTokens(clock, async () => ({ text: `token ${++fetched}`, endsAt }));
    assert.equal(await tokens.current(), 'token 1');
    tokens.drop('token 1');
    assert.equal(await tokens.current(), 'token 2');
    tokens.drop('token 1');
    assert.equal(await tokens.current(), 'token 2');
  });

  for (const how of ['tooMany', 'broken', 'echo', 'lost', 'html', 'huge', 'cut', 'wrongShape'] as const)
    test(`that cannot be had (${how}) is tried again by the next call, and no payment is sent`, async () => {
      const { bank, client } = await opened();
      bank.failNext(1, how, 'token');
      assert.ok((await failing(bank, client.pay('key', xml))) instanceof BankUnavailable);
      assert.deepEqual(bank.payments(), []);
      await client.pay('key', xml);
    });

  test('is refused for wrong credentials, which are not repeated', async () => {
    const { bank, access } = await opened();
    const client = createInvestecClient({ ...access, apiKey: 'another-key' });
    const error = await failing(bank, client.accounts());
    assert.ok(error instanceof BankUnavailable);
    assert.match(error.message, /client id, secret or API key is not accepted \(401\)/);
    assert.ok(!inspect(error).includes('another-key'));
  });
});

describe('a read', () => {
  test('returns accounts, and balances to the cent', async () => {
    const { bank, client } = await opened();
    bank.addTransaction({ amount: '-0.01', description: 'A CENT', day: '2026-11-22' });
    const { accountId, accountNumber } = bank;
    assert.deepEqual(await client.accounts(), [
      { accountId, accountNumber, accountName: 'Boekhandel Voorbeeld', productName: 'Private Bank Account' },
    ]);
    assert.deepEqual(await client.balance(accountId), { current: 99_99n, available: 99_99n });
  });

  test('returns accounts and balances of business banking', async () => {
    const { bank, client } = await opened({ banking: 'business' });
    const { accountId, accountNumber } = bank;
    assert.deepEqual(await client.accounts(), [
      { accountId, accountNumber, accountName: 'Voorbeeld Handel', productName: 'Call Accounts' },
    ]);
    assert.deepEqual(await client.balance(accountId), { current: 100_00n, available: 100_00n });
    const error = await failing(bank, client.balance('another'));
    assert.match(error.message, /the bank does not list the account/);
  });

  test('for a list goes through all of its pages', async () => {
    const { bank, client } = await opened({ pageSize: 3 });
    for (let one = 1; one <= 7; one += 1)
      bank.addTransaction({ amount: `${one}.00`, description: `LINE ${one}`, day: '2026-11-21' });
    bank.addTransaction({ amount: '8.00', description: 'ANOTHER DAY', day: '2026-11-19' });
    const rows = (await client.transactions(bank.accountId, days)) as { description: string }[];
    assert.deepEqual(
      rows.map(({ description }) => description),
      [7, 6, 5, 4, 3, 2, 1].map((one) => `LINE ${one}`),
    );
  });

  const failures: Failure[] = [
    'tooMany',
    'busy',
    'broken',
    'echo',
    'lost',
    'gateway',
    'html',
    'huge',
    'cut',
    'wrongShape',
  ];
  for (const [name, read] of Object.entries(reads))
    test(`of ${name} that fails in whatever way is BankUnavailable, and the next is good`, async () => {
      const { bank, client } = await opened();
      for (const how of failures) {
        bank.failNext(1, how);
        const error = await failing(bank, read(client, bank));
        assert.ok(error instanceof BankUnavailable, `${how}: ${error}`);
        if (how === 'huge') assert.match(error.message, /the response is longer than 1048576 bytes/);
        await read(client, bank);
      }
    });

  test('without any response ends', async () => {
    const { bank, client } = await opened({ timeoutMs: 100 });
    bank.failNext(1, 'hanging');
    const error = await failing(bank, client.accounts());
    assert.ok(error instanceof BankUnavailable);
    assert.match(error.message, /no response in time/);
  });

  const shapes: Record<string, [string, RegExp]> = {
    'no object': ['[]', /the answer must be an object/],
    'a list of another type': ['{"data":{"transactions":{}}}', /data\.transactions must be a list/],
    'a member twice': ['{"data":{},"data":{}}', /not JSON that can be read/],
    'a prototype': ['{"data":{"__proto__":{}}}', /not JSON that can be read/],
    'endless nesting': [`${'['.repeat(100_000)}`, /not JSON that can be read/],
    'too many pages': ['{"data":{"transactions":[]},"meta":{"totalPages":1000000}}', /meta\.totalPages/],
    'endless pages of another sort': ['{"data":{"transactions":[]},"meta":{"totalPages":-1}}', /meta\.total/],
  };
  for (const [name, [body, reason]] of Object.entries(shapes))
    test(`of ${name} is refused with the reason`, async () => {
      const token = '{"access_token":"t","expires_in":1799}';
      const call: Call = async ({ url }) => ({
        status: 200,
        saysWhen: false,
        body: url.endsWith('/token') ? token : body,
      });
      const { bank, client } = await opened({ call });
      const error = await failing(bank, client.transactions(bank.accountId, days));
      assert.ok(error instanceof BankUnavailable);
      assert.match(error.message, reason);
    });
});

describe('a payment', () => {
  test('arrives as it was written, under its key', async () => {
    const { bank, client } = await opened();
    const paymentId = await client.pay('4f9c6f3e-0000-4000-8000-000000000001', xml);
    const key = '4f9c6f3e-0000-4000-8000-000000000001';
    assert.deepEqual(bank.payments(), [
      { paymentId, key, format: 'XMLPain NEWSTDD', pain001: xml, times: 1 },
    ]);
  });

  for (const how of ['lost', 'brokenAfter', 'gateway', 'html', 'huge', 'cut', 'wrongShape'] as const)
    test(`whose response is ${how} is BankTimeout, and pays once when it is sent again`, async () => {
      const { bank, client } = await opened();
      bank.failNext(1, how);
      assert.ok((await failing(bank, client.pay('key', xml))) instanceof BankTimeout);
      const paymentId = await client.pay('key', xml);
      assert.deepEqual(
        bank.payments().map((one) => [one.paymentId, one.times]),
        [[paymentId, 2]],
      );
      assert.equal(await client.pay('key', xml), paymentId);
    });

  for (const how of ['tooMany', 'busy'] as const)
    test(`that is postponed (${how}) is BankUnavailable, and nothing is there`, async () => {
      const { bank, client } = await opened();
      bank.failNext(1, how);
      assert.ok((await failing(bank, client.pay('key', xml))) instanceof BankUnavailable);
      assert.deepEqual(bank.payments(), []);
    });

  test('that another request is still paying is BankTimeout', async () => {
    const { bank, client } = await opened();
    bank.failNext(1, 'underWay');
    assert.ok((await failing(bank, client.pay('key', xml))) instanceof BankTimeout);
  });

  test('without any response is BankTimeout', async () => {
    const { bank, client } = await opened({ timeoutMs: 100 });
    bank.failNext(1, 'hanging');
    assert.ok((await failing(bank, client.pay('key', xml))) instanceof BankTimeout);
  });

  test('is BankUnavailable if no server listens, although there is a token', async () => {
    const { bank, access } = await opened();
    const closed = `http://127.0.0.1:${await freePort()}/`;
    const call: Call = (request) =>
      access.call(request.url.endsWith('/payments') ? { ...request, url: closed } : request);
    const error = await failing(bank, createInvestecClient({ ...access, call }).pay('key', xml));
    assert.ok(error instanceof BankUnavailable);
    assert.match(error.message, /no connection \(ECONNREFUSED\)/);
    assert.equal(bank.tokens(), 1);
  });

  test('is BankUnavailable if the host does not exist', async () => {
    const { bank, access } = await opened();
    const notFound = Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    mock.method(dns, 'lookup', (_name: string, _options: object, done: (error: Error) => void) =>
      done(notFound),
    );
    after(() => mock.restoreAll());
    const unknown = createInvestecClient({ ...access, baseUrl: 'https://bank.invalid' });
    const error = await failing(bank, unknown.pay('key', xml));
    assert.ok(error instanceof BankUnavailable);
    assert.match(error.message, /no connection \(ENOTFOUND\)/);
  });

  test('is sent again with a new token after a 401', async () => {
    const { bank, client } = await opened();
    await client.accounts();
    bank.failNext(1, 'expired');
    await client.pay('key', xml);
    assert.deepEqual([bank.payments().length, bank.tokens()], [1, 2]);
  });

  test('that the bank does not take is PaymentRefused, without the text that the bank echoes', async () => {
    const { bank, client } = await opened();
    bank.failNext(1, 'echo');
    assert.ok((await failing(bank, client.pay('key', xml))) instanceof PaymentRefused);
    assert.deepEqual(bank.payments(), []);
  });

  test('under the key of another payment is OrderConflict', async () => {
    const { bank, client } = await opened();
    await client.pay('key', xml);
    assert.ok((await failing(bank, client.pay('key', `${xml}<!-- -->`))) instanceof OrderConflict);
    assert.equal(bank.payments().length, 1);
  });

  test('has a status when the bank has one', async () => {
    const { bank, client } = await opened();
    const paymentId = await client.pay('key', xml);
    assert.equal(await client.paymentStatus(paymentId), null);
    bank.answer(paymentId, '<Document>Müller</Document>');
    assert.equal(await client.paymentStatus(paymentId), '<Document>Müller</Document>');
    assert.equal(await client.paymentStatus('another'), null);
  });

  test('has no status that is far too long for one payment', async () => {
    const { bank, client } = await opened();
    const paymentId = await client.pay('key', xml);
    bank.answer(paymentId, 'x'.repeat(200 * 1024));
    assert.equal((await client.paymentStatus(paymentId))!.length, 200 * 1024);
    bank.answer(paymentId, 'x'.repeat(257 * 1024));
    const { message } = await failing(bank, client.paymentStatus(paymentId));
    assert.match(message, /the pain\.002 is longer than 256 KB/);
  });
});

describe('a client is not created', () => {
  test('for an address that others can read, or credentials that break a header', async () => {
    const { access } = await opened();
    for (const baseUrl of ['http://openapi.investec.com', 'ftp://127.0.0.1', 'https://a:b@bank.example', ''])
      assert.throws(() => createInvestecClient({ ...access, baseUrl }), { message: /^baseUrl must be/ });
    assert.throws(() => createInvestecClient({ ...access, apiKey: 'a\r\nb: c' }), {
      message: 'apiKey must have 1 to 500 visible ASCII characters and no space',
    });
  });

  test('to query an id that is a path', async () => {
    const { bank, client } = await opened();
    for (const id of ['../x', 'a/b', '..', '', 'a?b'])
      await assert.rejects(client.balance(id), { name: 'TypeError' });
    assert.deepEqual(bank.requests(), []);
  });
});
