// Bulk jobs over HTTP on the Payments API, from the request to the result.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { changeSite, createSite } from '../src/core/merchants/actions.ts';
import { checkEverything } from '../src/reports/checks/all.ts';
import { packed, resultOf as readResult, requestsOf } from './bulk/merchant.ts';
import { openBulk } from './support/bulking.ts';
import { ask, signedFields } from './support/merchant.ts';
import { answering, openReceiver } from './support/receiver.ts';
import { isSigned } from './support/refunding.ts';

const bulk = await openBulk();
const { merchant, create, drain, notificationsOf, post, ctx, db, config } = bulk;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const requestOf = (more: Record<string, string> = {}) => signedFields(merchant, more);

/** The elements of the result of a job of these, which is accepted with these errors. */
async function resultOf(content: unknown, reference: string, errors: string[] = []) {
  const { status, body, text } = await create(content, reference);
  assert.equal(status, 200, text);
  assert.deepEqual(body, { jobId: body.jobId, jobReference: reference, errors });
  assert.match(body.jobId, uuid);
  await drain();
  return notificationsOf(body.jobId);
}

describe('a bulk job', () => {
  test('creates a link for each request and sends the links, signed, in their order', async () => {
    const requests = requestsOf(merchant, 250);
    const { status, jobReference, error, elements } = await resultOf(requests, 'INVOICES-11');
    assert.deepEqual([status, jobReference, error], ['Complete', 'INVOICES-11', null]);
    assert.equal(new Set(elements.map((element) => element.PaymentRequestId)).size, 250);
    elements.forEach(({ PaymentRequestId, Url, ErrorMessage, ...again }, index) => {
      assert.match(PaymentRequestId!, uuid);
      assert.equal(Url, `${config.publicUrl}/pay/${PaymentRequestId}`);
      assert.equal(ErrorMessage, null);
      assert.deepEqual(again, requests[index]);
    });
    const message = bulk.receiver.received.at(-1)!;
    assert.equal(message.headers['content-type'], 'application/json');
    assert.ok(isSigned(message, merchant.webhookSecret));
    const page = await fetch(elements[7]!.Url!);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /25[.,]00/);
  });

  test('names every bad element by its index, at once and in the result, and does the good ones', async () => {
    const requests: unknown[] = requestsOf(merchant, 9, (index) => index === 2);
    requests[0] = requestOf({ amount: '-1.00' });
    requests[1] = requestOf({ siteCode: 'NOBODY' });
    requests[4] = 'text';
    requests[5] = null;
    requests[6] = { ...requestOf(), TransactionReference: 'in two cases' };
    requests[7] = requestOf({ optional1: 'x'.repeat(40_000) });
    const refusals = [
      'amount must be a number above 0 with at most two decimals and twelve digits before them',
      'siteCode is not known',
      'HashCheck value has failed',
      null,
      'a payment request must be an object without duplicate fields',
      'a payment request must be an object without duplicate fields',
      'a payment request must be an object without duplicate fields',
      'a payment request must have at most 32768 bytes',
      null,
    ];
    const errors = refusals.flatMap((refusal, index) => (refusal === null ? [] : [`[${index}] ${refusal}`]));
    const { status, elements } = await resultOf(requests, 'BAD-ONES', errors);
    assert.equal(status, 'CompleteWithErrors');
    assert.deepEqual(
      elements.map(({ ErrorMessage }) => ErrorMessage),
      refusals,
    );
    for (const { PaymentRequestId, Url, ErrorMessage } of elements) {
      assert.equal(PaymentRequestId === null, ErrorMessage !== null);
      assert.equal(Url === null, ErrorMessage !== null);
    }
    const none = { PaymentRequestId: null, Url: null };
    assert.deepEqual(elements[4], { ...none, ErrorMessage: refusals[4] });
    assert.equal(elements[2]!.transactionReference, 'INVOICE-2');
  });

  test('reports errors found while it creates links with the texts of a single request', async () => {
    const made = await createSite(ctx, merchant.merchant, 'Unique');
    await changeSite(ctx, made.siteCode, { allowDuplicateReferences: false });
    const twice = [1, 2].map((number) =>
      signedFields(made, { transactionReference: 'ONCE', payeeDisplayName: `${number}` }),
    );
    const answer = await create(twice, 'UNIQUE');
    assert.deepEqual(answer.body.errors, []);
    await drain();
    const { status, elements } = notificationsOf(answer.body.jobId, made);
    assert.equal(status, 'CompleteWithErrors');
    assert.match(elements[0]!.Url!, /\/pay\//);
    assert.equal(
      elements[1]!.ErrorMessage,
      'transactionReference: the site already has a payment with the reference ONCE',
    );
  });

  test('returns custom data unchanged, and a resubmitted result reports only its new outcome', async () => {
    const request = requestOf({ amount: '1250.50', payeeDisplayName: 'Zoë 😀 "x"\n' });
    const text = JSON.stringify(request).replace('"1250.50"', '1250.50');
    const sent = `[ ${text.slice(0, -1)}, "big": 9007199254740993, "url": "x", "ErrorMessage": "y" } ]`;
    const { elements, compressedData } = await resultOf(sent, 'AGAIN');
    const [{ PaymentRequestId, Url, ErrorMessage, ...again }] = elements as [(typeof elements)[number]];
    assert.match(Url!, new RegExp(`/pay/${PaymentRequestId}$`));
    assert.equal(ErrorMessage, null);
    assert.deepEqual(again, { ...request, amount: 1250.5, big: 9007199254740992 });
    const written = gunzipSync(Buffer.from(compressedData, 'base64')).toString();
    assert.match(written, /"amount":1250\.50,/);
    assert.match(written, /"big":9007199254740993,/);
  });

  test('for another of the merchant’s sites belongs to that site, whose private key signs the result', async () => {
    const other = await createSite(ctx, merchant.merchant, 'Second');
    const { body } = await create([requestOf(), signedFields(other)], 'SITES');
    assert.deepEqual(body.errors, []);
    const second = await create([signedFields(other), requestOf()], 'SITES');
    assert.deepEqual(second.body.errors, []);
    await drain();
    assert.equal(notificationsOf(body.jobId, merchant).elements.filter(({ Url }) => Url).length, 2);
    assert.equal(notificationsOf(second.body.jobId, other).elements.filter(({ Url }) => Url).length, 2);
    const { body: both } = await bulk.jobs('SITES');
    assert.equal(both.length, 2);
  });

  test('has the first of its wrong hashes explained, as a request by itself has; one of a job is kept', async () => {
    const site = await createSite(ctx, merchant.merchant, 'Mistaken');
    const wrong = requestsOf({ ...site, privateKey: merchant.privateKey }, 10);
    const { body } = await create(wrong, 'MISTAKEN');
    assert.equal(body.errors.length, 10);
    await drain();
    const rows = await db<{ surface: string; reference: string; findings: { cause: string }[] }[]>`
      select surface, reference, findings from hash_mismatches
      where site_id = (select id from sites where code = ${site.siteCode}) order by reference`;
    assert.deepEqual(
      rows.map(({ surface, reference }) => [surface, reference]),
      [['bulk', 'INVOICE-0']],
    );
    assert.ok(rows.every(({ findings }) => findings.length > 0));
  });

  test('resends the same result until the merchant has it', async () => {
    const receiver = await openReceiver(answering(503));
    const { body } = await create(requestsOf(merchant, 300), 'RETRIED', `${receiver.url}/bulk`);
    await drain();
    assert.equal(receiver.received.length, 1);
    receiver.behave(answering(200));
    bulk.clock.advance(10_000);
    await drain();
    const [first, second, ...more] = receiver.received;
    assert.equal(more.length, 0);
    assert.equal(second!.body, first!.body);
    assert.equal(second!.headers['webhook-id'], first!.headers['webhook-id']);
    assert.equal(readResult([second!.body], body.jobId, merchant).elements.length, 300);
  });

  test('leaves the books sound', async () => {
    assert.deepEqual(await checkEverything(db, { simulatedBank: true }), []);
  });
});

describe('the XML form', () => {
  const xml = { 'content-type': 'application/xml', accept: 'application/xml' };
  const bodyOf = (reference: string, data: string) =>
    `<?xml version="1.0"?><BulkPaymentRequest><JobReference>${reference}</JobReference>
      <notifyurl>${bulk.receiver.url}/bulk</notifyurl><CompressedData>${data}</CompressedData></BulkPaymentRequest>`;

  test('accepts a job and responds in XML', async () => {
    const requests = requestsOf(merchant, 600, (index) => index === 1);
    const { status, text, headers } = await post(bodyOf('XML-1', packed(requests)), xml);
    assert.equal(status, 200);
    assert.match(headers.get('content-type')!, /^application\/xml/);
    const [, jobId] =
      /^<\?xml[^>]*\?><BulkPaymentResponse><JobId>([0-9a-f-]{36})<\/JobId><JobReference>XML-1<\/JobReference><Errors>\[1\] HashCheck value has failed<\/Errors><\/BulkPaymentResponse>$/.exec(
        text,
      ) ?? assert.fail(text);
    await drain();
    assert.equal(notificationsOf(jobId!).elements.filter(({ Url }) => Url).length, 599);
  });

  test('refuses in XML too, and a document type in plain text', async () => {
    const { text } = await post(bodyOf('XML-2', '%'), xml);
    assert.match(
      text,
      /<BulkPaymentResponse><JobReference>XML-2<\/JobReference><Errors>compressedData is not base64<\/Errors>/,
    );
    const dtd = await post(`<!DOCTYPE x [<!ENTITY y "z">]>${bodyOf('XML-3', '&y;')}`, xml);
    assert.equal(dtd.status, 400);
    assert.match(dtd.headers.get('content-type')!, /^text\/plain/);
    assert.equal((await post('<Other/>', xml)).status, 400);
  });
});

describe('the jobs of a reference', () => {
  test('are an array with each job of the last seven days', async () => {
    const { body } = await create([requestOf()], 'STATUS');
    const notifyUrl = `${bulk.receiver.url}/bulk`;
    const at = bulk.clock.now().toISOString();
    const dates = { DateCreated: at, DateModified: at };
    const record = { JobId: body.jobId, ...dates, JobReference: 'STATUS', NotifyUrl: notifyUrl };
    assert.deepEqual((await bulk.jobs('STATUS')).body, [{ ...record, JobStatus: 'Received' }]);
    bulk.clock.advance(1_000);
    await drain();
    const later = bulk.clock.now().toISOString();
    const ended = [{ ...record, JobStatus: 'Complete', DateModified: later }];
    assert.deepEqual((await bulk.jobs('STATUS')).body, ended);
    const stranger = await bulk.another('Other');
    assert.deepEqual((await bulk.jobs('STATUS', stranger)).body, []);
    assert.deepEqual((await bulk.jobs('NOTHING')).body, []);
  });

  test('require the reference, and the plain-text response says so', async () => {
    const url = `${bulk.base}/payments/Secure/BulkPaymentRequests/GetBulkJobByReference`;
    const answer = await fetch(url, { headers: await bulk.bearer() });
    assert.equal(answer.status, 400);
    assert.equal(await answer.text(), 'reference is required');
    assert.equal((await fetch(`${url}?reference=x`, { headers: { apikey: merchant.apiKey } })).status, 401);
  });
});

test('the same refusal has the same words in a job as by itself', async () => {
  const bad = [
    { amount: '0' },
    { countryCode: 'NA' },
    { bankReference: 'x#y' },
    { notifyUrl: 'ftp://x' },
    { isTest: 'maybe' },
    { selectedBankId: '4816019c-3314-4c80-8b6b-b2cd16dcc4ed' },
    { expiryDateUtc: '2020-01-01 10:00' },
    { allowVariableAmount: 'true' },
    { optional5: 'x'.repeat(256) },
    { optional1: ['x'] },
    { optional2: '\ud800' },
    { optional3: 'a\u0000b' },
    { bankReference: 'x'.repeat(20_000) },
  ].map((more) => requestOf(more as unknown as Record<string, string>));
  const single = await Promise.all(
    bad.map(async (request) => {
      const headers = { 'content-type': 'application/json', apikey: merchant.apiKey };
      const init = { method: 'POST', headers, body: JSON.stringify(request) };
      return (await ask(`${bulk.base}/payments/postpaymentrequest`, init)).body.errorMessage;
    }),
  );
  const { body } = await create([...bad, requestOf()], 'WORDS');
  assert.deepEqual(
    body.errors,
    single.map((message, index) => `[${index}] ${message}`),
  );
});
