// A collector of OpenTelemetry: real HTTP on its own port, which accepts OTLP as JSON.
import { openReceiver, type Received } from './receiver.ts';

export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  /** Empty where it has none. */
  parentSpanId: string;
  /** 1 internal, 2 server, 3 client. */
  kind: number;
  hasFailed: boolean;
  seconds: number;
  attributes: Record<string, string | number | boolean>;
  resource: Record<string, string | number | boolean>;
}

export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  received: Received[];
  /** Every span so far. Throws where a body has anything else than spans. */
  spans(): CollectedSpan[];
}

export async function openCollector(): Promise<Collector> {
  const { url, received } = await openReceiver((_received, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return { url, received, spans: () => received.flatMap(read) };
}

// As OTLP's protocol writes them (opentelemetry-proto, trace.proto), in JSON.
type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
type Pairs = { key: string; value: Value }[];
interface Sent {
  resourceSpans: {
    resource: { attributes: Pairs };
    scopeSpans: { spans: (CollectedSpan & Times)[] }[];
  }[];
}
interface Times {
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Pairs;
  status?: { code?: number };
}

function read({ method, path, headers, body }: Received): CollectedSpan[] {
  const how = `${method} ${path} ${headers['content-type']}`;
  if (how !== 'POST /v1/traces application/json') throw new Error(`the collector got ${how}`);
  const { resourceSpans } = JSON.parse(body) as Sent;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ startTimeUnixNano, endTimeUnixNano, attributes, status, ...span }) => ({
        ...span,
        parentSpanId: span.parentSpanId ?? '',
        hasFailed: status?.code === 2,
        seconds: Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e9,
        attributes: valuesOf(attributes),
        resource: valuesOf(resource.attributes),
      })),
    ),
  );
}

function valuesOf(pairs: Pairs): Record<string, string | number | boolean> {
  return Object.fromEntries(
    pairs.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  );
}
