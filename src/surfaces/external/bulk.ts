// Bulk payment requests as in the Payments API, and packing and unpacking for merchants whose language makes that hard.
import Type from 'typebox';
import {
  bulkBodyLimitBytes,
  CompressedData,
  createBulkOperation,
  readBulkOperation,
} from '../dialect/bulk.ts';
import { UnreadableData } from '../dialect/compressed.ts';
import type { DialectCall } from '../dialect/deps.ts';
import { Refusal } from '../dialect/errors.ts';
import { PaymentRequest } from '../dialect/fields.ts';
import { readRecord } from '../dialect/given.ts';
import { operation } from '../operation.ts';

export const bulkOperations = [
  createBulkOperation,
  operation({
    method: 'POST',
    path: '/Secure/BulkPaymentRequests/Compress',
    name: 'compressPaymentRequests',
    summary: 'Compress payment requests into compressedData',
    body: Type.Array(PaymentRequest, { maxItems: 5_000 }),
    responses: { 200: CompressedData },
    bodyLimitBytes: bulkBodyLimitBytes,
    handle: compress,
  }),
  operation({
    method: 'POST',
    path: '/Secure/BulkPaymentRequests/Decompress',
    name: 'decompressPaymentRequests',
    summary: 'Unpack compressedData',
    body: CompressedData,
    responses: { 200: Type.Array(Type.Unknown({ description: 'An element exactly as it was compressed.' })) },
    bodyLimitBytes: bulkBodyLimitBytes,
    handle: decompress,
  }),
  readBulkOperation,
];

/** Packs the array in the body as compressedData, letter by letter. */
function compress({ deps, request }: DialectCall): Promise<{ compressedData: string }> {
  return orRefuse('The body', async () => {
    const text = typeof request.body === 'string' ? request.body : '';
    return { compressedData: await deps.packing.run('packArray', text) };
  });
}

/** Unpacks the array in the body's compressedData, letter by letter, as JSON. */
function decompress({ deps, request }: DialectCall): Promise<Uint8Array> {
  return orRefuse('compressedData', async () => {
    const given = readRecord(request, 'BulkPaymentRequest').get('compresseddata');
    if (given?.kind !== 'text') throw new Refusal(400, 'compressedData is required, as text');
    return deps.packing.run('unpackText', given.text);
  });
}

async function orRefuse<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableData) throw new Refusal(400, `${name} ${error.message}`);
    throw error;
  }
}
