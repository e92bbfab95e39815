// What an operation is that both surfaces of this dialect have.
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Described } from '../described.ts';
import type { DialectDeps } from './deps.ts';

/** A row of both surfaces' tables. Its schemas are of JSON; the Payments API has the same as XML. */
export interface SharedOperation extends Described {
  method: 'GET' | 'POST';
  body?: TSchema;
  answer: TSchema;
  /** What elements are called in XML: the root of the body, and that of the answer with, in a list, its items. */
  xml: { body?: string; answer: readonly [root: string, item?: string] };
  /** How many bytes a body may have, where that is not the service's usual limit. */
  bodyLimitBytes?: number;
  /** Returns what a 200 says. */
  handle(deps: DialectDeps, request: FastifyRequest): Promise<unknown>;
}
