import type { ErrorCode } from './generated/error-codes.ts';

/** Which part of a request is wrong; null where it is no single one. */
export interface ErrorSource {
  pointer: string | null;
  parameter: string | null;
  header: string | null;
}

/** A refusal by the service. */
export class TefoError extends Error {
  /** Of the answer; 200 where the Payments and the Payouts API refuse by their body. */
  readonly status: number;
  /** The code of the One API; absent on the other surfaces, which have none. */
  declare readonly code?: ErrorCode;
  /** A short summary of the error. */
  readonly title: string;
  /** An explanation of this occurrence. */
  readonly detail: string;
  readonly source: ErrorSource | null;
  /** Names the request in the service's log. */
  readonly correlationId: string | null;
  /** The address of the page that explains it, where there is one. */
  readonly help: string | null;
  /** The response body: an object, or text. */
  readonly body: unknown;

  constructor(status: number, body: unknown, headers: Headers) {
    const { code, title, detail, source } = readProblem(status, body);
    const help = /<([^<>]*)>; rel="help"/.exec(headers.get('Link') ?? '')?.[1] ?? null;
    // Of a wrong hash, whose sentence says least.
    super(code ? `${status} ${code}: ${detail}` : `${status}: ${detail}${help ? `; see ${help}` : ''}`);
    this.name = 'TefoError';
    this.status = status;
    if (code !== undefined) this.code = code;
    this.title = title;
    this.detail = detail;
    this.source = source;
    this.correlationId = headers.get('X-Correlation-ID');
    this.help = help;
    this.body = body;
  }
}

interface Problem {
  code: ErrorCode | undefined;
  title: string;
  detail: string;
  source: ErrorSource | null;
}

function readProblem(status: number, body: unknown): Problem {
  const general = `The service answered ${status}`;
  const given = membersOf(body);
  const said =
    textIn(given, 'detail') ?? textIn(given, 'message') ?? refusalIn(body) ?? textIn({ body }, 'body');
  return {
    code: textIn(given, 'code') as ErrorCode | undefined,
    title: textIn(given, 'title') ?? general,
    detail: said ?? general,
    source: (given.source ?? null) as ErrorSource | null,
  };
}

const ids = ['id', 'paymentRequestId', 'payoutId', 'jobId', 'transactionId', 'refundId'];

/**
 * Returns why a 200 of the Payments or the Payouts API is an error; undefined if it is not. A response with an id created an
 * object: its errorMessage then describes the outcome.
 */
export function refusalIn(body: unknown): string | undefined {
  const given = membersOf(body);
  if (ids.some((name) => given[name])) return undefined;
  const errors = Array.isArray(given.errors) ? given.errors.join('; ') : '';
  return (
    textIn(given, 'errorMessage') ??
    textIn(membersOf(given.payoutStatus), 'errorMessage') ??
    (errors || undefined)
  );
}

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

function textIn(given: Record<string, unknown>, name: string): string | undefined {
  const value = given[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
