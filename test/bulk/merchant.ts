// A merchant's program that writes and reads bulk jobs, as the document describes them. It shares no code with the service.
import assert from 'node:assert/strict';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { NewMerchant } from '../../src/core/merchants/actions.ts';
import { hashOf, signedFields } from '../support/merchant.ts';

/** The site with the private key of requests and results. */
export type Signer = Pick<NewMerchant, 'siteCode' | 'privateKey'>;

/** So many signed requests with distinct references; those whose index `isBad` have a wrong hash. */
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

interface Outcome extends Record<string, unknown> {
  PaymentRequestId: string | null;
  Url: string | null;
  ErrorMessage: string | null;
}

interface Result {
  jobId: string;
  jobReference: string;
  status: string;
  compressedData: string;
  error: string | null;
  hash: string;
}

/** The one result of a job among the posts, with its hash checked, and its elements. */
export function resultOf(
  bodies: readonly string[],
  jobId: string,
  as: Signer,
): Result & { elements: Outcome[] } {
  const results = bodies.map((body): Result => JSON.parse(body));
  const [result, ...more] = results.filter((one) => one.jobId === jobId);
  assert.ok(result, 'no result was delivered');
  assert.equal(more.length, 0, 'a result was delivered again');
  const { jobReference, status, compressedData, error } = result;
  const hash = hashOf(jobId, jobReference, status, compressedData, error ?? '', as.privateKey);
  assert.equal(result.hash, hash);
  return { ...result, elements: unpacked(compressedData) };
}
