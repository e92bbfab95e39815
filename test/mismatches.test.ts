// A wrong hash over HTTP: the caller learns nothing but that it is wrong, and the merchant is told why.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { findSiteByCode, type Site } from '../src/core/merchants/actions.ts';
import { listMismatches } from '../src/core/mismatches/actions.ts';
import { ask, signedFields } from './merchant.ts';
import { startService, type TestService } from './running.ts';

const sha512 = (text: string): string => createHash('sha512').update(text.toLowerCase()).digest('hex');

let service: TestService;
let site: Site;

before(async () => {
  service = await startService();
  site = (await findSiteByCode(service.db, service.merchant.siteCode))!;
});
after(() => service.end());

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const { apiKey: apikey, siteCode: sitecode } = service.merchant;
  return ask(service.base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey, sitecode, ...headers },
    body: JSON.stringify(body),
  });
}

/** A payment request whose hash was made with another key. */
const misSigned = (key: string, more: Record<string, string> = {}) =>
  signedFields({ siteCode: service.merchant.siteCode, privateKey: key }, more);

async function newest() {
  await service.drain();
  service.clock.advance(1_000);
  return (await listMismatches(service.ctx, site))[0]!;
}

describe('a wrong hash', () => {
  test('of a payment request is explained to its merchant, and to nobody else', async () => {
    const { apiKey, privateKey } = service.merchant;
    const answer = await post(
      '/payments/postpaymentrequest',
      misSigned(apiKey, { transactionReference: 'ORDER-17' }),
    );
    assert.deepEqual(answer.body, {
      paymentRequestId: null,
      url: null,
      errorMessage: 'HashCheck value has failed',
    });
    const { surface, reference, findings, evidenceSealed } = await newest();
    assert.deepEqual([surface, reference], ['payments', 'ORDER-17']);
    assert.deepEqual(
      findings?.map(({ mistake, cause }) => [mistake, cause]),
      [['OtherKey', 'The hash was made with the ApiKey.']],
    );
    assert.ok(!evidenceSealed.includes('ORDER-17'), 'what was sent is sealed');
    for (const secret of [apiKey, privateKey]) assert.ok(!JSON.stringify(findings).includes(secret));
  });

  test('that a customer’s browser brings is explained too', async () => {
    const form = new URLSearchParams({ ...misSigned(''), transactionReference: 'BROWSER-1' });
    await ask(`${service.base}/pay`, { method: 'POST', body: form });
    const { reference, findings } = await newest();
    assert.equal(reference, 'BROWSER-1');
    assert.equal(findings?.length, 0, 'the reference was changed after signing: no known mistake');
  });

  test('of a payout is explained: the private key in place of the ApiKey, the amount in rand', async () => {
    const { siteCode, privateKey, apiKey } = service.merchant;
    const bankGroupId = '913999fa-3a32-4e3d-82f0-a1df7e9e4f7b';
    const details = { bankGroupId, accountNumber: '1234567898', branchCode: '470010' };
    const request = (amount: string, key: string, merchantReference: string) => ({
      siteCode,
      amount: 25.5,
      merchantReference,
      customerBankReference: 'WAGES',
      isRtc: false,
      bankingDetails: details,
      hashCheck: sha512(
        `${siteCode}${amount}${merchantReference}WAGESfalse${bankGroupId}1234567898470010${key}`,
      ),
    });
    for (const [amount, key, mistake] of [
      ['2550', privateKey, 'OtherKey'],
      ['25.50', apiKey, 'AmountFormat'],
    ] as const) {
      const answer = await post('/payouts/v1/requestpayout', request(amount, key, `P-${mistake}`));
      assert.equal(answer.body.payoutStatus.errorMessage, 'HashCheck value has failed');
      const { surface, reference, findings } = await newest();
      assert.deepEqual([surface, reference], ['payouts', `P-${mistake}`]);
      assert.equal(findings?.[0]?.mistake, mistake);
    }
  });

  test('is told at the command line, of what was refused and of a file, without a key or the right hash', async () => {
    const fields = misSigned(service.merchant.privateKey, {
      transactionReference: 'ORDER-18',
      optional1: 'gift',
    });
    const unsorted = Object.entries(fields).filter(([name]) => name !== 'hashCheck');
    const upper = unsorted.map(([, value]) => value).join('') + service.merchant.privateKey;
    const body = {
      ...Object.fromEntries(unsorted),
      hashCheck: createHash('sha512').update(upper).digest('hex'),
    };
    const file = join(service.config.dataDir, 'request.json');
    await writeFile(file, JSON.stringify(body));
    const explained = JSON.parse(
      await tefo('hash', 'explain', '--surface', 'payments', '--body', file, '--json'),
    );
    assert.match(explained.input, /^.*order-18.*<key>$/s);
    assert.deepEqual(explained.ambiguous, [
      'transactionReference and bankReference',
      'bankReference and optional1',
    ]);
    assert.ok(
      ['NotLowerCased', 'OrderAsSent'].includes(explained.findings[0].mistake),
      JSON.stringify(explained),
    );
    const text = await tefo('hash', 'explain', '--surface', 'payments', '--body', file);
    const right = sha512(explained.input.replace('<key>', service.merchant.privateKey));
    for (const secret of [service.merchant.privateKey, service.merchant.apiKey, right]) {
      assert.ok(!text.includes(secret));
    }
    await writeFile(file, JSON.stringify({ ...body, hashCheck: right }));
    const ofRight = await tefo('hash', 'explain', '--surface', 'payments', '--body', file, '--json');
    assert.deepEqual([JSON.parse(ofRight).isRight, JSON.parse(ofRight).findings], [true, []]);
    await writeFile(file, '{"siteCode":"S"}');
    await assert.rejects(
      tefo('hash', 'explain', '--surface', 'payouts', '--body', file),
      /amount is required/,
    );
    const newestFirst = JSON.parse(await tefo('hash', 'explain', '--json'));
    assert.ok(newestFirst.some(({ reference }: { reference: string }) => reference === 'ORDER-17'));
  });

  test('that is sent for ever fills nothing: two hundred an hour are kept', async () => {
    for (let sent = 0; sent < 210; sent += 1) {
      await post(
        '/payments/postpaymentrequest',
        misSigned('wrong', { transactionReference: `LOOP-${sent}` }),
      );
    }
    const [row] = await service.db<{ kept: number }[]>`select count(*)::integer as kept from hash_mismatches`;
    assert.equal(row!.kept, 200);
    service.clock.advance(31 * 24 * 60 * 60_000);
    await service.drain();
    const [after] = await service.db<
      { kept: number }[]
    >`select count(*)::integer as kept from hash_mismatches`;
    assert.equal(after!.kept, 0, 'and a month later it is forgotten');
  });
});

async function tefo(...args: string[]): Promise<string> {
  const { NODE_TEST_CONTEXT: _, ...outside } = process.env;
  const { databaseUrl, config } = service;
  const env = { ...outside, DATABASE_URL: databaseUrl, TEFO_MASTER_KEYS: config.masterKeys };
  const run = await promisify(execFile)(
    process.execPath,
    ['src/cli/main.ts', ...args, '--site', service.merchant.siteCode],
    { env },
  );
  return run.stdout;
}
