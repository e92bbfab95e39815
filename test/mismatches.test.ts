// A wrong hash over HTTP: the caller learns only that it is wrong, and the merchant sees why.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readRefused } from '../src/cli/hash/kept.ts';
import { type HashSurface, listMismatches } from '../src/core/hash-mismatches/actions.ts';
import { createMerchant, findSiteByCode, type Site } from '../src/core/merchants/actions.ts';
import { readers } from '../src/hash-debugger/bodies.ts';
import { explainKept } from '../src/hash-debugger/kept.ts';
import { tefoOn } from './support/cli.ts';
import { columnOf } from './support/column.ts';
import { ask, postJson, signedFields } from './support/merchant.ts';
import { openRefunds } from './support/refunding.ts';

const sha512 = (text: string): string => createHash('sha512').update(text.toLowerCase()).digest('hex');

const service = await openRefunds();
const site: Site = (await findSiteByCode(service.db, service.merchant.siteCode))!;

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const { apiKey: apikey, siteCode: sitecode } = service.merchant;
  return postJson(service.base + path, body, { apikey, sitecode, ...headers });
}

/** A payment request with a hash under another key. */
const misSigned = (key: string, more: Record<string, string> = {}) =>
  signedFields({ siteCode: service.merchant.siteCode, privateKey: key }, more);

async function newest() {
  await service.drain();
  service.clock.advance(1_000);
  return (await listMismatches(service.ctx, site))[0]!;
}

describe('a wrong hash', () => {
  test('of a payment request is explained only to its merchant', async () => {
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
      [['OtherKey', 'The hash was computed with the ApiKey.']],
    );
    assert.ok(!evidenceSealed.includes('ORDER-17'), 'the request is sealed');
    for (const secret of [apiKey, privateKey]) assert.ok(!JSON.stringify(findings).includes(secret));
  });

  test('from a customer’s browser is explained too', async () => {
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

  test('is explained at the command line, for refused requests and files, without a key or the right hash', async () => {
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
  });

  test('is shown whole where no mistake is known: the fields in their order, the text, and no key', async () => {
    const { apiKey, privateKey, siteCode } = service.merchant;
    const fields = misSigned('nobody knows this key', {
      transactionReference: 'ORDER-19',
      optional1: '\u001b[2Jgift',
      customer: `her key is ${privateKey}`,
    });
    await post('/payments/postpaymentrequest', fields);
    await service.drain();
    const [json, timeline, timelineJson] = await Promise.all([
      tefo('hash', 'explain', 'ORDER-19', '--json'),
      tefo('explain', 'ORDER-19'),
      tefo('explain', 'ORDER-19', '--json'),
    ]);
    const [shown, ...others] = JSON.parse(json);
    assert.deepEqual([others, shown.findings, shown.isRight], [[], [], false]);
    assert.deepEqual(shown.ambiguous, [
      'transactionReference and bankReference',
      'bankReference and optional1',
      'optional1 and customer',
    ]);
    assert.deepEqual(shown.fields.slice(0, 4), [
      { name: 'siteCode', text: siteCode },
      { name: 'countryCode', text: 'ZA' },
      { name: 'currencyCode', text: 'ZAR' },
      { name: 'amount', text: '25.00' },
    ]);
    const { hashCheck: sent, ...hashed } = fields;
    const { optional1, customer, ...rest } = hashed;
    const before = `${siteCode}ZAZAR25.00ORDER-19ORDER 2`.toLowerCase();
    const after = [rest.cancelUrl, rest.errorUrl, rest.successUrl, rest.notifyUrl, 'false'].join('');
    assert.equal(shown.input, `${before}${optional1}her key is <a key>${after}<key>`.toLowerCase());
    const reported = JSON.parse(timelineJson).steps.find(({ kind }: { kind: string }) => kind === 'refused');
    assert.deepEqual(reported.hash, shown);
    const text = await tefo('hash', 'explain', 'ORDER-19');
    for (const words of [text, timeline]) {
      assert.match(words, /The hash does not match any known error/);
      assert.match(words, /^ +amount +25\.00$/m);
      assert.match(words, /^ +optional1 +\\x1b\[2Jgift$/m, 'nothing that a terminal obeys');
      assert.ok(words.includes(`gifther key is <a key>${after.toLowerCase()}<key>`));
      assert.match(words, /Note: bankReference and optional1 are ambiguous/);
    }
    const right = sha512(before + optional1 + customer + after + privateKey);
    for (const said of [text, json, timeline, timelineJson])
      for (const secret of [privateKey, apiKey, right, sent!])
        assert.ok(!said.toLowerCase().includes(secret.toLowerCase()));
  });

  test('is found by its reference, its id and its correlation id, up to the requested number', async () => {
    service.clock.advance(1_000);
    const answer = await post(
      '/payments/postpaymentrequest',
      misSigned('x', { transactionReference: 'ORDER-20' }),
    );
    const named = async (about: string) => [
      ...(await listMismatches(service.ctx, site, { about, limit: 2 })),
    ];
    const [byReference] = await named('ORDER-20');
    const { id, correlationId } = byReference!;
    assert.equal(correlationId, answer.headers.get('x-correlation-id') ?? correlationId);
    for (const name of [id, correlationId]) assert.deepEqual(await named(name), [byReference]);
    const stranger = await createMerchant(service.ctx, { name: 'Stranger' });
    const whose = ['--site', stranger.siteCode];
    const [short, nothing] = await Promise.all([
      tefo('hash', 'explain', '--limit', '2'),
      tefo('hash', 'explain', ...whose),
      assert.rejects(tefo('hash', 'explain', id, ...whose), /with the reference or id/),
    ]);
    const newest = await readRefused(service.ctx, service.config, site, { limit: 2 });
    assert.deepEqual([newest.length, newest[0]!.id, newest[0]!.findings], [2, id, []]);
    assert.equal(short.match(/Concatenated fields, in this order/g)?.length, 1, 'the newest is whole');
    assert.match(short, /Details: tefo hash explain [0-9a-f-]{36} --site /);
    assert.match(nothing, /^No request of \S+ was rejected for its hash in the last thirty days\.$/m);
  });

  test('with the demo merchant’s clientSecret is named, though no database has it', async () => {
    service.clock.advance(1_000);
    const { clientSecret } = service.merchant;
    await post('/payments/postpaymentrequest', misSigned(clientSecret, { transactionReference: 'CLIENT' }));
    await service.drain();
    await writeFile(join(service.config.dataDir, 'credentials.json'), JSON.stringify(service.merchant));
    const [refused] = await readRefused(service.ctx, service.config, site, { about: 'CLIENT', limit: 1 });
    assert.equal(refused?.findings[0]?.cause, 'The hash was computed with the clientSecret of the One API.');
    assert.ok(!JSON.stringify(refused).includes(clientSecret));
  });

  test('of a file is explained for every surface, including deposits’ references and numbers in JSON', async () => {
    const { siteCode, privateKey } = service.merchant;
    const explained = (surface: HashSurface, body: unknown) => {
      const evidence = readers[surface](JSON.stringify(body));
      return explainKept(service.ctx, { siteId: site.id, surface, evidence }, {});
    };
    const single = { siteCode, amount: 10.5, transactionReference: 'D-1', bankId: null, notifyUrl: '' };
    const multiple = {
      siteCode,
      transactionReference: 'D-2',
      hashCheck: sha512(`${siteCode}D-2${privateKey}`),
    };
    const item = { transactionId: siteCode, amount: 5, refundReason: 'broken', isRtc: true, hashCheck: '00' };
    const [ofSingle, ofMultiple, ofRefund] = await Promise.all([
      explained('banktransfer', {
        ...single,
        hashCheck: sha512(`${siteCode}10,50D-1${privateKey}`),
      }),
      explained('banktransfer', multiple),
      explained('refunds', [item]),
    ]);
    assert.deepEqual(
      [ofSingle.input, ofSingle.findings[0]?.mistake],
      [`${siteCode}10.50D-1<key>`.toLowerCase(), 'AmountFormat'],
    );
    assert.deepEqual([ofMultiple.isRight, ofMultiple.findings], [true, []]);
    assert.equal(ofRefund.input, `${siteCode}5.00broken<key>`.toLowerCase());
  });

  test('of five hundred refunds in one request is stored once, and hides no later one', async () => {
    const transactionId = await service.pay(500);
    const wrong = { transactionId, amount: '1.00', refundReason: 'broken' };
    const good = service.signed({ ...wrong, refundReason: 'good' });
    const items = Array.from({ length: 499 }, (_, index) => ({
      ...wrong,
      refundReason: `broken ${index}`,
      hashCheck: sha512(`${transactionId}1broken ${index}${service.merchant.privateKey}`),
    }));
    const { status, body } = await service.secure('POST', 'submit', { body: [good, ...items] });
    assert.equal(status, 200);
    const refused = body.filter(({ refundId }: { refundId: string | null }) => refundId === null);
    assert.equal(refused.length, 499);
    await service.drain();
    const rows = await listMismatches(service.ctx, site, { about: transactionId, limit: 500 });
    assert.deepEqual(
      rows.map(({ surface, findings }) => [surface, findings?.[0]?.mistake]),
      [['refunds', 'AmountFormat']],
    );
    const [shown] = await readRefused(service.ctx, service.config, site, { about: transactionId, limit: 2 });
    assert.deepEqual([shown?.among, shown?.fields[2]?.text], [{ wrong: 499, items: 500 }, 'broken 0']);
    await assertExplained(['AFTER-1', 'AFTER-2', 'AFTER-3']);
  });

  test('that is repeated endlessly fills no storage: an hour’s newest two hundred are kept, and explained', async () => {
    const { apiKey } = service.merchant;
    const kept = async () => {
      const rows = await service.db<{ reference: string; findings: object[] | null }[]>`
        select reference, findings from hash_mismatches order by created_at desc, id desc`;
      return rows;
    };
    for (let sent = 0; sent < 220; sent += 20) {
      const references = Array.from({ length: 20 }, (_, index) => `LOOP-${sent + index}`);
      await Promise.all(
        references.map((transactionReference) =>
          post('/payments/postpaymentrequest', misSigned(apiKey, { transactionReference })),
        ),
      );
      service.clock.advance(1);
    }
    await assertExplained(['NEW-1', 'NEW-2', 'NEW-3']);
    const newest = await kept();
    assert.equal(newest.length, 200);
    assert.deepEqual(columnOf(newest.slice(0, 3), 'reference'), ['NEW-3', 'NEW-2', 'NEW-1']);
    assert.ok(
      !newest.some(({ reference }) => reference === 'LOOP-0' || reference === 'AFTER-1'),
      'the oldest are gone',
    );

    // Every client that knows a site's code can start searches: searches beyond two hundred an hour wait for a
    // reader.
    await post('/payments/postpaymentrequest', misSigned(apiKey, { transactionReference: 'LATE' }));
    await service.drain();
    assert.deepEqual((await kept())[0], { reference: 'LATE', findings: null });
    const [late] = await readRefused(service.ctx, service.config, site, { about: 'LATE', limit: 2 });
    assert.equal(late?.findings[0]?.mistake, 'OtherKey');
    service.clock.advance(61 * 60_000);
    await service.drain();
    assert.ok(
      (await kept()).every(({ findings }) => findings !== null),
      'and in the next hour it is looked at',
    );

    service.clock.advance(31 * 24 * 60 * 60_000);
    await service.drain();
    assert.equal((await kept()).length, 0, 'and a month later it is forgotten');
  });
});

/** Payment requests that were signed with the ApiKey are kept, and their mistake is named. */
async function assertExplained(references: string[]): Promise<void> {
  for (const transactionReference of references) {
    await post('/payments/postpaymentrequest', misSigned(service.merchant.apiKey, { transactionReference }));
    service.clock.advance(1);
  }
  await service.drain();
  for (const about of references) {
    const [found] = await listMismatches(service.ctx, site, { about, limit: 1 });
    assert.deepEqual(
      found?.findings?.map(({ mistake }) => mistake),
      ['OtherKey'],
      about,
    );
  }
}

async function tefo(...args: string[]): Promise<string> {
  const site = args.includes('--site') ? [] : ['--site', service.merchant.siteCode];
  const { code, out, err } = await tefoOn(service)(...args, ...site);
  assert.equal(code, 0, err);
  return out;
}
