import { BankingDetails } from '../banking-details.ts';
import { jsonAndXml } from '../described.ts';
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

const answer = jsonAndXml(BankingDetails, 'BankingDetails');
const { single, multiple, details } = describedTransfers;

export const bankTransferOperations: Operation[] = [
  {
    ...single,
    method: 'POST',
    path: '/secure/banktransfer/single',
    body: jsonAndXml(SingleRequest, 'BankTransferRequest'),
    answer,
    handle: singleReference,
  },
  {
    ...multiple,
    method: 'POST',
    path: '/secure/banktransfer/multiple',
    body: jsonAndXml(MultipleRequest, 'BankTransferRequest'),
    answer,
    handle: multipleReference,
  },
  {
    ...details,
    method: 'GET',
    path: '/secure/banktransfer/bankingdetails',
    query: ByBankReference,
    answer,
    handle: bankingDetails,
  },
];
