import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openSandbox } from '../../test/support/setup/sandbox.ts';
import { demoBankId } from '../core/banks.ts';
import { findSiteByCode, openSiteSecrets, type Site } from '../core/merchants/actions.ts';

const sandbox = await openSandbox();
const { ctx, db, merchant, stranger } = sandbox;

const siteNow = async (code: string): Promise<Site> => (await findSiteByCode(db, code))!;
const patch = (settings: unknown, code = merchant.siteCode, apiKey?: string) =>
  sandbox.call('PATCH', `sites/${code}`, { settings }, apiKey);

describe('a new site', () => {
  test('belongs to a new merchant, set up like the demo merchant', async () => {
    const { status, body } = await sandbox.call('POST', 'sites');
    assert.equal(status, 201);
    const { merchant: _, ...secrets } = merchant;
    assert.deepEqual(Object.keys(body).sort(), Object.keys(secrets).sort());
    const site = await siteNow(body.siteCode as string);
    assert.notEqual(site.merchantId, (await siteNow(merchant.siteCode)).merchantId);
    assert.equal(site.allowPlainAccountNumbers, true);
    assert.equal(site.settlementAccount!.bankId, demoBankId, 'its settlements are paid');
    assert.equal((await sandbox.call('GET', 'clock', undefined, body.apiKey as string)).status, 200);
    assert.deepEqual((await openSiteSecrets(ctx, site.id)).privateKeys, [body.privateKey]);
  });

  test('has the requested settings', async () => {
    const settings = {
      allowPlainAccountNumbers: false,
      payoutAccessToken: 'chosen',
      name: 'Shop',
      feeBps: 150,
    };
    const { body } = await sandbox.call('POST', 'sites', { settings });
    const site = await siteNow(body.siteCode as string);
    assert.deepEqual([site.allowPlainAccountNumbers, site.name, site.feeBps], [false, 'Shop', 150]);
    assert.equal(body.payoutAccessToken, 'chosen');
    assert.equal((await openSiteSecrets(ctx, site.id)).payoutAccessTokens[0], 'chosen');
  });

  test('with an invalid setting is not created', async () => {
    const count = async () => (await db`select 1 from merchants`).count;
    const before = await count();
    for (const [body, message] of [
      [{ settings: { feeBps: 10_001 } }, /^feeBps is a whole number from 0 to 10000$/],
      [
        { settings: { shade: 'red', feeBps: 1, size: 2 } },
        /^a site has no setting shade, size; it has name, /,
      ],
      [{ setting: {} }, /^setting is not a known field$/],
      [{ settings: [] }, /^settings must be an object$/],
      [[], /^the body must be an object$/],
    ] as const) {
      const answer = await sandbox.call('POST', 'sites', body);
      assert.equal(answer.status, 400);
      assert.match(String(answer.body.message), message);
    }
    assert.equal(await count(), before);
  });

  test('is created by each of fifty concurrent requests', async () => {
    const many = await Promise.all(Array.from({ length: 50 }, () => sandbox.call('POST', 'sites')));
    assert.equal(new Set(many.map(({ body }) => body.siteCode)).size, 50);
  });
});

describe('settings', () => {
  test('are changed by name, and the response contains all of them', async () => {
    const settlementAccount = {
      bankId: '4816019c-3314-4c80-8b6b-b2cd16dcc4ec',
      accountNumber: '62001234567',
      branchCode: '250655',
      holder: 'Thabo & Sons',
    };
    const given = {
      name: 'Thabo Online',
      feeBps: 250,
      feeCents: '99',
      allowDuplicateReferences: false,
      notifyUrl: 'http://127.0.0.1:9000/notify',
      successUrl: 'https://shop.example/success',
      cancelUrl: 'https://shop.example/cancel',
      errorUrl: 'https://shop.example/error',
      returnUrl: 'https://shop.example/return',
      settlementAccount,
      verifyUrl: 'http://127.0.0.1:9000/verify',
      allowPlainAccountNumbers: true,
      approvalAbove: 10_000.5,
      consoleRefundLimit: '500.00',
      releases: 1,
      operatorMayApprovePayouts: true,
      verificationFee: '2.5',
      holidayRule: 'before',
      allowTest: false,
      referencePattern: 'ORD-\\d{6}',
      phone: '+27 23 555 0142',
      email: 'orders@thabo.example',
      emailReceipts: false,
      emailReminderDays: null,
      emailFailedCharges: false,
      chargeRetries: 2,
      verifyPayees: 'off',
      colour: '#0a6b4a',
      logo: null,
    };
    const { status, body } = await patch(given);
    const shown = { ...given, feeCents: 99, approvalAbove: '10000.50', verificationFee: '2.50' };
    assert.deepEqual(
      { status, body },
      { status: 200, body: { siteCode: merchant.siteCode, settings: shown } },
    );

    const gone = { notifyUrl: null, settlementAccount: null, verifyUrl: '', approvalAbove: null };
    const after = (await patch(gone)).body.settings;
    assert.deepEqual(after, { ...shown, ...gone, verifyUrl: null });
    assert.deepEqual((await patch({})).body.settings, after);
    const text = Object.values(settlementAccount).join('/');
    const { settings } = (await patch({ settlementAccount: text })).body as { settings: object };
    assert.deepEqual((settings as { settlementAccount: object }).settlementAccount, settlementAccount);
  });

  test('are unchanged if a value breaks a rule', async () => {
    const before = await siteNow(merchant.siteCode);
    for (const [wrong, message] of [
      [{ feeBps: -1 }, /^feeBps is a whole number from 0 to 10000$/],
      [{ feeCents: 1.5 }, /^feeCents is a whole number of cents from 0/],
      [{ allowDuplicateReferences: 'yes' }, /^allowDuplicateReferences must be true or false/],
      [{ notifyUrl: 'ftp://shop.example' }, /^notifyUrl must be an http or https address/],
      [
        { notifyUrl: `https://shop.example/${'x'.repeat(500)}` },
        /^notifyUrl must be an http or https address/,
      ],
      [{ verifyUrl: {} }, /^verifyUrl must be an http or https address/],
      [{ verifyUrl: 'https://a:b@shop.example/' }, /^verifyUrl must be an address without a user name$/],
      [
        { verifyUrl: 'http://[fd00:ec2::254]/' },
        /^verifyUrl is not an allowed address: fd00:ec2::254 is a metadata address$/,
      ],
      [
        { returnUrl: 'http://0xA9FEA9FE/x' },
        /^returnUrl is not an allowed address: 169\.254\.169\.254 is a link-local/,
      ],
      ...(['notifyUrl', 'successUrl', 'cancelUrl', 'errorUrl'] as const).map(
        (name) =>
          [{ [name]: 'http://169.254.169.254/x' }, new RegExp(`^${name} is not an allowed address`)] as const,
      ),
      [{ approvalAbove: '1.005' }, /^approvalAbove must be an amount in rand/],
      [{ approvalAbove: -1 }, /^approvalAbove must be an amount in rand/],
      [{ verificationFee: null }, /^verificationFee must be an amount in rand/],
      [{ holidayRule: 'later' }, /^holidayRule must be one of none, before, after/],
      [{ name: '' }, /^name must have 1 to 100 characters/],
      [{ name: 'x'.repeat(101) }, /^name must have 1 to 100 characters/],
      [
        { settlementAccount: { bankId: 'FNB' } },
        /^settlementAccount must be BANKID\/ACCOUNT\/BRANCH\/HOLDER/,
      ],
      [
        { settlementAccount: 'FNB/62001234567/250655/Shop' },
        /^settlementAccount must begin with the id of a bank/,
      ],
      [{ payoutAccessToken: '' }, /^payoutAccessToken must have 1 to 250 ASCII/],
      [{ payoutAccessToken: 'a\r\nb' }, /^payoutAccessToken must have 1 to 250 ASCII/],
      [{ feeBps: 7, constructor: 1 }, /^a site has no setting constructor; it has name, /],
    ] as const) {
      const answer = await patch({ holidayRule: 'none', ...wrong });
      assert.equal(answer.status, 400, JSON.stringify(wrong));
      assert.match(String(answer.body.message), message);
    }
    assert.equal((await sandbox.call('PATCH', `sites/${merchant.siteCode}`, {})).status, 400);
    assert.deepEqual(await siteNow(merchant.siteCode), before);
  });

  test('stay unchanged, with a 404, for another merchant’s or an unknown site', async () => {
    const before = await siteNow(merchant.siteCode);
    assert.equal((await patch({ feeBps: 1 }, merchant.siteCode, stranger.apiKey)).status, 404);
    assert.equal((await patch({ feeBps: 1 }, 'NOBODY1')).status, 404);
    assert.deepEqual(await siteNow(merchant.siteCode), before);
  });

  test('changed concurrently are all kept', async () => {
    await patch({ feeBps: 1, feeCents: 1, holidayRule: 'none', allowDuplicateReferences: true });
    await Promise.all([
      patch({ feeBps: 2 }),
      patch({ feeCents: 3 }),
      patch({ holidayRule: 'after' }),
      patch({ allowDuplicateReferences: false }),
      ...Array.from({ length: 16 }, (_, index) => patch({ name: `Shop ${index}` })),
    ]);
    const site = await siteNow(merchant.siteCode);
    assert.deepEqual(
      [site.feeBps, site.feeCents, site.holidayRule, site.allowDuplicateReferences],
      [2, 3n, 'after', false],
    );
  });

  test('a chosen token replaces the old one, and a repeated request changes nothing', async () => {
    const site = await siteNow(merchant.siteCode);
    await Promise.all(['one', 'two', 'three'].map((payoutAccessToken) => patch({ payoutAccessToken })));
    const { body } = await patch({ payoutAccessToken: 'mine' });
    assert.ok(!JSON.stringify(body).includes('mine'));
    await patch({ payoutAccessToken: 'mine' });
    const { payoutAccessTokens } = await openSiteSecrets(ctx, site.id);
    assert.equal(payoutAccessTokens[0], 'mine');
    assert.equal(payoutAccessTokens.length, 5);
  });
});
