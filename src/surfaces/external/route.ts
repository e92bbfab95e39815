// What an operation of the Merchant External API is: a row of a table, which documents are written from.
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Described } from '../described.ts';
import type { DialectDeps } from '../dialect/deps.ts';

/** A row of the table. Its path is matched without regard to letter case, and so are the names of its fields. */
export interface Operation extends Described {
  method: 'GET' | 'POST';
  /** Of JSON. */
  body?: TSchema;
  /** What a 200 holds, in JSON; null where there never is one. */
  answer: TSchema | null;
  /** The statuses of its refusals besides those that any operation may give; each holds a plain text. */
  errors?: readonly 404[];
  /** Takes no apiKey. */
  keyless?: boolean;
  /** How many bytes a body may have, where that is not the service's usual limit. */
  bodyLimitBytes?: number;
  /** Answers what is sent as JSON with 200, or its bytes. A body is there as its text, for the readers of dialect/given.ts. */
  handle(deps: DialectDeps, request: FastifyRequest): Promise<unknown>;
}
