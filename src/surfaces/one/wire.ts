// Schemas that several operations share: amounts, links, web addresses, times, the error object, lists.
import Type, { type TSchema } from 'typebox';
import { addressRule, judgeDestination, judgePosted } from '../../core/addresses.ts';
import { formed } from '../../kernel/formats/validate.ts';
import { type Cents, parseDecimal, toJsonNumber } from '../../kernel/money.ts';
import type { OneConfig } from './deps.ts';
import { invalid } from './errors.ts';

/** A text of 1 to `most` characters. */
export const text = (most: number, description?: string) =>
  Type.String({ minLength: 1, maxLength: most, ...(description && { description }) });

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const uri = Type.String({ format: 'uri' });
export const links = <Name extends string>(...names: Name[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, uri])) as Record<Name, typeof uri>);

export const uuid = Type.String({ format: 'uuid' });
/** In UTC, with Z. */
export const moment = Type.String({ format: 'date-time' });

/** Contact details of a person. */
export const email = Type.String({ format: 'email', maxLength: 254 });
export const cellphone = formed(
  '^\\+?[0-9 ()-]{7,20}$',
  'must be a phone number: 7 to 20 digits, spaces, dashes and brackets, with an optional leading +',
);

export const Amount = Type.Object(
  {
    currency: Type.Enum(['ZAR']),
    value: Type.Number(),
  },
  { title: 'Amount' },
);

export const ErrorObject = Type.Object(
  {
    id: uuid,
    links: nullable(links('about', 'type')),
    code: Type.String(),
    title: Type.String(),
    detail: Type.String(),
    source: nullable(
      Type.Object({
        pointer: nullable(Type.String()),
        parameter: nullable(Type.String()),
        header: nullable(Type.String()),
      }),
    ),
    meta: nullable(Type.Object({ correlationId: Type.String() })),
  },
  { title: 'Error' },
);

/** Returns the envelope of a list of `item`. */
export const listOf = (item: TSchema) =>
  Type.Object({
    links: Type.Object({ self: uri, first: uri, next: Type.Optional(uri), prev: Type.Optional(uri) }),
    results: Type.Array(item),
    meta: Type.Object({
      limit: Type.Integer(),
      offset: Type.Integer(),
      count: Type.Integer(),
      hasMore: Type.Boolean(),
    }),
  });

export function writeAmount(cents: Cents): { currency: string; value: number } {
  return { currency: 'ZAR', value: toJsonNumber(cents) };
}

/** The largest amount that the service accepts: R 9 999 999 999.99. */
export const largestAmount: Cents = 999_999_999_999n;

/** Converts a number of a body to an amount without rounding. Throws a 400 with `pointer` if it is not an amount. */
export function readAmount(value: number, pointer: string): Cents {
  // The body's reader has refused every number that differs from the plain decimal that was written.
  const cents = parseDecimal(String(value));
  if (cents === undefined || cents <= 0n || cents > largestAmount) {
    throw invalid(
      { pointer },
      `${fieldName(pointer)} must be more than 0, at most 9999999999.99, with at most two decimals`,
    );
  }
  return cents;
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i;

/** Reads an RFC 3339 time of a body. Throws a 400 with `pointer` for anything else. */
export function readMoment(given: string, pointer: string): Date {
  try {
    const read = dateTime.test(given) ? new Date(Temporal.Instant.from(given).epochMilliseconds) : undefined;
    // The database's years have four digits.
    if (read && read.getUTCFullYear() >= 0 && read.getUTCFullYear() <= 9999) return read;
  } catch {
    // The day or hour does not exist.
  }
  throw invalid(
    { pointer },
    `${fieldName(pointer)} must be a date-time with its offset, like 2026-11-21T10:00:00Z`,
  );
}

/** The longest accepted web address, in characters. */
export const longestAddress = 2000;

export const webAddress = Type.String({
  minLength: 1,
  maxLength: longestAddress,
  documentFormat: 'uri',
});

/**
 * Checks a web address of a body. Throws a 400 with `pointer`. Addresses that we call (`called`) must also pass the
 * policy for outbound requests if they contain an IP address in any spelling; names are judged when they are resolved.
 * In staging, a laptop's own addresses are accepted.
 */
export function checkAddress(given: string, pointer: string, config: OneConfig, called: boolean): void {
  const url = /^https?:\/\/\S+$/i.test(given) ? URL.parse(given) : null;
  if (url?.username !== '' || url.password !== '') {
    const rule = addressRule(given, 'must be an http or https address without a user name');
    throw invalid({ pointer }, `${fieldName(pointer)} ${rule}`);
  }
  // In staging, a customer may return to any address, even on a laptop.
  if (!called && config.mode === 'staging') return;
  const reason = (called ? judgePosted : judgeDestination)(given, config);
  if (reason !== undefined)
    throw invalid({ pointer }, `${fieldName(pointer)} is not an allowed address: ${reason}`);
}

/** Returns a value's name for sentences: "amount.value" for "/amount/value". */
export function fieldName(pointer: string): string {
  return pointer === ''
    ? 'the body'
    : pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}
