// A typical shop plugin in PHP: strtolower, which leaves É unchanged, amounts as numbers, the phone as its customer
// typed it, and a plain form where a browser carries the request.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { credentialsOf } from '../../src/app/credentials.ts';
import { packed } from '../bulk/merchant.ts';
import { openBulk } from '../support/bulking.ts';
import { ask, createMerchantOf } from '../support/merchant.ts';

const service = await openBulk();
const { base, merchant } = service;

type Fields = Record<string, string | number>;

const strtolower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The fields with their hash: joined as they are written, in PHP's own lower case. */
function signed(fields: Fields): Fields {
  const text = strtolower(Object.values(fields).join('') + merchant.privateKey);
  return { ...fields, hashCheck: createHash('sha512').update(text, 'utf8').digest('hex') };
}

const order = (more: Fields = {}): Fields => ({
  siteCode: merchant.siteCode,
  countryCode: 'ZA',
  currencyCode: 'ZAR',
  amount: 25,
  transactionReference: 'BESTELLUNG_ÄÖÜ',
  bankReference: 'WC_17',
  optional5: `WooCommerce 9.1 ${'on PHP 8.3 '.repeat(10)}`,
  customer: 'Élise ŠTĚPÁNEK',
  cancelUrl: 'http://127.0.0.1:9/cancel',
  errorUrl: 'http://127.0.0.1:9/error',
  successUrl: 'http://127.0.0.1:9/success',
  notifyUrl: service.receiver.url,
  isTest: 'false',
  customerIdentifier: '8001015009088',
  customerCellphoneNumber: '+27 82 123 4567',
  ...more,
});

const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(`${base}/payments/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: merchant.apiKey, ...headers },
    body: JSON.stringify(body),
  });

/** A customer pays; returns the transaction's id. */
async function pay(): Promise<string> {
  const { body } = await post('PostPaymentRequest', signed(order()));
  assert.equal(body.errorMessage, null);
  const shop = createMerchantOf(base, credentialsOf(service.config, merchant));
  await shop.decide(body.paymentRequestId, 'success');
  const query = new URLSearchParams({
    siteCode: merchant.siteCode,
    transactionReference: 'BESTELLUNG_ÄÖÜ',
  });
  const { body: found } = await ask(`${base}/payments/GetTransactionByReference?${query}`, {
    headers: { apikey: merchant.apiKey },
  });
  return found[0].transactionId;
}

test('creates a payment and refunds it', async () => {
  const transactionId = await pay();
  const items = [
    signed({ transactionId, amount: 5, refundReason: 'ZURÜCK: ÄÖÜ', notifyUrl: service.receiver.url }),
    signed({ transactionId, amount: '5.00', refundReason: 'Élise', notifyUrl: service.receiver.url }),
  ];
  const { body } = await post('secure/refunds/submit', items, await service.bearer());
  assert.deepEqual(
    body.map(({ errors }: { errors: string[] | null }) => errors),
    [null, null],
  );
});

test('is refused where its key or one value is another', async () => {
  for (const change of [{ amount: 26 }, { customer: 'Elise' }, { bankReference: 'WC_18' }]) {
    const { body } = await post('postpaymentrequest', { ...signed(order()), ...change });
    assert.equal(body.errorMessage, 'HashCheck value has failed');
  }
});

test('sends its customer to /pay with a form', async () => {
  const fields = signed(order({ amount: '25.00', transactionReference: 'FORM ÄÖÜ' }));
  const { status, headers } = await ask(`${base}/pay`, {
    method: 'POST',
    body: new URLSearchParams(fields as Record<string, string>),
  });
  assert.equal(status, 303);
  assert.match(headers.get('location')!, /\/pay\/[0-9a-f-]{36}$/);
});

test('sends a bulk job', async () => {
  const requests = ['ÄÖÜ 1', 'ÄÖÜ 2'].map((transactionReference) => signed(order({ transactionReference })));
  const { body } = await service.post({
    jobReference: 'PHP',
    notifyUrl: service.receiver.url,
    compressedData: packed(requests),
  });
  assert.deepEqual(body.errors, []);
});

test('requests references of deposits', async () => {
  const { siteCode } = merchant;
  const single = signed({ siteCode, amount: 25, transactionReference: 'ÜBERWEISUNG' });
  const { status, text } = await post('secure/banktransfer/single', single);
  assert.equal(status, 200, text);
  const multiple = signed({ siteCode, transactionReference: 'SPARKONTO É' });
  assert.equal((await post('secure/banktransfer/multiple', multiple)).status, 200);
});
