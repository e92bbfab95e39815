// Limits at the entry of every surface: the number of fields, bytes and values of a request, refused in the surface's own
// format.
// alone: faces.ts has one service for a process.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { signedFields } from '../support/merchant.ts';
import { assertRefused, assertServing, base, faces, merchant, send } from './faces.ts';
import { ask } from './meter.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const more = (count: number): string => Array.from({ length: count }, (_, index) => `x${index}=1`).join('&');
const signed = new URLSearchParams(signedFields(merchant)).toString();
const signedCount = signed.split('&').length;

describe('a form or query that a browser brings to /pay', () => {
  test('opens the checkout with 100 fields', async () => {
    const fields = `${signed}&${more(100 - signedCount)}`;
    const posted = await ask(base, { path: '/pay', headers: form, body: fields });
    assert.equal(posted.status, 303, posted.text);
    const asked = await ask(base, { path: `/pay?${fields}` });
    assert.equal(asked.status, 303, asked.text);
  });

  test('is answered by a page that says why, with more', async () => {
    const fields = `${signed}&${more(101 - signedCount)}`;
    const cases = [
      [{ path: '/pay', headers: form, body: fields }, 400, 'the form has more than 100 fields'],
      [{ path: `/pay?${fields}` }, 400, 'the query has more than 100 fields'],
      [
        { path: '/pay', headers: form, body: `${signed}&x=${'y'.repeat(65_536)}` },
        413,
        'the body is larger than 65536 bytes',
      ],
    ] as const;
    for (const [request, status, why] of cases) {
      const answer = await ask(base, request);
      assert.equal(answer.status, status);
      assert.match(String(answer.headers['content-type']), /^text\/html/);
      assert.ok(answer.text.includes(why), answer.text);
    }
  });
});

test('a token request of more than 8 kB is refused', async () => {
  const body = `grant_type=client_credentials&scope=${'x'.repeat(8_192)}`;
  const one = await ask(base, { path: '/one/v1/token', headers: form, body });
  assert.equal(one.status, 413);
  assert.equal(JSON.parse(one.text).code, 'PayloadTooLarge');
  const payments = await ask(base, {
    path: '/payments/token',
    headers: { ...form, apikey: merchant.apiKey },
    body,
  });
  assert.deepEqual([payments.status, payments.headers['content-type']], [413, 'text/plain; charset=utf-8']);
});

describe('in the way of the surface that is asked is refused', () => {
  const beyond: Record<string, string> = {
    'a body of many values': `{"a":[${'1,'.repeat(10_000)}1]}`,
    'a body of many members': `{${Array.from({ length: 201 }, (_, index) => `"m${index}":1`).join(',')}}`,
    'a body with a long name': `{"${'n'.repeat(201)}":1}`,
  };
  for (const [what, body] of Object.entries(beyond)) {
    test(what, async () => {
      for (const face of Object.values(faces)) {
        const answer = await send(face, body);
        assertRefused(face, answer, 400);
        assert.match(
          answer.text,
          /has (more than 10000 values|an object of more than 200 members|a member whose name)/,
        );
      }
    });
  }

  test('a query of many fields', async () => {
    for (const face of Object.values(faces)) {
      const answer = await send({ ...face, path: `${face.path}?${more(101)}` }, '{}');
      assertRefused(face, answer, 400);
      assert.match(answer.text, /the query has more than 100 fields/);
    }
  });

  after(assertServing);
});
