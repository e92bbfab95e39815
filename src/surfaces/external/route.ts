// An operation of the Merchant External API: a row of a table, from which documents are written.
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Described } from '../described.ts';
import type { DialectDeps } from '../dialect/deps.ts';

/** A row of the table. Its path and the names of its fields match in any letter case. */
export interface Operation extends Described {
  method: 'GET' | 'POST';
  /** JSON. */
  body?: TSchema;
  /** The content of a 200, in JSON; null if it never sends one. */
  answer: TSchema | null;
  /** The statuses of its refusals besides those that every operation has. Each is sent as plain text. */
  errors?: readonly 404[];
  /** Needs no apiKey. */
  keyless?: boolean;
  /** Set if it differs from the service's usual limit. */
  bodyLimitBytes?: number;
  /** Returns the content of the 200, sent as JSON, or its bytes. The body is text, for readers in dialect/given.ts. */
  handle(deps: DialectDeps, request: FastifyRequest): Promise<unknown>;
}
