// An operation is a row of its surface's table. Its route (engine.ts), its document (openapi.ts) and its tests follow.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Context } from '../core/context.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { Scope, Site } from '../core/merchants/actions.ts';
import type { KeyUse } from '../kernel/http/idempotency.ts';

/** Who is calling, by the credentials of the request. */
export interface Caller {
  merchantId: string;
  /** The name in the records of what was done. */
  actor: Context['actor'];
  /** The site and the ApiKey that were sent, on the surface that requires both. */
  site?: Site;
  apiKey?: string;
}

/** The input of a handler. */
export interface Call<Deps = unknown, Query = unknown, Body = unknown> {
  deps: Deps;
  ctx: Context;
  /** Of an operation without credentials: neither a merchant nor a site. */
  caller: Caller;
  merchantId: string;
  /** The identifier in the path; "" where the path has none. */
  id: string;
  query: Query;
  body: Body;
  /** The use of the Idempotency-Key, if one was sent and the engine honours it. */
  use: KeyUse | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The names of XML elements: the root, and in a list that of its items. */
export type XmlNames = readonly [root: string, item?: string];

export interface Operation<Deps = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As documents write it, relative to the base address, with at most one identifier: "/payments/{id}". */
  path: string;
  /** Unique on its surface, in camelCase. Idempotency keys are kept under it, so it never changes. */
  name: string;
  summary: string;
  /** The details that the summary and the schemas lack. */
  description?: string;
  /** A scope of a token, `any` token, or other credentials; absent: those that the surface requires everywhere. */
  access?: Scope | 'any' | 'bearer' | 'client' | 'none';
  /** An object whose members are the query parameters. */
  query?: TSchema;
  /** Request headers that it reads or accepts silently, besides those of every operation. */
  headers?: readonly string[];
  body?: TSchema;
  /** A missing body counts as "{}". */
  isBodyOptional?: boolean;
  isForm?: boolean;
  /** Set if it differs from the service's usual limit. */
  bodyLimitBytes?: number;
  /** The pointers of the core's input fields in the body. */
  fields?: Record<string, string>;
  /** How an Idempotency-Key is honoured; absent if none is accepted. */
  keyed?: Keeping;
  /** The schema of each successful response; null for one without a body. */
  responses: Readonly<Record<number, TSchema | null>>;
  /** The names in the XML of its body and its response, where a surface has XML. */
  xml?: { body?: XmlNames; response: XmlNames };
  /** The schemas of a 200 in other content types than JSON and XML. */
  otherForms?: Readonly<Record<string, TSchema>>;
  /** Headers of a successful response, besides the usual ones. */
  responseHeaders?: readonly string[];
  /** The statuses of failed responses that do not follow from the rest of its row. */
  errors?: readonly (404 | 502 | 503)[];
  /** Its own error codes, each with its status. */
  codes?: readonly ErrorCode[];
  /** What a status means, where it is not what it means on the whole surface. */
  meanings?: Readonly<Record<number, string>>;
  /** Returns what the surface's dialect sends. */
  handle(call: Call<Deps>): Promise<unknown>;
}

/**
 * "together": the handler commits key, response and rows in one transaction. "around": it calls a bank, so the key is
 * claimed before and the response kept after.
 */
export type Keeping = 'together' | 'around';

/** Returns a row of a table. Its handler is type-checked against its schemas. */
export function operation<Deps, Query extends TSchema, Body extends TSchema>(
  row: Omit<Operation<Deps>, 'query' | 'body' | 'handle'> & {
    query?: Query;
    body?: Body;
    handle(call: Call<Deps, Static<Query>, Static<Body>>): Promise<unknown>;
  },
): Operation<Deps> {
  return row;
}
