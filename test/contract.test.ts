// The contract, written out by hand: every method and path of the four surfaces with its statuses. Each is in its
// surface's document, is mounted, and returns only declared responses.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { credentialsOf } from '../src/app/credentials.ts';
import { type DocumentName, documentNames } from '../src/app/document-names.ts';
import { documents, operations, type Part, prefixes } from './contract/documents.ts';
import { ask, createMerchantOf } from './support/merchant.ts';
import { openService } from './support/opening.ts';

/** Method and path, the good statuses, and the bad ones that a client must expect. */
const contract: Record<DocumentName, string> = {
  one: `
    POST   /token                                           200     400 401 500
    POST   /revoke                                          200     400 401 500
    POST   /bankaccount/verify                              200     400 401 403 409 500
    GET    /paymentmethods                                  200     400 401 403 500
    GET    /regions                                         200     400 401 500
    POST   /payments                                        200 201 400 401 403 409 500
    GET    /payments                                        200     400 401 500
    GET    /payments/{id}                                   200     401 404 500
    POST   /payments/{id}/cancel                            200 201 403 404 500
    GET    /payments/{id}/transactions                      200     400 401 500
    POST   /payments/{id}/transactions                      200 201 400 401 403 404 409 500
    POST   /paymentlinks                                    200 201 400 401 403 409 500
    GET    /paymentlinks                                    200     400 401 500
    GET    /paymentlinks/{id}                               200     401 404 500
    POST   /paymentlinks/{id}/disable                       200     401 404 500
    GET    /refunds                                         200     400 401 500
    POST   /refunds                                         200 201 400 401 403 404 409 500
    GET    /refunds/{id}                                    200     401 404 500
    POST   /refunds/{id}/cancel                             200     401 404 409 500
    GET    /refunds/{id}/notifications                      200     401 404 500
    POST   /refunds/{id}/notifications/resend               202     400 403 404 500
    GET    /settlements                                     200     400 401 500
    GET    /settlements/{id}                                200     401 404 500
    GET    /settlements/{id}/lineitems                      200     400 401 500
    GET    /invoices                                        200     400 401 500
    GET    /invoices/{number}                               200     401 404 500
    GET    /invoices/{number}/pdf                           200     401 404 500
    GET    /reports                                         200     400 401 500
    GET    /reports/{id}                                    200     401 404 500
    GET    /reports/{id}/file                               200     401 404 500
    POST   /subscriptions                                   200 201 400 401 403 409 500
    GET    /subscriptions                                   200     400 401 500
    GET    /subscriptions/{subscriptionId}                  200     401 404 502
    POST   /subscriptions/{subscriptionId}/transactions     200 201 400 401 403 404 409 500
    GET    /subscriptions/{subscriptionId}/transactions     200     400 401 404 502
    POST   /subscriptions/{subscriptionId}/cancel           200     401 404 409 500
    POST   /transactions                                    200 201 400 401 403 409 500
    GET    /transactions                                    200     400 401 500
    GET    /transactions/{id}                               200     401 404 500
    POST   /transactions/{id}                               200 202 400 401 403 404 409 500
    POST   /transactions/{id}/refunds                       200 201 400 401 403 404 409 500
    GET    /transactions/{id}/refunds                       200     400 401 404 500
    GET    /transactions/{id}/notifications                 200     400 401 404 500
    POST   /transactions/{id}/notifications/resend          202     400 403 404 500
    GET    /webhooks                                        200     401 500
    POST   /webhooks                                        200 201 400 401 403 409 500
    GET    /webhooks/{id}                                   200     401 404 500
    PUT    /webhooks/{id}                                   200 201 400 401 403 409 500
    DELETE /webhooks/{id}                                   204     401 404 500
    POST   /webhooks/{id}/replay                            202     400 401 404 500
    GET    /webhooks/{id}/secret                            200     401 404 500`,
  payments: `
    POST   /postpaymentrequest                              200     400 401
    GET    /GetTransactionByReference                       200     400 401
    GET    /GetTransaction                                  200     400 401 404
    GET    /GetTransactionReport                            200     400 401
    POST   /token                                           200     401
    POST   /secure/refunds/submit                           200     400 401
    GET    /secure/refunds/getrefunds                       200     400 401
    GET    /secure/refunds/getrefund                        200     400 401
    GET    /secure/refunds/getrefundsbytransactionid        200     400 401
    GET    /secure/settlements                              200     400 401
    GET    /secure/settlements/getsitesettlements           200     400 401
    POST   /secure/bulkpaymentrequests/create               200     400 401
    GET    /secure/bulkpaymentrequests/getbulkjobbyreference 200    400 401
    POST   /secure/banktransfer/single                      200     400 401
    POST   /secure/banktransfer/multiple                    200     400 401
    GET    /secure/banktransfer/bankingdetails              200     400 401`,
  payouts: `
    GET    /getavailablebanks                               200     400 403 500
    POST   /requestpayout                                   200     400 403 500
    GET    /getpayout                                       200     400 403 500
    POST   /getpayoutbyreference                            200     400 403 500`,
  external: `
    POST   /Secure/BankTransfer/Single                      200
    POST   /Secure/BankTransfer/Multiple                    200
    GET    /Secure/BankTransfer/BankingDetails              200
    POST   /Secure/BulkPaymentRequests/Create               200
    POST   /Secure/BulkPaymentRequests/Compress             200
    POST   /Secure/BulkPaymentRequests/Decompress           200
    GET    /Secure/BulkPaymentRequests/GetBulkJobByReference 200
    GET    /get                                             200
    GET    /status500                                       200     500
    POST   /Secure/FloatTopUp/CreateFloatTopUpReferenceRequest 200
    GET    /Secure/FloatTopUp/GetFloatBalanceInfo           200
    GET    /api/MerchantApiV1/GetTransactionByReference     200
    GET    /api/MerchantApiV1/GetTransactionByRequestId     200
    GET    /api/MerchantApiV1/GetTransactionByReferenceDate 200
    GET    /api/MerchantApiV1/GetTransaction                200
    GET    /api/MerchantApiV1/GetBanks                      200
    POST   /api/MerchantApiV1/PostPaymentRequest            200`,
};

interface Row {
  surface: DocumentName;
  method: string;
  path: string;
  good: string[];
  bad: string[];
}

const rows: Row[] = documentNames.flatMap((surface) =>
  contract[surface]
    .trim()
    .split('\n')
    .map((line) => {
      const [method, path, ...statuses] = line.trim().split(/\s+/) as [string, string, ...string[]];
      const isGood = (status: string): boolean => status < '300';
      return {
        surface,
        method,
        path,
        good: statuses.filter(isGood),
        bad: statuses.filter((status) => !isGood(status)),
      };
    }),
);

function documentOf({ surface, method, path }: Row) {
  return operations.find(
    (candidate) => candidate.surface === surface && candidate.method === method && candidate.path === path,
  );
}

const service = await openService();
const { base, merchant } = service;

const shop = createMerchantOf(base, credentialsOf(service.config, merchant));

/** The credentials of each surface. Nothing may be awaited between one group of tests and the next. */
const credentials: Record<DocumentName, Record<string, string>> = {
  one: { authorization: `Bearer ${(await shop.token()).body.access_token}` },
  payments: { apikey: merchant.apiKey },
  payouts: { apikey: merchant.apiKey, sitecode: merchant.siteCode },
  external: { apikey: merchant.apiKey },
};

describe('the documents', () => {
  for (const row of rows) {
    const { surface, method, path, good, bad } = row;
    test(`name ${surface} ${method} ${path} with the contract’s statuses`, () => {
      const documented = documentOf(row);
      assert.ok(documented, 'it is not in the document');
      const statuses = Object.keys(documented.operation.responses as object);
      const goodOnes = statuses.filter((status) => status < '300');
      assert.deepEqual(
        goodOnes.filter((status) => !good.includes(status)),
        [],
        'good statuses that the contract does not name',
      );
      assert.deepEqual(
        bad.filter((status) => !statuses.includes(status)),
        [],
        'bad statuses that the document does not name',
      );
    });
  }

  test('name the request headers that the contract lists', () => {
    const listed: Record<string, string[]> = {
      'POST /transactions/{id}/refunds': ['Idempotency-Key', 'X-Correlation-ID'],
      'PUT /webhooks/{id}': ['Idempotency-Key', 'X-Correlation-ID'],
      'POST /payments/{id}/cancel': ['Idempotency-Key', 'X-Correlation-ID'],
      'POST /refunds/{id}/notifications/resend': ['X-Correlation-ID'],
      'GET /paymentmethods': ['X-Forwarded-For', 'X-Correlation-ID'],
      'GET /payments/{id}/transactions': ['Idempotency-Key', 'X-Correlation-ID'],
    };
    for (const [name, headers] of Object.entries(listed)) {
      const { operation } = operations.find(({ method, path }) => `${method} ${path}` === name)!;
      const documented = (operation.parameters as { in: string; name: string }[])
        .filter((parameter) => parameter.in === 'header')
        .map((parameter) => parameter.name);
      assert.deepEqual(
        headers.filter((header) => !documented.includes(header)),
        [],
        name,
      );
    }
  });

  test('name the headers of a repeated response, successful or not', () => {
    const { responses } = documents.one.components as Part;
    const headersOf = (answer: Part): string[] =>
      Object.keys((answer.$ref ? responses[answer.$ref.split('/').at(-1)] : answer).headers);
    const made = operations.filter(
      ({ surface, method, operation }) =>
        surface === 'one' && method === 'POST' && 201 in operation.responses,
    );
    assert.ok(made.length > 5);
    for (const { path, operation } of made) {
      assert.ok(headersOf(operation.responses[200]).includes('Location'), path);
      for (const status of ['200', '201', '403', '404', '409'].filter((one) => one in operation.responses))
        assert.ok(
          headersOf(operation.responses[status]).includes('Idempotency-Replayed'),
          `${path} ${status}`,
        );
    }
  });

  test('name nothing that is not in the contract', () => {
    const known = new Set(rows.map(({ surface, method, path }) => `${surface} ${method} ${path}`));
    const all = operations.map(({ surface, method, path }) => `${surface} ${method} ${path}`);
    assert.deepEqual(
      all.filter((name) => !known.has(name)),
      [],
    );
  });
});

const nobody = '01900000-0000-7000-8000-000000000000';

async function send({ surface, method, path }: Row, headers: Record<string, string>) {
  const url = `${base}${prefixes[surface]}${path.replaceAll(/\{\w+\}/g, nobody)}`;
  const hasBody = method === 'POST' || method === 'PUT';
  return ask(url, {
    method,
    headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: '{}' }),
  });
}

describe('the service', () => {
  for (const row of rows) {
    const { surface, method, path } = row;
    test(`has ${surface} ${method} ${path}, and knows its callers`, async () => {
      const { operation } = documentOf(row)!;
      const answer = await send(row, {});
      // These operations read a form first, and a client is in it.
      const isOpen =
        operation.security.length === 0 || ['createToken', 'revokeToken'].includes(operation.operationId);
      if (!isOpen) assert.ok([400, 401, 403].includes(answer.status), `${answer.status} ${answer.text}`);
      assert.ok(![404, 405].includes(answer.status), `${answer.status} ${answer.text}`);
      const known = await send(row, credentials[surface]);
      assert.ok(String(known.status) in operation.responses, `${known.status} ${known.text}`);
      // A missing record is a response of the operation; an unknown path is not.
      assert.doesNotMatch(known.text, /"this path does not exist"|^Not found$/);
    });
  }
});
