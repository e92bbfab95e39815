// GET /GetTransactionByReference and /GetTransaction: the status of attempts to pay.
import {
  ById,
  ByReference,
  TransactionRecord,
  TransactionRecords,
  transactionById,
  transactionsByReference,
} from '../dialect/transactions.ts';
import { operation } from '../operation.ts';

export const readOperations = [
  operation({
    method: 'GET',
    path: '/GetTransactionByReference',
    name: 'getTransactionByReference',
    summary: 'Get transaction by reference',
    description: 'At most ten, newest first; an empty array without a match.',
    query: ByReference,
    responses: { 200: TransactionRecords },
    handle: transactionsByReference,
  }),
  operation({
    method: 'GET',
    path: '/GetTransaction',
    name: 'getTransaction',
    summary: 'Get transaction',
    query: ById,
    responses: { 200: TransactionRecord },
    errors: [404],
    handle: transactionById,
  }),
];
