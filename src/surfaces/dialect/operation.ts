// An operation that both surfaces of this dialect have.
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Described } from '../described.ts';
import type { DialectDeps } from './deps.ts';

/** A row of both surfaces' tables. Its schemas are for JSON; the Payments API offers the same as XML. */
export interface SharedOperation extends Described {
  method: 'GET' | 'POST';
  body?: TSchema;
  answer: TSchema;
  /** The XML element names: the root of the body, the root of the response and, in a list, of its items. */
  xml: { body?: string; answer: readonly [root: string, item?: string] };
  /** Set if it differs from the service's usual limit. */
  bodyLimitBytes?: number;
  /** Returns the content of the 200. */
  handle(deps: DialectDeps, request: FastifyRequest): Promise<unknown>;
}
