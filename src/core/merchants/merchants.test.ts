import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openWorld } from '../../../test/support/world.ts';
import { newId } from '../../kernel/ids.ts';
import { everything } from '../viewer.ts';
import {
  changeSite,
  createClient,
  createMerchant,
  createSite,
  findSite,
  openSiteSecrets,
  rotateSecret,
  rotationOverlapMs,
} from './actions.ts';
import { createDirectory } from './directory.ts';

const world = await openWorld();
const { db, ctx, merchant, site } = world;
const merchantId = merchant.merchant.id;

describe('a new merchant', () => {
  test('has a site, a client with every scope, and secrets that each authenticate as they should', async () => {
    const directory = createDirectory(ctx);
    assert.equal(await directory.merchantByApiKey(merchant.apiKey), merchantId);
    assert.equal((await directory.siteByCode(merchant.siteCode))?.merchantId, merchantId);
    assert.equal((await directory.siteByCode(merchant.siteCode.toLowerCase()))?.id, undefined);
    const known = await directory.clientBySecret(merchant.clientId, merchant.clientSecret);
    assert.deepEqual(known?.client.scopes, [
      'payments',
      'payouts',
      'refunds',
      'settlements',
      'subscriptions',
      'webhooks',
    ]);
    assert.deepEqual(await directory.secretsOf(site.id), {
      apiKeys: [merchant.apiKey],
      privateKeys: [merchant.privateKey],
      payoutAccessTokens: [merchant.payoutAccessToken],
      webhookSecrets: [merchant.webhookSecret],
    });
    assert.match(merchant.webhookSecret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  test('is not identified by another merchant’s secret', async () => {
    const directory = createDirectory(ctx);
    const other = await createMerchant(ctx, { name: 'Other' });
    for (const wrong of ['', merchant.clientSecret, merchant.privateKey, `${merchant.apiKey} `]) {
      assert.equal(await directory.merchantByApiKey(wrong), undefined);
    }
    for (const wrong of ['', other.clientSecret, merchant.apiKey]) {
      assert.equal(await directory.clientBySecret(merchant.clientId, wrong), undefined);
    }
    assert.equal(await directory.clientBySecret('tefo_nobody', merchant.clientSecret), undefined);
  });

  test('has no secret in readable form in the database', async () => {
    const rows = await db`
      select string_agg(to_jsonb(credentials)::text, ' ') as text from credentials`;
    const text = rows.map((row) => row.text).join(' ');
    const { apiKey, privateKey, clientSecret, webhookSecret, payoutAccessToken } = merchant;
    for (const secret of [apiKey, privateKey, clientSecret, webhookSecret, payoutAccessToken]) {
      assert.ok(secret.length > 10 && !text.includes(secret));
    }
  });

  test('has unique codes, also when thousands have its name', async () => {
    // All site codes of four digits are taken, and a tenth of the merchant codes of six.
    await db`
      insert into sites (id, merchant_id, code, name, created_at)
      select gen_random_uuid(), ${merchantId}, 'TESTES' || lpad(number::text, 4, '0'), 'taken', now() from generate_series(0, 9999) number`;
    await db`
      insert into merchants (id, code, name, created_at)
      select gen_random_uuid(), 'TES' || lpad(number::text, 6, '0'), 'taken', now() from generate_series(0, 99999) number`;
    const made = await Promise.all(Array.from({ length: 8 }, () => createMerchant(ctx, { name: 'Test' })));
    for (const { siteCode } of made) assert.match(siteCode, /^TESTES\d{5}$/);
    assert.equal(new Set(made.map(({ merchant: own }) => own.code)).size, 8);
  });

  test('can have any name that companies have', async () => {
    for (const name of ['Ünïcödé 店', '123', '  padded  ', 'x'.repeat(100)]) {
      const made = await createMerchant(ctx, { name });
      assert.equal(made.merchant.name, name.trim());
      assert.match(made.siteCode, /^[A-Z]{6}\d{4,}$/);
    }
    for (const name of ['', '   ', 'x'.repeat(101)])
      await assert.rejects(createMerchant(ctx, { name }), { code: 'InvalidField' });
  });
});

describe('a rotated secret', () => {
  test('works alongside its successor for 24 hours and not a millisecond longer', async () => {
    const own = await openWorld();
    const directory = createDirectory(own.ctx);
    const id = own.merchant.merchant.id;
    const old = own.merchant;
    const { secret: apiKey } = await rotateSecret(own.ctx, everything, { merchantId: id, kind: 'api_key' });
    const { secret: clientSecret } = await rotateSecret(own.ctx, everything, {
      merchantId: id,
      clientId: old.clientId,
      kind: 'client_secret',
    });
    const { secret: webhookSecret } = await rotateSecret(own.ctx, everything, {
      merchantId: id,
      siteId: own.site.id,
      kind: 'webhook_secret',
    });
    own.clock.advance(rotationOverlapMs - 1);
    for (const key of [old.apiKey, apiKey]) assert.equal(await directory.merchantByApiKey(key), id);
    for (const secret of [old.clientSecret, clientSecret])
      assert.ok(await directory.clientBySecret(old.clientId, secret));
    assert.deepEqual((await openSiteSecrets(own.ctx, own.site.id)).webhookSecrets, [
      webhookSecret,
      old.webhookSecret,
    ]);
    own.clock.advance(1);
    assert.equal(await directory.merchantByApiKey(old.apiKey), undefined);
    assert.equal(await directory.clientBySecret(old.clientId, old.clientSecret), undefined);
    assert.equal(await directory.merchantByApiKey(apiKey), id);
    assert.deepEqual((await openSiteSecrets(own.ctx, own.site.id)).webhookSecrets, [webhookSecret]);
  });

  test('twice in a day leaves three usable, the newest first', async () => {
    const owner = { merchantId, siteId: site.id, kind: 'private_key' } as const;
    const { secret: second } = await rotateSecret(ctx, everything, owner);
    world.clock.advance(1_000);
    const { secret: third } = await rotateSecret(ctx, everything, owner);
    assert.deepEqual((await openSiteSecrets(ctx, site.id)).privateKeys, [third, second, merchant.privateKey]);
  });

  test('at the same moment as another leaves one that is current', async () => {
    const owner = { merchantId, siteId: site.id, kind: 'payout_access_token' } as const;
    await Promise.allSettled([1, 2, 3].map(() => rotateSecret(ctx, everything, owner)));
    const current = await db`
      select 1 from credentials where site_id = ${site.id} and kind = 'payout_access_token' and expires_at is null`;
    assert.equal(current.length, 1);
  });

  test('must exist', async () => {
    await assert.rejects(rotateSecret(ctx, everything, { merchantId: newId(ctx.clock), kind: 'api_key' }), {
      code: 'SecretNotFound',
    });
  });
});

describe('a site', () => {
  test('at the same merchant has separate secrets', async () => {
    const second = await createSite(ctx, merchant.merchant, 'Second');
    assert.notEqual(second.privateKey, merchant.privateKey);
    assert.notEqual(second.siteCode, merchant.siteCode);
  });

  test('keeps the fields that a change does not name', async () => {
    await changeSite(ctx, site.code, { feeBps: 150, addresses: { notifyUrl: 'https://a.example' } });
    await changeSite(ctx, site.code, { feeCents: 99n, addresses: { successUrl: 'https://b.example' } });
    const changed = (await findSite(db, site.id))!;
    assert.deepEqual([changed.feeBps, changed.feeCents], [150, 99n]);
    assert.deepEqual(changed.addresses, { notifyUrl: 'https://a.example', successUrl: 'https://b.example' });
  });

  test('refuses an invalid fee', async () => {
    for (const change of [
      { feeBps: -1 },
      { feeBps: 10_001 },
      { feeBps: 1.5 },
      { feeBps: Number.NaN },
      { feeCents: -1n },
    ]) {
      await assert.rejects(changeSite(ctx, site.code, change), { code: 'InvalidField' });
    }
    await assert.rejects(changeSite(ctx, 'NOSITE', {}), { code: 'SiteNotFound' });
  });

  test('names its own machine and network in staging alone, unless the operator names that network', async () => {
    const here = { verifyUrl: 'http://10.0.0.7/verify', addresses: { returnUrl: 'http://localhost:9000/' } };
    await changeSite(ctx, site.code, here);
    const inProduction = (allowedNetworks: string[]) => ({
      ...ctx,
      policy: {
        ...ctx.policy,
        addressRules: { mode: 'production' as const, allowedNetworks, httpAllowed: true },
      },
    });
    await assert.rejects(changeSite(inProduction([]), site.code, here), {
      code: 'InvalidField',
      message: /^returnUrl is not an allowed address: 127\.0\.0\.1 is a loopback address$/,
    });
    await changeSite(inProduction(['10.0.0.0/8', '127.0.0.0/8']), site.code, here);
  });

  test('is posted to by https alone if http is not allowed, and sends its customers to any address', async () => {
    const addressRules = { ...ctx.policy.addressRules, httpAllowed: false };
    const strict = { ...ctx, policy: { ...ctx.policy, addressRules } };
    const http = 'http://shop.example/';
    for (const change of [{ verifyUrl: http }, { addresses: { notifyUrl: http } }]) {
      await assert.rejects(changeSite(strict, site.code, change), {
        code: 'InvalidField',
        message: /must be https$/,
      });
    }
    await changeSite(strict, site.code, {
      verifyUrl: 'HTTPS://shop.example/',
      addresses: { returnUrl: http },
    });
  });
});

describe('a client', () => {
  test('has the scopes it was given, and only scopes that exist', async () => {
    const { clientId } = await createClient(ctx, merchantId, { name: 'Reader', scopes: ['payments'] });
    assert.deepEqual((await createDirectory(ctx).clientById(clientId))?.scopes, ['payments']);
    for (const scopes of [[], ['everything' as never]]) {
      await assert.rejects(createClient(ctx, merchantId, { name: 'X', scopes }), { code: 'InvalidField' });
    }
  });

  test('that is disabled is rejected, at the latest a second later', async () => {
    const { clientId, clientSecret } = await createClient(ctx, merchantId, {
      name: 'Gone',
      scopes: ['payments'],
    });
    const directory = createDirectory(ctx);
    assert.ok(await directory.clientBySecret(clientId, clientSecret));
    await db`update clients set disabled_at = now() where id = ${clientId}`;
    await sleep(1_050);
    assert.equal(await directory.clientBySecret(clientId, clientSecret), undefined);
    assert.equal(await directory.clientById(clientId), undefined);
  });
});
