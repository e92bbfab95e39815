// The parameters and results of each method, derived from the types of its operation.
import type { SurfaceName } from './credentials.ts';
import type { operations as external } from './generated/external.ts';
import type { operations as one } from './generated/one.ts';
import type { operations as table } from './generated/operations.ts';
import type { operations as payments } from './generated/payments.ts';
import type { operations as payouts } from './generated/payouts.ts';
import type { Page } from './page.ts';

interface Operations {
  one: one;
  payments: payments;
  payouts: payouts;
  external: external;
}

export interface CallOptions {
  /** Of a POST of the One API; one is made where it is left out. The same over all tries. */
  idempotencyKey?: string | undefined;
  /** Names the request in the service's log. */
  correlationId?: string | undefined;
  /** Ends the call and its retries. */
  signal?: AbortSignal | undefined;
}

/** The members that the client fills in if they are missing. */
type Known = 'siteCode' | 'SiteCode' | 'hashCheck';

/** A value in which members that the client knows can be missing, at any depth that it fills. */
type Fillable<T> = T extends readonly (infer Item)[]
  ? Fillable<Item>[]
  : T extends { paymentRequest: infer Request }
    ? Omit<T, 'paymentRequest'> & { paymentRequest: Fillable<Request> }
    : T extends object
      ? Omit<T, Known> & Partial<Pick<T, Extract<keyof T, Known>>>
      : T;

/** The members of parameters or a body that must be given, may be given, or do not exist. */
type Part<Name extends string, T> = [T] extends [never]
  ? unknown
  : { [K in never]: T } extends Fillable<T>
    ? { [K in Name]?: Fillable<T> }
    : { [K in Name]: Fillable<T> };

type ParameterOf<O, Place extends string> = O extends { parameters: { [K in Place]?: infer P } }
  ? NonNullable<P>
  : never;

type ContentOf<T> = T extends { content: infer Content }
  ? Content extends { 'application/json': infer Json }
    ? Json
    : Content extends { 'application/x-www-form-urlencoded': infer Form }
      ? Form
      : Content extends { 'application/pdf': unknown } | { 'text/csv': unknown }
        ? Uint8Array
        : never
  : never;

type BodyOf<O> = O extends { requestBody?: infer Body } ? ContentOf<NonNullable<Body>> : never;

type Input<O> = Part<'path', ParameterOf<O, 'path'>> &
  Part<'query', ParameterOf<O, 'query'>> &
  Part<'body', BodyOf<O>>;

type Success = 200 | 201 | 202 | 204;

type Responses<O> = O extends { responses: infer R } ? R : never;

type ResultOf<O> = ContentOf<Responses<O>[Extract<keyof Responses<O>, Success>]>;

/** A response without a body is an error, which the client throws. */
type Made = 'paymentRequestId' | 'payoutId' | 'jobId';

/** A body whose id, and the address that comes with it, is there. */
type WithId<T> = T extends { errorMessage: string | null; url: string | null }
  ? Present<T, Made | 'url'>
  : T extends object
    ? Present<T, Made>
    : T;

type Present<T, Name extends string> = [Extract<keyof T, Name>] extends [never]
  ? T
  : Omit<T, Name> & { [Key in Extract<keyof T, Name>]-?: NonNullable<T[Key]> };

/** The body; undefined without one. */
type Result<O> = [ResultOf<O>] extends [never] ? undefined : WithId<ResultOf<O>>;

type Answer<O> =
  Result<O> extends { results: (infer Item)[]; links: object } ? Page<Result<O>, Item> : Promise<Result<O>>;

type Call<O> =
  Record<never, never> extends Input<O>
    ? (input?: Input<O>, options?: CallOptions) => Answer<O>
    : (input: Input<O>, options?: CallOptions) => Answer<O>;

/** The methods of a surface, by operationId. Its types also have the messages that the service posts. */
export type Surface<Name extends SurfaceName> = {
  readonly [Id in keyof Operations[Name] as Extract<Id, keyof (typeof table)[Name]>]: Call<
    Operations[Name][Id]
  >;
};

/** The parameters of a method, as the client uses them. */
export interface AnyInput {
  path?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
}
