// Habits of clients that are found in the field: numbers with exponents, names read in PascalCase, forms and JSON in turn,
// redirects by POST, phone numbers as they are typed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { credentialsOf } from '../../src/app/credentials.ts';
import { readXml } from '../../src/kernel/formats/xml.ts';
import { withHash } from '../contract/signatures.ts';
import { type Answer, ask, createMerchantOf, hashOf, signedFields } from '../support/merchant.ts';
import { openService } from '../support/opening.ts';

const service = await openService();
const { base, config, merchant } = service;
const shop = createMerchantOf(base, credentialsOf(config, merchant));
const token: string = (await shop.token()).body.access_token;

const json = { 'content-type': 'application/json', apikey: merchant.apiKey };
const payments = (
  path: string,
  body: string | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  ask(`${base}/payments/${path}`, { method: 'POST', headers: { ...json, ...headers }, body });
const read = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(`${base}/payments/${path}`, { headers: { apikey: merchant.apiKey, ...headers } });
const one = (path: string, body: string): Promise<Answer> =>
  ask(`${base}/one/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
  });

/** Names and values of a request, signed as they are joined; `amount` is hashed as `hashed` says. */
function signed(more: Record<string, string> = {}, hashed = more.amount): Record<string, string> {
  const { hashCheck: _, ...fields } = signedFields(merchant, more);
  const values = Object.values({ ...fields, ...(hashed && { amount: hashed }) });
  return { ...fields, hashCheck: hashOf(...values, merchant.privateKey) };
}

/** JSON whose amount is written as a number, letter by letter. */
const withNumber = (fields: object, amount: string): string =>
  JSON.stringify({ ...fields, amount: '@' }).replace('"@"', amount);

/** The transaction of a payment that a customer has paid. */
async function paid(paymentId: string): Promise<string> {
  return (await shop.decide(paymentId, 'success')).body.transactionId;
}

describe('a client whose language writes numbers with exponents', () => {
  const order = {
    siteCode: merchant.siteCode,
    merchantReference: 'EXPONENT',
    expireAt: '2026-12-01T00:00:00Z',
  };
  const amountOf = (value: string) => `{"currency":"ZAR","value":${value}}`;

  test('creates payments and refunds on the One API', async () => {
    for (const [value, read] of [
      ['1E+2', 100],
      ['1.005e2', 100.5],
      ['10050E-2', 100.5],
    ] as const) {
      const { status, body, text } = await one('/payments', withNumber(order, amountOf(value)));
      assert.equal(status, 201, text);
      assert.equal(body.amount.value, read);
      const refund = `{"transactionId":"${await paid(body.id)}","reason":"x","amount":${amountOf('2.5E1')}}`;
      const refunded = await one('/refunds', `[${refund}]`);
      assert.equal(refunded.status, 201, refunded.text);
      assert.equal(refunded.body[0].amount.value, 25);
    }
    assert.equal((await one('/payments', withNumber(order, amountOf('1E-3')))).status, 400);
  });

  test('sends requests on the Payments API, hashing two decimals or the text as written', async () => {
    for (const [amount, hashed] of [
      ['2.5E+1', '25.00'],
      ['2.5E+1', '2.5E+1'],
      ['25', '25'],
      ['2500e-2', '2500e-2'],
    ] as const) {
      const transactionReference = `EXP ${amount} ${hashed}`;
      const { body } = await payments(
        'postpaymentrequest',
        withNumber(signed({ transactionReference, amount }, hashed), amount),
      );
      assert.equal(body.errorMessage, null, `${amount} ${hashed}`);
      const transactionId = await paid(body.paymentRequestId);
      assert.equal(
        (await read(`gettransaction?siteCode=${merchant.siteCode}&transactionId=${transactionId}`)).body
          .amount,
        25,
      );
    }
  });
});

/** A member as readers in .NET find it: by its name in any letter case, which is to be one member's alone. */
function member(record: Record<string, unknown>, name: string): unknown {
  const names = Object.keys(record).filter((one) => one.toLowerCase() === name.toLowerCase());
  assert.equal(names.length, 1, `${name} of ${Object.keys(record)}`);
  return record[names[0]!];
}

describe('a client that reads names in PascalCase', () => {
  const xml = { accept: 'application/xml' };
  const element = (answer: Answer, root: string): Record<string, unknown> => {
    assert.match(answer.headers.get('content-type')!, /xml/);
    return readXml(answer.text)[root] as Record<string, unknown>;
  };

  test('finds them in JSON and in XML, and the same behind them', async () => {
    const pascal = Object.fromEntries(
      Object.entries(signed({ transactionReference: 'PASCAL' })).map(([name, value]) => [
        name[0]!.toUpperCase() + name.slice(1),
        value,
      ]),
    );
    const body = JSON.stringify(pascal);
    const made = await payments('PostPaymentRequest', body);
    assert.equal(member(made.body, 'ErrorMessage'), null);
    const id = String(member(made.body, 'PaymentRequestId'));
    assert.equal(member(made.body, 'Url'), `${base}/pay/${id}`);
    const inXml = element(await payments('PostPaymentRequest', body, xml), 'PaymentResponse');
    assert.equal(inXml.Url, `${base}/pay/${inXml.PaymentRequestId}`);

    const transactionId = await paid(id);
    const bearer = { authorization: `Bearer ${await bearerToken()}` };
    const item = { transactionId, amount: '5.00', refundReason: 'Ripped', isRtc: false };
    const items = JSON.stringify([withHash('payments submitRefunds', item, merchant)]);
    const [asked] = (await payments('Secure/Refunds/Submit', items, bearer)).body;
    assert.equal(member(asked, 'Errors'), null);
    const path = `Secure/Refunds/GetRefund?refundId=${member(asked, 'RefundId')}`;
    const record = (await read(path, bearer)).body;
    const same = element(await read(path, { ...bearer, ...xml }), 'Refund');
    for (const name of ['Id', 'Amount', 'Status', 'TransactionReference', 'SiteCode', 'IsRtc'])
      assert.equal(String(member(record, name)), String(same[name]), name);
  });

  test('finds the token that it requested with a form', async () => {
    const inXml = element(await askToken(xml), 'Token');
    for (const one of [await bearerToken(), inXml.AccessToken]) {
      const answer = await read('secure/refunds/getrefunds', { authorization: `Bearer ${one}` });
      assert.equal(answer.status, 200, answer.text);
    }
  });

  const askToken = (headers: object = {}) =>
    payments('Token', new URLSearchParams({ Grant_Type: 'Password', SITECODE: merchant.siteCode }), {
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    });
  async function bearerToken(): Promise<string> {
    const { body } = await askToken();
    assert.equal(member(body, 'Token_Type'), 'bearer');
    return String(member(body, 'Access_Token'));
  }
});

test('a client that sends a form and JSON in turn is understood each time, and its hash is one', async () => {
  const fields = signed({ transactionReference: 'IN TURN', payeeDisplayName: 'Karoo' });
  const seen = new Set<string>();
  for (let turn = 0; turn < 2; turn++) {
    const { body } = await payments('postpaymentrequest', JSON.stringify(fields));
    assert.equal(body.errorMessage, null);
    seen.add(body.paymentRequestId);
    const form = new URLSearchParams(fields);
    for (const opened of [
      await ask(`${base}/pay`, { method: 'POST', body: form }),
      await ask(`${base}/pay?${form}`),
    ]) {
      assert.equal(opened.status, 303, opened.text);
      seen.add(opened.headers.get('location')!.split('/').at(-1)!);
    }
    // A form is not JSON under any media type, and the other way round.
    const mixed = await payments('postpaymentrequest', String(form));
    assert.deepEqual([mixed.status, mixed.text], [400, 'The body is not JSON']);
  }
  assert.equal(seen.size, 6);
});

test('a client that redirects its customer by POST leads them to the page, of a payment or a subscription', async () => {
  const payment = (await shop.createOne(token)).body;
  const subscription = await one(
    '/subscriptions',
    JSON.stringify({
      siteCode: merchant.siteCode,
      amount: { currency: 'ZAR', value: 99 },
      merchantReference: 'CLUB',
      frequency: 'Monthly',
      firstPaymentDate: '2026-12-01',
      occurrences: 3,
    }),
  );
  assert.equal(subscription.status, 201, subscription.text);
  for (const page of [payment.redirectUrl, subscription.body.redirectUrl]) {
    const form = new URLSearchParams({ PaymentId: 'whatever the shop has', csrf: 'x' });
    const answer = await fetch(page, { method: 'POST', body: form });
    assert.deepEqual([answer.status, answer.redirected, answer.url], [200, true, page]);
    assert.match(await answer.text(), /<main id="main"/);
  }
});

test('a client that passes on a phone number as its customer typed it is never refused for it', async () => {
  for (const customerCellphoneNumber of [
    '+27821234567',
    '082 123 4567',
    '(082) 123-4567',
    '+44 (0)20 7946 0958',
    '0821234567 / 0115551234',
    'ask my wife',
    '-',
  ]) {
    const fields = signed({
      transactionReference: `PHONE ${customerCellphoneNumber}`.slice(0, 50),
      customerCellphoneNumber,
    });
    const { body } = await payments('postpaymentrequest', JSON.stringify(fields));
    assert.equal(body.errorMessage, null, customerCellphoneNumber);
    const opened = await ask(`${base}/pay`, { method: 'POST', body: new URLSearchParams(fields) });
    assert.equal(opened.status, 303, customerCellphoneNumber);
  }
});
