// The service's metrics for Prometheus: those read at each scrape, and those counted as they happen.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation's name in its document. */
    operation?: string | undefined;
  }
}

type Figure = number | null | undefined;

export interface Metrics {
  registry: Registry;
  /** A gauge that is read at each scrape. Null and undefined: there is no number (NaN). */
  gauge(name: string, help: string, read: () => Promise<Figure> | Figure): void;
  /** A gauge with one label that is read at each scrape; the figures of a scrape replace those before. */
  gauges(
    name: string,
    help: string,
    label: string,
    read: () => Promise<Iterable<[string, number]>> | Iterable<[string, number]>,
  ): void;
  /** Returns a counter with labels: a function that adds one. `known`: label values that start at 0. */
  counters(
    name: string,
    help: string,
    labels: readonly string[],
    known?: readonly string[][],
  ): (...values: string[]) => void;
  /** A counter that is kept elsewhere. */
  counter(name: string, help: string, read: () => number): void;
  /** A histogram with labels; the returned function adds a figure. */
  histogram(
    name: string,
    help: string,
    labels: readonly string[],
    buckets: number[],
  ): (figure: number, ...values: string[]) => void;
}

/** Creates a registry with the process's own metrics. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    gauge: (name, help, read) => {
      new Gauge({
        ...{ name, help, registers },
        async collect() {
          this.set((await read()) ?? Number.NaN);
        },
      });
    },
    counter: (name, help, read) => {
      new Counter({
        ...{ name, help, registers },
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },
    gauges: (name, help, label, read) => {
      new Gauge({
        ...{ name, help, registers, labelNames: [label] },
        async collect() {
          const figures = await read();
          this.reset();
          for (const [key, value] of figures) this.set({ [label]: key }, value);
        },
      });
    },
    counters: (name, help, labels, known = []) => {
      const counter = new Counter({ name, help, labelNames: [...labels], registers });
      for (const values of known) counter.labels(...values).inc(0);
      return (...values) => counter.labels(...values).inc();
    },
    histogram: (name, help, labels, buckets) => {
      const histogram = new Histogram({ name, help, labelNames: [...labels], buckets, registers });
      return (figure, ...values) => histogram.labels(...values).observe(figure);
    },
  };
}

/**
 * Measures every request by surface, operation, route, method and status. `surfaceOf` returns the surface of a path.
 */
export function measureRequests(
  server: FastifyInstance,
  { histogram }: Metrics,
  surfaceOf: (request: FastifyRequest) => string,
): void {
  const observe = histogram(
    'tefo_http_request_seconds',
    'The duration of requests, by surface, operation (empty for routes outside the APIs), route, method and status.',
    ['surface', 'operation', 'route', 'method', 'status'],
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  );
  server.addHook('onResponse', (request, reply, done) => {
    const { url = 'unmatched', config } = request.routeOptions;
    const operation = config?.operation ?? '';
    const status = String(reply.statusCode);
    observe(reply.elapsedTime / 1000, surfaceOf(request), operation, url, request.method, status);
    done();
  });
}
