import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  type Answer,
  merchantHash,
  openSurface,
  requestFields,
  uuid,
} from '../../../test/support/setup/payments-api.ts';
import { demoBankId } from '../../core/banks.ts';
import { changeSite, createMerchant, createSite, rotateSecret } from '../../core/merchants/actions.ts';
import { everything } from '../../core/viewer.ts';

type Surface = Awaited<ReturnType<typeof openSurface>>;

describe('a payment request', () => {
  let surface: Surface;
  before(async () => {
    surface = await openSurface();
  });

  test('creates a payment, and returns the address of the checkout', async () => {
    const answer = await surface.post(requestFields(surface.merchant.siteCode));
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers['content-type']), /^application\/json/);
    const body = answer.json<Answer>();
    assert.match(body.paymentRequestId!, uuid);
    assert.deepEqual(body, {
      paymentRequestId: body.paymentRequestId,
      url: `http://localhost:8420/pay/${body.paymentRequestId}`,
      errorMessage: null,
    });
  });

  test('keeps every field that is read again', async () => {
    const expiry = '2026-12-01 10:30';
    const payment = await surface.pay({
      optional2: 'two',
      customer: 'Naledi',
      payeeDisplayName: 'Thabo',
      expiryDateUtc: expiry,
      selectedBankId: demoBankId.toUpperCase(),
      allowVariableAmount: true,
      variableAmountMin: 10,
      variableAmountMax: '100.00',
      customerIdentifier: '8001015009087',
      customerCellphoneNumber: '0821234567',
      isTest: 'true',
    });
    const { details, amountCents, minimumCents, maximumCents, merchantReference, bankReference } = payment;
    assert.deepEqual(
      { amountCents, minimumCents, maximumCents, merchantReference, bankReference },
      {
        amountCents: 2500n,
        minimumCents: 1000n,
        maximumCents: 10000n,
        merchantReference: 'ORDER-17',
        bankReference: 'INV 17',
      },
    );
    assert.equal(payment.expiresAt?.toISOString(), '2026-12-01T10:30:00.000Z');
    assert.equal(payment.selectedBankId, demoBankId);
    assert.equal(payment.isTest, true);
    assert.equal(payment.contract, 'payments');
    assert.equal(payment.notifyUrl, 'https://shop.example/notify');
    assert.deepEqual(details, {
      successUrl: 'https://shop.example/success',
      cancelUrl: 'https://shop.example/cancel',
      errorUrl: 'https://shop.example/error',
      optional: [null, 'two', null, null, null],
      customer: 'Naledi',
      payeeDisplayName: 'Thabo',
      customerIdentifier: '8001015009087',
      customerCellphoneNumber: '0821234567',
    });
  });

  test('with a wrong hash says exactly that, whatever else is right', async () => {
    const fields = requestFields(surface.merchant.siteCode);
    for (const hashCheck of [
      '0',
      'x'.repeat(250),
      merchantHash(fields, 'another key'),
      merchantHash({ ...fields, amount: '24.00' }, surface.merchant.privateKey),
    ]) {
      assert.deepEqual((await surface.post({ ...fields, hashCheck })).json<Answer>(), {
        paymentRequestId: null,
        url: null,
        errorMessage: 'HashCheck value has failed',
      });
    }
  });

  test('is checked in order: fields before the hash, the hash before the bank', async () => {
    const unsigned = { hashCheck: '00' };
    assert.match((await surface.refusal({ ...unsigned, countryCode: 'US' }))!, /^countryCode/);
    const unknownBank = { selectedBankId: '00000000-0000-7000-8000-000000000000' };
    assert.equal(await surface.refusal({ ...unsigned, ...unknownBank }), 'HashCheck value has failed');
  });

  test('is refused with a forbidden address, in any spelling', async () => {
    for (const host of [
      '169.254.169.254',
      '[fe80::1]',
      '[::ffff:169.254.169.254]',
      '2852039166',
      '0xA9FEA9FE',
      '0251.0376.0251.0376',
      '100.100.100.200',
      '[fd00:ec2::254]',
      '0.0.0.0',
      '169.254.169.254.',
      'metadata.google.internal',
      'Metadata.GOOG.',
    ]) {
      for (const name of ['notifyUrl', 'successUrl']) {
        assert.match(
          (await surface.refusal({ [name]: `http://${host}/` }))!,
          new RegExp(`^${name} is not allowed: `),
          host,
        );
      }
    }
    for (const host of ['localhost:3000', '127.0.0.1', '10.1.2.3', '192.168.0.1', '[::1]']) {
      assert.equal(await surface.refusal({ notifyUrl: `http://${host}/` }), null, host);
    }
  });
});

test('in production no address of a request is private, unless a setting names its network', async () => {
  const surface = await openSurface({ mode: 'production', allowedNetworks: ['10.1.0.0/16'] });
  for (const host of [
    'localhost',
    'shop.localhost.',
    '127.0.0.1',
    '2130706433',
    '10.2.0.1',
    '192.168.0.1',
    '[::1]',
    '[fd00::1]',
    '169.254.169.254',
  ]) {
    assert.match(
      (await surface.refusal({ notifyUrl: `http://${host}/` }))!,
      /^notifyUrl is not allowed/,
      host,
    );
  }
  assert.equal(await surface.refusal({ notifyUrl: 'http://10.1.2.3/' }), null);
});

describe('a site', () => {
  test('can use default addresses of the site for those that it omits', async () => {
    const surface = await openSurface();
    const { siteCode } = surface.merchant;
    const addresses = {
      cancelUrl: 'https://d.example/c',
      errorUrl: 'https://d.example/e',
      successUrl: 'https://d.example/s',
      notifyUrl: 'https://d.example/n',
    };
    const none = { cancelUrl: undefined, errorUrl: undefined, successUrl: undefined, notifyUrl: undefined };
    assert.equal(await surface.refusal(none), 'cancelUrl is required');
    await changeSite(surface.ctx, siteCode, { addresses });
    surface.directory.forget();
    const { notifyUrl, details } = await surface.pay(none);
    const { cancelUrl, errorUrl, successUrl } = details;
    assert.deepEqual({ notifyUrl, cancelUrl, errorUrl, successUrl }, addresses);
    assert.equal((await surface.pay()).notifyUrl, 'https://shop.example/notify');
  });

  test('that forbids duplicate references has one payment for a hundred simultaneous requests', async () => {
    const surface = await openSurface();
    await changeSite(surface.ctx, surface.merchant.siteCode, { allowDuplicateReferences: false });
    surface.directory.forget();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => surface.post(requestFields(surface.merchant.siteCode))),
    );
    const bodies = answers.map((answer) => answer.json<Answer>());
    assert.equal(bodies.filter(({ paymentRequestId }) => paymentRequestId !== null).length, 1);
    const refused = bodies.filter(({ errorMessage }) => errorMessage?.startsWith('transactionReference: '));
    assert.equal(refused.length, 99);
    const [{ count }] = await surface.db<[{ count: bigint }]>`select count(*) from payments`;
    assert.equal(count, 1n);
    assert.equal(await surface.refusal({ transactionReference: 'ORDER-18' }), null);
  });

  test('that allows them has a payment for each request', async () => {
    const surface = await openSurface();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => surface.post(requestFields(surface.merchant.siteCode))),
    );
    assert.equal(new Set(answers.map((answer) => answer.json<Answer>().paymentRequestId)).size, 20);
  });

  test('verifies requests with the old and the new private key for a day after a rotation', async () => {
    const surface = await openSurface();
    const { siteCode, merchant } = surface.merchant;
    const site = (await surface.directory.siteByCode(siteCode))!;
    const { secret: privateKey } = await rotateSecret(surface.ctx, everything, {
      merchantId: merchant.id,
      siteId: site.id,
      kind: 'private_key',
    });
    surface.directory.forget();
    const fields = requestFields(siteCode);
    const withKey = async (key: string) =>
      (await surface.post({ ...fields, hashCheck: merchantHash(fields, key) })).json<Answer>().errorMessage;
    assert.equal(await withKey(surface.merchant.privateKey), null);
    assert.equal(await withKey(privateKey), null);
    surface.clock.advance(24 * 60 * 60 * 1000 + 1);
    surface.directory.forget();
    assert.equal(await withKey(surface.merchant.privateKey), 'HashCheck value has failed');
    assert.equal(await withKey(privateKey), null);
  });

  test('is signed with its own private key: that of another site of the merchant is wrong', async () => {
    const surface = await openSurface();
    const merchant = surface.merchant.merchant;
    const second = await createSite(surface.ctx, merchant, 'Second');
    assert.equal(await surface.refusal({ siteCode: second.siteCode }), 'HashCheck value has failed');
    const fields = requestFields(second.siteCode);
    const answer = await surface.post({ ...fields, hashCheck: merchantHash(fields, second.privateKey) });
    assert.equal(answer.json<Answer>().errorMessage, null);
  });
});

test('a merchant makes no payment for another one', async () => {
  const surface = await openSurface();
  const other = await createMerchant(surface.ctx, { name: 'Naledi' });
  const fields = requestFields(other.siteCode);
  const hashCheck = merchantHash(fields, other.privateKey);
  const answer = await surface.post({ ...fields, hashCheck });
  assert.equal(answer.statusCode, 401);
  assert.match(String(answer.headers['content-type']), /^text\/plain/);
  const unknown = await surface.post({ ...requestFields('NOBODY0001') });
  assert.deepEqual([unknown.statusCode, unknown.body], [401, answer.body]);
  const [{ count }] = await surface.db<[{ count: bigint }]>`select count(*) from payments`;
  assert.equal(count, 0n);
});
