// Bulk payment requests under /secure, as JSON or XML.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bulkJobsByReference, requestBulkJob } from '../dialect/bulk.ts';
import type { SurfaceDeps } from './deps.ts';
import { sendRecord, sendRecords } from './wire.ts';

/** POST /secure/bulkpaymentrequests/create: whether the job was taken on, and which elements are bad. */
export async function createBulkPaymentRequest(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendRecord(request, reply, 'BulkPaymentResponse', await requestBulkJob(deps, request));
}

/** GET /secure/bulkpaymentrequests/getbulkjobbyreference: an ARRAY. */
export async function getBulkJobByReference(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const jobs = await bulkJobsByReference(deps, request);
  return sendRecords(request, reply, 'BulkPaymentJobs', 'BulkPaymentJob', jobs);
}
