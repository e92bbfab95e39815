// Requests that look cheap and cost much: each of at most a megabyte, as an attacker sends it to block the thread that serves
// every request.
import { gzipSync } from 'node:zlib';
import type { Credentials } from '../../src/app/credentials.ts';
import { signedFields } from '../support/merchant.ts';
import { type Ask, ask } from './meter.ts';

const megabyte = 2 ** 20;
const id = '00000000-0000-7000-8000-000000000000';

/** A piece as often as it fits into a megabyte, between a beginning and an end. */
const filled = (piece: string, head = '', tail = '', size = megabyte): string =>
  head + piece.repeat(Math.floor((size - head.length - tail.length) / piece.length)) + tail;
const listOf = (piece: string, times: number): string => `[${Array(times).fill(piece).join(',')}]`;
const ones = filled('1,', '[', '1]');
const object = (members: number): string =>
  `{${Array.from({ length: members }, (_, index) => `"m${index}":1`).join(',')}}`;
const manyFields = Array.from({ length: 130_000 }, (_, index) => `${index.toString(36)}=1`).join('&');
const packed = (text: string): string => gzipSync(text).toString('base64');
const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
const xmlOf = (inner: string, root = 'PaymentRequest'): string => `<${root}>${inner}</${root}>`;

const types = {
  json: 'application/json',
  xml: 'application/xml',
  form: 'application/x-www-form-urlencoded',
};

/** A post of a body, or a read without one. */
const to = (
  path: string,
  headers: Record<string, string>,
  body?: string,
  type: keyof typeof types = 'json',
): Ask => ({
  path,
  headers: body === undefined ? headers : { 'content-type': types[type], ...headers },
  body,
});

/** The headers of a permitted caller of each surface. */
export async function enter(base: string, merchant: Credentials) {
  const { apiKey: apikey, siteCode, clientId, clientSecret } = merchant;
  const tokenOf = async (path: string, headers: Record<string, string>, fields: Record<string, string>) =>
    JSON.parse((await ask(base, to(path, headers, form(fields), 'form'))).text).access_token as string;
  const client = { client_id: clientId, client_secret: clientSecret };
  const one = await tokenOf('/one/v1/token', {}, { grant_type: 'client_credentials', ...client });
  const secure = await tokenOf('/payments/token', { apikey }, { grant_type: 'password', SiteCode: siteCode });
  return {
    one: { authorization: `Bearer ${one}` },
    secure: { authorization: `Bearer ${secure}` },
    key: { apikey },
    payouts: { apikey, sitecode: siteCode },
  };
}

export type Entry = Awaited<ReturnType<typeof enter>>;

/** A request of each face that is honest. */
export function honestRequests(entry: Entry, merchant: Credentials): Record<string, Ask> {
  const signed = signedFields(merchant);
  const payment = {
    siteCode: merchant.siteCode,
    amount: { currency: 'ZAR', value: 150.5 },
    merchantReference: 'ORDER-1',
    expireAt: '2099-11-21T10:00:00Z',
  };
  return {
    'the checkout': to('/pay', {}, form(signed), 'form'),
    'the One API': to('/one/v1/payments', entry.one, JSON.stringify(payment)),
    'the Payments API': to('/payments/postpaymentrequest', entry.key, JSON.stringify(signed)),
    'the Merchant External API': to(
      '/external/api/MerchantApiV1/PostPaymentRequest',
      entry.key,
      JSON.stringify(signed),
    ),
  };
}

/** Attacks on the thread, by their content. */
export function hostileRequests(entry: Entry, merchant: Credentials): Record<string, Ask> {
  return {
    ...ofStrangers(merchant),
    ...ofJson(entry, merchant),
    ...ofXml(entry),
    ...ofPackedData(entry),
    ...ofTheSandbox(entry),
  };
}

function ofStrangers({ clientId, clientSecret }: Credentials): Record<string, Ask> {
  const page = (headers: Record<string, string>) => to(`/pay/${id}`, headers);
  const token = form({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });
  return {
    'Accept-Language of tabs': page({ 'accept-language': `a${'\t'.repeat(15_000)}b` }),
    'Accept-Language of commas': page({ 'accept-language': 'zu;q=0.1,'.repeat(1_600) }),
    'a cookie of tabs': page({ cookie: `a;${'\t'.repeat(15_000)}b` }),
    '/pay with a form of 130 000 fields': to('/pay', {}, manyFields, 'form'),
    '/pay with a form of one name': to('/pay', {}, filled('a&'), 'form'),
    '/pay with a form of escapes': to('/pay', {}, filled('%41x', 'a='), 'form'),
    '/pay with a form of spaces': to('/pay', {}, filled('+', 'a='), 'form'),
    '/pay with a query of fields': to(`/pay?${manyFields.slice(0, 15_000)}`, {}),
    '/pay with a path of escapes': to(`/pay/${'%'.repeat(14_000)}`, {}),
    'a form of the bank': to(`/bank/orders/${id}`, {}, manyFields, 'form'),
    'a form of a subscription': to(`/subscribe/${id}/choose`, {}, manyFields, 'form'),
    '/one/v1/token with 130 000 fields': to('/one/v1/token', {}, manyFields, 'form'),
    '/one/v1/token with a long scope': to('/one/v1/token', {}, filled('a+', `${token}&scope=`), 'form'),
    '/one/v1/token with a long header': to(
      '/one/v1/token',
      { authorization: `Basic ${'A'.repeat(14_000)} !` },
      'grant_type=client_credentials',
      'form',
    ),
  };
}

function ofJson({ one, secure, key, payouts }: Entry, merchant: Credentials): Record<string, Ask> {
  const field = (name: string, list: string) =>
    `{"pageSize":1,"pageIndex":0,"searchString":"x","${name}":${list}}`;
  const shapes: Record<string, string> = {
    'an array of ones': ones,
    'an array of empty objects': filled('{},', '[', '{}]'),
    'an array of texts': filled('"",', '[', '""]'),
    'an object of 90 000 members': object(90_000),
    'arrays of sixty levels': filled(`${'['.repeat(60)}${']'.repeat(60)},`, '[', '1]'),
    'objects of sixty levels': filled(`${'{"a":'.repeat(60)}1${'}'.repeat(60)},`, '[', '1]'),
    'quotation marks': filled('\\"', '{"merchantReference":"', '"}'),
    'objects at the limits': listOf(object(199), 49),
    'numbers at the limits': filled('0.123456789012345,', '[', '1]', 180_000),
  };
  const wide = { transactionId: id, amount: '1.00', hashCheck: 'x', refundReason: 'é'.repeat(400) };
  const long = signedFields(
    merchant,
    Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`optional${n}`, 'É'.repeat(90_000)])),
  );
  const date = (text: string) =>
    `/external/api/MerchantApiV1/GetTransactionByReferenceDate?siteCode=${merchant.siteCode}&transactionReference=a&transactionDate=${text}`;
  return {
    ...Object.fromEntries(
      Object.entries(shapes).flatMap(([what, body]) => [
        [`the One API with ${what}`, to('/one/v1/refunds', one, body)],
        [`the Payments API with ${what}`, to('/payments/postpaymentrequest', key, body)],
      ]),
    ),
    'the One API with ones and a key': to('/one/v1/refunds', { ...one, 'idempotency-key': 'a' }, ones),
    'refunds of ones': to('/payments/secure/refunds/submit', secure, ones),
    'refunds with members': to(
      '/payments/secure/refunds/submit',
      secure,
      listOf(JSON.stringify(wide).replace('}', `,${object(150).slice(1)}`), 290),
    ),
    'a payment request with long texts': to('/payments/postpaymentrequest', key, JSON.stringify(long)),
    'a payout of ones': to('/payouts/v1/requestpayout', payouts, ones),
    'a search of ones': to(
      '/payouts/v1/getpayoutbyreference',
      payouts,
      field('searchFields', filled('1,', '[', '1]', megabyte - 100)),
    ),
    'a transactionDate of signs': to(date('+'.repeat(14_000)), key),
    'a transactionDate of Ts': to(date('T+'.repeat(7_000)), key),
    'a version of spaces': to(
      '/external/api/MerchantApiV1/PostPaymentRequest',
      {
        ...key,
        'content-type': `application/json${';x-api-version=\t\t'.repeat(700)}`,
      },
      '{}',
    ),
  };
}

function ofXml({ key, secure }: Entry): Record<string, Ask> {
  const attributes = Array.from({ length: 90_000 }, (_, index) => `a${index}="b"`).join(' ');
  const distinct = (count: number) =>
    Array.from({ length: count }, (_, n) => `<a${n}>${'x'.repeat(90)}</a${n}>`).join('');
  const shapes: Record<string, string> = {
    'nested elements': '<a>'.repeat(300_000),
    siblings: xmlOf('<a/>'.repeat(200_000)),
    'elements of many names': xmlOf(distinct(4_990)),
    'elements at the limits': xmlOf(distinct(3_990)),
    'text between elements': xmlOf(`${'x'.repeat(95)}<a/>`.repeat(9_900)),
    attributes: `<PaymentRequest ${attributes}/>`,
    'attributes in an instruction': `<?xml ${attributes}?><PaymentRequest/>`,
    'attributes behind a bracket': `<PaymentRequest a=">" ${attributes}/>`,
    entities: xmlOf(`<a>${'&amp;'.repeat(200_000)}</a>`),
    'a section of brackets': xmlOf(`<a><![CDATA[${']'.repeat(1_000_000)}]]></a>`),
    'a tag without an end': `<PaymentRequest a="${'x'.repeat(1_000_000)}`,
  };
  return {
    ...Object.fromEntries(
      Object.entries(shapes).map(([what, body]) => [
        `XML with ${what}`,
        to('/payments/postpaymentrequest', key, body, 'xml'),
      ]),
    ),
    'XML of refunds': to(
      '/payments/secure/refunds/submit',
      secure,
      xmlOf('<Refund/>'.repeat(9_900), 'Refunds'),
      'xml',
    ),
  };
}

/** The elements are of 32 kB, the largest there are; the arrays unpack to 26 and 29 MB. */
const arrays = {
  ones: packed(listOf(filled('1,', '[', '1]', 32_768), 900)),
  members: packed(listOf(object(3_000), 900)),
};

function ofPackedData({ key, secure }: Entry): Record<string, Ask> {
  const operation = (name: string, body: string) =>
    to(`/external/Secure/BulkPaymentRequests/${name}`, key, body);
  const job = { jobReference: 'HOSTILE', notifyUrl: 'http://127.0.0.1:9/x' };
  return Object.fromEntries(
    Object.entries(arrays).flatMap(([what, compressedData]) => [
      [`Decompress of ${what}`, operation('Decompress', JSON.stringify({ compressedData }))],
      [`Create of ${what}`, operation('Create', JSON.stringify({ ...job, compressedData }))],
      [
        `the Payments API's create of ${what}`,
        to('/payments/secure/bulkpaymentrequests/create', secure, JSON.stringify({ ...job, compressedData })),
      ],
    ]),
  );
}

function ofTheSandbox({ key }: Entry): Record<string, Ask> {
  const put = (path: string, body: string): Ask => ({ ...to(path, key, body), method: 'PUT' });
  return {
    'fixtures of ones': to(
      '/sandbox/fixtures',
      key,
      `{"payments":${filled('1,', '[', '1]', megabyte - 20)}}`,
    ),
    'fixtures of members': to('/sandbox/fixtures', key, object(90_000)),
    'faults of members': put('/sandbox/faults', object(90_000)),
    'rules of ones': put('/sandbox/rules', `{"rules":${filled('1,', '[', '1]', megabyte - 20)}}`),
    'settings of members': to('/sandbox/sites', key, `{"settings":${object(85_000)}}`),
  };
}

/** Expensive legitimate work, up to the limits: it can take long, while other requests are answered. */
export function largeRequests({ key, secure }: Entry, merchant: Credentials): Record<string, Ask> {
  const operation = (name: string, body: string) =>
    to(`/external/Secure/BulkPaymentRequests/${name}`, key, body);
  const create = (jobReference: string, text: string) => {
    const job = { jobReference, notifyUrl: 'http://127.0.0.1:9/x', compressedData: packed(text) };
    return operation('Create', JSON.stringify(job));
  };
  const requests = Array.from({ length: 5_000 }, (_, index) =>
    JSON.stringify(signedFields(merchant, { transactionReference: `INVOICE-${index}` })),
  );
  const array = `[${requests.join(',')}]`;
  const refund = { transactionId: id, amount: '1.00', hashCheck: 'ab', refundReason: 'r' };
  return {
    'a job of 5 000 requests': create('HONEST', array),
    'Compress of 5 000 requests': operation('Compress', array),
    'Decompress of 5 000 requests': operation(
      'Decompress',
      JSON.stringify({ compressedData: packed(array) }),
    ),
    '500 refunds': to('/payments/secure/refunds/submit', secure, listOf(JSON.stringify(refund), 500)),
    'a job at its limits': create('LIMITS', listOf(object(39), 5_000)),
    'a job of the largest elements': create('LARGEST', listOf(`{"a":"${'é'.repeat(16_000)}"}`, 900)),
  };
}

/** Twenty of each at once are to leave memory for others. */
export function heavyRequests({ key }: Entry): Record<string, Ask> {
  const operation = (name: string, body: object) =>
    to(`/external/Secure/BulkPaymentRequests/${name}`, key, JSON.stringify(body));
  const job = { jobReference: 'HEAVY', notifyUrl: 'http://127.0.0.1:9/x' };
  return {
    'Decompress of ones': operation('Decompress', { compressedData: arrays.ones }),
    'Create of ones': operation('Create', { ...job, compressedData: arrays.ones }),
    'Create of a megabyte': operation('Create', { ...job, compressedData: 'A'.repeat(megabyte - 200) }),
  };
}
