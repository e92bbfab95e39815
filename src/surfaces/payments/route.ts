// An operation of the Payments API: a row of a table, from which documents are written.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Described, type Forms, jsonAndXml } from '../described.ts';
import type { SharedOperation } from '../dialect/operation.ts';
import type { SurfaceDeps } from './deps.ts';

/** A row of the table. Its path and the names of its fields match in any letter case. */
export interface Operation extends Described {
  method: 'GET' | 'POST';
  /** Needs a bearer token instead of the ApiKey. */
  bearer?: boolean;
  body?: Forms;
  /** The content of a 200. In XML, its schema names the elements. */
  answer: Forms;
  /** The statuses of its refusals besides those that every operation has. Each is sent as plain text. */
  errors?: readonly 404[];
  /** Honours an Idempotency-Key. */
  keyed?: boolean;
  /** Set if it differs from the service's usual limit. */
  bodyLimitBytes?: number;
  /** Registers the content types that the operation accepts, if they differ from the usual ones. */
  accept?(server: FastifyInstance): void;
  /** Returns the content of a 200: a record or a list of them, or a stream that is sent unchanged. */
  handle(deps: SurfaceDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

/** A row that the Merchant External API also has. Here its bodies may be XML too. */
export const inBothForms = ({ path, body, answer, xml, ...row }: SharedOperation): Operation => ({
  ...row,
  path: path.toLowerCase(),
  ...(body && { body: jsonAndXml(body, xml.body!) }),
  answer: jsonAndXml(answer, ...xml.answer),
});
