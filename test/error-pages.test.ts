// The page of each error code: its cause, what to do, and an example of the response in each surface's form. The examples are
// compared with real responses and with the documents.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { credentialsOf } from '../src/app/credentials.ts';
import { errorExamples } from '../src/app/error-examples.ts';
import { surfaceWords } from '../src/app/surface-words.ts';
import { errorRegistry } from '../src/core/errors.ts';
import { changeSite } from '../src/core/merchants/actions.ts';
import { errorPages } from '../src/pages/docs/errors.ts';
import type { Documents, ErrorExample } from '../src/pages/docs/model.ts';
import { render } from '../src/pages/html.ts';
import { transportErrors } from '../src/surfaces/one/errors.ts';
import { documents, judge, operations } from './contract/documents.ts';
import { tefoWith } from './support/cli.ts';
import { createMerchantOf } from './support/merchant.ts';
import { openService } from './support/opening.ts';

const service = await openService();
const { base, config, merchant } = service;
const { apiKey, siteCode } = merchant;
await changeSite(service.ctx, siteCode, { allowDuplicateReferences: false });
const shop = createMerchantOf(base, credentialsOf(config, merchant));
const token = (await shop.token()).body.access_token;
const bearer = { authorization: `Bearer ${token}` };
const unknown = '01a1f866-0d00-7000-8000-000000000000';
const codes = [...Object.keys(transportErrors), ...Object.keys(errorRegistry)];

const exampleOf = (code: string, surface: string): ErrorExample =>
  errorExamples[code]!.find((one) => one.surface === surface)!;

async function read(
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {},
): Promise<{ status: number; text: string }> {
  const answer = await fetch(base + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-correlation-id': 'order-1', 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Returns an error object without what differs between two services. */
const constant = (text: string): object => {
  const { id, links, ...rest } = JSON.parse(text) as { id: string; links: object | null };
  assert.match(id, /^[0-9a-f-]{36}$/);
  return { ...rest, links: links && Object.keys(links) };
};

const payment = (more: object): object => ({
  ...{ siteCode, amount: { currency: 'ZAR', value: 105 }, merchantReference: 'ORDER-1' },
  ...{ expireAt: new Date(service.clock.now().getTime() + 3_600_000).toISOString(), ...more },
});
const create = (more: object = {}) => read('/one/v1/payments', { headers: bearer, body: payment(more) });
const paid = JSON.parse((await create()).text) as { id: string };
const { transactionId } = (await shop.decide(paid.id, 'success')).body as { transactionId: string };

describe('the example of the One API is the real response for', () => {
  const refund = (more: object) =>
    read(`/one/v1/transactions/${transactionId}/refunds`, {
      headers: bearer,
      body: { amount: { currency: 'ZAR', value: 120 }, reason: 'returned', ...more },
    });
  const real: Record<string, () => Promise<{ status: number; text: string }>> = {
    Unauthorized: () => read('/one/v1/payments', { headers: { authorization: 'Bearer x' } }),
    PaymentNotFound: () => read(`/one/v1/payments/${unknown}`, { headers: bearer }),
    DuplicateReference: () => create(),
    PaymentAlreadyComplete: () => read(`/one/v1/payments/${paid.id}/cancel`, { headers: bearer, body: {} }),
    RefundExceedsTransaction: () => refund({}),
    SettlementNotFound: () => read(`/one/v1/settlements/${unknown}`, { headers: bearer }),
    WebhookNotFound: () => read(`/one/v1/webhooks/${unknown}`, { headers: bearer }),
  };
  for (const [code, answer] of Object.entries(real))
    test(code, async () => {
      const { status, body } = exampleOf(code, 'One API');
      const { status: found, text } = await answer();
      assert.equal(found, status, text);
      const [shown, sent] = [constant(body), constant(text)];
      assert.deepEqual(sent, code === 'Unauthorized' ? { ...shown, meta: null } : shown);
    });
});

describe('the example of another surface is the real response for', () => {
  const is = (example: ErrorExample, { status, text }: { status: number; text: string }) => {
    assert.equal(status, example.status, text);
    assert.deepEqual(
      example.language === 'json' ? JSON.parse(text) : text,
      example.language === 'json' ? JSON.parse(example.body) : example.body,
    );
  };

  test('an unknown transaction on the Payments API and the Merchant External API', async () => {
    const example = exampleOf('TransactionNotFound', 'Payments API and Merchant External API');
    const query = `siteCode=${siteCode}&isTest=false&transactionId=${unknown}`;
    const headers = { apikey: apiKey };
    is(example, await read(`/payments/GetTransaction?${query}`, { headers }));
    is(example, await read(`/external/api/MerchantApiV1/GetTransaction?${query}`, { headers }));
  });

  test('a payment request with a used reference', async () => {
    const example = exampleOf(
      'DuplicateReference',
      'Payments API and Merchant External API: payment requests',
    );
    const { status, body } = await shop.createPayments({ transactionReference: 'ORDER-1' });
    is(example, { status, text: JSON.stringify(body) });
  });

  test('an unknown payout', async () => {
    const headers = { apikey: apiKey, sitecode: siteCode };
    const answer = await read(`/payouts/v1/getpayout?payoutId=${unknown}`, { headers });
    is(exampleOf('PayoutNotFound', 'Payouts API'), answer);
  });

  test('an unknown user at the command line', async () => {
    const tefo = tefoWith({ DATABASE_URL: service.databaseUrl });
    const { out } = await tefo('user', 'disable', 'naledi@shop.example', '--json');
    assert.deepEqual(
      JSON.parse(out),
      JSON.parse(exampleOf('UserNotFound', 'Command line, with --json').body),
    );
  });
});

describe('each code', () => {
  test('has an example, and those of the One API follow its document', () => {
    for (const code of codes) {
      assert.ok(errorExamples[code]?.length, code);
      for (const { surface, body, status } of errorExamples[code]!) {
        assert.ok(body.length > 2, code);
        if (surface !== 'One API') continue;
        assert.equal(judge('one', '/components/schemas/Error', JSON.parse(body)), undefined, code);
        assert.ok(status! >= 400, code);
      }
    }
  });

  test('that an operation of the One API names has an example with that code and status', () => {
    const named = operations
      .filter(({ surface }) => surface === 'one')
      .flatMap(({ operation }) => Object.entries<{ description?: string }>(operation.responses))
      .flatMap(([status, { description = '' }]) =>
        [...description.matchAll(/`([A-Z]\w+)`: /g)].map(([, code]) => [code!, Number(status)] as const),
      )
      .filter(([code]) => code in errorRegistry);
    assert.ok(named.length >= 20, `${named.length} codes`);
    for (const [code, status] of named) {
      const example = exampleOf(code, 'One API');
      assert.equal(example?.status, status, code);
      assert.equal((JSON.parse(example.body) as { code: string }).code, code);
    }
  });

  test('shows its cause, what to do and the examples on its page', () => {
    const pages = errorPages(surfaceWords, documents as Record<string, object> as Documents);
    for (const code of codes) {
      const page = pages.find(({ path }) => path === `/docs/errors/${code}`)!;
      const text = render(page.body);
      for (const id of ['cause', 'cure', 'example']) assert.ok(text.includes(`id="${id}"`), `${code}: ${id}`);
      const plain = text
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'");
      for (const { body, surface } of errorExamples[code]!) {
        assert.ok(plain.includes(surface), `${code}: ${surface}`);
        assert.ok(plain.includes(body), `${code}: ${body}`);
      }
    }
  });
});
