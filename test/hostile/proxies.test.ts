// Behind proxies: the client address in a consent, and the clients that can forge it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { banks } from '../../src/core/banks.ts';
import { consentVersion } from '../../src/pages/messages/index.ts';
import { postForm } from '../support/merchant.ts';
import { clientOf, openService } from '../support/opening.ts';

/** Pays as far as the bank, with these headers; returns the address that is stored with the consent. */
async function consentedFrom(env: Record<string, string>, headers: Record<string, string>): Promise<string> {
  const service = await openService({ env });
  const shop = clientOf(service);
  const expireAt = '2026-11-21T10:00:00Z';
  const payment = await shop.createOne((await shop.token()).body.access_token, { expireAt });
  const chosen = await postForm(
    `${service.base}/pay/${payment.body.id}/choose`,
    { bank: banks[0]!.id, consent: consentVersion },
    headers,
  );
  assert.equal(chosen.status, 303, chosen.text);
  const [row] = await service.db<{ address: string }[]>`select address from consents`;
  return row!.address;
}

test('a consent stores the address of the connection, whatever the headers say, where no proxy is configured', async () => {
  const lies = {
    'x-forwarded-for': '198.51.100.9',
    forwarded: 'for=198.51.100.9',
    'x-real-ip': '198.51.100.9',
  };
  assert.match(await consentedFrom({}, lies), /^(127\.0\.0\.1|::1)$/);
});

test('a consent stores the customer’s address as the proxies report it, and not as the customer does', async () => {
  const env = { TEFO_TRUSTED_PROXIES: '127.0.0.0/8, ::1/128, 10.0.0.0/8' };
  const chain = { 'x-forwarded-for': '1.2.3.4, 198.51.100.9, 10.0.0.7' };
  assert.equal(await consentedFrom(env, chain), '198.51.100.9');
  assert.equal(await consentedFrom(env, { 'x-forwarded-for': '[2001:dbb::9]:4711' }), '2001:dbb::9');
});

test('another network’s proxies are not trusted', async () => {
  const env = { TEFO_TRUSTED_PROXIES: '10.0.0.0/8' };
  assert.match(await consentedFrom(env, { 'x-forwarded-for': '198.51.100.9' }), /^(127\.0\.0\.1|::1)$/);
});
