// A shop's plugin that redirects its customer by POST, and one that calls an operation or leads to an address which is not
// there.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { text as streamText } from 'node:stream/consumers';
import { test } from 'node:test';
import { credentialsOf } from '../../src/app/credentials.ts';
import { ask, createMerchantOf } from '../support/merchant.ts';
import { openService } from '../support/opening.ts';

const service = await openService();
const { base, config, merchant } = service;
const shop = createMerchantOf(base, credentialsOf(config, merchant));

test('redirects its customer by POST and they see the checkout', async () => {
  const { body } = await shop.createPayments();
  const page = `${base}/pay/${body.paymentRequestId}`;
  for (const form of [new URLSearchParams(), new URLSearchParams({ any: 'thing' })]) {
    const { status, headers } = await ask(page, { method: 'POST', body: form });
    assert.equal(status, 303);
    assert.ok(page.endsWith(headers.get('location')!));
  }
  const bare = await ask(page, { method: 'POST' });
  assert.equal(bare.status, 303);
  const followed = await fetch(page, { method: 'POST' });
  assert.equal(followed.status, 200);
  assert.match(await followed.text(), /<html/);
  const unknown = await ask(`${base}/pay/${crypto.randomUUID()}`, { method: 'POST' });
  assert.equal(unknown.status, 404);
  assert.match(unknown.text, /<html/);
});

test('reads an errorMessage where an operation is not there', async () => {
  const call = (path: string, method: string, accept: string) =>
    ask(`${base}/payments/${path}`, { method, headers: { apikey: merchant.apiKey, accept } });
  const { status, body } = await call('CapturePayment', 'POST', 'application/json');
  assert.deepEqual([status, body], [404, { errorMessage: 'Not found' }]);
  const wrong = await call('postpaymentrequest', 'GET', 'text/html, application/json;q=0.9');
  assert.deepEqual([wrong.status, wrong.body], [405, { errorMessage: 'Method not allowed' }]);
  assert.equal(wrong.headers.get('allow'), 'POST');
  const text = await call('CapturePayment', 'POST', '*/*');
  assert.deepEqual([text.status, text.text], [404, 'Not found']);
});

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const program = 'application/json, text/plain, */*';
const missing = [
  '/pay/17/approve/now',
  `/pay/${crypto.randomUUID()}`,
  `/subscribe/${crypto.randomUUID()}`,
  '/subscribe/17/approve/now',
  '/bank',
  '/bank/orders/17/approve/now',
  '/Pay/17/typo',
  '/shop',
  '/one/v2/payments',
];

test('leads customers to a missing page, and they see the service’s 404 in their language', async () => {
  const usual = await ask(`${base}/pay`, { headers: { accept: browser } });
  for (const path of missing)
    for (const init of [{}, { method: 'POST', body: new URLSearchParams({ any: 'thing' }) }]) {
      const { status, headers, text } = await ask(base + path, { ...init, headers: { accept: browser } });
      assert.equal(status, 404, path);
      assert.match(headers.get('content-type')!, /^text\/html/);
      assert.equal(
        headers.get('content-security-policy'),
        usual.headers.get('content-security-policy'),
        path,
      );
      assert.match(text, /<html lang="en">[\s\S]*not take any money/);
    }
  const titles = ['en', 'af', 'zu', 'xh', 'st'].map(async (language) => {
    const headers = { accept: browser, 'accept-language': language };
    const { text } = await ask(`${base}/shop`, { headers });
    return [language, /<html lang="(..)">/.exec(text)![1], /<h1>(.*)<\/h1>/.exec(text)![1]];
  });
  const shown = await Promise.all(titles);
  assert.ok(shown.every(([asked, is]) => asked === is));
  assert.equal(new Set(shown.map(([, , title]) => title)).size, 5);
});

test('does not redirect to another host that an address names', async () => {
  for (const path of ['//elsewhere.example/x', '/\\elsewhere.example/x', '//elsewhere.example\\x?lang=af']) {
    const { status, text } = await raw(path);
    assert.equal(status, 404);
    assert.match(text, /href="\/\?lang=zu"/);
    assert.doesNotMatch(text, /elsewhere/);
  }
});

test('requests a missing path, and gets a 404 in JSON', async () => {
  for (const path of missing)
    for (const accept of ['application/json', program, 'application/json, text/html;q=0']) {
      const { status, body } = await ask(base + path, { headers: { accept } });
      const message = `there is nothing at ${path} for GET`;
      assert.deepEqual([status, body], [404, { message }]);
    }
  for (const headers of [{ accept: '*/*' }, {}]) {
    const init = { method: 'POST', body: '<a/>', headers: { ...headers, 'content-type': 'text/xml' } };
    const { status, body } = await ask(`${base}/shop`, init);
    assert.deepEqual([status, body], [404, { message: 'there is nothing at /shop for POST' }]);
  }
  // A plugin that shows its customer the response, and names no type.
  assert.match((await ask(`${base}/pay/17/typo`, { headers: { accept: '*/*' } })).text, /<html/);
});

/** A path byte for byte, which fetch would normalise. */
async function raw(path: string): Promise<{ status: number; text: string }> {
  const { port } = new URL(base);
  const [answer] = await once(get({ port, path, headers: { accept: browser } }), 'response');
  return { status: answer.statusCode, text: await streamText(answer) };
}
