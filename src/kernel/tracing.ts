// The port of traces: requests, work and sends, as spans. Without a tracer nothing is recorded, and `span` only calls.
// src/app/tracing.ts has the one for OpenTelemetry.

/** No value may be a secret, a body, or anything of a person. */
export type Attributes = Record<string, string | number | boolean | undefined>;

export interface Span {
  /** Its place in its trace, as W3C writes it; undefined if nothing is recorded. */
  traceparent: string | undefined;
  set(attributes: Attributes): void;
  /** Marks it as failed. `type`: in one word, or a status. */
  fail(type: string): void;
}

export interface SpanOptions {
  /** "client": a call to another server; absent: work inside the service. */
  kind?: 'client';
  attributes?: Attributes;
  /** It is recorded only within another span: frequent work is reported only as part of a traced operation. */
  isInner?: true;
  /** Returns the traceparent of its cause. Outside of a request it continues that trace. */
  cause?: () => Promise<string | undefined>;
}

export interface Tracer {
  /** Throws what `work` throws; the span has then failed. */
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  /** A run of timed work; recorded where it took any, failed, or did something that is recorded itself. */
  sweep(name: string, run: () => Promise<number>): Promise<number>;
  /** Does `work` outside of every span. */
  apart<T>(work: () => T): T;
  /** The traceparent of the present span, where it belongs to a request and is recorded. */
  requestTrace(): string | undefined;
}

let tracer: Tracer | undefined;

/** From now on spans are recorded, or, with undefined, no longer. */
export function setTracer(given: Tracer | undefined): void {
  tracer = given;
}

export const isTracing = (): boolean => tracer !== undefined;

/** A span that is not recorded. */
export const unrecorded: Span = { traceparent: undefined, set: () => {}, fail: () => {} };

export function span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  return tracer ? tracer.span(name, options, work) : work(unrecorded);
}

const inDatabase: SpanOptions = {
  kind: 'client',
  isInner: true,
  attributes: { 'db.system.name': 'postgresql' },
};

/** Work of the database, from sending the query to its result. */
export function databaseSpan<T>(work: () => Promise<T>): Promise<T> {
  return tracer ? tracer.span('postgresql', inDatabase, work) : work();
}

/** See `Tracer`. */
export const sweepSpan: Tracer['sweep'] = (name, run) => (tracer ? tracer.sweep(name, run) : run());
export const apart: Tracer['apart'] = (work) => (tracer ? tracer.apart(work) : work());
export const requestTrace: Tracer['requestTrace'] = () => tracer?.requestTrace();
