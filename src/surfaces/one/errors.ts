// How the One API reports errors: a status, a code for programs, and the error object around it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, type ErrorCode, type ErrorKind, errorRegistry } from '../../core/errors.ts';
import { BankTimeout, BankUnavailable } from '../../core/rails.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { transportStatus } from '../../kernel/http/server.ts';
import { newId } from '../../kernel/ids.ts';
import type { OneDeps } from './deps.ts';

/** The codes that operations share, each with its only status and its constant title. */
export const transportErrors = {
  BadRequest: { status: 400, title: 'The request is not valid' },
  Unauthorized: { status: 401, title: 'No valid access token' },
  Forbidden: { status: 403, title: 'Permission denied' },
  NotFound: { status: 404, title: 'Not found' },
  NotAllowed: { status: 405, title: 'Method not allowed' },
  Conflict: { status: 409, title: 'The request conflicts with an earlier one' },
  PayloadTooLarge: { status: 413, title: 'The body is too large' },
  UnsupportedMediaType: { status: 415, title: 'Unsupported content type' },
  TooManyRequests: { status: 429, title: 'Too many requests' },
  InternalServerError: { status: 500, title: 'The service failed' },
  BadGateway: { status: 502, title: 'A bank could not be reached' },
  ServiceUnavailable: { status: 503, title: 'The service is not available at the moment' },
} as const;

export type TransportCode = keyof typeof transportErrors;

/** The part of the request that is to blame; each of them, if there are several. */
export type Source = Partial<Record<'pointer' | 'parameter' | 'header', string>>;

/** A failure as the surface sends it. */
export interface Failure {
  status: number;
  code: string;
  title: string;
  detail: string;
  source: Source | null;
  headers: Record<string, string>;
}

/** A refusal by this surface itself. */
export class OneError extends Error {
  readonly failure: Failure;
  constructor(
    code: TransportCode,
    detail: string,
    more: { source?: Source; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.failure = {
      ...transportErrors[code],
      code,
      detail,
      source: more.source ?? null,
      headers: more.headers ?? {},
    };
  }
}

/** Returns a 400 that blames a value of the request. */
export function invalid(source: Source, detail: string): OneError {
  return new OneError('BadRequest', detail, { source });
}

interface Said {
  status: number;
  /** A shared code; undefined if the operation has its own code, which is the core's name. */
  code: TransportCode | undefined;
}

const ownCode = (status: number) => ({ status, code: undefined });
const transport = (code: TransportCode) => ({ status: transportErrors[code].status, code });

const saidOfKind: Record<ErrorKind, Said> = {
  invalid: transport('BadRequest'),
  notFound: transport('NotFound'),
  refused: ownCode(403),
  conflict: ownCode(409),
  unavailable: transport('BadGateway'),
  forbidden: transport('Forbidden'),
  done: transport('Conflict'),
};

const overrides: Partial<Record<ErrorCode, Said>> = {
  TransactionNotRefundable: ownCode(409),
  RefundExceedsTransaction: ownCode(400),
  WebhookEndpointRefused: transport('Forbidden'),
  PaymentMethodUnavailable: ownCode(409),
  MessageArchived: ownCode(410),
  IdempotencyKeyReused: transport('Conflict'),
  IdempotencyKeyInUse: transport('Conflict'),
};

function saidOf(code: ErrorCode): Said {
  return overrides[code] ?? saidOfKind[errorRegistry[code].kind];
}

/** Returns what this surface answers where the core refuses with a code. */
export function saidOnOne(code: ErrorCode): { status: number; code: string } {
  const said = saidOf(code);
  return { status: said.status, code: said.code ?? code };
}

/** The codes that belong to single operations. */
export const ownCodes = (Object.keys(errorRegistry) as ErrorCode[]).filter(
  (code) => saidOf(code).code === undefined,
);

/** Returns the status of a code that belongs to single operations. */
export function statusOfCode(code: ErrorCode): number {
  const said = saidOf(code);
  if (said.code !== undefined) throw new Error(`${code} is sent as ${said.code}`);
  return said.status;
}

/** The core's names of input fields as JSON Pointers into an operation's body. */
export type FieldPointers = Record<string, string>;

function describeDomainError(error: DomainError, pointers: FieldPointers): Failure {
  const { status, code } = saidOf(error.code);
  const title = code ? transportErrors[code].title : errorRegistry[error.code].title;
  return {
    status,
    code: code ?? error.code,
    title,
    detail: error.message,
    source: blame(error, pointers),
    headers: error.code === 'IdempotencyKeyInUse' ? { 'retry-after': '1' } : {},
  };
}

/** The header that a refusal blames, besides a value of the body. */
const blamedHeaders: { [Code in ErrorCode]?: string } = {
  IdempotencyKeyReused: 'Idempotency-Key',
  IdempotencyKeyInUse: 'Idempotency-Key',
  // This surface has only one form of Forbidden.
  WebhookEndpointRefused: 'Authorization',
};

function blame(error: DomainError, pointers: FieldPointers): Source | null {
  const { field = '' } = error.details;
  const header = blamedHeaders[error.code];
  // A handler that knows the place better than the table passes a pointer.
  const pointer = field.startsWith('/') ? field : pointers[field];
  if (pointer !== undefined) return { pointer, ...(header && { header }) };
  if (header !== undefined) return { header };
  return error.kind === 'invalid' ? { pointer: '' } : null;
}

const bodyProblems = {
  400: 'BadRequest',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
} as const;

/** Returns any thrown value as a failure. An internal error is a 500 without details. */
export function describeError(error: unknown, pointers: FieldPointers = {}): Failure {
  if (error instanceof OneError) return error.failure;
  if (error instanceof DomainError) return describeDomainError(error, pointers);
  if (error instanceof BankUnavailable || error instanceof BankTimeout) {
    return describeDomainError(new DomainError('BankUnavailable'), pointers);
  }
  if (isDatabaseAway(error)) {
    // The lost statement may have been executed: only a repeat with the same key shows that.
    return new OneError(
      'ServiceUnavailable',
      'the database is unavailable or overloaded; retry the request with the same Idempotency-Key',
      {
        headers: { 'retry-after': '1' },
      },
    ).failure;
  }
  const known = transportStatus(error);
  if (!known)
    return new OneError(
      'InternalServerError',
      'an unexpected error occurred; find it in the log by its correlation id',
    ).failure;
  const { status, detail, header, retryAfterSeconds = status === 503 ? 1 : undefined } = known;
  const more = {
    ...(status === 400 && { source: header === undefined ? { pointer: '' } : { header } }),
    ...(retryAfterSeconds && { headers: { 'retry-after': String(retryAfterSeconds) } }),
  };
  return new OneError(bodyProblems[status], detail, more).failure;
}

/** Returns the error object. `correlationId` is the one that the request sent, if any. */
export const errorObject = ({ ctx, config }: OneDeps, failure: Failure, correlationId: string | undefined) =>
  errorObjectOf(failure, { id: newId(ctx.clock), publicUrl: config.publicUrl, correlationId });

/** Returns the error object of an occurrence with a known id. */
export function errorObjectOf(
  failure: Failure,
  { id, publicUrl, correlationId }: { id: string; publicUrl: string; correlationId: string | undefined },
) {
  const { status, code, title, detail, source } = failure;
  const page = `${publicUrl}/docs/errors`;
  const isAboutAccess = status === 401 || status === 403;
  return {
    id,
    links: isAboutAccess ? { about: `${page}?occurrence=${id}#${code}`, type: `${page}#${code}` } : null,
    code,
    title,
    detail,
    source: source && {
      pointer: source.pointer ?? null,
      parameter: source.parameter ?? null,
      header: source.header ?? null,
    },
    // Callers that we do not know get nothing echoed.
    meta: correlationId !== undefined && status !== 401 ? { correlationId } : null,
  };
}

/** Sends a failure. `more` is added to the error object. */
export function sendFailure(
  deps: OneDeps,
  failure: Failure,
  request: FastifyRequest,
  reply: FastifyReply,
  more: Record<string, string> = {},
): FastifyReply {
  const body = JSON.stringify({ ...errorObject(deps, failure, request.sentCorrelationId), ...more });
  return reply
    .code(failure.status)
    .headers(failure.headers)
    .type('application/json; charset=utf-8')
    .send(body);
}

/** Logs failures that should not have happened. */
export function logFailure(failure: Failure, error: unknown, request: FastifyRequest): void {
  if (failure.status === 500) request.log.error({ error }, 'a request failed');
  else if (failure.status > 500) request.log.warn({ error }, 'a request could not be served');
}
