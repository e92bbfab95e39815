// GET /GetTransactionByReference and /GetTransaction: the status of attempts to pay.
import { json } from '../described.ts';
import {
  ById,
  ByReference,
  TransactionRecord,
  TransactionRecords,
  transactionById,
  transactionsByReference,
} from '../dialect/transactions.ts';
import type { Operation } from './route.ts';

export const readOperations: Operation[] = [
  {
    method: 'GET',
    path: '/GetTransactionByReference',
    name: 'getTransactionByReference',
    summary: 'Get transaction by reference',
    description: 'At most ten, newest first; an empty array without a match.',
    query: ByReference,
    answer: json(TransactionRecords),
    handle: transactionsByReference,
  },
  {
    method: 'GET',
    path: '/GetTransaction',
    name: 'getTransaction',
    summary: 'Get transaction',
    query: ById,
    answer: json(TransactionRecord),
    errors: [404],
    handle: transactionById,
  },
];
