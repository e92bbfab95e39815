// What an operation of the Payments API is: a row of a table, which documents are written from.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Described, type Forms, jsonAndXml } from '../described.ts';
import type { SharedOperation } from '../dialect/operation.ts';
import type { SurfaceDeps } from './deps.ts';

/** A row of the table. Its path is matched without regard to letter case, and so are the names of its fields. */
export interface Operation extends Described {
  method: 'GET' | 'POST';
  /** Wants a bearer token in place of the ApiKey. */
  bearer?: boolean;
  body?: Forms;
  /** What a 200 holds; in XML, under the names that its schema has for elements. */
  answer: Forms;
  /** The statuses of its refusals besides those that any operation may give; each holds a plain text. */
  errors?: readonly 404[];
  /** Honours an Idempotency-Key. */
  keyed?: boolean;
  /** How many bytes a body may have, where that is not the service's usual limit. */
  bodyLimitBytes?: number;
  /** What bodies the operation takes, where they are not the usual ones. */
  accept?(server: FastifyInstance): void;
  /** Returns what a 200 says: a record or a list of them, or a stream that is sent as it is. */
  handle(deps: SurfaceDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

/** A row that the Merchant External API has too: here its bodies come as XML as well. */
export const inBothForms = ({ path, body, answer, xml, ...row }: SharedOperation): Operation => ({
  ...row,
  path: path.toLowerCase(),
  ...(body && { body: jsonAndXml(body, xml.body!) }),
  answer: jsonAndXml(answer, ...xml.answer),
});
