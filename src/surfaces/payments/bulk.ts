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

export const bulkOperations: Operation[] = [
  {
    ...describedBulk.create,
    method: 'POST',
    path: '/secure/bulkpaymentrequests/create',
    bearer: true,
    body: jsonAndXml(BulkRequest, 'BulkPaymentRequest'),
    answer: jsonAndXml(BulkAnswer, 'BulkPaymentResponse'),
    bodyLimitBytes: bulkBodyLimitBytes,
    handle: requestBulkJob,
  },
  {
    ...describedBulk.read,
    method: 'GET',
    path: '/secure/bulkpaymentrequests/getbulkjobbyreference',
    bearer: true,
    query: ByJobReference,
    answer: jsonAndXml(Type.Array(BulkJobRecord), 'BulkPaymentJobs', 'BulkPaymentJob'),
    handle: bulkJobsByReference,
  },
];
