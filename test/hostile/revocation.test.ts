// An attacker has stolen a secret or a token: a revocation by the operator takes effect in every process within
// five seconds.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { systemClock } from '../../src/kernel/clock.ts';
import { createTokens } from '../../src/kernel/security/access-tokens.ts';
import { createKeyring } from '../../src/kernel/security/crypto.ts';
import { ask, type Merchant, postForm } from '../support/merchant.ts';
import { until } from '../support/until.ts';
import { startTwo } from './two.ts';

const secureToken = (merchant: Merchant, base: string) =>
  postForm(
    `${base}/payments/token`,
    { grant_type: 'password', SiteCode: merchant.credentials.siteCode },
    { apikey: merchant.credentials.apiKey },
  );
const settlements = async (base: string, token: string, siteCode: string) =>
  (
    await ask(
      `${base}/payments/secure/settlements/getsitesettlements?siteCode=${siteCode}&fromDate=2026-11-01&toDate=2026-11-02`,
      { headers: { authorization: `Bearer ${token}` } },
    )
  ).status;

describe('a stolen secret', async () => {
  const two = await startTwo();
  const bases = [two.tefos[0].base, two.tefos[1].base] as const;

  /** Waits until `isOver` is true of both processes. */
  async function overInBoth(isOver: (index: 0 | 1) => Promise<boolean>): Promise<void> {
    await Promise.all([until(() => isOver(0)), until(() => isOver(1))]);
  }

  test('an ApiKey, replaced now, is refused with all its tokens; its successor works', async () => {
    const shops = await two.merchant('Stolen ApiKey');
    const { siteCode, apiKey } = shops[0].credentials;
    const tokens = await Promise.all(
      shops.map(async (shop, index) => (await secureToken(shop, bases[index]!)).body.access_token as string),
    );
    for (const index of [0, 1] as const) {
      assert.equal((await shops[index].createPayments()).body.errorMessage, null);
      assert.equal(await settlements(bases[index], tokens[1 - index]!, siteCode), 200);
    }
    const young = await two.run('secret', 'rotate', siteCode, 'apiKey', '--now');
    await overInBoth(
      async (index) =>
        (await shops[index].createPayments({}, { apiKey })).status === 401 &&
        (await settlements(bases[index], tokens[0]!, siteCode)) === 401 &&
        (await settlements(bases[index], tokens[1]!, siteCode)) === 401,
    );
    for (const shop of shops) assert.equal((await shop.createPayments({}, young)).body.errorMessage, null);
  });

  test('a replaced private key stops signing at once; a rotated one stops with the others', async () => {
    const shops = await two.merchant('Stolen key');
    const { siteCode, privateKey } = shops[0].credentials;
    const second = await two.run('secret', 'rotate', siteCode, 'privateKey');
    for (const keys of [{ privateKey }, second])
      assert.equal((await shops[0].createPayments({}, keys)).body.errorMessage, null);
    const third = await two.run('secret', 'rotate', siteCode, 'privateKey', '--now');
    const isRefused = async (shop: Merchant, keys: { privateKey: string }) =>
      (await shop.createPayments({}, keys)).body.errorMessage === 'HashCheck value has failed';
    await overInBoth(
      async (index) =>
        (await isRefused(shops[index], { privateKey })) && (await isRefused(shops[index], second)),
    );
    for (const shop of shops) assert.equal((await shop.createPayments({}, third)).body.errorMessage, null);
  });

  test('a client’s secret, replaced now, is refused with the tokens that were issued for it', async () => {
    const shops = await two.merchant('Stolen client');
    const { clientId, clientSecret } = shops[0].credentials;
    const token = (await shops[0].token()).body.access_token as string;
    for (const shop of shops) assert.equal((await shop.createOne(token)).status, 201);
    const young = await two.run('client', 'rotate', clientId, '--now');
    assert.equal((await shops[1].token(clientSecret)).status, 401);
    await overInBoth(async (index) => (await shops[index].createOne(token)).status === 401);
    const next = (await shops[1].token(young.clientSecret)).body.access_token as string;
    assert.equal((await shops[0].createOne(next)).status, 201);
  });

  test('the old secret of a rotation is revoked by its id; the present key of a site is not, and the refusal says what to do', async () => {
    const shops = await two.merchant('Half rotated');
    const { clientId, clientSecret, siteCode } = shops[0].credentials;
    const token = (await shops[0].token()).body.access_token as string;
    assert.equal((await shops[1].createOne(token)).status, 201);
    await two.run('client', 'rotate', clientId);
    const listed = await two.run('secret', 'list', '--site', siteCode);
    const secrets = Object.entries(shops[0].credentials).filter(([name]) => /Key|Secret|Token/.test(name));
    for (const [, text] of secrets) assert.ok(!JSON.stringify(listed).includes(String(text)));
    const old = listed.find(
      (one: Record<string, unknown>) => one.clientId === clientId && one.expiresAt !== null,
    );
    await two.run('secret', 'revoke', old.id);
    await overInBoth(async (index) => (await shops[index].createOne(token)).status === 401);
    assert.equal((await shops[0].token(clientSecret)).status, 401);
    const present = listed.find((one: Record<string, unknown>) => one.kind === 'privateKey');
    await assert.rejects(two.run('secret', 'revoke', present.id), /secret rotate SITE_CODE privateKey --now/);
    assert.equal((await shops[1].createPayments()).body.errorMessage, null);
  });

  test('the tokens of a disabled client are refused, and stay so when it is enabled again', async () => {
    const shops = await two.merchant('Leaving');
    const { clientId } = shops[0].credentials;
    const token = (await shops[0].token()).body.access_token as string;
    for (const shop of shops) assert.equal((await shop.createOne(token)).status, 201);
    await two.run('client', 'disable', clientId);
    await overInBoth(
      async (index) =>
        (await shops[index].createOne(token)).status === 401 && (await shops[index].token()).status === 401,
    );
    await two.run('client', 'enable', clientId);
    await overInBoth(async (index) => (await shops[index].token()).status === 200);
    for (const shop of shops) assert.equal((await shop.createOne(token)).status, 401);
    assert.match(await two.tefos[0].log(), /"security":true[^\n]*"actor":"cli"[^\n]*a client was disabled/);
  });

  test('a token that its client revokes in one process is refused in the other too', async () => {
    const shops = await two.merchant('Careful');
    const { clientId: client_id, clientSecret: client_secret } = shops[0].credentials;
    const [token, kept] = [
      (await shops[0].token()).body.access_token,
      (await shops[0].token()).body.access_token,
    ];
    for (const shop of shops) assert.equal((await shop.createOne(token)).status, 201);
    const body = new URLSearchParams({ token, client_id, client_secret });
    assert.equal((await ask(`${bases[0]}/one/v1/revoke`, { method: 'POST', body })).status, 200);
    assert.equal((await shops[0].createOne(token)).status, 401);
    await overInBoth(async (index) => (await shops[index].createOne(token)).status === 401);
    for (const shop of shops) assert.equal((await shop.createOne(kept)).status, 201);
  });
});

describe('a master key that was kept only to open', () => {
  test('signs no more accepted requests, while earlier payments continue', async () => {
    const bytes = (fill: string) => Buffer.from(fill.padEnd(32, '.')).toString('base64');
    const [old, next] = [`k1:${bytes('stolen')}`, `k2:${bytes('fresh')}`];
    const two = await startTwo({ TEFO_MASTER_KEYS: `${old},${next}` });
    const shops = await two.merchant('Rotating');
    const { clientId } = shops[0].credentials;
    const honest = (await shops[0].token()).body.access_token as string;
    // One process restarts with the new key first; the other follows.
    two.running[1].signal('SIGTERM');
    await two.running[1].ended;
    await two.tefos[1].start({ TEFO_MASTER_KEYS: `${next},${old}` }).ready();
    const kidOf = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid;
    await until(async () => kidOf((await shops[0].token()).body.access_token) === 'k2');

    const [grant] = await two.db<{ grantId: string }[]>`
      select grant_id from credentials where client_id = ${clientId}`;
    const { one: oneUrl } = shops[1].credentials.urls;
    const forge = (audience: string, lifetimeSeconds = 3600, at = systemClock()) =>
      createTokens(createKeyring(old), at).issue({
        audience,
        subject: clientId,
        ...{ grantId: grant!.grantId, claims: { scope: 'payments' }, lifetimeSeconds },
      });
    await until(async () => (await shops[1].createOne(await forge(oneUrl))).status === 401);
    // Nor with a long life that starts before the key was retired.
    const before = { now: () => new Date(Date.now() - 3_600_000) };
    assert.equal((await shops[1].createOne(await forge(oneUrl, 30 * 24 * 3600, before))).status, 401);
    const ofOther = (await shops[0].createOne(honest)).status;
    assert.deepEqual([ofOther, kidOf(honest)], [201, 'k1']);
  });
});
