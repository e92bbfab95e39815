// Bulk jobs that are refused, in part or as a whole, and why.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { packed } from './bulk/merchant.ts';
import { openBulk } from './support/bulking.ts';
import { signedFields } from './support/merchant.ts';

const bulk = await openBulk();
const { merchant, post, db } = bulk;

const requestOf = (more: Record<string, string> = {}) => signedFields(merchant, more);

describe('a bulk job that cannot be accepted', () => {
  const fields = (more: Record<string, unknown>) => ({
    jobReference: 'REFUSED',
    notifyUrl: 'http://127.0.0.1:9/bulk',
    compressedData: packed([requestOf()]),
    ...more,
  });

  const cases: [what: string, more: Record<string, unknown>, errors: string[]][] = [
    ['no reference', { jobReference: '' }, ['jobReference is required']],
    [
      'a long reference',
      { jobReference: 'x'.repeat(101) },
      ['jobReference must have at most 100 characters'],
    ],
    ['a reference with NUL', { jobReference: 'a\0b' }, ['jobReference has characters that are not allowed']],
    ['no notifyUrl', { notifyUrl: null }, ['notifyUrl is required']],
    [
      'an invalid notifyUrl',
      { notifyUrl: 'shop.example' },
      ['notifyUrl must be a whole http or https address'],
    ],
    [
      'a notifyUrl that leads where nothing may be sent',
      { notifyUrl: 'http://169.254.169.254/' },
      ['notifyUrl is not allowed: 169.254.169.254 is a link-local address'],
    ],
    [
      'a long jobReference of characters that are pairs',
      { jobReference: `J${'😀'.repeat(100)}` },
      ['jobReference must have at most 100 characters'],
    ],
    [
      'a long notifyUrl',
      { notifyUrl: `http://x/${'y'.repeat(150)}` },
      ['notifyUrl must have at most 150 characters'],
    ],
    ['no data', { compressedData: undefined }, ['compressedData is required']],
    ['data that is an array', { compressedData: [requestOf()] }, ['compressedData must be text']],
    [
      'nothing right',
      { jobReference: 5, notifyUrl: 6, compressedData: '' },
      ['jobReference must be text', 'notifyUrl must be text', 'compressedData is required'],
    ],
    ['broken base64', { compressedData: '%%%' }, ['compressedData is not base64']],
    [
      'an element that is no JSON',
      { compressedData: packed('[1,{"a":01},3]') },
      ['compressedData is not JSON at its element [1]'],
    ],
    ['an empty array', { compressedData: packed([]) }, ['compressedData holds no payment request']],
    [
      'no element of a site of the merchant',
      { compressedData: packed([requestOf({ siteCode: 'X' }), 7]) },
      ['[0] siteCode is not known', '[1] a payment request must be an object without duplicate fields'],
    ],
  ];
  for (const [what, more, errors] of cases) {
    test(`for ${what} is a 200 with the reason, without a jobId`, async () => {
      const { status, body } = await post(fields(more));
      assert.equal(status, 200);
      const { jobReference, ...rest } = body;
      assert.deepEqual(rest, { errors });
      const sent = [...String(more.jobReference ?? 'REFUSED')].slice(0, 100).join('');
      assert.equal(jobReference, sent.includes('\0') ? '' : sent);
    });
  }

  test('leaves nothing behind', async () => {
    const [row] = await db`select count(*)::integer as number from bulk_jobs where reference like 'REFUSED%'`;
    assert.equal(row!.number, 0);
  });

  test('is a plain 400 when it is no JSON or XML object, by its type or its text, and a 401 without a token', async () => {
    for (const body of ['', '[]', 'no', '"x"', '{"a":', `{"x":${'['.repeat(10_000)}`]) {
      const answer = await post(body);
      assert.equal(answer.status, 400, body.slice(0, 20));
      assert.match(answer.headers.get('content-type')!, /^text\/plain/);
    }
    const strangers: Record<string, string>[] = [
      { authorization: '' },
      { authorization: 'Bearer x.y.z' },
      { apikey: 'x' },
    ];
    for (const headers of strangers) {
      const answer = await post(fields({}), headers);
      assert.equal(answer.status, 401);
      assert.match(answer.headers.get('content-type')!, /^text\/plain/);
    }
    assert.equal((await post(fields({}), { 'content-type': 'text/csv' })).status, 400);
    assert.equal((await post('{"jobReference":1,"JobReference":2}')).status, 400);
  });
});

describe('the size of a body', () => {
  const most = 16 * 1024 * 1024;
  const bodyOf = (size: number): string => {
    const [head, tail] = ['{"jobReference":"SIZE","notifyUrl":"http://x.example","compressedData":"', '"}'];
    return head + 'A'.repeat(size - head.length - tail.length) + tail;
  };

  test('may be 16 MB here and no more', async () => {
    const { body } = await post(bodyOf(most));
    assert.deepEqual(body.errors, ['compressedData is not gzip']);
    const larger = await post(bodyOf(most + 1)).catch((error) => error);
    // The connection closes while the client still writes, so it may be unable to read the response.
    assert.ok(larger instanceof Error || larger.status === 413);
  });

  test('may be 1 MB elsewhere', async () => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await bulk.bearer()) },
    };
    const url = `${bulk.base}/payments/secure/refunds/submit`;
    assert.equal((await fetch(url, { ...init, body: `[${' '.repeat(1024 * 1024 - 2)}]` })).status, 400);
    assert.equal((await fetch(url, { ...init, body: `[${' '.repeat(1024 * 1024)}]` })).status, 413);
  });
});
