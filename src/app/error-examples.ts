// An example of the response for each error code, in the form of each surface that returns it, written by the surfaces' own code.
import { DomainError, type ErrorCode } from '../core/errors.ts';
import { sentence } from '../pages/console/sentence.ts';
import type { ErrorExample } from '../pages/docs/model.ts';
import { refusalText, statusOf as statusOnDialect } from '../surfaces/dialect/errors.ts';
import {
  describeError,
  errorObjectOf,
  type Failure,
  OneError,
  type TransportCode,
} from '../surfaces/one/errors.ts';
import { statusOf as statusOnPayouts } from '../surfaces/payouts/errors.ts';
import { sample } from '../surfaces/words.ts';
import { type Occurrence, occurrences, type Place } from './error-occurrences.ts';
import { refusalRecord } from './failure.ts';

const ids = { id: '01a1f866-0b31-7f10-9a41-2f6b8c0d1e22', publicUrl: 'http://localhost:8420' };
const correlationId = 'order-1';

const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2);

const onOne = (failure: Failure): ErrorExample => ({
  surface: 'One API',
  status: failure.status,
  language: 'json',
  body: jsonOf(errorObjectOf(failure, { ...ids, correlationId })),
});

const forms: Record<Place, (error: DomainError, occurrence: Occurrence) => ErrorExample> = {
  one: (error, { field = '', pointer }) =>
    onOne(describeError(error, pointer === undefined ? {} : { [field]: pointer })),
  text: (error) => ({
    surface: 'Payments API and Merchant External API',
    status: statusOnDialect(error),
    language: 'text',
    body: error.message,
  }),
  request: (error) => ({
    surface: 'Payments API and Merchant External API: payment requests',
    status: 200,
    language: 'json',
    body: jsonOf({ paymentRequestId: null, url: null, errorMessage: refusalText(error) }),
  }),
  refund: (error) => ({
    surface: 'Payments API: one refund of a submission',
    status: 200,
    language: 'json',
    body: jsonOf([
      { refundId: null, transactionId: sample.transaction, refundAmount: 120, errors: [error.message] },
    ]),
  }),
  payouts: (error) => ({
    surface: 'Payouts API',
    status: statusOnPayouts(error),
    language: 'json',
    body: jsonOf({ message: error.message }),
  }),
  console: (error) => ({ surface: 'Console', language: 'text', body: sentence(error.message) }),
  cli: (error) => ({
    surface: 'Command line, with --json',
    language: 'json',
    body: jsonOf({ ok: false, error: refusalRecord(error) }),
  }),
};

function examplesOf(code: ErrorCode): ErrorExample[] {
  const occurrence = occurrences[code];
  const { places, detail, field } = occurrence;
  const error = new DomainError(code, {
    ...(detail !== undefined && { detail }),
    ...(field !== undefined && { field }),
  });
  return places.map((place) => forms[place](error, occurrence));
}

const authorization = { source: { header: 'Authorization' } };

/** An occurrence of each code that all operations of the One API share. */
const shared: Record<TransportCode, OneError> = {
  BadRequest: new OneError('BadRequest', 'amount.value is required', {
    source: { pointer: '/amount/value' },
  }),
  Unauthorized: new OneError('Unauthorized', 'the access token is not valid or has expired', authorization),
  Forbidden: new OneError('Forbidden', 'the access token lacks the scope refunds', authorization),
  NotFound: new OneError('NotFound', new DomainError('PaymentNotFound').message),
  NotAllowed: new OneError('NotAllowed', 'this path does not support PUT, only GET, POST'),
  Conflict: new OneError('Conflict', new DomainError('IdempotencyKeyReused').message, {
    source: { header: 'Idempotency-Key' },
  }),
  PayloadTooLarge: new OneError('PayloadTooLarge', 'the body is larger than 1048576 bytes'),
  UnsupportedMediaType: new OneError(
    'UnsupportedMediaType',
    'this operation does not accept this content type',
  ),
  TooManyRequests: new OneError('TooManyRequests', 'too many requests for this key; try again in 12 s'),
  InternalServerError: new OneError(
    'InternalServerError',
    'an unexpected error occurred; find it in the log by its correlation id',
  ),
  BadGateway: new OneError('BadGateway', new DomainError('BankUnavailable').message),
  ServiceUnavailable: new OneError(
    'ServiceUnavailable',
    'the database is unavailable or overloaded; retry the request with the same Idempotency-Key',
  ),
};

export const errorExamples: Readonly<Record<string, readonly ErrorExample[]>> = {
  ...Object.fromEntries(Object.entries(shared).map(([code, { failure }]) => [code, [onOne(failure)]])),
  ...Object.fromEntries((Object.keys(occurrences) as ErrorCode[]).map((code) => [code, examplesOf(code)])),
};
