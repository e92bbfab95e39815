// The bank transfers under /secure, which take the ApiKey: each answers a record of banking details.
import type { FastifyReply, FastifyRequest } from 'fastify';
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
import type { DialectDeps } from '../dialect/deps.ts';
import type { SurfaceDeps } from './deps.ts';
import type { Operation } from './route.ts';
import { sendRecord } from './wire.ts';

type Tell = (deps: DialectDeps, request: FastifyRequest) => Promise<BankingDetails>;

const answering = (tell: Tell) => async (deps: SurfaceDeps, request: FastifyRequest, reply: FastifyReply) =>
  sendRecord(request, reply, 'BankingDetails', { ...(await tell(deps, request)) });

const answer = jsonAndXml(BankingDetails, 'BankingDetails');
const { single, multiple, details } = describedTransfers;

export const bankTransferOperations: Operation[] = [
  {
    ...single,
    method: 'POST',
    path: '/secure/banktransfer/single',
    body: jsonAndXml(SingleRequest, 'BankTransferRequest'),
    answer,
    handle: answering(singleReference),
  },
  {
    ...multiple,
    method: 'POST',
    path: '/secure/banktransfer/multiple',
    body: jsonAndXml(MultipleRequest, 'BankTransferRequest'),
    answer,
    handle: answering(multipleReference),
  },
  {
    ...details,
    method: 'GET',
    path: '/secure/banktransfer/bankingdetails',
    query: ByBankReference,
    answer,
    handle: answering(bankingDetails),
  },
];
