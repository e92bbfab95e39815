// Bulk jobs over HTTP, as a merchant's program sends and reads them: for tests that cross folders. It shares no code with
// the service.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createMerchant, type NewMerchant } from '../src/core/merchants/actions.ts';
import { ask, signedFields } from './merchant.ts';
import { startReceiver, startService, type TestServiceOptions } from './running.ts';

type Signer = Pick<NewMerchant, 'siteCode' | 'privateKey'>;

/** So many signed requests with references of their own; those whose index `isBad` have a wrong hash. */
export function requestsOf(
  as: Signer,
  number: number,
  isBad: (index: number) => boolean = () => false,
): Record<string, string>[] {
  return Array.from({ length: number }, (_, index) => {
    const request = signedFields(as, {
      transactionReference: `INVOICE-${index}`,
      bankReference: `INV ${index}`,
    });
    return isBad(index) ? { ...request, hashCheck: 'ab'.repeat(64) } : request;
  });
}

/** A value as JSON, or bytes or text as they are, in compressedData. */
export function packed(content: unknown): string {
  const isRaw = typeof content === 'string' || Buffer.isBuffer(content);
  return gzipSync(isRaw ? content : JSON.stringify(content)).toString('base64');
}

export const unpacked = (data: string) =>
  JSON.parse(gunzipSync(Buffer.from(data, 'base64')).toString('utf8'));

export interface Outcome extends Record<string, unknown> {
  PaymentRequestId: string | null;
  Url: string | null;
  ErrorMessage: string | null;
}

export interface Result {
  jobId: string;
  jobReference: string;
  status: string;
  compressedData: string;
  error: string | null;
  hash: string;
}

/** The hash of a result as the document describes it. */
export function resultHash(result: Result, privateKey: string): string {
  const { jobId, jobReference, status, compressedData, error } = result;
  const text = jobId + jobReference + status + compressedData + (error ?? '') + privateKey;
  return createHash('sha512').update(text.toLowerCase()).digest('hex');
}

/** A running service, a merchant with a bearer token, and the server that its results are posted to. */
export async function openBulk(options: TestServiceOptions = {}) {
  const service = await startService(options);
  const receiver = await startReceiver();
  after(async () => {
    await service.end();
    await receiver.end();
  });
  const { base, ctx, merchant } = service;
  const tokens = new Map<string, string>();

  async function bearer(as: NewMerchant = merchant): Promise<Record<string, string>> {
    const known = tokens.get(as.apiKey);
    if (known) return { authorization: `Bearer ${known}` };
    const answer = await ask(`${base}/payments/token`, {
      method: 'POST',
      headers: { apikey: as.apiKey },
      body: new URLSearchParams({ grant_type: 'password', SiteCode: as.siteCode }),
    });
    tokens.set(as.apiKey, answer.body.access_token);
    return { authorization: `Bearer ${answer.body.access_token}` };
  }

  /** Posts a body as it is, or a value as JSON. */
  async function post(body: unknown, headers: Record<string, string> = {}) {
    return ask(`${base}/payments/secure/bulkpaymentrequests/create`, {
      method: 'POST',
      headers: { ...(await bearer()), 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  return {
    ...service,
    receiver,
    bearer,
    post,
    another: (name: string) => createMerchant(ctx, { name }),

    /** Sends requests, or whatever else the array is to be, as a job. */
    create: (content: unknown, jobReference = 'JOB-1', notifyUrl = `${receiver.url}/bulk`) =>
      post({ jobReference, notifyUrl, compressedData: packed(content) }),

    jobs: async (reference: string, as: NewMerchant = merchant) => {
      const query = new URLSearchParams({ reference });
      const url = `${base}/payments/secure/bulkpaymentrequests/getbulkjobbyreference?${query}`;
      return ask(url, { headers: await bearer(as) });
    },

    /** The one result that was told of a job, held against its hash, with its elements. */
    told: (jobId: string, as: Signer = merchant): Result & { elements: Outcome[] } => {
      const results = receiver.received.map(({ body }): Result => JSON.parse(body));
      const [result, ...more] = results.filter((one) => one.jobId === jobId);
      assert.ok(result, 'no result was told');
      assert.equal(more.length, 0, 'a result was told again');
      assert.equal(result.hash, resultHash(result, as.privateKey));
      return { ...result, elements: unpacked(result.compressedData) };
    },
  };
}
