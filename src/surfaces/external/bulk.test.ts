import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { packed, requestsOf, unpacked } from '../../../test/bulk/merchant.ts';
import { openBulk } from '../../../test/support/bulking.ts';
import { ask, signedFields } from '../../../test/support/merchant.ts';

const bulk = await openBulk();
const { base, merchant, drain, notificationsOf } = bulk;
const operations = `${base}/external/Secure/BulkPaymentRequests`;

const post = (operation: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(`${operations}/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: merchant.apiKey, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const jobOf = (jobReference: string, content: unknown) => ({
  jobReference,
  notifyUrl: `${bulk.receiver.url}/bulk`,
  compressedData: packed(content),
});

const isPlain = ({ headers }: { headers: Headers }): boolean =>
  /^text\/plain/.test(headers.get('content-type')!);

describe('a bulk job on the Merchant External API', () => {
  test('is taken with the apiKey alone, done as on the Payments API, and found by its reference', async () => {
    const requests = requestsOf(merchant, 30, (index) => index === 4);
    const { status, body } = await post('Create', jobOf('TWIN', requests), { 'x-api-version': '1.0' });
    assert.equal(status, 200);
    const errors = ['[4] HashCheck value has failed'];
    assert.deepEqual(body, { jobId: body.jobId, jobReference: 'TWIN', errors });
    await drain();
    const { status: ended, elements } = notificationsOf(body.jobId);
    assert.equal(ended, 'CompleteWithErrors');
    assert.equal(elements.filter(({ Url }) => Url).length, 29);
    const found = await ask(`${operations}/GetBulkJobByReference?reference=TWIN`, {
      headers: { apikey: merchant.apiKey },
    });
    assert.deepEqual(found.body, (await bulk.jobs('TWIN')).body);
    assert.equal(found.body[0].JobStatus, 'CompleteWithErrors');
  });

  test('shares its references with the Payments API', async () => {
    const requests = [signedFields(merchant)];
    assert.ok((await bulk.create(requests, 'SHARED')).body.jobId);
    const { body } = await post('Create', jobOf('SHARED', requests));
    assert.deepEqual(body, {
      jobReference: 'SHARED',
      errors: ['jobReference was used before for this site'],
    });
  });

  test('that cannot be taken on is a 200 with errors; without a key a 401, of another version a 400', async () => {
    const { status, body } = await post('Create', { ...jobOf('NO', []), compressedData: '%' });
    assert.equal(status, 200);
    assert.deepEqual(body, { jobReference: 'NO', errors: ['compressedData is not base64'] });
    for (const operation of ['Create', 'Compress', 'Decompress']) {
      const stranger = await post(operation, '[]', { apikey: 'x' });
      assert.deepEqual([stranger.status, isPlain(stranger)], [401, true]);
      const version = await post(operation, '[]', { 'x-api-version': '2.0' });
      assert.deepEqual([version.status, isPlain(version)], [400, true]);
    }
  });
});

describe('Compress and Decompress', () => {
  const text = '[{"amount":1250.50,"customer":"Zoë 😀","n":9007199254740993}, {"a":[1,null,true]}]';

  test('undo each other, digit by digit', async () => {
    for (const type of ['application/json', 'text/json', 'application/vnd.x+json; x-api-version=1.0']) {
      const { status, body } = await post('Compress', text, { 'content-type': type });
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body), ['compressedData']);
      assert.deepEqual(unpacked(body.compressedData), JSON.parse(text));
      const again = await post('Decompress', body, { 'content-type': type });
      assert.equal(again.status, 200);
      assert.equal(again.text, text.replace(', {', ',{'));
    }
  });

  test('make a job that Create takes, and read its result', async () => {
    const requests = requestsOf(merchant, 3);
    const { body } = await post('Compress', requests);
    const taken = await post('Create', { ...jobOf('BY-COMPRESS', []), ...body });
    assert.deepEqual(taken.body.errors, []);
    await drain();
    const result = notificationsOf(taken.body.jobId);
    const read = await post('Decompress', { CompressedData: result.compressedData });
    assert.deepEqual(read.body, result.elements);
  });

  test('refuse anything but an array of at most 5 000 elements that can be decompressed, in plain text', async () => {
    const cases: [operation: string, body: unknown, why: RegExp][] = [
      ['Compress', '', /^The body is not a JSON array$/],
      ['Compress', {}, /^The body is not a JSON array$/],
      ['Compress', '[{]', /^The body is not JSON/],
      ['Compress', '[1,{"a":01}]', /^The body is not JSON at its element \[1\]$/],
      ['Compress', '[{"a":1,"a":2}]', /^The body is not JSON at its element \[0\]$/],
      ['Decompress', { compressedData: packed('[{"a":1,"a":2}]') }, /not JSON at its element \[0\]$/],
      ['Compress', `[${'['.repeat(10_000)}`, /^The body nests deeper than 64 levels$/],
      ['Compress', `[${'1,'.repeat(5_000)}1]`, /^The body has more than 5000 elements$/],
      ['Decompress', {}, /^compressedData is required/],
      ['Decompress', { compressedData: 5 }, /^compressedData is required/],
      ['Decompress', '[]', /^The body must be one object$/],
      ['Decompress', { compressedData: '!' }, /^compressedData is not base64$/],
      ['Decompress', { compressedData: 'QUJD' }, /^compressedData is not gzip$/],
      ['Decompress', { compressedData: packed('{}') }, /^compressedData is not a JSON array$/],
      [
        'Decompress',
        { compressedData: packed(Buffer.alloc(100_000_000)) },
        /^compressedData unpacks to more than/,
      ],
      [
        'Decompress',
        { compressedData: packed(['x'.repeat(40_000)]) },
        /more than 32768 bytes in its element \[0\]$/,
      ],
    ];
    for (const [operation, body, why] of cases) {
      const answer = await post(operation, body);
      assert.deepEqual([answer.status, isPlain(answer)], [400, true], answer.text);
      assert.match(answer.text, why);
    }
  });

  test('take 16 MB', async () => {
    const requests = JSON.stringify(Array(500).fill({ customer: 'x'.repeat(30_000) }));
    const { status, body } = await post('Compress', requests);
    assert.equal(status, 200);
    assert.equal((await post('Decompress', body)).text.length, requests.length);
  });
});
