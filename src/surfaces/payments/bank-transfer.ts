// The bank transfers under /secure, which take the ApiKey: each answers a record of banking details.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BankingDetails } from '../banking-details.ts';
import { bankingDetails, multipleReference, singleReference } from '../dialect/bank-transfer.ts';
import type { DialectDeps } from '../dialect/deps.ts';
import type { SurfaceDeps } from './deps.ts';
import { sendRecord } from './wire.ts';

type Tell = (deps: DialectDeps, request: FastifyRequest) => Promise<BankingDetails>;

const answering = (tell: Tell) => async (deps: SurfaceDeps, request: FastifyRequest, reply: FastifyReply) =>
  sendRecord(request, reply, 'BankingDetails', { ...(await tell(deps, request)) });

/** POST /secure/banktransfer/single. */
export const postSingle = answering(singleReference);

/** POST /secure/banktransfer/multiple. */
export const postMultiple = answering(multipleReference);

/** GET /secure/banktransfer/bankingdetails. */
export const getBankingDetails = answering(bankingDetails);
