// GET /GetTransactionByReference and /GetTransaction: how attempts to pay stand.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { transactionById, transactionsByReference } from '../dialect/transactions.ts';
import type { SurfaceDeps } from './deps.ts';
import { sendJson } from './wire.ts';

/** An ARRAY of at most ten, newest first; empty where there is none. */
export async function getTransactionByReference(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendJson(reply, await transactionsByReference(deps, request));
}

/** ONE object; 404 for an id that is nobody's, another site's or of the other kind (isTest). */
export async function getTransactionById(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendJson(reply, await transactionById(deps, request));
}
