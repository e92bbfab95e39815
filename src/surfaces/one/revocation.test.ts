import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOne } from '../../../test/support/setup/one-api.ts';
import { createClient, rotateSecret } from '../../core/merchants/actions.ts';
import { revokeSecret, setClientEnabled } from '../../core/merchants/revocation.ts';
import { everything } from '../../core/viewer.ts';

const one = await openOne();
const { clientId, clientSecret } = one.merchant;
const own = { client_id: clientId, client_secret: clientSecret };

const revoke = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  one.call('POST', '/revoke', {
    token: null,
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const use = async (token: string): Promise<number> => (await one.get('/regions', { token })).status;

test('a token that was revoked is refused at once, and another of the same client is not', async () => {
  const [token, other] = [await one.tokenFor(one.merchant), await one.tokenFor(one.merchant)];
  assert.deepEqual([await use(token), await use(other)], [200, 200]);
  const answer = await revoke({ ...own, token, token_type_hint: 'refresh_token' });
  assert.deepEqual([answer.status, answer.text, answer.headers['cache-control']], [200, '', 'no-store']);
  assert.deepEqual([await use(token), await use(other)], [401, 200]);
  assert.equal((await revoke({ ...own, token })).status, 200);
});

test('the client may name itself by HTTP Basic', async () => {
  const token = await one.tokenFor(one.merchant);
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  assert.equal((await revoke({ token }, { authorization })).status, 200);
  assert.equal(await use(token), 401);
});

test('an unknown token is a 200 too', async () => {
  for (const token of ['x', 'a.b.c', 'x'.repeat(5_000)])
    assert.equal((await revoke({ ...own, token })).status, 200);
});

test('a token of another client is refused, and goes on', async () => {
  const other = await one.stranger();
  const answer = await revoke({ ...own, token: other.token });
  assert.deepEqual(
    [answer.status, answer.body.error, answer.body.code],
    [400, 'invalid_grant', 'BadRequest'],
  );
  assert.equal(await use(other.token), 200);
});

test('requires a secret and a token', async () => {
  const token = await one.tokenFor(one.merchant);
  for (const form of [{ token }, { ...own, client_secret: 'x', token }]) {
    const answer = await revoke(form);
    assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_client']);
  }
  for (const form of [own, { ...own, token: '' }]) {
    const answer = await revoke(form);
    assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
    assert.equal(answer.body.source.pointer, '/token');
  }
  assert.equal((await one.call('POST', '/revoke', { token: null, body: { ...own, token } })).status, 415);
  assert.equal((await one.get('/revoke')).headers.allow, 'POST');
  assert.equal(await use(token), 200);
});

test('a token ends with the secret it was issued for, and with no other', async () => {
  const { merchant } = one.merchant;
  const client = await createClient(one.ctx, merchant.id, { name: 'two secrets', scopes: ['payments'] });
  const owner = { merchantId: merchant.id, clientId: client.clientId, kind: 'client_secret' } as const;
  const ofOld = await one.tokenFor(client);
  const { secret: next } = await rotateSecret(one.ctx, everything, owner);
  const ofNew = await one.tokenFor({ ...client, clientSecret: next });
  assert.deepEqual([await use(ofOld), await use(ofNew)], [200, 200]);
  const [old] = await one.db<{ id: string }[]>`
    select id from credentials where client_id = ${client.clientId} and expires_at is not null`;
  await revokeSecret(one.ctx, old!.id);
  one.directory.forget();
  assert.deepEqual([await use(ofOld), await use(ofNew)], [401, 200]);
  await rotateSecret(one.ctx, everything, owner, { now: true });
  one.directory.forget();
  assert.equal(await use(ofNew), 401);
});

test('a client that was disabled and enabled again keeps its secret and none of its tokens', async () => {
  const { merchant } = one.merchant;
  const client = await createClient(one.ctx, merchant.id, { name: 'off and on', scopes: ['payments'] });
  const before = await one.tokenFor(client);
  assert.equal(await use(before), 200);
  await setClientEnabled(one.ctx, client.clientId, false);
  one.directory.forget();
  assert.equal(await use(before), 401);
  await setClientEnabled(one.ctx, client.clientId, true);
  one.directory.forget();
  assert.deepEqual([await use(before), await use(await one.tokenFor(client))], [401, 200]);
});
