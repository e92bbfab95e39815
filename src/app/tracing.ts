// Traces by OpenTelemetry's packages, which are optional and loaded only if a setting names an endpoint. They read the
// standard OTEL_ settings of sampling, batches, headers and certificates themselves.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Span as OtelSpan, Context as TraceContext } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../kernel/process/log.ts';
import { type Attributes, type Span, type Tracer, unrecorded } from '../kernel/tracing.ts';
import { type Config, ConfigError } from './config.ts';

/** The span of a request; only the request's end ends it. */
export interface RequestSpan extends Span {
  traceId: string;
  /** Runs `work`, including its asynchronous parts, within the span. */
  run<T>(work: () => T): T;
  end(): void;
}

export interface Tracing extends Tracer {
  /** Starts the span of a request, in the trace of `parent` if that is a valid traceparent. */
  request(name: string, attributes: Attributes, parent: string | undefined): RequestSpan;
  /** Sends the recorded spans, if the collector accepts them soon. */
  close(): Promise<void>;
}

/** The longest time that a stop waits for the collector, in milliseconds. */
const closingMs = 2_000;

/** The span and the request of the running work. */
interface Place {
  context(): TraceContext;
  isRecorded(): boolean;
  /** The traceparent of its request, if it is recorded. */
  request: string | undefined;
  isRequest: boolean;
}

export async function openTracing(config: Config, log: Logger): Promise<Tracing> {
  const { api, core, base, resources, http } = await loadPackages();
  const detected = resources.detectResources({ detectors: [resources.envDetector] });
  const exporter = new http.OTLPTraceExporter({ url: `${config.tracesEndpoint}/v1/traces` });
  const provider = new base.BasicTracerProvider({
    resource: resources.defaultResource().merge(ownResource()).merge(detected),
    spanProcessors: [new base.BatchSpanProcessor(telling(exporter, log))],
  });
  const tracer = provider.getTracer('tefo');
  const places = new AsyncLocalStorage<Place>();
  const { ROOT_CONTEXT: root, SpanKind, SpanStatusCode, trace } = api;

  function ownResource() {
    return resources.resourceFromAttributes({
      'service.name': 'tefo',
      'service.instance.id': randomUUID(),
      'deployment.environment.name': config.mode,
      'host.name': hostname(),
      'process.pid': process.pid,
      'tefo.role': config.role,
    });
  }

  /** Returns the context of a traceparent; undefined if it is invalid. */
  function contextOf(traceparent: string | undefined): TraceContext | undefined {
    const parsed = traceparent === undefined ? null : core.parseTraceParent(traceparent);
    return parsed && api.isSpanContextValid(parsed)
      ? trace.setSpanContext(root, { ...parsed, isRemote: true })
      : undefined;
  }

  function handleOf(span: OtelSpan): Span {
    const { traceId, spanId, traceFlags } = span.spanContext();
    let hasFailed = false;
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      set: (attributes) => void span.setAttributes(attributes),
      fail: (type) => {
        if (hasFailed) return;
        hasFailed = true;
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttribute('error.type', type);
      },
    };
  }

  function placeIn(span: OtelSpan, { request, isRequest }: Pick<Place, 'request' | 'isRequest'>): Place {
    const context = trace.setSpan(root, span);
    return { context: () => context, isRecorded: () => span.isRecording(), request, isRequest };
  }

  /** Ends the span with `work`. Records only the kind of an error, because its message can contain personal data. */
  async function through<T>(handle: Span, end: () => void, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      handle.fail(error instanceof Error ? error.name : 'error');
      throw error;
    } finally {
      end();
    }
  }

  return {
    span: async (name, { kind, attributes, isInner, cause }, work) => {
      const here = places.getStore();
      if (isInner && !here?.isRecorded()) return work(unrecorded);
      const led = here?.isRequest ? undefined : await cause?.().catch(() => undefined);
      const parent = contextOf(led) ?? here?.context() ?? root;
      const given = { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes };
      const span = tracer.startSpan(name, given, parent);
      const handle = handleOf(span);
      const place = placeIn(span, here ?? { request: undefined, isRequest: false });
      return places.run(place, () =>
        through(
          handle,
          () => span.end(),
          () => work(handle),
        ),
      );
    },
    sweep: (name, run) => {
      const startTime = performance.now();
      let begun: { span: OtelSpan; handle: Span } | undefined;
      const begin = () => {
        if (begun) return begun;
        const span = tracer.startSpan(`sweep ${name}`, { startTime }, root);
        begun = { span, handle: handleOf(span) };
        return begun;
      };
      const place: Place = {
        context: () => trace.setSpan(root, begin().span),
        isRecorded: () => begun?.span.isRecording() ?? false,
        request: undefined,
        isRequest: false,
      };
      const handle: Span = { ...unrecorded, fail: (type) => begin().handle.fail(type) };
      const counted = async () => {
        const rows = await run();
        if (rows > 0) begin().span.setAttribute('tefo.rows', rows);
        return rows;
      };
      return places.run(place, () => through(handle, () => begun?.span.end(), counted));
    },
    apart: (work) => places.exit(work),
    requestTrace: () => places.getStore()?.request,
    request: (name, attributes, parent) => {
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, contextOf(parent) ?? root);
      const handle = handleOf(span);
      const request = span.isRecording() ? handle.traceparent : undefined;
      const place = placeIn(span, { request, isRequest: true });
      return {
        ...handle,
        traceId: span.spanContext().traceId,
        run: (work) => places.run(place, work),
        end: () => span.end(),
      };
    },
    close: async () => {
      const sent = provider.shutdown().catch(() => {});
      await Promise.race([sent, sleep(closingMs, undefined, { ref: false })]);
    },
  };
}

/** Throws ConfigError if traces are configured and the packages are not installed. */
export async function assertTracePackages({ tracesEndpoint }: Config): Promise<void> {
  if (!tracesEndpoint) return;
  await loadPackages().catch((error) => {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ConfigError([
      // Exact versions, because a newer one can be incompatible with the others.
      `OTEL_EXPORTER_OTLP_ENDPOINT needs optional packages that are not installed here (${packages.join(', ')}): run \`npm install --include=optional\``,
    ]);
  });
}

const packages = [
  '@opentelemetry/api',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-base',
];

async function loadPackages() {
  const [api, core, http, resources, base] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
  ]);
  return { api, core, http, resources, base };
}

/** Logs when the collector stops accepting traces, and when it resumes, but not each failure. */
function telling(exporter: SpanExporter, log: Logger): SpanExporter {
  let isAway = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== 0;
        if (hasFailed && !isAway)
          log.warn({ error: result.error }, 'traces cannot be delivered and are dropped');
        if (!hasFailed && isAway) log.info('traces are delivered again');
        isAway = hasFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
