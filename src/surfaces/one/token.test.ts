import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, assertError, openOne, scopes } from '../../../test/support/setup/one-api.ts';
import { createClient, rotateSecret, rotationOverlapMs } from '../../core/merchants/actions.ts';
import { everything } from '../../core/viewer.ts';

const one = await openOne();
const { clientId, clientSecret } = one.merchant;
const grant = { grant_type: 'client_credentials' };
const credentials = { ...grant, client_id: clientId, client_secret: clientSecret };
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

/** Checks a response against both forms: the error object and RFC 6749's error. */
function assertRefused(
  answer: Answer,
  expected: Parameters<typeof assertError>[1] & { error: string },
): void {
  const { error, error_description, ...body } = answer.body;
  assertError({ ...answer, body }, expected);
  assert.equal(error, expected.error);
  assert.equal(error_description, body.detail);
  assert.equal(answer.headers['cache-control'], 'no-store');
}

test('a token is had with the client in the form or as HTTP Basic', async () => {
  const form = await one.postForm(credentials);
  const header = await one.postForm(grant, basic(clientId, clientSecret));
  const encoded = await one.postForm(
    grant,
    basic(encodeURIComponent(clientId), encodeURIComponent(clientSecret)),
  );
  const both = await one.postForm({ ...grant, client_id: clientId }, basic(clientId, clientSecret));
  for (const { status, body, headers } of [form, header, encoded, both]) {
    assert.equal(status, 200);
    const { access_token, ...rest } = body;
    assert.ok(access_token.length <= 500);
    assert.deepEqual(rest, { token_type: 'bearer', expires_in: '3600', scope: scopes.join(' ') });
    assert.equal(headers['cache-control'], 'no-store');
    assert.ok(headers['x-correlation-id']);
    assert.equal((await one.call('GET', '/regions', { token: access_token })).status, 200);
  }
});

test('a token has the requested scopes, by their older names too', async () => {
  const asked: [scope: string, granted: string][] = [
    ['payments', 'payments'],
    ['refunds payments', 'refunds payments'],
    ['payment', 'payments'],
    ['payment payout refund', 'payments payouts refunds'],
    ['payment payments', 'payments'],
    ['', scopes.join(' ')],
  ];
  for (const [scope, granted] of asked) {
    const { status, body } = await one.postForm({ ...credentials, scope });
    assert.deepEqual([status, body.scope], [200, granted]);
  }
});

test('a client gets its allowed scopes, and no other', async () => {
  const client = await createClient(one.ctx, one.merchant.merchant.id, {
    name: 'shop',
    scopes: ['payments', 'refunds'],
  });
  const form = { ...grant, client_id: client.clientId, client_secret: client.clientSecret };
  assert.equal((await one.postForm(form)).body.scope, 'payments refunds');
  const beyond = await one.postForm({ ...form, scope: 'payments settlements' });
  assertRefused(beyond, {
    status: 400,
    code: 'BadRequest',
    source: { pointer: '/scope' },
    error: 'invalid_scope',
  });
  for (const scope of ['everything', 'constructor', 'PAYMENTS', 'payments,refunds']) {
    assertRefused(await one.postForm({ ...form, scope }), {
      status: 400,
      code: 'BadRequest',
      source: { pointer: '/scope' },
      error: 'invalid_scope',
    });
  }
});

test('a client that is not known, or has a wrong secret, is a 401', async () => {
  const expected = {
    status: 401,
    code: 'Unauthorized',
    source: { header: 'Authorization' },
    error: 'invalid_client',
  };
  const wrong: [form: Record<string, string>, headers?: Record<string, string>][] = [
    [{ ...credentials, client_secret: 'wrong' }],
    [{ ...credentials, client_id: 'nobody' }],
    [{ ...credentials, client_id: '' }],
    [grant],
    [{ ...grant, client_id: clientId }],
    [grant, basic(clientId, 'wrong')],
    [grant, basic('nobody', clientSecret)],
    [grant, basic('a\u0000b', 'c')],
    [grant, basic('a%00b', 'c')],
    [grant, basic('%zz', 'c')],
    [grant, { authorization: 'Basic !!!' }],
    [grant, { authorization: 'Basic YWJj' }],
    [grant, { authorization: 'Bearer abc' }],
  ];
  for (const [form, headers] of wrong) {
    const answer = await one.postForm(form, headers);
    assertRefused(answer, expected);
    // Only clients that tried Basic get a challenge: stock clients would take it for another failure.
    const challenge = headers?.authorization?.startsWith('Basic') ? 'Basic realm="tefo"' : undefined;
    assert.equal(answer.headers['www-authenticate'], challenge);
  }
});

test('a request with another grant or scope is a 400 with the code of OAuth', async () => {
  const bad = (pointer: string, error: string) => ({
    status: 400,
    code: 'BadRequest',
    source: { pointer },
    error,
  });
  const { grant_type: _, ...without } = credentials;
  assertRefused(await one.postForm(without), bad('/grant_type', 'invalid_request'));
  assertRefused(await one.postForm({}), bad('/grant_type', 'invalid_request'));
  assertRefused(await one.call('POST', '/token', { token: null }), bad('/grant_type', 'invalid_request'));
  for (const grant_type of ['password', 'Password', 'authorization_code', '', 'CLIENT_CREDENTIALS']) {
    assertRefused(
      await one.postForm({ ...credentials, grant_type }),
      bad('/grant_type', 'unsupported_grant_type'),
    );
  }
  assertRefused(
    await one.postForm(credentials, basic(clientId, clientSecret)),
    bad('/client_id', 'invalid_request'),
  );
  const twice = `${new URLSearchParams(credentials)}&client_id=other`;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  assertRefused(
    await one.call('POST', '/token', { token: null, body: twice, headers: form }),
    bad('', 'invalid_request'),
  );
  const nul = `${new URLSearchParams(credentials)}&x=%00`;
  assertRefused(
    await one.call('POST', '/token', { token: null, body: nul, headers: form }),
    bad('', 'invalid_request'),
  );
});

test('a JSON body gets no token', async () => {
  const answer = await one.call('POST', '/token', { token: null, body: credentials });
  assertRefused(answer, { status: 415, code: 'UnsupportedMediaType', error: 'invalid_request' });
});

test('a rotated secret works together with its successor for 24 hours', async () => {
  const { merchant } = one.merchant;
  const client = await createClient(one.ctx, merchant.id, { name: 'rotated', scopes: ['payments'] });
  const { secret: next } = await rotateSecret(one.ctx, everything, {
    merchantId: merchant.id,
    clientId: client.clientId,
    kind: 'client_secret',
  });
  const ask = async (secret: string) => (await one.postForm(grant, basic(client.clientId, secret))).status;
  assert.deepEqual([await ask(client.clientSecret), await ask(next)], [200, 200]);
  one.clock.advance(rotationOverlapMs);
  assert.deepEqual([await ask(client.clientSecret), await ask(next)], [401, 200]);
});

test('the metadata is at both of its places', async () => {
  const document = {
    issuer: 'http://localhost:8420/one/v1',
    token_endpoint: 'http://localhost:8420/one/v1/token',
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    revocation_endpoint: 'http://localhost:8420/one/v1/revoke',
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: scopes,
    service_documentation: 'http://localhost:8420/docs',
  };
  for (const path of [
    '/.well-known/oauth-authorization-server/one/v1',
    '/one/v1/.well-known/oauth-authorization-server',
  ]) {
    const answer = await one.call('GET', `http://localhost:8420${path}`, { token: null });
    assert.deepEqual([answer.status, answer.body], [200, document]);
    assert.ok(answer.headers['x-correlation-id']);
  }
});
