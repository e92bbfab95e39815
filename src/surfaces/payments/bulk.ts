// Bulk payment requests under /secure, as JSON or XML.
import Type from 'typebox';
import { jsonAndXml } from '../described.ts';
import {
  BulkAnswer,
  BulkJobRecord,
  BulkRequest,
  ByJobReference,
  bulkBodyLimitBytes,
  bulkJobsByReference,
  describedBulk,
  requestBulkJob,
} from '../dialect/bulk.ts';
import type { Operation } from './route.ts';
import { sendRecord, sendRecords } from './wire.ts';

export const bulkOperations: Operation[] = [
  {
    ...describedBulk.create,
    method: 'POST',
    path: '/secure/bulkpaymentrequests/create',
    bearer: true,
    body: jsonAndXml(BulkRequest, 'BulkPaymentRequest'),
    answer: jsonAndXml(BulkAnswer, 'BulkPaymentResponse'),
    bodyLimitBytes: bulkBodyLimitBytes,
    handle: async (deps, request, reply) =>
      sendRecord(request, reply, 'BulkPaymentResponse', await requestBulkJob(deps, request)),
  },
  {
    ...describedBulk.read,
    method: 'GET',
    path: '/secure/bulkpaymentrequests/getbulkjobbyreference',
    bearer: true,
    query: ByJobReference,
    answer: jsonAndXml(Type.Array(BulkJobRecord), 'BulkPaymentJobs', 'BulkPaymentJob'),
    handle: async (deps, request, reply) => {
      const jobs = await bulkJobsByReference(deps, request);
      return sendRecords(request, reply, 'BulkPaymentJobs', 'BulkPaymentJob', jobs);
    },
  },
];
