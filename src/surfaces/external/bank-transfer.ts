// The bank transfers as the Payments API has them.
import { BankingDetails } from '../banking-details.ts';
import {
  ByBankReference,
  bankingDetails,
  describedTransfers,
  MultipleRequest,
  multipleReference,
  SingleRequest,
  singleReference,
} from '../dialect/bank-transfer.ts';
import type { Operation } from './route.ts';

const { single, multiple, details } = describedTransfers;

export const bankTransferOperations: Operation[] = [
  {
    ...single,
    method: 'POST',
    path: '/Secure/BankTransfer/Single',
    body: SingleRequest,
    answer: BankingDetails,
    handle: singleReference,
  },
  {
    ...multiple,
    method: 'POST',
    path: '/Secure/BankTransfer/Multiple',
    body: MultipleRequest,
    answer: BankingDetails,
    handle: multipleReference,
  },
  {
    ...details,
    method: 'GET',
    path: '/Secure/BankTransfer/BankingDetails',
    query: ByBankReference,
    answer: BankingDetails,
    handle: bankingDetails,
  },
];
